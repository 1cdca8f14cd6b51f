//! Reads a few documents from standard input, and writes for each a JSON record of its encoding, its language and its
//! blocks: which are kept, which are not, and why.
//!
//! `docs/demo` runs it in a browser, built for WebAssembly with WASI; `cargo xtask page` puts the two together. Each
//! document is a line with its name, a tab and its size in bytes, followed by these bytes.

use std::io::{self, Read, Write};
use std::ops::Range;

use blockdedup::{Blocks, Dedup, Fate, Piece};
use charset::codec::Decoder;
use charset::{Encoding, detect};
use htmlblocks::extract::Outputs;
use htmlblocks::{Class, ExtractedBlock, Extractor};
use record::{Object, write_string};

/// The features that are named for each block of a page.
const REASONS: usize = 3;

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut demo = Demo::new();
    let mut out = Vec::new();
    let mut rest = &input[..];
    while let Some((name, document, after)) = document(rest) {
        demo.add(&mut out, name, document)?;
        rest = after;
    }
    io::stdout().write_all(&out)
}

/// The name and the bytes of the first document, and what follows it; `None` at the end or if the line is wrong.
fn document(input: &[u8]) -> Option<(&str, &[u8], &[u8])> {
    let end = input.iter().position(|&byte| byte == b'\n')?;
    let (name, size) = std::str::from_utf8(&input[..end]).ok()?.rsplit_once('\t')?;
    let (document, after) = input[end + 1..].split_at_checked(size.parse().ok()?)?;
    Some((name, document, after))
}

/// A document as text. The library has a call for that which also identifies languages, with models of 6 MB: too much for
/// a page.
struct Text {
    encoding: Option<Encoding>,
    /// The language whose model fits the bytes best.
    language: Option<String>,
    damaged: u64,
    text: String,
}

impl Text {
    fn of(bytes: &[u8]) -> Self {
        let first = detect(bytes).candidates.into_iter().next();
        let encoding = first.as_ref().map(|one| one.encoding);
        let mut text = String::new();
        let damaged = encoding.map_or(0, |encoding| {
            Decoder::new(encoding).decode(bytes, true, &mut text)
        });
        Text {
            encoding,
            language: first.and_then(|one| one.language),
            damaged,
            text: text.trim_start_matches('\u{FEFF}').to_owned(),
        }
    }
}

/// A block of a document.
struct Block {
    text: String,
    tag: &'static str,
    /// The probability that it is main content, for pages.
    score: Option<f32>,
    /// The features that spoke most for or against it.
    reasons: Vec<(&'static str, f32)>,
    fate: &'static str,
}

/// The tools, which remember the documents before.
struct Demo<'s> {
    extractor: Extractor<'s>,
    dedup: Dedup<Blocks>,
}

impl Demo<'_> {
    fn new() -> Self {
        Demo {
            extractor: Extractor::new(htmlblocks::Settings {
                outputs: Outputs {
                    text: false,
                    markdown: None,
                    metadata: true,
                    reasons: REASONS,
                },
                ..htmlblocks::Settings::default()
            }),
            dedup: Dedup::blocks(Blocks::default()),
        }
    }

    /// Appends the record of a document.
    fn add(&mut self, out: &mut Vec<u8>, name: &str, bytes: &[u8]) -> io::Result<()> {
        let mut decoded = Text::of(bytes);
        let mut metadata = Vec::new();
        let mut blocks = match is_page(&decoded.text) {
            true => {
                let found = self.extractor.extract(&decoded.text);
                decoded.language = found.language.map(String::from).or(decoded.language);
                metadata.extend(
                    found
                        .metadata
                        .fields()
                        .map(|(key, value)| (key, value.to_owned())),
                );
                let reasons = found.reasons.iter().map(|reasons| {
                    reasons
                        .iter()
                        .map(|one| (one.feature, one.weight))
                        .collect()
                });
                found
                    .blocks()
                    .zip(reasons)
                    .map(|(block, reasons)| of_page(&block, reasons))
                    .collect()
            }
            false => of_text(&decoded.text),
        };
        self.mark_repeated(&mut blocks)?;
        write(out, name, &decoded, &metadata, &blocks);
        Ok(())
    }

    /// Marks the kept blocks that repeat text of documents before, or of this one.
    fn mark_repeated(&mut self, blocks: &mut [Block]) -> io::Result<()> {
        let mut text = String::new();
        let mut places: Vec<(usize, Range<usize>)> = Vec::new();
        for (index, block) in blocks
            .iter()
            .enumerate()
            .filter(|(_, block)| block.fate == KEPT)
        {
            let start = text.len();
            text += &block.text;
            places.push((index, start..text.len()));
            text += "\n\n";
        }
        let kept = self.dedup.push(&text).map_err(io::Error::other)?;
        let lost = kept.pieces.iter().filter(|piece| piece.fate != Fate::Kept);
        for Piece { bytes, fate, .. } in lost {
            let within = places
                .iter()
                .filter(|(_, place)| place.start < bytes.end && bytes.start < place.end);
            for (index, _) in within {
                blocks[*index].fate = match fate {
                    Fate::Stub => STUB,
                    _ => REPEATED,
                };
            }
        }
        Ok(())
    }
}

