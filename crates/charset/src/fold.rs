//! Case folding and character classes of the models of `--method best`.

/// Numbers of folded characters: small fixed numbers for ASCII and for characters that are in no
/// sample.
pub(crate) mod id {
    /// ASCII that is neither letter nor digit.
    pub const SPACE: u16 = 0;
    /// a to z are 1 to 26.
    pub const A: u16 = 1;
    /// An ASCII digit.
    pub const DIGIT: u16 = 27;
    /// A control character beyond ASCII, or an unassigned one.
    pub const CONTROL: u16 = 28;
    /// A box-drawing character or block element.
    pub const BOX: u16 = 29;
    /// A sign, not a letter.
    pub const SIGN: u16 = 30;
    /// A Latin letter.
    pub const LATIN: u16 = 31;
    /// A letter of another script, or a mark.
    pub const LETTER: u16 = 32;
    /// The first character of the alphabet of all samples.
    pub const ALPHABET: u16 = 33;
    /// The limit of the numbers, so that three of them fit in 30 bits.
    pub const LIMIT: usize = 1 << 10;

    /// Whether a triple may be in an index: all of its characters are ASCII or in the alphabet.
    #[inline]
    pub fn may_be_told(triple: [u16; 3]) -> bool {
        !triple.iter().any(|id| (CONTROL..ALPHABET).contains(id))
    }
}

/// The kinds of characters; scores use patterns of three kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    Space,
    Ascii,
    Digit,
    /// A Latin letter.
    Latin,
    /// Another letter.
    Letter,
    Sign,
    Control,
    /// An apostrophe, which may occur inside a word.
    Apostrophe,
    /// A quotation mark.
    Quote,
    /// A dash, an ellipsis or a dot.
    Dash,
}

/// The number of kinds.
pub(crate) const KINDS: usize = 10;

/// Maps a character to lower case, and variants of a letter to one form.
pub(crate) fn fold(char: char) -> char {
    match char {
        // These variants are conventions: comma or cedilla below, final sigma.
        'ș' | 'Ș' | 'Ş' => 'ş',
        'ț' | 'Ț' | 'Ţ' => 'ţ',
        'ς' => 'σ',
        // A character stays unchanged if its lower case has two characters, as for İ, or is ASCII.
        _ => {
            let mut lower = char.to_lowercase();
            match (lower.next(), lower.next()) {
                (Some(one), None) if !one.is_ascii() || char.is_ascii() => one,
                _ => char,
            }
        }
    }
}

/// Returns the number of an ASCII character or of one outside the alphabet.
pub(crate) fn class(char: char) -> u16 {
    match char {
        'a'..='z' => id::A + (char as u16 - u16::from(b'a')),
        'A'..='Z' => id::A + (char as u16 - u16::from(b'A')),
        '0'..='9' => id::DIGIT,
        '\0'..='\x7F' => id::SPACE,
        '\u{80}'..='\u{9F}' | '\u{FFFD}' | '\u{E000}'..='\u{F8FF}' => id::CONTROL,
        '\u{2500}'..='\u{259F}' | '\u{2320}' | '\u{2321}' => id::BOX,
        _ => match script(char) {
            Script::Latin => id::LATIN,
            Script::None => id::SIGN,
            _ => id::LETTER,
        },
    }
}

/// Returns the kind of a character.
pub(crate) fn kind(char: char) -> Kind {
    match char {
        '’' => return Kind::Apostrophe,
        '«' | '»' | '‘' | '‚' | '“' | '”' | '„' | '‹' | '›' => return Kind::Quote,
        '–' | '—' | '…' | '·' => return Kind::Dash,
        _ => {}
    }
    match class(char) {
        id::SPACE => Kind::Space,
        id::DIGIT => Kind::Digit,
        id::CONTROL | id::BOX => Kind::Control,
        id::SIGN => Kind::Sign,
        id::LATIN => Kind::Latin,
        id::LETTER => Kind::Letter,
        _ => Kind::Ascii,
    }
}

/// The scripts of single-byte encodings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Script {
    None,
    Latin,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    Thai,
    Other,
}

/// Returns the script of a letter or mark; [`Script::None`] for signs.
pub(crate) fn script(char: char) -> Script {
    match char {
        '\u{AA}' | '\u{BA}' | '\u{B5}' => Script::None,
        '\u{2B0}'..='\u{2FF}' | '\u{2000}'..='\u{2BFF}' | '\u{3000}'..='\u{303F}' => Script::None,
        '\u{300}'..='\u{36F}' => Script::Latin,
        '\u{E3F}' | '\u{E4F}' | '\u{E5A}' | '\u{E5B}' => Script::None,
        '\u{591}'..='\u{5F4}' | '\u{FB1D}'..='\u{FB4F}' => Script::Hebrew,
        '\u{60C}' | '\u{61B}' | '\u{61F}' | '\u{66A}'..='\u{66D}' => Script::Arabic,
        '\u{64B}'..='\u{652}' | '\u{660}'..='\u{669}' => Script::Arabic,
        '\u{E00}'..='\u{E7F}' => Script::Thai,
        _ if !char.is_alphabetic() => Script::None,
        'a'..='z' | 'A'..='Z' | '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' => Script::Latin,
        '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}' => Script::Greek,
        '\u{400}'..='\u{52F}' => Script::Cyrillic,
        '\u{600}'..='\u{6FF}' | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}' => Script::Arabic,
        _ => Script::Other,
    }
}

/// The number of cases.
pub(crate) const CASES: usize = 3;

/// Returns a letter's case: 0 none, 1 lower, 2 upper.
pub(crate) fn case(char: char) -> u8 {
    if char.is_lowercase() && !matches!(char, 'ª' | 'º') {
        1
    } else if char.is_uppercase() {
        2
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_and_small_letters_of_all_encodings_are_the_same() {
        for table in crate::Encoding::all().filter_map(crate::Encoding::table) {
            for &char in table {
                let mut lower = char.to_lowercase();
                if let (Some(lower), None) = (lower.next(), lower.next()) {
                    assert_eq!(fold(char), fold(lower), "{char}");
                }
            }
        }
    }

    #[test]
    fn letters_lose_their_case_and_signs_stay() {
        assert_eq!("ŠΣςЖẮ§İș".chars().map(fold).collect::<String>(), "šσσжắ§İş");
        assert_eq!((class('q'), class('Q')), (17, 17));
        assert_eq!(
            (class('<'), class('7'), class('║')),
            (id::SPACE, id::DIGIT, id::BOX)
        );
        assert_eq!(
            (kind('é'), kind('º'), kind('\u{85}')),
            (Kind::Latin, Kind::Sign, Kind::Control)
        );
    }
}
