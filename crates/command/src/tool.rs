//! The `main` of every tool: arguments, and what happens before and after its work.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use clap::{ArgMatches, Command, CommandFactory};
use record::{FieldPath, Keys};

use crate::args::{CommonArgs, FlatFormat};
use crate::data_sets::UNCHANGED;
use crate::stats::Collector;
use crate::usage::{print_help_or_error, tip};
use crate::written::{Own, Table};
use crate::{Error, Output, Process, help};

/// A tool: its options and its work.
pub trait Tool: clap::Parser {
    /// The EXAMPLES section: pairs of `# what it does` and a command that runs as written.
    const EXAMPLES: &'static str;
    /// The MEMORY section: its class (streaming, bounded, grows with distinct keys, whole input) and the reason.
    const MEMORY: &'static str;
    /// More sections of the man page, in Markdown, each with a heading.
    const SECTIONS: &'static [&'static str] = &[];

    /// The options that every tool has.
    fn common(&self) -> &CommonArgs;

    /// The job of this run in the records of `--stats`, if it is not the usual one: runs of different jobs are different steps.
    fn step(&self) -> &'static str {
        ""
    }

    /// Does the work. Output written before an error is kept.
    ///
    /// # Errors
    /// Returns an error if continuing is pointless. Errors of single inputs are reported through
    /// [`Process::trouble`] instead.
    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error>;
}

/// The EXIT STATUS section of every help text.
pub const EXIT_STATUS: &str = "\
0  done, also when nothing was found
2  trouble: unreadable files and bad records are reported on standard error, everything else is processed; --max-errors
   tolerates some";

/// Runs the `main` of tool `T`.
pub fn main<T: Tool>() -> ExitCode {
    main_with::<T>(std::env::args_os().skip(1).collect())
}

/// Like [`main`], with the given arguments, without the tool's name, instead of those of the
/// process.
pub fn main_with<T: Tool>(arguments: Vec<OsString>) -> ExitCode {
    let command = command::<T>();
    let tool: &'static str = Box::leak(command.get_name().to_owned().into_boxed_str());
    let name = OsString::from(tool);
    let parsed = command
        .try_get_matches_from(std::iter::once(name).chain(arguments))
        .and_then(|mut matches| {
            let shared = Shared::of(&matches);
            Ok((T::from_arg_matches_mut(&mut matches)?, shared))
        });
    let (options, shared) = match parsed {
        Ok(parsed) => parsed,
        Err(message) => {
            let tip = tip(&self::command::<T>(), &message);
            return ExitCode::from(print_help_or_error(tool, &message, tip));
        }
    };
    let (step, common) = (options.step(), options.common());
    let (stats, opened) = match Collector::open(common) {
        Ok(stats) => (stats, Ok(())),
        Err(error) => (None, Err(error)),
    };
    let process = Process::new(tool, step, common, shared.into_files, shared.limits, stats);
    let result = opened
        .and_then(|()| common.check_files(&shared.written, &shared.files))
        .and_then(|()| process.open_rejects(common))
        .and_then(|()| Output::open(common, shared.keys.clone()))
        .and_then(|out| run(&options, &process, &shared, out));
    ExitCode::from(process.end(&result))
}

