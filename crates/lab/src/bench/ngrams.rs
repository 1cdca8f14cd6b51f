//! `cargo lab bench ngrams` compares blockdedup with two other ways. SPEX and a suffix array find duplicate n-grams
//! (PRESEMT D3.1.3, section 6.2); exact substring deduplication finds repeated spans with a suffix array (Lee et al.
//! 2022). All read one file of JSON documents.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};
use libsais::SuffixArrayConstruction;
use serde_json::{Value, json};

use crate::corpora;
use crate::measure::{Candidate, compare, release_tools, shell_output};

/// The data to run it on.
#[derive(Args)]
pub struct Options {
    /// A folder of text files, or one that holds a .tar.zst
    folder: PathBuf,
    /// Take at most this number of megabytes of it
    #[arg(long, default_value_t = 100)]
    megabytes: usize,
    /// The length of an n-gram
    #[arg(short, default_value_t = 10)]
    n: usize,
    /// The least length of a repeated span
    #[arg(long, default_value_t = 50)]
    min_span: usize,
    /// Runs of each command
    #[arg(long, default_value_t = 3)]
    rounds: usize,
}

/// A way to find what repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// Bernstein & Zobel 2004: n-grams whose parts of n - 1 words occur twice are counted, from words upwards
    Spex,
    /// Neighbours in the order of the suffixes that begin with the same n words
    SuffixArray,
    /// Words in windows that occurred before, by a suffix array
    Spans,
}

/// Checks that all find the same, and compares what it costs.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let folder = corpora::unpacked(&options.folder)?;
    let corpus = crate::root().join("target/bench-ngrams.jsonl");
    let (documents, bytes) = write_corpus(&folder, options.megabytes * 1_000_000, &corpus)?;
    println!(
        "{documents} documents, {:.1} MB; words are what is between white space",
        bytes as f64 / 1e6
    );
    let blockdedup = release_tools()?.join("blockdedup").display().to_string();
    let lab = std::env::current_exe()?.display().to_string();
    let corpus = corpus.display();
    let rival = |method: &str, n: usize| format!("{lab} repeats {method} -n {n} {corpus}");
    let grams = format!("{blockdedup} --emit grams --tokens space -n {}", options.n);
    let spans = format!(
        "{blockdedup} --unit span --tokens space --min-span {}",
        options.min_span
    );
    let found = [
        shell_output(&format!("{grams} {corpus} | wc -l"))?,
        shell_output(&rival("spex", options.n))?,
        shell_output(&rival("suffix-array", options.n))?,
    ];
    let found = found.map(|found| found.trim().to_owned());
    ensure!(
        found.iter().all(|one| *one == found[0]),
        "they do not find the same: {found:?}"
    );
    println!("duplicate {}-grams: {} by all three", options.n, found[0]);
    let cut = shell_output(&format!("{spans} --emit removed -r {corpus} | wc -w"))?;
    let by_array = shell_output(&rival("spans", options.min_span))?;
    println!(
        "words in repeated spans of {} and more: {} by blockdedup, {} by a suffix array",
        options.min_span,
        cut.trim(),
        by_array.trim()
    );
    let candidates = [
        Candidate::new("blockdedup --emit grams", format!("{grams} {corpus}")),
        Candidate::new("the same, -S 64M", format!("{grams} -S 64M {corpus}")),
        Candidate::new("SPEX", rival("spex", options.n)),
        Candidate::new("suffix array", rival("suffix-array", options.n)),
    ];
    compare("Duplicate n-grams", &candidates, options.rounds)?;
    let candidates = [
        Candidate::new("blockdedup --unit span", format!("{spans} {corpus}")),
        Candidate::new(
            "suffix array, finding alone",
            rival("spans", options.min_span),
        ),
    ];
    compare("Repeated spans", &candidates, options.rounds)
}

/// Writes the files of a folder as document records, up to a size.
fn write_corpus(folder: &Path, most: usize, to: &Path) -> anyhow::Result<(usize, usize)> {
    let (mut records, mut bytes, mut documents) = (String::new(), 0, 0);
    for file in corpora::text_files(folder)? {
        if bytes >= most {
            break;
        }
        let text = corpora::text(&file)?;
        records += &format!(
            "{}\n",
            json!({"id": file.display().to_string(), "text": text})
        );
        bytes += text.len();
        documents += 1;
    }
    fs::write(to, records)?;
    Ok((documents, bytes))
}

/// Prints how many distinct n-grams, or words in spans, a method finds.
pub fn repeats(method: Method, n: usize, corpus: &Path) -> anyhow::Result<()> {
    let words = Words::read(corpus)?;
    let found = match method {
        Method::Spex => words.spex(n),
        Method::SuffixArray => words.groups(n)?.len(),
        Method::Spans => words.spans(n)?,
    };
    println!("{found}");
    Ok(())
}

