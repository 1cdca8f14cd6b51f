//! Every command of the README and of the EXAMPLES in help and man pages runs as it is printed.

use std::fs;

use trommel::{TOOLS, all};

use crate::harness::{Done, Workplace, installed, root, scripts, symlink};

/// Programs that examples mix with the tools and that a machine may lack. Everything else is POSIX.
const OPTIONAL: &[&str] = &[
    "cqp",
    "cwb-encode",
    "cwb-makeall",
    "dolma",
    "duckdb",
    "jq",
    "make",
    "nextflow",
    "parallel",
    "python3",
    "snakemake",
];

/// Python packages of examples that a machine may lack.
const PACKAGES: &[&str] = &["pandas", "polars"];

/// A folder with everything that the examples name.
fn workplace() -> Workplace {
    let here = Workplace::with_books();
    here.add_site();
    here.shell("find books -name '*.txt' | linenorm --ends 300 | freqlines > freq.jsonl")
        .quietly();
    here.shell("find books -name '*.txt' | cutbounds --freq freq.jsonl > bounds.jsonl")
        .quietly();
    for log in ["log", "log.1", "part1", "part2"] {
        here.write(log, "GET /index.html 200\nGET /missing 404\n".repeat(40));
    }
    here.shell(
        "ls books/*.txt | charset --to-utf8 -q | sed 's/^{/{\"score\":1,/' > documents.jsonl",
    )
    .quietly();
    here.write(
        "questions.jsonl",
        "{\"id\":\"q1\",\"question\":\"Which of the two boats of the miller sank at the weir in the great flood of that spring?\",\"choices\":\"blue or green\"}\n",
    );
    here.write(
        "crawl.jsonl",
        "{\"url\":\"https://mill.example/boats\",\"date\":\"2026-03-01\",\"text\":\"Two boats\"}\n",
    );
    let boat = |number: u32| {
        format!(
            "<div class=boat><h3><a href=/{number}>Boat {number}</a></h3><p>It has {number} oars, and a sail.</p></div>"
        )
    };
    here.write("site/boats.html", (1..6).map(boat).collect::<String>());
    here.shell(
        "mkdir old new; cp books/a-*.txt old; cp books/on-*.txt new; find books -name '*.txt' | uniqwords > words.jsonl",
    )
    .quietly();
    here
}

/// A program or Python package that a command needs and this machine lacks.
fn missing(command: &str) -> Option<&'static str> {
    let package = |name: &str| {
        let import = std::process::Command::new("python3")
            .args(["-c", &format!("import {name}")])
            .output();
        import.is_ok_and(|done| done.status.success())
    };
    let programs = OPTIONAL
        .iter()
        .filter(|program| command.contains(**program) && !installed(program));
    let packages = PACKAGES
        .iter()
        .filter(|name| command.contains(&format!("import {name}")) && !package(name));
    programs.chain(packages).copied().next()
}

/// Runs a command, which must say nothing on standard error; `None` where a program is missing.
fn run(here: &Workplace, command: &str, of: &str) -> Option<Done> {
    if let Some(missing) = missing(command) {
        println!("not run: needs {missing}: {command}");
        return None;
    }
    let done = here.shell(command);
    assert_eq!(done.code, Some(0), "{of}: {command}\n{}", done.err);
    assert_eq!(done.complaints(), "", "{of}: {command}");
    Some(done)
}

#[test]
fn the_examples_of_every_tool_run() {
    let made = workplace();
    let copy = format!("cp -r '{}/.' .", made.path("").display());
    let tools = TOOLS.iter().map(|tool| (tool.name, tool.examples));
    for (name, examples) in tools.chain([(all::NAME, all::EXAMPLES)]) {
        let here = Workplace::new();
        here.shell(&copy).quietly();
        let commands: Vec<&str> = examples
            .lines()
            .filter(|line| !line.starts_with("# "))
            .collect();
        assert!(!commands.is_empty(), "{name} has no example");
        for command in commands {
            run(&here, command, name);
        }
    }
}

#[test]
fn the_caption_of_an_example_says_what_the_command_does() {
    let tools = TOOLS.iter().map(|tool| (tool.name, tool.examples));
    for (name, examples) in tools.chain([(all::NAME, all::EXAMPLES)]) {
        for caption in examples.lines().filter_map(|line| line.strip_prefix("# ")) {
            let first = caption.split(' ').next().unwrap().to_lowercase();
            let is_verb = !NO_VERBS.contains(&&*first) && !first.ends_with('s');
            assert!(is_verb, "{name}: begin with a verb: {caption}");
        }
    }
}

/// Words that begin a caption without a verb.
const NO_VERBS: [&str; 11] = [
    "the", "a", "an", "all", "each", "what", "which", "how", "of", "with", "without",
];

