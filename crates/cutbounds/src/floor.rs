//! Certain evidence of boilerplate. It counts whatever the statistics say, so it is a lower bound for the fitted model.
//!
//! - A block of metadata at the head: YAML or TOML between fences, a JSON object, the header of TEI, or the fields of a
//!   header, including those that many documents of the library have.
//! - A comment at the head of a source file that grants rights, or the first paragraphs of a text that do.
//! - A section on rights at the end of a text in a light markup.
//! - A marker line, even in a library without frequent lines.
//! - Consecutive lines at an end that many documents have, however many other documents there are.
//!
//! Metadata always counts. The others count if the model finds nothing or is unsure.

use std::ops::Range;

use linenorm::{normalise, raw_lines};

use crate::below_title;
use crate::best::comments::leading;
use crate::best::line::{self, Form, Kind, Line, Side};
use crate::best::region::Region;
use crate::constants::{
    CONFIDENCE_LICENCE, CONFIDENCE_MARKER, CONFIDENCE_METADATA, CONFIDENCE_RUN, MAX_AFTER_RUN,
    MAX_CLOSING_BLOCK, MAX_DIVIDED, MAX_LICENCE_COMMENT, MAX_MARKER_LINES, MAX_RIGHTS_PARAGRAPH,
    MAX_RIGHTS_SECTION, MIN_CLOSING_LINES, MIN_CLOSING_SHARE, MIN_MARKED_FIELDS, MIN_RUN,
    MIN_RUN_COUNT, MIN_SINGLE_COUNT, NEAR_EDGE,
};
use crate::heading;
use crate::japanese;
use crate::metadata;
use crate::paired::paired;
use crate::rights;
use crate::{Rule, Settings};

/// A bound from certain evidence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Floor {
    /// The first line of the preamble: a title may precede its metadata.
    pub first: u64,
    /// The last line of the preamble, or the first line of the epilogue. The boilerplate includes at least this line.
    pub line: u64,
    /// The kind of evidence.
    pub rule: Rule,
    /// The probability that the bound is exactly right.
    pub confidence: f64,
}

impl Floor {
    /// A bound at this line, without a title before a preamble.
    pub fn at(line: u64, rule: Rule, confidence: f64) -> Self {
        Floor {
            first: 1,
            line,
            rule,
            confidence,
        }
    }

    /// Whether this bound is preferred to one further inside with this confidence. Metadata and the comments of a markup
    /// end where their form says, and a text may quote them.
    pub fn is_surer(&self, confidence: f64) -> bool {
        self.confidence >= CONFIDENCE_METADATA && self.confidence > confidence
    }
}

/// Finds the block of metadata at the start of a document, with the comments right below it that grant rights. `is_common`
/// tests whether many documents have a key.
pub fn metadata(text: &str, is_common: impl Fn(&str) -> bool) -> Option<Floor> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (first, line) = metadata::find(text)
        .or_else(|| below_title::find(text))
        .or_else(|| metadata::common_fields(text, is_common).map(|last| (1, last)))?;
    Some(Floor {
        first,
        line: licence_below(text, line).unwrap_or(line),
        rule: Rule::Metadata,
        confidence: CONFIDENCE_METADATA,
    })
}

/// Finds a first block of text in which most lines, and the first one, are in brackets: the source, the section and the page of a text.
/// Many documents must have one of its lines. `most` is the count of the library's most frequent line.
pub fn bracketed(head: &Region, most: u64) -> Option<Floor> {
    let lines = head.lines.iter().enumerate();
    let block = lines.take_while(|(at, line)| *at == 0 || line.gap == 0);
    let block: Vec<&Line> = block.map(|(_, line)| line).collect();
    let is_in_brackets = |line: &&&Line| {
        let text = line.raw.trim();
        let inside = text
            .strip_prefix('[')
            .and_then(|text| text.strip_suffix(']'));
        inside.is_some_and(|inside| inside.starts_with(char::is_uppercase))
    };
    let count = block.iter().filter(is_in_brackets).count();
    let is_header = head.form != Form::Source
        && block.first().as_ref().is_some_and(is_in_brackets)
        && count >= MIN_MARKED_FIELDS
        && 2 * count > block.len()
        && block.len() < head.lines.len()
        && block.iter().any(|line| is_frequent(line, most));
    let last = block.last().filter(|_| is_header)?;
    Some(Floor::at(last.number, Rule::Metadata, CONFIDENCE_METADATA))
}