/// What this module needs of the options that some tools have.
struct Shared {
    /// Whether the output does not go to standard output,
    into_files: bool,
    /// and goes to files in a folder.
    into_folder: bool,
    /// The FILE arguments.
    files: Vec<OsString>,
    /// The files of [`WRITTEN`] that are given, with their options.
    written: Vec<(&'static str, PathBuf)>,
    own_format: Option<Own>,
    keys: Keys,
    /// The greatest sizes of an input and of a document.
    limits: [Option<u64>; 2],
}

impl Shared {
    fn of(matches: &ArgMatches) -> Self {
        let path = |id| matches.try_get_one::<PathBuf>(id).ok().flatten().cloned();
        let size = |id| matches.try_get_one::<u64>(id).ok().flatten().copied();
        let into_folder = matches.try_contains_id("out_dir").unwrap_or(false);
        let is_file = |path: PathBuf| path.as_os_str() != "-";
        let written = (WRITTEN.iter()).filter_map(|&(id, option)| Some((option, path(id)?)));
        let files = matches.try_get_many::<OsString>("files").ok().flatten();
        Shared {
            into_files: into_folder || path("output").is_some_and(is_file),
            into_folder,
            files: files.into_iter().flatten().cloned().collect(),
            written: written.collect(),
            own_format: own_format(matches),
            keys: keys(matches),
            limits: [size("max_input_size"), size("max_document_size")],
        }
    }
}

/// Runs a tool whose input and output are open, and completes the output.
fn run(
    options: &impl Tool,
    process: &Process,
    shared: &Shared,
    mut out: Output,
) -> Result<(), Error> {
    let common = options.common();
    check_input(&shared.files)?;
    out.writer.set_stats(process.stats.clone());
    out.writer.set_told(process.told.clone());
    let all_numbers = match shared.into_folder {
        true => common.output_format.keeps_parquet(),
        false => out.writer.is_parquet(),
    };
    process
        .writes_all_numbers
        .store(all_numbers, Ordering::Relaxed);
    if let Some(format) = shared.own_format {
        out.writer.set_own(format)?;
    }
    out.set_edits(common, process.tool(), shared.own_format)?;
    options.run(process, &mut out)?;
    out.complete_data_sets(process);
    out.flush()?;
    if out.writer.is_vertical() {
        process.lose_annotations(common.output_file())?;
    }
    for field in out.writer.missing_fields() {
        process.warn("--structure-fields", format!("no record has {field}"));
    }
    for (option, why) in out.without_effect() {
        process.warn(option, why);
    }
    let reads_output = common.reads_output(&shared.files);
    match why_kept(&out, common, shared, reads_output, process.has_failed()) {
        Some(why) => Err(Error::new(out.writer.name(), why)),
        None => {
            let emptied = common.output_file().filter(|file| {
                out.writer.leaves_nothing() && file.metadata().is_ok_and(|old| old.len() > 0)
            });
            let name = out.writer.name().to_owned();
            process.warn_of_mixed(&name, &out.complete()?.mixed);
            if let Some(file) = emptied.filter(|_| process.has_read_nothing()) {
                let message = "no document or record was read, so this file is empty now";
                process.warn(intake::display_path(file), message);
            }
            Ok(())
        }
    }
}

/// Refuses FILEs that are also standard output, before anything is read.
///
/// # Errors
/// Fails if there is one.
fn check_input(files: &[OsString]) -> Result<(), Error> {
    for file in files.iter().map(Path::new) {
        if let Ok(metadata) = file.metadata() {
            platform::files::not_output(&metadata)
                .map_err(|error| Error::io(intake::display_path(file), &error))?;
        }
    }
    Ok(())
}

/// The options of single tools that write to a file, with their identifiers.
const WRITTEN: [(&str, &str); 3] = [
    ("left_out", "--left-out"),
    ("model", "--model"),
    ("svg", "--svg"),
];

/// Returns why the output does not replace its file: JSON records would replace a text that was read; or not all of the
/// input can be read, and the file is the input, whose rest would be lost, or there is nothing to write.
fn why_kept(
    out: &Output,
    common: &CommonArgs,
    shared: &Shared,
    reads_output: bool,
    has_failed: bool,
) -> Option<&'static str> {
    let replaced = common.output_file().filter(|_| reads_output);
    if shared.own_format.is_none()
        && out.writer.has_json()
        && replaced.is_some_and(intake::container::is_document)
    {
        return Some(
            "unchanged, because it is a text or a page, and JSON records would replace it; write another file, or texts with -r",
        );
    }
    if !has_failed || !out.writer.is_file() {
        return None;
    }
    if reads_output {
        return Some(UNCHANGED);
    }
    let empty =
        "not written, because there is nothing to write and not all of the input can be read";
    out.writer.is_empty().then_some(empty)
}

/// Returns the format that the tool writes itself because of its options.
fn own_format(matches: &ArgMatches) -> Option<Own> {
    let is_set = |option| matches!(matches.try_get_one::<bool>(option), Ok(Some(true)));
    match matches.try_get_one::<FlatFormat>("format") {
        Ok(Some(FlatFormat::Csv)) => Some(Own::Table(Table::Csv)),
        Ok(Some(FlatFormat::Tsv)) => Some(Own::Table(Table::Tsv)),
        _ if is_set("raw_output") => Some(Own::Lines),
        _ => is_set("vertical").then_some(Own::Vertical),
    }
}

/// Returns the fields of names and texts.
fn keys(matches: &ArgMatches) -> Keys {
    let path = |option| matches.try_get_one::<FieldPath>(option).ok().flatten();
    Keys {
        id: path("id_field").cloned(),
        text: path("text_field").cloned(),
        or_default: true,
        ..Keys::default()
    }
}

/// Creates the command line of tool `T`, with the sections common to all help texts.
pub fn command<T: Tool>() -> Command {
    let indent = |text: &str| {
        text.trim()
            .lines()
            .map(|line| {
                if line.is_empty() {
                    String::new()
                } else {
                    format!("  {line}")
                }
            })
            .collect::<Vec<_>>()
            .join("\n")
    };
    let sections = format!(
        "Memory:\n{}\n\nExit status:\n{}",
        indent(T::MEMORY),
        indent(EXIT_STATUS)
    );
    // A negative number is a wrong value of an option, and not an option of its own.
    let command = <T as CommandFactory>::command().mut_args(|arg| {
        let takes_one =
            !arg.is_positional() && arg.get_action().takes_values() && arg.get_num_args().is_none();
        arg.allow_negative_numbers(takes_one)
    });
    let command = help::shorten(command);
    help::with_examples(command, T::EXAMPLES)
        .version(env!("CARGO_PKG_VERSION"))
        .max_term_width(100)
        .after_long_help(sections)
}