/// The blocks of commands of a text in Markdown, each with what it prints, where a block behind it says so.
fn blocks(text: &str) -> Vec<(&str, Option<&str>)> {
    text.split("```sh\n")
        .skip(1)
        .map(|block| {
            let (commands, after) = block.split_once("```\n").expect("a fence ends a block");
            let output = after.trim_start().strip_prefix("```text\n");
            (
                commands,
                output.map(|rest| rest.split("```").next().unwrap()),
            )
        })
        .collect()
}

#[test]
fn the_commands_of_the_readme_run_and_print_what_it_says() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let here = Workplace::new();
    // The commands are for someone who stands in this repository.
    if !symlink(root().join("tests"), here.path("tests")) {
        return;
    }
    let blocks = blocks(&readme);
    assert!(blocks.len() >= 5, "{} blocks of commands", blocks.len());
    for (commands, output) in blocks {
        let done = run(&here, commands, "README.md");
        if let (Some(done), Some(output)) = (done, output) {
            assert_eq!(done.text(), output, "{commands}");
        }
    }
}

#[test]
fn the_page_for_users_of_other_programs_runs() {
    let page = fs::read_to_string(root().join("docs/from-chared-justext-onion.md")).unwrap();
    let here = workplace();
    let blocks = blocks(&page);
    assert!(blocks.len() >= 6, "{} blocks of commands", blocks.len());
    for (commands, _) in blocks {
        run(&here, commands, "from-chared-justext-onion.md");
    }
    assert_eq!(
        fs::read_to_string(here.path("kept.vert")).unwrap(),
        "<doc>\n<p>\ntin\nboats\nsank\n</p>\n</doc>\n"
    );
}

/// The commands in the second column of the first table of a page.
fn features(page: &str) -> Vec<&str> {
    let rows = page.lines().skip_while(|line| !line.starts_with("| job"));
    let rows = rows.take_while(|line| line.starts_with('|'));
    rows.filter_map(|row| {
        row.split('|')
            .nth(2)?
            .trim()
            .strip_prefix('`')?
            .strip_suffix('`')
    })
    .collect()
}

#[test]
fn the_features_that_a_page_lists_are_there() {
    let page = fs::read_to_string(root().join("docs/other-programs.md")).unwrap();
    let here = workplace();
    let features = features(&page);
    assert!(features.len() >= 20, "{} commands", features.len());
    for command in features {
        if let Some(done) = run(&here, command, "other-programs.md") {
            let is_written = !done.out.is_empty() || command.contains("--out-dir");
            assert!(is_written, "{command}");
        }
    }
    let blocks = blocks(&page);
    assert!(blocks.len() >= 6, "{} blocks of commands", blocks.len());
    for (commands, _) in blocks {
        run(&here, commands, "other-programs.md");
    }
}

#[test]
fn the_recipes_run() {
    let recipes = fs::read_to_string(root().join("docs/recipes.md")).unwrap();
    let here = workplace();
    let module = root().join("crates/python/trommel_tools");
    here.shell(&format!("cp -r '{}' .", module.display()))
        .quietly();
    let blocks = blocks(&recipes);
    assert!(blocks.len() >= 20, "{} blocks of commands", blocks.len());
    for (commands, _) in blocks {
        // If a block needs a program that is missing, its other lines run.
        let (lacking, rest): (Vec<_>, Vec<_>) = commands
            .lines()
            .partition(|line| missing(line).is_some_and(|program| program != "make"));
        for line in lacking {
            run(&here, line, "recipes");
        }
        run(&here, &rest.join("\n"), "recipes");
    }
}

#[test]
fn the_pipelines_of_the_overview_run() {
    let overview = fs::read_to_string(root().join("docs/overview.md")).unwrap();
    let here = workplace();
    let blocks: Vec<&str> = overview.split("```\n").skip(1).step_by(2).collect();
    assert!(blocks.len() >= 3);
    for commands in blocks {
        run(&here, commands, "trommel.7");
    }
}

/// Every command that a text names between backquotes: tools have the options, `cargo lab` has the recipes.
#[test]
fn the_papers_name_commands_that_exist() {
    let papers = fs::read_to_string(root().join("docs/papers.md")).unwrap();
    let mut count = 0;
    for code in papers.split('`').skip(1).step_by(2) {
        let words: Vec<&str> = code.split(' ').collect();
        count += 1;
        if let ["cargo", "lab", group, name, ..] = words[..] {
            let file = ["", "finished/"]
                .map(|folder| root().join(format!("crates/lab/src/{folder}{group}/mod.rs")))
                .into_iter()
                .find(|file| file.exists());
            let text = fs::read_to_string(file.expect(group)).unwrap();
            // A variant of the enum of subcommands.
            let variant: String = (name.split('-'))
                .map(|part| part[..1].to_uppercase() + &part[1..])
                .collect();
            let there = [" ", "\n"].iter().any(|before| {
                ["(", " {", ","]
                    .iter()
                    .any(|after| text.contains(&format!("{before}{variant}{after}")))
            });
            assert!(there, "{code}");
        } else if code != "cargo lab" {
            let tool = TOOLS.iter().find(|tool| tool.name == words[0]);
            let tool = tool.unwrap_or_else(|| panic!("{code}"));
            let command = (tool.command)();
            for word in &words[1..] {
                let Some(option) = word.strip_prefix("--") else {
                    continue;
                };
                let mut options = command
                    .get_arguments()
                    .filter_map(|argument| argument.get_long());
                assert!(options.any(|long| long == option), "{code}");
            }
        }
    }
    assert!(count > 50, "{count} commands");
}

