//! Splits text into sentences. They end where Unicode Standard Annex 29 says, except after abbreviations
//! and initials and before a lower-case letter; and before direct speech that begins with a dash. A Greek question mark and a Tibetan
//! shad end one as well, and an opening bracket begins the next one. An item of a list on lines of its own is a sentence, with its number.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::{Exceptions, Guess};

/// Calls `each` with the byte range of every sentence of a text, including the
/// white space after it in its paragraph. A sentence may span lines, but not a blank line. Without a language, that of each paragraph is
/// guessed by its most frequent words where a full stop depends on it, or by those of the beginning of the text if it has too few.
///
/// # Examples
/// ```
/// let text = "Mr. Hall\ncame. He sat.\n\nThen he left";
/// let mut all = Vec::new();
/// tokens::sentences::ranges(text, None, |range| all.push(&text[range]));
/// assert_eq!(all, ["Mr. Hall\ncame. ", "He sat.\n", "Then he left"]);
/// ```
pub fn ranges(text: &str, language: Option<&Exceptions>, mut each: impl FnMut(Range<usize>)) {
    let mut start = Guess::default();
    let mut pass = |range: Range<usize>| {
        let paragraph = &text[range.clone()];
        if language.is_none() {
            start.add(paragraph);
        }
        of_paragraph(paragraph, &start, language, |sentence| {
            each(range.start + sentence.start..range.start + sentence.end);
        });
    };
    let mut paragraph = 0..0;
    for line in lines(text) {
        if is_blank(&text[line.clone()]) {
            pass(paragraph);
            paragraph = line.end..line.end;
        } else {
            paragraph.end = line.end;
        }
    }
    pass(paragraph);
}

/// The ranges of the lines of a text, with their line feeds.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let feeds = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
    let mut start = 0;
    feeds.chain([text.len()]).filter_map(move |end| {
        let line = start..end;
        start = end;
        (!line.is_empty()).then_some(line)
    })
}

fn is_blank(line: &str) -> bool {
    // Most lines begin with a letter.
    !line.as_bytes().first().is_some_and(u8::is_ascii_graphic) && line.trim().is_empty()
}

/// Does the same for a text without a blank line, in a document whose start has the counted words. Line breaks do not end sentences,
/// except before an item of a list.
pub fn of_paragraph(
    text: &str,
    start: &Guess,
    language: Option<&Exceptions>,
    mut each: impl FnMut(Range<usize>),
) {
    let guessed = OnceCell::new();
    let guess = || {
        let mut own = Guess::default();
        own.add(text);
        let found = own.exceptions().or_else(|| start.exceptions());
        found.unwrap_or(Exceptions::of(None))
    };
    let language = || language.unwrap_or_else(|| guessed.get_or_init(guess));
    let mut begin = 0;
    ends_by(text, &language, |end| {
        each(begin..end);
        begin = end;
    });
}

/// Calls `each` with the end of every sentence of a paragraph, as a byte offset after the following white space.
fn ends_by<'e>(
    paragraph: &str,
    exceptions: &impl Fn() -> &'e Exceptions,
    mut each: impl FnMut(usize),
) {
    let (mut start, mut last) = (0, None);
    let mut before = "";
    for line in lines(paragraph) {
        let (at, line) = (line.start, &paragraph[line]);
        let item = Item::of(line);
        if at > start && item.is_some_and(|item| item.may_follow(last, before)) {
            ends_of_item(&paragraph[start..at], exceptions, |end| each(start + end));
            start = at;
        }
        if at == start {
            last = item.or(last);
        }
        before = line;
    }
    ends_of_item(&paragraph[start..], exceptions, |end| each(start + end));
}

/// The mark of an item of a list at the beginning of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Item {
    /// A dash, a star or another sign.
    Bullet(char),
    /// A number, or a letter by its place in the alphabet.
    Number(u32),
}

impl Item {
    /// The greatest number of an item. Larger ones are years and amounts more often.
    const MOST: u32 = 199;

    fn of(line: &str) -> Option<Self> {
        let line = line.trim_start();
        // Most lines begin with a word.
        if let [b'A'..=b'Z' | b'a'..=b'z', next, ..] = line.as_bytes()
            && *next != b')'
        {
            return None;
        }
        let mark = line.split_whitespace().next()?;
        let mut signs = mark.chars();
        if let (Some(sign), None) = (signs.next(), signs.next())
            && "-*+•–—◦▪‣·".contains(sign)
        {
            return Some(Item::Bullet(sign));
        }
        let number = match mark.strip_suffix(')') {
            Some(rest) => rest.strip_prefix('(').unwrap_or(rest),
            None => mark
                .strip_suffix('.')
                .filter(|rest| !rest.starts_with(char::is_alphabetic))?,
        };
        let number = match number.as_bytes() {
            [letter] if letter.is_ascii_lowercase() => u32::from(letter - b'a') + 1,
            _ => number.parse().ok()?,
        };
        (number <= Item::MOST).then_some(Item::Number(number))
    }

