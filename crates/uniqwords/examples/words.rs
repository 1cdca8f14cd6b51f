//! Writes the words that occur once in each file, in order, like `uniqwords -r`:
//! `cargo run -p trommel-uniqwords --example words -- FILE...`

use uniqwords::{Extractor, Feature};

fn main() -> std::io::Result<()> {
    let mut extractor = Extractor::default();
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path)?;
        let words = extractor.extract(&text, Feature::Unique);
        println!("{path}\t{}", words.iter().collect::<Vec<_>>().join(" "));
    }
    Ok(())
}
