//! All tests of the tools as a user meets them, except the scripts of `cases.rs`.
//!
//! | module | what |
//! |---|---|
//! | `conformance` | every tool of the table through the rules that all tools share |
//! | `containers` | what documents come in, and what is refused |
//! | `cut_off` | files between tools that were cut off |
//! | `directories` | `--out-dir` of every tool that writes documents |
//! | `pipelines` | tools together, and beside sort, uniq and awk |
//! | `pages` | the pages that tools write, in a browser |
//! | `records` | mirror types of the records that refuse fields they do not know |
//! | `faults` | what each container does with a file that is cut off, empty or damaged |
//! | `growth` | time grows as fast as the input, for every reader and kind of output |
//! | `examples` | every command of the README and of the man pages' examples |
//! | `libraries` | the library of each tool finds what the tool finds |
//! | `sites` | documents that share their notices, and the way back |
//! | `builds` | the Makefiles of `examples/` |
//! | `reference` | what slow reference programs say of the same documents |
//! | `multicall` | all tools in one program |
//! | `spilling` | what is left in temporary directories: nothing |

mod builds;
mod conformance;
mod containers;
mod cut_off;
mod directories;
mod examples;
mod faults;
mod growth;
mod harness;
mod libraries;
mod multicall;
mod pages;
mod parts;
mod pipelines;
mod records;
mod reference;
mod sites;
mod spilling;