    /// Whether a text has nothing but the mark of an item.
    fn is_alone(text: &str) -> bool {
        text.split_whitespace().nth(1).is_none() && Item::of(text).is_some()
    }

    /// Whether the item may begin on the line behind `before`, where `last` is the last item: a wrapped sentence may have a number or a dash there.
    fn may_follow(self, last: Option<Item>, before: &str) -> bool {
        let is_next = match (last, self) {
            (Some(Item::Number(last)), Item::Number(number)) => number == last + 1,
            (last, _) => last == Some(self),
        };
        let before = before.trim_end();
        is_next || before.ends_with([':', ';', '.', '!', '?', '…', '。'])
    }
}

/// Like [`ends_by`], for a text in which no other items begin.
fn ends_of_item<'e>(
    paragraph: &str,
    exceptions: &impl Fn() -> &'e Exceptions,
    mut each: impl FnMut(usize),
) {
    let mut start = 0;
    let mut pass = |end: usize| {
        if end <= start {
            return;
        }
        let end = with_marks(&paragraph[start..], end - start) + start;
        let sentence = &paragraph[start..end];
        // The number of an item belongs to it.
        let is_number = start == 0 && Item::is_alone(sentence) && end < paragraph.len();
        if !is_number && !continues(sentence, &paragraph[end..], exceptions) {
            speech(sentence, exceptions, |at| each(start + at));
            each(end);
            start = end;
        }
    };
    let (mut at, has_others) = (0, may_have_other_marks(paragraph.as_bytes()));
    while let Some(mark) = next_mark(paragraph, at, has_others) {
        at = mark.end;
        end_behind(paragraph, mark).into_iter().for_each(&mut pass);
    }
    pass(paragraph.len());
}

/// Whether a text may have a mark that is not ASCII. There are no branches, so that many bytes are looked at in one instruction.
fn may_have_other_marks(text: &[u8]) -> bool {
    let behind = |by: usize| text.get(by..).unwrap_or_default();
    let three = text.iter().zip(behind(1)).zip(behind(2));
    let found = three.fold(false, |found, ((&first, &second), &third)| {
        // Dashes and quotation marks, without one dot leaders.
        let is_sign = (first == 0xE2)
            & (second == 0x80)
            & (third.wrapping_sub(0x90) < 0x18)
            & (third != 0xA4);
        found | begins_other_mark(first) & !is_sign
    });
    // A mark of two bytes may be the last one.
    found
        || behind(text.len().saturating_sub(2))
            .iter()
            .copied()
            .any(begins_other_mark)
}

/// Whether the UTF-8 of a mark can begin with this byte, which is not ASCII.
fn begins_other_mark(byte: u8) -> bool {
    (byte == 0xC2) | (byte >= 0xD6)
}

/// Returns the range of the next character from `from` on behind which a sentence may end.
fn next_mark(text: &str, from: usize, has_others: bool) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    if !has_others {
        let at = from + memchr::memchr3(b'.', b'!', b'?', &bytes[from..])?;
        return Some(at..at + 1);
    }
    let mut at = from;
    loop {
        let is_mark = |byte: &u8| matches!(byte, b'.' | b'!' | b'?') || begins_other_mark(*byte);
        at += bytes[at..].iter().position(is_mark)?;
        let one = text[at..].chars().next()?;
        let end = at + one.len_utf8();
        if one.is_ascii() || may_end(one) {
            return Some(at..end);
        }
        at = end;
    }
}

/// Whether the rules of Unicode may end a sentence behind a character.
fn may_end(one: char) -> bool {
    let one = u32::from(one);
    let place = MARKS.partition_point(|&(first, _)| first <= one);
    place > 0 && one <= MARKS[place - 1].1
}

