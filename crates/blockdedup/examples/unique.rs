//! Prints what is new in each file: `cargo run --example unique -- old.txt new.txt`.

use std::error::Error;
use std::fs;

use blockdedup::{Blocks, Dedup, Fate};

fn main() -> Result<(), Box<dyn Error>> {
    let mut dedup = Dedup::blocks(Blocks::default());
    for path in std::env::args().skip(1) {
        let text = fs::read_to_string(&path)?;
        let kept = dedup.push(&text)?;
        let removed = kept.pieces.iter().filter(|piece| piece.fate != Fate::Kept);
        eprintln!("{path}: {} paragraphs removed", removed.count());
        println!("{}\n", kept.text);
    }
    Ok(())
}
