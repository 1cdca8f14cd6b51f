//! Generalised majority: Misra & Gries 1982 (section 3.3.5, algorithm 2).
//!
//! C counters monitor C lines. A line without a counter takes one that is at zero; when there is none, all counters
//! go down by one instead, and the line with them. Each such round takes back C + 1 occurrences, so there are at most
//! N / (C + 1) of them, which bounds what a count may be under; and as a round looks at each counter at most once,
//! its cost is O(1) for each of the lines that it takes back.

use super::{Backend, Counter, Emit, Guarantee, Stats, emit_texts};
use crate::arena::Entry;
use crate::table::LineTable;
use crate::{Batch, Error, Hash, Options};
use kit::memory::{ROUND, rounds};

pub(super) const BACKEND: Backend = Backend {
    name: "majority",
    help: "the Misra-Gries algorithm: a fixed number of lines is monitored",
    memory: "twice the bytes of the monitored lines, and 50 bytes for each",
    guarantee: Guarantee::NeverOver,
    promise: "never over; every line with more than N/(C+1) of N occurrences is kept, 'error' is how much a count may be under",
    choose: "only the most frequent lines matter, and memory must not grow",
    adds_up: false,
    passes: 1,
    options: &["counters"],
    make,
};

const CHUNK_BITS: u32 = 20;

struct Majority {
    counters: u64,
    more_than: u64,
    /// The monitored lines, all above zero. A count is kept as the sum of it and `taken`, so that a round is one
    /// addition to `taken`.
    table: LineTable,
    /// What all counters went down by so far.
    taken: u64,
    /// No count in the table is below this.
    floor: u64,
    /// An empty table, for the next sweep.
    spare: LineTable,
    /// How often lines were taken out.
    sweeps: u64,
    lines: u64,
}

fn make(options: &Options) -> Result<Box<dyn Counter>, Error> {
    if options.counters == 0 {
        return Err(Error::Options(
            "the back end 'majority' needs at least one counter".into(),
        ));
    }
    Ok(Box::new(Majority {
        counters: options.counters as u64,
        more_than: options.more_than,
        table: LineTable::new(CHUNK_BITS),
        taken: 0,
        floor: u64::MAX,
        spare: LineTable::new(CHUNK_BITS),
        sweeps: 0,
        lines: 0,
    }))
}

impl Majority {
    /// Counts a line, whose search begins at `from` if that is known.
    #[inline]
    fn count(
        &mut self,
        from: Option<usize>,
        hash: u64,
        line: &[u8],
        mut weight: u64,
    ) -> Result<(), Error> {
        self.lines = self.lines.saturating_add(weight);
        if weight == 0 {
            return Ok(());
        }
        let found = match from {
            Some(from) => self.table.search_from(from, hash, line),
            None => self.table.search(hash, line),
        };
        let mut at = match found {
            Ok(offset) => {
                self.table.arena.increase(offset, weight);
                return Ok(());
            }
            Err(at) => at,
        };
        while self.table.len() == self.counters {
            let least = weight.min(self.floor - self.taken);
            self.taken += least;
            weight -= least;
            if self.taken == self.floor {
                self.sweep()?;
                at = self.table.search(hash, line).err().unwrap_or(at);
            }
            if weight == 0 {
                return Ok(());
            }
        }
        let count = self.taken.saturating_add(weight);
        self.floor = self.floor.min(count);
        self.table.insert(at, hash, line, count)
    }

    /// What changes when lines in the table get other places.
    fn state(&self) -> (u64, usize) {
        (self.sweeps, self.table.slots())
    }

    /// Takes the lines out whose counters are at zero.
    fn sweep(&mut self) -> Result<(), Error> {
        self.sweeps += 1;
        self.floor = u64::MAX;
        let over = |entry: &Entry<'_>| entry.count > self.taken;
        for (_, entry) in self.table.arena.iter().filter(|(_, entry)| over(entry)) {
            self.floor = self.floor.min(entry.count);
            self.spare
                .count(Hash::Xxh3.of(entry.line), entry.line, entry.count)?;
        }
        std::mem::swap(&mut self.table, &mut self.spare);
        self.spare.clear();
        Ok(())
    }
}

impl Counter for Majority {
    fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        let mut places = [0; ROUND];
        let mut looked_up_in = self.state();
        for (from, [round, next, later]) in rounds(batch.hashes) {
            self.table.prefetch_slots(later);
            let state = self.state();
            let next_places = self.table.look_up(next);
            for (index, (&hash, place)) in (from..).zip(round.iter().zip(places)) {
                let place = (self.state() == looked_up_in).then_some(place);
                self.count(place, hash, batch.lines.get(index), batch.weight(index))?;
            }
            (places, looked_up_in) = (next_places, state);
        }
        Ok(())
    }

    fn finish(self: Box<Self>, emit: &mut Emit<'_>) -> Result<Stats, Error> {
        let bytes = self.table.bytes() + self.spare.bytes();
        let Majority {
            counters,
            more_than,
            table,
            taken,
            lines,
            ..
        } = *self;
        let mut arena = table.into_arena();
        arena.set_counts(|entry| entry.count - taken);
        let stats = Stats {
            lines: Some(lines),
            bytes,
            counters: Some(counters),
            occupied: Some(arena.entries()),
            error: Some(taken),
            ..Stats::default()
        };
        emit_texts(&arena, more_than, Some(taken), emit)?;
        Ok(stats)
    }
}
