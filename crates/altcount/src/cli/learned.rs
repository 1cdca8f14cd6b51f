//! What was learned, to a file and back.

use std::ops::Range;
use std::path::Path;

use kit::input::{BLOCK, Lines, Stream};
use kit::{Error, Output};
use record::Template;

use super::options::Unit;
use super::pages::Held;
use super::point_record;
use crate::column::{Column, runs, slide};
use crate::grams::{Grams, Piece, pieces};
use crate::score::complement;
use crate::template::{Frequencies, Group, LENGTHS, divide_other};
use crate::{CutPoint, Index};

/// A learned template.
pub(super) struct Learned {
    pub(super) unit: Unit,
    groups: Vec<Group>,
    /// The n-grams: of the cut point's length, or of each of [`LENGTHS`].
    grams: Vec<Grams>,
}

impl Learned {
    /// Reads what `save_paper` or `save_best` wrote.
    pub(super) fn read(path: &Path) -> Result<Self, Error> {
        let mut learned: Option<Learned> = None;
        let mut lines = Lines::new(Stream::open(path)?, b'\n', BLOCK, true);
        while lines.advance()? {
            let block = lines.block();
            for (number, line) in
                (block.first_line..).zip(block.bytes.split_inclusive(|&byte| byte == b'\n'))
            {
                // With a part of it missing, what was learned would be another thing.
                Self::add_line(&mut learned, line).map_err(|error| {
                    Error::new(format_args!("{}:{number}", lines.name()), error)
                })?;
            }
        }
        let mut learned =
            learned.ok_or_else(|| Error::new(path.display(), "nothing that --model has saved"))?;
        learned.grams.iter_mut().for_each(Grams::finish);
        Ok(learned)
    }

    fn add_line(learned: &mut Option<Learned>, line: &[u8]) -> Result<(), record::Error> {
        match (learned, Template::read(line)?) {
            (learned @ None, Template::Method { best, bytes, .. }) => {
                *learned = Some(Learned {
                    unit: if bytes { Unit::Byte } else { Unit::Char },
                    groups: Vec::new(),
                    grams: if best {
                        LENGTHS.map(Grams::new).into()
                    } else {
                        Vec::new()
                    },
                });
                Ok(())
            }
            (None, _) => Err(record::Error::Missing(
                "`method`, with which what --model saves begins",
            )),
            (Some(learned), record) => learned.add(record),
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
            Template::Piece { n, text, pages } => {
                let Some(grams) = self.grams.iter_mut().find(|grams| grams.n() as u64 == n) else {
                    return wrong("piece", "a length that is used here");
                };
                let mut values = Vec::with_capacity(pages.len());
                for (count, value) in pages {
                    match (u32::try_from(count), u32::try_from(value)) {
                        (Ok(count), Ok(value)) => values.push((count, value)),
                        _ => return wrong("pages", "numbers under 2^32"),
                    }
                }
                let added = match (self.unit, std::str::from_utf8(&text)) {
                    (Unit::Byte, _) => grams.add(text.iter().map(|&byte| byte.into()), &values),
                    (Unit::Char, Ok(text)) => grams.add(text.chars().map(u32::from), &values),
                    (Unit::Char, Err(_)) => {
                        return wrong("text_bytes", "UTF-8, as the unit is char");
                    }
                };
                if !added {
                    return wrong("pages", "a number for each n-gram of the text");
                }
            }
        }
        Ok(())
    }

    /// The useless ranges of a page.
    pub(super) fn useless(&self, page: &[u32]) -> Vec<Range<usize>> {
        if let [grams] = &self.grams[..] {
            let mut values = grams.values_of(page, None);
            slide(&mut values, grams.n(), u32::max);
            return runs(values.into_iter().map(|value| value > 0));
        }
        // What occurs on one page only is in none of the sets, and neither is anything longer that begins with it.
        let mut shorter: Option<Vec<u32>> = None;
        let division = divide_other(&self.groups, |n| {
            let grams = self.grams.iter().find(|grams| grams.n() == n);
            let values = grams.map_or_else(
                || vec![0; page.len()],
                |grams| grams.values_of(page, shorter.as_deref()),
            );
            shorter = Some(values.clone());
            values
        });
        complement(&division.useful, page.len())
    }
}

/// Saves the frequent n-grams of a cut point.
pub(super) fn save_paper(
    path: &Path,
    unit: Unit,
    pages: &[Held],
    index: &Index,
    column: &Column,
    point: &CutPoint,
) -> Result<(), Error> {
    let mut file = Saving::begin(path, false, unit, pages)?;
    file.write(&Template::CutPoint(point_record(point)))?;
    file.pieces(index, point.n, |at| {
        u32::from(column.is_frequent(at, point.a))
    })?;
    file.out.finish()
}

/// Saves the n-grams that occur on several pages, and what was learned of the groups of pages.
pub(super) fn save_best(
    path: &Path,
    unit: Unit,
    pages: &[Held],
    index: &Index,
    groups: &[Group],
) -> Result<(), Error> {
    let mut file = Saving::begin(path, true, unit, pages)?;
    for group in groups {
        file.write(&Template::Group {
            level: group.level.into(),
            pages: group.pages,
            thetas: group.thetas.to_vec(),
        })?;
    }
    let mut memory = Vec::new();
    for n in LENGTHS {
        let frequencies = Frequencies::reusing(memory, index, n);
        file.pieces(index, n, |at| frequencies.at(at))?;
        memory = frequencies.into_memory();
    }
    file.out.finish()
}

struct Saving<'a> {
    out: Output,
    unit: Unit,
    pages: &'a [Held],
    line: Vec<u8>,
}

impl<'a> Saving<'a> {
    fn begin(path: &Path, best: bool, unit: Unit, pages: &'a [Held]) -> Result<Self, Error> {
        let mut saving = Saving {
            out: Output::to_file(path)?,
            unit,
            pages,
            line: Vec::new(),
        };
        saving.write(&Template::Method {
            best,
            bytes: unit == Unit::Byte,
            pages: pages.len() as u64,
        })?;
        Ok(saving)
    }

    fn write(&mut self, record: &Template) -> Result<(), Error> {
        self.line.clear();
        record.write(&mut self.line);
        self.out.write(&self.line)
    }

    fn pieces(
        &mut self,
        index: &Index,
        n: usize,
        value: impl Fn(usize) -> u32,
    ) -> Result<(), Error> {
        let mut result = Ok(());
        let mut units: (usize, Vec<u32>) = (usize::MAX, Vec::new());
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
                if units.0 != page {
                    let view = self.pages[page].view(self.unit);
                    units = (page, view.page().units().map(|(_, unit)| unit).collect());
                }
                let text = &units.1[range];
                let text: Vec<u8> = match self.unit {
                    Unit::Byte => text.iter().map(|&unit| unit as u8).collect(),
                    Unit::Char => text
                        .iter()
                        .filter_map(|&unit| char::from_u32(unit))
                        .collect::<String>()
                        .into(),
                };
                let ones = values.iter().all(|&(_, value)| value == 1);
                let pages = values
                    .iter()
                    .map(|&(count, value)| (count.into(), value.into()));
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
