//! Block comments that a cut would leave without their first or their last line. That line stays: otherwise the rest of the comment would
//! be code.

use std::cmp::Reverse;
use std::iter;

use super::bound::Bound;
use super::comments::{has_words, syntax};
use super::line::{Line, bare};
use super::syntaxes::{Block, FIRST_BYTES, Opening, SYNTAXES, Syntax};
use crate::constants::{CONFIDENCE_LICENCE, MAX_LICENCE_COMMENT};

impl Bound {
    /// Leaves the lines of a preamble that open or close a block comment whose other end stays. Of the lines between them, the
    /// longest run is cut.
    pub fn without_opened_blocks(self, text: &str) -> Self {
        let Some(last) = self.line else {
            return self;
        };
        let ends = divided(text, self.first, last).flat_map(|(open, close)| {
            [open, close]
                .into_iter()
                .filter(|end| (self.first..=last).contains(end))
        });
        let ends: Vec<u64> = ends.collect();
        if ends.is_empty() {
            return self;
        }
        let firsts = iter::once(self.first).chain(ends.iter().map(|end| end + 1));
        let runs = firsts.zip(ends.iter().copied().chain([last + 1]));
        let longest = runs.min_by_key(|(first, after)| Reverse(after - first));
        let run = longest.filter(|&(first, after)| {
            let mut lines = bare(text).skip_while(|line| line.number < first);
            lines.any(|line| line.number < after && has_words(line.raw))
        });
        Bound {
            first: run.map_or(1, |(first, _)| first),
            line: run.map(|(_, after)| after - 1),
            confidence: self.confidence.min(CONFIDENCE_LICENCE),
            ..self
        }
    }

    /// Leaves the lines of an epilogue up to the end of a block comment that begins above it.
    pub fn without_closed_block(self, text: &str) -> Self {
        let Some(first) = self.line else {
            return self;
        };
        let Some((_, close)) = divided(text, first, u64::MAX).last() else {
            return self;
        };
        let rest = bare(text).find(|line| line.number > close && has_words(line.raw));
        Bound {
            line: rest.map(|line| line.number),
            confidence: self.confidence.min(CONFIDENCE_LICENCE),
            ..self
        }
    }
}

/// Returns the first and the last lines of block comments if one is among the lines from `first` to `last`, and the other is not.
fn divided(text: &str, first: u64, last: u64) -> impl Iterator<Item = (u64, u64)> {
    let mut open: Option<(u64, &Block)> = None;
    let begin: Vec<Line> = bare(text).take(MAX_LICENCE_COMMENT).collect();
    let own = syntax(&begin);
    let mut lines = bare(text);
    iter::from_fn(move || {
        loop {
            let line = lines.next()?;
            match open {
                Some((from, block)) if block.ends(&line) => {
                    open = None;
                    let is_cut = |number: u64| (first..=last).contains(&number);
                    if is_cut(from) != is_cut(line.number) {
                        return Some((from, line.number));
                    }
                }
                Some(_) => {}
                None if line.number > last => return None,
                None => open = opened(&line, own).map(|block| (line.number, block)),
            }
        }
    })
}

/// Returns the block that a line opens, if it does not close it. `own` is the syntax of the document, which may have blocks that begin
/// something else in others.
fn opened(line: &Line, own: Option<&'static Syntax>) -> Option<&'static Block> {
    let text = line.text();
    // This rejects most lines.
    let first = text.as_bytes().first();
    first.filter(|&&byte| FIRST_BYTES[usize::from(byte)])?;
    let mut all = own.into_iter().chain(&SYNTAXES);
    all.find_map(|syntax| match syntax.opens(text)? {
        Opening::Block(block) if !text[block.open.len()..].contains(block.close) => Some(block),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use crate::best::samples::*;

    /// The ends of a block comment in some languages, and code.
    const BLOCKS: [[&str; 3]; 16] = [
        ["/*", "*/", "int gate;"],
        ["\"\"\"", "\"\"\"", "import gate"],
        ["{-", "-}", "module Gate where"],
        ["--[[", "]]", "local gate = 1"],
        ["(*", "*)", "let gate = 1"],
        ["<!--", "-->", "<gate/>"],
        ["{", "}", "unit Gate;"],
        ["<#--", "-->", "<div>${gate}</div>"],
        ["{{!", "}}", "<div>{{gate}}</div>"],
        ["--[==[", "]==]", "local gate = 1"],
        ["#[=[", "]=]", "set(GATE gate.c)"],
        ["'''", "'''", "import gate"],
        ["#|", "|#", "(define gate 1)"],
        ["#cs", "#ce", "Local $gate = 1"],
        ["#*", "*#", "<div>$gate</div>"],
        ["#[", "]#", "let gate = 1"],
    ];
    const GRANT: &str = "Permission is hereby granted, free of charge, to any person obtaining a copy of this\n\
        software, to use it without restriction. It is provided as is, without warranty.";

    #[test]
    fn a_comment_that_stays_in_part_is_opened_and_closed() {
        for [open, close, code] in BLOCKS {
            let about = "The gate is opened twice a day, first for the men and then for the goats.";
            let above = format!(
                "{open} Copyright (C) 1999 Ann Reed\n\n{GRANT}\n\n{about}\n{close}\n{code}\n"
            );
            let below =
                format!("{open} {about}\n\nCopyright (C) 1999 Ann Reed\n{GRANT} {close}\n{code}\n");
            for text in [above, below] {
                let cut = cut_of(&text);
                let body: Vec<&str> = (1..)
                    .zip(text.lines())
                    .filter(|(number, _)| {
                        let is_cut = (cut.preamble_start..=cut.preamble_end).contains(number);
                        !is_cut && *number < cut.epilogue_start
                    })
                    .map(|(_, line)| line)
                    .collect();
                let body = body.join("\n");
                assert!(
                    body.contains(about) && body.contains(code),
                    "{text}\n{body}"
                );
                let comment = &body[..body.find(code).unwrap()];
                assert!(
                    comment.starts_with(open) && comment.trim_end().ends_with(close),
                    "{body}"
                );
            }
        }
    }

    #[test]
    fn a_block_that_is_not_closed_or_has_marks_on_each_line_is_none() {
        let licence = GRANT.replace('\n', "\n# ");
        let code = "tar(boat)\n".repeat(12);
        for open in [
            "#| label: boats",
            "#[",
            "#cs",
            "#*",
            "'''",
            "#[[.rst:",
            "#[=[.rst:",
        ] {
            let text = format!("{open}\nwood(tin)\n\n# {licence}\n\n{code}");
            let cut = cut_of(&text);
            assert!(cut.preamble_end <= 5, "{open} {cut:?}");
            assert_eq!(cut.epilogue_start, cut.lines + 1, "{open} {cut:?}");
        }
        let rule = format!("#{}#", "*".repeat(20));
        let text = format!("{rule}\n# Copyright 1999 Ann Reed\n# {licence}\n{rule}\n\n{code}");
        assert_eq!(cut_of(&text).preamble_end, 5);
    }

    #[test]
    fn the_template_below_a_licence_stays() {
        for code in ["<div>\n  ${gate}\n</div>\n", "<#if gate>\nOpen.\n</#if>\n"] {
            let text = format!("<#--\n  Copyright (C) 1999 Ann Reed\n\n{GRANT}\n-->\n{code}");
            let cut = cut_of(&text);
            assert_eq!((cut.preamble_end, cut.epilogue_start), (6, cut.lines + 1));
        }
    }
}
