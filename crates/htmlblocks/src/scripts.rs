//! Exponents, fractions and indices as text.
//!
//! Browsers raise the 8 of `10<sup>8</sup>`. As plain text it would become another number, 108. So raised and lowered
//! text becomes Unicode's superscripts and subscripts where it changes a value. Otherwise it stays as it is: the marks of
//! footnotes, ordinal numbers such as 1st and 2e, the numbers of verses, the formulas of chemistry.

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
pub fn raised(before: &str, text: &str) -> Option<String> {
    is_exponent(before, text).then(|| {
        of(text, RAISED).unwrap_or_else(|| match text.chars().count() {
            1 => format!("^{text}"),
            _ => format!("^({text})"),
        })
    })
}

/// Returns how a lowered text is written directly after `before`, if both are digits.
pub fn lowered(before: &str, text: &str) -> Option<String> {
    let is_digits = is_digits(text) && before.ends_with(|last: char| last.is_ascii_digit());
    is_digits.then(|| of(text, LOWERED)).flatten()
}

/// Whether a text consists of digits.
pub fn is_digits(text: &str) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

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
