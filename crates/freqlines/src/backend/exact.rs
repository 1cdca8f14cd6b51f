//! A hash table of lines (section 3.3.1).

use super::{Backend, Emit, Guarantee, Stats, Structure, emit_texts};
use crate::arena::Arena;
use crate::hot::HotLines;
use crate::shards::SharedTable;
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

fn make(options: &Options) -> Result<Box<dyn Structure>, Error> {
    // Unsorted lines are written in the order of their first occurrence, which several threads do
    // not preserve.
    if options.threads > 1 && options.order == Order::Sorted {
        return Ok(Box::new(HotLines::before(Shared {
            table: SharedTable::new(options.threads),
            more_than: options.more_than,
        })));
    }
    Ok(Box::new(HotLines::before(Exact {
        table: LineTable::new(CHUNK_BITS),
        more_than: options.more_than,
        order: options.order,
    })))
}

/// Counts with several threads; the output is sorted.
struct Shared {
    table: SharedTable,
    more_than: u64,
}

impl Structure for Exact {
    fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        self.table.add(batch)
    }

    fn finish(self: Box<Self>, emit: &mut Emit<'_>) -> Result<Stats, Error> {
        let bytes = self.table.bytes();
        // The index of the sort replaces the hash table in memory.
        let arena = self.table.into_arena();
        emit_arena((self.order, self.more_than), &arena, bytes, emit)
    }
}

impl Structure for Shared {
    fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        self.table.add(batch)
    }

    fn sibling(&self) -> Option<Box<dyn Structure>> {
        Some(Box::new(Shared {
            table: self.table.sibling(),
            ..*self
        }))
    }

    fn finish(self: Box<Self>, emit: &mut Emit<'_>) -> Result<Stats, Error> {
        let (arena, bytes) = self.table.into_arena()?;
        emit_arena((Order::Sorted, self.more_than), &arena, bytes, emit)
    }
}

/// Emits all lines of the arena; `bytes` is the peak memory of the table.
fn emit_arena(
    (order, more_than): (Order, u64),
    arena: &Arena,
    bytes: u64,
    emit: &mut Emit<'_>,
) -> Result<Stats, Error> {
    emit_texts(order, arena, more_than, None, emit)?;
    Ok(Stats {
        distinct: Some(arena.entries()),
        bytes,
        ..Stats::default()
    })
}
