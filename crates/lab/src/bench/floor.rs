//! What bounds an exact count of lines, whatever its table is made of: reading, splitting and hashing each line once, and an access to
//! each of some tables at a place that the hash gives, asked for ahead.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use freqlines::{Batch, Buffer};
use platform::prefetch::{lookahead, prefetch};

/// What to read, and what to access.
#[derive(Args)]
pub struct Options {
    /// The file
    file: PathBuf,
    /// Sizes of tables in MiB, each accessed once a line: that of the slots, and that of the lines
    #[arg(long, value_delimiter = ',')]
    tables: Vec<usize>,
}

/// As much as freqlines reads at once.
const BLOCK: usize = 256 << 10;

/// Reads the file and prints how many lines it has, and a number that depends on all of them, so that no work is left out.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let mut file = File::open(&options.file).with_context(|| options.file.display().to_string())?;
    let mut tables: Vec<Vec<u64>> = (options.tables.iter())
        .map(|size| vec![0; (size << 20) / size_of::<u64>()])
        .collect();
    let mut block = vec![0; BLOCK];
    let mut buffer = Buffer::default();
    let (mut lines, mut all, mut filled) = (0, 0, 0);
    loop {
        let read = file.read(&mut block[filled..])?;
        filled += read;
        // A line that does not end here is read on, in a larger block if need be.
        let whole = match block[..filled].iter().rposition(|&byte| byte == b'\n') {
            Some(last) if read > 0 => last + 1,
            _ if read > 0 => {
                block.resize(block.len().max(2 * filled), 0);
                continue;
            }
            _ => filled,
        };
        let batch = Batch::split(&block[..whole], &mut buffer);
        lines += batch.hashes.len();
        all = batch.hashes.iter().fold(all, |all, hash| all ^ hash);
        for table in &mut tables {
            all ^= access(table, batch.hashes);
        }
        if read == 0 {
            break;
        }
        block.copy_within(whole..filled, 0);
        filled -= whole;
    }
    println!("{lines} lines, {all:016x}");
    Ok(())
}

/// Adds one to the place of each hash, as a count would be; returns a number that depends on what was there.
fn access(table: &mut [u64], hashes: &[u64]) -> u64 {
    let size = table.len() as u128;
    let place = |hash: u64| ((u128::from(hash) * size) >> u64::BITS) as usize;
    let mut all = 0;
    for (_, [now, next, _]) in lookahead(hashes) {
        next.iter().for_each(|&hash| prefetch(table, place(hash)));
        for &hash in now {
            let cell = &mut table[place(hash)];
            all ^= *cell;
            *cell += 1;
        }
    }
    all
}
