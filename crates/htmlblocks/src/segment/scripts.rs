//! Exponents, fractions and indices as text.
//!
//! Browsers raise the 8 of `10<sup>8</sup>`. As plain text it would become another number, 108. So raised and lowered
//! text becomes Unicode's superscripts and subscripts where it changes a value. Otherwise it stays as it is: the marks of
//! footnotes, ordinal numbers such as 1st and 2e, the numbers of verses, the formulas of chemistry.

use std::ops::Range;

use crate::segment::Segmenter;
use crate::segment::before::Before;
use crate::segment::characters::Whitespace;
use html::{Element, attributes};

/// The characters that Unicode has raised, and those.
const RAISED: [&str; 2] = ["0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ"];
/// The same of lowered ones.
const LOWERED: [&str; 2] = ["0123456789", "₀₁₂₃₄₅₆₇₈₉"];

/// Units of length and time, whose second and third powers are units, too.
const UNITS: [&str; 18] = [
    "m", "dm", "cm", "mm", "km", "hm", "nm", "µm", "μm", "ft", "in", "yd", "mi", "sec", "м", "см",
    "мм", "км",
];

/// The letters that are exponents by themselves. Others are ordinal numbers or marks of notes: 1<sup>o</sup>.
const VARIABLES: [char; 7] = ['n', 'i', 'j', 'k', 'x', 'y', 'z'];

/// Signs of operators in an exponent.
const OPERATORS: [char; 7] = ['+', '-', '−', '*', '/', '·', '^'];

/// The greatest number of bytes of an exponent, and of a base in parentheses.
const MOST: usize = 24;
const MOST_OF_BASE: usize = 80;

/// Returns how a raised text is written directly after `before`, if it is an exponent.
fn raised(before: &str, text: &str) -> Option<String> {
    is_exponent(before, text).then(|| power(text))
}

/// Returns how an exponent is written.
fn power(text: &str) -> String {
    of(text, RAISED).unwrap_or_else(|| match text.chars().count() {
        1 => format!("^{text}"),
        _ => format!("^({text})"),
    })
}

/// Returns how a lowered text is written directly after `before`, if both are digits.
fn lowered(before: &str, text: &str) -> Option<String> {
    let is_digits = is_digits(text) && before.ends_with(|last: char| last.is_ascii_digit());
    is_digits.then(|| of(text, LOWERED)).flatten()
}

/// Whether a text consists of digits.
pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the raised or lowered characters for a text, if there is one for each.
fn of(text: &str, [from, to]: [&str; 2]) -> Option<String> {
    let of_one = |character| {
        let at = from.chars().position(|known| known == character)?;
        to.chars().nth(at)
    };
    text.chars().map(of_one).collect()
}

fn is_exponent(before: &str, text: &str) -> bool {
    if text.len() > MOST || text.contains(char::is_whitespace) {
        return false;
    }
    let unsigned = text.trim_start_matches(['+', '-', '−']);
    let charge = text.trim_end_matches(['+', '-', '−']);
    let is_number = is_digits(text);
    let is_signed = text != unsigned && is_digits(unsigned) || text != charge && is_digits(charge);
    let has_operator = text.contains(OPERATORS);
    let is_one = |letter: char| VARIABLES.contains(&letter);
    let is_part = |part: char| {
        part.is_ascii_digit()
            || is_variable(part)
            || OPERATORS.contains(&part)
            || "()".contains(part)
            || RAISED[1].contains(part)
    };
    let is_expression = text.chars().all(is_part)
        && !has_word(text)
        && (text.chars().any(is_one) || has_operator && text.contains(is_variable));
    let Some(last) = before.chars().next_back() else {
        return false;
    };
    let of_digits = text.starts_with(|first: char| first.is_ascii_digit());
    if last.is_ascii_digit() {
        // A list of notes has commas; a range of them has no letters.
        return is_number || is_signed || is_expression || of_digits && text.chars().all(is_part);
    }
    if last == ')' {
        let start = before.len().saturating_sub(MOST_OF_BASE);
        let inside = before.get(start..).and_then(|near| near.rsplit_once('('));
        let is_base = inside.is_some_and(|(_, inside)| !has_word(inside));
        return is_base && (is_number || is_signed || is_expression);
    }
    let start = before
        .char_indices()
        .rev()
        .take_while(|(_, letter)| letter.is_alphabetic())
        .take(MOST)
        .last()
        .map_or(before.len(), |(at, _)| at);
    let word = &before[start..];
    let letters = word.chars().count();
    // One variable, or a product of two, which has no vowel.
    let is_product = word
        .chars()
        .all(|letter| is_variable(letter) && letter.is_lowercase())
        && !word.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    match letters {
        0 => false,
        1 if is_variable(last) => is_number || is_signed || is_expression,
        _ if matches!(text, "2" | "3") && UNITS.contains(&word) => true,
        2 if is_product => is_number || is_signed || is_expression,
        // Ions, and units with a negative power.
        _ => is_signed,
    }
}