/// Finds the comments at the start of a text in a markup that grant rights. The tags that open a page may precede them, and stay.
pub fn licence_of_markup(text: &str) -> Option<Floor> {
    let is_opening = |raw: &&str| {
        let tag = raw.trim().to_ascii_lowercase();
        let mut tags = ["<!doctype", "<?xml", "<html", "<head"].iter();
        tag.is_empty() || tag.ends_with('>') && tags.any(|name| tag.starts_with(name))
    };
    let above = raw_lines(text).take_while(is_opening).count() as u64;
    let line = licence_below(text, above)?;
    Some(Floor {
        first: above + 1,
        ..Floor::at(line, Rule::Licence, CONFIDENCE_METADATA)
    })
}

/// Finds the first paragraphs of a text if they are machine-readable tags of a licence, or a notice of copyright with what it grants: the
/// paragraphs up to the first without a word of licences.
pub fn licence_of_text(text: &str) -> Option<Floor> {
    let lines = (1..).zip(raw_lines(text)).take(MAX_RIGHTS_SECTION + 1);
    let lines: Vec<(u64, &str)> = lines.collect();
    let blocks = lines.split(|(_, raw)| raw.trim().is_empty());
    let mut blocks = blocks.filter(|block| !block.is_empty()).peekable();
    let is_tagged = |(_, raw): &(u64, &str)| raw.trim_start().starts_with("SPDX-");
    let first = blocks.peek()?;
    let begins = rights::begins_notice(&first[0].1.trim_start().to_lowercase())
        && first.len() <= MAX_RIGHTS_PARAGRAPH;
    let (mut all, mut last) = (String::new(), None);
    if first.iter().all(is_tagged) {
        last = blocks.next()?.last();
    } else if begins {
        let is_of_licence =
            |block: &&[(u64, &str)]| block.iter().any(|(_, raw)| rights::is_of_licence(raw));
        while let Some(block) = blocks.next_if(is_of_licence) {
            for (_, raw) in block {
                all += &raw.to_lowercase();
                all.push('\n');
            }
            last = block.last().filter(|_| rights::are_granted(&all)).or(last);
        }
    }
    // All of a licence is no notice.
    let (line, _) = last.filter(|_| blocks.next().is_some())?;
    Some(Floor::at(*line, Rule::Licence, CONFIDENCE_LICENCE))
}

/// Returns the last line of the comments of XML or reStructuredText right below this line, up to the last that speaks of
/// rights, if together they grant some.
fn licence_below(text: &str, line: u64) -> Option<u64> {
    let lines = (1..).zip(raw_lines(text)).skip(line as usize);
    let mut lines = lines.take(MAX_LICENCE_COMMENT).peekable();
    let (mut found, mut all) = (None, String::new());
    loop {
        while lines.next_if(|(_, raw)| raw.trim().is_empty()).is_some() {}
        let is_xml = lines.peek()?.1.starts_with("<!--");
        if !is_xml && !begins_rst_comment(lines.peek()?.1) {
            return found;
        }
        let mut comment = String::new();
        let mut last = 0;
        while let Some((number, raw)) = lines.next() {
            comment += &raw.to_lowercase();
            comment.push('\n');
            if !raw.trim().is_empty() {
                last = number;
            }
            let is_whole = match is_xml {
                true => raw.split_once("-->").map(|(_, rest)| rest),
                false => lines
                    .peek()
                    .is_none_or(|(_, next)| !next.is_empty() && !next.starts_with([' ', '\t']))
                    .then_some(""),
            };
            match is_whole {
                None => {}
                Some(rest) if rest.trim().is_empty() => break,
                Some(_) => return found,
            }
        }
        all += &comment;
        let is_on_rights = ["copyright", "licen", "(c) "]
            .iter()
            .any(|word| comment.contains(word));
        if is_on_rights && (rights::are_granted(&all) || all.contains("licensed under")) {
            found = Some(last);
        }
    }
}

