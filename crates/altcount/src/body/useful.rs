//! The text that only one page has, and the useful parts of a page given its body.
//!
//! The body is one range. If it holds only a small share of the text that no other page has, all of that text is
//! useful, too. This often happens if few pages show the template; the page then loses only what it shares with others.
//! An article may also surround a stretch of template, such as an advertisement on many pages. This is taken out of the
//! body.

use std::ops::Range;

use crate::constants::{
    BODY_COVERS, BODY_COVERS_OF_FEW, Constants, FEW_PAGES, RARE_SHARE, REPEATED_PART,
    REPEATED_SHARE,
};
use crate::edges::paragraphs;
use crate::markup::kinds::{Kind, kinds, placed};
use crate::markup::menus::{Letters, letters_in};
use crate::ngrams::Frequency;

/// The text that only this page has, and the candidates for advertisements in its body.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Own {
    /// Ranges that are on no other page, without scripts and style sheets, each with its amount of text in units.
    pieces: Vec<(Range<u32>, u32)>,
    /// Stretches of template with much text, each once on all of its pages.
    repeats: Vec<Range<u32>>,
    /// Text outside links that is on no other page. Each range has the number of letters up to its end.
    texts: Vec<(Range<u32>, u32)>,
    /// Text that few pages have, also in links; each range has letters.
    rare: Vec<Range<u32>>,
    /// The same outside links.
    words: Vec<Range<u32>>,
    /// Text outside links that at most half of the pages have, such as the values in a sentence that all pages have.
    values: Vec<Range<u32>>,
}

/// A stretch of template that is being read. If the page has tags, it begins and ends with one: half a sentence is not
/// an advertisement.
struct Repeat {
    range: Range<u32>,
    /// The amount of text in it, and the amount after its last tag.
    text: u32,
    after: u32,
}

impl Repeat {
    fn at(start: u32) -> Self {
        Repeat {
            range: start..start,
            text: 0,
            after: 0,
        }
    }
}

/// The useful parts of a page.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Useful {
    /// The ranges, as positions in the page, in order.
    pub ranges: Vec<Range<usize>>,
    /// The share of the page's own text that is in its body.
    pub covered: f64,
    /// Whether that share is so small that all of this text is useful.
    pub scattered: bool,
    /// Whether the page has neither a body nor such text. The text outside links that few pages have is then useful.
    pub is_lost: bool,
}

impl Own {
    /// Finds the text of a page of this level. `parts` are runs of equal commonness and kind: the number of a
    /// [`Frequency`], the number of units, and the kind.
    pub fn new(
        units: &[u32],
        parts: &[(u32, u32, Kind)],
        level: u32,
        constants: Constants,
    ) -> Self {
        let enough = ((f64::from(level) * REPEATED_SHARE).ceil() as u32).max(constants.least);
        let few = ((f64::from(level) * RARE_SHARE) as u32).max(1);
        let half = (level / 2).max(few);
        let mut own = Own::default();
        let is_marked_up = parts.iter().any(|(_, _, kind)| *kind == Kind::Tag);
        let (mut repeat, mut at) = (None::<Repeat>, 0);
        for &(number, count, kind) in parts {
            let frequency = Frequency::from_number(number);
            let text = match kind {
                Kind::Text | Kind::Link => count,
                Kind::Tag | Kind::Program => 0,
            };
            if frequency.pages() >= enough && frequency.once() {
                let is_edge = kind == Kind::Tag || !is_marked_up;
                if is_edge {
                    repeat.get_or_insert(Repeat::at(at));
                }
                if let Some(repeat) = &mut repeat {
                    repeat.after += text;
                    if is_edge {
                        repeat.range.end = at + count;
                        repeat.text += std::mem::take(&mut repeat.after);
                    }
                }
            } else {
                own.end_repeat(repeat.take(), constants);
            }
            let letters = match units.get(at as usize..(at + count) as usize) {
                Some(units) if frequency.pages() <= half && text > 0 => letters_in(units) as u32,
                _ => 0,
            };
            if letters > 0 && kind == Kind::Text {
                match own.values.last_mut() {
                    Some(value) if value.end == at => value.end += count,
                    _ => own.values.push(at..at + count),
                }
            }
            let is_rare = frequency.pages() <= few && text > 0;
            let letters = if is_rare { letters } else { 0 };
            if letters > 0 {
                own.rare.push(at..at + count);
                if kind == Kind::Text {
                    own.words.push(at..at + count);
                }
            }
            if frequency.pages() < 2 && kind != Kind::Program {
                match own.pieces.last_mut() {
                    Some((piece, all)) if piece.end == at => {
                        piece.end += count;
                        *all += text;
                    }
                    _ => own.pieces.push((at..at + count, text)),
                }
                if kind == Kind::Text && letters > 0 {
                    let before = own.letters();
                    own.texts.push((at..at + count, before + letters));
                }
            }
            at += count;
        }
        own.end_repeat(repeat, constants);
        own
    }

