//! Checks the pairing of quotation marks: a closing mark needs an opening one, and none stands
//! inside a word. A letter decoded in a wrong encoding often becomes a quotation mark, which then
//! has no partner.

use platform::math;

use crate::constants::{MAX_MARK_PENALTY, MIN_MARK_PENALTY, QUOTATION_LENGTH};
use crate::fold::Kind;

/// A quotation mark, with the marks that may close it and those that may open it.
struct Mark {
    char: char,
    closed_by: &'static str,
    opened_by: &'static str,
}

const fn mark_of(char: char, closed_by: &'static str, opened_by: &'static str) -> Mark {
    Mark {
        char,
        closed_by,
        opened_by,
    }
}

const MARKS: [Mark; 9] = [
    mark_of('“', "”", "„"),
    mark_of('”', "”", "“„”"),
    mark_of('„', "“”", ""),
    mark_of('«', "»", "»"),
    mark_of('»', "«»", "«»"),
    mark_of('‘', "’", "‚"),
    mark_of('‚', "‘’", ""),
    mark_of('‹', "›", "›"),
    mark_of('›', "‹›", "‹›"),
];

/// The apostrophe closes single opening marks, and is not a mark itself.
const APOSTROPHE: char = '’';

/// Returns one more than a mark's position, and 0 for other characters.
pub(crate) fn mark(char: char) -> u8 {
    match MARKS.iter().position(|mark| mark.char == char) {
        Some(place) => place as u8 + 1,
        None if char == APOSTROPHE => MARKS.len() as u8 + 1,
        None => 0,
    }
}

/// Returns the set of marks in a text, as bits.
fn set(chars: &str) -> u16 {
    chars.chars().fold(0, |all, char| all | 1 << mark(char))
}

/// The quotation marks of a document, as sets.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Quotes {
    /// Marks before a word.
    opening: u16,
    /// Marks after a word.
    closing: u16,
    /// Marks that may open or close.
    either: u16,
    /// Marks inside a word.
    inside: u16,
}

impl Quotes {
    /// Adds a character, the middle one of three with these kinds.
    #[inline]
    pub fn add(&mut self, mark: u8, kinds: [Kind; 3]) {
        if mark == 0 {
            return;
        }
        let is_word = |kind| matches!(kind, Kind::Ascii | Kind::Digit | Kind::Latin | Kind::Letter);
        let set = match (is_word(kinds[0]), is_word(kinds[2])) {
            (false, true) => &mut self.opening,
            (true, false) => &mut self.closing,
            (false, false) => &mut self.either,
            (true, true) => &mut self.inside,
        };
        *set |= 1 << mark;
    }

    /// Returns the penalty of unpaired marks in a document of `length` bytes: minus the sum of
    /// their log-probabilities. It is smaller for a short document, whose beginning or end often
    /// cuts a pair.
    pub fn cost(self, length: u64) -> f32 {
        let mut single = 0;
        for (place, mark) in MARKS.iter().enumerate() {
            let bit = 1 << (place + 1);
            let opens =
                self.opening & bit != 0 && (self.closing | self.either) & set(mark.closed_by) == 0;
            let closes =
                self.closing & bit != 0 && (self.opening | self.either) & set(mark.opened_by) == 0;
            single += u8::from(opens || closes || self.inside & bit != 0);
        }
        if single == 0 {
            return 0.0;
        }
        f32::from(single)
            * math::ln(length as f32 / QUOTATION_LENGTH).clamp(MIN_MARK_PENALTY, MAX_MARK_PENALTY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::kind;

    fn cost(text: &str) -> f32 {
        let chars: Vec<char> = format!(" {text} ").chars().collect();
        let mut quotes = Quotes::default();
        for triple in chars.windows(3) {
            quotes.add(
                mark(triple[1]),
                [kind(triple[0]), kind(triple[1]), kind(triple[2])],
            );
        }
        quotes.cost(1000)
    }

    #[test]
    fn marks_without_a_partner_cost() {
        for text in [
            "the “word” and ‘it’s’",
            "das „Wort“ und »es«",
            "le « mot » et «lui»",
            "det ”ordet”, det »ordet»",
            "a szó: „szó”",
            "it’s his’ word",
        ] {
            assert_eq!(cost(text), 0.0, "{text}");
        }
        for text in ["Hind“ ito", "pap” is", "a“b c”", "„rger", "Ça «a", "‘Yo no"] {
            assert!(cost(text) > 0.0, "{text}");
        }
    }
}
