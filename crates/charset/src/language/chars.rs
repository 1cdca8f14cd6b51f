//! The properties of a character that matter for words: kind, lower case and script.
//!
//! `is_alphabetic` and `to_lowercase` search tables of ranges, which took a third of the time of
//! identification. So the properties of a character are computed at its first occurrence and kept
//! in a direct-mapped table.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::scripts;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Break,
    Letter,
    /// A character of a script without spaces, which is counted in n-grams of one and two
    /// characters.
    Dense,
    Apostrophe,
}

/// The properties of a character, packed: the folded character in the lower 21 bits, then the kind, then flags.
#[derive(Debug, Clone, Copy)]
pub(super) struct Properties(u32);

const KIND: u32 = 21;
const HAS_SCRIPT: u32 = 1 << 23;
/// A mark, or a letter of Hangul, that a letter before it may be composed with.
const COMPOSES: u32 = 1 << 25;
/// Distinguishes properties from an empty entry of the table.
const COMPUTED: u32 = 1 << 24;

/// The entries of the Basic Multilingual Plane. All threads share the table; two threads that
/// compute the same entry write the same value.
static TABLE: [AtomicU32; 1 << 16] = [const { AtomicU32::new(0) }; 1 << 16];

impl Properties {
    #[inline]
    pub fn of(char: char) -> Self {
        match TABLE.get(char as usize) {
            Some(entry) => match entry.load(Relaxed) {
                0 => Self::compute_into(entry, char),
                computed => Properties(computed),
            },
            None => Self::compute(char),
        }
    }

    #[cold]
    fn compute_into(entry: &AtomicU32, char: char) -> Self {
        let properties = Self::compute(char);
        entry.store(properties.0, Relaxed);
        properties
    }

    fn compute(char: char) -> Self {
        let has_script = match scripts::language(char) {
            Some(_) => HAS_SCRIPT,
            None => 0,
        };
        let composes = match char {
            '\u{300}'..='\u{36F}' | '\u{1161}'..='\u{1175}' | '\u{11A8}'..='\u{11C2}' => COMPOSES,
            _ => 0,
        };
        let flags = has_script | composes | COMPUTED;
        Properties(folded(char) | (kind(char) as u32) << KIND | flags)
    }

    /// The character in lower case.
    #[inline]
    pub fn folded(self) -> u32 {
        self.0 & ((1 << KIND) - 1)
    }

    #[inline]
    pub fn kind(self) -> Kind {
        match self.0 >> KIND & 3 {
            0 => Kind::Break,
            1 => Kind::Letter,
            2 => Kind::Dense,
            _ => Kind::Apostrophe,
        }
    }

    /// Whether it is a letter or a mark that is not composed with the letter before it.
    #[inline]
    pub fn is_single_letter(self) -> bool {
        self.0 & (3 << KIND | COMPOSES) == (Kind::Letter as u32) << KIND
    }

    #[inline]
    pub fn composes(self) -> bool {
        self.0 & COMPOSES != 0
    }

    /// Whether [`scripts::language`] gives a language for the script.
    #[inline]
    pub fn has_script(self) -> bool {
        self.0 & HAS_SCRIPT != 0
    }
}

fn kind(char: char) -> Kind {
    match char {
        'a'..='z' | 'A'..='Z' => Kind::Letter,
        '\'' | '`' | '‘' | '’' | 'ʼ' | 'ʻ' => Kind::Apostrophe,
        '\0'..='\x7F' => Kind::Break,
        '\u{3041}'..='\u{30FF}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}'
        | HALF_WIDTH..=LAST_HALF_WIDTH
        | '\u{20000}'..='\u{3FFFF}' => Kind::Dense,
        _ if char.is_alphabetic() || is_mark(char) => Kind::Letter,
        _ => Kind::Break,
    }
}

