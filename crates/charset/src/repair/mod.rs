//! Double-encoded UTF-8: a program took UTF-8 for windows-1252 or latin-1 and encoded it again, so
//! that "é" became "Ã©".
//!
//! A run of characters is undone under three conditions:
//! - its bytes in windows-1252 are valid UTF-8 as a whole;
//! - the characters of this UTF-8 are ones that texts use;
//! - the run itself does not occur in clean text, for instance an accented capital followed by a
//!   sign within a word.
//!
//! A capital before a quotation mark or a dash may be either, as in "IRMÃ”". It is kept unless at
//! least as many runs are certain. `pages` handles other code pages.

mod pages;

use std::borrow::Cow;
use std::ops::Range;

use crate::Encoding;

/// Statistics on text that was encoded twice or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mojibake {
    /// The number of double-encoded runs.
    pub runs: u64,
    /// The maximum number of superfluous encodings of a run.
    pub layers: u32,
    /// The line of the first run, counted from 1.
    pub line: usize,
    /// The code page that UTF-8 was taken for in the first run.
    pub page: Encoding,
}

/// A text with double-encoded UTF-8 undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repaired<'a> {
    /// The text; borrowed if nothing in it was double-encoded.
    pub text: Cow<'a, str>,
    /// The runs that were undone; `None` if there were none.
    pub mojibake: Option<Mojibake>,
}

/// Undoes double-encoded UTF-8 if it is certain. Assumes that it was taken for windows-1252 or
/// latin-1, or for one of windows-1250, windows-1251, iso-8859-15, ibm437, ibm850, ibm866, macintosh and koi8-r
/// if that explains more of the text.
///
/// ```
/// let repaired = charset::repair("Der BÃ¤cker Ã¶ffnet frÃ¼h.\nA menu and a cafÃƒÂ©.");
/// assert_eq!(repaired.text, "Der Bäcker öffnet früh.\nA menu and a café.");
/// assert_eq!(repaired.mojibake.map(|found| (found.runs, found.layers, found.line)), Some((4, 2, 1)));
/// assert_eq!(charset::repair("“IRMÃ”, Straße…").mojibake, None);
/// assert_eq!(charset::repair("РџСЂРёРІРµС‚").text, "Привет");
/// assert_eq!(charset::repair("fÃŒr mÃ€hen").text, "für mähen");
/// ```
pub fn repair(text: &str) -> Repaired<'_> {
    let mut repairer = Repairer::default();
    let text = repairer.undo(text);
    Repaired {
        text,
        mojibake: repairer.found,
    }
}

/// The maximum number of layers. More occur rarely, and not in random bytes.
const MOST_LAYERS: u32 = 8;
/// A chunk of a document is cut at white space if there is any in this number of bytes at its end.
const TAIL: usize = 4096;
/// The least length in bytes of a chunk, so that a short document is seen as a whole: what may be clean at its beginning follows what is
/// certain at its end.
const LEAST_CHUNK: usize = 1 << 16;
/// The number of doubtful runs for each certain one in other pages than windows-1252, where clean text has hardly any.
const DOUBTFUL_PER_CERTAIN: u64 = 4;

/// The numbers of runs that are certain, and of runs that may be clean text.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    certain: u64,
    doubtful: u64,
}

/// Finds and undoes double-encoded UTF-8 in a document that comes in chunks.
#[derive(Debug, Default)]
pub(crate) struct Repairer {
    found: Option<Mojibake>,
    /// The runs so far in windows-1252 and in each other page.
    counts: [Counts; 1 + pages::COUNT],
    /// The number of line feeds in earlier chunks.
    lines: usize,
    /// The end of the last chunk, which may continue in the next.
    rest: String,
}

impl Repairer {
    /// Repairs the next chunk of a document and passes it to `each`. `last` marks the last chunk.
    pub fn push(&mut self, part: &str, last: bool, each: &mut dyn FnMut(&str)) {
        self.rest.push_str(part);
        let mut rest = std::mem::take(&mut self.rest);
        let end = match last {
            true => rest.len(),
            false if rest.len() < LEAST_CHUNK => 0,
            false => self::end(&rest),
        };
        each(&self.undo(&rest[..end]));
        rest.drain(..end);
        self.rest = rest;
    }

