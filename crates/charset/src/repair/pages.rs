//! Undoes UTF-8 that was taken for another code page than windows-1252 and encoded again: "Ă©",
//! "√©", "├⌐" or "Г©" for "é".
//!
//! In these pages the bytes of UTF-8 are letters and signs of all kinds, so one test serves all
//! pages. A run of characters beyond ASCII must be valid UTF-8 as a whole, and in one script. It
//! must also contain something that clean text lacks, such as a capital within a word or a
//! mathematical sign after a letter.

use std::sync::LazyLock;

use super::{Candidate, decoded, is_mark};
use crate::Encoding;

/// The code pages, the more frequent first. If pages explain a text equally well, the first one
/// counts.
const NAMES: [&str; 8] = [
    "windows-1251",
    "windows-1250",
    "macintosh",
    "ibm437",
    "ibm850",
    "ibm866",
    "koi8-r",
    "iso-8859-15",
];

/// The number of pages.
pub(super) const COUNT: usize = NAMES.len();

/// The first character that none of the pages has, nor any later one.
const END: usize = 0x2600;

/// A set of pages, as bits.
type Pages = u8;

/// The roles of a character in the pages.
#[derive(Debug, Clone, Copy, Default)]
struct Roles {
    /// The pages in which it begins a character of two bytes, begins one of three or four, or
    /// continues one.
    leads_two: Pages,
    leads_more: Pages,
    follows: Pages,
}

struct Tables {
    encodings: [Encoding; COUNT],
    /// The bytes of the characters below [`END`] in each page; 0 means none.
    bytes: Vec<[u8; COUNT]>,
    roles: Vec<Roles>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let encodings = NAMES.map(|name| name.parse::<Encoding>().expect("an encoding"));
    let mut bytes = vec![[0; COUNT]; END];
    let mut roles = vec![Roles::default(); END];
    for (page, encoding) in encodings.iter().enumerate() {
        let table = encoding.table().expect("a page of single bytes");
        for (byte, char) in (0_u8..=255).zip(table).skip(128) {
            let at = *char as usize;
            if at >= END {
                continue;
            }
            bytes[at][page] = byte;
            let role = &mut roles[at];
            let role = match byte {
                0x80..=0xBF => &mut role.follows,
                0xC2..=0xDF => &mut role.leads_two,
                0xE0..=0xF4 => &mut role.leads_more,
                _ => continue,
            };
            *role |= 1 << page;
        }
    }
    Tables {
        encodings,
        bytes,
        roles,
    }
});

/// Returns the encoding of a page.
pub(super) fn encoding(page: usize) -> Encoding {
    TABLES.encodings[page]
}

/// Returns the pages that the UTF-8 may have been taken for: the text contains the beginning of a
/// UTF-8 character in them.
pub(super) fn may_be(utf_8: &[u8]) -> Pages {
    if utf_8.is_ascii() {
        return 0;
    }
    let roles = &TABLES.roles;
    let mut found = 0;
    let mut rest = utf_8;
    while let Some(run) = next_run(&mut rest) {
        for chunk in run.utf8_chunks() {
            // The pages in which the last character begins one of two bytes, or one of more, and in
            // which the last two begin one of three.
            let (mut two, mut more, mut third) = (0, 0, 0);
            for char in chunk.valid().chars() {
                let role = roles.get(char as usize).copied().unwrap_or_default();
                found |= role.follows & (two | third);
                third = more & role.follows;
                (two, more) = (role.leads_two, role.leads_more);
            }
        }
    }
    found
}

/// Takes the text up to the end of the next run of bytes beyond ASCII, and returns the run. Most
/// text is ASCII, and whole vectors of it are skipped at once.
fn next_run<'t>(rest: &mut &'t [u8]) -> Option<&'t [u8]> {
    let (vectors, _) = rest.as_chunks::<32>();
    let is_plain = |vector: &&[u8; 32]| vector.iter().fold(0, |all, byte| all | byte) < 0x80;
    let behind = &rest[32 * vectors.iter().take_while(is_plain).count()..];
    let behind = &behind[behind.iter().position(|byte| !byte.is_ascii())?..];
    let end = behind.iter().position(u8::is_ascii);
    let (run, behind) = behind.split_at(end.unwrap_or(behind.len()));
    *rest = behind;
    Some(run)
}

