//! The short help: the tool's own options explained, the shared ones only named.

use clap::{Arg, ArgAction, Args, Command, Id};

use crate::args::{
    CommonArgs, DirectoryArgs, DocumentArgs, FormatArgs, RecordArgs, SpillArgs, ThreadArgs,
    WarcArgs,
};

/// The shared option groups.
const GROUPS: [fn(Command) -> Command; 8] = [
    CommonArgs::augment_args,
    DirectoryArgs::augment_args,
    DocumentArgs::augment_args,
    FormatArgs::augment_args,
    RecordArgs::augment_args,
    SpillArgs::augment_args,
    ThreadArgs::augment_args,
    WarcArgs::augment_args,
];

/// The most examples that `-h` shows.
const SHOWN: usize = 3;
/// Longer examples would be broken into two lines on many screens.
const WIDEST: usize = 96;
/// Examples come first: they are what most readers look for. `-h` and `--help` have different ones as what comes before help.
const TEMPLATE: &str =
    "{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}{all-args}{after-help}";

/// A command in a help text: clap breaks lines at spaces only, so it has no-break spaces until it is printed.
fn unbroken(command: &str) -> String {
    command.replace(' ', "\u{A0}")
}

/// A help text as it is printed, with the spaces that [`unbroken`] has replaced.
pub(crate) fn printed(help: &str) -> String {
    help.replace('\u{A0}', " ")
}

/// Puts the examples of a tool before its options: all of them in `--help`, and in `-h` the first that fit into a line,
/// without their comments, because the options explain them.
pub(crate) fn with_examples(command: Command, examples: &str) -> Command {
    let section = |lines: Vec<String>| format!("Examples:\n  {}", lines.join("\n  "));
    let all = examples.lines().map(|line| match line.starts_with('#') {
        true => line.to_owned(),
        false => unbroken(line),
    });
    let fitting = examples
        .lines()
        .filter(|line| !line.starts_with('#') && line.len() <= WIDEST)
        .map(unbroken);
    command
        .help_template(TEMPLATE)
        .before_help(section(fitting.take(SHOWN).collect()))
        .before_long_help(section(all.collect()))
}

/// Leaves shared and hidden options out of `-h`, and lists their names at the end.
pub(crate) fn shorten(command: Command) -> Command {
    let shared: Vec<Id> = GROUPS
        .iter()
        .flat_map(|augment| {
            let group = augment(Command::new(""));
            let ids = group.get_arguments().map(Arg::get_id).cloned();
            ids.collect::<Vec<_>>()
        })
        .collect();
    let command = command
        .mut_args(|arg| match shared.contains(arg.get_id()) {
            true => arg.hide_short_help(true),
            false => arg,
        })
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(
            Arg::new("help")
                .short('h')
                .long("help")
                .action(ArgAction::Help)
                .global(true)
                .hide_short_help(true)
                .help(
                    "Print the options of the tool (-h) or all of them and what they do (--help)",
                ),
        )
        .arg(
            Arg::new("version")
                .short('V')
                .long("version")
                .action(ArgAction::Version)
                .hide_short_help(true)
                .help("Print the version"),
        );
    let mut named: Vec<(&str, Vec<String>)> = Vec::new();
    for arg in command.get_arguments() {
        let Some(long) = arg.get_long() else { continue };
        let is_own = ["help", "version"].contains(&arg.get_id().as_str());
        if is_own || arg.is_hide_set() || !arg.is_hide_short_help_set() {
            continue;
        }
        let name = format!("--{long}");
        let heading = arg.get_help_heading().unwrap_or("Others");
        match named.iter_mut().find(|(known, _)| *known == heading) {
            Some((_, names)) => names.push(name),
            None => named.push((heading, vec![name])),
        }
    }
    // One paragraph, because lines are scarce.
    let named = named
        .iter()
        .map(|(heading, names)| format!("{heading}: {}", names.join(" ")));
    let after = format!(
        "What --help explains, too: {}",
        named.collect::<Vec<_>>().join("; ")
    );
    command.after_help(after)
}
