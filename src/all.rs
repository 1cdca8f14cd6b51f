//! All tools in one binary: `trommel TOOL ...`, or a link to it with a tool's name.

mod install;

use std::ffi::{OsStr, OsString};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::error::{ContextKind, ErrorKind};
use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;

use crate::{Entry, TOOLS, manual};

/// The command's name.
pub const NAME: &str = "trommel";

const ABOUT: &str =
    "Separate a text corpus from its boilerplate and its duplicates: all tools in one program";

const LONG_ABOUT: &str = "\
Separate a text corpus from its boilerplate and its duplicates: all tools in one program.

`trommel TOOL` does what the command TOOL does, with the same options, messages and exit codes. A link to this program \
that has a tool's name is that tool; `trommel --install` makes all of them.";

/// The EXAMPLES section: pairs of `# what it does` and a command that runs unchanged.
pub const EXAMPLES: &str = "\
# Print the options of a tool
trommel help linenorm
# Find the lines that most books begin with
find books -name '*.txt' | trommel linenorm --ends 30 | trommel freqlines -k 5
# Make a link for each tool, and write manual pages and completions
trommel --install tools/bin
# Print the recipes, or write a manual page without installing it
trommel help recipes | head -n 3
trommel man linenorm > linenorm.1";

/// Runs the tool that the program's name or its first argument names.
pub fn main() -> ExitCode {
    #[cfg(feature = "charset")]
    charset::cli::serve_readers();
    let mut arguments = std::env::args_os();
    let program = arguments.next().unwrap_or_default();
    let name = Path::new(&program).file_stem();
    if let Some(tool) = name.and_then(tool) {
        return (tool.main)(arguments.collect());
    }
    let mut arguments: Vec<OsString> = arguments.collect();
    if let Some(tool) = arguments.first().and_then(|first| tool(first)) {
        arguments.remove(0);
        return (tool.main)(arguments);
    }
    // The tools are not real subcommands, because each parses its own arguments, under its own
    // name.
    let matches =
        command().try_get_matches_from(std::iter::once(OsString::from(NAME)).chain(arguments));
    match matches.and_then(|matches| own(&matches)) {
        Ok(code) => code,
        Err(message) => ExitCode::from(command::usage::print_help_or_error(NAME, &message, None)),
    }
}

/// Returns the tool with this name; `report` is short for `trommel-report`.
fn tool(name: &OsStr) -> Option<&'static Entry> {
    let name = name.to_str()?;
    TOOLS
        .iter()
        .find(|tool| tool.name == name || tool.name.strip_prefix("trommel-") == Some(name))
}

/// The command line of `trommel` itself, with the tools as subcommands that have no arguments.
pub fn command() -> Command {
    let tools = TOOLS.iter().map(|tool| {
        let about = (tool.command)().get_about().cloned().unwrap_or_default();
        Command::new(tool.name).about(about).disable_help_flag(true)
    });
    Command::new(NAME)
        .version(env!("CARGO_PKG_VERSION"))
        .about(ABOUT)
        .long_about(LONG_ABOUT)
        .after_long_help(format!("Examples:\n  {}", EXAMPLES.replace('\n', "\n  ")))
        .max_term_width(100)
        .subcommand_value_name("TOOL")
        .subcommand_help_heading("Tools")
        .override_usage("trommel TOOL [OPTIONS] [FILE]...\n       trommel help TOOL\n       trommel --install [DIR]")
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .subcommands(tools)
        .subcommand(
            Command::new("help")
                .about("Print the options and methods of a tool, or a guide: recipes, papers, scaling, figures, faults")
                .arg(Arg::new("name").value_name("TOOL|GUIDE")),
        )
        .subcommand(
            Command::new("man")
                .about("Print a manual page for man(1), as in `trommel man linenorm | man -l -`, or list all pages")
                .arg(Arg::new("name").value_name("PAGE")),
        )
        .subcommand(
            Command::new("completions").about("Print a script that completes options in a shell").arg(
                Arg::new("shell")
                    .value_name("SHELL")
                    .required(true)
                    .value_parser(value_parser!(Shell)),
            ),
        )
        .arg(
            Arg::new("install")
                .long("install")
                .value_name("DIR")
                .num_args(0..=1)
                .value_parser(value_parser!(PathBuf))
                .help("Copy this program to DIR, and make a link to it for each tool; without DIR, make the links in its own folder. In a folder named bin, also write manual pages and completions to ../share"),
        )
}