    /// Returns what was found in all chunks.
    pub fn found(&self) -> Option<Mojibake> {
        self.found
    }

    fn undo<'a>(&mut self, text: &'a str) -> Cow<'a, str> {
        let first = self.lines;
        self.lines += memchr::memchr_iter(b'\n', text.as_bytes()).count();
        let mut done = Cow::Borrowed(text);
        for layer in 1..=MOST_LAYERS {
            let (page, runs) = self.runs(&done);
            let Some((first_run, _)) = runs.first() else {
                break;
            };
            let before = &done.as_bytes()[..first_run.start];
            let line = 1 + first + memchr::memchr_iter(b'\n', before).count();
            let found = self.found.get_or_insert(Mojibake {
                runs: 0,
                layers: 0,
                line,
                page,
            });
            found.layers = found.layers.max(layer);
            if layer == 1 {
                found.runs += runs.len() as u64;
            }
            done = Cow::Owned(replaced(&done, &runs));
        }
        done
    }

    /// Returns the runs of a text to undo, with their replacements, and the page that explains most
    /// of the text.
    fn runs(&mut self, text: &str) -> (Encoding, Vec<(Range<usize>, String)>) {
        let mut runs = in_windows_1252(text);
        let (mut place, mut most) = (0, explained(&runs));
        let may_be = pages::may_be(text.as_bytes());
        for page in (0..pages::COUNT).filter(|page| may_be >> page & 1 == 1) {
            let others = pages::runs(text, page);
            if certain(&others) == 0 {
                continue;
            }
            let count = explained(&others);
            if count > most {
                (place, most, runs) = (1 + page, count, others);
            } else if count == most && place == 0 {
                // Bytes of ISO-8859-15 are other letters in windows-1252.
                if misfits(text, &others) < misfits(text, &runs) {
                    (place, runs) = (1 + page, others);
                }
            } else if count == most {
                // Either page may be right, so only runs with the same result in both are certain.
                runs.retain(|(at, run, _)| {
                    let other = others.binary_search_by_key(&at.start, |(at, ..)| at.start);
                    other.is_ok_and(|other| others[other].1 == *run)
                });
            }
        }
        let certain = certain(&runs);
        let counts = &mut self.counts[place];
        counts.certain += certain;
        counts.doubtful += runs.len() as u64 - certain;
        let most = match place {
            0 => counts.certain,
            _ => DOUBTFUL_PER_CERTAIN * counts.certain,
        };
        let all_are = counts.doubtful <= most;
        runs.retain(|(.., is_certain)| *is_certain || all_are);
        let runs = runs.into_iter().map(|(at, text, _)| (at, text)).collect();
        let page = match place {
            0 => Encoding::WINDOWS_1252,
            _ => pages::encoding(place - 1),
        };
        (page, runs)
    }
}

/// A run that can be undone: its range, its replacement, and whether it does not occur in clean
/// text.
type Candidate = (Range<usize>, String, bool);

/// Counts the certain runs.
fn certain(runs: &[Candidate]) -> u64 {
    runs.iter().filter(|(.., is_certain)| *is_certain).count() as u64
}

/// Counts the capitals within words that runs become.
fn misfits(text: &str, runs: &[Candidate]) -> usize {
    let of_run = |(at, run, _): &Candidate| {
        let before = text[..at.start].chars().next_back();
        let after = text[at.end..].chars().next();
        let word: Vec<char> = before.into_iter().chain(run.chars()).chain(after).collect();
        let is_misfit = |three: &&[char]| {
            let is_small = three[0].is_lowercase() || three[2].is_lowercase();
            three[0].is_alphabetic() && three[1].is_uppercase() && is_small
        };
        word.windows(3).filter(is_misfit).count()
    };
    runs.iter().map(of_run).sum()
}

