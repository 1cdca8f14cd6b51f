//! A hash table of lines (section 3.3.1).

use super::{Backend, Counter, Emit, Guarantee, Stats, emit_texts};
use crate::hot::HotLines;
use crate::table::LineTable;
use crate::{Batch, Error, Options, Order};

pub(super) const BACKEND: Backend = Backend {
    name: "exact",
    help: "a hash table of lines",
    memory: "B + 18 to 24 n bytes (up to 31 n below 2.6 million lines)",
    guarantee: Guarantee::Exact,
    promise: "exact",
    choose: "the distinct lines fit into memory",
    adds_up: true,
    passes: 1,
    hides_hashes: |_| true,
    options: &[],
    make,
};

/// The chunk size of the arena: large enough for few chunks, small compared with any input worth counting.
const CHUNK_BITS: u32 = 24;

struct Exact {
    table: LineTable,
    more_than: u64,
    order: Order,
}

fn make(options: &Options) -> Result<Box<dyn Counter>, Error> {
    Ok(Box::new(HotLines::before(Exact {
        table: LineTable::new(CHUNK_BITS),
        more_than: options.more_than,
        order: options.order,
    })))
}

impl Counter for Exact {
    fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        self.table.add(batch)
    }

    fn finish(self: Box<Self>, emit: &mut Emit<'_>) -> Result<Stats, Error> {
        let bytes = self.table.bytes();
        // The index of the sort takes the place of the hash table in memory.
        let arena = self.table.into_arena();
        emit_texts(self.order, &arena, self.more_than, None, emit)?;
        Ok(Stats {
            distinct: Some(arena.entries()),
            bytes,
            ..Stats::default()
        })
    }
}
