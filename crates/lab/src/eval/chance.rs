//! Compares the expected number of false passages (`lcsdup --expect`) with the number found where
//! there are none.
//!
//! Each second document of a file is compared with all others: as it is, and with its words in another order. Reversed
//! words keep their density and their topics, but a shared text would run backwards; shuffled words keep nothing. The
//! passages that are found then are due to chance. As they are, unrelated documents share phrases and quotations too: a
//! passage counts as the same text if both sides have `SAME_WORDS` words in a row in common.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use record::{Seed, Words};

use crate::measure::{release_tools, shell, shell_output};
use crate::random::Random;

/// The expectations that are promised.
const EXPECTED: [f64; 6] = [0.01, 0.1, 1.0, 10.0, 100.0, 1000.0];

/// The options of each run, and the name of its row.
const WAYS: [(&str, &str); 2] = [("words", ""), ("dense", "--dense")];

/// This number of words in a row is the same text, or of characters in scripts without spaces.
const SAME_WORDS: usize = 6;
const SAME_CHARACTERS: usize = 15;

/// The order of the words of each second document.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    AsIs,
    Reversed,
    Shuffled,
}

/// Prints the table.
pub fn run(files: &[PathBuf]) -> anyhow::Result<()> {
    let tools = release_tools()?;
    let tools = tools.display();
    let folder = Path::new("target/chance");
    fs::create_dir_all(folder)?;
    let [all, one, other] = ["all", "one", "other"].map(|name| folder.join(name));
    println!("false passages found where so many are promised: {EXPECTED:?}");
    for file in files {
        println!("{}", file.display());
        for (name, option) in WAYS {
            let file = file.display();
            shell(&format!(
                "{tools}/uniqwords {option} {file} > {}",
                all.display()
            ))?;
            let records = fs::read_to_string(&all)?;
            let lines: Vec<&str> = records.lines().collect();
            let half = |from: usize| lines.iter().skip(from).step_by(2);
            fs::write(
                &one,
                half(0).map(|line| format!("{line}\n")).collect::<String>(),
            )?;
            for order in [Order::Shuffled, Order::Reversed, Order::AsIs] {
                let mut random = Random::new(1);
                let mut moved = Vec::new();
                for line in half(1) {
                    let mut words = Words::read(line.as_bytes()).context("a words record")?;
                    reorder(&mut words, order, &mut random);
                    words.write(&mut moved);
                }
                fs::write(&other, moved)?;
                let texts = match order {
                    Order::AsIs => format!("--texts {file}"),
                    _ => String::new(),
                };
                let found = shell_output(&format!(
                    "{tools}/lcsdup -q --emit passages --format tsv --exhaustive --expect {} --against {} {texts} {}",
                    EXPECTED[EXPECTED.len() - 1],
                    one.display(),
                    other.display(),
                ))?;
                let [chance, same] = counted(&found)?;
                let same = match order {
                    Order::AsIs => format!("; and the same text {same:?}"),
                    _ => String::new(),
                };
                println!("{name:6} {:9} {chance:5?}{same}", format!("{order:?}"));
            }
        }
    }
    Ok(())
}

/// Moves the words and seeds of a document: those at one token stay together.
fn reorder(words: &mut Words, order: Order, random: &mut Random) {
    let mut places: Vec<u64> = (0..words.tokens).collect();
    match order {
        Order::AsIs => return,
        Order::Reversed => places.reverse(),
        Order::Shuffled => {
            for place in (1..places.len()).rev() {
                places.swap(place, random.below(place as u64 + 1) as usize);
            }
        }
    }
    if let Some(positions) = &mut words.positions {
        let moved = positions.iter().map(|&at| places[at as usize]);
        let mut pairs: Vec<_> = moved.zip(words.words.drain(..)).collect();
        pairs.sort_unstable();
        (*positions, words.words) = pairs.into_iter().unzip();
    }
    for Seed { position, .. } in words.seeds.iter_mut().flatten() {
        *position = places[*position as usize];
    }
    if let Some(seeds) = &mut words.seeds {
        seeds.sort_by_key(|seed| seed.position);
    }
}

/// For each expected number how many passages are found by chance, and how many are the same text.
fn counted(passages: &str) -> anyhow::Result<[[usize; EXPECTED.len()]; 2]> {
    let mut counts = [[0; EXPECTED.len()]; 2];
    for line in passages.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let expect: f64 = cells.get(8).context("expect")?.parse()?;
        let is_same = matches!(cells[9..], [a, b] if is_same_text(a, b));
        for (count, most) in counts[usize::from(is_same)].iter_mut().zip(EXPECTED) {
            *count += usize::from(expect <= most);
        }
    }
    Ok(counts)
}

/// Whether two texts have a run of words or characters in common.
fn is_same_text(a: &str, b: &str) -> bool {
    let runs = |text: &str| -> HashSet<String> {
        let text = text.replace("\\n", " ");
        let words: Vec<String> = text
            .split_whitespace()
            .map(|word| word.chars().filter(|c| c.is_alphabetic()).collect())
            .filter(|word: &String| !word.is_empty())
            .map(|word| word.to_lowercase())
            .collect();
        let characters: Vec<char> = words.iter().flat_map(|word| word.chars()).collect();
        let is_unspaced = characters.first().is_some_and(|&first| first > '\u{e00}');
        match is_unspaced || characters.len() > 12 * words.len() {
            true => characters
                .windows(SAME_CHARACTERS)
                .map(String::from_iter)
                .collect(),
            false => words.windows(SAME_WORDS).map(|run| run.join(" ")).collect(),
        }
    };
    !runs(a).is_disjoint(&runs(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_move_with_their_positions() {
        let line = br#"{"doc":"a","tokens":6,"words":["to","be","or"],"positions":[0,4,5]}"#;
        let mut words = Words::read(line).unwrap();
        words.seeds = Some(vec![
            Seed {
                position: 1,
                hash: 7,
            },
            Seed {
                position: 4,
                hash: 8,
            },
        ]);
        reorder(&mut words, Order::Reversed, &mut Random::new(1));
        assert_eq!(words.words, ["or", "be", "to"]);
        assert_eq!(words.positions, Some(vec![0, 1, 5]));
        let seeds = words.seeds.unwrap();
        assert_eq!(
            [seeds[0].hash, seeds[1].hash, seeds[1].position as u32],
            [8, 7, 4]
        );
    }

    #[test]
    fn passages_are_counted_up_to_what_is_promised() {
        let line = |expect: &str, a: &str, b: &str| {
            format!("a\tb\t0\t9\t0\t9\t3\t20\t{expect}\t{a}\t{b}\n")
        };
        let text = "the harbour lights went out one after another";
        let found = line("heading", "", "")
            + &line("0.5", text, text)
            + &line("50", text, "the other text");
        assert_eq!(
            counted(&found).unwrap(),
            [[0, 0, 0, 0, 1, 1], [0, 0, 1, 1, 1, 1]]
        );
    }
}
