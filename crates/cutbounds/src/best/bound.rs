//! The bound of one end of a document, and what moves it.

use std::borrow::Cow;

use super::line::{self, Form, Kind, Line, Side};
use super::model::{self, Model};
use super::notice;
use super::region::Region;
use crate::constants::{
    CONFIDENCE_LICENCE, CONFIDENCE_RUN, FULL_LINE, LINES_PER_KNOWN, MIN_PARAGRAPH,
    MIN_WORDS_OF_TEXT,
};
use crate::floor::Floor;
use crate::rights::speaks_of_making;
use crate::{Reason, Rule, Settings};

/// The bound of one end of a document.
#[derive(Debug, Clone, Copy)]
pub struct Bound {
    /// The first line of a preamble.
    pub first: u64,
    /// The innermost line of the boilerplate, if there is any.
    pub line: Option<u64>,
    pub rule: Rule,
    pub reason: Reason,
    pub confidence: f64,
}

impl Bound {
    /// Returns the bound that the model predicts.
    pub fn predicted(region: &Region, found: &model::Prediction) -> Self {
        let kept = found.kept.checked_sub(1);
        Bound {
            first: 1,
            line: kept.map(|at| region.lines[at].number),
            rule: rule(region, found.kept),
            reason: match kept {
                Some(_) => Reason::Model,
                None => Reason::ModelNone,
            },
            confidence: found.confidence,
        }
    }

    /// Removes the innermost blocks of an epilogue that have no known line, since only the lines nearer to the end
    /// suggest that they are boilerplate. One line in capitals, between stars, or apart from the text stays: it may
    /// say, with the title, that the text ends.
    pub fn without_unknown_blocks(self, tail: &Region) -> Self {
        let Some(line) = self.line.filter(|_| tail.form == Form::Prose) else {
            return self;
        };
        let inside = tail.lines.iter().take_while(|one| one.number >= line);
        let is_known = |one: &&Line| one.kind.known() || one.kind == Kind::Repeated;
        let Some(last) = inside.clone().filter(is_known).map(|one| one.block).last() else {
            return self;
        };
        let is_end = |one: &&Line| {
            let traits = one.traits;
            let mut beyond = tail.lines.iter();
            let beyond = beyond.find(|other| other.block == one.block + 1);
            let is_apart = beyond.is_none_or(|line| line.gap > 1);
            tail.blocks[one.block].lines == 1 && (traits.capitals || traits.leader || is_apart)
        };
        let next = inside.clone().find(|one| one.block == last + 1);
        let last = next.filter(is_end).map_or(last, |one| one.block);
        let kept = inside.filter(|one| one.block <= last).last();
        Bound {
            line: kept.map(|one| one.number),
            ..self
        }
    }

    /// Removes the innermost blocks of an unsure preamble of prose in which nothing suggests boilerplate: a title and a first paragraph.
    /// Behind a marker, and behind a notice of many times as many lines, a title and names belong to the preamble.
    pub fn without_weak_blocks(self, head: &Region) -> Self {
        let is_weak =
            head.form == Form::Prose && !head.is_markup() && self.confidence < CONFIDENCE_RUN;
        let Some(line) = self.line.filter(|_| is_weak) else {
            return self;
        };
        let kept = head.lines.partition_point(|one| one.number <= line);
        let kept = &head.lines[..kept];
        let spoken = spoken_for(kept);
        let is_small = LINES_PER_KNOWN * (kept.len() - spoken.min(kept.len())) < kept.len();
        if is_small || kept.iter().any(|one| one.kind == Kind::Marker) {
            return self;
        }
        Bound {
            line: spoken.checked_sub(1).map(|at| head.lines[at].number),
            ..self
        }
    }

    /// Removes the first block of sentences behind the last marker of a preamble, and what follows it, if nothing from there on suggests
    /// boilerplate. A title, names and a date follow a marker; sentences are the text.
    pub fn without_text_behind_marker(self, head: &Region) -> Self {
        let Some(line) = self.line.filter(|_| head.form == Form::Prose) else {
            return self;
        };
        let kept = &head.lines[..head.lines.partition_point(|one| one.number <= line)];
        let is_marker = |one: &Line| one.kind == Kind::Marker;
        let speaks = |one: &Line| one.speaks() && one.kind != Kind::Wordless;
        let (Some(marker), Some(last)) = (
            kept.iter().rposition(is_marker),
            kept.iter().rposition(speaks),
        ) else {
            return self;
        };
        let mut from =
            kept.partition_point(|one| one.block <= kept[last].block.max(kept[marker].block));
        while from < kept.len() {
            let end = kept.partition_point(|one| one.block <= kept[from].block);
            if has_sentences(&kept[from..end]) {
                return Bound {
                    line: Some(kept[from - 1].number),
                    ..self
                };
            }
            from = end;
        }
        self
    }