/// Returns the end of a sentence behind a mark by the rules of Unicode, with the white space behind it. The rules look at the character before the mark, and up to the next letter or mark behind it.
fn end_behind(text: &str, mark: Range<usize>) -> Option<usize> {
    let next = mark.end;
    // A fast path for most marks.
    let bytes = &text.as_bytes()[next..];
    let closing = bytes
        .iter()
        .take_while(|byte| b"\"')]}".contains(byte))
        .count();
    let spaces = bytes[closing..]
        .iter()
        .take_while(|byte| b" \n\r".contains(byte))
        .count();
    match bytes.get(closing + spaces) {
        // The end of the text, a number, or more marks.
        None => return None,
        Some(b'0'..=b'9') if closing + spaces == 0 && text[..next].ends_with('.') => return None,
        Some(b'.' | b'!' | b'?') if closing + spaces == 0 => return None,
        Some(b'A'..=b'Z') if spaces > 0 => return Some(next + closing + spaces),
        // The sentence goes on before a lower-case letter.
        Some(b'a'..=b'z') if spaces > 0 || closing == 0 => return None,
        _ => {}
    }
    let mut from = mark.start;
    for (at, one) in text[..from].char_indices().rev().take(BEFORE_MARK) {
        from = at;
        if one.is_alphanumeric() || one.is_whitespace() {
            break;
        }
    }
    let mut behind = text[next..].char_indices();
    let to = behind.find(|(_, one)| one.is_alphabetic() || may_end(*one));
    let to = to.map_or(text.len(), |(at, one)| next + at + one.len_utf8());
    // Line breaks are white space within a paragraph.
    let flat = match text[from..to].contains(['\n', '\r']) {
        true => Cow::Owned(text[from..to].replace(['\n', '\r'], " ")),
        false => Cow::Borrowed(&text[from..to]),
    };
    let shortened = Shortened::of(&flat);
    let pieces = shortened.text.split_sentence_bound_indices();
    let mut ends = pieces.map(|(at, piece)| from + shortened.in_whole(at + piece.len()));
    ends.find(|&end| end >= next && end < to)
}

/// The number of characters before a mark that the rules of Unicode need: combining characters may stand between a letter and a mark.
const BEFORE_MARK: usize = 8;

/// The ranges of characters behind which the rules of Unicode may end a sentence: `ATerm`, `STerm` and separators of Unicode Standard Annex 29.
#[rustfmt::skip]
const MARKS: [(u32, u32); 90] = [
    (0x21, 0x21), (0x2E, 0x2E), (0x3F, 0x3F), (0x85, 0x85), (0x589, 0x589),
    (0x61D, 0x61F), (0x6D4, 0x6D4), (0x700, 0x702), (0x7F9, 0x7F9), (0x837, 0x837), (0x839, 0x839), (0x83D, 0x83E),
    (0x964, 0x965), (0x104A, 0x104B), (0x1362, 0x1362), (0x1367, 0x1368), (0x166E, 0x166E), (0x1735, 0x1736), (0x17D4, 0x17D5),
    (0x1803, 0x1803), (0x1809, 0x1809), (0x1944, 0x1945), (0x1AA8, 0x1AAB), (0x1B4E, 0x1B4F), (0x1B5A, 0x1B5B), (0x1B5E, 0x1B5F),
    (0x1B7D, 0x1B7F), (0x1C3B, 0x1C3C), (0x1C7E, 0x1C7F), (0x2024, 0x2024), (0x2028, 0x2029), (0x203C, 0x203D), (0x2047, 0x2049),
    (0x2CF9, 0x2CFB), (0x2E2E, 0x2E2E), (0x2E3C, 0x2E3C), (0x2E53, 0x2E54), (0x3002, 0x3002), (0xA4FF, 0xA4FF), (0xA60E, 0xA60F),
    (0xA6F3, 0xA6F3), (0xA6F7, 0xA6F7), (0xA876, 0xA877), (0xA8CE, 0xA8CF), (0xA92F, 0xA92F), (0xA9C8, 0xA9C9), (0xAA5D, 0xAA5F),
    (0xAAF0, 0xAAF1), (0xABEB, 0xABEB), (0xFE12, 0xFE12), (0xFE15, 0xFE16), (0xFE52, 0xFE52), (0xFE56, 0xFE57), (0xFF01, 0xFF01),
    (0xFF0E, 0xFF0E), (0xFF1F, 0xFF1F), (0xFF61, 0xFF61), (0x10A56, 0x10A57), (0x10F55, 0x10F59), (0x10F86, 0x10F89), (0x11047, 0x11048),
    (0x110BE, 0x110C1), (0x11141, 0x11143), (0x111C5, 0x111C6), (0x111CD, 0x111CD), (0x111DE, 0x111DF), (0x11238, 0x11239), (0x1123B, 0x1123C),
    (0x112A9, 0x112A9), (0x113D4, 0x113D5), (0x1144B, 0x1144C), (0x115C2, 0x115C3), (0x115C9, 0x115D7), (0x11641, 0x11642), (0x1173C, 0x1173E),
    (0x11944, 0x11944), (0x11946, 0x11946), (0x11A42, 0x11A43), (0x11A9B, 0x11A9C), (0x11C41, 0x11C42), (0x11EF7, 0x11EF8), (0x11F43, 0x11F44),
    (0x16A6E, 0x16A6F), (0x16AF5, 0x16AF5), (0x16B37, 0x16B38), (0x16B44, 0x16B44), (0x16D6E, 0x16D6F), (0x16E98, 0x16E98), (0x1BC9F, 0x1BC9F),
    (0x1DA88, 0x1DA88),
];

