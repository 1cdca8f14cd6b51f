//! The longest common subsequence of tokens, by which the text that is kept of a page is compared with its main text.

use std::collections::HashMap;

/// The words of a text in lower case: runs of letters, digits and underscores.
pub fn tokens(text: &str) -> Vec<String> {
    text.split(|character: char| !character.is_alphanumeric() && character != '_')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Which of `found` are in a longest common subsequence with `wanted`. Takes a bit for each pair of tokens, and a step
/// for each 64 (Hyyrö 2004).
pub fn matched(wanted: &[String], found: &[String]) -> Vec<bool> {
    let words = wanted.len().div_ceil(64);
    let mut places: HashMap<&str, Vec<u64>> = HashMap::new();
    for (at, token) in wanted.iter().enumerate() {
        places.entry(token).or_insert_with(|| vec![0; words])[at / 64] |= 1 << (at % 64);
    }
    // A bit that is 0 in a row: one more token of `wanted` makes the common subsequence longer.
    let mut rows = vec![u64::MAX; words * (found.len() + 1)];
    for (at, token) in found.iter().enumerate() {
        let (before, row) = rows.split_at_mut(words * (at + 1));
        let before = &before[words * at..];
        match places.get(&token[..]) {
            None => row[..words].copy_from_slice(before),
            Some(places) => {
                let mut carry = false;
                for ((row, &old), &place) in row.iter_mut().zip(before).zip(places) {
                    let common = old & place;
                    let (sum, over) = old.overflowing_add(common);
                    let (sum, again) = sum.overflowing_add(u64::from(carry));
                    carry = over || again;
                    *row = sum | (old - common);
                }
            }
        }
    }
    let is_set = |row: usize, at: usize| rows[words * row + at / 64] >> (at % 64) & 1 == 1;
    let mut matched = vec![false; found.len()];
    let (mut left, mut row) = (wanted.len(), found.len());
    while left > 0 && row > 0 {
        if is_set(row, left - 1) {
            left -= 1;
        } else {
            row -= 1;
            if is_set(row, left - 1) {
                matched[row] = true;
                left -= 1;
            }
        }
    }
    matched
}

/// How well texts agree with what was wanted of them: means over pages.
///
/// Scores as in the article extraction benchmark of Scrapinghub (2020). Precision is the mean over the pages on which
/// something was found, recall the mean over the pages on which something was wanted. F1 is that of these two means.
#[derive(Debug, Clone, Copy, Default)]
pub struct Agreement {
    pages: f64,
    with_found: f64,
    with_wanted: f64,
    precision: f64,
    recall: f64,
    page_f1: f64,
}

impl Agreement {
    /// Adds a page with these numbers of tokens: in common, wanted and found.
    pub fn add(&mut self, common: usize, wanted: usize, found: usize) {
        let common = common as f64;
        if found > 0 {
            self.with_found += 1.0;
            self.precision += common / found as f64;
        }
        if wanted > 0 {
            self.with_wanted += 1.0;
            self.recall += common / wanted as f64;
        }
        self.pages += 1.0;
        self.page_f1 += match wanted + found {
            0 => 1.0,
            both => 2.0 * common / both as f64,
        };
    }

    /// Mean precision.
    pub fn precision(&self) -> f64 {
        self.precision / self.with_found.max(1.0)
    }

    /// Mean recall.
    pub fn recall(&self) -> f64 {
        self.recall / self.with_wanted.max(1.0)
    }

    /// The mean of the pages' own F1, where nothing found is right if nothing was wanted.
    pub fn page_f1(&self) -> f64 {
        self.page_f1 / self.pages.max(1.0)
    }

    /// The F1 of mean precision and mean recall.
    pub fn f1(&self) -> f64 {
        let (precision, recall) = (self.precision(), self.recall());
        match precision + recall {
            0.0 => 0.0,
            sum => 2.0 * precision * recall / sum,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_is_of_mean_precision_and_mean_recall() {
        let mut agreement = Agreement::default();
        agreement.add(5, 10, 5);
        agreement.add(5, 5, 10);
        assert_eq!((agreement.precision(), agreement.recall()), (0.75, 0.75));
        assert_eq!(agreement.f1(), 0.75);
        assert!((agreement.page_f1() - 2.0 / 3.0).abs() < 1e-12);
        // Nothing found says nothing about precision, nothing wanted nothing about recall.
        agreement.add(0, 10, 0);
        agreement.add(0, 0, 10);
        assert_eq!((agreement.precision(), agreement.recall()), (0.5, 0.5));
    }

    #[test]
    fn what_is_in_both_is_matched_in_order() {
        let common = |a: &str, b: &str| {
            let (wanted, found) = (tokens(a), tokens(b));
            let matched = matched(&wanted, &found);
            let kept = found
                .into_iter()
                .zip(matched)
                .filter(|(_, matched)| *matched);
            kept.map(|(token, _)| token).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            common("the cat sat on the mat", "Home. The cat! on A mat, an end"),
            "the cat on mat"
        );
        assert_eq!(common("", "a"), "");
        let long: String = (0..200).map(|number| format!("w{number} ")).collect();
        assert_eq!(common(&long, &format!("x {long} w3")), long.trim());
        assert_eq!(tokens("It's caf\u{e9}_1!"), ["it", "s", "caf\u{e9}_1"]);
    }
}
