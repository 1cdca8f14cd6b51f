//! Saving and loading a learned template.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use command::{Error, Output};
use intake::BLOCK;
use intake::Stream;
use intake::lines::Lines;
use record::Template;

use super::pages::{Held, Unit};
use super::point_record;
use super::show::Divided;
use crate::anchors::{self, Anchor, Example, OfPage, Side};
use crate::column::{Column, runs, slide};
use crate::grams::{Grams, Hashed, Piece, pieces};
use crate::kinds::kinds;
use crate::nested::{Found, Nested};
use crate::template::{Frequencies, Frequency, Group, LENGTHS, LEVEL, divide_other};
use crate::{CutPoint, Index};

/// The learned templates: one, or one per cluster of pages.
pub(super) struct Learned {
    pub(super) unit: Unit,
    templates: Vec<Learnt>,
}

/// A learned template.
struct Learnt {
    groups: Vec<Group>,
    /// What bodies begin after, and what they end before. The numbers of their n-grams count from 1.
    anchors: Vec<OfGram>,
    grams: Known,
}

/// What bodies begin after an n-gram, and what they end before it.
type OfGram = [Option<Anchor>; 2];

/// The n-grams.
enum Known {
    /// Of the cut point's length.
    One(Grams),
    /// Of each of [`LENGTHS`].
    Nested(Box<Nested<{ LENGTHS.len() }>>),
}

/// A template while its records are being read.
struct Reading {
    unit: Unit,
    groups: Vec<Group>,
    anchors: BTreeMap<Vec<u32>, OfGram>,
    /// Of each of [`LENGTHS`], or of the cut point's length once that is known.
    grams: Vec<Grams>,
    /// The number of n-grams, and how many of them have not been read yet.
    all: u64,
    missing: u64,
}

impl Learned {
    /// Reads what `save_paper` or `save_best` wrote.
    pub(super) fn read(path: &Path) -> Result<Self, Error> {
        let mut readings: Vec<Reading> = Vec::new();
        let mut lines = Lines::new(Stream::open(path)?, b'\n', BLOCK, true);
        while lines.advance()? {
            let block = lines.block();
            for (number, line) in
                (block.first_line..).zip(block.bytes.split_inclusive(|&byte| byte == b'\n'))
            {
                // A template with records missing would divide pages differently.
                Reading::add_line(&mut readings, line).map_err(|error| {
                    Error::new(format_args!("{}:{number}", lines.name()), error)
                })?;
            }
        }
        let failed = |message: String| Error::new(path.display(), message);
        if let Some(Reading { all, missing, .. }) = readings.last()
            && *missing > 0
        {
            return Err(failed(format!(
                "{missing} of {all} n-grams are missing: it has been cut off"
            )));
        }
        let unit = readings.first().map(|reading| reading.unit);
        let templates: Vec<Learnt> = readings.into_iter().filter_map(Reading::finish).collect();
        match unit {
            Some(unit) if !templates.is_empty() => Ok(Learned { unit, templates }),
            _ => Err(failed("nothing that --model has saved".to_owned())),
        }
    }
}

impl Reading {
    /// Whether another template may follow: this one is complete, and one of several.
    fn is_done(&self) -> bool {
        self.missing == 0 && self.grams.len() > 1
    }

    fn add_line(readings: &mut Vec<Reading>, line: &[u8]) -> Result<(), record::Error> {
        let record = Template::read(line)?;
        let begins = readings.last().is_none_or(Reading::is_done);
        match (readings.last_mut(), record) {
            (
                _,
                Template::Method {
                    best, bytes, grams, ..
                },
            ) if begins => {
                readings.push(Reading {
                    unit: if bytes { Unit::Byte } else { Unit::Char },
                    groups: Vec::new(),
                    anchors: BTreeMap::new(),
                    grams: if best {
                        LENGTHS.map(Grams::new).into()
                    } else {
                        Vec::new()
                    },
                    all: grams,
                    missing: grams,
                });
                Ok(())
            }
            (None, _) => Err(record::Error::MissingWhich(
                "`method`, with which what --model saves begins",
            )),
            (Some(reading), record) => reading.add(record),
        }
    }

