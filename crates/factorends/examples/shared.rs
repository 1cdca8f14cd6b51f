//! Prints the lines at the ends of files that many of them share, once each, and how many bytes that saves: `cargo run
//! --example shared FILE...`

use std::collections::HashMap;

use factorends::{Ends, Factorer, Kind, Part, Settings};
use freqlines::{FrequencySet, Key};
use linenorm::Normaliser;

/// The number of lines at each end that may be boilerplate.
const LINES: u64 = 300;

fn main() -> std::io::Result<()> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let texts: Vec<String> = files
        .iter()
        .map(std::fs::read_to_string)
        .collect::<Result<_, _>>()?;
    let normaliser = Normaliser::new(linenorm::Settings::default());
    let mut counts: HashMap<String, u64> = HashMap::new();
    for (_, line) in texts.iter().flat_map(|text| normaliser.lines(text)) {
        *counts.entry(line).or_default() += 1;
    }
    let mut frequent = FrequencySet::default();
    for (line, _) in counts.iter().filter(|(_, count)| **count > 10) {
        frequent.insert(Key::Text, Some(line.as_bytes()));
    }
    // cutbounds finds better bounds.
    let documents: Vec<_> = files
        .iter()
        .zip(&texts)
        .map(|(file, text)| {
            let end = (text.lines().count() as u64 + 1).saturating_sub(LINES);
            let kind = Kind::of(file.as_bytes());
            (
                kind,
                &text[..],
                Ends::new(text, 1..LINES + 1, end.max(LINES + 1)),
            )
        })
        .collect();
    let factored = Factorer::new(Settings::default(), frequent).factor(&documents);
    for shared in &factored.shared {
        println!("{shared}");
    }
    let own = factored.documents.iter().flatten().map(|part| match part {
        Part::Own(text) => text.len(),
        Part::Shared(_) => 0,
    });
    let bytes: usize = texts.iter().map(String::len).sum();
    println!(
        "{} of {bytes} bytes stay in the documents",
        own.sum::<usize>()
    );
    Ok(())
}
