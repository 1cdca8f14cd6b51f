//! Reads a saved template.

use std::collections::BTreeMap;

use record::Template;

use super::{Known, Learned, Learnt, OfGram};
use crate::body::Group;
use crate::body::anchors::{Anchor, Side};
use crate::body::containers::{Rule, Rules};
use crate::constants::{ANCHOR_LENGTH, LENGTHS, LEVEL};
use crate::markup::start_tags::hash_of;
use crate::ngrams::nested::Nested;
use crate::ngrams::sets::Grams;
use crate::ngrams::{Frequency, Index, Times};
use crate::text::Unit;

/// The reasons why a saved template is unusable although each of its records is valid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Incomplete {
    /// Its end is missing.
    #[error(
        "{missing} of {all} n-grams are missing, so it has been cut off; make it again with --model"
    )]
    CutOff {
        /// The number of n-grams that were not read.
        missing: u64,
        /// The number of n-grams that were saved.
        all: u64,
    },
    /// It has no n-grams.
    #[error("nothing that --model has saved")]
    Empty,
}

/// Reads the records of a saved template in their order.
#[derive(Default)]
pub struct Reader(Vec<Reading>);

impl Reader {
    /// Reads the next record from its line. Stop at the first error: a template with missing
    /// records would divide pages differently.
    pub fn add_line(&mut self, line: &[u8]) -> Result<(), record::Error> {
        let record = Template::read(line)?;
        let begins = self.0.last().is_none_or(Reading::is_done);
        match (self.0.last_mut(), record) {
            (
                _,
                Template::Method {
                    best, bytes, grams, ..
                },
            ) if begins => {
                self.0.push(Reading::new(best, bytes, grams));
                Ok(())
            }
            (None, _) => Err(record::Error::MissingWhich(
                "`method`, with which what --model saves begins",
            )),
            (Some(reading), record) => reading.add(record),
        }
    }

    /// Returns the template after its last record.
    pub fn finish(self) -> Result<Learned, Incomplete> {
        if let Some(&Reading { all, missing, .. }) = self.0.last()
            && missing > 0
        {
            return Err(Incomplete::CutOff { missing, all });
        }
        let unit = self.0.first().map(|reading| reading.unit);
        let templates: Vec<Learnt> = self.0.into_iter().filter_map(Reading::finish).collect();
        match unit {
            Some(unit) if !templates.is_empty() => Ok(Learned { unit, templates }),
            _ => Err(Incomplete::Empty),
        }
    }
}

/// A template while its records are being read.
struct Reading {
    unit: Unit,
    groups: Vec<Group>,
    anchors: BTreeMap<Vec<u32>, OfGram>,
    page_end: Option<Anchor>,
    rules: Rules,
    /// The n-grams of each of [`LENGTHS`]; for the paper's method, those of the cut point's length
    /// once it is known.
    grams: Vec<Grams>,
    /// The number of n-grams, and how many of them have not been read yet.
    all: u64,
    missing: u64,
}

fn wrong_type(field: &'static str, expected: &'static str) -> Result<(), record::Error> {
    Err(record::Error::Type { field, expected })
}

impl Reading {
    fn new(best: bool, bytes: bool, grams: u64) -> Self {
        Reading {
            unit: if bytes { Unit::Byte } else { Unit::Char },
            groups: Vec::new(),
            anchors: BTreeMap::new(),
            page_end: None,
            rules: Rules::new(),
            grams: if best {
                LENGTHS.map(Grams::new).into()
            } else {
                Vec::new()
            },
            all: grams,
            missing: grams,
        }
    }

    /// Whether another template may follow: this one is complete, and is not the paper's.
    fn is_done(&self) -> bool {
        self.missing == 0 && self.grams.len() > 1
    }

    fn add(&mut self, record: Template) -> Result<(), record::Error> {
        match record {
            Template::Method { .. } => return wrong_type("method", "one record of this kind"),
            Template::CutPoint(point) => match (usize::try_from(point.n), self.grams.is_empty()) {
                (Ok(n @ 1..=Index::MAX_N), true) => self.grams.push(Grams::new(n)),
                _ => return wrong_type("n", "one cut point, with n from 1 to 65535"),
            },
            Template::Group {
                level,
                pages,
                thetas,
            } => match (u32::try_from(level), thetas.try_into()) {
                (Ok(level), Ok(thetas)) => self.groups.push(Group {
                    level,
                    pages,
                    thetas,
                }),
                _ => return wrong_type("thetas", "as many as there are lengths"),
            },
            Template::Anchor {
                end,
                text,
                distance,
                pages,
            } => {
                self.add_anchor(end, &text, distance, pages)?;
            }
            Template::Element {
                text, far, ends, ..
            } => {
                let Ok([start, end]) = <[(u64, u64); 2]>::try_from(ends) else {
                    return wrong_type("ends", "two pairs of numbers");
                };
                let rule = Rule {
                    is_short: far > 0,
                    extends: [start.0 > 0, end.0 > 0],
                    over_lists: [start.0 > 1, end.0 > 1],
                    cuts: [start.1 > 0, end.1 > 0],
                };
                self.rules.insert(hash_of(&self.units(&text)?), rule);
            }
            Template::Piece { n, text, pages } => {
                self.add_piece(n, &text, pages)?;
            }
        }
        Ok(())
    }

