//! The signs of a formula or a line of code: what stands between its words.
//!
//! `2+2` and `2-2` have the same words, so signs are compared, too. An operand is a word with digits, or a single letter. If the words of an item
//! say too little, all signs next to an operand are compared. Otherwise those between two operands are, and two numbers without a sign
//! between them must have none in the text.

use std::ops::Range;

use tokens::hashes::mixed;

use crate::chance::{self, Kind};
use crate::words;

/// The signs of a wording.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Signs {
    /// For each pair of neighbouring words a hash of what stands between them, if that is compared.
    gaps: Vec<Option<u32>>,
    /// The number of bits that they add to those of the words.
    pub bits: f64,
}

/// Bits of the sign between two words that says most, by what it is: a hyphen, a slash, a bracket or percent sign, another sign. As in
/// [`chance`], these are a little less than what they say in web pages.
const HYPHEN: f64 = 2.0;
const SLASH: f64 = 3.5;
const BRACKET: f64 = 6.0;
const OTHER: f64 = 8.0;

/// The most bits of each further place with signs: where one is, others are frequent.
const FURTHER: f64 = 2.0;

impl Signs {
    /// Returns the signs of a text whose words have these kinds and places. If the signs are needed, all that are next to an operand are
    /// compared.
    pub fn of(text: &str, places: &[Range<usize>], kinds: &[Kind], is_needed: bool) -> Signs {
        let mut bits = Vec::new();
        let beside = |at: usize| {
            (
                chance::is_operand(kinds[at]),
                chance::is_operand(kinds[at + 1]),
            )
        };
        let gaps = places.windows(2).enumerate().map(|(at, pair)| {
            let (left, right) = beside(at);
            if !left && !right || !(is_needed || left && right) {
                return None;
            }
            let signs = between(text, pair[0].end..pair[1].start);
            bits.extend(signs.chars().map(bits_of).reduce(f64::max));
            let are_numbers = [kinds[at], kinds[at + 1]]
                .into_iter()
                .all(chance::is_number);
            (is_needed || are_numbers || !signs.is_empty()).then(|| hash(&signs))
        });
        let gaps = gaps.collect();
        bits.sort_by(|one, other| other.total_cmp(one));
        let further = bits.iter().skip(1).map(|bits| bits.min(FURTHER));
        let bits = bits.first().copied().unwrap_or(0.0) + further.sum::<f64>();
        Signs { gaps, bits }
    }

    /// Whether any are compared.
    pub fn are_compared(&self) -> bool {
        self.gaps.iter().any(Option::is_some)
    }

    /// A hash of those that are compared.
    pub fn hash(&self) -> u64 {
        let gaps = self
            .gaps
            .iter()
            .map(|gap| gap.map_or(0, |gap| 1 + u64::from(gap)));
        gaps.fold(0, |sum, gap| mixed(sum ^ gap).wrapping_add(gap))
    }

    /// Whether a passage with words at these places has the signs of the item from its word `first` on.
    pub fn are_in(&self, text: &str, places: &[Range<usize>], first: usize) -> bool {
        let gaps = self.gaps.get(first..).unwrap_or_default();
        (places.windows(2).zip(gaps)).all(|(pair, gap)| {
            gap.is_none_or(|gap| hash(&between(text, pair[0].end..pair[1].start)) == gap)
        })
    }
}

/// Whether a number or formula goes on before or behind a passage, whose first and last words may be operands: `2.5` is not `2`, and `2+2` is
/// not in `2+2*3`.
pub(crate) fn goes_on(text: &str, passage: &Range<usize>, [first, last]: [Kind; 2]) -> bool {
    let (before, after) = (&text[..passage.start], &text[passage.end..]);
    let is_digit = |one: Option<char>| one.is_some_and(char::is_numeric);
    let is_point = |one: Option<char>| matches!(one, Some('.' | ','));
    let mut left = before.chars().rev();
    let mut right = after.chars();
    let formula_before = before.trim_end_matches(['(', '[', '{']);
    let formula_after = after.trim_start_matches([')', ']', '}']);
    chance::is_number(first) && is_point(left.next()) && is_digit(left.next())
        || chance::is_number(last) && is_point(right.next()) && is_digit(right.next())
        || chance::is_operand(first) && operator(formula_before.chars().rev())
        || chance::is_operand(last) && operator(formula_after.chars())
}

/// Whether these characters begin with an operator between two operands, with as much space on either side of it.
fn operator(mut characters: impl Iterator<Item = char>) -> bool {
    let mut next = characters.next();
    let is_spaced = next == Some(' ');
    if is_spaced {
        next = characters.next();
    }
    let Some(sign) = next.map(plain) else {
        return false;
    };
    let mut next = characters.next();
    if is_spaced != (next == Some(' ')) {
        return false;
    }
    if is_spaced {
        next = characters.next();
    }
    match sign {
        '+' | '*' | '/' | '^' => next.is_some_and(|next| next.is_alphanumeric() || next == '('),
        // With spaces it may be a dash, and without them a hyphen.
        '-' => next.is_some_and(char::is_numeric),
        _ => false,
    }
}

