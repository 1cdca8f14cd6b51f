//! Folding: ignores differences between characters when texts are compared.
//!
//! Canonically equivalent texts are always equal (Unicode Standard Annex 15), because both are
//! converted to NFC.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use unicode_normalization::IsNormalized;
pub use unicode_normalization::char::is_combining_mark;
use unicode_normalization::char::{
    canonical_combining_class, decompose_canonical, decompose_compatible,
};
use unicode_normalization::{UnicodeNormalization as _, is_nfc_quick};

/// A difference to ignore.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Difference {
    /// Upper and lower case: also `ß` and `ss`, and the four letters that are `i` or `I` with or without a dot.
    Case,
    /// Full width and half width (East Asian Width), as in `Ａ` and `A`; also ligatures such as `ﬁ`, and the presentation forms of
    /// Arabic letters, as PDF files have them.
    Width,
    /// Accents and other combining marks, as in `é` and `e`.
    Accents,
    /// The values of digits; all decimal digits are equal.
    Digits,
    /// Invisible characters: soft hyphens, zero-width spaces and joiners, direction marks, byte
    /// order marks; also the tatweel, which only makes Arabic words longer.
    Ignorable,
}

impl Difference {
    /// All differences, with their names.
    pub const ALL: [(&'static str, Difference); 5] = [
        ("case", Difference::Case),
        ("width", Difference::Width),
        ("accents", Difference::Accents),
        ("digits", Difference::Digits),
        ("ignorable", Difference::Ignorable),
    ];
}

/// The set of differences to ignore.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fold {
    case: bool,
    width: bool,
    accents: bool,
    digits: bool,
    ignorable: bool,
}

impl Fold {
    /// Ignores nothing, so that only canonically equivalent texts are equal.
    pub const NONE: Fold = Fold {
        case: false,
        width: false,
        accents: false,
        digits: false,
        ignorable: false,
    };

    /// Ignores these differences.
    #[must_use]
    pub fn of(differences: &[Difference]) -> Self {
        let mut fold = Fold::NONE;
        for difference in differences {
            *fold.field(*difference) = true;
        }
        fold
    }

    fn field(&mut self, difference: Difference) -> &mut bool {
        match difference {
            Difference::Case => &mut self.case,
            Difference::Width => &mut self.width,
            Difference::Accents => &mut self.accents,
            Difference::Digits => &mut self.digits,
            Difference::Ignorable => &mut self.ignorable,
        }
    }

    /// Returns the names of the differences, separated by commas; `none` if there are none.
    #[must_use]
    pub fn names(mut self) -> String {
        let mut names: Vec<&str> = Vec::new();
        for (name, difference) in Difference::ALL {
            if *self.field(difference) {
                names.push(name);
            }
        }
        match names.is_empty() {
            true => "none".into(),
            false => names.join(","),
        }
    }