    /// Returns the number of letters outside links that are on no other page.
    pub(crate) fn letters(&self) -> u32 {
        self.texts.last().map_or(0, |(_, letters)| *letters)
    }

    /// Returns the share of these letters that are in a range. A piece of such text counts as a whole or not at all.
    pub(crate) fn covered_letters(&self, stretch: &Range<usize>) -> f64 {
        let up_to = |at: usize| {
            let pieces = self
                .texts
                .partition_point(|(piece, _)| piece.end as usize <= at);
            pieces.checked_sub(1).map_or(0, |last| self.texts[last].1)
        };
        let inside = up_to(stretch.end).saturating_sub(up_to(stretch.start));
        f64::from(inside) / f64::from(self.letters().max(1))
    }

    /// Returns the range from the first to the last of these letters.
    pub(crate) fn stretch(&self) -> Range<usize> {
        match (self.texts.first(), self.texts.last()) {
            (Some((first, _)), Some((last, _))) => first.start as usize..last.end as usize,
            _ => 0..0,
        }
    }

    /// Whether a range has text that few pages have.
    pub(crate) fn has_rare(&self, stretch: &Range<usize>) -> bool {
        let first = self
            .rare
            .partition_point(|piece| piece.end as usize <= stretch.start);
        let next = self.rare.get(first);
        next.is_some_and(|piece| (piece.start as usize) < stretch.end)
    }

    /// Whether a paragraph is a sentence that most pages have, but with other values: "8055 people watched the match."
    /// Links have titles and names, not sentences.
    fn is_formula(&self, units: &[u32], paragraph: &Range<usize>) -> bool {
        let first = self
            .values
            .partition_point(|value| value.end as usize <= paragraph.start);
        let inside = self.values[first..].iter().map(|value| {
            (value.start as usize).max(paragraph.start)..(value.end as usize).min(paragraph.end)
        });
        let inside = inside.take_while(|value| !value.is_empty());
        let varied: usize = inside.map(|value| letters_in(&units[value])).sum();
        // Most paragraphs have no value, or nothing else.
        if varied == 0 {
            return false;
        }
        let letters = Letters::of(&units[paragraph.clone()]);
        letters.in_links == 0
            && 4 * varied <= 3 * letters.all()
            && ends_sentence(&units[paragraph.clone()])
    }

    /// Returns a stretch of template without the part of it up to the last such sentence.
    fn without_formulas(&self, units: &[u32], stretch: Range<u32>) -> Range<u32> {
        let all = paragraphs_in(units, &(stretch.start as usize..stretch.end as usize));
        let mut formulas = all.into_iter().rev();
        let last = formulas.find(|paragraph| self.is_formula(units, paragraph));
        last.map_or(stretch.start, |last| last.end as u32)..stretch.end
    }

    /// Returns the end of such sentences next to a body, in the gap between the end of the body and that of its element.
    /// The body may end within the paragraph before them.
    pub(crate) fn formulas_behind(&self, units: &[u32], gap: &Range<usize>) -> Option<usize> {
        let mut end = None;
        for (at, paragraph) in paragraphs_in(units, gap).into_iter().enumerate() {
            if self.is_formula(units, &paragraph) {
                end = Some(paragraph.end);
            } else if at > 0 && Letters::of(&units[paragraph]).all() > 0 {
                break;
            }
        }
        end
    }

    /// Returns the number of letters of this text in a range.
    pub(crate) fn rare_letters(&self, units: &[u32], stretch: &Range<usize>) -> usize {
        let first = self
            .rare
            .partition_point(|piece| piece.end as usize <= stretch.start);
        let inside = self.rare[first..].iter().map(|piece| {
            stretch.start.max(piece.start as usize)..stretch.end.min(piece.end as usize)
        });
        let inside = inside.take_while(|piece| !piece.is_empty());
        inside.map(|piece| letters_in(&units[piece])).sum()
    }

