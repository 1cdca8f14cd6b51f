//! Prints the lines that files have in common: `cargo run --example frequent FILE...`

use std::error::Error;
use std::fs;

use freqlines::{Counter, Settings};

fn main() -> Result<(), Box<dyn Error>> {
    let settings = Settings {
        more_than: 1,
        ..Settings::default()
    };
    let mut counter = Counter::new(settings)?;
    for path in std::env::args().skip(1) {
        counter.add_block(&fs::read(path)?)?;
    }
    for (count, line) in counter.finish()? {
        println!("{count}\t{}", String::from_utf8_lossy(&line));
    }
    Ok(())
}
