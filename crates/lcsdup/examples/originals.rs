//! Prints the files that are not duplicates of longer ones: `cargo run -p trommel-lcsdup --example originals -- books/*.txt`

use std::cmp::Reverse;
use std::error::Error;
use std::fs;

use lcsdup::{Find, Finder, Settings};

fn main() -> Result<(), Box<dyn Error>> {
    let mut finder = Finder::new(Settings {
        find: Find::Books,
        ..Settings::default()
    });
    let paths: Vec<String> = std::env::args().skip(1).collect();
    for path in &paths {
        finder.push(&fs::read_to_string(path)?)?;
    }
    let found = finder.finish();
    let mut order: Vec<u32> = (0..paths.len() as u32).collect();
    order.sort_by_key(|&document| Reverse(found.extent(document).tokens));
    for (path, instead) in paths.iter().zip(found.stand_ins(&order)) {
        match instead {
            None => println!("{path}"),
            Some(instead) => eprintln!("{path}: duplicate of {}", paths[instead as usize]),
        }
    }
    Ok(())
}
