//! The shape of a line: the common part of lines that differ in a value, a number or a name.

/// Replaces a value, and the rest of a line.
const VALUE: char = '\u{2026}';
/// Replace a number and a name.
const NUMBER: char = '0';
const NAME: char = 'A';

/// The colon of scripts without spaces.
const WIDE_COLON: char = '\u{ff1a}';
const WIDE_COLON_BYTE: u8 = 0xef;

/// The maximum numbers of characters and words of a key.
const LONGEST_KEY: usize = 40;
const MOST_WORDS: usize = 4;

/// Returns the key at the start of a normalised line, including the sign that ends it: `Title:`,
/// `#+AUTHOR:`, `:Date:`, `| born =`.
///
/// A key has a letter, at most 40 characters and four words, and is followed by a space or nothing.
///
/// ```
/// assert_eq!(linenorm::key("Title: Boats of Tin"), Some("Title:"));
/// assert_eq!(linenorm::key("| born = 1790"), Some("| born ="));
/// assert_eq!(linenorm::key("http://mill.example"), None);
/// assert_eq!(linenorm::key("He said that it was so: nobody had seen the boats."), None);
/// ```
pub fn key(line: &str) -> Option<&str> {
    let key = key_before(line, ':')?;
    let rest = &line[key.len()..];
    (rest.is_empty() || rest.starts_with(' ')).then_some(key)
}

/// Returns the key up to this colon.
fn key_before(line: &str, colon: char) -> Option<&str> {
    // The first signs may belong to the key.
    let start = line.len()
        - line
            .trim_start_matches([':', '|', '#', '+', '@', ' '])
            .len();
    let is_cell = line.starts_with('|');
    let ends = |one: char| one == colon || (is_cell && colon == ':' && one == '=');
    let name = &line[start..start + line[start..].find(ends)?];
    let sign = line[start + name.len()..].chars().next()?;
    let end = start + name.len() + sign.len_utf8();
    let is_part =
        |one: char| one.is_alphanumeric() || matches!(one, ' ' | '-' | '_' | '.' | '/' | '(' | ')');
    let is_key = name.starts_with(char::is_alphabetic)
        && name.chars().all(is_part)
        && name.chars().count() <= LONGEST_KEY
        && name.split(' ').filter(|word| !word.is_empty()).count() <= MOST_WORDS;
    is_key.then_some(&line[..end])
}

/// Returns the shape of a normalised line. After a [key] the value is masked. In other lines, each
/// run of digits is masked, and each run of two or more words that begin with capitals, if other
/// words remain.
///
/// ```
/// let mut scratch = String::new();
/// assert_eq!(linenorm::shape("Title: Boats of Tin", &mut scratch), "Title: \u{2026}");
/// assert_eq!(linenorm::shape("Typed by Ada North in 1790", &mut scratch), "Typed by A in 0");
/// assert_eq!(linenorm::shape("Boats of tin", &mut scratch), "Boats of tin");
/// ```
pub fn shape<'a>(line: &'a str, scratch: &'a mut String) -> &'a str {
    scratch.clear();
    // Most lines do not have the first byte of such a colon, and need not be decoded.
    let may_have = || line.as_bytes().contains(&WIDE_COLON_BYTE);
    let wide = || may_have().then(|| key_before(line, WIDE_COLON)).flatten();
    if let Some(key) = key(line).or_else(wide) {
        if key.len() == line.len() {
            return line;
        }
        scratch.push_str(key);
        scratch.extend([' ', VALUE]);
        return scratch;
    }
    let mut words = line.split(' ').peekable();
    let (mut is_left, mut uncased) = (false, 0);
    while let Some(word) = words.next() {
        if !scratch.is_empty() {
            scratch.push(' ');
        }
        if is_capital(word) && words.peek().is_some_and(|next| is_capital(next)) {
            while words.next_if(|next| is_capital(next)).is_some() {}
            scratch.push(NAME);
            continue;
        }
        is_left |= word.starts_with(char::is_lowercase);
        uncased += uncased_words(word);
        mask_digits(word, scratch);
    }
    match (is_left || uncased >= MOST_WORDS) && scratch != line {
        true => scratch,
        // A masked heading or line of numbers would look like any other.
        false => line,
    }
}

/// Returns the number of words in a script without capitals: each character is one in a script without spaces. A heading has few.
fn uncased_words(word: &str) -> usize {
    if word.is_ascii() {
        return 0;
    }
    let is_uncased = |one: &char| one.is_alphabetic() && !one.is_lowercase() && !one.is_uppercase();
    let letters = word.chars().filter(is_uncased);
    match word.chars().any(|one| one >= '\u{2e80}') {
        true => letters.count(),
        false => usize::from(letters.count() > 0),
    }
}

fn is_capital(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

/// Appends a word with a zero for each run of digits.
fn mask_digits(word: &str, out: &mut String) {
    let mut is_number = false;
    for one in word.chars() {
        match (one.is_numeric(), is_number) {
            (true, true) => continue,
            (true, false) => out.push(NUMBER),
            (false, _) => out.push(one),
        }
        is_number = one.is_numeric();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(line: &str) -> String {
        shape(line, &mut String::new()).to_owned()
    }

    #[test]
    fn values_numbers_and_names_are_masked() {
        for (line, expected) in [
            ("#+AUTHOR: Ada North", "#+AUTHOR: \u{2026}"),
            (":Date: 1790", ":Date: \u{2026}"),
            (
                "Home page (old): http://mill.example",
                "Home page (old): \u{2026}",
            ),
            ("Keywords:", "Keywords:"),
            ("作者： 北", "作者： \u{2026}"),
            ("标题：一", "标题： \u{2026}"),
            ("最后更新于２０２３年５月３日", "最后更新于0年0月0日"),
            ("عدد القوارب في المرفأ 17", "عدد القوارب في المرفأ 0"),
            ("第１２章", "第１２章"),
            ("الفصل 12", "الفصل 12"),
            ("See page 17 of volume 3", "See page 0 of volume 0"),
            (
                "Set by Ada North and Bob South, 1790-92",
                "Set by A and A 0-0",
            ),
            ("THE BOATS OF QUAYMOUTH", "THE BOATS OF QUAYMOUTH"),
            ("1790 1791", "1790 1791"),
            ("12:30 is the time", "0:0 is the time"),
            ("", ""),
        ] {
            assert_eq!(of(line), expected);
        }
    }

    proptest! {
        /// The shape of a shape is the same, so that counting shapes again does not change them.
        #[test]
        fn masking_twice_changes_nothing_more(line in "[A-Ca-c0-9 :|=#]{0,30}") {
            let line = crate::normalise(&line, &mut String::new()).to_owned();
            let once = of(&line);
            prop_assert_eq!(of(&once), once);
        }

        #[test]
        fn any_line_has_a_shape(line in any::<String>()) {
            of(&line);
            let found = key(&line);
            prop_assert!(found.is_none_or(|key| line.starts_with(key)));
        }
    }
}