/// Brackets and quotation marks that open in all languages.
const OPENING: [char; 17] = [
    '(', '[', '{', '„', '‚', '「', '『', '（', '【', '〈', '《', '〔', '［', '｛', '〖', '｟', '｢',
];

/// The end of a sentence, with the marks that belong to it. The rules of Unicode leave an opening bracket behind a full stop to the sentence
/// before it, and a closing mark behind a space to the next one.
fn with_marks(text: &str, end: usize) -> usize {
    let end = with_references(text, end);
    let (sentence, rest) = text.split_at(end);
    let opens = |mark: char| {
        // These close in some languages, but not before a letter.
        let may_open = ['“', '‘', '«'].contains(&mark);
        OPENING.contains(&mark) || may_open && rest.starts_with(char::is_alphanumeric)
    };
    let without = sentence.trim_end_matches(opens).len();
    if without > 0 && without < end && !rest.is_empty() {
        return without;
    }
    let after = rest.trim_start_matches(['»', '›']);
    let closes = after.len() < rest.len() && !after.starts_with(char::is_alphanumeric);
    match closes && sentence.ends_with(char::is_whitespace) {
        true => text.len() - after.trim_start().len(),
        false => end,
    }
}

/// The end of a sentence with the numbers in brackets that refer to notes right behind its full stop: `.[1] `
fn with_references(text: &str, end: usize) -> usize {
    let Some(mark) = text[..end]
        .trim_end_matches('[')
        .strip_suffix(['.', '!', '?'])
    else {
        return end;
    };
    let behind = &text[mark.len() + 1..];
    let mut rest = behind;
    while let Some((number, after)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'))
        && (1..=3).contains(&number.len())
        && number.bytes().all(|byte| byte.is_ascii_digit())
    {
        rest = after;
    }
    let is_apart = rest.is_empty() || rest.starts_with(char::is_whitespace);
    match rest.len() < behind.len() && is_apart {
        true => text.len() - rest.trim_start().len(),
        false => end,
    }
}

/// Where the next sentence begins in a text behind a Greek question mark or a Tibetan shad, `sign`.
fn after_mark(before: &str, sign: &str, after: &str) -> Option<usize> {
    if sign == "།" {
        let rest = after.trim_start_matches(|one: char| one == '།' || one.is_whitespace());
        return (rest.len() < after.len()).then_some(after.len() - rest.len());
    }
    let is_greek = |one: char| matches!(one, 'ʹ'..='Ͽ' | 'ἀ'..='῾');
    let rest = after.trim_start_matches(|one: char| Class::of(one) == Some(Class::Close));
    let next = rest.trim_start();
    let ends = before.ends_with(is_greek)
        && next.len() < rest.len()
        && !next.starts_with(char::is_lowercase);
    ends.then_some(after.len() - next.len())
}

/// Calls `each` with the places within a sentence where another one begins that the rules of Unicode do not know. Direct speech begins behind
/// the end of another sentence, with a dash or with two commas, and an upper-case letter; the rules take both signs for a continuation. The
/// others are those of [`after_mark`].
fn speech<'e>(
    sentence: &str,
    exceptions: &impl Fn() -> &'e Exceptions,
    mut each: impl FnMut(usize),
) {
    let mut start = 0;
    if !may_have_speech(sentence.as_bytes()) {
        return;
    }
    for (at, sign) in sentence.match_indices(['-', '–', '—', ',', ';', '\u{37E}', '།']) {
        let after = &sentence[at + sign.len()..];
        if let ";" | "\u{37E}" | "།" = sign {
            if at >= start
                && let Some(next) = after_mark(&sentence[start..at], sign, after)
            {
                start = at + sign.len() + next;
                if next < after.len() {
                    each(start);
                }
            }
            continue;
        }
        if at < start {
            continue;
        }
        let opened = match sign {
            "," => after.strip_prefix(','),
            _ => Some(after.trim_start()),
        };
        let is_new = opened.is_some_and(|text| text.starts_with(char::is_uppercase));
        let before = &sentence[start..at];
        let ended = before.trim_end();
        let mark = ended.trim_end_matches(|last| Class::of(last) == Some(Class::Close));
        if is_new
            && ended.len() < before.len()
            && mark.ends_with(['.', '?', '!', '…'])
            && !continues(mark, after.trim_start(), exceptions)
        {
            each(at);
            start = at;
        }
    }
}

