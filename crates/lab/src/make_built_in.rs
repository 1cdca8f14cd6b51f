//! The frequent lines of a library as hashes and counts, without a text: what `cutbounds --freq builtin:NAME` stands for.

use std::fs;
use std::path::Path;

use anyhow::Context;
use cutbounds::Frequent;
use record::Frequency;

/// Prints the hashes of the lines that are counted more than `more_than` times.
pub fn run(freq: &Path, more_than: u64) -> anyhow::Result<()> {
    let records = fs::read(freq).with_context(|| freq.display().to_string())?;
    let mut frequent = Frequent::default();
    for line in records.split_inclusive(|&byte| byte == b'\n') {
        let frequency = Frequency::read(line)?;
        if let (true, Some(text)) = (frequency.count > more_than, frequency.text.as_deref()) {
            frequent.add(&String::from_utf8_lossy(text), frequency.count);
        }
    }
    print!("{}", frequent.hashes());
    Ok(())
}
