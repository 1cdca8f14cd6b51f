//! FindOptimal (figure 3): starts at (2, 1), and steps to the neighbour with fewer alternations
//! until there is none.

use crate::ngrams::Index;
use crate::ngrams::column::{Column, frequent};

/// A pair (n, a) and the alternations that it causes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CutPoint {
    /// The length of the n-grams.
    pub n: usize,
    /// The percentage of distinct n-grams that are frequent.
    pub a: u8,
    /// The number of alternations over all pages.
    pub alternations: u64,
    /// The number of distinct n-grams of this length.
    pub distinct: u64,
}

impl CutPoint {
    /// Returns the number of frequent n-grams.
    pub fn frequent(&self) -> u64 {
        frequent(self.distinct, self.a)
    }
}

impl From<&CutPoint> for record::CutPoint {
    fn from(point: &CutPoint) -> Self {
        record::CutPoint {
            n: point.n as u64,
            a: point.a.into(),
            alternations: point.alternations,
            grams: point.frequent(),
            distinct: point.distinct,
        }
    }
}

/// The greatest `a` that the search visits.
const LAST_A: u8 = 99;

/// Computes the cut point (n, a).
pub fn cut_point(index: &Index, n: usize, a: u8) -> CutPoint {
    let column = Column::new(index, n, a);
    CutPoint {
        n,
        a,
        alternations: column.alternations(index)[usize::from(a)],
        distinct: column.distinct,
    }
}

/// Returns the points that FindOptimal visits; the last one is the optimal cut point.
pub fn find_optimal(index: &Index) -> Vec<CutPoint> {
    let longest = index.pages().lengths().max().unwrap_or(0).min(Index::MAX_N);
    let mut landscape = Landscape::new(index);
    let mut path = vec![landscape.point(2, 1)];
    loop {
        let here = path[path.len() - 1];
        if here.a >= LAST_A || here.n >= longest {
            return path;
        }
        let more = landscape.point(here.n, here.a + 1);
        let longer = landscape.point(here.n + 1, here.a);
        if here.alternations <= more.alternations && here.alternations <= longer.alternations {
            return path;
        }
        path.push(if more.alternations < longer.alternations {
            more
        } else {
            longer
        });
    }
}

/// The columns of the search that may be needed again.
struct Landscape<'a> {
    index: &'a Index,
    /// The lengths, distinct n-grams and alternations of the last two columns.
    columns: Vec<(usize, u64, Vec<u64>)>,
    memory: Vec<u8>,
}

impl<'a> Landscape<'a> {
    fn new(index: &'a Index) -> Self {
        Landscape {
            index,
            columns: Vec::new(),
            memory: Vec::new(),
        }
    }

    fn point(&mut self, n: usize, a: u8) -> CutPoint {
        let known =
            |(of, _, column): &(usize, u64, Vec<u64>)| *of == n && column.len() > usize::from(a);
        if !self.columns.iter().any(known) {
            // The search seldom leaves the first few percent, and n-grams that occur once become
            // frequent only above. So a column up to there costs less than half.
            let limit = if a <= 16 { 16 } else { LAST_A };
            let column = Column::reusing(std::mem::take(&mut self.memory), self.index, n, limit);
            self.columns.retain(|(of, _, _)| *of + 1 == n);
            self.columns
                .push((n, column.distinct, column.alternations(self.index)));
            self.memory = column.into_memory();
        }
        let (_, distinct, alternations) = self
            .columns
            .iter()
            .find(|column| known(column))
            .expect("it was just made");
        CutPoint {
            n,
            a,
            alternations: alternations[usize::from(a)],
            distinct: *distinct,
        }
    }
}