/// Handles the functions of `trommel` itself.
fn own(matches: &ArgMatches) -> Result<ExitCode, clap::Error> {
    if matches.contains_id("install") {
        let folder = matches.get_one::<PathBuf>("install").map(PathBuf::as_path);
        let done = install::install(folder).map_err(|error| {
            let folder = folder.unwrap_or(Path::new("--install"));
            command().error(ErrorKind::Io, format!("{}: {error}", folder.display()))
        })?;
        return print(&done);
    }
    let argument = |name| {
        let of = matches.subcommand_matches(name);
        of.and_then(|of| of.get_one::<String>("name"))
    };
    match matches.subcommand_name() {
        Some("completions") => {
            let of = matches.subcommand_matches("completions");
            let shell = of.and_then(|of| of.get_one::<Shell>("shell"));
            print(&completions(*shell.expect("a required argument"), NAME))
        }
        Some("man") => manual_page(argument("man").map(String::as_str)),
        _ => match argument("help") {
            None => Err(asked_for_help()),
            Some(name) => help(name),
        },
    }
}

fn asked_for_help() -> clap::Error {
    command()
        .try_get_matches_from([NAME, "--help"])
        .expect_err("help is an error to clap")
}

/// Writes a text to standard output.
fn print(text: &str) -> Result<ExitCode, clap::Error> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // The reader has closed the pipe, which is not an error.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        Err(error) => Err(command().error(ErrorKind::Io, format!("standard output: {error}"))),
        Ok(()) => Ok(ExitCode::SUCCESS),
    }
}

/// Shows the options of a tool and the further sections of its manual, or a page about all tools.
fn help(name: &str) -> Result<ExitCode, clap::Error> {
    if let Some(tool) = tool(OsStr::new(name)) {
        let shown = (tool.main)(vec!["--help".into()]);
        let sections: String = tool
            .sections
            .iter()
            .map(|text| format!("\n{text}"))
            .collect();
        return print(&sections).map(|_| shown);
    }
    if let Some(own) = command().find_subcommand_mut(name) {
        return print(&own.render_long_help().to_string());
    }
    let topic = name.strip_prefix("trommel-").unwrap_or(name);
    if let Some((_, text)) = manual::TOPICS.iter().find(|(known, _)| *known == topic) {
        return print(text);
    }
    let similar = command().try_get_matches_from([NAME, name]).err();
    if let Some(similar) =
        similar.filter(|error| error.get(ContextKind::SuggestedSubcommand).is_some())
    {
        return Err(similar);
    }
    let guides: Vec<_> = manual::TOPICS.iter().map(|(topic, _)| *topic).collect();
    let message = format!(
        "there is no tool or guide '{name}'; the guides are {}, and -h lists the tools",
        guides.join(", ")
    );
    Err(command().error(ErrorKind::InvalidValue, message))
}

/// Prints a manual page in the format of man(1), or the names of all pages.
fn manual_page(name: Option<&str>) -> Result<ExitCode, clap::Error> {
    let Some(name) = name else {
        let names = manual::PAGES.iter().map(|(page, _)| format!("{page}\n"));
        return print(&names.collect::<String>());
    };
    let is_named = |page: &str| {
        page == name
            || page.rsplit_once('.').is_some_and(|(page, _)| {
                page == name || page.strip_prefix("trommel-") == Some(name)
            })
    };
    match manual::PAGES.iter().find(|(page, _)| is_named(page)) {
        Some((_, text)) => print(text),
        None => {
            let message = format!("no manual page '{name}'; 'trommel man' lists them");
            Err(command().error(ErrorKind::InvalidValue, message))
        }
    }
}

/// Returns the script that completes the options of a tool, or of `trommel` and all its tools.
pub fn completions(shell: Shell, name: &str) -> String {
    let mut script = Vec::new();
    let mut of = match TOOLS.iter().find(|tool| tool.name == name) {
        Some(tool) => (tool.command)(),
        None => {
            let mut all = command();
            for tool in TOOLS {
                all = all.mut_subcommand(tool.name, |_| (tool.command)().after_long_help(""));
            }
            all
        }
    };
    clap_complete::generate(shell, &mut of, name, &mut script);
    String::from_utf8(script).expect("scripts are UTF-8")
}
