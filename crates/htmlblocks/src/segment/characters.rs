//! The characters of text that are white space, and those that a reader does not see.

/// The character that a run of whitespace collapses to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Whitespace {
    #[default]
    None,
    Space,
    LineFeed,
}

pub(super) const WORD: u8 = 0;
pub(super) const SPACE: u8 = 1;
const LINE: u8 = 2;
/// The first byte of a multi-byte character that may be whitespace.
pub(super) const LEAD: u8 = 3;

/// The class of each byte of text. Whitespace is that of Python's `str.isspace`: Unicode White_Space and U+001C to
/// U+001F.
pub(super) static CLASSES: [u8; 256] = {
    let mut classes = [WORD; 256];
    let mut byte = 0x09;
    while byte <= 0x20 {
        classes[byte] = match byte {
            0x0A | 0x0D => LINE,
            0x09..=0x0D | 0x1C..=0x20 => SPACE,
            _ => WORD,
        };
        byte += 1;
    }
    classes[0xC2] = LEAD;
    classes[0xE1] = LEAD;
    classes[0xE2] = LEAD;
    classes[0xE3] = LEAD;
    classes
};

/// Returns the whitespace at a byte offset, and its length in bytes.
#[inline]
pub(super) fn whitespace_at(text: &str, at: usize) -> (Whitespace, usize) {
    match CLASSES[text.as_bytes()[at] as usize] {
        WORD => (Whitespace::None, 1),
        SPACE => (Whitespace::Space, 1),
        LINE => (Whitespace::LineFeed, 1),
        _ => match text[at..].chars().next() {
            Some(character) if character.is_whitespace() => {
                (Whitespace::Space, character.len_utf8())
            }
            _ => (Whitespace::None, 1),
        },
    }
}

/// Whether a character of Chinese, Japanese or Yi is as wide as a line is high, or the half of one that is (East Asian Width
/// W, F and H). Hangul has spaces between words, and emoji are in texts of any language.
pub(crate) fn is_wide(letter: char) -> bool {
    matches!(letter, '\u{2E80}'..='\u{312F}' | '\u{3190}'..='\u{A4CF}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}'
        | '\u{FF01}'..='\u{FF9F}' | '\u{1B000}'..='\u{1B2FF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Returns the text without characters that a reader does not see, or `None` if it has none of these. They are soft
/// hyphens, zero-width spaces, word joiners, byte order marks, and private-use code points, which are the symbols of
/// icon fonts.
///
/// A private-use character inside a word stays, since it may be a letter of a font. Joiners between letters (U+200C,
/// U+200D) stay, too, since they change how the letters look.
pub(crate) fn without_unseen(text: &str) -> Option<String> {
    let is_unseen =
        |character| matches!(character, '\u{AD}' | '\u{200B}' | '\u{2060}' | '\u{FEFF}');
    let is_private =
        |character| matches!(character, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFD}');
    if text.is_ascii() || !text.contains(|character| is_unseen(character) || is_private(character))
    {
        return None;
    }
    let mut seen = String::with_capacity(text.len());
    let mut characters = text
        .chars()
        .filter(|&character| !is_unseen(character))
        .peekable();
    let mut last = ' ';
    while let Some(character) = characters.next() {
        let next = characters.peek().copied().unwrap_or(' ');
        if !is_private(character) || last.is_alphabetic() && next.is_alphabetic() {
            seen.push(character);
        }
        last = character;
    }
    Some(seen)
}
