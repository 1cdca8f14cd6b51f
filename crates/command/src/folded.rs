//! Limits the number of messages that differ only in numbers and sources.

use std::collections::HashMap;

use crate::stats::reason;

/// The number of messages of one kind that are shown.
const MAX_SHOWN: u64 = 3;
/// The maximum number of kinds.
const MAX_KINDS: usize = 1000;

/// Counts the messages of each kind.
#[derive(Debug, Default)]
pub(crate) struct Folded {
    /// The kinds, by first occurrence.
    kinds: Vec<Kind>,
    by_reason: HashMap<String, usize>,
}

#[derive(Debug)]
struct Kind {
    shown: String,
    hinted: bool,
    count: u64,
}

/// Whether and how to show a message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Shown<'h> {
    /// Only count it.
    Suppressed,
    /// Show it without a hint.
    Plain,
    /// Show it with a hint, the first time that its kind has one.
    WithHint(&'h str),
}

impl Folded {
    /// Counts a message and decides whether and how it is shown.
    pub fn add<'h>(&mut self, kind: &str, message: &str, hint: Option<&'h str>) -> Shown<'h> {
        let mut reason = reason(&format!("{kind}{message}"));
        if self.kinds.len() >= MAX_KINDS && !self.by_reason.contains_key(&reason) {
            reason = "messages of other kinds".to_owned();
        }
        let index = *self.by_reason.entry(reason.clone()).or_insert_with(|| {
            self.kinds.push(Kind {
                shown: reason,
                hinted: false,
                count: 0,
            });
            self.kinds.len() - 1
        });
        let kind = &mut self.kinds[index];
        kind.count += 1;
        match hint {
            _ if kind.count > MAX_SHOWN => Shown::Suppressed,
            Some(hint) if !kind.hinted => {
                kind.hinted = true;
                Shown::WithHint(hint)
            }
            _ => Shown::Plain,
        }
    }

    /// Returns the messages at the end of the run: the number of further messages of each kind.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.kinds.iter().filter_map(|kind| {
            let more = kind.count.saturating_sub(MAX_SHOWN);
            (more > 0).then(|| format!("and {more} more: {}", kind.shown))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_like_messages_are_shown_and_the_rest_is_counted() {
        let mut folded = Folded::default();
        let mut shown = 0;
        for number in 0..10_000 {
            let message = format!("bad at byte {number}");
            shown += u64::from(folded.add("", &message, None) != Shown::Suppressed);
        }
        assert_eq!(shown, MAX_SHOWN);
        let hint = Some("use --text-field");
        assert_eq!(
            folded.add("", "missing", hint),
            Shown::WithHint("use --text-field")
        );
        assert_eq!(folded.add("", "missing", hint), Shown::Plain);
        assert_eq!(folded.add("warning: ", "bad at byte 1", None), Shown::Plain);
        let lines: Vec<_> = folded.lines().collect();
        assert_eq!(lines, ["and 9997 more: bad at byte N"]);
    }
}
