//! Encodes characters, for training.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::encoding::{Encoding, Form};

/// Appends the bytes of a character in `encoding` to `out`. Returns false, and appends nothing, if
/// the encoding lacks the character.
///
/// Like every converter for these encodings, this bridges two pairs of conventions. Romanian
/// letters have a comma or a cedilla below; most tables have one of the two. Windows-1258 writes
/// some Vietnamese letters as a letter and a tone mark.
///
/// Supports only encodings with [`Encoding::has_model`].
pub fn encode(encoding: Encoding, char: char, out: &mut Vec<u8>) -> bool {
    if plain(encoding, char, out) {
        return true;
    }
    if let Some(other) = other_romanian(char)
        && plain(encoding, other, out)
    {
        return true;
    }
    if encoding.name() == "windows-1258"
        && let Some((base, mark)) = vietnamese(char)
    {
        return plain(encoding, base, out) && plain(encoding, mark, out);
    }
    false
}

fn plain(encoding: Encoding, char: char, out: &mut Vec<u8>) -> bool {
    match encoding.form() {
        Form::Utf8 => {
            out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
            true
        }
        Form::Single(_) => match reverse(encoding).get(&char) {
            Some(&byte) => {
                out.push(byte);
                true
            }
            None => false,
        },
        Form::Multi(by) => {
            let mut buffer = [0; 4];
            let (bytes, _, unmappable) = by.encode(char.encode_utf8(&mut buffer));
            if !unmappable {
                out.extend_from_slice(&bytes);
            }
            !unmappable
        }
        Form::Johab | Form::EucTw => encoding
            .double()
            .expect("it is a two-byte one")
            .encode(char, out),
        _ => false,
    }
}

fn reverse(encoding: Encoding) -> &'static HashMap<char, u8> {
    static REVERSE: [OnceLock<HashMap<char, u8>>; Encoding::COUNT] =
        [const { OnceLock::new() }; Encoding::COUNT];
    REVERSE[encoding.index()].get_or_init(|| {
        let table = encoding.table().expect("it is a single-byte one");
        let mut reverse = HashMap::new();
        for (byte, &char) in (0..=255_u8).zip(table) {
            if char != '\u{FFFD}' {
                reverse.entry(char).or_insert(byte);
            }
        }
        reverse
    })
}

fn other_romanian(char: char) -> Option<char> {
    Some(match char {
        'ș' => 'ş',
        'ț' => 'ţ',
        'Ș' => 'Ş',
        'Ț' => 'Ţ',
        'ş' => 'ș',
        'ţ' => 'ț',
        'Ş' => 'Ș',
        'Ţ' => 'Ț',
        _ => return None,
    })
}

/// Grave, hook above, tilde, acute, dot below.
const TONES: [char; 5] = ['\u{300}', '\u{309}', '\u{303}', '\u{301}', '\u{323}'];

/// Each letter, followed by the same letter with each tone.
const TONED: [&str; 24] = [
    "aàảãáạ",
    "ăằẳẵắặ",
    "âầẩẫấậ",
    "eèẻẽéẹ",
    "êềểễếệ",
    "iìỉĩíị",
    "oòỏõóọ",
    "ôồổỗốộ",
    "ơờởỡớợ",
    "uùủũúụ",
    "ưừửữứự",
    "yỳỷỹýỵ",
    "AÀẢÃÁẠ",
    "ĂẰẲẴẮẶ",
    "ÂẦẨẪẤẬ",
    "EÈẺẼÉẸ",
    "ÊỀỂỄẾỆ",
    "IÌỈĨÍỊ",
    "OÒỎÕÓỌ",
    "ÔỒỔỖỐỘ",
    "ƠỜỞỠỚỢ",
    "UÙỦŨÚỤ",
    "ƯỪỬỮỨỰ",
    "YỲỶỸÝỴ",
];

/// Splits a Vietnamese letter into a base letter and a tone mark.
pub(crate) fn vietnamese(char: char) -> Option<(char, char)> {
    TONED.iter().find_map(|row| {
        let base = row.chars().next()?;
        let tone = row.chars().skip(1).position(|one| one == char)?;
        Some((base, TONES[tone]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(encoding: &str, text: &str) -> Option<Vec<u8>> {
        let encoding = Encoding::of(encoding).unwrap();
        let mut out = Vec::new();
        text.chars()
            .all(|char| encode(encoding, char, &mut out))
            .then_some(out)
    }

    #[test]
    fn romanian_letters_have_the_bytes_of_either_form() {
        for (encoding, letters) in [("iso-8859-2", "ȘșȚț"), ("iso-8859-16", "ŞşŢţ")] {
            assert_eq!(
                bytes(encoding, letters).unwrap(),
                b"\xAA\xBA\xDE\xFE",
                "{encoding}"
            );
        }
    }

    #[test]
    fn conventions_are_bridged() {
        assert_eq!(bytes("iso-8859-2", "ș"), bytes("iso-8859-2", "ş"));
        assert_eq!(bytes("iso-8859-16", "ş"), bytes("iso-8859-16", "ș"));
        // windows-1258 writes ệ as ê with a dot below; é is a single byte.
        assert_eq!(bytes("windows-1258", "ệ"), Some(vec![0xEA, 0xF2]));
        assert_eq!(bytes("windows-1258", "é"), Some(vec![0xE9]));
        assert_eq!(bytes("windows-1252", "ệ"), None);
    }
}
