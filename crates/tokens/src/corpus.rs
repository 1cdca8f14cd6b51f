//! Splits a sentence into corpus tokens: words, numbers and punctuation as written.
//!
//! Tokens are split at white space and at the word boundaries of Unicode Standard Annex 29. So in
//! scripts written without spaces most characters are tokens. As in unitok (Michelfeit, Pomikálek &
//! Suchomel 2014), there are exceptions:
//! - web and mail addresses, `@names` and `#tags` are one token;
//! - hyphens between letters or digits join, colons and dashes between digits, and slashes behind a
//!   digit: `93/23/EEC`;
//! - an emoticon between white space is one token: `:-)`;
//! - a full stop belongs to the abbreviation or initial before it, and to an ordinal number in
//!   languages that write these so;
//! - repeated equal punctuation marks are one token;
//! - clitics are tokens, depending on the language ([`Exceptions`]): `do|n't`, `l'|eau`.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::Exceptions;

/// Calls `each` with the byte range of every token of a sentence, in order. All other characters
/// are white space.
///
/// # Examples
/// ```
/// let text = "Don't ask Mr. Hall, see https://mill.example/a?b.";
/// let mut all = Vec::new();
/// tokens::corpus::ranges(text, tokens::Exceptions::of(Some("en")), |range| all.push(&text[range]));
/// assert_eq!(all, ["Do", "n't", "ask", "Mr.", "Hall", ",", "see", "https://mill.example/a?b", "."]);
/// ```
pub fn ranges(sentence: &str, exceptions: &Exceptions, mut each: impl FnMut(Range<usize>)) {
    let mut at = 0;
    let end = sentence.trim_end().len();
    while at < end {
        let chunk = sentence[at..end].trim_start();
        at = end - chunk.len();
        let length = chunk.find(char::is_whitespace).unwrap_or(chunk.len());
        let chunk = &chunk[..length];
        if chunk.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            each(at..at + length);
        } else {
            let reader = Chunk {
                text: chunk,
                is_last: at + length == end,
                exceptions,
            };
            reader.read(|range| each(at + range.start..at + range.end));
        }
        at += length;
    }
}

/// A run of text without white space.
struct Chunk<'a> {
    text: &'a str,
    /// Whether the sentence ends with it.
    is_last: bool,
    exceptions: &'a Exceptions,
}

impl Chunk<'_> {
    fn read(&self, mut each: impl FnMut(Range<usize>)) {
        let has_address = memchr::memchr3(b'@', b'/', b'#', self.text.as_bytes()).is_some()
            || self.text.contains("www.");
        let mut start = 0;
        let emoticon = emoticon(self.text);
        if emoticon > 0 {
            each(0..emoticon);
            start = emoticon;
        }
        while start < self.text.len() {
            let rest = &self.text[start..];
            if has_address
                && !self.text[..start].ends_with(char::is_alphanumeric)
                && let Some(length) = address(rest)
            {
                each(start..start + length);
                start += length;
                continue;
            }
            let end = start + self.token(start);
            self.split(start..end, &mut each);
            start = end;
        }
    }

    /// Returns the length in bytes of the token that begins here, before clitics are split off.
    fn token(&self, start: usize) -> usize {
        let rest = &self.text[start..];
        let mut pieces = rest.split_word_bounds();
        let first = pieces.next().unwrap_or(rest);
        let mut end = first.len();
        let mut is_run = run_of(first).is_some();
        for piece in pieces {
            let (token, after) = (&rest[..end], &rest[end + piece.len()..]);
            is_run &= run_of(piece).is_some() && token.starts_with(piece);
            let is_last = self.is_last && after.trim_start_matches(closes).is_empty();
            if !(is_run || joins(token, piece, after) || self.keeps(token, piece, is_last)) {
                break;
            }
            end += piece.len();
        }
        end
    }

    /// Whether a punctuation mark belongs to the word before it.
    fn keeps(&self, token: &str, piece: &str, is_last: bool) -> bool {
        // A number within a sentence, of no more digits than days and centuries have.
        let is_ordinal = || {
            self.exceptions.has_ordinals()
                && token.len() <= 2
                && token.bytes().all(|byte| byte.is_ascii_digit())
        };
        match piece {
            "." => {
                let mut letters = token.chars();
                match (letters.next(), letters.next()) {
                    (Some(initial), None) => {
                        !is_last && (initial.is_uppercase() || is_ordinal())
                            || self.exceptions.is_abbreviation(token)
                    }
                    _ if is_last => is_dotted(token) || self.exceptions.is_abbreviation(token),
                    _ => is_dotted(token) || self.exceptions.is_abbreviation(token) || is_ordinal(),
                }
            }
            "'" | "’" => self.exceptions.is_elided(token),
            _ => false,
        }
    }

    /// Calls `each` with the word and its clitics.
    fn split(&self, mut token: Range<usize>, each: &mut impl FnMut(Range<usize>)) {
        // The clitics at the end, the last one first; no word has more than four.
        let mut clitics = [0; 4];
        let (mut count, mut end) = (0, token.end);
        while let Some(at) = self.exceptions.split(&self.text[token.start..end]) {
            let at = token.start + at;
            if self.text[token.start..at].ends_with(['\'', '’']) {
                each(token.start..at);
                token.start = at;
            } else if count < clitics.len() {
                clitics[count] = at;
                (count, end) = (count + 1, at);
            } else {
                break;
            }
        }
        let mut start = token.start;
        for &at in clitics[..count].iter().rev().chain([&token.end]) {
            each(start..at);
            start = at;
        }
    }
}

