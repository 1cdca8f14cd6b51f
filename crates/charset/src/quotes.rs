//! Quotation marks come in pairs: one that closes needs one that opens, and none stands inside of a word. A letter that is
//! read in a wrong encoding often is a quotation mark there, and has no partner.

use platform::math;

use crate::fold::Kind;

/// A quotation mark, those that may close what it opens, and those that may open what it closes.
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

/// An apostrophe closes what a single mark opens, and is no mark by itself.
const APOSTROPHE: char = '’';

/// One more than a mark's place, 0 for other characters.
pub(crate) fn mark(char: char) -> u8 {
    match MARKS.iter().position(|mark| mark.char == char) {
        Some(place) => place as u8 + 1,
        None if char == APOSTROPHE => MARKS.len() as u8 + 1,
        None => 0,
    }
}

/// The set of the marks in a text, as a bit set.
fn set(chars: &str) -> u16 {
    chars.chars().fold(0, |all, char| all | 1 << mark(char))
}

/// Which quotation marks a document has, as sets.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Quotes {
    /// Before a word.
    opening: u16,
    /// Behind a word.
    closing: u16,
    /// Neither: they may open or close.
    either: u16,
    /// Inside of a word.
    inside: u16,
}

impl Quotes {
    /// Adds a character, which is the second of three of these kinds.
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

    /// The penalty of unpaired marks in a document of `length` bytes: minus the log-probability of each. The beginning or the end of a short document often cuts a pair.
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
        f32::from(single) * math::ln(length as f32 / QUOTED).clamp(LEAST, MOST)
    }
}

/// A typical length of a quotation in characters, and the bounds of the penalty of an unpaired mark.
const QUOTED: f32 = 25.0;
const LEAST: f32 = 1.0;
const MOST: f32 = 5.0;

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