/// Counts the bytes in runs.
fn explained(runs: &[Candidate]) -> usize {
    runs.iter().map(|(at, ..)| at.len()).sum()
}

/// Returns the runs of a text that can be undone with windows-1252 or latin-1.
fn in_windows_1252(text: &str) -> Vec<Candidate> {
    let mut all = Vec::new();
    if !may_be_in_windows_1252(text.as_bytes()) {
        return all;
    }
    let mut at = 0;
    while let Some(start) = text[at..].find(|char| byte(char).is_some()) {
        let start = at + start;
        let length = text[start..].find(|char| byte(char).is_none());
        at = length.map_or(text.len(), |length| start + length);
        let rest = &text[at..];
        if &text[start..at] == "Â" && rest.starts_with(' ') {
            let before = text[..start].chars().next_back();
            let is_certain =
                before.is_some_and(|one| one.is_lowercase() || ".,;:!?)".contains(one));
            if is_certain {
                all.push((start..at + 1, "\u{A0}".to_owned(), true));
            }
        } else if let Some(run) = Run::of(&text[start..at]) {
            let before = text[..start].chars().next_back();
            let is_certain = run.is_certain(before, text[at..].chars().next());
            all.push((start..at, run.text, is_certain));
        }
    }
    all
}

/// Returns the position to cut a chunk: after white space, or after its last character if there is
/// none near.
fn end(text: &str) -> usize {
    let from = text.len().saturating_sub(TAIL);
    let mut tail = text.as_bytes()[from..].iter();
    let space = tail.rposition(u8::is_ascii_whitespace);
    space.map_or(text.len(), |space| from + space + 1)
}

