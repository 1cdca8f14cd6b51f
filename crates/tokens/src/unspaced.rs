//! Units of scripts written without spaces between words: Han and kana, Thai, Lao, Khmer and
//! Burmese.
//!
//! Segmentation into words would need a dictionary. So the unit here is one character as a reader
//! sees it: a letter and its marks, in these scripts about a grapheme cluster of Unicode Standard
//! Annex 29.

/// Groups of scripts by the fraction of a word in one character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// Han, Hiragana and Katakana: a character is about half a word.
    Han,
    /// Thai, Lao, Khmer and Burmese: a character with its marks is about a third of a word.
    Indic,
}

/// Returns the length in bytes of the cell at the start of the text, and its group; `None` if the
/// text begins with anything else.
///
/// # Examples
/// ```
/// use tokens::unspaced::{Script, cell};
/// assert_eq!(cell("漢字"), Some((Script::Han, 3)));
/// // A consonant with a vowel above it and a tone mark.
/// assert_eq!(cell("ที่นี่"), Some((Script::Indic, 9)));
/// assert_eq!(cell("kana"), None);
/// ```
#[inline]
pub fn cell(text: &str) -> Option<(Script, usize)> {
    let mut characters = text.chars();
    let first = characters.next()?;
    if first < '\u{E00}' {
        return None;
    }
    if is_han(first) {
        let mark = characters.next().filter(|&next| is_voiced(next));
        let length = first.len_utf8() + mark.map_or(0, char::len_utf8);
        return first.is_alphabetic().then_some((Script::Han, length));
    }
    if !is_indic(first) || is_mark(first) || !first.is_alphabetic() {
        return None;
    }
    let mut length = first.len_utf8();
    let mut stacked = false;
    for character in characters {
        // A mark or a subscript consonant.
        let is_stacked = stacked && is_indic(character) && character.is_alphabetic();
        if !is_mark(character) && !is_stacked {
            break;
        }
        stacked = matches!(character, '\u{1039}' | '\u{17D2}');
        length += character.len_utf8();
    }
    Some((Script::Indic, length))
}

/// Returns how many tokens of a text say as much as a word of other scripts, given the number of its tokens (cells and
/// words): 2 if most are letters of kana, Thai, Lao, Khmer or Burmese, else 1. Equal runs of such letters are common by
/// chance; those of Han characters are not.
///
/// # Examples
/// ```
/// use tokens::unspaced::per_word;
/// assert_eq!(per_word("ภาษา", 4), 2);
/// assert_eq!(per_word("漢字の山", 4), 1);
/// assert_eq!(per_word("the two letters of ไท", 6), 1);
/// ```
pub fn per_word(text: &str, tokens: usize) -> usize {
    // Their characters have three bytes. Most other texts have few such characters.
    let wide = text.bytes().filter(|&byte| byte >= 0xE0).count();
    if 2 * wide <= tokens {
        return 1;
    }
    let is_letter = |&character: &char| {
        character >= '\u{E00}'
            && (is_kana(character) && !is_voiced(character)
                || is_indic(character) && !is_mark(character))
            && character.is_alphabetic()
    };
    1 + usize::from(2 * text.chars().filter(is_letter).count() > tokens)
}

/// Whether a character is a separate sound mark of kana.
pub(crate) fn is_voiced(character: char) -> bool {
    matches!(character, '\u{3099}' | '\u{309A}')
}

fn is_kana(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30FF}')
}

fn is_han(character: char) -> bool {
    matches!(
        character,
        '\u{3005}'..='\u{3007}'
            | '\u{3040}'..='\u{30FF}'
            | '\u{3400}'..='\u{4DBF}'
            | '\u{4E00}'..='\u{9FFF}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{20000}'..='\u{3FFFF}'
    )
}

fn is_indic(character: char) -> bool {
    matches!(character, '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17DD}' | '\u{A9E0}'..='\u{A9FE}' | '\u{AA60}'..='\u{AA7F}')
}

/// Whether a character is a vowel, tone mark or other sign that belongs to the letter before it.
fn is_mark(character: char) -> bool {
    matches!(
        character,
        '\u{E31}' | '\u{E33}'..='\u{E3A}' | '\u{E47}'..='\u{E4E}'
            | '\u{EB1}' | '\u{EB3}'..='\u{EBC}' | '\u{EC8}'..='\u{ECE}'
            | '\u{102B}'..='\u{103E}' | '\u{1056}'..='\u{1059}' | '\u{105E}'..='\u{1060}' | '\u{1062}'..='\u{1064}'
            | '\u{1067}'..='\u{106D}' | '\u{1071}'..='\u{1074}' | '\u{1082}'..='\u{108D}' | '\u{108F}' | '\u{109A}'..='\u{109D}'
            | '\u{17B4}'..='\u{17D3}' | '\u{17DD}' | '\u{A9E5}' | '\u{AA7B}'..='\u{AA7D}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<&str> {
        let mut rest = text;
        let mut all = Vec::new();
        while let Some((_, length)) = cell(rest) {
            all.push(&rest[..length]);
            rest = &rest[length..];
        }
        assert_eq!(rest, "");
        all
    }

    #[test]
    fn marks_belong_to_their_letters() {
        assert_eq!(cells("ภาษาไทย"), ["ภ", "า", "ษ", "า", "ไ", "ท", "ย"]);
        assert_eq!(cells("น้ำที่"), ["น้ำ", "ที่"]);
        assert_eq!(cells("ຫຼືນີ້"), ["ຫຼື", "ນີ້"]);
        assert_eq!(cells("ខ្មែរ"), ["ខ្មែ", "រ"]);
        assert_eq!(cells("မြန်မာ"), ["မြ", "န်", "မာ"]);
        assert_eq!(cells("ဒုက္ခ"), ["ဒု", "က္ခ"]);
        assert_eq!(cells("人々のカ"), ["人", "々", "の", "カ"]);
        assert_eq!(cells("か\u{3099}ハ\u{309A}"), ["か\u{3099}", "ハ\u{309A}"]);
    }

    #[test]
    fn others_have_none() {
        for text in ["", "a", "é", "한", " ", "。", "・", "๑", "\u{E49}", "देव"] {
            assert_eq!(cell(text), None, "{text}");
        }
    }
}
