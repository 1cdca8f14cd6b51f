//! Batches of n-grams: lookups are bound by cache misses, which prefetching for a batch overlaps.

use super::model::{Gains, Model, WEIGHTS};
use super::recent::{Known, LONG, Rows};

/// N-grams, each with its order and hash.
#[derive(Debug, Clone, Default)]
pub(super) struct Grams {
    waiting: Vec<(u8, u64)>,
    /// How many of them were added.
    done: usize,
    found: Vec<(u8, Gains)>,
}

impl Grams {
    /// Clears the batch.
    pub fn clear(&mut self) {
        self.waiting.clear();
        self.done = 0;
    }

    /// Whether all were added.
    pub fn is_empty(&self) -> bool {
        self.done == self.waiting.len()
    }

    /// Appends an n-gram and prefetches its slot.
    #[inline]
    pub fn push(&mut self, model: &Model, order: usize, hash: u64) {
        model.prefetch(hash);
        self.waiting.push((order as u8, hash));
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
        let next = self.waiting[self.done..].iter().take(most);
        self.found.clear();
        self.found
            .extend(next.map(|&(order, hash)| (order, model.gains(hash))));
        self.done += self.found.len();
        for &(order, gains) in &self.found {
            let order = usize::from(order);
            let weight = WEIGHTS[order] as u16;
            known.weight += weight;
            match gains {
                Gains::None => continue,
                Gains::One(language, gain) => {
                    sums[usize::from(language)] += weight * u16::from(gain);
                }
                Gains::Some(place) => add_list(model, rows, place, weight, sums),
            }
            known.grams[order] += 1;
        }
    }
}

#[inline]
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