/// Returns the punctuation mark if its repetition counts as one token.
fn run_of(piece: &str) -> Option<char> {
    let mut characters = piece.chars();
    let first = characters.next()?;
    let is_sign = first.is_ascii_punctuation() && !"()[]{}\"<>".contains(first)
        || ['–', '—', '…', '•', '·', '’'].contains(&first);
    (is_sign && characters.next().is_none()).then_some(first)
}

/// Whether a piece continues the token before it, or joins the token with the following text.
fn joins(token: &str, piece: &str, after: &str) -> bool {
    let mut before = token.chars().rev();
    let (Some(last), Some(next)) = (before.next(), piece.chars().next()) else {
        return false;
    };
    let follows = after.chars().next();
    let is_digit = |character: Option<char>| character.is_some_and(char::is_numeric);
    match next {
        '-' | '\u{2010}' | '\u{2011}' => {
            last.is_alphanumeric() && follows.is_some_and(char::is_alphanumeric)
        }
        ':' | '–' => last.is_numeric() && is_digit(follows),
        '/' => last.is_numeric() && follows.is_some_and(char::is_alphanumeric),
        _ if !next.is_alphanumeric() => false,
        _ => match last {
            '-' | '\u{2010}' | '\u{2011}' => before.next().is_some_and(char::is_alphanumeric),
            ':' | '–' => next.is_numeric() && is_digit(before.next()),
            '/' => is_digit(before.next()),
            _ => false,
        },
    }
}

/// Whether a word consists of short parts with full stops between them: `U.S`, `e.g`, `Ph.D`, `z.B`.
fn is_dotted(word: &str) -> bool {
    word.len() <= 16
        && word.contains('.')
        && (word.split('.')).all(|part| {
            (1..=2).contains(&part.chars().count()) && part.chars().all(char::is_alphabetic)
        })
}

/// Returns the length of the emoticon, in bytes, if the text without white space is an emoticon with
/// punctuation behind it, and 0 otherwise.
fn emoticon(text: &str) -> usize {
    let Some(rest) = text.strip_prefix([':', ';', '=']) else {
        return 0;
    };
    let rest = rest.strip_prefix(['-', '\'', '^']).unwrap_or(rest);
    let Some(behind) = rest.strip_prefix([')', '(', 'D', 'P', 'p']) else {
        return 0;
    };
    let is_end = |sign: char| ".,;!?…".contains(sign) || closes(sign);
    match behind.chars().all(is_end) {
        true => text.len() - behind.len(),
        false => 0,
    }
}

/// Whether a character may stand between the last full stop of a sentence and its end.
fn closes(sign: char) -> bool {
    "\"')]}»”’›".contains(sign)
}

/// The maximum lengths of the local part of a mail address (RFC 5321), and of a host name.
const LOCAL: usize = 64;
const HOST: usize = 255;

