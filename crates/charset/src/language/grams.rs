//! N-grams whose gains are added up together: nearly all the time goes into waiting for memory, so that what several of
//! them read is prefetched.

use super::model::{Gains, Model, WEIGHTS};
use super::recent::{Known, LONG, Rows};

/// N-grams, each with its order and hash.
#[derive(Debug, Clone, Default)]
pub(super) struct Grams {
    waiting: Vec<(u8, u64)>,
    /// So many of them were added up.
    done: usize,
    found: Vec<(u8, Gains)>,
}

impl Grams {
    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.waiting.clear();
        self.done = 0;
    }

    /// Whether all were added up.
    pub fn is_empty(&self) -> bool {
        self.done == self.waiting.len()
    }

    /// Puts an n-gram to the others.
    #[inline]
    pub fn push(&mut self, model: &Model, order: usize, hash: u64) {
        model.prefetch(hash);
        self.waiting.push((order as u8, hash));
    }

    /// Adds what the next `most` of them say.
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