/// Marks and joiners inside words that are not Alphabetic: accents, viramas, nuktas, tones.
fn is_mark(char: char) -> bool {
    matches!(char,
        '\u{300}'..='\u{36F}' | '\u{5B0}'..='\u{5C7}' | '\u{64B}'..='\u{670}' | '\u{6D6}'..='\u{6ED}'
        | '\u{7A6}'..='\u{7B0}' | '\u{93C}'..='\u{94F}' | '\u{9BC}'..='\u{9CD}' | '\u{A3C}'..='\u{A4D}'
        | '\u{ABC}'..='\u{ACD}' | '\u{B3C}'..='\u{B4D}' | '\u{BCD}' | '\u{C4D}' | '\u{CBC}'..='\u{CCD}'
        | '\u{D4D}' | '\u{DCA}' | '\u{E31}'..='\u{E4E}' | '\u{EB1}'..='\u{ECD}' | '\u{F18}'..='\u{FBC}'
        | '\u{102B}'..='\u{103E}' | '\u{1056}'..='\u{109D}' | '\u{17B4}'..='\u{17D3}'
        | '\u{200C}' | '\u{200D}')
}

/// Half-width katakana, and in the same order the full-width letters that the models contain.
const HALF_WIDTH: char = '\u{FF66}';
const LAST_HALF_WIDTH: char = '\u{FF9D}';
const FULL_WIDTH: [char; LAST_HALF_WIDTH as usize - HALF_WIDTH as usize + 1] = [
    'ヲ', 'ァ', 'ィ', 'ゥ', 'ェ', 'ォ', 'ャ', 'ュ', 'ョ', 'ッ', 'ー', 'ア', 'イ', 'ウ', 'エ', 'オ',
    'カ', 'キ', 'ク', 'ケ', 'コ', 'サ', 'シ', 'ス', 'セ', 'ソ', 'タ', 'チ', 'ツ', 'テ', 'ト', 'ナ',
    'ニ', 'ヌ', 'ネ', 'ノ', 'ハ', 'ヒ', 'フ', 'ヘ', 'ホ', 'マ', 'ミ', 'ム', 'メ', 'モ', 'ヤ', 'ユ',
    'ヨ', 'ラ', 'リ', 'ル', 'レ', 'ロ', 'ワ', 'ン',
];

/// Returns the full-width letter of a half-width one; other characters stay.
pub(crate) fn full_width(char: char) -> char {
    match char {
        HALF_WIDTH..=LAST_HALF_WIDTH => FULL_WIDTH[char as usize - HALF_WIDTH as usize],
        _ => char,
    }
}

fn folded(char: char) -> u32 {
    match char {
        HALF_WIDTH..=LAST_HALF_WIDTH => full_width(char).into(),
        'ș' | 'Ș' | 'Ş' => 'ş'.into(),
        'ț' | 'Ț' | 'Ţ' => 'ţ'.into(),
        'İ' => 'i'.into(),
        '\0'..='\x7F' => char.to_ascii_lowercase().into(),
        _ => char.to_lowercase().next().unwrap_or(char).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_those_of_the_character_however_often_it_occurs() {
        for char in ('\0'..=char::MAX).step_by(7).chain("aZ'語İșᏣ한ߘ𐓏".chars()) {
            for _ in 0..2 {
                let properties = Properties::of(char);
                assert_eq!(properties.folded(), folded(char), "{char:?}");
                assert_eq!(properties.kind(), kind(char), "{char:?}");
                let has_script = scripts::language(char).is_some();
                assert_eq!(properties.has_script(), has_script, "{char:?}");
            }
        }
    }

    #[test]
    fn half_width_katakana_are_katakana() {
        let folded = "ﾊﾙﾉｶﾜ".chars().map(folded);
        assert!(folded.eq("ハルノカワ".chars().map(u32::from)));
        let found = crate::language::identify("ﾊﾙﾉ ｶﾜﾊ ｼｽﾞｶﾆ ﾅｶﾞﾚ､ ﾀﾞﾚﾓ ﾅﾆﾓ ｲﾜﾅｶｯﾀ｡");
        assert_eq!(found.language(), Some("ja"));
    }

    #[test]
    fn lower_case_keeps_the_language_of_a_script() {
        for char in ('\0'..=char::MAX).filter(|&char| scripts::language(char).is_some()) {
            assert_eq!(kind(char), Kind::Letter, "{char:?}");
            let lower = char::from_u32(folded(char)).unwrap();
            assert_eq!(
                scripts::language(lower),
                scripts::language(char),
                "{char:?}"
            );
        }
    }
}