/// Returns the length in bytes of the address at the start of a text: a web or mail address, an
/// `@name` or a `#tag`.
fn address(text: &str) -> Option<usize> {
    if let Some(name) = text.strip_prefix(['@', '#']) {
        let is_of_name = |sign: char| sign.is_alphanumeric() || sign == '_';
        let length = name.find(|sign| !is_of_name(sign)).unwrap_or(name.len());
        return name.starts_with(char::is_alphabetic).then_some(1 + length);
    }
    let bytes = text.as_bytes();
    let scheme = bytes
        .iter()
        .take(16)
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte));
    let scheme = scheme.count();
    let is_scheme =
        scheme > 0 && bytes[scheme..].starts_with(b"://") && bytes[0].is_ascii_alphabetic();
    let is_www = bytes
        .get(..4)
        .is_some_and(|start| start.eq_ignore_ascii_case(b"www."));
    if is_scheme || is_www {
        let begin = if is_scheme { scheme + 3 } else { 4 };
        return Some(until_end(text)).filter(|&length| length > begin);
    }
    let is_local = |byte: &u8| byte.is_ascii_alphanumeric() || b"._%+-".contains(byte);
    let local = bytes
        .iter()
        .take(LOCAL + 1)
        .take_while(|byte| is_local(byte))
        .count();
    if local > 0 && local <= LOCAL && bytes.get(local) == Some(&b'@') {
        return host(&bytes[local + 1..]).map(|length| local + 1 + length);
    }
    let length = host(bytes)?;
    let has_path = bytes[length..].starts_with(b"/")
        && bytes.get(length + 1).is_some_and(u8::is_ascii_alphanumeric);
    has_path.then(|| until_end(text))
}

/// Returns the length in bytes of the host name with a domain at the start of a text.
fn host(bytes: &[u8]) -> Option<usize> {
    let is_of_host = |byte: &u8| byte.is_ascii_alphanumeric() || b"-.".contains(byte);
    let length = bytes
        .iter()
        .take(HOST)
        .take_while(|byte| is_of_host(byte))
        .count();
    let name = std::str::from_utf8(&bytes[..length])
        .ok()?
        .trim_end_matches(['.', '-']);
    let (rest, last) = name.rsplit_once('.')?;
    let is_name =
        rest.starts_with(|first: char| first.is_ascii_alphanumeric()) && !rest.contains("..");
    (is_name && last.len() >= 2 && last.bytes().all(|byte| byte.is_ascii_alphabetic()))
        .then_some(name.len())
}