/// Whether [`speech`] may find something: a dash, a comma or a question mark behind white space or a letter that is not ASCII, or a shad.
fn may_have_speech(sentence: &[u8]) -> bool {
    let is_apart = |at: usize| {
        let before = at.checked_sub(1).map(|before| sentence[before]);
        before.is_some_and(|before| before.is_ascii_whitespace() || !before.is_ascii())
    };
    let is_sign = |at: usize| match sentence[at..] {
        [0xE2, 0x80, 0x93 | 0x94, ..] | [0xCD, 0xBE, ..] => is_apart(at),
        [0xE0, 0xBC, 0x8D, ..] => true,
        _ => false,
    };
    memchr::memchr3_iter(b'-', b',', b';', sentence).any(is_apart)
        || !sentence.is_ascii() && memchr::memchr3_iter(0xE2, 0xCD, 0xE0, sentence).any(is_sign)
}

/// A text with shortened runs of white space, brackets and quotation marks. After a full stop the
/// rules look ahead from each character of such a run, which takes quadratic time. The rules do not
/// depend on the length of the run, and no sentence ends inside it.
struct Shortened<'a> {
    text: Cow<'a, str>,
    /// For each run, the offset of its end in the shortened text, and the number of bytes left out
    /// so far.
    runs: Vec<(usize, usize)>,
}

/// The maximum number of characters of a run that are kept.
const RUN: usize = 16;

impl<'a> Shortened<'a> {
    fn of(whole: &'a str) -> Self {
        let (mut text, mut runs) = (String::new(), Vec::new());
        // The end of the copied text, and the class and length of the current run.
        let (mut copied, mut class, mut length, mut cut) = (0, None, 0, None);
        let mut left_out = 0;
        for (at, character) in whole.char_indices().chain([(whole.len(), 'a')]) {
            let next = Class::of(character);
            if next.is_some() && next == class {
                length += 1;
                if length > RUN && cut.is_none() {
                    cut = Some(at);
                }
                continue;
            }
            if let Some(from) = cut.take() {
                text.push_str(&whole[copied..from]);
                copied = at;
                left_out += at - from;
                runs.push((text.len(), left_out));
            }
            (class, length) = (next, 1);
        }
        if runs.is_empty() {
            return Shortened {
                text: Cow::Borrowed(whole),
                runs,
            };
        }
        text.push_str(&whole[copied..]);
        Shortened {
            text: Cow::Owned(text),
            runs,
        }
    }

    /// Converts an offset in the shortened text to one in the whole text.
    fn in_whole(&self, offset: usize) -> usize {
        let runs = self.runs.partition_point(|&(end, _)| end <= offset);
        match runs.checked_sub(1) {
            Some(last) => offset + self.runs[last].1,
            None => offset,
        }
    }
}

/// A class of characters that may follow a full stop in its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Sp of Unicode Standard Annex 29: white space that does not end a line.
    Space,
    /// Close of Unicode Standard Annex 29: brackets and quotation marks.
    Close,
}

impl Class {
    #[rustfmt::skip]
    fn of(character: char) -> Option<Self> {
        match character {
            '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => None,
            _ if character.is_whitespace() => Some(Class::Space),
            '"' | '\'' | '(' | ')' | '[' | ']' | '{' | '}' | '\u{AB}' | '\u{BB}' | '\u{F3A}'..='\u{F3D}'
            | '\u{169B}' | '\u{169C}' | '\u{2018}'..='\u{201F}' | '\u{2039}' | '\u{203A}'
            | '\u{2045}' | '\u{2046}' | '\u{207D}' | '\u{207E}' | '\u{208D}' | '\u{208E}'
            | '\u{2308}'..='\u{230B}' | '\u{2329}' | '\u{232A}' | '\u{275B}'..='\u{2760}'
            | '\u{2768}'..='\u{2775}' | '\u{27C5}' | '\u{27C6}' | '\u{27E6}'..='\u{27EF}'
            | '\u{2983}'..='\u{2998}' | '\u{29D8}'..='\u{29DB}' | '\u{29FC}' | '\u{29FD}'
            | '\u{2E00}'..='\u{2E0D}' | '\u{2E1C}' | '\u{2E1D}' | '\u{2E20}'..='\u{2E29}' | '\u{2E42}'
            | '\u{2E55}'..='\u{2E5C}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301B}'
            | '\u{301D}'..='\u{301F}' | '\u{FD3E}' | '\u{FD3F}' | '\u{FE17}' | '\u{FE18}'
            | '\u{FE35}'..='\u{FE44}' | '\u{FE47}' | '\u{FE48}' | '\u{FE59}'..='\u{FE5E}' | '\u{FF08}'
            | '\u{FF09}' | '\u{FF3B}' | '\u{FF3D}' | '\u{FF5B}' | '\u{FF5D}' | '\u{FF5F}' | '\u{FF60}'
            | '\u{FF62}' | '\u{FF63}' => Some(Class::Close),
            _ => None,
        }
    }
}