/// Whether a comment of reStructuredText begins on a line: two full stops that do not begin a directive, a target or a note.
fn begins_rst_comment(raw: &str) -> bool {
    let rest = raw.trim_end().strip_prefix("..");
    rest.is_some_and(|rest| {
        let is_markup = rest.starts_with([' ', '\t'])
            && (rest.trim_start().starts_with(['_', '[', '|']) || rest.contains("::"));
        rest.is_empty() || rest.starts_with([' ', '\t']) && !is_markup
    })
}

/// Finds the last comment before the code that grants rights, at the head of a source file or a manual page. The holder
/// may be named in a comment before it.
pub fn licence(text: &str) -> Option<Floor> {
    let within = |line: &Line| line.number <= MAX_LICENCE_COMMENT as u64;
    let lines: Vec<Line> = line::bare(text).take_while(within).collect();
    let comments = leading(&lines);
    let grants = |comment: &&Range<usize>| is_licence(&lines[(*comment).clone()]);
    let comment = comments.iter().rfind(grants);
    let further = divided(&comments, &lines);
    let comment = further
        .filter(|further| comment.is_none_or(|one| one.end < further.end))
        .or(comment);
    // Stars alone are a list.
    let is_list = comment.is_some_and(|comment| {
        comment.end == lines.len() && lines[comment.start].raw.starts_with('*')
    });
    let last = match comment {
        Some(_) if is_list => return None,
        Some(comment) => comment.end - 1,
        None => tagged_licence(&lines)?,
    };
    Some(Floor::at(
        lines[last].number,
        Rule::Licence,
        CONFIDENCE_LICENCE,
    ))
}

/// Finds the last of some comments with a blank line or a title between them. The first that names rights names their holder,
/// and the last grants something. The sections of a library in Lisp are not searched.
fn divided<'a>(comments: &'a [Range<usize>], lines: &[Line]) -> Option<&'a Range<usize>> {
    let text = |comment: &Range<usize>| line::lower(&lines[comment.clone()]);
    let holder = comments
        .iter()
        .position(|one| text(one).contains("copyright"))?;
    let is_section = |comment: &&Range<usize>| {
        let first = lines[comment.start].raw.trim_end();
        first.starts_with(";;;") && first.ends_with(':')
    };
    let rest = comments[holder + 1..].iter();
    let head = rest.take_while(|one| !is_section(one)).take(MAX_DIVIDED);
    head.filter(|one| rights::are_granted(&format!("copyright {}", text(one))))
        .last()
}

/// Whether a comment grants rights.
pub fn is_licence(comment: &[Line]) -> bool {
    rights::are_granted(&line::lower(comment))
}

/// Returns the last line of a machine-readable licence in a comment of an unknown language. All lines must begin with
/// the sign before its tag.
fn tagged_licence(lines: &[Line]) -> Option<usize> {
    let tag = |line: &Line| line.raw.find("SPDX-License-Identifier:");
    let (at, line) = lines
        .iter()
        .enumerate()
        .find(|(_, line)| tag(line).is_some())?;
    let sign = line.raw[..tag(line)?].trim();
    let begins = |line: &Line| line.raw.trim_start().starts_with(sign);
    let is_comment = !sign.is_empty() && !sign.contains(' ') && lines[..at].iter().all(begins);
    let more = lines[at + 1..].iter();
    let more = more
        .take_while(|line| line.gap == 0 && begins(line))
        .count();
    is_comment.then_some(at + more)
}

