//! Prints the bodies of files, without the lines that many of them share at their ends: `cargo run
//! --example bodies FILE...`

use std::collections::HashMap;

use cutbounds::{Cutter, Frequent, Settings};
use linenorm::{Ends, Normaliser};

fn main() -> std::io::Result<()> {
    let texts: Vec<String> = std::env::args()
        .skip(1)
        .map(std::fs::read_to_string)
        .collect::<Result<_, _>>()?;
    let ends = Some(Ends {
        head: 300,
        tail: 300,
    });
    let normaliser = Normaliser::new(linenorm::Settings {
        ends,
        ..Default::default()
    });
    let mut counts: HashMap<String, u64> = HashMap::new();
    for (_, line) in texts.iter().flat_map(|text| normaliser.lines(text)) {
        *counts.entry(line).or_default() += 1;
    }
    let mut frequent = Frequent::default();
    for (line, &count) in counts.iter().filter(|(_, count)| **count > 10) {
        frequent.add(line, count);
    }
    let mut cutter = Cutter::new(Settings::default(), frequent);
    for text in &texts {
        print!("{}", cutter.bounds(text).body(text));
    }
    Ok(())
}