    /// Removes a paragraph of the text from the innermost block. A notice may follow a paragraph without a blank line,
    /// and nothing suggests that the paragraph is boilerplate. Other unknown lines at the edge of a notice stay, such
    /// as a title and names.
    pub fn without_paragraph(self, region: &Region, side: Side) -> Self {
        let Some(line) = self.line.filter(|_| region.form == Form::Prose) else {
            return self;
        };
        let is_cut = |one: &&Line| !side.is_inside(one.number, line);
        let lines = &region.lines[..region.lines.iter().take_while(is_cut).count()];
        let of_block = |one: &&Line| lines.last().is_some_and(|last| last.block == one.block);
        let block: Vec<&Line> = lines.iter().rev().take_while(of_block).collect();
        let unknown = block.iter().take_while(|one| !one.speaks()).count();
        let at = |line: u64| Bound {
            line: Some(line),
            ..self
        };
        // A line may be a paragraph. Nothing before it, up to the notice, belongs to the notice either.
        let mut edge = block[..unknown].iter();
        let is_long = edge.any(|one| one.printed() >= MIN_PARAGRAPH);
        if let Some(known) = block.get(unknown).filter(|_| is_long) {
            return at(known.number);
        }
        if !is_long {
            // The last line of a paragraph is short.
            let last = usize::from(side == Side::Head);
            let is_full = |one: &&&Line| one.traits.length >= FULL_LINE;
            let full = block[..unknown].iter().skip(last).take_while(is_full);
            let paragraph = 1 + full.count();
            let lower = block.iter().take(paragraph).filter(|one| one.traits.lower);
            if paragraph < MIN_PARAGRAPH || 2 * lower.count() < paragraph - 1 {
                return self;
            }
            if let Some(above) = block.get(paragraph.min(unknown)) {
                return at(above.number);
            }
            let next = region.lines.get(lines.len());
            if paragraph != block.len() || next.is_none_or(|next| next.gap != 1) {
                return self;
            }
        }
        // A paragraph that is a block of its own. Names of those who made the text are apart from it.
        match lines.len().checked_sub(block.len() + 1) {
            Some(above) if side == Side::Head => {
                at(lines[above].number).without_paragraph(region, side)
            }
            _ => self,
        }
    }

    /// Leaves the lines of the comments of a preamble that say what the file is, and is less sure then.
    pub fn without_description(self, text: &str, head: &Region) -> Self {
        let Some(line) = self.line.filter(|_| head.form == Form::Source) else {
            return self;
        };
        // A floor may be beyond the region.
        let read = head.lines.last().map_or(0, |last| last.number);
        let beyond = line::bare(text)
            .skip_while(|one| one.number <= read)
            .take_while(|one| one.number <= line);
        let lines: Cow<[Line]> = match read < line {
            true => head.lines.iter().cloned().chain(beyond).collect(),
            false => Cow::Borrowed(&head.lines),
        };
        let notice = notice::of_preamble(&lines, line, head.begin().is_manual_page());
        Bound {
            first: match self.first {
                1 => notice.first,
                first => first,
            },
            line: Some(notice.last),
            confidence: match notice.is_part {
                true => self.confidence.min(CONFIDENCE_LICENCE),
                false => self.confidence,
            },
            ..self
        }
    }

    /// Whether the model found boilerplate with enough confidence. Otherwise only certain evidence counts.
    pub fn is_sure(&self, settings: &Settings) -> bool {
        self.line.is_some() && self.confidence >= settings.min_confidence
    }

    /// Returns the bound of a floor.
    pub fn of_floor(floor: Floor) -> Self {
        Bound {
            first: floor.first,
            line: Some(floor.line),
            rule: floor.rule,
            reason: Reason::Floor,
            confidence: floor.confidence,
        }
    }

    /// Returns the bound of a floor, or the best one beyond it.
    pub fn on(floor: Floor, region: &Region, side: Side) -> Self {
        let reached = |line: &&Line| !side.is_inside(line.number, floor.line);
        let least = region.lines.iter().take_while(reached).count();
        let is_read = least > 0 && region.lines[least - 1].number == floor.line;
        let beyond = (is_read && region.is_known())
            .then(|| Model::built_in().predict_from(region, side, least))
            .filter(|found| found.kept > least && !floor.is_surer(found.confidence));
        let bound = Bound::of_floor(floor);
        let Some(found) = beyond else {
            return bound;
        };
        let lines = &region.lines[..found.kept];
        // A title and names follow a marker. After a run of frequent lines, text follows.
        let kept = match floor.rule {
            Rule::Frequency => spoken_for(lines),
            // A notice may follow. Frequent lines of a template stand between the lines of the text.
            Rule::Metadata if !lines[least..].iter().all(Line::is_frequent) => return bound,
            // A section begins with its heading.
            Rule::Licence if side == Side::Tail => return bound,
            _ => lines.len(),
        };
        let line = kept.checked_sub(1).map(|at| lines[at].number);
        let further = Bound { line, ..bound }.without_paragraph(region, side);
        let further = match side {
            Side::Head => further.without_text_behind_marker(region),
            Side::Tail => further,
        };
        match further.line {
            Some(line) if side.is_inside(line, floor.line) => further,
            _ => bound,
        }
    }
}

