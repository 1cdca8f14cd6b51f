//! Prints the title and the main content of the HTML files given as arguments, in Markdown.

use htmlblocks::{Extractor, Links, Outputs, Settings};

fn main() -> std::io::Result<()> {
    let mut extractor = Extractor::new(Settings {
        outputs: Outputs {
            text: false,
            markdown: Some(Links::Kept),
            ..Outputs::default()
        },
        ..Settings::default()
    });
    for path in std::env::args().skip(1) {
        let html = std::fs::read_to_string(&path)?;
        let found = extractor.extract(&html);
        println!("{path}: {}\n\n{}\n", found.metadata.title, found.markdown);
    }
    Ok(())
}
