//! The table of tools. What goes through all tools - man pages, completions, the conformance tests - walks it.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Command;
/// What documents come in.
pub use command::CONTAINERS;
pub use command::process::EXIT_STATUS;

pub mod all;
mod manual;

/// A tool of the set.
pub struct Entry {
    /// Its name, which is its binary's.
    pub name: &'static str,
    /// Its command line.
    pub command: fn() -> Command,
    /// Runs it with these arguments.
    pub main: fn(Vec<OsString>) -> ExitCode,
    /// What it reads.
    pub input: Input,
    /// The EXAMPLES section: `# what it does` and a command, in pairs.
    pub examples: &'static str,
    /// The MEMORY section.
    pub memory: &'static str,
    /// Further sections of the man page, in Markdown.
    pub sections: &'static [&'static str],
}

/// What a tool reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// Documents: FILEs, or a list of paths and document records on standard input.
    Documents,
    /// Records, from FILEs or standard input.
    Records,
}

const fn entry<T: command::Tool>(name: &'static str, input: Input) -> Entry {
    Entry {
        name,
        command: command::command::<T>,
        main: command::main_with::<T>,
        input,
        examples: T::EXAMPLES,
        memory: T::MEMORY,
        sections: T::SECTIONS,
    }
}

/// All tools, in the order in which data flows through them.
pub const TOOLS: &[Entry] = &[
    #[cfg(feature = "linenorm")]
    entry::<linenorm::cli::Options>("linenorm", Input::Documents),
    #[cfg(feature = "freqlines")]
    entry::<freqlines::cli::Options>("freqlines", Input::Records),
    #[cfg(feature = "cutbounds")]
    entry::<cutbounds::cli::Options>("cutbounds", Input::Documents),
    #[cfg(feature = "factorends")]
    entry::<factorends::cli::Options>("factorends", Input::Documents),
    #[cfg(feature = "uniqwords")]
    entry::<uniqwords::cli::Options>("uniqwords", Input::Documents),
    #[cfg(feature = "lcsdup")]
    entry::<lcsdup::cli::Options>("lcsdup", Input::Records),
    #[cfg(feature = "charset")]
    entry::<charset::cli::Options>("charset", Input::Documents),
    #[cfg(feature = "htmlblocks")]
    entry::<htmlblocks::cli::Options>("htmlblocks", Input::Documents),
    #[cfg(feature = "altcount")]
    entry::<altcount::cli::Options>("altcount", Input::Documents),
    #[cfg(feature = "blockdedup")]
    entry::<blockdedup::cli::Options>("blockdedup", Input::Documents),
    #[cfg(feature = "neardup")]
    entry::<neardup::cli::Options>("neardup", Input::Documents),
    #[cfg(feature = "overlap")]
    entry::<overlap::cli::Options>("overlap", Input::Documents),
    #[cfg(feature = "textstats")]
    entry::<textstats::cli::Options>("textstats", Input::Documents),
    #[cfg(feature = "report")]
    entry::<report::cli::Options>("trommel-report", Input::Records),
];
