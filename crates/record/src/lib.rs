//! JSON Lines records, the common format of the tools.
//!
//! A record is a self-contained JSON object on one line. A stream has no header and no summary, so it stays valid after
//! `head`, `sort`, `grep`, `split`, `shuf` and `cat a b`. The fields are in a fixed order, as listed for each type.
//! Records are UTF-8 without a byte order mark and end with LF; numbers are integers or shortest round-trip floats.
//!
//! For a path that is not UTF-8, `doc` has U+FFFD for each invalid byte, and a last field `doc_bytes` has the exact
//! bytes in base64. These are the bytes of the file system on Unix, and WTF-8 on Windows (UTF-8 extended by unpaired
//! surrogates).
//!
//! | record | type | written by | read by |
//! |---|---|---|---|
//! | document | [`Document`] | charset, cutbounds, altcount, htmlblocks, blockdedup | all document readers |
//! | line | [`Line`] | linenorm | freqlines |
//! | frequency | [`Frequency`] | freqlines | freqlines, cutbounds, factorends |
//! | bounds | [`Bounds`] | cutbounds | factorends, awk, jq |
//! | runs | [`Runs`] | factorends | jq |
//! | factored | [`Factored`] | factorends --out-dir | factorends --restore |
//! | savings | [`Savings`] | factorends --out-dir | jq |
//! | words | [`Words`] | uniqwords | lcsdup |
//! | pair | [`Pair`] | lcsdup | jq, awk |
//! | passage | [`SharedPassage`] | lcsdup --emit passages | jq, awk |
//! | cluster | [`Cluster`] | lcsdup | jq, awk |
//! | choice | [`Choice`] | lcsdup --emit keep, drop | jq, awk |
//! | duplicate | [`Duplicate`] | neardup --emit drop, pairs | jq, awk |
//! | grouped document | [`Grouped`] | neardup --emit report | jq, awk |
//! | encoding | [`Encoding`] | charset | jq, awk |
//! | cut point | [`CutPoint`] | altcount | altcount |
//! | ranges | [`Ranges`] | altcount | jq |
//! | record of a page | [`PageRecord`] | altcount --emit records | jq |
//! | block | [`Block`] | htmlblocks | jq |
//! | template | [`Template`] | altcount | altcount |
//! | gram | [`Gram`] | blockdedup --emit grams | blockdedup --grams |
//! | estimate | [`Estimate`] | blockdedup --emit estimate | jq |
//! | removed block | [`Removed`] | blockdedup --emit report | jq, awk |
//! | host | [`Host`] | trommel-report --yield | jq, awk |
//! | overlap hit | [`OverlapHit`] | overlap | jq |
//! | overlap item | [`OverlapItem`] | overlap --emit items | jq |
//! | text stats | [`TextStats`] | textstats | jq |
//! | quantiles | [`Quantiles`] | textstats --emit quantiles | jq |
//! | reject | [`Reject`] | every tool, with --rejects FILE | jq |
//! | stats | [`Stats`] | every tool, with --stats FILE | trommel-report, jq |
//!
//! Reading has a fast and a general path with the same result. [`Fields::parse`] first tries a
//! scanner for compact JSON, the form that all writers here produce. If the scanner does not
//! recognise the record (white space between tokens, `\u` escapes, nested values), `serde_json`
//! parses it. A property test compares the two.
//!
//! [`Line`], [`Frequency`], [`Document`] and [`Words`] are written field by field through [`Object`] into a byte buffer;
//! the others as `serde` derives it from their types.
//!
//! Only this crate handles JSON.

pub mod begin;
mod block;
mod bounds;
mod choice;
mod cluster;
mod cut_point;
mod document;
mod duplicate;
mod edit;
mod encoding;
mod error;
mod estimate;
mod factored;
mod fields;
mod frequency;
mod gram;
mod group_by;
mod grouped;
mod host;
mod line;
mod name;
mod overlap_hit;
mod overlap_item;
mod overlap_mark;
mod page_record;
mod pair;
mod path;
mod quantiles;
mod ranges;
mod reject;
mod removed;
mod results;
mod runs;
mod savings;
mod scan;
mod shared_passage;
mod stats;
mod template;
mod text_path;
mod text_stats;
mod words;
mod write;

pub use block::{Block, Reason};
pub use bounds::{Bounds, Rule, Suspect};
pub use choice::{Choice, Place};
pub use cluster::Cluster;
pub use cut_point::CutPoint;
pub use document::{Document, Keys, Parts};
pub use duplicate::Duplicate;
pub use edit::{Applied, Edit};
pub use encoding::{Candidate, Damage, Encoding, FoundInText, Mojibake, Part, Second, Share};
pub use error::Error;
pub use estimate::Estimate;
pub use factored::{Factored, Link, Slot};
pub use fields::{Fields, Text, Value};
pub use frequency::Frequency;
pub use gram::Gram;
pub use group_by::{GroupBy, domain_of, host_of};
pub use grouped::Grouped;
pub use host::{Host, Stopped};
pub use line::{End, Line, LineScanner, LineWriter};
pub use name::Name;
pub use overlap_hit::OverlapHit;
pub use overlap_item::{OverlapItem, OverlapSource};
pub use overlap_mark::{MarkedItem, OverlapMark};
pub use page_record::PageRecord;
pub use pair::{Kind, Pair, Passage, PassageOfPair, Segment};
pub use path::{FieldPath, Step};
pub use quantiles::Quantiles;
pub use ranges::Ranges;
pub use reject::Reject;
pub use removed::{Removed, Source};
pub use results::{is_line, no_document, not_a_document};
pub use runs::Runs;
pub use savings::Savings;
pub use shared_passage::SharedPassage;
pub use stats::{Group, Groups, Slow, Stats, Trouble};
pub use template::Template;
pub use text_path::TextPath;
pub use text_stats::{Number, TextStats};
pub use words::{Seed, Words};
pub use write::{Object, base64, read_base64, write_base64, write_float, write_string};

/// The UTF-8 byte order mark. It is dropped at the start of a stream and never written.
pub const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
