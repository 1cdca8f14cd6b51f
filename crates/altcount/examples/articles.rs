//! Prints the main text of HTML files of one site: `cargo run --example articles -- site/*.html`.

use std::error::Error;
use std::fs;

use altcount::Site;

fn main() -> Result<(), Box<dyn Error>> {
    let read = |path: String| fs::read_to_string(path);
    let pages: Vec<String> = std::env::args()
        .skip(1)
        .map(read)
        .collect::<Result<_, _>>()?;
    let site = Site::new(pages.iter().map(String::as_str));
    for (page, divided) in pages.iter().zip(site.divide()?) {
        let confidence = divided.confidence.unwrap_or_default();
        println!("[{confidence}] {}\n", divided.useful_text(page));
    }
    Ok(())
}