/// Whether the break after `piece` is not the end of a sentence: a lower-case letter or a particle follows, or the full stop belongs
/// to a title or an initial.
fn continues<'e>(piece: &str, rest: &str, exceptions: &impl Fn() -> &'e Exceptions) -> bool {
    let Some(next) = rest.chars().next() else {
        return false;
    };
    if next.is_lowercase() {
        return true;
    }
    if goes_on_behind_quotation(piece, rest) {
        return true;
    }
    let Some(before) = piece.trim_end().strip_suffix('.') else {
        return false;
    };
    let word = before
        .rsplit(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or("");
    // The end of a word that has lost a letter is not an abbreviation: `hat's`.
    let earlier = &before[..before.len() - word.len()];
    if earlier.ends_with(['\'', '’']) {
        return false;
    }
    let is_behind_number = || earlier.trim_end().ends_with(char::is_numeric);
    let is_number = next.is_numeric();
    if Exceptions::is_known_to_any(word) {
        let exceptions = exceptions();
        if exceptions.is_ordinal(word) && next.is_uppercase()
            || exceptions.is_title(word, is_behind_number())
            || is_number && exceptions.may_abbreviate(word)
        {
            return true;
        }
    }
    let mut letters = word.chars();
    let is_letter = letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none();
    // "I" is a word, not an initial.
    is_letter && (is_number || word.starts_with(char::is_uppercase) && word != "I")
}

/// Whether a sentence goes on behind a quotation: with a particle in Japanese and Korean, or with who said it in Chinese.
fn goes_on_behind_quotation(piece: &str, rest: &str) -> bool {
    let quotation = piece.trim_end();
    let is_next = quotation.len() == piece.len();
    if !quotation.ends_with(['」', '』', '”', '’', '"', '\'']) {
        return false;
    }
    // ところ begins other words. In Korean only particles follow without a space.
    let is_particle = is_next
        && (rest.starts_with('と') && !rest.starts_with("ところ")
            || rest.starts_with("って")
            || rest.starts_with('を')
            || rest.starts_with(|one| ('가'..='힣').contains(&one)));
    is_particle || says(rest)
}

/// Whether a text begins with a short clause of Chinese that ends in a verb of saying: `他笑着说。` With a comma or a colon behind the verb
/// it may introduce what is said next.
fn says(rest: &str) -> bool {
    /// The greatest number of characters of such a clause.
    const LONGEST_CLAUSE: usize = 12;
    let mut last = None;
    for (length, one) in rest.chars().enumerate() {
        if !('\u{4E00}'..='\u{9FFF}').contains(&one) || length == LONGEST_CLAUSE {
            let ends = matches!(one, '。' | '！' | '？' | '\n' | '\r');
            return ends && last.is_some_and(is_said);
        }
        last = Some(one);
    }
    last.is_some_and(is_said)
}

/// Whether a character is a verb of saying in Chinese.
fn is_said(one: char) -> bool {
    "说說道问問答喊叫嚷".contains(one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations_of_a_language_end_no_sentence() {
        for (language, text) in [
            (
                "de",
                "Er kam z. B. am 3. Mai. |Sie, d. h. Anna, u. a. Berlin, blieb. |Es war 1874. |Der 2. Krieg begann.",
            ),
            (
                "en",
                "He saw it (see p. 4). |He meant three, i.e. No. 7, or more, e.g. Nora. |It was 5. |So did he. |So do I. |He left.",
            ),
            ("fi", "Se oli 5. |Sitten meni."),
        ] {
            let (plain, mut found) = (text.replace('|', ""), String::new());
            ranges(&plain, Some(Exceptions::of(Some(language))), |range| {
                found += &plain[range];
                found.push('|');
            });
            assert_eq!(found.trim_end_matches('|'), text);
        }
    }

    #[test]
    fn the_language_of_a_paragraph_is_guessed_by_its_words() {
        for text in [
            "Die Fähre fuhr am 3. Mai mit der Post, z. B. nach Ulm. |Es war das Jahr 14 v. Chr. und kalt.",
            "La casa de la pág. 4 no es del Sr. Vega, p. ej. Juan. |Y con eso se fue.",
            "Mieszka na ul. Długiej, w domu z 3 pokojami. |To nie jest godz. Piąta.",
            "The house of May was no. 3. |May came to it. |He is in plan a. |So was it.",
        ] {
            let (plain, mut found) = (text.replace('|', ""), Vec::new());
            ranges(&plain, None, |range| found.push(plain[range].to_owned()));
            assert_eq!(found.join("|"), text);
        }
    }

    #[test]
    fn a_paragraph_of_few_words_has_the_language_of_the_beginning() {
        let long = "Die Fähre liegt in der Nacht an der Mühle, und das Wasser ist kalt.";
        let few = "Am 3. Mai kam z. B. Herr Dr. Nord.";
        let count = |text: &str| {
            let mut count = 0;
            ranges(text, None, |_| count += 1);
            count
        };
        assert!(count(few) > 1);
        assert_eq!(count(&format!("{long}\n\n{few}")), 2);
        // A language of its own comes first.
        let other = "The ferry was no. 3 of the yard, and it was of no. Mai knew it.";
        assert_eq!(count(&format!("{long}\n\n{other}")), 1 + count(other));
    }

    #[test]
    fn marks_stay_with_their_sentence() {
        for text in [
            "老人は窓のそばに座っていた。|「雨だね」と彼は言った。|『なぜ？』と彼女は聞いた。",
            "他坐在窗边。|“下雨了。”他说。|“走吧！” 她笑着问道。|“好。”|他说：“走。”|“好。”|他走了。",
            "“안녕하세요.”라고 그가 말했다. |“네.” |그는 갔다.",
            "« Pourquoi ? » demanda-t-elle. |« Oui. » |Il partit.",
            "Er ging. |»Warum?« fragte sie. |„Nein.“ |Dann kam er.",
            "He left.|(It was late.) |[So] she stayed (long).",
            "Τι θα κάνουμε; |Πού πάμε; |Δεν ξέρω· ίσως. |«Γιατί;» |Έφυγε; ρώτησε.",
            "བོད་ཡིག་འདི་ཡིན། |ང་འགྲོ་གི་ཡོད། །|ཁྱོད་སུ་ཡིན།",
            "Yes; No; maybe.",
            // The script tells the language of an abbreviation.
            "г. Москва. |Год 1990 г. |Всё.",
            "κ. Παπαδόπουλος. |Τέλος.",
        ] {
            let (plain, mut found) = (text.replace('|', ""), Vec::new());
            ranges(&plain, None, |range| found.push(plain[range].to_owned()));
            assert_eq!(found.join("|"), text);
        }
    }

    #[test]
    fn direct_speech_begins_a_sentence() {
        for text in [
            "Przyszedł. |- Nie wiem. |– Tak? |— Jak - Pan widzi.",
            "Hij won. |,,Ja, zei hij.'' Mr. - Hall, a. - b, J. - S, 5 -Z.",
            "He sat (down.) |- Then he left; it was 5. - 6 - Seven.",
        ] {
            let (plain, mut found) = (text.replace('|', ""), String::new());
            ranges(&plain, None, |range| {
                found += &plain[range];
                found.push('|');
            });
            // Other ends are those of the rules of Unicode.
            let wanted = text.split('|').skip(1).collect::<Vec<_>>();
            for sentence in wanted {
                let start = sentence.chars().take(3).collect::<String>();
                assert!(found.contains(&format!("|{start}")), "{found}");
            }
            assert!(
                !found.contains("|- Hall") && !found.contains("|- S"),
                "{found}"
            );
            assert!(
                !found.contains("|- b") && !found.contains("|- 6"),
                "{found}"
            );
        }
    }

    #[test]
    fn a_long_run_after_a_full_stop_makes_no_difference_to_where_sentences_end() {
        // The sentences by the rules alone, in a text short enough for them.
        let plain = |text: &str| -> Vec<usize> {
            let pieces = text.split_sentence_bound_indices();
            pieces.map(|(at, piece)| at + piece.len()).collect()
        };
        let shortened = |text: &str| -> Vec<usize> {
            let short = Shortened::of(text);
            assert!(short.text.len() < text.len());
            let pieces = short.text.split_sentence_bound_indices();
            pieces
                .map(|(at, piece)| short.in_whole(at + piece.len()))
                .collect()
        };
        for run in [" ", "\t\u{3000}", ")", "\u{bb}\"'", "("] {
            for (before, after) in [
                ("One.", "two. Three"),
                ("One.", "Two. Three"),
                ("One.", ". Two"),
                ("One", " Two."),
                ("One!", ""),
                ("One. ", "7 two"),
                ("", "One."),
            ] {
                let long = run.repeat(40);
                let text = format!("{before}{long}{after} {before}{long}{long}{after}");
                assert_eq!(shortened(&text), plain(&text), "{text}");
            }
        }
    }

    #[test]
    fn an_item_of_a_list_is_a_sentence_with_its_number() {
        for text in [
            "1. Buy milk\n|2. Buy bread\nand tar\n|3. Go home",
            "Two things:\n|a) Of tin\n|b) Of tar. |They are wet.\n|c) Both",
            "- One boat\n|- Two boats\n|- Tar",
            "He was born in\n1990. |Then he had\n- as we know - a boat.",
            "Der Krieg begann am\n3. Mai und endete bald.",
        ] {
            let (plain, mut found) = (text.replace('|', ""), Vec::new());
            ranges(&plain, None, |range| found.push(plain[range].to_owned()));
            assert_eq!(found.join("|"), text);
        }
    }

    #[test]
    fn numbers_of_pages_and_notes_and_lost_letters_end_no_sentence() {
        for (language, text) in [
            ("fr", "Cf. p. 5. |Voir art. 3, al. 2. |Fin."),
            ("pl", "Por. s. 5. |Koniec."),
            ("sv", "Se s. 5. |Slut."),
            ("ru", "См. рис. 3 на с. 5. |Конец."),
            ("el", "Βλ. σ. 5. |Τέλος."),
            ("hi", "डॉ. शर्मा आए। |वह गया।"),
            (
                "ru",
                "Он живёт в г. Москва. |Это было в 1990 г. |Он уехал в с. Иваново, на р. Волга. |Вес 5 т. |Лес, поле и т. д. |Всё.",
            ),
            ("uk", "Він з м. Київ. |Це 5 м. |Потім він пішов."),
            ("bg", "Живее в гр. София. |Край."),
            (
                "el",
                "Ο κ. Παπαδόπουλος ήρθε με την κα. Ελένη. |Έφυγε π.χ. Δευτέρα. |Τέλος.",
            ),
            ("hr", "Došao je g. Horvat iz ul. Matice. |Kraj."),
            ("uk", "Вул. Шевченка була порожня. |Коваль пішов."),
            (
                "en",
                "He was born Jan. 5, 1990. |It was so. |This is it.[1] |Then that.[2][31] |End.",
            ),
            ("de", "Er hat's. |Am 3. Oktober kam er."),
        ] {
            let (plain, mut found) = (text.replace('|', ""), Vec::new());
            ranges(&plain, Some(Exceptions::of(Some(language))), |range| {
                found.push(plain[range].to_owned());
            });
            assert_eq!(found.join("|"), text);
        }
    }

    /// The ends by the rules of Unicode that are not before a lower-case letter.
    fn by_the_rules(text: &str) -> Vec<usize> {
        let pieces = text.split_sentence_bound_indices();
        let ends = pieces.map(|(at, piece)| at + piece.len());
        let is_end =
            |end: &usize| *end < text.len() && !text[*end..].starts_with(char::is_lowercase);
        ends.filter(is_end).collect()
    }

    #[test]
    fn sentences_end_only_behind_these_marks() {
        let marks = (0..0x2_0000).filter_map(char::from_u32);
        for one in marks.filter(|one| !['\n', '\r'].contains(one)) {
            let is_mark = !by_the_rules(&format!("a{one} B")).is_empty();
            assert_eq!(may_end(one), is_mark, "{one:?}");
            let text = format!("aé{one}");
            let is_seen = one.is_ascii() || may_have_other_marks(text.as_bytes());
            assert!(is_seen || !is_mark, "{one:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn a_mark_and_what_is_near_it_are_enough(text in "([.?!。…] ?|[ab][.]|[AB1٣]|é|\u{301}|[)\"«(] ?|,| ){0,30}") {
            let (mut found, mut at) = (Vec::new(), 0);
            while let Some(mark) = next_mark(&text, at, may_have_other_marks(text.as_bytes())) {
                at = mark.end;
                let end = end_behind(&text, mark);
                found.extend(end.filter(|end| !text[*end..].starts_with(char::is_lowercase)));
            }
            found.dedup();
            proptest::prop_assert_eq!(found, by_the_rules(&text));
        }
    }
}