/// Returns the runs of a text that can be undone with a page.
pub(super) fn runs(text: &str, page: usize) -> Vec<Candidate> {
    let bytes = &TABLES.bytes;
    let byte = |char: char| match char.is_ascii() {
        true => None,
        false => {
            let of_char = bytes.get(char as usize)?;
            Some(of_char[page]).filter(|byte| *byte > 0)
        }
    };
    let mut all = Vec::new();
    let mut run = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|char| byte(char).is_some()) {
        let start = at + start;
        let length = text[start..].find(|char| byte(char).is_none());
        at = length.map_or(text.len(), |length| start + length);
        run.clear();
        run.extend(text[start..at].chars().filter_map(byte));
        if let Some(chars) = chars(&run) {
            let mut before = text[..start].chars().rev();
            let before = [before.next(), before.next()];
            let is_certain =
                is_certain(&text[start..at], &chars, before, text[at..].chars().next());
            all.push((start..at, chars.iter().collect(), is_certain));
        }
    }
    all
}

/// Decodes bytes as UTF-8 if all are valid and in one script.
fn chars(mut bytes: &[u8]) -> Option<Vec<char>> {
    let mut chars = Vec::new();
    let mut script = None;
    while let Some(&first) = bytes.first() {
        if !(0xC2..=0xF4).contains(&first) {
            return None;
        }
        let (char, length) = decoded(bytes)?;
        if let Some(of_char) = self::script(char)
            && *script.get_or_insert(of_char) != of_char
        {
            return None;
        }
        chars.push(char);
        bytes = &bytes[length..];
    }
    // A control character is a byte of a character that was encoded more than twice.
    let is_control = matches!(chars[..], [char] if char.is_control());
    (!is_control).then_some(chars)
}

/// Returns a number for the script of a letter; `None` for signs, which all scripts share.
fn script(char: char) -> Option<u32> {
    match u32::from(char) {
        _ if !char.is_alphabetic() => None,
        // Pages for Latin have Greek letters as signs, which occur in double-encoded text.
        0x80..=0x24F | 0x370..=0x3FF | 0x1E00..=0x1EFF => Some(0),
        0x400..=0x52F => Some(1),
        0x600..=0x6FF => Some(2),
        0x3000..=0x9FFF | 0xFF00..=0xFFEF | 0x20000..=0x2FFFF => Some(3),
        0xAC00..=0xD7FF => Some(4),
        code => Some(code >> 7),
    }
}

/// Whether a run that decodes to `chars` does not occur in clean text. `before` are the preceding
/// characters, the nearest first, and `after` is the following one.
fn is_certain(run: &str, chars: &[char], before: [Option<char>; 2], after: Option<char>) -> bool {
    let behind: Vec<char> = before[0].into_iter().chain(run.chars()).collect();
    let is_odd = behind.windows(2).any(|pair| is_odd(pair[0], pair[1]));
    let [char] = chars else {
        // A word in capitals may be in either alphabet.
        let is_word = run.chars().all(char::is_alphabetic);
        return is_odd || chars.len() >= 4 && !is_word;
    };
    match *char {
        // Quotation marks, dashes, the ellipsis and the euro sign.
        '\u{2010}'..='\u{2026}' | '€' => true,
        '\u{80}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' => {
            let is_small = |one: Option<char>| one.is_some_and(char::is_lowercase);
            // A variable can precede a root sign.
            let is_word = is_small(before[1]) || is_small(after);
            is_odd && is_small(before[0]) && (is_word || run.starts_with(char::is_alphabetic))
        }
        _ => false,
    }
}

/// Whether these two characters do not occur in this order in clean text.
fn is_odd(one: char, next: char) -> bool {
    match (one.is_alphabetic(), next.is_alphabetic()) {
        (true, true) => one.is_lowercase() && next.is_uppercase(),
        (true, false) => is_sign(next),
        (false, true) => is_sign(one) && !one.is_ascii(),
        (false, false) => is_sign(one) && is_sign(next) && !(is_drawing(one) && is_drawing(next)),
    }
}

/// Whether a character is a sign that does not stand next to words.
fn is_sign(char: char) -> bool {
    !char.is_ascii() && !char.is_alphabetic() && !char.is_whitespace() && !is_mark(char)
}

