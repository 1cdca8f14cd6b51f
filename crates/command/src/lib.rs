//! Runs a tool: everything around its algorithm.
//!
//! | module | what |
//! |---|---|
//! | [`args`] | shared option groups; a short option means the same in all tools |
//! | [`documents`] | calls the tool for each document, in several threads, with output in input order |
//! | `stats` | collects the statistics of `--stats` |
//! | [`keep`] | selects the document of a group of duplicates that stays |
//! | [`rows`] | writes flat records as TSV and CSV |
//! | `written` | the format of output: JSON Lines, tables, compressed or not |
//! | [`writer`], `directory` | standard output or a file in its format, or a directory of files, replaced atomically |
//! | [`process`] | messages, counts, exit codes |
//! | [`output`], `data_sets` | where the records and documents of a tool go |
//! | [`tool`], [`usage`] | `main`, and messages about wrong options |
//!
//! Only this crate and `intake` open files. Only this crate reads the environment or defines exit
//! codes.

pub mod args;
mod data_sets;
mod dates;
mod directory;
pub mod documents;
mod error;
mod folded;
mod help;
pub mod keep;
mod named_field;
pub mod output;
pub mod process;
mod progress;
pub mod rows;
mod stats;
pub mod tool;
pub mod usage;
pub mod writer;
mod written;

pub use args::{
    CommonArgs, DirectoryArgs, DocumentArgs, Format, FormatArgs, RecordArgs, SpillArgs, ThreadArgs,
    WarcArgs,
};
pub use directory::{Prefix, relative_path};
pub use documents::{
    Emit, InTurn, for_each_document, for_each_document_or_long, for_each_raw_document, in_turn,
    spooled_in_turn,
};
pub use error::Error;
pub use intake::CONTAINERS;
pub use keep::Keep;
pub use named_field::{NamedField, no_document_has};
pub use output::Output;
pub use process::Process;
pub use stats::{DocumentGroups, words};
pub use tool::{Tool, command, main, main_with};
pub use writer::Writer;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
