//! All tools in one binary: `trommel TOOL ...`, or a link to it that has a tool's name.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Command, value_parser};

use crate::{Entry, TOOLS};

/// The command's name.
pub const NAME: &str = "trommel";

const ABOUT: &str =
    "Separate a text corpus from its boilerplate and its duplicates: all tools in one program";

const LONG_ABOUT: &str = "\
Separate a text corpus from its boilerplate and its duplicates: all tools in one program.

`trommel TOOL` does what the command TOOL does, with the same options, messages and exit codes. A link to this program \
that has a tool's name is that tool; `trommel --install` makes all of them.";

/// The EXAMPLES section: `# what it does` and a command that runs as it stands, in pairs.
pub const EXAMPLES: &str = "\
# The options of a tool
trommel help linenorm
# The lines that most books begin with
find books -name '*.txt' | trommel linenorm --ends 30 | trommel freqlines -k 5
# A link for each tool
trommel --install bin";

/// Runs the tool that the program's name or its first argument says.
pub fn main() -> ExitCode {
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
    // The tools are no subcommands here: each reads its own arguments, under its own name.
    let matches =
        command().try_get_matches_from(std::iter::once(OsString::from(NAME)).chain(arguments));
    match matches.and_then(|matches| own(&matches)) {
        Ok(code) => code,
        Err(message) => ExitCode::from(command::process::print_help_or_error(NAME, &message, None)),
    }
}

/// The tool of this name; `report` is short for `trommel-report`.
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
                .about("Print the manual of a tool")
                .arg(Arg::new("tool").value_name("TOOL")),
        )
        .arg(
            Arg::new("install")
                .long("install")
                .value_name("DIR")
                .num_args(0..=1)
                .value_parser(value_parser!(PathBuf))
                .help("Copy this program to DIR, and make a link to it for each tool there; without DIR make the links beside this program. Tools that are there stay"),
        )
}

/// What no tool does.
fn own(matches: &ArgMatches) -> Result<ExitCode, clap::Error> {
    if matches.contains_id("install") {
        let folder = matches.get_one::<PathBuf>("install").map(PathBuf::as_path);
        return install(folder)
            .map(|()| ExitCode::SUCCESS)
            .map_err(|error| {
                let folder = folder.unwrap_or(Path::new("--install"));
                command().error(ErrorKind::Io, format!("{}: {error}", folder.display()))
            });
    }
    let named = matches
        .subcommand_matches("help")
        .and_then(|help| help.get_one::<String>("tool"));
    match named {
        None => Err(command()
            .try_get_matches_from([NAME, "--help"])
            .expect_err("help is an error to clap")),
        Some(name) => match tool(OsStr::new(name)) {
            Some(tool) => Ok((tool.main)(vec!["--help".into()])),
            // As with a wrong name at its place: similar names are suggested.
            None => Err(command()
                .try_get_matches_from([NAME, name])
                .expect_err("no tool has this name")),
        },
    }
}

/// Makes a link to this program for each tool; in another folder than the program's own, to a copy of it.
fn install(folder: Option<&Path>) -> io::Result<()> {
    let program = platform::files::program()?;
    let own = program.parent().unwrap_or(Path::new("")).to_owned();
    let folder = folder.unwrap_or(&own);
    fs::create_dir_all(folder)?;
    let installed = folder
        .join(NAME)
        .with_extension(std::env::consts::EXE_EXTENSION);
    if !is_same(&installed, &program) {
        platform::files::copy_over(&program, &installed)?;
    }
    for tool in TOOLS {
        let to = folder
            .join(tool.name)
            .with_extension(std::env::consts::EXE_EXTENSION);
        match platform::files::link(&installed, &to) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if !is_same(&to, &installed) {
                    eprintln!("{NAME}: {}: is there already", to.display());
                }
            }
            made => made?,
        }
    }
    Ok(())
}

/// Whether both names lead to one file.
fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
