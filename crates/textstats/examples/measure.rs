//! Measures the text on standard input, and prints the Gopher rules that it fails.
//!
//! `cargo run --example measure -p trommel-textstats < README.md`

use std::io::Read as _;

use textstats::{MEASURES, Meter, Rules, Settings};

fn main() -> std::io::Result<()> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let measures = Meter::new(Settings::default()).measure(&text, Some("en"));
    for measure in MEASURES {
        println!("{:>12.4}  {}", (measure.value)(&measures), measure.name);
    }
    let gopher = Rules::built_in("gopher").expect("a name in the list");
    println!("fails: {}", gopher.fails(&measures, Some("en")).join(", "));
    Ok(())
}
