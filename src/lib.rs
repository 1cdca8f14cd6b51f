//! The table of tools. Everything that covers all tools (man pages, completions, the conformance
//! tests) iterates over it.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Command;
/// The formats of documents.
pub use command::CONTAINERS;
pub use command::tool::EXIT_STATUS;

pub mod all;
mod manual;

/// A tool of the set.
pub struct Entry {
    /// The name, which is also the name of its binary.
    pub name: &'static str,
    /// Returns its command line.
    pub command: fn() -> Command,
    /// Runs the tool with these arguments.
    pub main: fn(Vec<OsString>) -> ExitCode,
    /// The type of its input.
    pub input: Input,
    /// The EXAMPLES section: pairs of `# what it does` and a command.
    pub examples: &'static str,
    /// The MEMORY section.
    pub memory: &'static str,
    /// Further sections of the man page, in Markdown.
    pub sections: &'static [&'static str],
}

/// The type of a tool's input.
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