/// Finds the last head marker, if the model finds no preamble, or else the first of a pair of markers.
pub fn head_marker(text: &str, settings: &Settings) -> Option<Floor> {
    settings.markers.as_ref()?;
    let pair = || paired(text).map(|[begin, _]| begin);
    let legend = || japanese::legend(text);
    let found = last_head_marker(text, settings);
    found.or_else(pair).or_else(legend).map(of_marker)
}

/// Returns the line of the last head marker, or the last one of a wrapped marker.
///
/// In old texts, the small print with its marker may be at the end. So markers after the first tail marker do not
/// count.
fn last_head_marker(text: &str, settings: &Settings) -> Option<u64> {
    let markers = settings.markers.as_ref()?;
    let mut kept = 0;
    let mut found = None;
    let mut scratch = String::new();
    let mut lines = (1..).zip(raw_lines(text)).peekable();
    while let Some((number, raw)) = lines.next() {
        if kept == settings.head || (found.is_some() && markers.is_tail(raw)) {
            break;
        }
        kept += usize::from(settings.rules.keep(normalise(raw, &mut scratch)));
        if markers.is_head(raw) {
            found = Some(number);
            // A long title wraps the marker over several lines.
            let is_open = |raw: &str| !raw.trim_end().ends_with("***");
            if raw.trim_start().starts_with("***") && is_open(raw) {
                let mut wrapped = lines
                    .clone()
                    .take(MAX_MARKER_LINES)
                    .take_while(|(_, raw)| !raw.trim().is_empty());
                let end = wrapped.find(|(_, raw)| !is_open(raw));
                found = end.map(|(end, _)| end).or(found);
            }
        }
    }
    found
}

/// Returns the first and the last line between a head marker and a tail marker.
pub fn between_markers(text: &str, settings: &Settings) -> Option<[u64; 2]> {
    let head = last_head_marker(text, settings)?;
    let tail = first_tail_marker(text, head, settings)?;
    (head + 1 < tail).then_some([head + 1, tail - 1])
}

/// Returns the bound for a marker on this line.
fn of_marker(line: u64) -> Floor {
    Floor::at(line, Rule::Marker, CONFIDENCE_MARKER)
}

/// Finds the first tail marker after the preamble in the last lines of a document, or else the second of a pair of
/// markers.
pub fn tail_marker(text: &str, preamble_end: u64, settings: &Settings) -> Option<Floor> {
    settings.markers.as_ref()?;
    // The preamble may go on beyond a pair.
    let pair = || paired(text).map(|[_, end]| end);
    let pair = || pair().filter(|end| *end > preamble_end);
    let found = first_tail_marker(text, preamble_end, settings);
    found.or_else(pair).map(of_marker)
}

fn first_tail_marker(text: &str, preamble_end: u64, settings: &Settings) -> Option<u64> {
    let markers = settings.markers.as_ref()?;
    let mut first = None;
    linenorm::tail(text, settings.tail, settings.rules, |kept| {
        first.get_or_insert((kept.number, kept.start));
    });
    let (number, start) = first?;
    let mut lines = (number..).zip(raw_lines(&text[start..]));
    let (mut before, mut found, mut of_first_text) = ("", None, None);
    while let Some((number, raw)) = lines.next() {
        // A second text begins, if it has an end, too.
        if found.is_some() && markers.is_head(raw) {
            of_first_text = of_first_text.or(found.take());
        }
        let rest = lines.clone().map(|(_, raw)| raw);
        let is_alone = || before.trim().is_empty() && is_short_paragraph(rest);
        if found.is_none()
            && number > preamble_end
            && markers.is_tail(raw)
            && (!markers.is_like_prose(raw) || is_alone())
        {
            found = Some(number);
        }
        before = raw;
    }
    found.or(of_first_text)
}

/// Whether a paragraph ends within the lines of a wrapped marker.
fn is_short_paragraph<'a>(mut rest: impl Iterator<Item = &'a str>) -> bool {
    rest.by_ref()
        .take(MAX_MARKER_LINES)
        .any(|raw| raw.trim().is_empty())
        || rest.next().is_none()
}

