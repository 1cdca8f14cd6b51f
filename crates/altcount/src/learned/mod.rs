//! A learned template: it divides further pages, and can be saved and read.

mod read;
mod save;

use std::cmp::Reverse;
use std::ops::Range;

pub use read::{Incomplete, Reader};
pub use save::{save_best, save_paper};

use crate::body::anchors::{Anchor, OfPage, OfSide, Placed};
use crate::body::containers::Rules;
use crate::body::{Division, Group, divide_other};
use crate::constants::{LENGTHS, LEVEL};
use crate::edges;
use crate::ngrams::column::{runs, slide};
use crate::ngrams::nested::{Found, Nested};
use crate::ngrams::sets::{Grams, Hashed};
use crate::plain::{self, Tags};
use crate::score::complement;
use crate::text::{Page, Unit};

/// The division of a page; positions count its units.
#[derive(Debug, Clone, PartialEq)]
pub struct Divided {
    /// The number of units of the page.
    pub length: usize,
    /// The ranges of the template.
    pub useless: Vec<Range<usize>>,
    /// The probability that the F1 of the rest is at least .9, if the method estimates it.
    pub confidence: Option<f64>,
}

impl Divided {
    /// A page with these units, divided by the best method.
    pub fn of(division: &Division, page: Page, units: &[u32]) -> Self {
        let useful = edges::whole(page, units, &division.useful);
        Divided {
            length: units.len(),
            useless: complement(&useful, units.len()),
            confidence: Some(division.signs.confidence()),
        }
    }

    /// Returns the ranges of bytes of the page that are not template; `page` must be the page that
    /// was divided.
    pub fn useful(&self, page: Page) -> Vec<Range<usize>> {
        page.source_ranges(&complement(&self.useless, self.length))
    }

    /// Returns the text of the page without the template and without tags; `page` must be the page
    /// that was divided.
    pub fn useful_text(&self, page: &str) -> String {
        let useful = self.useful(Page::Characters(page));
        plain::text(page, useful, Tags::of(page))
    }
}

/// The learned templates: one, or one per cluster of pages.
pub struct Learned {
    unit: Unit,
    templates: Vec<Learnt>,
}

/// A learned template.
struct Learnt {
    groups: Vec<Group>,
    /// The anchors of bodies, for each n-gram. The numbers of n-grams count from 1.
    anchors: Vec<OfGram>,
    /// The anchor at the end of pages, if most bodies end near it.
    page_end: Option<Anchor>,
    /// How bodies are moved in the elements that hold them.
    rules: Rules,
    grams: Known,
}

/// For an n-gram, the anchor that bodies begin after, and the one that they end before.
type OfGram = [Option<Anchor>; 2];

/// The known n-grams.
enum Known {
    /// N-grams of the cut point's length.
    One(Grams),
    /// N-grams of each of [`LENGTHS`].
    Nested(Box<Nested<{ LENGTHS.len() }>>),
}

impl Learned {
    /// Returns the kind of units. Pages to divide must have the same kind.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// Divides a page of characters.
    pub fn divide_text(&self, page: &str) -> Divided {
        self.divide(Page::Characters(page))
    }

    /// Divides a page.
    pub fn divide(&self, page: Page) -> Divided {
        let units = page.to_units();
        let hashed = Hashed::new(&units);
        let template = match &self.templates[..] {
            [
                Learnt {
                    grams: Known::One(grams),
                    ..
                },
            ] => {
                let mut values = grams.values_of(&hashed);
                slide(&mut values, grams.n(), u32::max);
                return Divided {
                    length: units.len(),
                    useless: runs(values.into_iter().map(|value| value > 0)),
                    confidence: None,
                };
            }
            templates => templates.iter().filter_map(|template| {
                let found = template.find(&hashed)?;
                Some((template, found))
            }),
        };
        // The template that covers most of the page; among equals the first.
        let best = template.min_by_key(|(_, found)| {
            let known = found.runs[LEVEL].iter().filter(|(value, _)| *value > 0);
            Reverse(known.map(|(_, count)| u64::from(*count)).sum::<u64>())
        });
        let division = best.map(|(template, found)| {
            let anchors = template.anchors_of(&found.marks, units.len());
            divide_other(
                &template.groups,
                anchors,
                &template.rules,
                &found.runs,
                &units,
            )
        });
        Divided::of(&division.unwrap_or_default(), page, &units)
    }
}

impl Learnt {
    /// Looks up the n-grams of a page. `None` for the paper's method.
    fn find(&self, page: &Hashed) -> Option<Found<{ LENGTHS.len() }>> {
        match &self.grams {
            Known::One(_) => None,
            Known::Nested(grams) => Some(grams.find(page)),
        }
    }

    /// Returns the anchors that decide on a page of `length` units. Only n-grams that the page has
    /// once are used.
    fn anchors_of(&self, marks: &[(usize, u32)], length: usize) -> OfPage {
        let mut seen = vec![0u32; self.anchors.len() + 1];
        for &(_, number) in marks {
            seen[number as usize] += 1;
        }
        let once = marks
            .iter()
            .filter(|(_, number)| seen[*number as usize] == 1);
        [0, 1].map(|side| {
            let placed = |at, anchor, number| Placed { at, anchor, number };
            let of_grams = once.clone().filter_map(|&(at, number)| {
                Some(placed(at, self.anchors[number as usize - 1][side]?, number))
            });
            let page_end = self.page_end.filter(|anchor| anchor.side as usize == side);
            let page_end = page_end.map(|anchor| placed(length, anchor, 0));
            OfSide::of(&of_grams.collect::<Vec<_>>()).with_page_end(page_end)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::divide;
    use crate::constants::Constants;
    use crate::ngrams::index::tests::short_index;

    #[test]
    fn a_saved_template_divides_pages_that_it_was_not_learned_from() {
        let head = "a head that all of the pages have, and that names the site ".repeat(5);
        let foot = "a foot that all of the pages have, and that names nobody ".repeat(3);
        let body = |page: usize| -> String {
            let word = |word: usize| format!("{}body ", (page * 1000 + word) * 7919 % 1_000_003);
            (0..100).map(word).collect()
        };
        let page = |number| format!("{head}{}{foot}", body(number));
        let texts: Vec<String> = (0..20).map(page).collect();
        let units_of = |text: &str| -> Vec<u32> { text.chars().map(u32::from).collect() };
        let units = |page: usize| units_of(&texts[page]);
        let index = short_index(&texts, &LENGTHS);
        let template = divide(&index, units, Constants::default());
        let mut reader = Reader::default();
        save_best(Unit::Char, units, &index, &template, |record| {
            let mut line = Vec::new();
            record.write(&mut line);
            reader.add_line(&line)
        })
        .unwrap();
        let learned = reader.finish().unwrap();
        assert_eq!(learned.unit(), Unit::Char);
        for number in [3, 77] {
            let (page, body) = (page(number), body(number));
            let divided = learned.divide_text(&page);
            let [useful] = &complement(&divided.useless, divided.length)[..] else {
                panic!("{divided:?}");
            };
            let found = &page[useful.clone()];
            // N-grams at its ends may belong to the template.
            assert!(
                body.contains(found) && body.len() - found.len() < 20,
                "{found}"
            );
            assert!(divided.confidence.is_some_and(|share| share > 0.5));
        }
        assert_eq!(learned.divide_text("").useless, []);
    }
}