/// Whether a character is a letter of formulas.
fn is_variable(letter: char) -> bool {
    letter.is_ascii_alphabetic() || matches!(letter, 'α'..='ω' | 'Α'..='Ω')
}

/// Whether a text has two letters in a row.
fn has_word(text: &str) -> bool {
    let mut was_letter = false;
    text.chars().any(|letter| {
        let is_letter = letter.is_alphabetic();
        std::mem::replace(&mut was_letter, is_letter) && is_letter
    })
}

/// A `sup` or `sub` element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Script {
    pub(super) before: Before,
    links: u32,
    /// Whether it directly follows a text, and neither its class nor a link says that it is the mark of a note.
    is_joined: bool,
    /// Whether it is the exponent of a formula.
    is_power: bool,
}

/// A number in `sup` that became the exponent of another one. It may turn out to be the numerator of a mixed number.
#[derive(Debug, Clone)]
pub(super) struct Exponent {
    /// Its range in the text, and its text before.
    text: Range<usize>,
    digits: String,
}

/// Parts of the classes of marks of notes.
const NOTES: [&str; 4] = ["note", "ref", "cite", "fn"];

impl Segmenter<'_> {
    /// Handles the start of the exponent of a formula.
    pub(super) fn start_power(&mut self) {
        let before = self.state();
        self.scripts.push(Script {
            before,
            links: self.block.links,
            is_joined: before.text > before.block,
            is_power: true,
        });
    }

    /// Handles the start of raised or lowered text. Returns true.
    pub(super) fn start_script(&mut self, attributes: &str) -> bool {
        let class = attributes::value(attributes, "class").unwrap_or_default();
        let before = self.state();
        self.scripts.push(Script {
            before,
            links: self.block.links,
            is_joined: before.text > before.block
                && self.blank == Whitespace::None
                && (!self.link || self.linked < before.text)
                && !NOTES.iter().any(|part| class.contains(part)),
            is_power: false,
        });
        true
    }

    /// Handles the end of raised or lowered text. It is rewritten where it would change a number: see the module.
    pub(super) fn end_script(&mut self, element: Element) {
        let Some(script) = self.scripts.pop() else {
            return;
        };
        let start = script.before;
        let is_whole = script.is_joined
            && self.is_simple(start)
            && script.links == self.block.links
            && self.page.text.len() > start.text;
        if !is_whole {
            return;
        }
        let Some(text) = self.page.text.get(start.text..).map(str::to_owned) else {
            return;
        };
        let before = &self.page.text[start.block..start.text];
        let of_mixed_number = |exponent: &Exponent| {
            let sign = self.page.text.get(exponent.text.end..start.text);
            matches!(sign, Some("/" | "\u{2044}" | "\u{2215}")) && is_digits(&text)
        };
        let written = if script.is_power {
            Some(power(&text))
        } else if element == Element::SUP {
            raised(before, &text)
        } else if let Some(exponent) = self.exponent.take_if(|exponent| of_mixed_number(exponent)) {
            // 1<sup>1</sup>/<sub>2</sub>
            self.write_over(exponent.text, &format!(" {}", exponent.digits));
            None
        } else {
            lowered(before, &text)
        };
        let Some(written) = written else { return };
        self.unmark(start);
        self.page.text.truncate(start.text);
        self.page.text.push_str(&written);
        if self.raw.get(start.raw..) == Some(&text) {
            self.raw.truncate(start.raw);
            self.raw.push_str(&written);
        }
        let is_of_number =
            self.page.text[..start.text].ends_with(|last: char| last.is_ascii_digit());
        if element == Element::SUP && is_of_number && is_digits(&text) {
            self.exponent = Some(Exponent {
                text: start.text..self.page.text.len(),
                digits: text,
            });
        }
    }

    /// Replaces a range of the block's text that has marks at its ends only.
    fn write_over(&mut self, range: Range<usize>, text: &str) {
        let end = (range.end - self.block.text.start) as u32;
        let block = self.page.blocks.len() as u32;
        let behind = self.page.marks.iter_mut().rev();
        for mark in behind.take_while(|mark| mark.block == block && mark.at >= end) {
            mark.at = mark.at + text.len() as u32 - range.len() as u32;
        }
        self.page.text.replace_range(range, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::{Page, Rules};

    #[test]
    fn exponents_are_raised_or_have_a_sign() {
        for (before, text, written) in [
            ("about 10", "8", "⁸"),
            ("10", "-3", "⁻³"),
            ("10", "−3", "⁻³"),
            ("2", "n+1", "ⁿ⁺¹"),
            ("2", "k", "^k"),
            ("a", "p-1", "^(p-1)"),
            ("4 km", "2", "²"),
            ("an x", "2", "²"),
            ("E=mc", "2", "²"),
            ("2πr", "2", "²"),
            ("(a + 2)", "2", "²"),
            ("Ca", "2+", "²⁺"),
            ("5 kg", "-1", "⁻¹"),
            ("SO4", "2-", "²⁻"),
        ] {
            assert_eq!(
                raised(before, text).as_deref(),
                Some(written),
                "{before}^{text}"
            );
        }
        let of = |formula: &str| {
            let html = format!("<p>Let <math>{formula}</math> be.");
            let page = Page::new(&html, Rules::BEST);
            page.text(&page.blocks[0]).to_owned()
        };
        let squared = "<mi>m</mi><msup><mi>c</mi> <mrow><mn>2</mn></mrow></msup>";
        assert_eq!(of(squared), "Let mc² be.");
        let sum =
            "<msubsup><mi>x</mi><mn>1</mn><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow></msubsup>";
        assert_eq!(of(sum), "Let x1^(a+b) be.");
        let half = "<mfrac><mn>1</mn><mn>2</mn></mfrac><mi>x</mi>";
        assert_eq!(of(half), "Let 1/2x be.");
        assert_eq!(lowered("101", "2").as_deref(), Some("₂"));
    }

    #[test]
    fn notes_and_ordinals_stay() {
        for (before, text) in [
            ("the mill", "3"),
            ("mill.", "3"),
            ("", "14"),
            ("said ", "2"),
            ("1", "st"),
            ("19", "e"),
            ("n", "o"),
            ("mill", "a"),
            ("(see the mill)", "2"),
            ("mill", "1-3"),
            ("1990", "3,4"),
            ("Mill", "TM"),
            ("is", "2"),
            ("水", "2"),
            ("10", "the mill"),
        ] {
            assert_eq!(raised(before, text), None, "{before}^{text}");
        }
        assert_eq!(lowered("H", "2"), None);
        assert_eq!(lowered("10", "max"), None);
    }
}
