//! `--common`: text that is common at large, as records of freqlines, or as n-grams of `blockdedup --emit grams`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::num::NonZero;
use std::ops::Range;

use blockdedup::{Tokens, Width};
use record::Fields;

use crate::{Index, Item};

/// A record of --common.
pub(super) enum Common<'r> {
    /// A text and its number of occurrences.
    Text(u64, Cow<'r, str>),
    /// An n-gram and its number of occurrences.
    Gram(Kind, u64, u64),
    /// The number of n-grams.
    Total(u64),
}

/// N-grams that can be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kind {
    tokens: Tokens,
    /// The length in tokens.
    n: NonZero<usize>,
    /// The length of their hashes.
    width: Width,
}

/// Reads a record.
///
/// # Errors
/// It is neither.
pub(super) fn read(line: &str) -> Result<Common<'_>, String> {
    let fields = Fields::parse_str(line).map_err(|error| error.to_string())?;
    let count = fields.integer("count").map_err(|error| error.to_string())?;
    let string = |field| fields.string(field).map_err(|error| error.to_string());
    match (count, string("text")?, string("gram")?) {
        (Some(count), Some(text), _) => Ok(Common::Text(count, text)),
        (Some(count), None, Some(gram)) => match read_gram(&gram) {
            Some((_, None)) => Ok(Common::Total(count)),
            Some((kind, Some(hash))) => Ok(Common::Gram(kind, hash, count)),
            None => {
                let kind = gram.rsplit_once(':').map_or(&*gram, |(kind, _)| kind);
                Err(format!(
                    "items have no n-grams of the kind {kind}; make them by blockdedup --emit grams without --fold"
                ))
            }
        },
        _ => Err("a record without count and text; freqlines writes them, or blockdedup --emit grams count and gram".to_owned()),
    }
}

/// An n-gram as its kind and its hash; a total has no hash.
fn read_gram(gram: &str) -> Option<(Kind, Option<u64>)> {
    let mut parts = gram.split(':');
    let (name, n, hash) = (parts.next()?, parts.next()?, parts.next()?);
    let (_, tokens) = Tokens::ALL.into_iter().find(|(other, _)| *other == name)?;
    let n: NonZero<usize> = n.parse().ok()?;
    // blockdedup has no longer ones.
    if n.get() > 1000 {
        return None;
    }
    let kind = |width| Kind { tokens, n, width };
    if hash == record::Gram::TOTAL {
        return Some((kind(Width::Full), None));
    }
    let mut widths = [Width::Full, Width::Marked].into_iter();
    let width = widths.find(|width| width.digits() == hash.len())?;
    let key = u64::from_str_radix(hash, 16).ok()? << (64 - 4 * width.digits());
    Some((kind(width), Some(width.key(key))))
}

/// The n-grams of all items, and what is common of them.
#[derive(Debug, Default)]
pub(super) struct CommonGrams {
    kinds: Vec<(Kind, Counts)>,
    /// The number of n-grams read, and that of the totals.
    read: u64,
    total: u64,
}

/// For each n-gram of items the number of occurrences at large; 0 if it is not common.
type Counts = HashMap<u64, u64>;

impl CommonGrams {
    /// Takes a record that says how many there are.
    pub(super) fn add_total(&mut self, total: u64) {
        self.total += total;
    }

    /// Whether all n-grams of the files were read.
    pub(super) fn is_whole(&self) -> bool {
        self.read == self.total
    }

    /// Takes an n-gram, if an item has it.
    pub(super) fn add(&mut self, items: &[Item], kind: Kind, gram: u64, count: u64) {
        self.read += 1;
        let at = self.kinds.iter().position(|(other, _)| *other == kind);
        let at = at.unwrap_or_else(|| {
            let mut of_items = Counts::default();
            for item in items {
                for_each_gram(&item.text, kind, |gram, _| {
                    of_items.insert(gram, 0);
                });
            }
            self.kinds.push((kind, of_items));
            self.kinds.len() - 1
        });
        if let Some(known) = self.kinds[at].1.get_mut(&gram) {
            *known = count.max(*known);
        }
    }

    /// Takes the words that lie in common n-grams one after the other for common: as often as the rarest of these.
    pub(super) fn mark(self, items: &[Item], index: &mut Index) {
        for (kind, counts) in self.kinds {
            for (number, item) in items.iter().enumerate() {
                for (bytes, count) in runs(&item.text, kind, &counts) {
                    let (mut at, mut words) = (0, 0..0);
                    index.for_each_word(&item.text, |_, word| {
                        if word.end <= bytes.start {
                            words.start = at + 1;
                        }
                        if word.start < bytes.end {
                            words.end = at + 1;
                        }
                        at += 1;
                    });
                    if !words.is_empty() {
                        index.add_common_words(number, words, count as f64);
                    }
                }
            }
        }
    }
}

/// The bytes of common n-grams that follow each other, and the least of their counts.
fn runs(text: &str, kind: Kind, counts: &Counts) -> Vec<(Range<usize>, u64)> {
    let mut runs: Vec<(Range<usize>, u64)> = Vec::new();
    let mut is_open = false;
    for_each_gram(text, kind, |gram, bytes| {
        let count = counts.get(&gram).copied().unwrap_or(0);
        match runs.last_mut() {
            _ if count == 0 => {}
            Some((run, least)) if is_open => {
                run.end = bytes.end;
                *least = count.min(*least);
            }
            _ => runs.push((bytes, count)),
        }
        is_open = count > 0;
    });
    runs
}

/// Calls `each` with every n-gram of a text, and its bytes up to the token behind it.
fn for_each_gram(text: &str, kind: Kind, mut each: impl FnMut(u64, Range<usize>)) {
    let mut starts = Vec::new();
    let mut grams = blockdedup::Grams::new(kind.n, kind.width);
    kind.tokens.for_each_at(text, |hash, start| {
        starts.push(start);
        grams.token(hash);
    });
    let n = kind.n.get();
    starts.push(text.len());
    for (first, &gram) in grams.all().iter().enumerate() {
        each(gram, starts[first]..starts[first + n]);
    }
}