/// Finds consecutive frequent lines at an end of a text. Returns the number of the region's lines up to the last of
/// them. `most` is the count of the library's most frequent line.
pub fn run(region: &Region, side: Side, most: u64) -> Option<usize> {
    let lines = &region.lines[..region.may_be_notice(side)];
    // A line without letters may number the parts of a text.
    let is_frequent =
        |line: &Line| is_frequent(line, most) && line.raw.contains(char::is_alphabetic);
    let begin = lines.iter().take(NEAR_EDGE + 1).position(is_frequent)?;
    let before = lines[..begin].iter().filter(|line| !line.trivial);
    if side == Side::Tail && before.map(Line::printed).sum::<usize>() > MAX_AFTER_RUN {
        return None;
    }
    let (mut end, mut others) = (begin, 0);
    for (at, line) in lines.iter().enumerate().skip(begin) {
        match is_frequent(line) {
            true => (end, others) = (at + 1, 0),
            // Requests for paragraphs, headings and names belong to a notice.
            false if line.trivial || line.kind != Kind::Other => {}
            false => others += line.printed(),
        }
        if others > 1 {
            break;
        }
    }
    if side == Side::Tail {
        end = whole_sentences(lines, end);
    }
    let known = lines[..end]
        .iter()
        .filter(|line| is_frequent(line) && line.kind != Kind::Repeated);
    let known: usize = known.map(Line::printed).sum();
    match known >= MIN_RUN {
        true => Some(end),
        false if side == Side::Head => opening_block(region, begin, most),
        false => closing_lines(region, most),
    }
}

/// Returns the number of lines of the head up to the end of its block that begins at `begin`, if all lines of the block are frequent: a
/// notice too short for a run, below a title at most.
fn opening_block(head: &Region, begin: usize, most: u64) -> Option<usize> {
    let lines = &head.lines;
    let end = lines.partition_point(|line| line.block <= lines[begin].block);
    let title: usize = lines[..begin].iter().map(Line::printed).sum();
    let is_alone = begin == 0 || lines[begin].gap > 0;
    // A unit is boilerplate as a whole.
    let is_unit = head.unit.is_none_or(|unit| unit == end);
    let is_notice = is_alone && is_unit && title <= MAX_AFTER_RUN && end < lines.len();
    let is_heading = |raw: &str| heading::heading(raw, "").is_some() || japanese::is_heading(raw);
    let is_of_notice = |line: &Line| is_frequent(line, most) && !is_heading(line.raw);
    (is_notice && lines[begin..end].iter().all(is_of_notice)).then_some(end)
}

/// Returns the number of the last `end` lines of a text without those up to a heading, or else to a blank line, if the first of them goes on
/// with the sentence of the line before it. `tail` has the lines from the last one backwards.
fn whole_sentences(tail: &[Line], end: usize) -> usize {
    let goes_on = end > 0
        && tail[end - 1].raw.starts_with(char::is_lowercase)
        && tail
            .get(end)
            .is_some_and(|above| above.gap == 0 && !above.raw.starts_with('.'));
    if !goes_on {
        return end;
    }
    let begins = |at: &usize| heading::heading(tail[*at].raw, "").is_some();
    let heading = (0..end).rfind(begins).map(|at| at + 1);
    heading
        .or_else(|| (1..end).rfind(|&at| tail[at].gap > 0))
        .unwrap_or(0)
}

/// Whether enough documents have a line. `most` is the count of the library's most frequent line.
fn is_frequent(line: &Line, most: u64) -> bool {
    matches!(line.kind, Kind::Frequent | Kind::Repeated | Kind::Short)
        && count(line, most) >= MIN_RUN_COUNT
}

/// Returns the number of documents that have a line.
fn count(line: &Line, most: u64) -> f64 {
    line.share * most as f64
}