const KEPT: &str = "kept";
const BOILERPLATE: &str = "boilerplate";
const REPEATED: &str = "repeated";
const STUB: &str = "stub";

/// Whether a text looks like a page: something that begins like a tag, and one of the elements that pages have.
fn is_page(text: &str) -> bool {
    let begin: String = text.trim_start().chars().take(2000).collect();
    let begin = begin.to_lowercase();
    begin.starts_with('<')
        && ["<html", "<!doctype html", "<body", "<head", "<div", "<p"]
            .iter()
            .any(|tag| begin.contains(tag))
}

fn of_page(block: &ExtractedBlock, reasons: Vec<(&'static str, f32)>) -> Block {
    Block {
        text: block.text.to_owned(),
        tag: block.tag,
        score: block.score,
        reasons,
        fate: match block.class {
            Class::Good => KEPT,
            _ => BOILERPLATE,
        },
    }
}

/// The paragraphs of a text.
fn of_text(text: &str) -> Vec<Block> {
    let text = text.replace("\r\n", "\n");
    let paragraphs = text
        .split("\n\n")
        .map(str::trim)
        .filter(|paragraph| !paragraph.is_empty());
    let block = |paragraph: &str| Block {
        text: paragraph.to_owned(),
        tag: "",
        score: None,
        reasons: Vec::new(),
        fate: KEPT,
    };
    paragraphs.map(block).collect()
}

fn write(
    out: &mut Vec<u8>,
    name: &str,
    decoded: &Text,
    metadata: &[(&str, String)],
    blocks: &[Block],
) {
    let mut object = Object::begin(out);
    object.string("name", name);
    match decoded.encoding {
        Some(encoding) => object.string("encoding", encoding.name()),
        None => object.null("encoding"),
    };
    if let Some(language) = &decoded.language {
        object.string("language", language);
    }
    if decoded.damaged > 0 {
        object.integer("damaged", decoded.damaged);
    }
    object.object("metadata", |object| {
        for (key, value) in metadata {
            object.string(key, value);
        }
    });
    object.array("blocks", blocks, write_block);
    object.end_line();
}

fn write_block(out: &mut Vec<u8>, block: &Block) {
    let mut object = Object::begin(out);
    object
        .string("text", &block.text)
        .string("tag", block.tag)
        .string("fate", block.fate);
    if let Some(score) = block.score {
        object.float("score", f64::from(score));
    }
    object.array("reasons", &block.reasons, |out, (feature, weight)| {
        out.push(b'[');
        write_string(out, feature);
        out.push(b',');
        record::write_float(out, f64::from(*weight));
        out.push(b']');
    });
    object.end();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_and_a_text_that_repeats_it_say_what_goes() {
        let paragraph = "The mill stood empty for forty years, until two sisters from the town bought it and began to \
                         grind flour for the bakers who had been looking for somebody like them.";
        let page = format!(
            "<html><body><nav><a href=/>Home</a> <a href=/n>News</a></nav><p>{paragraph}</p></body></html>"
        );
        let text = format!(
            "{paragraph}\n\nThe weir below the mill was built in a dry summer, and it has held since then."
        );
        let mut input = Vec::new();
        for (name, document) in [("a page", &page), ("a text", &text)] {
            input.extend_from_slice(format!("{name}\t{}\n{document}", document.len()).as_bytes());
        }
        let mut demo = Demo::new();
        let mut out = Vec::new();
        let mut rest = &input[..];
        while let Some((name, bytes, after)) = document(rest) {
            demo.add(&mut out, name, bytes).unwrap();
            rest = after;
        }
        let out = String::from_utf8(out).unwrap();
        let fates = |line: &str| {
            let parts = line.split("\"fate\":\"").skip(1);
            parts
                .map(|part| part.split('"').next().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), 2, "{out}");
        assert!(
            lines[0].starts_with(r#"{"name":"a page","encoding":"utf-8""#),
            "{out}"
        );
        assert_eq!(fates(lines[0]).last().unwrap(), KEPT, "{out}");
        assert!(fates(lines[0]).contains(&BOILERPLATE.to_owned()), "{out}");
        // The sentence that is left is short, next to repeated text.
        assert_eq!(fates(lines[1]), [REPEATED, STUB], "{out}");
    }

    #[test]
    fn a_wrong_size_ends_the_input() {
        assert_eq!(document(b"a\t2\nxyz"), Some(("a", &b"xy"[..], &b"z"[..])));
        for input in [&b""[..], b"a\t9\nxy", b"a\tb\nxy", b"a 2\nxy", b"a\t2"] {
            assert_eq!(document(input), None);
        }
    }
}