/// Returns the signs between two words in the form in which they are compared: without spaces, punctuation of prose, tags and marks of
/// Markdown.
fn between(text: &str, place: Range<usize>) -> String {
    let mut signs = String::new();
    let mut at = place.start;
    while at < place.end {
        if let Some((length, _)) = words::markup_at(text, at) {
            at += length;
            continue;
        }
        let Some((character, length)) = words::first(&text[at..]) else {
            break;
        };
        let sign = plain(character);
        let end = match character {
            '*' | '-' => {
                at + text[at..]
                    .bytes()
                    .take_while(|&byte| byte == character as u8)
                    .count()
            }
            _ => at + length,
        };
        match sign {
            '*' if is_emphasis(text, at..end) => {}
            '-' | '+' | '*' | '>' if begins_line(text, at..end) => {}
            '-' if signs.ends_with('-') => {}
            '-' => signs.push('-'),
            '*' if character == '*' => signs.push_str(&text[at..end]),
            '\u{2264}' => signs.push_str("<="),
            '\u{2265}' => signs.push_str(">="),
            '\u{2192}' => signs.push_str("->"),
            '!' if text[end..].starts_with('=') => signs.push('\u{2260}'),
            '=' if text[..at].ends_with('!') => {}
            _ if is_sign(sign) => signs.push(sign),
            _ => {}
        }
        at = end;
    }
    signs
}

/// Whether asterisks are marks of Markdown: they touch a word on one side, and white space or punctuation on the other.
fn is_emphasis(text: &str, place: Range<usize>) -> bool {
    // A backslash says that it does not mark text up.
    let before = text[..place.start]
        .trim_end_matches('\\')
        .chars()
        .next_back();
    let after = text[place.end..].chars().next();
    let is_word = |one: Option<char>| one.is_some_and(char::is_alphanumeric);
    let is_outside =
        |one: Option<char>| !is_word(one) && !one.is_some_and(|one| is_sign(plain(one)));
    is_word(before) && is_outside(after) || is_outside(before) && is_word(after)
}

/// Whether a sign marks an element of a list, or a quotation: nothing but such marks is before it on its line.
fn begins_line(text: &str, place: Range<usize>) -> bool {
    let before = text[..place.start].trim_end_matches([' ', '\t', '>']);
    before.ends_with('\n') && text[place.end..].starts_with([' ', '\t'])
}

/// The sign that stands for others of its meaning.
fn plain(character: char) -> char {
    match character {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE63}' => '-',
        '\u{D7}' | '\u{B7}' | '\u{22C5}' | '\u{2217}' | '\u{2219}' => '*',
        '\u{F7}' | '\u{2215}' | '\u{2044}' => '/',
        // Of full width.
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(character as u32 - 0xFEE0).unwrap_or(character),
        _ => character,
    }
}

fn is_sign(character: char) -> bool {
    matches!(
        character,
        '+' | '-' | '*' | '/' | '=' | '<' | '>' | '^' | '%' | '&' | '(' | ')' | '[' | ']' | '{' | '}'
            | '\u{AC}' | '\u{B1}' | '\u{2190}'..='\u{22FF}' | '\u{27C0}'..='\u{27FF}' | '\u{2900}'..='\u{2AFF}'
    )
}

fn bits_of(sign: char) -> f64 {
    match sign {
        '-' => HYPHEN,
        '/' => SLASH,
        '(' | ')' | '[' | ']' | '{' | '}' | '%' | '&' => BRACKET,
        _ => OTHER,
    }
}

/// A hash of signs; 0 for none.
fn hash(signs: &str) -> u32 {
    signs.chars().fold(0, |sum: u32, sign| {
        (sum ^ sign as u32)
            .wrapping_mul(0x9E37_79B1)
            .rotate_left(15)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between_all(text: &str) -> String {
        between(text, 1..text.len() - 1)
    }

    #[test]
    fn like_signs_are_equal() {
        for (one, other) in [
            ("2*3", "2 \u{d7} 3"),
            ("2*3", "2 \\* 3"),
            ("2-3", "2 \u{2212} 3"),
            ("2-3", "2 -- 3"),
            ("8/2", "8 &divide; 2"),
            ("x<y", "x &lt; y"),
            ("x<=y", "x \u{2264} y"),
            ("x!=y", "x \u{2260} y"),
            ("2=2", "2 \u{ff1d} 2"),
            ("2+3", "2\n>\t+\n3"),
            ("2 3", "2, **3"),
            ("2 3", "2**, 3"),
            ("2] *= 3", "2 ] * = 3"),
            ("2 3", "2\n- 3"),
            ("2 3", "2</b>, <i>3"),
            ("2+3", "2](/two) + 3"),
        ] {
            assert_eq!(between_all(one), between_all(other), "{one} | {other}");
        }
        for (one, other) in [
            ("2**3", "2*3"),
            ("2+3", "2 3"),
            ("a[i", "a(i"),
            ("i] *= 2", "i] = 2"),
        ] {
            assert_ne!(between_all(one), between_all(other), "{one} | {other}");
        }
    }

    #[test]
    fn a_number_or_formula_may_go_on() {
        let number = crate::chance::Kinds::default().next("2", 0);
        let goes_on = |text: &str, passage: Range<usize>| goes_on(text, &passage, [number; 2]);
        for text in ["2+2*3", "2+2 / x", "2+2)*3", "2+2.5", "2+2-1", "2+2 - 1"] {
            assert!(goes_on(text, 0..3), "{text}");
        }
        for text in ["2+2", "2+2. 5", "2+2 = 4", "2+2 - so", "2+2** is", "2+2)"] {
            assert!(!goes_on(text, 0..3), "{text}");
        }
        assert!(goes_on("1.2+2", 2..5) && goes_on("4*2+2", 2..5));
        assert!(!goes_on("1. 2+2", 3..6) && !goes_on("(2+2", 1..4));
    }
}