    /// Returns the text with these differences removed, borrowed if nothing changes.
    ///
    /// ```
    /// use tokens::Fold;
    /// let fold = Fold::default();
    /// assert_eq!(fold.apply("Cafe\u{301} ＡＢＣ soft\u{AD}ly"), "café abc softly");
    /// assert!(matches!(fold.apply("plain"), std::borrow::Cow::Borrowed("plain")));
    /// ```
    #[must_use]
    pub fn apply<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if text.is_ascii() {
            return self.apply_to_ascii(text);
        }
        let changes = |one: char| {
            self.case && (one.is_uppercase() || is_titlecase(one) || other_small(one).is_some())
                || self.digits && is_digit(one) && one != '0'
        };
        let is_folded = |one: char| {
            changes(one)
                || self.width && is_width(one)
                || self.ignorable && is_ignorable(one)
                || self.accents && has_accent(one)
        };
        if !text.chars().any(is_folded) && is_plainly_nfc(text) {
            return Cow::Borrowed(text);
        }
        let mut folded = String::with_capacity(text.len());
        let mut rest = text;
        // A mark can change the ASCII character before it, but nothing changes with the one after it.
        while !rest.is_empty() {
            let ascii = ascii_length(rest);
            let alone = match ascii == rest.len() {
                true => ascii,
                false => ascii.saturating_sub(1),
            };
            self.push_ascii(&rest[..alone], &mut folded);
            let others = rest.as_bytes()[ascii..].iter();
            let end = ascii + others.take_while(|byte| !byte.is_ascii()).count();
            self.push_others(&rest[alone..end], &mut folded);
            rest = &rest[end..];
        }
        Cow::Owned(folded)
    }

    /// The same for ASCII, which a loop without branches looks at.
    fn apply_to_ascii<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let has = |is_changed: fn(u8) -> bool| {
            let bytes = text.bytes();
            bytes.fold(false, |found, byte| found | is_changed(byte))
        };
        let changes = self.case && has(|byte| byte.is_ascii_uppercase())
            || self.digits && has(|byte| byte.is_ascii_digit());
        if !changes {
            return Cow::Borrowed(text);
        }
        let mut folded = String::with_capacity(text.len());
        self.push_ascii(text, &mut folded);
        Cow::Owned(folded)
    }

    fn push_ascii(&self, text: &str, folded: &mut String) {
        if self.digits {
            folded.extend(text.chars().map(|one| self.ascii(one)));
            return;
        }
        let from = folded.len();
        folded.push_str(text);
        if self.case {
            folded[from..].make_ascii_lowercase();
        }
    }

    /// Adds other characters, with the ASCII character before them.
    fn push_others(&self, text: &str, folded: &mut String) {
        let is_left_out = |one: char| self.ignorable && is_ignorable(one);
        let may_combine = |one: char| {
            self.width && is_width(one)
                || is_left_out(one)
                || self.accents && !one.is_ascii()
                || self.case && one == DOTTED_CAPITAL
        };
        // Most are marks of punctuation and composed letters.
        if !text.chars().any(may_combine) && is_plainly_nfc(text) {
            folded.extend(text.chars().flat_map(|one| self.changed(one)));
            return;
        }
        // Case is removed first: small letters combine with marks with which capitals do not.
        // The narrow form of a character may have one that is left out.
        let narrow = text.chars().flat_map(|one| narrow(one, self.width));
        let shown = narrow.filter(|one| !is_left_out(*one));
        let characters = shown.flat_map(|one| self.changed(one));
        if self.accents {
            let bare = characters.nfd().filter(|one| !is_combining_mark(*one));
            folded.extend(bare.nfc());
        } else if self.case && text.contains([DOTTED_CAPITAL, DOT_ABOVE]) {
            folded.extend(without_dot(characters).nfc());
        } else {
            folded.extend(characters.nfc());
        }
    }

    /// Returns a character with its case and its value as a digit removed.
    fn changed(&self, one: char) -> impl Iterator<Item = char> {
        let (lower, others) = match one {
            _ if self.digits && is_digit(one) => (None, [Some('0'), None]),
            _ if self.case => match other_small(one) {
                Some(small) => (None, small),
                None => (Some(one.to_lowercase()), [None; 2]),
            },
            _ => (None, [Some(one), None]),
        };
        let others = others.into_iter().flatten();
        lower.into_iter().flatten().chain(others)
    }

    /// The same as [`Fold::changed`] for ASCII, in a third of the time.
    fn ascii(&self, one: char) -> char {
        match one {
            '0'..='9' if self.digits => '0',
            'A'..='Z' if self.case => one.to_ascii_lowercase(),
            _ => one,
        }
    }
}

/// Returns a text in NFC, borrowed if nothing changes.
///
/// # Examples
/// ```
/// assert_eq!(tokens::fold::nfc("cafe\u{301}"), "caf\u{e9}");
/// ```
#[must_use]
pub fn nfc(text: &str) -> Cow<'_, str> {
    match is_plainly_nfc(text) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.nfc().collect()),
    }
}

/// Returns a text with its letters and the marks behind them composed as in NFC, borrowed if nothing changes. Characters that NFC
/// takes apart or replaces stay as they are, so a text that has them precomposed keeps its letters.
///
/// # Examples
/// ```
/// use tokens::fold::composed;
/// assert_eq!(composed("e\u{302}\u{323}"), "\u{1ec7}");
/// assert_eq!(composed("\u{9dc}o\u{301}"), "\u{9dc}\u{f3}");
/// ```
#[must_use]
pub fn composed(text: &str) -> Cow<'_, str> {
    if !may_compose(text) || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return Cow::Borrowed(text);
    }
    let mut composed = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match may_compose(line) {
            true => push_composed(line, &mut composed),
            false => composed.push_str(line),
        }
    }
    Cow::Owned(composed)
}