    fn add(&mut self, record: Template) -> Result<(), record::Error> {
        let wrong = |field, expected| Err(record::Error::Type { field, expected });
        match record {
            Template::Method { .. } => return wrong("method", "one record of this kind"),
            Template::CutPoint(point) => match (usize::try_from(point.n), self.grams.is_empty()) {
                (Ok(n @ 1..=Index::MAX_N), true) => self.grams.push(Grams::new(n)),
                _ => return wrong("n", "one cut point, with n from 1 to 65535"),
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
                _ => return wrong("thetas", "as many as there are lengths"),
            },
            Template::Anchor {
                end,
                text,
                distance,
                pages,
            } => {
                let units = self.units(&text)?;
                let (Ok(distance), Ok(pages)) = (usize::try_from(distance), usize::try_from(pages))
                else {
                    return wrong("distance", "a length");
                };
                if units.len() != anchors::LENGTH {
                    return wrong("text", "as long as anchors are");
                }
                let side = if end { Side::End } else { Side::Start };
                self.anchors.entry(units).or_default()[usize::from(end)] = Some(Anchor {
                    side,
                    pages,
                    distance,
                });
            }
            Template::Piece { n, text, pages } => {
                let units = self.units(&text)?;
                let here = (units.len() as u64 + 1).saturating_sub(n);
                let Some(missing) = self.missing.checked_sub(here) else {
                    return wrong("grams", "the number of n-grams in all pieces");
                };
                self.missing = missing;
                let Some(grams) = self.grams.iter_mut().find(|grams| grams.n() as u64 == n) else {
                    return wrong("piece", "a length that is used here");
                };
                let mut values = Vec::with_capacity(pages.len());
                for (count, pages, once) in pages {
                    match (u32::try_from(count), u32::try_from(pages)) {
                        (Ok(count), Ok(pages)) if pages < 1 << 31 => {
                            values.push((count, Frequency::new(pages, once > 0).number()));
                        }
                        _ => return wrong("pages", "numbers under 2^31"),
                    }
                }
                if !grams.add(units, &values) {
                    return wrong("pages", "a number for each n-gram of the text");
                }
            }
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

    /// `None` where there are no n-grams of any length.
    fn finish(self) -> Option<Learnt> {
        let grams = self.grams;
        let numbers = self.anchors.keys().cloned().zip(1..).collect::<Vec<_>>();
        Some(Learnt {
            groups: self.groups,
            anchors: self.anchors.into_values().collect(),
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

impl Learned {
    /// Divides a page.
    pub(super) fn divide(&self, page: &[u32]) -> Divided {
        let hashed = Hashed::new(page);
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
                    length: page.len(),
                    useless: runs(values.into_iter().map(|value| value > 0)),
                    confidence: None,
                };
            }
            templates => templates.iter().filter_map(|template| {
                let found = template.find(&hashed)?;
                Some((template, found))
            }),
        };
        // The template that is most of the page; of equal ones the first.
        let best = template.min_by_key(|(_, found)| {
            let known = found.runs[LEVEL].iter().filter(|(value, _)| *value > 0);
            std::cmp::Reverse(known.map(|(_, count)| u64::from(*count)).sum::<u64>())
        });
        let division = best.map(|(template, found)| {
            let anchors = template.anchors_of(&found.marks);
            divide_other(&template.groups, anchors, &found.runs, &kinds(page))
        });
        Divided::of(&division.unwrap_or_default(), page.len())
    }
}

impl Learnt {
    /// What is known of the n-grams of a page.
    fn find(&self, page: &Hashed) -> Option<Found<{ LENGTHS.len() }>> {
        match &self.grams {
            Known::One(_) => None,
            Known::Nested(grams) => Some(grams.find(page)),
        }
    }

    /// The best anchors on a page, of those that it has once.
    fn anchors_of(&self, marks: &[(usize, u32)]) -> OfPage {
        let mut seen = vec![0u32; self.anchors.len() + 1];
        for &(_, number) in marks {
            seen[number as usize] += 1;
        }
        let once = marks
            .iter()
            .filter(|(_, number)| seen[*number as usize] == 1);
        [0, 1].map(|side| {
            anchors::best(
                once.clone().filter_map(|&(at, number)| {
                    Some((at, self.anchors[number as usize - 1][side]?))
                }),
            )
        })
    }
}

/// Saves the frequent n-grams of a cut point.
pub(super) fn save_paper(
    out: &mut Output,
    unit: Unit,
    pages: &[&Held],
    index: &Index,
    column: &Column,
    point: &CutPoint,
) -> Result<(), Error> {
    let mut file = Saving::begin(out, false, unit, pages, point.frequent())?;
    file.write(&Template::CutPoint(point_record(point)))?;
    file.pieces(index, point.n, |at| {
        u32::from(column.is_frequent(at, point.a))
    })
}

/// Saves the n-grams that occur on several pages, and what was learned of the groups of pages.
pub(super) fn save_best(
    out: &mut Output,
    unit: Unit,
    pages: &[&Held],
    index: &Index,
    template: &crate::template::Template,
) -> Result<(), Error> {
    let mut file = Saving::begin(out, true, unit, pages, template.grams)?;
    for group in &template.groups {
        file.write(&Template::Group {
            level: group.level.into(),
            pages: group.pages,
            thetas: group.thetas.to_vec(),
        })?;
    }
    for &Example { anchor, page, at } in &template.anchors {
        let text = file.text(page, at..at + anchors::LENGTH);
        file.write(&Template::Anchor {
            end: anchor.side == Side::End,
            text: text.into(),
            distance: anchor.distance as u64,
            pages: anchor.pages as u64,
        })?;
    }
    let mut memory = Vec::new();
    for n in LENGTHS {
        let frequencies = Frequencies::reusing(memory, index, n);
        file.pieces(index, n, |at| frequencies.at(at))?;
        memory = frequencies.into_memory();
    }
    Ok(())
}

struct Saving<'a> {
    out: &'a mut Output,
    unit: Unit,
    pages: &'a [&'a Held],
    line: Vec<u8>,
    /// The units of the page that was last read from.
    page: Option<(usize, Vec<u32>)>,
}

impl<'a> Saving<'a> {
    fn begin(
        out: &'a mut Output,
        best: bool,
        unit: Unit,
        pages: &'a [&'a Held],
        grams: u64,
    ) -> Result<Self, Error> {
        let mut saving = Saving {
            out,
            unit,
            pages,
            line: Vec::new(),
            page: None,
        };
        saving.write(&Template::Method {
            best,
            bytes: unit == Unit::Byte,
            pages: pages.len() as u64,
            grams,
        })?;
        Ok(saving)
    }