/// Returns the number of lines of the last block of text, if it has a few lines and at least two of these are short and
/// frequent: links to the library, for example.
pub fn closing_lines(tail: &Region, most: u64) -> Option<usize> {
    let last = tail.lines.first()?;
    let is_short = |line: &&Line| line.kind == Kind::Short && line.share >= MIN_CLOSING_SHARE;
    let block = tail.lines.iter().take_while(|line| line.block == 0);
    let lines = block.clone().count();
    let is_closing = is_short(&last)
        && count(last, most) >= MIN_SINGLE_COUNT
        && block.filter(is_short).count() >= MIN_CLOSING_LINES
        && lines <= MAX_CLOSING_BLOCK;
    is_closing.then_some(lines)
}

/// Whether enough documents have a line near the edge of a text. If so, a result without boilerplate is unsure.
pub fn is_doubtful(region: &Region, most: u64) -> bool {
    let mut lines = region.lines.iter().take(NEAR_EDGE);
    lines.any(|line| is_frequent(line, most) && !line.trivial)
}

/// Whether the text ends with a block of short lines, which the library does not count. Nothing is then known about the
/// end.
pub fn is_unseen(tail: &Region, has_short: bool) -> bool {
    let block = tail.lines.iter().enumerate();
    let mut block = block.take_while(|(at, line)| *at == 0 || line.gap == 0);
    tail.form == Form::Prose && !has_short && block.all(|(_, line)| line.trivial)
}

/// Returns the number of lines of the notice that a manual page ends with. `run` is the number of its lines up to the last of
/// a run of frequent ones, and `most` the count of the library's most frequent line.
///
/// It is the last section with its heading, if the section begins with a known line and at least half of its non-trivial
/// lines are known: the names of translators stand between the lines of their notice. A notice too short for a run is a
/// section or a paragraph of lines that many documents have.
pub fn end_of_manual_page(tail: &Region, run: Option<usize>, most: u64) -> Option<usize> {
    let is_heading = |line: &Line| matches!(heading::of_manual_page(line.raw), Some((1, _)));
    let heading = tail.lines.iter().position(is_heading)?;
    let long = |lines: &[Line]| -> Vec<bool> {
        let is_text = |line: &&Line| !line.trivial && !line.raw.starts_with(['.', '\'']);
        let is_known = |line: &Line| match run {
            Some(_) => line.kind.known(),
            None => is_frequent(line, most) && count(line, most) >= MIN_SINGLE_COUNT,
        };
        lines.iter().filter(is_text).map(is_known).collect()
    };
    let section = long(&tail.lines[..heading]);
    let known = section.iter().filter(|known| **known).count();
    if run.is_some() {
        let is_whole = section.last() == Some(&true) && 2 * known >= section.len();
        return is_whole.then_some(heading + 1).or(run);
    }
    let is_break = |line: &Line| is_paragraph_request(line.raw);
    let paragraph = tail.lines[..heading].iter().position(is_break);
    let ends = [Some(heading + 1), paragraph].into_iter().flatten();
    ends.into_iter().find(|&end| {
        let lines = long(&tail.lines[..end.min(heading)]);
        lines.len() >= MIN_CLOSING_LINES && lines.iter().all(|known| *known)
    })
}

/// Returns the bound for a run that ends with this line.
pub fn of_run(line: u64) -> Floor {
    Floor::at(line, Rule::Frequency, CONFIDENCE_RUN)
}

/// Returns the line where the boilerplate from `start` on begins, including its heading in a markup. `inwards` are the lines before
/// it with their numbers, the last first.
pub fn with_heading<'a>(start: u64, inwards: impl Iterator<Item = (u64, &'a str)>) -> u64 {
    let mut filled = inwards.filter(|(_, raw)| !raw.trim().is_empty());
    match filled.find(|(_, raw)| !is_paragraph_request(raw)) {
        Some((number, raw)) if heading::heading(raw, "").is_some() => number,
        _ => start,
    }
}

/// Whether a line of a manual page begins a paragraph, or has only a blank line or a break.
fn is_paragraph_request(raw: &str) -> bool {
    [".PP", ".P", ".Pp", ".LP", ".sp", ".br"].contains(&raw.trim_end())
}
