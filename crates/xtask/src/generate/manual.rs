//! A page a tool, and the overview.

use clap::Command;
use clap_mangen::Man;
use roff::{Roff, bold, italic, roman};
use trommel::{CONTAINERS, Entry, Input, TOOLS};

use super::markdown;

const OVERVIEW: &str = include_str!("../../../../docs/overview.md");

/// A page with all options, also those that `-h` leaves out: those have no description otherwise.
fn manual(command: Command) -> Man {
    Man::new(command.mut_args(|arg| arg.hide_short_help(false)))
}

/// The page of one tool, section 1.
pub fn page(tool: &Entry) -> anyhow::Result<Vec<u8>> {
    let mut command = (tool.command)()
        .after_long_help("")
        .before_help(None)
        .before_long_help(None);
    let usage = command.render_usage().to_string();
    let man = manual(command);
    let mut out = title(tool.name, 1).into_bytes();
    man.render_name_section(&mut out)?;
    let mut synopsis = Roff::new();
    let usage = usage
        .trim_start_matches("Usage:")
        .trim()
        .replace("[OPTIONS]", "[OPTION]...")
        .replace(['<', '>'], "");
    synopsis
        .control("SH", ["SYNOPSIS"])
        .text([bold(tool.name), roman(usage.trim_start_matches(tool.name))]);
    synopsis.to_writer(&mut out)?;
    man.render_description_section(&mut out)?;
    // Most readers look for an example first.
    let mut shown = Roff::new();
    shown.control("SH", ["EXAMPLES"]);
    examples(&mut shown, tool.examples);
    shown.to_writer(&mut out)?;
    man.render_options_section(&mut out)?;

    let mut rest = Roff::new();
    for section in tool.sections {
        markdown::append(&mut rest, section);
    }
    rest.control("SH", ["MEMORY"]);
    for (number, paragraph) in tool.memory.split("\n\n").enumerate() {
        if number > 0 {
            rest.control("PP", []);
        }
        rest.text([roman(paragraph)]);
    }
    exit_status(&mut rest);
    let mut others: Vec<_> = TOOLS
        .iter()
        .map(|other| other.name)
        .filter(|&name| name != tool.name)
        .collect();
    others.sort_unstable();
    rest.control("SH", ["SEE ALSO"]);
    for name in others {
        rest.control("BR", [name, "(1),"]);
    }
    rest.control("BR", ["trommel-record", "(5),"])
        .control("BR", ["trommel", "(7)"]);
    rest.to_writer(&mut out)?;
    Ok(out)
}

/// The page of the command that is all tools.
pub fn all() -> anyhow::Result<Vec<u8>> {
    let command = trommel::all::command().after_long_help("");
    let man = manual(command);
    let mut out = title(trommel::all::NAME, 1).into_bytes();
    man.render_name_section(&mut out)?;
    let mut synopsis = Roff::new();
    synopsis.control("SH", ["SYNOPSIS"]);
    for (index, form) in ["TOOL [OPTION]... [FILE]...", "help TOOL", "--install DIR"]
        .iter()
        .enumerate()
    {
        if index > 0 {
            synopsis.control("br", []);
        }
        synopsis.text([bold(trommel::all::NAME), roman(" "), roman(*form)]);
    }
    synopsis.to_writer(&mut out)?;
    man.render_description_section(&mut out)?;
    man.render_options_section(&mut out)?;
    let mut rest = Roff::new();
    rest.control("SH", ["TOOLS"]);
    for tool in TOOLS {
        let about = (tool.command)().get_about().map(ToString::to_string);
        rest.control("TP", []).text([bold(tool.name), roman("(1)")]);
        rest.text([roman(about.unwrap_or_default())]);
    }
    rest.control("SH", ["EXAMPLES"]);
    examples(&mut rest, trommel::all::EXAMPLES);
    exit_status(&mut rest);
    rest.control("SH", ["SEE ALSO"])
        .control("BR", ["trommel", "(7)"]);
    rest.to_writer(&mut out)?;
    Ok(out)
}

