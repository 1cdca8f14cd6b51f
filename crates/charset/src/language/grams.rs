//! Batches of n-grams. Lookups are bound by cache misses, and prefetching a batch overlaps these.

use platform::simd::{self, Work};

use super::model::{Gains, Model, Probe};
use super::recent::{Known, LONG, Rows};
use crate::constants::ORDER_WEIGHTS;

/// N-grams with their orders.
#[derive(Debug, Clone, Default)]
pub(super) struct Grams {
    waiting: Vec<(u8, Probe)>,
    /// The number of n-grams already added.
    done: usize,
}

/// The number of n-grams whose lists are prefetched together.
const BATCH: usize = 64;

impl Grams {
    /// Clears the batch.
    pub fn clear(&mut self) {
        self.waiting.clear();
        self.done = 0;
    }

    /// Whether all n-grams were added.
    pub fn is_empty(&self) -> bool {
        self.done == self.waiting.len()
    }

    /// Appends an n-gram and prefetches its slot.
    #[inline]
    pub fn push(&mut self, model: &Model, order: usize, hash: u64) {
        self.waiting.push((order as u8, model.probe(hash)));
    }

    /// Adds the gains of the next `most` n-grams to the sums.
    pub fn add(
        &mut self,
        model: &Model,
        rows: &mut Rows,
        most: usize,
        sums: &mut [u16],
        known: &mut Known,
    ) {
        let next = &self.waiting[self.done..];
        let next = &next[..next.len().min(most)];
        for grams in next.chunks(BATCH) {
            simd::run(Add {
                grams,
                model,
                rows,
                sums,
                known,
            });
        }
        self.done += next.len();
    }
}

/// Adds the gains of at most [`BATCH`] n-grams.
struct Add<'a> {
    grams: &'a [(u8, Probe)],
    model: &'a Model,
    rows: &'a mut Rows,
    sums: &'a mut [u16],
    known: &'a mut Known,
}

impl Work for Add<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        // Whether an n-gram is known, and in how many languages, is hard to predict. So it is
        // written to both lists, and their lengths grow only if it belongs there.
        let mut singles = [(0, Gains::NONE); BATCH];
        let mut lists = [(0, Gains::NONE); BATCH];
        let (mut single, mut list) = (0, 0);
        for &(order, probe) in self.grams {
            let gains = self.model.gains(probe);
            let order = usize::from(order);
            let weight = ORDER_WEIGHTS[order] as u16;
            self.known.weight += weight;
            self.known.grams[order] += u16::from(!gains.is_none());
            singles[single] = (weight, gains);
            single += usize::from(gains.is_single());
            lists[list] = (weight, gains);
            list += usize::from(!gains.is_single() && !gains.is_none());
        }
        for &(weight, gains) in &singles[..single] {
            let (language, gain) = gains.single();
            self.sums[usize::from(language)] += weight * u16::from(gain);
        }
        for &(weight, gains) in &lists[..list] {
            add_list(self.model, self.rows, gains.place(), weight, self.sums);
        }
    }
}

#[inline(always)]
fn add_list(model: &Model, rows: &mut Rows, place: u32, weight: u16, sums: &mut [u16]) {
    let list = model.list(place);
    if list.len() >= LONG {
        for (sum, &gain) in sums.iter_mut().zip(rows.get(place, list)) {
            *sum += weight * u16::from(gain);
        }
    } else {
        for &[language, gain] in list {
            sums[usize::from(language)] += weight * u16::from(gain);
        }
    }
}
