//! Systematic sampling: takes the middle of each of several equal parts of a document, so that the shares of its languages are near
//! those of the whole. Notices stand at its ends.

use std::io;

use super::page;
use crate::Encoding;
use crate::answer::Start;
use crate::codec::Decoder;
use crate::constants::{ENOUGH_TEXT, MIN_SENTENCE, MIN_SENTENCES};
use crate::rules::Source;

/// The number of chunks.
const CHUNKS: u64 = 8;
/// The size of a chunk in bytes, in the document's encoding.
const CHUNK_BYTES: usize = 512;
/// The prefix of a page that is read first, in bytes. Many pages begin with more scripts and styles
/// than that. So the prefix grows by [`GROWTH`] until it has [`ENOUGH_TEXT`] visible text or is
/// [`LONGEST`].
const PAGE: usize = 128 << 10;
const GROWTH: usize = 4;
const LONGEST: usize = 2 << 20;

/// The maximum size in bytes of a document that is read at once, which is faster than the system
/// calls for its chunks.
const SMALL: u64 = 16 << 10;

/// Returns the blocks of chunks of a document whose encoding is known. A short document is taken
/// whole, a long one is sampled. `start` says where its first byte stands.
///
/// # Errors
/// Returns the errors of reading the document.
pub fn pieces(
    source: &mut dyn Source,
    encoding: Encoding,
    start: Start,
) -> io::Result<Vec<String>> {
    let skipped = u64::from(start == Start::WithinCharacter);
    let length = source.seek(io::SeekFrom::End(0))? - skipped;
    if length <= SMALL {
        let bytes = read(source, skipped, length as usize)?;
        return pieces_of(&mut io::Cursor::new(bytes), length, encoding);
    }
    pieces_of(source, length, encoding)
}

fn pieces_of(source: &mut dyn Source, length: u64, encoding: Encoding) -> io::Result<Vec<String>> {
    let whole = CHUNKS * CHUNK_BYTES as u64;
    let head = read(source, 0, 1024)?;
    let is_page = page::is_page(&decoded(encoding, &head));
    if is_page {
        let text = page_text(source, length, encoding)?;
        // Each line is a block.
        return Ok(blocks(parts(&text.replace('\n', "\n\n"))));
    }
    // In an encoding with escapes, the meaning of a byte depends on everything before it.
    if length <= whole || !starts_anywhere(encoding) {
        let text = decoded(encoding, &read(source, 0, whole as usize)?);
        return Ok(blocks(parts(&text)));
    }
    let mut pieces = Vec::new();
    let step = length / CHUNKS;
    for piece in 0..CHUNKS {
        // Characters of UTF-16 and UTF-32 begin at multiples of four bytes, or two bytes after
        // them.
        let at = (piece * step + (step - CHUNK_BYTES as u64) / 2) / 4 * 4;
        let bytes = read(source, at, CHUNK_BYTES + 4)?;
        let piece = decoded(encoding, &bytes[beginning(encoding, &bytes, at)..]);
        pieces.push(whole_words(&piece).to_owned());
    }
    Ok(blocks(pieces))
}

/// Returns the visible sentences of a page, or of a prefix with enough text; all text if there are
/// few sentences. Some pages have the text that scripts would show in `noscript`. It is used if
/// there are few sentences without it.
fn page_text(source: &mut dyn Source, length: u64, encoding: Encoding) -> io::Result<String> {
    let mut bytes = Vec::new();
    let mut prefix = PAGE;
    let (page, text) = loop {
        bytes.extend(read(source, bytes.len() as u64, prefix - bytes.len())?);
        let page = decoded(encoding, &bytes);
        let text = html::visible::text(&page);
        if text.len() >= ENOUGH_TEXT || prefix as u64 >= length || prefix >= LONGEST {
            break (page, text);
        }
        prefix *= GROWTH;
    };
    let found = sentences(&text)
        .or_else(|| sentences(&html::visible::text_without_scripts(&page)))
        .unwrap_or(text);
    Ok(found)
}

/// Returns the lines of a text that are sentences; `None` if there are few.
fn sentences(text: &str) -> Option<String> {
    let mut sentences = String::new();
    for line in text.split('\n').filter(|line| line.len() >= MIN_SENTENCE) {
        sentences.push_str(line);
        sentences.push('\n');
    }
    (sentences.len() >= MIN_SENTENCES).then_some(sentences)
}

/// Returns a chunk without the words that are cut at its ends.
fn whole_words(chunk: &str) -> &str {
    let is_near = |at: &usize| *at < WORD;
    let begin = chunk.find(char::is_whitespace).filter(is_near);
    let chunk = &chunk[begin.unwrap_or(0)..];
    let end = chunk.rfind(char::is_whitespace);
    &chunk[..end
        .filter(|at| is_near(&(chunk.len() - at)))
        .unwrap_or(chunk.len())]
}

