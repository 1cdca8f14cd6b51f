//! `main` of every tool: arguments, messages, exit codes.

use std::collections::HashSet;
use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Command, CommandFactory};
use indicatif::ProgressBar;

use crate::args::CommonArgs;
use crate::{Error, Output, progress};

/// Done, also when nothing was found.
const DONE: u8 = 0;
/// Trouble, also partial trouble: something could not be read or written.
const TROUBLE: u8 = 2;

/// The EXIT STATUS section of every help text.
pub const EXIT_STATUS: &str = "\
0  done, also when nothing was found
2  trouble: each unreadable file and bad record is reported on standard error, everything else is processed";

/// A tool: its options, and what it does with them.
pub trait Tool: clap::Parser {
    /// The EXAMPLES section: `# what it does` and a command that runs as it stands, in pairs.
    const EXAMPLES: &'static str;
    /// The MEMORY section: its class (streaming, bounded, grows with distinct keys, whole input) and why.
    const MEMORY: &'static str;
    /// Further sections of the man page, in Markdown with a heading each.
    const SECTIONS: &'static [&'static str] = &[];

    /// The options that every tool has.
    fn common(&self) -> &CommonArgs;

    /// Does the work. Output that was written before an error stays written.
    ///
    /// # Errors
    /// What makes going on pointless; trouble with one input is reported through [`Process::trouble`] instead.
    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error>;
}

/// The messages of a running tool. Shared by its threads.
#[derive(Debug)]
pub struct Process {
    tool: &'static str,
    quiet: bool,
    troubled: AtomicBool,
    /// What was said, where nothing is said twice.
    said: Mutex<Option<HashSet<String>>>,
    bar: ProgressBar,
}

impl Process {
    fn new(tool: &'static str, common: &CommonArgs) -> Self {
        Process {
            tool,
            quiet: common.quiet,
            troubled: AtomicBool::new(false),
            said: Mutex::new(None),
            bar: progress::bar(tool, common.progress),
        }
    }

    /// The tool's name.
    pub fn tool(&self) -> &'static str {
        self.tool
    }

    /// Reports what could not be read or used; the exit code will be 2.
    pub fn trouble(&self, source: impl Display, message: impl Display) {
        self.troubled.store(true, Ordering::Relaxed);
        self.print(format_args!("{source}: {message}"));
    }

    /// [`Process::trouble`] from an error value.
    pub fn trouble_of(&self, error: &Error) {
        if let Error::At { source, message } = error {
            self.trouble(source, message);
        }
    }

    /// Says what a user may want to know; silent with `--quiet`.
    pub fn warn(&self, source: impl Display, message: impl Display) {
        if !self.quiet {
            self.print(format_args!("{source}: warning: {message}"));
        }
    }

    /// Prints figures that an option asked for.
    pub fn note(&self, message: impl Display) {
        self.print(format_args!("{message}"));
    }

    /// From now on a message is printed once, however often it comes: for a tool that reads its input several times.
    pub fn say_once(&self) {
        *self.said.lock().expect("no thread panics while it prints") = Some(HashSet::new());
    }

    fn print(&self, message: impl Display) {
        let mut said = self.said.lock().expect("no thread panics while it prints");
        if let Some(said) = &mut *said
            && !said.insert(message.to_string())
        {
            return;
        }
        // Nothing can be done where standard error is closed or full, and the exit code tells.
        self.bar
            .suspend(|| drop(writeln!(std::io::stderr(), "{}: {message}", self.tool)));
    }

    /// Advances the progress bar.
    pub fn advance(&self, bytes: u64) {
        self.bar.inc(bytes);
    }

    /// Tells the progress bar how many bytes will be read, if that is known.
    pub fn expect(&self, bytes: u64) {
        if !self.bar.is_hidden() {
            progress::expect(&self.bar, bytes);
        }
    }

    fn exit_code(&self) -> u8 {
        if self.troubled.load(Ordering::Relaxed) {
            TROUBLE
        } else {
            DONE
        }
    }

    fn end(&self, result: &Result<(), Error>) -> u8 {
        self.bar.finish_and_clear();
        if let Err(error) = result {
            self.trouble_of(error);
        }
        self.exit_code()
    }

    /// Ends the process after a failed write, from whichever thread finds it. The thread that reads the input may wait
    /// for standard input and cannot be woken; nothing needs its result, and temporary files have no names.
    pub fn end_now(&self, error: Error) -> ! {
        std::process::exit(i32::from(self.end(&Err(error))))
    }
}

/// The `main` of tool `T`.
pub fn main<T: Tool>() -> ExitCode {
    let command = command::<T>();
    let tool: &'static str = Box::leak(command.get_name().to_owned().into_boxed_str());
    let options = match command
        .try_get_matches()
        .and_then(|mut matches| T::from_arg_matches_mut(&mut matches))
    {
        Ok(options) => options,
        Err(message) => return ExitCode::from(print_help_or_error(tool, &message)),
    };
    let process = Process::new(tool, options.common());
    let result = Output::open(options.common()).and_then(|mut out| {
        options.run(&process, &mut out)?;
        out.finish()
    });
    ExitCode::from(process.end(&result))
}

/// The command line of tool `T`, with the sections that all help texts have.
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
        "Examples:\n{}\n\nMemory:\n{}\n\nExit status:\n{}",
        indent(T::EXAMPLES),
        indent(T::MEMORY),
        indent(EXIT_STATUS)
    );
    <T as CommandFactory>::command()
        .version(env!("CARGO_PKG_VERSION"))
        .max_term_width(100)
        .after_long_help(sections)
}

/// Prints what clap has to say. Help to a full disk is an error, and a closed pipe is none.
fn print_help_or_error(tool: &str, message: &clap::Error) -> u8 {
    let rendered = message.render();
    if message.use_stderr() {
        // A wrong option is reported as everything else is: with the tool's name before it.
        let text = rendered.to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        drop(write!(std::io::stderr(), "{tool}: {text}"));
        return TROUBLE;
    }
    let mut out = match Output::standard() {
        Ok(out) => out,
        Err(_) => return TROUBLE,
    };
    let text = if out.is_terminal() {
        rendered.ansi().to_string()
    } else {
        rendered.to_string()
    };
    match out.write(text.as_bytes()).and_then(|()| out.finish()) {
        Ok(()) | Err(Error::Closed) => DONE,
        Err(Error::At { source, message }) => {
            drop(writeln!(std::io::stderr(), "{tool}: {source}: {message}"));
            TROUBLE
        }
    }
}
