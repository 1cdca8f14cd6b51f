//! The process around a tool, so that a tool's own code is about its algorithm.
//!
//! Data flows through the modules in this order:
//!
//! | module | what |
//! |---|---|
//! | [`args`] | option groups that several tools share; a short letter means one thing in the whole set |
//! | [`input`] | files, standard input and lists; gzip and zstd by their magic bytes; blocks of whole lines |
//! | [`warc`] | the pages of web archives |
//! | [`encoding`] | bytes to text |
//! | [`documents`] | one call of the tool's code a document, in several threads, output in input order |
//! | [`records`] | blocks of records or plain lines, for tools that read records |
//! | [`html`] | text that pages and terminals show as it is |
//! | [`threads`] | work in parallel, results in order |
//! | [`spill`] | what does not fit into memory |
//! | [`memory`] | work on tables that are larger than the caches |
//! | [`simd`] | work compiled for the instructions that the processor has |
//! | [`random`] | choices that look random and are the same in every run |
//! | `stats` | what `--stats` reports |
//! | [`output`] | standard output or a file that appears complete or not at all |
//! | [`process`] | `main`, messages, exit codes |
//!
//! Only this crate opens files, reads the environment or names an exit code.

pub mod args;
pub mod documents;
pub mod encoding;
mod error;
pub mod html;
pub mod input;
pub mod memory;
pub mod output;
mod paths;
pub mod process;
mod progress;
pub mod random;
pub mod records;
pub mod simd;
pub mod spill;
mod stats;
pub mod threads;
pub mod warc;

pub use args::{
    CommonArgs, DocumentArgs, Format, FormatArgs, RecordArgs, SpillArgs, ThreadArgs, WarcArgs,
};
pub use documents::{
    Document, Emit, InTurn, RawDocument, Waiting, for_each_document, for_each_raw_document, in_turn,
};
pub use error::Error;
pub use output::Output;
pub use paths::display;
pub use process::{Process, Tool, command, main};
pub use records::Blocks;
pub use stats::words;