/// The minimum mean length of lines that are paragraphs, in bytes. Lines that are cut are shorter.
const PARAGRAPH: usize = 120;
/// The length at which a block of such lines ends, in bytes. A single one may be a heading or a command.
const PARAGRAPHS: usize = 160;

/// Splits chunks into blocks, which are separated by blank lines, or are some lines if these are paragraphs.
fn blocks(pieces: Vec<String>) -> Vec<String> {
    let mut all = Vec::new();
    // Half of a short text may be in another language.
    let is_short = pieces.iter().map(String::len).sum::<usize>() < 2 * CHUNK_BYTES;
    let mut push = |block: &str| {
        let middle = match is_short && block.chars().nth(CHUNK_BYTES / 2).is_some() {
            true => cut(block, 1, 2),
            false => 0,
        };
        let (first, second) = block.split_at(middle);
        let parts = [first, second].into_iter();
        all.extend(
            parts
                .filter(|part| !part.trim().is_empty())
                .map(str::to_owned),
        );
    };
    for piece in &pieces {
        let piece = piece.replace("\r\n", "\n");
        let ends = || memchr::memchr_iter(b'\n', piece.as_bytes());
        let has_paragraphs = piece.len() / (ends().count() + 1) >= PARAGRAPH;
        let mut from = 0;
        for at in ends() {
            let is_blank = piece[at + 1..].starts_with('\n');
            let is_long = has_paragraphs && at >= from + PARAGRAPHS;
            // The second line feed of a blank line is before the next block.
            if at >= from && (is_blank || is_long) {
                push(&piece[from..at]);
                from = at + 1 + usize::from(is_blank);
            }
        }
        push(&piece[from..]);
    }
    all
}

/// Returns parts of a text at equal distances, cut after lines or words.
pub fn parts(text: &str) -> Vec<String> {
    let whole = CHUNKS as usize * CHUNK_BYTES;
    let mut parts = Vec::new();
    let step = text.len().max(whole) / CHUNKS as usize;
    let mut at = (step - CHUNK_BYTES) / 2;
    while at < text.len() {
        let from = boundary(text, at);
        let end = boundary(text, from + CHUNK_BYTES);
        // Skip a word that is cut at the start.
        let part = &text[from..end];
        let is_cut = from > 0 && !text[..from].ends_with(char::is_whitespace);
        let begin = match part.find(char::is_whitespace) {
            Some(begin) if is_cut => begin,
            _ => 0,
        };
        let more = text[end..].find(char::is_whitespace).unwrap_or(0).min(WORD);
        parts.push(text[from + begin..boundary(text, end + more)].to_owned());
        at += step;
    }
    parts
}

/// The maximum length of a word that stays whole.
const WORD: usize = 64;

/// Returns the length of the first `step` of `steps` equal parts of a text, including the word that
/// would be cut.
pub(super) fn cut(text: &str, step: usize, steps: usize) -> usize {
    let at = text.len() * step / steps;
    if at == 0 {
        return 0;
    }
    let end = text.len().min(at + WORD);
    let space = memchr::memchr2(b' ', b'\n', &text.as_bytes()[at..end]);
    match space {
        Some(space) => at + space,
        // The cut is in the last word.
        None if end == text.len() => end,
        None => boundary(text, at),
    }
}

/// Returns the first position from `at` on where a character begins or the text ends.
fn boundary(text: &str, at: usize) -> usize {
    let mut places = at..text.len();
    places
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(text.len())
}

/// Whether decoding a document in this encoding can start anywhere.
fn starts_anywhere(encoding: Encoding) -> bool {
    let has_shifts = encoding.name().starts_with("iso-2022") || encoding.name().starts_with("hz");
    !has_shifts
}

/// Returns the start of the first whole character of a chunk.
fn beginning(encoding: Encoding, bytes: &[u8], at: u64) -> usize {
    let name = encoding.name();
    let is_wide = name.starts_with("utf-16") || name.starts_with("utf-32");
    if at == 0 || encoding.is_single_byte() || is_wide {
        return 0;
    }
    if encoding == Encoding::UTF_8 {
        return bytes
            .iter()
            .take_while(|&&byte| byte & 0xC0 == 0x80)
            .count()
            .min(3);
    }
    // The bytes of two-byte characters are adjacent, and none of them is a control character or a
    // space.
    let is_alone = |byte: &u8| *byte <= b' ';
    bytes.iter().position(is_alone).unwrap_or(0)
}

