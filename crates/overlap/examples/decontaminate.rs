//! Which lines of standard input contain a question of a test? `cargo run -p trommel-overlap --example decontaminate < corpus.txt`

use std::error::Error;
use std::io;

use overlap::{Index, Item, Settings};

fn main() -> Result<(), Box<dyn Error>> {
    let questions = [
        "A keeper lights four lamps before dusk and twice as many after it. How many lamps burn?",
        "To hang a heavy mirror on a plaster wall, which fixing should be used?",
    ];
    let items = questions
        .iter()
        .map(|&question| Item::new(question, question));
    let index = Index::new(items, &Settings::default())?;
    let mut scanner = index.scanner();
    for line in io::stdin().lines() {
        let line = line?;
        for hit in scanner.scan(&line).iter().filter(|hit| hit.share >= 0.8) {
            println!("{}\t{}", index.item(hit.item).id, &line[hit.bytes.clone()]);
        }
    }
    Ok(())
}
