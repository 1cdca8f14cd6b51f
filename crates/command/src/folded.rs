//! Like messages, told once.

use std::collections::HashMap;

use crate::stats::reason;

/// So many like messages are shown.
const SHOWN: u64 = 3;
/// So many kinds of messages are told apart.
const KINDS: usize = 1000;

/// Counts messages that differ in numbers and sources only.
#[derive(Debug, Default)]
pub(crate) struct Folded {
    /// In the order in which they came first.
    kinds: Vec<Kind>,
    by_reason: HashMap<String, usize>,
}

#[derive(Debug)]
struct Kind {
    shown: String,
    hinted: bool,
    count: u64,
}

/// Whether a message is shown.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Shown<'h> {
    /// It is counted only.
    No,
    /// As it is.
    Alone,
    /// With what to do, which is said once.
    With(&'h str),
}

impl Folded {
    /// Counts a message; whether and how it is to be shown.
    pub fn add<'h>(&mut self, kind: &str, message: &str, hint: Option<&'h str>) -> Shown<'h> {
        let mut reason = reason(&format!("{kind}{message}"));
        if self.kinds.len() >= KINDS && !self.by_reason.contains_key(&reason) {
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
            _ if kind.count > SHOWN => Shown::No,
            Some(hint) if !kind.hinted => {
                kind.hinted = true;
                Shown::With(hint)
            }
            _ => Shown::Alone,
        }
    }

    /// What is to be said at the end.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.kinds.iter().filter_map(|kind| {
            let more = kind.count.saturating_sub(SHOWN);
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
            shown += u64::from(folded.add("", &message, None) != Shown::No);
        }
        assert_eq!(shown, SHOWN);
        let hint = Some("use --text-field");
        assert_eq!(
            folded.add("", "missing", hint),
            Shown::With("use --text-field")
        );
        assert_eq!(folded.add("", "missing", hint), Shown::Alone);
        assert_eq!(folded.add("warning: ", "bad at byte 1", None), Shown::Alone);
        let lines: Vec<_> = folded.lines().collect();
        assert_eq!(lines, ["and 9997 more: bad at byte N"]);
    }
}