fn read(source: &mut dyn Source, at: u64, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; length];
    source.seek(io::SeekFrom::Start(at))?;
    let mut filled = 0;
    while filled < length {
        match source.read(&mut bytes[filled..]) {
            Ok(0) => break,
            Ok(more) => filled += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    bytes.truncate(filled);
    Ok(bytes)
}

fn decoded(encoding: Encoding, bytes: &[u8]) -> String {
    let mut text = String::new();
    Decoder::new(encoding).decode(bytes, false, &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::encode;
    use std::io::Cursor;

    #[test]
    fn parts_of_a_text_are_cut_behind_words() {
        let of = |text: &str| {
            (0..4)
                .map(|step| text[cut(text, step, 4)..cut(text, step + 1, 4)].to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(of("ab cd ef gh ij kl"), ["ab cd", " ef", " gh ij", " kl"]);
        assert_eq!(of("series.first ()"), ["series.first", "", "", " ()"]);
        assert_eq!(of("oneword"), ["oneword", "", "", ""]);
        // No word is this long.
        let dense = "字".repeat(200);
        assert!(of(&dense).iter().all(|part| part.len() == 150));
        assert_eq!(of(""), [""; 4]);
    }

    #[test]
    fn pieces_are_from_all_of_a_document_and_cut_at_words() {
        let text: String = (0..20_000).map(|word| format!("wört{word:05} ")).collect();
        for name in ["utf-8", "windows-1252", "utf-16be", "utf-32le"] {
            let encoding: Encoding = name.parse().unwrap();
            let bytes: Vec<u8> = match name {
                "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
                "utf-32le" => text
                    .chars()
                    .flat_map(|char| u32::from(char).to_le_bytes())
                    .collect(),
                _ => {
                    let mut bytes = Vec::new();
                    assert!(text.chars().all(|char| encode(encoding, char, &mut bytes)));
                    bytes
                }
            };
            let pieces = pieces(&mut Cursor::new(bytes), encoding, Start::Character).unwrap();
            assert_eq!(pieces.len(), CHUNKS as usize, "{name}");
            // The middle of each part of 2,500 words.
            for (place, piece) in pieces.iter().enumerate() {
                let middle = piece.split_whitespace().nth(6).unwrap();
                let number: f64 = middle.trim_start_matches("wört").parse().unwrap();
                let expected = (place as f64 + 0.5) * 2500.0;
                assert!((number - expected).abs() < 50.0, "{name} {number}");
            }
            let mut words = pieces.iter().flat_map(|piece| piece.split_whitespace());
            let is_whole = |word: &str| word.starts_with("wört") && word.chars().count() == 9;
            assert!(words.all(is_whole), "{name}");
        }
    }

    #[test]
    fn a_short_document_is_all_there_block_by_block() {
        let text = "One block.\n\n\nAnother one,\nof two lines.\n";
        let all = pieces(&mut Cursor::new(text), Encoding::UTF_8, Start::Character).unwrap();
        assert_eq!(all, ["One block.", "\nAnother one,\nof two lines.\n"]);
        let windows = Cursor::new(text.replace('\n', "\r\n"));
        let same = pieces(&mut { windows }, Encoding::UTF_8, Start::Character).unwrap();
        assert_eq!(same, all);
        let text = "one two three four ".repeat(50);
        let all = pieces(
            &mut Cursor::new(text.clone()),
            Encoding::UTF_8,
            Start::Character,
        )
        .unwrap();
        assert_eq!(all.concat().split_whitespace().count(), 200);
        assert!(
            pieces(&mut Cursor::new(""), Encoding::UTF_8, Start::Character)
                .unwrap()
                .is_empty()
        );
        let page = "<html><body><script>var the = of;</script><p>Ein Wort</p></body></html>";
        let all = pieces(&mut Cursor::new(page), Encoding::UTF_8, Start::Character).unwrap();
        assert_eq!(all.concat().trim(), "Ein Wort");
    }

    fn of_page(page: &str) -> String {
        pieces(&mut Cursor::new(page), Encoding::UTF_8, Start::Character)
            .unwrap()
            .concat()
    }

    #[test]
    fn a_page_whose_text_is_behind_its_scripts_is_read_on() {
        let style = ".a { color: red }\n".repeat(40_000);
        let page = format!("<html><style>{style}</style><p>Ein Wort</p></html>");
        assert!(page.len() > 4 * PAGE);
        assert_eq!(of_page(&page).trim(), "Ein Wort");
        let style = ".a { color: red }\n".repeat(LONGEST / 8);
        let page = format!("<html><p>Ein</p><style>{style}</style><p>Wort</p></html>");
        assert_eq!(of_page(&page).trim(), "Ein", "what is read is limited");
    }

    #[test]
    fn sentences_stand_for_a_page_that_has_enough_of_them() {
        let menu = "<li>Kontakt".repeat(100);
        let sentence = "<p>This is a sentence of a page, and it is not one of the items of its menu, which are short.";
        let page = format!("<html>{menu}{}", sentence.repeat(20));
        assert!(!of_page(&page).contains("Kontakt"));
        let page = format!("<html>{menu}{sentence}");
        assert!(of_page(&page).contains("Kontakt"));
        let page = format!("<html>{menu}<noscript>{}</noscript>", sentence.repeat(20));
        let found = of_page(&page);
        assert!(found.contains("sentence") && !found.contains("Kontakt"));
    }
}