fn is_drawing(char: char) -> bool {
    ('\u{2500}'..='\u{259F}').contains(&char)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::repair::repair;

    /// Encodes a text in UTF-8 and decodes it as a page.
    fn doubled(text: &str, page: usize) -> String {
        let table = encoding(page).table().unwrap();
        text.bytes().map(|byte| table[usize::from(byte)]).collect()
    }

    const TEXTS: [&str; 8] = [
        "Der Bäcker öffnet früh, die Brötchen – „süße“ – sind schon weg…",
        "L’été dernier nous avons déjà vu la forêt.",
        "Příliš žluťoučký kůň úpěl ďábelské ódy.",
        "Źródło leży przy starej drodze, więc każdy je zna.",
        "Вечером мы шли домой и молчали.",
        "Το βράδυ καθίσαμε δίπλα στο ποτάμι.",
        "Buổi tối chúng tôi ngồi bên sông và nghe chim hót.",
        "夕方、私たちは川のそばに座っていました。",
    ];

    #[test]
    fn what_was_encoded_again_is_undone() {
        for page in 0..COUNT {
            for text in TEXTS {
                let once = doubled(text, page);
                // A byte without a character in the page is lost, and so is its word.
                let name = encoding(page).name();
                // Other ideographs are as probable: only capitals within words tell ISO-8859-15 from windows-1252.
                let is_open = name == "iso-8859-15" && text == TEXTS[7];
                if once.contains('\u{FFFD}') || is_open {
                    continue;
                }
                let repaired = repair(&once);
                assert_eq!(repaired.text, text, "{name}: {once}");
                assert_eq!(repair(text).mojibake, None, "{text}");
            }
        }
    }

    #[test]
    fn the_page_is_named_and_layers_are_counted() {
        let text = TEXTS[4];
        let page = NAMES.iter().position(|name| *name == "ibm866").unwrap();
        let twice = doubled(&doubled(text, page), page);
        let repaired = repair(&twice);
        assert_eq!(repaired.text, text);
        let found = repaired.mojibake.unwrap();
        assert_eq!((found.page.name(), found.layers), ("ibm866", 2));
        let found = repair("un cafÃ© noir").mojibake.unwrap();
        assert_eq!(found.page.name(), "windows-1252");
    }

    #[test]
    fn clean_text_stays() {
        for text in [
            "Рівне, Ґанок, Її, «Є», «Я», Серёжа, ЁЛКА, Аў, №5, СЄ РЇ",
            "уже чек шаг год рис; цена│ц║ ├───┤ ┌┬┐ ╔╗ ├é",
            "ČŽŘŠ ŁÓDŹ ŻÓŁĆ Ół Ľúbeľ, „Šťastný…“ mé…“ být…”",
            "«É» —él dijo—él “État” ‘Ê’ ‚Ärger‘ 2√π r√π ≈ 5∂x/∂y",
            "ΑΒΓ αβγ πΣ 3≤x≥2 ½±¼ °C",
            "ÇÖ ÔÇ ÄÖÜ ÃO ÐÉ ß© €™",
        ] {
            assert_eq!(repair(text).mojibake, None, "{text}");
        }
    }

    #[test]
    fn what_two_pages_read_differently_stays() {
        // The yen sign is 0xBE in ibm850 and 0x9D in ibm437, which give ž or ŝ.
        assert_eq!(repair("pou┼¥ijte").mojibake, None);
        let page = NAMES.iter().position(|name| *name == "ibm850").unwrap();
        let text = "Použijte téma, které je v nabídce.";
        assert_eq!(repair(&doubled(text, page)).text, text);
    }

    #[test]
    fn one_letter_follows_what_is_certain() {
        assert_eq!(repair("РІ Р").mojibake, None);
        let doubled = doubled("Мы шли в лес и молчали.", 0);
        assert_eq!(repair(&doubled).text, "Мы шли в лес и молчали.");
    }

    proptest! {
        #[test]
        fn runs_beyond_ascii_are_those_between_ascii(
            parts in prop::collection::vec(("[a-z ]{0,70}", "[é–я]{0,3}"), 0..5),
        ) {
            let text: String = parts.iter().flat_map(|(plain, marked)| [&plain[..], marked]).collect();
            let mut rest = text.as_bytes();
            let runs: Vec<&[u8]> = std::iter::from_fn(|| next_run(&mut rest)).collect();
            let split = text.as_bytes().split(u8::is_ascii).filter(|run| !run.is_empty());
            prop_assert_eq!(runs, split.collect::<Vec<_>>());
        }
    }
}