    /// Whether a range has text, in links or outside, that no other page has.
    pub(crate) fn has_text(&self, stretch: &Range<usize>) -> bool {
        let first = self
            .pieces
            .partition_point(|(piece, _)| piece.end as usize <= stretch.start);
        let mut inside = (self.pieces[first..].iter())
            .take_while(|(piece, _)| (piece.start as usize) < stretch.end);
        inside.any(|(_, text)| *text > 0)
    }

    fn end_repeat(&mut self, repeat: Option<Repeat>, constants: Constants) {
        if let Some(repeat) = repeat
            && repeat.text >= constants.long
        {
            self.repeats.push(repeat.range);
        }
    }

    /// Returns the useful parts of a page of this level that has this body.
    pub fn useful(&self, units: &[u32], body: Range<usize>, level: u32) -> Useful {
        let body = body.start as u32..body.end as u32;
        let covered = self.covered(&body);
        let enough = if level <= FEW_PAGES {
            BODY_COVERS_OF_FEW
        } else {
            BODY_COVERS
        };
        let scattered = covered < enough;
        let mut ranges = match scattered {
            true => self.with_pieces(&body),
            false => self.without_repeats(units, &body),
        };
        // Numbers and short names are often on some other page, too.
        let is_lost = ranges.is_empty();
        if is_lost {
            ranges.clone_from(&self.words);
        }
        Useful {
            ranges: ranges
                .into_iter()
                .map(|range| range.start as usize..range.end as usize)
                .collect(),
            covered,
            scattered,
            is_lost,
        }
    }

    /// Returns the share of the page's own text that is in a range, or 1 if there is no such text.
    fn covered(&self, body: &Range<u32>) -> f64 {
        let (mut inside, mut all) = (0.0, 0.0);
        for (piece, text) in &self.pieces {
            let text = f64::from(*text);
            let both = piece
                .end
                .min(body.end)
                .saturating_sub(piece.start.max(body.start));
            inside += text * f64::from(both) / f64::from(piece.end - piece.start);
            all += text;
        }
        if all > 0.0 { inside / all } else { 1.0 }
    }

    /// Returns the ranges of the body and of all text that is on no other page.
    fn with_pieces(&self, body: &Range<u32>) -> Vec<Range<u32>> {
        let pieces = self.pieces.iter().filter(|(_, text)| *text > 0);
        let mut all: Vec<Range<u32>> = pieces.map(|(piece, _)| piece.clone()).collect();
        all.extend((!body.is_empty()).then(|| body.clone()));
        all.sort_by_key(|range| range.start);
        let mut merged: Vec<Range<u32>> = Vec::with_capacity(all.len());
        for range in all {
            match merged.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => merged.push(range),
            }
        }
        merged
    }

    /// Returns the ranges of the body without long stretches of template.
    fn without_repeats(&self, units: &[u32], body: &Range<u32>) -> Vec<Range<u32>> {
        let inside: Vec<Range<u32>> = (self.repeats.iter())
            .map(|repeat| repeat.start.max(body.start)..repeat.end.min(body.end))
            .filter(|repeat| repeat.start < repeat.end)
            .map(|repeat| self.without_formulas(units, repeat))
            .collect();
        let taken: u32 = inside.iter().map(|repeat| repeat.end - repeat.start).sum();
        let too_much = f64::from(taken) > REPEATED_PART * f64::from(body.end - body.start);
        let mut parts = Vec::new();
        let mut from = body.start;
        for repeat in inside.iter().filter(|_| !too_much) {
            parts.push(from..repeat.start);
            from = repeat.end;
        }
        parts.push(from..body.end);
        parts.retain(|part| !part.is_empty());
        parts
    }
}

/// Returns the paragraphs in a range. There are none without units.
fn paragraphs_in(units: &[u32], stretch: &Range<usize>) -> Vec<Range<usize>> {
    let part = units.get(stretch.clone()).unwrap_or_default();
    let placed =
        |paragraph: Range<usize>| stretch.start + paragraph.start..stretch.start + paragraph.end;
    paragraphs(part).into_iter().map(placed).collect()
}

/// Whether the visible text of a paragraph ends with a mark that ends sentences.
fn ends_sentence(units: &[u32]) -> bool {
    let runs = kinds(units);
    let texts = placed(&runs).filter(|(kind, _)| *kind == Kind::Text);
    let last = texts.last().map_or(0..0, |(_, range)| range);
    let mut marks = units[last]
        .iter()
        .rev()
        .filter_map(|&unit| char::from_u32(unit));
    let last = marks.find(|mark| !mark.is_whitespace() && !")]»”’\"'".contains(*mark));
    last.is_some_and(|mark| ".!?…。！？।؟۔".contains(mark))
}