/// A list of the containers, with how each is recognised, what is read, lost and refused; and a table of what happens
/// to files with the usual faults.
fn containers() -> String {
    let rows = CONTAINERS.iter().map(|row| {
        format!(
            "- `{}`: recognised by {}. *Read:* {}. *Lost:* {}. *Refused:* {}.\n",
            row.name, row.recognised, row.read, row.lost, row.refused
        )
        .replace('<', "\\<")
    });
    let mut text: String = rows.collect();
    let questions = CONTAINERS[0].answers.all().map(|(question, _)| question);
    text += &format!(
        "\nA file with a fault is read as far as possible. An error makes the exit code 2:\n\n| format | {} |\n|---|{}\n",
        questions.join(" | "),
        "---|".repeat(questions.len())
    );
    for row in &CONTAINERS {
        let answers = row.answers.all().map(|(_, answer)| answer.to_string());
        text += &format!("| {} | {} |\n", row.name, answers.join(" | "));
    }
    text
}

/// The overview, section 7.
pub fn overview() -> anyhow::Result<Vec<u8>> {
    let mut page = Roff::new();
    page.control("SH", ["NAME"]).text([roman(
        "trommel - filters that separate a text corpus from its boilerplate and its duplicates",
    )]);
    let text = OVERVIEW
        .replace("{containers}", &containers())
        .replace("{document readers}", &names(Input::Documents))
        .replace("{record readers}", &names(Input::Records));
    let (before, after) = text
        .split_once("{tools}\n")
        .expect("the place of the table");
    markdown::append(&mut page, before);
    for tool in TOOLS {
        let about = (tool.command)()
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default();
        page.control("TP", []).text([bold(tool.name), roman("(1)")]);
        page.text([
            roman(about),
            roman(". "),
            italic("Memory:"),
            roman(" "),
            // The tool's own page has the details.
            roman(tool.memory.split("\n\n").next().unwrap_or_default()),
        ]);
    }
    markdown::append(&mut page, after);
    exit_status(&mut page);
    Ok((title("trommel", 7) + &page.to_roff()).into_bytes())
}

/// A further page of section 7, from Markdown.
pub fn topic(name: &str, about: &str, text: &str) -> Vec<u8> {
    let mut page = Roff::new();
    page.control("SH", ["NAME"])
        .text([roman(format!("{name} - {about}"))]);
    markdown::append(&mut page, text);
    page.control("SH", ["SEE ALSO"])
        .control("BR", ["trommel", "(7)"]);
    let text = page.to_roff();
    // The first line tells man(1) that the page has tables.
    let tables = if text.contains("\n.TS") {
        "'\\\" t\n"
    } else {
        ""
    };
    (tables.to_owned() + &title(name, 7) + &text).into_bytes()
}

/// The tools that read this, separated by commas.
fn names(input: Input) -> String {
    let tools = TOOLS.iter().filter(|tool| tool.input == input);
    tools.map(|tool| tool.name).collect::<Vec<_>>().join(", ")
}

/// The title line, behind the one that tells man(1) to expect tables. Its date is empty, so that the page depends on nothing
/// but its sources.
pub fn title(name: &str, section: u8) -> String {
    format!(
        "'\\\" t\n.TH \"{}\" \"{section}\" \"\" \"trommel {}\" \"trommel\"\n",
        name.to_uppercase(),
        env!("CARGO_PKG_VERSION")
    )
}

/// `# what it does` and a command, in pairs.
fn examples(page: &mut Roff, text: &str) {
    let mut command = String::new();
    let show = |page: &mut Roff, command: &mut String| {
        if !command.is_empty() {
            markdown::code(page, command);
            command.clear();
        }
    };
    for line in text.lines() {
        match line.strip_prefix("# ") {
            Some(what) => {
                show(page, &mut command);
                page.control("PP", [])
                    .text([roman(capitalised(what)), roman(":")]);
            }
            None => {
                command.push_str(line);
                command.push('\n');
            }
        }
    }
    show(page, &mut command);
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map(|first| first.to_uppercase().chain(characters).collect())
        .unwrap_or_default()
}

fn exit_status(page: &mut Roff) {
    page.control("SH", ["EXIT STATUS"]);
    // A line that begins with a space goes on with the one before it.
    for line in trommel::EXIT_STATUS.replace("\n ", " ").lines() {
        let (code, meaning) = line.split_once(' ').expect("a code and its meaning");
        page.control("TP", [])
            .text([bold(code)])
            .text([roman(words(meaning))]);
    }
}

/// The words of a text that is aligned for a terminal.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
