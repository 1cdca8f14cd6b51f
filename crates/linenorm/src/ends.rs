//! The first and the last lines of a document (Kaser & Lemire 2007, algorithm 1: p_max and e_max).

use memchr::{memchr_iter, memrchr};
use record::End;

use crate::{Rules, normalise, raw_lines};

/// How many lines of each end, trivial ones not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ends {
    /// The first lines.
    pub head: usize,
    /// The last lines.
    pub tail: usize,
}

/// Calls `each` with the end, the number from 1, and the normalised text of the first and last lines of `text` that
/// `rules` keep, in their order. A line that belongs to both ends is a head line.
pub fn ends(text: &str, wanted: Ends, rules: Rules, mut each: impl FnMut(End, u64, &str)) {
    let mut scratch = String::new();
    let mut rest = text;
    let mut number = 1;
    let mut left = wanted.head;
    for raw in raw_lines(text) {
        if left == 0 {
            break;
        }
        let line = normalise(raw, &mut scratch);
        if rules.keep(line) {
            left -= 1;
            each(End::Head, number, line);
        }
        number += 1;
        rest = rest.get(raw.len() + 1..).unwrap_or("");
    }

    let start = tail_start(rest, wanted.tail, rules, &mut scratch);
    number += memchr_iter(b'\n', &rest.as_bytes()[..start]).count() as u64;
    for (number, raw) in (number..).zip(raw_lines(&rest[start..])) {
        let line = normalise(raw, &mut scratch);
        if rules.keep(line) {
            each(End::Tail, number, line);
        }
    }
}

/// Where the last `wanted` kept lines of `text` begin, found from the end.
fn tail_start(text: &str, wanted: usize, rules: Rules, scratch: &mut String) -> usize {
    let mut left = wanted;
    let mut start = text.len();
    let mut end = text.strip_suffix('\n').unwrap_or(text).len();
    while left > 0 && start > 0 {
        start = memrchr(b'\n', &text.as_bytes()[..end]).map_or(0, |at| at + 1);
        if rules.keep(normalise(&text[start..end], scratch)) {
            left -= 1;
        }
        end = start.saturating_sub(1);
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition: all kept lines, then the first and the last of them.
    fn plain(text: &str, wanted: Ends, rules: Rules) -> Vec<(End, u64, String)> {
        let mut all = Vec::new();
        crate::lines(text, rules, |number, line| {
            all.push((number, line.to_owned()))
        });
        let head = wanted.head.min(all.len());
        let tail = all.len().saturating_sub(wanted.tail).max(head);
        let heads = all[..head]
            .iter()
            .map(|(number, line)| (End::Head, *number, line.clone()));
        let tails = all[tail..]
            .iter()
            .map(|(number, line)| (End::Tail, *number, line.clone()));
        heads.chain(tails).collect()
    }

    proptest! {
        #[test]
        fn equals_the_definition(text in "([a ]{0,3}\n){0,12}[a]{0,2}", head in 0usize..8, tail in 0usize..8, min_chars in 0usize..3) {
            let (wanted, rules) = (Ends { head, tail }, Rules { min_chars, keep_trivial: false });
            let mut seen = Vec::new();
            ends(&text, wanted, rules, |end, number, line| seen.push((end, number, line.to_owned())));
            prop_assert_eq!(seen, plain(&text, wanted, rules));
        }
    }
}
