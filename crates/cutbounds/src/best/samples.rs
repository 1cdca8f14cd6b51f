//! Texts and frequent lines for tests.

use super::line::Side;
use super::region::Region;
use super::{Rest, Scratch, Templates, cut, head, tail};
use crate::paper::raw_line_count;
use crate::{Cut, Settings};

pub const NOTICE: [&str; 4] = [
    "This text may be copied by anyone who leaves this notice where it is",
    "and does not ask for money. The library of Quaymouth has typed it and",
    "reads all letters. Write to the library of Quaymouth if you find any",
    "errors in this text, and say in which line of which text they are.",
];
pub const FREQUENT: [&str; 5] = [
    "Typed by Ada North for the library",
    "Typed by Bob South for the library",
    "Typed by Cy West and by Dora West",
    "Typed by Eve Lowe for the library",
    "Here ends the text of the library of Quaymouth",
];

/// Lines of source files and of prose.
pub const LINES: [&str; 28] = [
    NOTICE[0],
    NOTICE[1],
    "",
    "x",
    "/*",
    " * This text may be copied by anyone who leaves this notice where it is",
    " * A tale of two boats that were tarred before the sun came up",
    " */",
    "// and does not ask for money. The library of Quaymouth has typed it and",
    "// This text may be copied by anyone who reads it, but not by those who sell it",
    "# This text may be copied by anyone who leaves this notice where it is",
    "# Boats",
    "fn ferry() { tar(&boats); }",
    "    // A comment inside",
    "}",
    "----------------",
    "{-# LANGUAGE Boats #-}",
    ".\\\" This text may be copied by anyone who leaves this notice where it is",
    ".TH BOATS 1",
    "The ferryman had tarred both of his boats before the sun came over the hill",
    "3. Of tar",
    "   and does not ask for money. The library of Quaymouth has typed it and",
    "\u{1f}",
    "\" This text may be copied by anyone who leaves this notice where it is",
    "\" Boats",
    "let g:boats = tar(2)",
    "　川の水が低かったので、渡し守は朝のうちに二つの舟を直した。",
    "《》：舟",
];

pub fn cut_of(text: &str) -> Cut {
    let is_frequent = |line: &str| NOTICE.contains(&line) || FREQUENT.contains(&line);
    let learned: Vec<&str> = NOTICE.into_iter().chain(FREQUENT).collect();
    cut_in(text, &learned, is_frequent)
}

/// No learned line.
pub const NONE: &[&str] = &[];

/// Returns the bounds of a text in a library with learned lines, each from 20 documents.
pub fn cut_in(text: &str, learned: &[impl AsRef<str>], is_frequent: impl Fn(&str) -> bool) -> Cut {
    let mut templates = Templates::default();
    for line in learned {
        templates.learn(line.as_ref(), 20);
    }
    cut(
        text,
        &Settings::default(),
        &templates,
        &mut Scratch::default(),
        is_frequent,
    )
}

pub fn body() -> String {
    let paragraph = "On the morning of the fair the river stood so low that nobody would\n\
        have thought of boats, and yet the ferryman had tarred both of his\n\
        before the sun came over the hill behind the mill.\n\n";
    paragraph.repeat(9)
}

/// Returns the head or tail region of a text in which the lines of [`NOTICE`] are frequent.
pub fn region_of(text: &str, side: Side) -> Region<'_> {
    let mut templates = Templates::default();
    NOTICE.iter().for_each(|line| templates.learn(line, 40));
    let settings = Settings::default();
    let is_frequent = |line: &str| NOTICE.contains(&line);
    let mut scratch = [Scratch::default(), Scratch::default()];
    let head = head(text, &settings, &templates, &mut scratch[0], is_frequent);
    if side == Side::Head {
        return head;
    }
    let rest = Rest::of(&head, raw_line_count(text), 0);
    tail(
        text,
        rest,
        &settings,
        &templates,
        &mut scratch[1],
        is_frequent,
    )
}