    fn write(&mut self, record: &Template) -> Result<(), Error> {
        self.line.clear();
        record.write(&mut self.line);
        self.out.write(&self.line)
    }

    /// A part of a page, after preprocessing.
    fn text(&mut self, page: usize, range: Range<usize>) -> Vec<u8> {
        if self.page.as_ref().is_none_or(|(held, _)| *held != page) {
            let view = self.pages[page].view(self.unit);
            self.page = Some((page, view.page().to_units()));
        }
        let units = self
            .page
            .as_ref()
            .map_or(&[][..], |(_, units)| &units[range]);
        match self.unit {
            Unit::Byte => units.iter().map(|&unit| unit as u8).collect(),
            Unit::Char => {
                let text: String = units
                    .iter()
                    .filter_map(|&unit| char::from_u32(unit))
                    .collect();
                text.into_bytes()
            }
        }
    }

    fn pieces(
        &mut self,
        index: &Index,
        n: usize,
        value: impl Fn(usize) -> u32,
    ) -> Result<(), Error> {
        let mut result = Ok(());
        pieces(
            index,
            n,
            value,
            |Piece {
                 page,
                 range,
                 values,
             }| {
                if result.is_err() {
                    return;
                }
                let text = self.text(page, range);
                let ones = values.iter().all(|&(_, value)| value == 1);
                let pages = values.iter().map(|&(count, number)| {
                    let frequency = Frequency::from_number(number);
                    let once = u64::from(frequency.once());
                    (count.into(), frequency.pages().into(), once)
                });
                result = self.write(&Template::Piece {
                    n: n as u64,
                    text: text.into(),
                    pages: if ones { Vec::new() } else { pages.collect() },
                });
            },
        );
        result
    }
}