/// The rows of a page about papers: what, and the commands of tools that do it.
fn rows(papers: &str) -> Vec<(&str, Vec<&str>)> {
    (papers.lines().filter(|line| line.starts_with("| ")))
        .filter_map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let commands = cells[3].split('`').skip(1).step_by(2);
            let of_tools = commands.filter(|command| !command.starts_with("cargo lab"));
            (cells[2] != "what").then(|| (cells[2], of_tools.collect()))
        })
        .collect()
}

/// A script in `tests/cases` shows each claim of a page about papers. It begins with `# papers:` and the words of the
/// row, and has its commands. `tests/cases.rs` compares its output.
#[test]
fn each_row_about_a_paper_has_a_script() {
    let papers = fs::read_to_string(root().join("docs/papers.md")).unwrap();
    let rows = rows(&papers);
    let scripts: Vec<String> = (scripts().iter())
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let shown = |script: &str| -> Vec<String> {
        let shown = script
            .lines()
            .filter_map(|line| line.strip_prefix("# papers: "));
        shown.map(str::to_owned).collect()
    };
    for (what, commands) in rows.iter().filter(|(_, commands)| !commands.is_empty()) {
        let of_row: String = (scripts.iter())
            .filter(|script| shown(script).iter().any(|row| row == what))
            .map(String::as_str)
            .collect();
        assert!(!of_row.is_empty(), "no script shows: {what}");
        let words: Vec<&str> = of_row.split([' ', '\n', '\'', '(', ')', ';']).collect();
        for word in commands.iter().flat_map(|command| command.split(' ')) {
            assert!(words.contains(&word), "{what}: no script has {word}");
        }
    }
    for row in scripts.iter().flat_map(|script| shown(script)) {
        assert!(
            rows.iter().any(|(what, _)| *what == row),
            "no row says: {row}"
        );
    }
}

/// The numbers of a cell: `.944, .987 (150 books)` has three.
fn numbers(cell: &str) -> Vec<&str> {
    let words = cell.split(|c: char| !c.is_ascii_digit() && c != '.' && c != ',');
    let numbers = words.map(|word| word.trim_end_matches(['.', ',']));
    numbers.filter(|number| !number.is_empty()).collect()
}

/// A figure that README quotes is in a table of docs/figures.md, below the recipe that measures it.
#[test]
fn each_figure_of_the_readme_has_a_recipe() {
    let read = |path| fs::read_to_string(root().join(path)).unwrap();
    let (readme, figures) = (read("README.md"), read("docs/figures.md"));
    let sections: Vec<&str> = (figures.split("\n# "))
        .filter(|section| section.contains("Recipe: `cargo lab "))
        .collect();
    let rows = readme
        .lines()
        .skip_while(|line| !line.starts_with("| | trommel |"));
    let rows: Vec<&str> = rows
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .collect();
    assert!(rows.len() >= 8, "{} rows", rows.len());
    for row in rows {
        let cells: Vec<Vec<&str>> = row.split('|').skip(2).take(2).map(numbers).collect();
        let has = |section: &&str, cell: &[&str]| {
            let mut rows = section.lines().filter(|line| line.starts_with('|'));
            rows.any(|line| cell.iter().all(|number| numbers(line).contains(number)))
        };
        let is_measured = |section: &&&str| cells.iter().all(|cell| has(section, cell));
        assert!(cells.iter().all(|cell| !cell.is_empty()), "{row}");
        assert!(sections.iter().find(is_measured).is_some(), "{row}");
    }
}

#[test]
fn the_tasks_of_a_slurm_array_make_what_one_process_makes() {
    let here = Workplace::new();
    let pages = root().join("tests/corpus/web");
    here.shell(&format!(
        "find '{}' -name '*.html' | sort > files",
        pages.display()
    ))
    .quietly();
    let whole = here
        .shell("charset --to-utf8 < files | htmlblocks --emit text | sort")
        .quietly();
    let script = root().join("examples/slurm/pages");
    for task in 1..=3 {
        here.shell(&format!(
            "SLURM_ARRAY_TASK_ID={task} SLURM_ARRAY_TASK_COUNT=3 '{}' files out",
            script.display()
        ))
        .quietly();
    }
    let divided = here.shell("cat out/*.jsonl | sort").quietly();
    assert!(whole.text().lines().count() > 3);
    assert_eq!(divided.text(), whole.text());
    assert_eq!(
        here.shell("ls out/*.jsonl")
            .quietly()
            .text()
            .lines()
            .count(),
        3
    );
}