fn push_composed(text: &str, composed: &mut String) {
    for part in text.split_inclusive(stays) {
        let last = part.chars().next_back().filter(|one| stays(*one));
        let before = &part[..part.len() - last.map_or(0, char::len_utf8)];
        composed.push_str(&nfc(before));
        composed.extend(last);
    }
}

/// Whether NFC replaces a character by others, which [`composed`] does not.
fn stays(one: char) -> bool {
    may_change(one) && is_nfc_quick([one].into_iter()) == IsNormalized::No
}

/// The least first byte of UTF-8 of a mark, and of any other character that may change in NFC.
pub const FIRST_OF_MARKS: u8 = 0xCC;

/// Whether a text has marks that letters may be composed with, or that may be in another order.
fn may_compose(text: &str) -> bool {
    platform::simd::run(MayCompose(text))
}

struct MayCompose<'t>(&'t str);

impl platform::simd::Work for MayCompose<'_> {
    type Output = bool;

    /// Most parts of a text have no byte from [`FIRST_OF_MARKS`] on, and most others none but those of the characters from U+2000 to
    /// U+20BF: dashes, quotation marks and signs.
    #[inline(always)]
    fn run(self) -> bool {
        const PART: usize = 256;
        let (text, bytes) = (self.0, self.0.as_bytes());
        let highest = |part: &[u8]| part.iter().fold(0, |highest, &byte| byte.max(highest));
        let has_others = |part: &[u8], behind: &[u8]| {
            let both = part.iter().zip(behind);
            both.fold(false, |found, (&first, &second)| {
                found | begins_marks(first) & !((first == 0xE2) & (second < 0x83))
            })
        };
        let mut starts = (0..bytes.len()).step_by(PART);
        starts.any(|start| {
            let part = &bytes[start..bytes.len().min(start + PART)];
            // The last byte of a text begins no character.
            highest(part) >= FIRST_OF_MARKS
                && has_others(part, &bytes[start + 1..])
                && has_marks(text, start..start + part.len())
        })
    }
}

/// Whether a character that begins in a range of a text may be composed with the one before it.
fn has_marks(text: &str, range: Range<usize>) -> bool {
    let start = range.clone().find(|&at| text.is_char_boundary(at));
    let rest = &text[start.unwrap_or(range.end)..];
    let characters = rest.char_indices().take_while(|(at, _)| *at < range.len());
    characters
        .map(|(_, one)| one)
        .any(|one| !one.is_ascii() && may_change(one) && !stays(one))
}

/// Whether a text is in NFC, as far as this can be told without composing it.
fn is_plainly_nfc(text: &str) -> bool {
    !may_change_in_nfc(text) || is_nfc_quick(text.chars()) == IsNormalized::Yes
}

/// Whether a text has characters that may change in NFC. Most bytes of most texts are first bytes of none of them, and
/// are looked at many at a time.
fn may_change_in_nfc(text: &str) -> bool {
    const CHUNK: usize = 1024;
    let mut rest = text;
    while !rest.is_empty() {
        let mut end = rest.len().min(CHUNK);
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        let (chunk, after) = rest.split_at(end);
        if !chunk.is_ascii()
            && may_have_marks(chunk.as_bytes())
            && chunk.chars().any(|one| !one.is_ascii() && may_change(one))
        {
            return true;
        }
        rest = after;
    }
    false
}

/// Whether the bytes of some characters can be those of one that may change in NFC. There are no branches, so that many
/// bytes are looked at in one instruction.
fn may_have_marks(bytes: &[u8]) -> bool {
    let behind = |by: usize| bytes.get(by..).unwrap_or_default();
    // Dashes and quotation marks are in most texts. Of the characters from U+2000 to U+203F only two kinds of space change.
    let is_sign = |first, second, third| (first == 0xE2) & (second == 0x80) & (third >= 0x82);
    let found = (behind(2).iter().zip(behind(1)).zip(bytes)).fold(
        false,
        |found, ((&third, &second), &first)| {
            found | (begins_marks(first) & !is_sign(first, second, third))
        },
    );
    let last = behind(bytes.len().saturating_sub(2));
    found || last.iter().any(|&byte| begins_marks(byte))
}