/// Returns the length in bytes of an address without the punctuation around it.
fn until_end(text: &str) -> usize {
    let quoted = |sign: char| "<>\"«»“”„".contains(sign);
    let mut address = &text[..text.find(quoted).unwrap_or(text.len())];
    let count = |sign: u8| address.bytes().filter(|&byte| byte == sign).count();
    let mut unopened = count(b')').saturating_sub(count(b'('));
    loop {
        let last = address.chars().next_back();
        match last {
            Some(')') if unopened > 0 => unopened -= 1,
            Some('.' | ',' | ';' | ':' | '!' | '?' | '\'' | '’' | ']' | '}' | '*' | '…') => {}
            _ => return address.len(),
        }
        address = &address[..address.len() - last.map_or(0, char::len_utf8)];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tokens(language: &str, text: &str) -> String {
        let mut all = Vec::new();
        ranges(text, Exceptions::of(Some(language)), |range| {
            all.push(&text[range])
        });
        all.join("|")
    }

    #[test]
    fn tokens_of_languages() {
        for (language, text, expected) in [
            ("en", "They couldn't've left.", "They|could|n't|'ve|left|."),
            (
                "en",
                "Hall’s boats, \"won’t\" sink",
                "Hall|’s|boats|,|\"|wo|n’t|\"|sink",
            ),
            ("en", "at nine o'clock", "at|nine|o'clock"),
            (
                "fr",
                "L'eau de l’île d'aujourd'hui",
                "L'|eau|de|l’|île|d'|aujourd'hui",
            ),
            (
                "fr",
                "A-t-il dit qu'il l'«a» ?",
                "A|-t-il|dit|qu'|il|l'|«|a|»|?",
            ),
            (
                "it",
                "dell'acqua e un po' d'olio",
                "dell'|acqua|e|un|po'|d'|olio",
            ),
            ("ca", "d'anar-se'n", "d'|anar|-se|'n"),
            ("de", "Es war z.B. Nr. 5 usw.", "Es|war|z.B.|Nr.|5|usw."),
            (
                "de",
                "Am 3. Mai 1790. im 19. Jh. um 12.",
                "Am|3.|Mai|1790|.|im|19.|Jh.|um|12|.",
            ),
            ("pl", "dnia 3. maja", "dnia|3|.|maja"),
            ("xx", "don't l'eau", "don't|l'eau"),
        ] {
            assert_eq!(tokens(language, text), expected, "{text}");
        }
    }

    #[test]
    fn abbreviations_initials_and_numbers_keep_their_signs() {
        for (text, expected) in [
            (
                "J. S. Mill of the U.S. (i.e. Mr. Mill).",
                "J.|S.|Mill|of|the|U.S.|(|i.e.|Mr.|Mill|)|.",
            ),
            ("It was vitamin C.", "It|was|vitamin|C|."),
            (
                "at 10:30 on 3/4/1790, 1,000.50 or 5%",
                "at|10:30|on|3/4/1790|,|1,000.50|or|5|%",
            ),
            (
                "well-known -- and/or 1790-95...",
                "well-known|--|and|/|or|1790-95|...",
            ),
            (
                "rule 93/23/EEC, won 3–1, a–b, 5/ and /5",
                "rule|93/23/EEC|,|won|3–1|,|a|–|b|,|5|/|and|/|5",
            ),
            (
                "fine :-) or ;P. note:) (a: b) :)) :( =D",
                "fine|:-)|or|;P|.|note|:|)|(|a|:|b|)|:)|)|:(|=D",
            ),
            ("What?! No!!! ((a))", "What|?|!|No|!!!|(|(|a|)|)"),
        ] {
            assert_eq!(tokens("en", text), expected, "{text}");
        }
    }

    #[test]
    fn addresses_are_one_token_without_the_punctuation_around_them() {
        for (text, expected) in [
            (
                "(see http://mill.example/a_(b)).",
                "(|see|http://mill.example/a_(b)|)|.",
            ),
            (
                "<https://mill.example/?q=a,b>,",
                "<|https://mill.example/?q=a,b|>|,",
            ),
            (
                "www.mill.example, mill.example/a-b.",
                "www.mill.example|,|mill.example/a-b|.",
            ),
            (
                "write to (a.hall+x@mill.example)!",
                "write|to|(|a.hall+x@mill.example|)|!",
            ),
            (
                "@hall: #boats a@b http:// @ #1",
                "@hall|:|#boats|a|@|b|http|:|//|@|#|1",
            ),
        ] {
            assert_eq!(tokens("", text), expected, "{text}");
        }
    }

    #[test]
    fn scripts_without_spaces_have_characters_as_tokens() {
        assert_eq!(tokens("zh", "雨が降った。"), "雨|が|降|っ|た|。");
    }

    /// Every byte that is not white space is in one token, whatever the text.
    fn check(text: &str) {
        for language in ["en", "fr", "it", "ca", "de", ""] {
            let mut at = 0;
            ranges(text, Exceptions::of(Some(language)), |range| {
                assert!(
                    text[at..range.start].chars().all(char::is_whitespace),
                    "{text:?}"
                );
                assert!(!range.is_empty() && !text[range.clone()].contains(char::is_whitespace));
                at = range.end;
            });
            assert!(text[at..].trim().is_empty(), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn every_text_is_its_tokens_and_white_space(text in any::<String>()) {
            check(&text);
        }

        #[test]
        fn so_is_a_text_of_what_rules_look_for(parts in proptest::collection::vec(proptest::sample::select(vec![
            "a", "don", "'t", "'", "’", "l", "qu", "-", "-il", "-t-il", ".", "U.S", "http://", "www.", "@", "#", "/", ":", "1", "(", ")", "İ's", "ß", " ",
            "\u{301}", "\u{200d}", "雨", "..", "mr", "\n", "–", ":", ")", "D",
        ]), 0..12)) {
            check(&parts.concat());
        }
    }
}
