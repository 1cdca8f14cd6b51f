//! Exact counts in two passes. The first pass counts short hashes in narrow counters. The second
//! counts exactly the lines whose counter reached the threshold. (Section 3.3.5 mentions that
//! several passes are possible.)

use super::{Backend, Emit, Guarantee, Stats, Structure, check_bits, emit_texts};
use crate::batch::{HashedBlock, LineSource, Selection};
use crate::cells::zeros;
use crate::hash::TableHash;
use crate::table::LineTable;
use crate::{Batch, Buffer, Error, Options, Order, Slot};
use platform::prefetch::{lookahead, prefetch};
use platform::table::Table;

pub(super) const BACKEND: Backend = Backend {
    name: "twopass",
    help: "narrow counters first, then a hash table of the lines that may be frequent; reads FILEs twice",
    memory: "2^bits counters of 2 bits (-k 1 or 2), 4 (to -k 14) or 8, and that of 'exact' for the lines that pass them",
    guarantee: Guarantee::Exact,
    promise: "exact",
    choose: "the input is in files, and most lines are infrequent",
    adds_up: true,
    passes: 2,
    hides_hashes: |_| true,
    options: &["bits"],
    make,
};

const CHUNK_BITS: u32 = 22;

struct TwoPass {
    more_than: u64,
    order: Order,
    cells: Table<u8>,
    packing: PackedCounters,
    second_pass: bool,
    table: LineTable,
    /// A buffer reused for all batches.
    selection: Selection,
}

/// Packing of counters narrower than a byte into bytes.
#[derive(Clone, Copy)]
struct PackedCounters {
    bits: u8,
    /// The width of a counter is 2^width_bits bits.
    width_bits: u32,
    /// The value at which a counter saturates, which means that its lines may be frequent.
    full: u8,
}

impl PackedCounters {
    /// Returns the index of the byte with a line's counter, and the bit offset in it.
    #[inline(always)]
    fn place(self, hash: u64) -> (usize, u32) {
        let slot = Slot::of(hash, self.bits).slot as usize;
        let each = 3 - self.width_bits;
        (
            slot >> each,
            ((slot & ((1 << each) - 1)) as u32) << self.width_bits,
        )
    }

    /// Returns the counter at this bit offset of its byte.
    #[inline(always)]
    fn get(self, byte: u8, place: u32) -> u8 {
        byte >> place & (u8::MAX >> (8 - (1 << self.width_bits)))
    }
}

fn make(options: &Options) -> Result<Box<dyn Structure>, Error> {
    check_bits(options.bits)?;
    let full = options.more_than.saturating_add(1).min(255) as u8;
    let width_bits = match full {
        0..=3 => 1,
        4..=15 => 2,
        _ => 3,
    };
    Ok(Box::new(TwoPass {
        more_than: options.more_than,
        order: options.order,
        packing: PackedCounters {
            bits: options.bits,
            width_bits,
            full,
        },
        cells: zeros((1usize << options.bits).div_ceil(8 >> width_bits))?,
        second_pass: false,
        table: LineTable::new(CHUNK_BITS),
        selection: Selection::default(),
    }))
}

impl TwoPass {
    /// Adds to the counters of lines.
    fn count<'a>(&mut self, lines: impl LineSource<'a>) -> Result<(), Error> {
        lines.for_each_prefetched(
            (&mut self.cells[..], self.packing),
            |(cells, packing), hash| prefetch(cells, packing.place(hash).0),
            |(cells, packing), hash, _, weight| {
                let (byte, place) = packing.place(hash);
                let count = packing.get(cells[byte], place);
                let new = u64::from(count)
                    .saturating_add(weight)
                    .min(packing.full.into()) as u8;
                cells[byte] += (new - count) << place;
                Ok(())
            },
        )?;
        Ok(())
    }
}

impl Structure for TwoPass {
    fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        if !self.second_pass {
            return self.count(batch);
        }
        let packing = self.packing;
        self.selection.clear();
        for (from, [round, next, _]) in lookahead(batch.hashes) {
            for &hash in next {
                prefetch(&self.cells, packing.place(hash).0);
            }
            for (index, &hash) in (from..).zip(round) {
                let (byte, place) = packing.place(hash);
                if packing.get(self.cells[byte], place) == packing.full {
                    self.selection.push(batch, index);
                }
            }
        }
        self.table.add(&self.selection.of(batch))
    }

    fn add_block(&mut self, block: &[u8], buffer: &mut Buffer) -> Result<(), Error> {
        if self.second_pass {
            self.add(&Batch::split(block, buffer))
        } else {
            self.count(HashedBlock(block, TableHash::new()))
        }
    }

    fn end_pass(&mut self) {
        self.second_pass = true;
    }

    fn finish(self: Box<Self>, emit: &mut Emit<'_>) -> Result<Stats, Error> {
        let bytes = self.table.bytes() + self.cells.len() as u64;
        let counters = Some(1 << self.packing.bits);
        let arena = self.table.into_arena();
        emit_texts(self.order, &arena, self.more_than, None, emit)?;
        Ok(Stats {
            bytes,
            counters,
            ..Stats::default()
        })
    }
}