/// Returns the number of lines up to the end of the block of the last one that speaks for boilerplate, or closes an element right behind it.
fn spoken_for(lines: &[Line]) -> usize {
    let Some(last) = lines.iter().rposition(Line::speaks) else {
        return 0;
    };
    let behind = lines[last + 1..].iter();
    let closing = behind.take_while(|line| line.text().starts_with("</"));
    let last = lines[last + closing.count()].block;
    lines.partition_point(|line| line.block <= last)
}

/// Whether a block ends like a sentence, or is as long as a paragraph, and most of its words are in lower case: a paragraph or a stanza, and no title or list of names.
/// A note on the making of the text is none, and its paragraphs are indented.
fn has_sentences(block: &[Line]) -> bool {
    let ends = |line: &Line| {
        let text = line.raw.trim_end();
        let text = text.trim_end_matches(['"', '\'', '\u{201d}', '\u{2019}', '\u{bb}', '_', ')']);
        text.ends_with(['.', '!', '?', ':', ';', ',', '-', '\u{2014}', '\u{2026}'])
    };
    let words = || block.iter().flat_map(|line| line.raw.split_whitespace());
    let lower = words().filter(|word| word.starts_with(char::is_lowercase));
    !block
        .iter()
        .any(|line| line.indent > 0 || speaks_of_making(line.raw))
        && (block.len() >= MIN_PARAGRAPH || block.last().is_some_and(ends))
        && words().count() >= MIN_WORDS_OF_TEXT
        && 2 * lower.count() > words().count()
}

/// Returns the rule that found a boundary after `kept` lines. It depends on the innermost line of the boilerplate that
/// is frequent or a marker.
fn rule(region: &Region, kept: usize) -> Rule {
    let mut known = region.lines[..kept].iter().rev().map(|line| line.kind);
    let found = |kind: &Kind| {
        use Kind::{Frequent, Marker, Repeated, Short};
        matches!(kind, Frequent | Repeated | Marker | Short)
    };
    match known.find(found) {
        _ if kept == 0 => Rule::None,
        Some(Kind::Marker) => Rule::Marker,
        _ => Rule::Frequency,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::best::samples::{NOTICE, body, region_of};
    use crate::constants::CONFIDENCE_DOUBTFUL;

    #[test]
    fn an_unsure_preamble_takes_no_unknown_block() {
        let line = format!("{}\n", NOTICE[0]);
        let text = format!("{line}\nOF BOATS\n\n{}", body());
        let bound = Bound {
            confidence: CONFIDENCE_DOUBTFUL,
            ..bound_at(3)
        };
        let head = region_of(&text, Side::Head);
        assert_eq!(bound.without_weak_blocks(&head).line, Some(1));
        assert_eq!(bound_at(3).without_weak_blocks(&head).line, Some(3));
        let page = format!("<p>\n{text}");
        let page = region_of(&page, Side::Head);
        assert_eq!(bound.without_weak_blocks(&page).line, Some(3));
    }

    /// Returns a bound of the model at this line.
    fn bound_at(line: u64) -> Bound {
        Bound {
            first: 1,
            line: Some(line),
            rule: Rule::Frequency,
            reason: Reason::Model,
            confidence: 0.9,
        }
    }

    #[test]
    fn a_bound_takes_no_paragraph() {
        let paragraph = body().replace('\n', " ");
        let text = format!("{}\nBoats\n{paragraph}\nTar\n{paragraph}\n", NOTICE[0]);
        let head = region_of(&text, Side::Head);
        let without = |line| bound_at(line).without_paragraph(&head, Side::Head).line;
        assert_eq!((without(4), without(2)), (Some(1), Some(2)));
        // A paragraph on a line behind a blank one.
        let text = format!("{}\n\nBoats\n\n{paragraph}\n\nTar\n", NOTICE[0]);
        let head = region_of(&text, Side::Head);
        assert_eq!(
            bound_at(5).without_paragraph(&head, Side::Head).line,
            Some(3)
        );
    }
}