/// A corpus as numbers of words; 0 ends a document.
struct Words {
    numbers: Vec<i32>,
}

impl Words {
    fn read(corpus: &Path) -> anyhow::Result<Self> {
        let mut known: HashMap<String, i32> = HashMap::new();
        let mut numbers = Vec::new();
        for line in fs::read_to_string(corpus)?.lines() {
            let record: Value = serde_json::from_str(line)?;
            for word in record["text"].as_str().context("text")?.split_whitespace() {
                let next = known.len() as i32 + 1;
                let number = match known.get(word) {
                    Some(&number) => number,
                    None => *known.entry(word.to_owned()).or_insert(next),
                };
                numbers.push(number);
            }
            numbers.push(0);
        }
        if numbers.len() > i32::MAX as usize {
            bail!("too many words for a suffix array of 32 bits");
        }
        Ok(Words { numbers })
    }

    /// SPEX. `ids` has for each place the number of the duplicate n-gram that begins there, 0 where it is unique.
    fn spex(&self, n: usize) -> usize {
        let mut ids: Vec<u32> = self.numbers.iter().map(|&word| word as u32).collect();
        let mut found = 0;
        for length in 1..=n {
            let mut counts: HashMap<u64, u32> = HashMap::new();
            let key = |at: usize| match length {
                1 => (ids[at] != 0).then(|| u64::from(ids[at])),
                _ => {
                    // An n-gram occurs twice only if what it begins and ends with does.
                    let (first, second) = (ids[at], *ids.get(at + 1)?);
                    (first != 0 && second != 0).then(|| u64::from(first) << 32 | u64::from(second))
                }
            };
            for key in (0..ids.len()).filter_map(key) {
                *counts.entry(key).or_default() += 1;
            }
            counts.retain(|_, count| *count > 1);
            found = counts.len();
            for (number, count) in (1..).zip(counts.values_mut()) {
                *count = number;
            }
            let next = |at: usize| {
                key(at)
                    .and_then(|key| counts.get(&key).copied())
                    .unwrap_or(0)
            };
            ids = (0..ids.len()).map(next).collect();
        }
        found
    }

    /// The places of each n-gram that occurs more than once.
    fn groups(&self, n: usize) -> anyhow::Result<Vec<Vec<usize>>> {
        let mut text = self.numbers.clone();
        let sorted = SuffixArrayConstruction::for_text_mut(&mut text)
            .in_owned_buffer32()
            .single_threaded()
            .run()
            .map_err(|error| anyhow::anyhow!("{error:?}"))?
            .into_vec();
        let gram = |place: i32| {
            let gram = self.numbers.get(place as usize..place as usize + n)?;
            (!gram.contains(&0)).then_some(gram)
        };
        let mut groups = Vec::new();
        let mut start = 0;
        while start < sorted.len() {
            let first = gram(sorted[start]);
            let same = |&&place: &&i32| first.is_some() && gram(place) == first;
            let count = sorted[start + 1..].iter().take_while(same).count();
            if count > 0 {
                let group = &sorted[start..=start + count];
                groups.push(group.iter().map(|&place| place as usize).collect());
            }
            start += count + 1;
        }
        Ok(groups)
    }

    /// How many words lie in windows of `n` words that occurred before: in an earlier document, or earlier in this one without a word in common.
    fn spans(&self, n: usize) -> anyhow::Result<usize> {
        let mut document = 0;
        let mut documents = Vec::with_capacity(self.numbers.len());
        for &word in &self.numbers {
            documents.push(document);
            document += u32::from(word == 0);
        }
        let mut begins = vec![false; self.numbers.len()];
        for group in self.groups(n)? {
            let first = group.iter().copied().min().unwrap_or(0);
            for place in group {
                begins[place] =
                    place != first && (documents[first] < documents[place] || first + n <= place);
            }
        }
        let (mut covered, mut until) = (0, 0);
        for (place, begins) in begins.into_iter().enumerate() {
            if begins {
                until = place + n;
            }
            covered += usize::from(place < until);
        }
        Ok(covered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_methods_count_the_same_by_hand() {
        // Two documents: 1 2 3 1 2 and 2 3 1 2.
        let words = Words {
            numbers: vec![1, 2, 3, 1, 2, 0, 2, 3, 1, 2, 0],
        };
        for (n, distinct) in [(1, 3), (2, 3), (3, 2), (4, 1), (5, 0)] {
            assert_eq!((n, words.spex(n)), (n, distinct));
            assert_eq!((n, words.groups(n).unwrap().len()), (n, distinct));
        }
        // The second document whole, and the "1 2" at the end of the first.
        assert_eq!(words.spans(2).unwrap(), 6);
        assert_eq!(words.spans(4).unwrap(), 4);
    }
}