fn replaced(text: &str, runs: &[(Range<usize>, String)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (range, run) in runs {
        out.push_str(&text[at..range.start]);
        out.push_str(run);
        at = range.end;
    }
    out.push_str(&text[at..]);
    out
}

/// Whether UTF-8 bytes may contain UTF-8 that was encoded twice. The test is fast and has few false
/// positives.
pub(crate) fn may_be_double(utf_8: &[u8]) -> bool {
    may_be_in_windows_1252(utf_8) || pages::may_be(utf_8) != 0
}

/// Whether the bytes may contain UTF-8 taken for windows-1252. This is a letter from Â to ô,
/// followed by a character whose byte in windows-1252 or latin-1 is 0x80 to 0xBF.
fn may_be_in_windows_1252(utf_8: &[u8]) -> bool {
    let is_one = |at: usize| {
        let [letter, next, ..] = utf_8[at + 1..] else {
            return false;
        };
        let length = match next {
            0xC2 | 0xC5 | 0xC6 | 0xCB => 2,
            0xE2 => 3,
            // A no-break space that became a space.
            b' ' => return letter == 0x82,
            _ => return false,
        };
        match letter {
            0x82..=0x9F => true,
            // Small letters begin characters of three or four bytes.
            0xA0..=0xB4 => utf_8
                .get(at + 2 + length)
                .is_some_and(|byte| !byte.is_ascii()),
            _ => false,
        }
    };
    memchr::memchr_iter(0xC3, utf_8).any(is_one)
}

/// The characters of windows-1252 from 0x80 to 0x9F; unassigned bytes are control characters.
const SIGNS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// Returns the byte of a character beyond ASCII in windows-1252 or latin-1.
fn byte(char: char) -> Option<u8> {
    match char {
        '\u{80}'..='\u{FF}' => Some(char as u8),
        'Œ'..='™' => {
            let place = SIGNS.iter().position(|one| *one == char)?;
            Some(0x80 + place as u8)
        }
        _ => None,
    }
}

/// A run of characters that can be undone: a sequence of UTF-8 characters, between signs.
struct Run {
    text: String,
    /// The decoded characters, each with its bytes.
    chars: Vec<(char, Vec<u8>)>,
    /// Whether a sign stands before or after them.
    begins: bool,
    ends: bool,
}

impl Run {
    /// Parses a run; `None` if it is not one as a whole.
    fn of(run: &str) -> Option<Run> {
        let all: Vec<char> = run.chars().collect();
        let bytes: Vec<u8> = all.iter().filter_map(|char| byte(*char)).collect();
        let first = bytes.iter().position(|byte| *byte >= 0xC2)?;
        let mut found = Run {
            text: all[..first].iter().collect(),
            chars: Vec::new(),
            begins: first > 0,
            ends: false,
        };
        let mut at = first;
        while at < bytes.len() && bytes[at] >= 0xC2 {
            let (char, length) = decoded(&bytes[at..])?;
            found.text.push(char);
            found.chars.push((char, bytes[at..at + length].to_vec()));
            at += length;
        }
        found.ends = at < bytes.len();
        found.text.extend(&all[at..]);
        let mut signs = bytes[..first].iter().chain(&bytes[at..]);
        let is_whole = signs.all(|byte| MARKS.contains(byte));
        // A control character is a byte of a character that was encoded more than twice.
        let is_control = matches!(found.chars[..], [(char, _)] if char.is_control());
        (is_whole && !is_control).then_some(found)
    }

    /// Whether this run between these characters does not occur in clean text.
    fn is_certain(&self, before: Option<char>, after: Option<char>) -> bool {
        let [(char, bytes)] = &self.chars[..] else {
            return true;
        };
        let before = before.filter(|_| !self.begins);
        let after = after.filter(|_| !self.ends);
        let is_odd = bytes[1..].iter().any(|byte| ODD.contains(byte));
        let (lead, sign) = (bytes[0], bytes[1]);
        if bytes.len() > 2 {
            return is_odd;
        }
        // A single letter of another script after Ø, ×, Ñ and the like is probably a clean sign.
        if *char >= '\u{250}' {
            return false;
        }
        // Å is a unit of length, which exponents and errors may follow.
        let is_unit = lead == 0xC5 && UNITS.contains(&sign);
        let is_within = before.is_some_and(char::is_lowercase) && !is_unit;
        let is_measure = lead == 0xC2
            && before.is_some_and(|one| one.is_ascii_digit() || ".,;:!?)".contains(one));
        let begins = !before.is_some_and(char::is_alphanumeric)
            && after.is_some_and(char::is_alphabetic)
            && !JOINTS.contains(&sign);
        is_odd || is_within || is_measure || begins
    }
}

/// Returns the first character of UTF-8 bytes and its length, if texts use the character.
fn decoded(bytes: &[u8]) -> Option<(char, usize)> {
    let length = match bytes[0] {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        _ => 4,
    };
    let char = str::from_utf8(bytes.get(..length)?).ok()?.chars().next()?;
    is_of_texts(char).then_some((char, length))
}

/// Whether a character is a letter or sign of a living script. Others come from clean text by
/// chance.
fn is_of_texts(char: char) -> bool {
    matches!(char,
        '\u{80}'..='\u{17F}' | 'Ə' | 'ƒ' | 'ˆ' | 'ˇ' | '˘'..='˝' | 'Ơ' | 'ơ' | 'Ư' | 'ư' | 'Ș'..='ț'
        | '\u{386}'..='\u{3CE}' | '\u{400}'..='\u{45F}' | '\u{490}'..='\u{4FF}'
        | '\u{531}'..='\u{587}' | 'א'..='ת' | '\u{60C}'..='\u{6F9}'
        | '\u{900}'..='\u{10FF}' | '\u{1200}'..='\u{137F}' | '\u{1780}'..='\u{17FF}'
        | '\u{1E00}'..='\u{206F}' | '\u{20A0}'..='\u{23FF}' | '\u{2500}'..='\u{27BF}'
        | '\u{3000}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '가'..='힣'
        | '\u{FE0F}' | '\u{FEFF}' | '\u{FF01}'..='\u{FF9F}' | '\u{FFFD}'
        | '\u{1F000}'..='\u{1FAFF}' | '\u{20000}'..='\u{2FFFF}')
}

/// Signs that may stand next to a word of clean text, as bytes: … ‹ ‘ ’ “ ” • – — ™ ›, no-break
/// space, ¡ « ® ° ² ³ · ¹ » ¿ and so on.
const MARKS: [u8; 27] = [
    0x80, 0x84, 0x85, 0x86, 0x87, 0x8B, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0x9B, 0xA0,
    0xA1, 0xA3, 0xAB, 0xAD, 0xAE, 0xB0, 0xB2, 0xB3, 0xB7, 0xBB, 0xBF,
];
/// Whether a character is a sign that may stand next to a word of clean text.
fn is_mark(char: char) -> bool {
    byte(char).is_some_and(|byte| MARKS.contains(&byte) && byte != 0x80 && byte != 0x84)
}

/// Signs that never follow an accented letter in clean text: € ‚ ƒ „ ‰ Š Œ Ž š œ ž Ÿ ¢ £ ¤ ¥ ¦ § ©
/// ¬ µ ¶ ¼ ½ ¾, and bytes without a character.
const ODD: [u8; 30] = [
    0x80, 0x81, 0x82, 0x83, 0x84, 0x89, 0x8A, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x9A, 0x9C, 0x9D, 0x9E,
    0x9F, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA9, 0xAC, 0xB5, 0xB6, 0xBC, 0xBD, 0xBE,
];
/// Signs after a unit: • – — ° ± ² ³ ¹.
const UNITS: [u8; 8] = [0x95, 0x96, 0x97, 0xB0, 0xB1, 0xB2, 0xB3, 0xB9];
/// Signs within words and between sentences: … ’ – — no-break space, soft hyphen, ·.
const JOINTS: [u8; 7] = [0x85, 0x92, 0x96, 0x97, 0xA0, 0xAD, 0xB7];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Encodes a text in UTF-8 and decodes it as windows-1252.
    fn doubled(text: &str) -> String {
        let char = |byte: u8| match byte {
            0x80..=0x9F => SIGNS[usize::from(byte - 0x80)],
            _ => char::from(byte),
        };
        text.bytes().map(char).collect()
    }

    #[test]
    fn a_no_break_space_that_became_a_space_is_undone() {
        let page = "Come in,Â please.Â Leave shoes atÂ the door.";
        let found = repair(page);
        assert_eq!(
            found.text,
            "Come in,\u{A0}please.\u{A0}Leave shoes at\u{A0}the door."
        );
        assert_eq!(found.mojibake.map(|found| found.runs), Some(3));
        assert!(may_be_double(page.as_bytes()));
        for clean in ["TRÂ N", "Â lire", "un Â majuscule", "ROMÂ NIA"] {
            assert_eq!(repair(clean).mojibake, None, "{clean}");
        }
    }

    #[test]
    fn what_was_encoded_again_is_undone() {
        for text in [
            "Der Bäcker öffnet früh, die Brötchen sind schon weg.",
            "À Évry, l’été dernier : « déjà vu » — 25 °C, 3 £, ½ litre…",
            "Příliš žluťoučký kůň úpěl ďábelské ódy.",
            "Вечером мы шли домой и молчали.",
            "Το βράδυ καθίσαμε δίπλα στο ποτάμι.",
            "بعد الظهر جلسنا عند النهر",
            "夕方、私たちは川のそばに座っていました。",
            "Buổi tối chúng tôi ngồi bên sông.",
            "Thumbs up 👍 for 10 €",
        ] {
            let once = doubled(text);
            assert_eq!(repair(&once).text, text);
            let latin_1: String = text.bytes().map(char::from).collect();
            assert_eq!(repair(&latin_1).text, text);
            let thrice = repair(&doubled(&doubled(&once)))
                .mojibake
                .map(|found| found.layers);
            assert_eq!(thrice, Some(3), "{text}");
            assert_eq!(repair(&doubled(&doubled(&once))).text, text);
        }
    }

    #[test]
    fn clean_text_stays() {
        for text in [
            "„Spaß“ – Straße… «ß» HYVÄ” HYVÄ… ÄÄ–NI IRMÃ” MANHÃ»",
            "—se fué—¿no? voilà… café»… allé”— está»… dijo",
            "1.5 Å±0.1, 3 Å², 0.4 eÅ–3, 3×£5, 2×½, Ø±0.1, Ø½",
            "À Á Â Ã Ä Å Æ Ç È É Ê Ë Ì Í Î Ï Ð Ñ Ò Ó Ô Õ Ö × Ø Ù Ú Û Ü Ý Þ ß",
            "¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉ",
            "ESPAÑ” CAFÉ» ROMÂ» BÚIÐ” ÇA L’ÂGE",
        ] {
            assert_eq!(
                repair(text),
                Repaired {
                    text: Cow::Borrowed(text),
                    mojibake: None
                }
            );
        }
    }

    #[test]
    fn a_document_is_repaired_as_a_whole() {
        // The first word is certain only by the others, which come later.
        let (text, doubled) = (
            "über Müller grüßte Göran schön.",
            "├╝ber M├╝ller gr├╝├ƒte G├╢ran sch├╢n.",
        );
        assert_eq!(repair(doubled).text, text);
        let mut repairer = Repairer::default();
        let mut found = String::new();
        for part in ["├╝ber M├╝ller ", "gr├╝├ƒte G├╢ran sch├╢n.", ""] {
            repairer.push(part, part.is_empty(), &mut |part| found.push_str(part));
        }
        assert_eq!(found, text);
        assert_eq!(repair("fÃŒr mÃ€hen, VÃœbor").text, "für mähen, Výbor");
    }

    #[test]
    fn what_may_be_clean_follows_what_is_certain() {
        assert_eq!(repair("CAFÃ‰").text, "CAFÉ");
        assert_eq!(repair("SÃ“ isso").text, "SÃ“ isso");
        assert_eq!(repair("SÃ“ isso, nÃ£o").text, "SÓ isso, não");
    }

    #[test]
    fn parts_of_a_document_have_its_lines() {
        let text = format!("{}CafÃ© und TÃ¼r\n", "a plain line\n".repeat(10));
        let mut repairer = Repairer::default();
        let mut whole = String::new();
        let (head, tail) = text.split_at(text.find('Ã').unwrap() + 2);
        repairer.push(head, false, &mut |part| whole.push_str(part));
        repairer.push(tail, true, &mut |part| whole.push_str(part));
        assert!(whole.ends_with("Café und Tür\n"));
        let found = Mojibake {
            runs: 2,
            layers: 1,
            line: 11,
            page: Encoding::WINDOWS_1252,
        };
        assert_eq!(repairer.found(), Some(found));
    }

    #[test]
    fn a_run_between_two_pieces_of_a_document_is_seen() {
        for before in 0..8 {
            let text = "a".repeat(crate::rules::READ_SIZE - before) + "cafÃ© noir";
            let found = crate::detect(text.as_bytes());
            assert!(found.may_be_double, "{before}");
        }
    }

    proptest! {
        /// Repair reaches a text without anything left to undo, for chunks of any size, and the
        /// scan of bytes misses no run.
        #[test]
        fn any_text_is_repaired(text in "[aé ÃÂâ€™©”ÐÑ\u{80}\u{90}\u{A0}ðŸ˜ß\\n]{0,20}", at in 0..20_usize) {
            let repaired = repair(&text);
            prop_assert_eq!(repaired.mojibake.is_some(), matches!(repaired.text, Cow::Owned(_)));
            let at = text.char_indices().nth(at).map_or(text.len(), |(at, _)| at);
            let mut repairer = Repairer::default();
            let mut whole = String::new();
            repairer.push(&text[..at], false, &mut |part| whole.push_str(part));
            repairer.push(&text[at..], true, &mut |part| whole.push_str(part));
            prop_assert_eq!(repairer.found().is_some(), whole != text);
        }
    }
}
