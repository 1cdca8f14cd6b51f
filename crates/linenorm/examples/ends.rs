//! Prints the normalised lines at the ends of files: `cargo run --example ends FILE...`

use linenorm::{Ends, Normaliser, Settings};

fn main() -> std::io::Result<()> {
    let ends = Some(Ends { head: 5, tail: 5 });
    let normaliser = Normaliser::new(Settings {
        ends,
        ..Settings::default()
    });
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path)?;
        for (number, line) in normaliser.lines(&text) {
            println!("{path}:{number}: {line}");
        }
    }
    Ok(())
}