/// Whether a character that may change in NFC can begin with this byte of UTF-8. Those from U+03C0 to U+047F, from
/// U+04C0 to U+057F and from U+4000 to U+9FFF, and most of Hangul, are never changed, nor are those before U+0300.
fn begins_marks(byte: u8) -> bool {
    byte >= FIRST_OF_MARKS && !matches!(byte, 0xCF..=0xD1 | 0xD3..=0xD5 | 0xE4..=0xE9 | 0xEB..=0xEC)
}

/// Whether a character is not in NFC, combines with the one before it, or may be in another order with others. The
/// first ranges are the letters and marks of most texts, for which the tables need not be searched.
#[must_use]
pub fn may_change(one: char) -> bool {
    match one {
        '\u{5D0}'..='\u{5EA}'
        | '\u{620}'..='\u{64A}'
        | '\u{904}'..='\u{939}'
        | '\u{E01}'..='\u{E37}' => false,
        '\u{2010}'..='\u{2026}'
        | '\u{3001}'..='\u{3020}'
        | '\u{3041}'..='\u{3098}'
        | '\u{309B}'..='\u{30FF}' => false,
        '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' | '\u{FF01}'..='\u{FF60}' => false,
        _ => {
            canonical_combining_class(one) != 0
                || is_nfc_quick([one].into_iter()) != IsNormalized::Yes
        }
    }
}

/// Returns the number of ASCII bytes at the start of a text.
fn ascii_length(text: &str) -> usize {
    let (eights, rest) = text.as_bytes().as_chunks::<8>();
    let is_ascii = |eight: &&[u8; 8]| u64::from_le_bytes(**eight) & 0x8080_8080_8080_8080 == 0;
    let whole = eights.iter().take_while(is_ascii).count();
    let next = match eights.get(whole) {
        Some(eight) => &eight[..],
        None => rest,
    };
    8 * whole + next.iter().take_while(|byte| byte.is_ascii()).count()
}

/// The form of sigma at the end of a word. Capitals have one form, so both are equal without case.
pub(crate) const FINAL_SIGMA: char = 'ς';

/// The capital of Turkish `i`; in NFD it is `I` and [`DOT_ABOVE`].
const DOTTED_CAPITAL: char = 'İ';
const DOT_ABOVE: char = '\u{307}';

/// The small letters that a letter is without case, where they are not its lower case: those of its capital, such as
/// `SS` for `ß`. `I` is the capital of `i` and of `ı`.
fn other_small(one: char) -> Option<[Option<char>; 2]> {
    match one {
        FINAL_SIGMA => Some([Some('σ'), None]),
        'ß' | 'ẞ' => Some([Some('s'); 2]),
        'ſ' => Some([Some('s'), None]),
        '\u{1E9B}' => Some([Some('\u{1E61}'), None]),
        'ı' | DOTTED_CAPITAL => Some([Some('i'), None]),
        _ => None,
    }
}

/// The characters in NFD without a dot above `i`, which some programs write as the lower case of `İ`.
fn without_dot(characters: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    let mut letter = ' ';
    characters.nfd().filter(move |&one| {
        if !is_combining_mark(one) {
            letter = one;
        }
        (letter, one) != ('i', DOT_ABOVE)
    })
}

impl Default for Fold {
    /// Ignores case, width and invisible characters.
    fn default() -> Self {
        Fold::of(&[Difference::Case, Difference::Width, Difference::Ignorable])
    }
}

impl fmt::Display for Fold {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.names())
    }
}

/// The error for an unknown name of a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownDifference(String);

