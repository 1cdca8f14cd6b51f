//! Creates the short help, which explains the tool's own options and only names the shared ones.

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

/// The maximum number of examples in `-h`.
const SHOWN: usize = 3;
/// The maximum width of examples in `-h`; many screens would wrap longer ones.
const WIDEST: usize = 96;
/// Examples come first because most readers look for them. They are the `before_help` text, which
/// differs between `-h` and `--help`.
const TEMPLATE: &str =
    "{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}{all-args}{after-help}";

/// Replaces the spaces of a command in a help text by no-break spaces until it is printed, because
/// clap wraps lines at spaces.
fn unbroken(command: &str) -> String {
    command.replace(' ', "\u{A0}")
}

/// Restores the spaces that [`unbroken`] replaced, for printing.
pub(crate) fn printed(help: &str) -> String {
    help.replace('\u{A0}', " ")
}

/// Puts the examples of a tool before its options. `--help` has all of them. `-h` has the first
/// ones that fit into a line, without comments, because the options explain them.
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

/// Hides shared and hidden options in `-h`, and lists their names at the end.
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
    // One paragraph, to save lines.
    let named = named
        .iter()
        .map(|(heading, names)| format!("{heading}: {}", names.join(" ")));
    let after = format!(
        "What --help explains, too: {}",
        named.collect::<Vec<_>>().join("; ")
    );
    command.after_help(after)
}