    fn add_anchor(
        &mut self,
        end: bool,
        text: &[u8],
        distance: u64,
        pages: u64,
    ) -> Result<(), record::Error> {
        let units = self.units(text)?;
        let (Ok(distance), Ok(pages)) = (usize::try_from(distance), usize::try_from(pages)) else {
            return wrong_type("distance", "a length");
        };
        let anchor = Anchor {
            side: if end { Side::End } else { Side::Start },
            pages,
            distance,
        };
        match units.len() {
            0 if end => self.page_end = Some(anchor),
            ANCHOR_LENGTH => {
                self.anchors.entry(units).or_default()[usize::from(end)] = Some(anchor);
            }
            _ => return wrong_type("text", "as long as anchors are"),
        }
        Ok(())
    }

    /// Adds the n-grams of a piece of text, with runs of their page frequencies.
    fn add_piece(
        &mut self,
        n: u64,
        text: &[u8],
        pages: Vec<(u64, u64, u64)>,
    ) -> Result<(), record::Error> {
        let units = self.units(text)?;
        let here = (units.len() as u64 + 1).saturating_sub(n);
        let Some(missing) = self.missing.checked_sub(here) else {
            return wrong_type("grams", "the number of n-grams in all pieces");
        };
        self.missing = missing;
        let Some(grams) = self.grams.iter_mut().find(|grams| grams.n() as u64 == n) else {
            return wrong_type("piece", "a length that is used here");
        };
        let mut values = Vec::with_capacity(pages.len());
        for (count, pages, once) in pages {
            match (u32::try_from(count), u32::try_from(pages)) {
                (Ok(count), Ok(pages)) if pages < 1 << 31 => {
                    let times = match once {
                        0 => Times::Several,
                        _ => Times::Once,
                    };
                    values.push((count, Frequency::new(pages, times).number()));
                }
                _ => return wrong_type("pages", "numbers under 2^31"),
            }
        }
        if !grams.add(units, &values) {
            return wrong_type("pages", "a number for each n-gram of the text");
        }
        Ok(())
    }

    fn units(&self, text: &[u8]) -> Result<Vec<u32>, record::Error> {
        match (self.unit, std::str::from_utf8(text)) {
            (Unit::Byte, _) => Ok(text.iter().map(|&byte| byte.into()).collect()),
            (Unit::Char, Ok(text)) => Ok(text.chars().map(u32::from).collect()),
            (Unit::Char, Err(_)) => Err(record::Error::Type {
                field: "text_bytes",
                expected: "UTF-8, as the unit is char",
            }),
        }
    }

    /// Returns `None` if there are no n-grams of any length.
    fn finish(self) -> Option<Learnt> {
        let grams = self.grams;
        let numbers = self.anchors.keys().cloned().zip(1..).collect::<Vec<_>>();
        Some(Learnt {
            groups: self.groups,
            anchors: self.anchors.into_values().collect(),
            page_end: self.page_end,
            rules: self.rules,
            grams: match <[Grams; LENGTHS.len()]>::try_from(grams) {
                Ok(grams) => Known::Nested(Nested::new(&grams, LEVEL, &numbers).into()),
                Err(mut grams) => {
                    let mut grams = grams.pop()?;
                    grams.finish();
                    Known::One(grams)
                }
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_begins_where_the_one_before_is_complete() {
        let method = |grams: u64| {
            let mut line = Vec::new();
            let (best, bytes, pages) = (true, false, 5);
            Template::Method {
                best,
                bytes,
                pages,
                grams,
            }
            .write(&mut line);
            line
        };
        let mut reader = Reader::default();
        assert!(reader.add_line(&method(0)).is_ok());
        assert!(reader.add_line(&method(3)).is_ok());
        assert!(
            reader.add_line(&method(0)).is_err(),
            "three n-grams are missing"
        );
        assert_eq!(
            reader.finish().err(),
            Some(Incomplete::CutOff { missing: 3, all: 3 })
        );
    }
}
