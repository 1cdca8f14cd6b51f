//! A method that is right more often than the paper's.
//!
//! Like the paper's it knows the corpus by its frequent lines alone. It differs in three points.
//! 1. Infrequent lines are compared with the frequent ones: a line with a name in it counts as an instance of a template
//!    ([`templates`]).
//! 2. Every place between two lines of a region may be the boundary. A log-linear model weighs what speaks for each:
//!    which lines it would count as boilerplate, how the blocks on both sides look, how many blank lines lie between them,
//!    whether the next block repeats words of the title ([`features`]). The heaviest place wins, the outermost of equals.
//! 3. Short lines take part, and a boundary may lie behind an infrequent line.
//!
//! The weights were fitted by a recipe (`cargo xtask train-cutbounds`) and name no line, no word and no publisher.
//! There are two tables for preambles: one for prose, one for texts that begin like a program's source.

pub mod features;
pub mod model;
pub mod region;
pub mod templates;

use linenorm::raw_lines;
use record::Rule;

pub use model::Model;
pub use templates::Templates;

use crate::paper::raw_line_count;
use crate::{Cut, Settings};
use region::{Kind, Region, Side};

/// Finds the bounds of a document.
pub fn cut(
    text: &str,
    settings: &Settings,
    templates: &Templates,
    mut is_frequent: impl FnMut(&str) -> bool,
) -> Cut {
    let lines = raw_line_count(text);
    let model = Model::built_in();
    let head = head(text, settings, templates, &mut is_frequent);
    let kept = model.best(&head, Side::Head);
    let preamble_end = kept.checked_sub(1).map_or(0, |at| head.lines[at].number);
    let tail = tail(
        text,
        lines,
        preamble_end,
        settings,
        templates,
        &mut is_frequent,
    );
    let kept_tail = model.best(&tail, Side::Tail);
    let epilogue_start = kept_tail
        .checked_sub(1)
        .map_or(lines + 1, |at| tail.lines[at].number);
    Cut {
        lines,
        preamble_end,
        epilogue_start,
        preamble_rule: rule(&head, kept),
        epilogue_rule: rule(&tail, kept_tail),
    }
}

/// The head region of a document.
pub fn head<'a>(
    text: &'a str,
    settings: &Settings,
    templates: &Templates,
    is_frequent: impl FnMut(&str) -> bool,
) -> Region<'a> {
    let raw = (1..).zip(raw_lines(text));
    Region::read(Side::Head, raw, settings, templates, is_frequent)
}

/// The tail region of a document with this number of lines, without its first `preamble_end` lines.
pub fn tail<'a>(
    text: &'a str,
    lines: u64,
    preamble_end: u64,
    settings: &Settings,
    templates: &Templates,
    is_frequent: impl FnMut(&str) -> bool,
) -> Region<'a> {
    let backwards = text.strip_suffix('\n').unwrap_or(text).rsplit('\n');
    let raw = (preamble_end + 1..=lines).rev().zip(backwards);
    Region::read(Side::Tail, raw, settings, templates, is_frequent)
}

/// What found a boundary behind so many lines: the innermost line of the boilerplate that is frequent or a marker.
fn rule(region: &Region, kept: usize) -> Rule {
    let mut known = region.lines[..kept].iter().rev().map(|line| line.kind);
    match known.find(|kind| matches!(kind, Kind::Frequent | Kind::Repeated | Kind::Marker)) {
        _ if kept == 0 => Rule::None,
        Some(Kind::Marker) => Rule::Marker,
        _ => Rule::Frequency,
    }
}
