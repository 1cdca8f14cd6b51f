//! Factors a corpus in memory.

use std::collections::HashMap;

use freqlines::FrequencySet;
use linenorm::Rules;
use xxhash_rust::xxh3::xxh3_128;

use crate::{Ends, Kind, LinkTemplate, Run, ShortLines, Text, Variants, choose, runs};

/// The settings of a [`Factorer`].
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The least length of a run, in bytes.
    pub min_bytes: usize,
    /// The rules for trivial lines, which must be those of the frequent lines.
    pub rules: Rules,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            min_bytes: 200,
            rules: Rules::default(),
        }
    }
}

/// Finds the boilerplate in the preambles and epilogues of documents that share notices.
///
/// ```
/// use factorends::{Ends, Factorer, Kind, Settings};
/// use freqlines::{FrequencySet, Key};
///
/// let notice = "This text may be copied by anyone who leaves this notice in it\n".repeat(4);
/// let mut frequent = FrequencySet::default();
/// frequent.insert(Key::Text, Some(notice.lines().next().unwrap().as_bytes()));
/// let books: Vec<String> = (1..=9)
///     .map(|number| format!("{notice}Book {number}\n\nThe ferryman had tarred his boats.\n"))
///     .collect();
/// let books: Vec<_> = books
///     .iter()
///     .map(|book| (Kind::Text, &book[..], Ends::new(book, 1..6, 8)))
///     .collect();
///
/// let mut factorer = Factorer::new(Settings::default(), frequent);
/// let factored = factorer.factor(&books);
/// assert_eq!(factored.shared, [notice]);
/// assert_eq!(factored.restore(3), books[3].1);
/// ```
#[derive(Debug, Default)]
pub struct Factorer {
    pub(crate) settings: Settings,
    pub(crate) frequent: FrequencySet,
    pub(crate) short: ShortLines,
}

impl Factorer {
    /// Creates a factorer for documents in which these lines are frequent.
    pub fn new(settings: Settings, frequent: FrequencySet) -> Self {
        Factorer {
            settings,
            frequent,
            short: ShortLines::default(),
        }
    }

    /// Counts the short lines of a document next to its frequent ones. Without this, short lines are not boilerplate.
    pub fn learn(&mut self, text: &str, ends: &Ends) {
        let Settings { rules, .. } = self.settings;
        self.short.learn(text, ends, &self.frequent, rules);
    }

    /// Finds the runs of boilerplate lines in a document.
    pub fn runs(&self, text: &str, ends: &Ends, kind: Kind) -> Vec<Run> {
        let Settings { min_bytes, rules } = self.settings;
        runs(
            text,
            ends,
            kind,
            min_bytes,
            &self.short,
            &self.frequent,
            rules,
        )
    }

    /// Learns from all documents, and replaces each run by a link to a shared text if that saves bytes.
    pub fn factor<'t>(&mut self, documents: &[(Kind, &'t str, Ends)]) -> Factored<'t> {
        for (_, text, ends) in documents {
            self.learn(text, ends);
        }
        let found: Vec<Vec<(Run, Text)>> = documents
            .iter()
            .map(|(kind, text, ends)| {
                let runs = self.runs(text, ends, *kind).into_iter();
                let key = |run: &Run| (*kind, xxh3_128(text[run.range.clone()].as_bytes()));
                runs.map(|run| (run.clone(), key(&run))).collect()
            })
            .collect();
        let mut variants = Variants::new();
        for (run, text) in found.iter().flatten() {
            let (kind, hash) = *text;
            let link = LinkTemplate::default_of(kind);
            let path = format!("shared/{hash:032x}.{}", kind.ending());
            let length = run.range.len();
            let link = link.fill(&path, 0, run.lines(), length).len() + 1;
            let variant = variants.entry(*text).or_default();
            variant.count(hash, length as i64 - link as i64, || length);
        }
        let chosen = choose(&variants);
        let mut numbers: HashMap<Text, usize> = HashMap::new();
        let mut factored = Factored::default();
        for ((_, text, _), runs) in documents.iter().zip(&found) {
            let (mut parts, mut from) = (Vec::new(), 0);
            for (run, key) in runs.iter().filter(|(_, key)| chosen.contains_key(key)) {
                let number = *numbers.entry(*key).or_insert_with(|| {
                    factored.shared.push(&text[run.range.clone()]);
                    factored.shared.len() - 1
                });
                parts.push(Part::Own(&text[from..run.range.start]));
                parts.push(Part::Shared(number));
                from = run.range.end;
            }
            parts.push(Part::Own(&text[from..]));
            parts.retain(|part| *part != Part::Own(""));
            factored.documents.push(parts);
        }
        factored
    }
}

/// A corpus whose boilerplate is in shared texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Factored<'t> {
    /// The shared texts.
    pub shared: Vec<&'t str>,
    /// The parts of each document, in order.
    pub documents: Vec<Vec<Part<'t>>>,
}

/// A part of a factored document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part<'t> {
    /// Text that stays in the document.
    Own(&'t str),
    /// The number of a shared text, from 0.
    Shared(usize),
}

impl Factored<'_> {
    /// Returns the text of a document, by its number from 0.
    pub fn restore(&self, document: usize) -> String {
        let parts = self.documents[document].iter();
        parts
            .map(|part| match part {
                Part::Own(text) => text,
                Part::Shared(number) => self.shared[*number],
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use freqlines::Key;
    use proptest::prelude::*;

    const NOTICE: &str = "This text may be copied by anyone who leaves this notice in it\n";

    fn factorer(min_bytes: usize) -> Factorer {
        let mut frequent = FrequencySet::default();
        frequent.insert(Key::Text, Some(NOTICE.trim_end().as_bytes()));
        let rules = Rules::default();
        Factorer::new(Settings { min_bytes, rules }, frequent)
    }

    #[test]
    fn lines_above_the_preamble_stay() {
        let text = format!("{NOTICE}{}boats\n", NOTICE.repeat(3));
        let documents = vec![(Kind::Text, &text[..], Ends::new(&text, 2..5, 6)); 9];
        let factored = factorer(1).factor(&documents);
        assert_eq!(factored.shared, [NOTICE.repeat(3)]);
        let expected = [Part::Own(NOTICE), Part::Shared(0), Part::Own("boats\n")];
        assert_eq!(factored.documents[8], expected);
    }

    #[test]
    fn what_saves_no_bytes_stays() {
        let text = format!("{NOTICE}boats\n");
        let documents = [(Kind::Text, &text[..], Ends::new(&text, 1..2, 3))];
        let factored = factorer(1).factor(&documents);
        assert_eq!(factored.shared.len(), 0);
        assert_eq!(factored.documents[0], [Part::Own(&text)]);
    }

    proptest! {
        #[test]
        fn every_document_is_restored(
            documents in proptest::collection::vec((proptest::collection::vec(0usize..4, 0..12), 1u64..4, 0u64..9, 0u64..9), 0..9)
        ) {
            let lines = [NOTICE, "1.F.\n", "Boats and tar of the quay\n", "\n"];
            let texts: Vec<String> = documents
                .iter()
                .map(|(picks, ..)| picks.iter().map(|&pick| lines[pick]).collect())
                .collect();
            let all: Vec<_> = texts
                .iter()
                .zip(&documents)
                .map(|(text, &(_, start, end, more))| (Kind::Markdown, &text[..], Ends::new(text, start..end + 1, end + 1 + more)))
                .collect();
            let factored = factorer(1).factor(&all);
            for (number, text) in texts.iter().enumerate() {
                prop_assert_eq!(&factored.restore(number), text);
            }
        }
    }
}