impl fmt::Display for UnknownDifference {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let names: Vec<&str> = Difference::ALL.iter().map(|(name, _)| *name).collect();
        write!(f, "'{}' is not one of none, {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownDifference {}

impl FromStr for Fold {
    type Err = UnknownDifference;

    /// Parses names of differences, separated by commas, or `none`.
    fn from_str(names: &str) -> Result<Self, Self::Err> {
        if names == "none" {
            return Ok(Fold::NONE);
        }
        let mut fold = Fold::NONE;
        for name in names.split(',').map(str::trim) {
            let known = Difference::ALL
                .into_iter()
                .find(|(known, _)| *known == name);
            let (_, difference) = known.ok_or_else(|| UnknownDifference(name.to_owned()))?;
            *fold.field(difference) = true;
        }
        Ok(fold)
    }
}

/// Whether a character combines two letters, or a letter and an iota, and the first one is upper
/// case.
fn is_titlecase(one: char) -> bool {
    matches!(one, '\u{1C5}' | '\u{1C8}' | '\u{1CB}' | '\u{1F2}' | '\u{1F88}'..='\u{1F8F}' | '\u{1F98}'..='\u{1F9F}'
        | '\u{1FA8}'..='\u{1FAF}' | '\u{1FBC}' | '\u{1FCC}' | '\u{1FFC}')
}

/// Whether a character is a decimal digit of any script. Few characters are numbers, so the table
/// is rarely searched.
fn is_digit(one: char) -> bool {
    one.is_ascii_digit() || !one.is_ascii() && one.is_numeric() && ascii_digit(one).is_some()
}

/// Returns the ASCII digit with the value of a decimal digit of another script.
///
/// # Examples
/// ```
/// assert_eq!(tokens::fold::ascii_digit('\u{664}'), Some('4'));
/// assert_eq!(tokens::fold::ascii_digit('4'), None);
/// ```
#[must_use]
pub fn ascii_digit(one: char) -> Option<char> {
    // The zero of each set of ten digits.
    const ZEROS: [u32; 24] = [
        0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6,
        0xE50, 0xED0, 0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0xFF10,
    ];
    let zero = ZEROS
        .iter()
        .find(|zero| (**zero..**zero + 10).contains(&u32::from(one)))?;
    char::from_digit(u32::from(one) - zero, 10)
}

/// Makes an Arabic word longer.
const TATWEEL: char = '\u{640}';

/// Whether a character is invisible, or means nothing, and does not separate words.
pub fn is_ignorable(one: char) -> bool {
    matches!(
        one,
        '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | TATWEEL
    )
}

/// Whether a character has an unusual width or form: full-width ASCII, half-width kana and hangul, the
/// wide space, ligatures of Latin letters, presentation forms of Arabic ones.
fn is_width(one: char) -> bool {
    matches!(one, '\u{3000}' | '\u{FB00}'..='\u{FB06}' | '\u{FB50}'..='\u{FDC7}' | '\u{FE70}'..='\u{FEFC}' | '\u{FF01}'..='\u{FFEE}')
}

/// Returns a character in its usual width.
fn narrow(one: char, fold: bool) -> impl Iterator<Item = char> {
    let mut narrowed = tinyvec::ArrayVec::<[char; 4]>::new();
    match fold && is_width(one) {
        true => decompose_compatible(one, |part| narrowed.push(part)),
        false => narrowed.push(one),
    }
    narrowed.into_iter()
}

/// Whether a character is an accent or has one.
fn has_accent(one: char) -> bool {
    if one.is_ascii() {
        return false;
    }
    let mut found = false;
    decompose_canonical(one, |part| found |= is_combining_mark(part));
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_difference_goes_alone() {
        for (name, text, expected) in [
            // The capital does not combine with the second mark.
            ("case", "\u{386}\u{345}", "\u{1FB4}"),
            ("none", "e\u{301}É１\u{AD}7", "éÉ１\u{AD}7"),
            ("case", "ÀB1", "àb1"),
            ("width", "Ａｶﾞ　x", "Aガ x"),
            ("width", "ﬁve oﬃcers ﻻ ﺐ", "five officers لا ب"),
            ("ignorable", "كـتـاب", "كتاب"),
            ("accents", "Ée\u{308} ñ", "Ee n"),
            ("digits", "a19٣９", "a0000"),
            ("ignorable", "so\u{AD}ft\u{200B}ly\u{FEFF}", "softly"),
        ] {
            let fold: Fold = name.parse().unwrap();
            assert_eq!(fold.apply(text), expected, "{name}");
            assert_eq!(fold.to_string(), name);
        }
        assert_eq!(
            "case,wide".parse::<Fold>().unwrap_err().to_string(),
            "'wide' is not one of none, case, width, accents, digits, ignorable"
        );
    }

    #[test]
    fn characters_that_may_change_in_nfc_are_seen_by_their_first_byte() {
        for one in '\0'..=char::MAX {
            let may = canonical_combining_class(one) != 0
                || is_nfc_quick([one].into_iter()) != IsNormalized::Yes;
            assert_eq!(may_change(one), may, "{one:?}");
            let mut bytes = [0; 4];
            one.encode_utf8(&mut bytes);
            assert!(!may || begins_marks(bytes[0]), "{one:?}");
        }
    }

    #[test]
    fn a_word_in_capitals_is_the_same_word() {
        let fold = Fold::of(&[Difference::Case]);
        for (capitals, small) in [
            ("ΜΥΛΟΣ ΚΑΙ ΠΛΟΙΟ", "μυλος και πλοιο"),
            ("STRASSE, GROẞ", "straße, groß"),
            ("ISPARTA, IĞDIR, İZMİR", "ısparta, ığdır, izmir"),
            ("İZMİR", "i\u{307}zmi\u{307}r"),
            ("SEA", "ſea"),
        ] {
            assert_eq!(fold.apply(capitals), fold.apply(small));
        }
    }

    #[test]
    fn titlecase_letters_are_folded_alone_as_among_others() {
        let titlecase = |one: &char| !one.is_uppercase() && one.to_lowercase().next() != Some(*one);
        for one in ('\u{80}'..char::MAX)
            .filter(titlecase)
            .filter(|one| one.is_alphabetic())
        {
            let lower: String = one.to_lowercase().collect();
            assert_eq!(
                Fold::of(&[Difference::Case]).apply(&one.to_string()),
                lower,
                "{one}"
            );
        }
    }

    proptest! {
        #[test]
        fn lines_are_composed_alone(text in "([a-z“ ]{0,70}|[e\u{301}\u{323}\u{e9}\u{30AB}\u{3099}\u{1100}\u{1161}\u{212B}\u{958}\u{93c}\n]{0,3}){0,12}") {
            let mut whole = String::new();
            push_composed(&text, &mut whole);
            prop_assert_eq!(composed(&text), whole);
        }

        #[test]
        fn nfc_is_that_of_the_whole_text(text in "([a-z ]{0,70}|[e\u{301}\u{323}\u{e9}\u{30AB}\u{3099}\u{1100}\u{1161}\u{212B}]{0,3}){0,8}") {
            prop_assert_eq!(nfc(&text), text.nfc().collect::<String>());
        }

        #[test]
        fn folding_twice_changes_nothing(text in any::<String>(), names in "none|case|accents|digits|case,width,ignorable") {
            let fold: Fold = names.parse().unwrap();
            let once = fold.apply(&text).into_owned();
            let twice = fold.apply(&once).into_owned();
            prop_assert_eq!(once, twice);
        }

        #[test]
        fn parts_are_folded_like_the_whole(
            text in "([a-zA-Z0-9 .]{0,20}|[\u{AD}\u{200B}\u{FE0F}]|[\u{300}-\u{310}\u{323}\u{327}\u{3099}\u{309A}]|[éÅßẞſıiIİςΣǅ가각각]|[Ａ-Ｚｶﾞﾊﾟ　０]|[“”’—…]|.){0,30}",
            differences in proptest::sample::subsequence(Difference::ALL.to_vec(), 0..=5),
        ) {
            let differences: Vec<Difference> = differences.iter().map(|(_, one)| *one).collect();
            let fold = Fold::of(&differences);
            let shown = text.chars().filter(|one| !(fold.ignorable && is_ignorable(*one)));
            let characters = shown
                .flat_map(|one| narrow(one, fold.width))
                .flat_map(|one| fold.changed(one));
            let whole: String = match fold.accents {
                true => {
                    let bare = characters.nfd().filter(|one| !is_combining_mark(*one));
                    bare.nfc().collect()
                }
                false if fold.case => without_dot(characters).nfc().collect(),
                false => characters.nfc().collect(),
            };
            prop_assert_eq!(fold.apply(&text), whole);
        }

        #[test]
        fn canonically_equivalent_texts_are_equal(text in "[a-zÀ-ỹ\u{300}-\u{310}가-힣 ]{0,20}") {
            let decomposed: String = text.nfd().collect();
            prop_assert_eq!(Fold::default().apply(&text), Fold::default().apply(&decomposed));
        }
    }
}
