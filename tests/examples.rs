//! Every command of the README and of the EXAMPLES in help and man pages runs as it is printed.

use std::fs;

use trommel::{TOOLS, all};

use crate::harness::{Workplace, installed, root};

/// Programs that examples mix with the tools and that a machine may lack. Everything else is POSIX.
const OPTIONAL: &[&str] = &["jq", "make"];

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
        "mkdir old new; cp books/a-*.txt old; cp books/on-*.txt new; find books -name '*.txt' | uniqwords > words.jsonl",
    )
    .quietly();
    here
}

fn run(here: &Workplace, command: &str, of: &str) {
    if let Some(missing) = OPTIONAL
        .iter()
        .find(|program| command.contains(**program) && !installed(program))
    {
        println!("not run, {missing} is not installed: {command}");
        return;
    }
    let done = here.shell(command);
    assert_eq!(done.code, Some(0), "{of}: {command}\n{}", done.err);
    assert_eq!(done.err, "", "{of}: {command}");
}

#[test]
fn the_examples_of_every_tool_run() {
    let tools = TOOLS.iter().map(|tool| (tool.name, tool.examples));
    for (name, examples) in tools.chain([(all::NAME, all::EXAMPLES)]) {
        let here = workplace();
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

/// The blocks between ```sh fences. The first two commands build things and are run by CI itself.
#[test]
fn the_commands_of_the_readme_run() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let here = workplace();
    let mut count = 0;
    for block in readme.split("```sh\n").skip(1) {
        let commands = block.split("```").next().unwrap();
        if commands.contains("cargo ") {
            continue;
        }
        count += 1;
        run(&here, commands, "README.md");
    }
    assert!(count >= 5, "the README has {count} blocks of commands");
}

#[test]
fn the_pipelines_of_the_overview_run() {
    let overview =
        fs::read_to_string(root().join("crates/xtask/src/generate/overview.md")).unwrap();
    let here = workplace();
    let blocks: Vec<&str> = overview.split("```\n").skip(1).step_by(2).collect();
    assert!(blocks.len() >= 3);
    for commands in blocks {
        run(&here, commands, "trommel.7");
    }
}