#[cfg(test)]
// The lint suspects a mistake in a list of one range, but it is intended.
#[allow(clippy::single_range_in_vec_init)]
mod tests {
    use super::*;
    use crate::ngrams::Times;

    /// Builds runs of text from their numbers of pages and their lengths.
    fn own(runs: &[(u32, u32)], level: u32) -> Own {
        let number = |pages| Frequency::new(pages, Times::Once).number();
        let parts: Vec<_> = (runs.iter())
            .map(|&(pages, count)| (number(pages), count, Kind::Text))
            .collect();
        Own::new(&[], &parts, level, Constants::default())
    }

    #[test]
    fn an_advertisement_is_taken_out_of_a_body() {
        let page = own(&[(40, 900), (0, 500), (12, 150), (1, 500), (40, 900)], 40);
        assert_eq!(
            page.useful(&[], 900..2050, 40).ranges,
            [900..1400, 1550..2050]
        );
        let short = own(&[(40, 900), (0, 500), (12, 50), (1, 500), (40, 900)], 40);
        assert_eq!(short.useful(&[], 900..1950, 40).ranges, [900..1950]);
        let rare = own(&[(40, 900), (0, 500), (3, 150), (1, 500), (40, 900)], 40);
        assert_eq!(rare.useful(&[], 900..2050, 40).ranges, [900..2050]);
    }

    #[test]
    fn an_advertisement_begins_and_ends_with_tags() {
        let parts: Vec<_> = [
            (1, 500, Kind::Text),
            (12, 150, Kind::Text),
            (1, 500, Kind::Tag),
            (12, 20, Kind::Text),
            (12, 30, Kind::Tag),
            (12, 150, Kind::Text),
            (12, 30, Kind::Tag),
            (12, 20, Kind::Text),
            (1, 500, Kind::Text),
        ]
        .map(|(pages, count, kind)| (Frequency::new(pages, Times::Once).number(), count, kind))
        .into();
        let page = Own::new(&[], &parts, 40, Constants::default());
        assert_eq!(page.useful(&[], 0..1900, 40).ranges, [0..1170, 1380..1900]);
    }

    #[test]
    fn what_another_page_repeats_is_no_advertisement() {
        let page = own(&[(40, 900), (0, 500), (12, 700), (0, 500), (40, 900)], 40);
        assert_eq!(page.useful(&[], 900..2600, 40).ranges, [900..2600]);
    }

    #[test]
    fn a_body_with_little_of_the_text_is_not_all() {
        let page = own(
            &[(9, 300), (0, 500), (9, 300), (0, 200), (9, 300), (0, 400)],
            9,
        );
        let useful = page.useful(&[], 1100..1300, 9);
        assert_eq!(useful.ranges, [300..800, 1100..1300, 1600..2000]);
        assert!((useful.covered - 200.0 / 1100.0).abs() < 1e-9);
        assert_eq!(page.useful(&[], 300..800, 9).ranges, [300..800]);
        let few = own(&[(2, 300), (0, 500), (2, 300), (0, 600)], 2);
        assert_eq!(few.useful(&[], 300..800, 2).ranges, [300..800, 1100..1700]);
    }

    #[test]
    fn a_page_without_a_body_has_its_own_text() {
        let page = own(&[(9, 300), (0, 20), (9, 300)], 9);
        assert_eq!(page.useful(&[], 0..0, 9).ranges, [300..320]);
        assert!(!page.useful(&[], 0..0, 9).is_lost);
        // A number that two of fifteen pages have in the same place.
        let lost = |pages| {
            let units = ['7' as u32; 60];
            let parts = [(15, 30), (pages, 2), (15, 28)].map(|(pages, count)| {
                let number = Frequency::new(pages, Times::Once).number();
                (number, count, Kind::Text)
            });
            let own = Own::new(&units, &parts, 15, Constants::default());
            own.useful(&[], 0..0, 15)
        };
        assert_eq!(
            (lost(2).is_lost, &lost(2).ranges[..]),
            (true, &[30..32][..])
        );
        assert_eq!((lost(15).is_lost, &lost(15).ranges[..]), (true, &[][..]));
        assert_eq!(own(&[], 1).useful(&[], 0..0, 1).ranges, []);
    }
}
