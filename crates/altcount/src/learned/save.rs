//! Saves a learned template.

use std::ops::Range;

use record::Template;

use crate::body;
use crate::body::anchors::{Example, Side};
use crate::body::containers::Rule;
use crate::constants::LENGTHS;
use crate::ngrams::column::Column;
use crate::ngrams::sets::{Piece, pieces};
use crate::ngrams::{Frequencies, Frequency};
use crate::text::Unit;
use crate::{CutPoint, Index};

/// Saves the frequent n-grams of a cut point: passes the records to `write` in order. `page`
/// returns the units of a page of the index.
pub fn save_paper<E>(
    unit: Unit,
    page: impl Fn(usize) -> Vec<u32>,
    index: &Index,
    column: &Column,
    point: &CutPoint,
    write: impl FnMut(&Template) -> Result<(), E>,
) -> Result<(), E> {
    let mut file = Saving::begin(false, unit, page, index, point.frequent(), write)?;
    (file.write)(&Template::CutPoint(record::CutPoint::from(point)))?;
    file.pieces(index, point.n, |at| {
        u32::from(column.is_frequent(at, point.a))
    })
}

/// Saves the n-grams that occur on several pages, and the learned groups, anchors and rules: passes
/// the records to `write` in order. `page` returns the units of a page of the index.
pub fn save_best<E>(
    unit: Unit,
    page: impl Fn(usize) -> Vec<u32>,
    index: &Index,
    template: &body::Template,
    write: impl FnMut(&Template) -> Result<(), E>,
) -> Result<(), E> {
    let mut file = Saving::begin(true, unit, page, index, template.grams, write)?;
    for group in &template.groups {
        (file.write)(&Template::Group {
            level: group.level.into(),
            pages: group.pages,
            thetas: group.thetas.to_vec(),
        })?;
    }
    for Example {
        anchor,
        page,
        place,
    } in &template.anchors
    {
        let text = file.text(*page, place.clone());
        (file.write)(&Template::Anchor {
            end: anchor.side == Side::End,
            text: text.into(),
            distance: anchor.distance as u64,
            pages: anchor.pages as u64,
        })?;
    }
    for element in &template.elements {
        let mut text = Vec::new();
        for part in &element.tag {
            text.extend(file.text(element.page, part.clone()));
        }
        let Rule {
            is_short,
            extends,
            over_lists,
            cuts,
        } = element.rule;
        let extends = extends.into_iter().zip(over_lists).map(|end| match end {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        });
        (file.write)(&Template::Element {
            pages: element.pages as u64,
            text: text.into(),
            far: is_short.into(),
            ends: extends.zip(cuts.map(u64::from)).collect(),
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

struct Saving<P, W> {
    unit: Unit,
    page: P,
    write: W,
    /// The last page that was read from, and its units.
    last: Option<(usize, Vec<u32>)>,
}

impl<E, P: Fn(usize) -> Vec<u32>, W: FnMut(&Template) -> Result<(), E>> Saving<P, W> {
    fn begin(
        best: bool,
        unit: Unit,
        page: P,
        index: &Index,
        grams: u64,
        mut write: W,
    ) -> Result<Self, E> {
        write(&Template::Method {
            best,
            bytes: unit == Unit::Byte,
            pages: index.pages().count() as u64,
            grams,
        })?;
        Ok(Saving {
            unit,
            page,
            write,
            last: None,
        })
    }

    /// Returns the text of a range of a page, after preprocessing.
    fn text(&mut self, page: usize, range: Range<usize>) -> Vec<u8> {
        let last = self.last.take().filter(|(last, _)| *last == page);
        let (_, units) = self
            .last
            .insert(last.unwrap_or_else(|| (page, (self.page)(page))));
        let units = &units[range];
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

    fn pieces(&mut self, index: &Index, n: usize, value: impl Fn(usize) -> u32) -> Result<(), E> {
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
                result = (self.write)(&Template::Piece {
                    n: n as u64,
                    text: text.into(),
                    pages: if ones { Vec::new() } else { pages.collect() },
                });
            },
        );
        result
    }
}
