//! Reads documents from standard input, a line each, and prints those that are similar to none before.

use neardup::{NearDup, Settings};

fn main() {
    let mut seen = NearDup::new(Settings::default());
    for line in std::io::stdin().lines().map_while(Result::ok) {
        if seen.push(&line).of.is_none() {
            println!("{line}");
        }
    }
}
