//! Table 3 of Yalniz, Can & Manmatha 2011 on other books: thresholds that maximise F on a training set, by set; and I-Match, which has none.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use anyhow::Context;
use charset::language::{self, Identifier};
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use super::{Quality, Scored, Truth, best, counts, key, quality};

/// Books for training and for tests, as the paper has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    /// Half of the books that are not French.
    Training,
    /// The other half.
    English,
    /// French ones.
    French,
    /// The pairs of [`Set::English`] that share only a part.
    Partial,
}

const SETS: [Set; 4] = [Set::Training, Set::English, Set::French, Set::Partial];
/// The idf bands of I-Match that are tried, as shares of the largest idf there is.
const BANDS: [(f64, f64); 6] = [
    (0.0, 1.0),
    (0.1, 1.0),
    (0.1, 0.5),
    (0.2, 0.6),
    (0.3, 0.7),
    (0.5, 1.0),
];

/// Facts about the books.
pub struct Books {
    /// Whether it is French; nearly all others are English.
    french: HashMap<String, bool>,
    words: Vec<(String, Vec<String>)>,
}

impl Books {
    /// Reads a file of words records.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let mut identifier = Identifier::new(language::built_in());
        let (mut french_books, mut words) = (HashMap::new(), Vec::new());
        for line in fs::read_to_string(path)?.lines() {
            let record: Value = serde_json::from_str(line)?;
            let name = record["doc"].as_str().context("doc")?.to_owned();
            let list = record["words"].as_array().context("words")?;
            let list: Vec<String> = list
                .iter()
                .filter_map(|word| Some(word.as_str()?.to_owned()))
                .collect();
            let is_french = identifier.identify(&list.join(" ")).best() == Some("fr");
            french_books.insert(name.clone(), is_french);
            words.push((name, list));
        }
        Ok(Books {
            french: french_books,
            words,
        })
    }

    fn set(&self, book: &str) -> Set {
        match self.french.get(book) {
            Some(true) => Set::French,
            _ if xxh3_64(book.as_bytes()).is_multiple_of(2) => Set::Training,
            _ => Set::English,
        }
    }

    /// Whether a pair with this label, if it has one, belongs to a set: both of its books do.
    fn holds(&self, set: Set, (a, b): &(String, String), kind: Option<&String>) -> bool {
        let books = if set == Set::Partial {
            Set::English
        } else {
            set
        };
        let whole = kind.is_some_and(|kind| kind == "edition" || kind == "version");
        self.set(a) == books && self.set(b) == books && !(set == Set::Partial && whole)
    }
}

/// Prints precision and recall by set, at thresholds learnt on the training set, and returns the F of each method on the English set.
pub fn print<'m>(
    books: &Books,
    truth: &Truth,
    by_method: &[(&'m str, Vec<Scored>)],
) -> Vec<(&'m str, f64)> {
    let mut english = Vec::new();
    let labelled = |set: Set| {
        let held = |(pair, kind): &(&(String, String), &String)| {
            counts(kind) && books.holds(set, pair, Some(kind))
        };
        truth.iter().filter(held).count()
    };
    println!(
        "\nPrecision and recall by set, with the threshold that is best on the training set (table 3):"
    );
    print!("{:12} {:>9}", "", "threshold");
    for set in SETS {
        let members = match set {
            Set::Partial => Set::English,
            set => set,
        };
        let size = books
            .words
            .iter()
            .filter(|(name, _)| books.set(name) == members)
            .count();
        print!("   {:>22}", format!("{set:?} {size}/{}", labelled(set)));
    }
    println!("   (books/pairs)");
    for (method, pairs) in by_method {
        let held = |set: Set| {
            let of = move |pair: &&Scored| books.holds(set, &pair.books, truth.get(&pair.books));
            pairs.iter().filter(of)
        };
        let copied = |pair: &Scored| Scored {
            books: pair.books.clone(),
            ..*pair
        };
        let mut training: Vec<Scored> = held(Set::Training).map(copied).collect();
        let Ok((threshold, _)) = best(&mut training, labelled(Set::Training)) else {
            continue;
        };
        let row = SETS.map(|set| {
            let found = held(set).filter(|pair| pair.score >= threshold);
            quality(found, labelled(set))
        });
        print_row(method, &format!("{threshold:.4}"), &row);
        english.push((*method, row[Set::English as usize].f));
    }
    let tried = BANDS.map(|band| {
        let pairs = i_match(&books.words, band, truth);
        let row = SETS.map(|set| {
            let of = |pair: &&Scored| books.holds(set, &pair.books, truth.get(&pair.books));
            quality(pairs.iter().filter(of), labelled(set))
        });
        (band, row)
    });
    let best = tried.iter().max_by(|a, b| a.1[0].f.total_cmp(&b.1[0].f));
    if let Some(((low, high), row)) = best {
        print_row("I-Match", &format!("{low}-{high}"), row);
    }
    english
}

fn print_row(method: &str, threshold: &str, row: &[Quality]) {
    print!("{method:12} {threshold:>9}");
    for quality in row {
        print!(
            "   {:>7.3} {:>6.3} {:>7.3}",
            quality.precision, quality.recall, quality.f
        );
    }
    println!();
}

/// I-Match (Chowdhury et al. 2002): books are the same if their sorted words in a band of idf have one hash.
fn i_match(words: &[(String, Vec<String>)], (low, high): (f64, f64), truth: &Truth) -> Vec<Scored> {
    let mut documents: HashMap<&str, usize> = HashMap::new();
    for word in words.iter().flat_map(|(_, words)| words) {
        *documents.entry(word).or_default() += 1;
    }
    let largest = (words.len() as f64).ln();
    let in_band = |word: &&str| {
        let idf = (words.len() as f64 / documents[word] as f64).ln() / largest;
        (low..=high).contains(&idf)
    };
    let mut by_hash: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    for (name, words) in words {
        let mut terms: Vec<&str> = words.iter().map(String::as_str).filter(in_band).collect();
        terms.sort_unstable();
        if !terms.is_empty() {
            by_hash
                .entry(xxh3_64(terms.join(" ").as_bytes()))
                .or_default()
                .push(name);
        }
    }
    let mut pairs = Vec::new();
    for names in by_hash.values() {
        for (at, a) in names.iter().enumerate() {
            for b in &names[at + 1..] {
                let books = key(a, b);
                let kind = truth.get(&books);
                if kind.is_none_or(|kind| counts(kind)) {
                    pairs.push(Scored {
                        is_true: kind.is_some(),
                        books,
                        score: 1.0,
                        lcs: 0,
                    });
                }
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn i_match_finds_what_has_the_same_words_in_the_band() {
        let book = |name: &str, words: &str| {
            (
                name.to_owned(),
                words.split(' ').map(str::to_owned).collect::<Vec<_>>(),
            )
        };
        let books = [
            book("a", "mill rain all"),
            book("b", "rain mill all only"),
            book("c", "roof all"),
            book("d", "all rain mill"),
        ];
        let found = |band| {
            i_match(&books, band, &Truth::new())
                .into_iter()
                .map(|pair| pair.books)
                .collect::<Vec<_>>()
        };
        assert_eq!(found((0.0, 1.0)), [key("a", "d")]);
        // Without the words that only one book has.
        assert_eq!(
            found((0.0, 0.9)),
            [key("a", "b"), key("a", "d"), key("b", "d")]
        );
    }
}
