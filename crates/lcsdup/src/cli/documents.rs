//! Reading of words records: names and numbers into lists, words into a [`Collection`](crate::Collection).

use std::borrow::Cow;
use std::io::{BufRead, BufReader};
use std::path::Path;

use command::keep::Rank;
use command::{Error, Keep, Process, RecordArgs};
use intake::display_path;
use platform::files;
use record::{FieldPath, Name, Words};

use crate::Builder;
use crate::search::Extent;

/// The hint where the input is no records at all.
const NO_WORDS: &str = "words records are what uniqwords writes: uniqwords FILE... | lcsdup";

/// The data of a record besides its words.
pub(super) struct DocumentInfo {
    pub(super) name: Name<'static>,
    /// The number of its unique words.
    pub(super) words: usize,
    pub(super) tokens: u64,
    pub(super) has_positions: bool,
    /// The number of tokens that its words cover.
    pub(super) span: u32,
    /// How much it is wanted by the field of --keep.
    pub(super) rank: Rank,
}

impl DocumentInfo {
    pub(super) fn extent(&self) -> Extent {
        Extent {
            tokens: self.tokens,
            span: self.span,
        }
    }
}

/// Makes records numbers.
pub(super) struct WordsReader<'a> {
    process: &'a Process,
    pub(super) builder: Builder,
    pub(super) documents: Vec<DocumentInfo>,
    /// The seeds of each document; `None` if its record has none.
    pub(super) seeds: Vec<Option<Vec<(u32, u32)>>>,
    with_positions: bool,
    keep: &'a Keep,
}

/// The value of a field of a record.
fn value_in(line: &[u8], field: &FieldPath) -> Option<String> {
    let fields = record::Fields::parse(line).ok()?;
    let (value, _) = field.find(&fields).ok()??;
    value.string_or_number().map(Cow::into_owned)
}

impl<'a> WordsReader<'a> {
    pub(super) fn new(process: &'a Process, with_positions: bool, keep: &'a Keep) -> Self {
        WordsReader {
            process,
            builder: Builder::new(),
            documents: Vec::new(),
            seeds: Vec::new(),
            with_positions,
            keep,
        }
    }

    /// Reads records or plain lines to the end. Lines that are neither are reported and left out.
    pub(super) fn read(&mut self, args: &RecordArgs) {
        let mut blocks = args.blocks(1 << 20, self.process);
        while let Some(block) = blocks.next_block() {
            let lines = block.bytes.split_inclusive(|&byte| byte == b'\n');
            for (number, line) in (block.first_line..).zip(lines) {
                if line.trim_ascii().is_empty() {
                    continue;
                }
                let read = if args.raw_input {
                    read_raw(line)
                } else {
                    Words::read(line).map_err(|error| error.to_string())
                };
                let value = (self.keep.field()).and_then(|field| value_in(line, field));
                let (rank, wrong) = self.keep.rank_of(value.as_deref());
                if let Some(wrong) = wrong {
                    let place = format_args!("{}:{number}", block.origin);
                    self.process.warn(place, wrong);
                }
                if let Err(error) = read.and_then(|words| self.add(words, rank)) {
                    let error = intake::Error::new(&block.origin, error).at_line(number);
                    let error = match Words::read(line) {
                        Err(record::Error::Syntax(_)) if !args.raw_input => error.hint(NO_WORDS),
                        _ => error,
                    };
                    self.process.reject(&error.raw(line.trim_ascii_end()));
                }
            }
        }
    }

    /// Reads the document frequencies of the whole run.
    pub(super) fn read_spread(&mut self, path: &Path) -> Result<(), Error> {
        let name = display_path(path);
        let io = |error| Error::io(&name, &error);
        for (number, line) in (1..).zip(BufReader::new(files::open(path).map_err(io)?).lines()) {
            let line = line.map_err(io)?;
            let read = line
                .rsplit_once('\t')
                .and_then(|(word, documents)| Some((word, documents.parse().ok()?)));
            let Some((word, documents)) = read else {
                return Err(Error::new(
                    format_args!("{name}:{number}"),
                    "no word with a tab and a number",
                ));
            };
            let occurs = self.builder.occurs_in(word, documents);
            occurs.map_err(|error| Error::new(&name, error))?;
        }
        Ok(())
    }

    fn add(&mut self, words: Words, rank: Rank) -> Result<(), String> {
        const LIMIT: u64 = 1 << 32;
        let size = words.words.len() as u64;
        let numbered = words.positions.is_some() || words.seeds.is_some();
        if words.tokens >= LIMIT && numbered || size >= LIMIT {
            return Err("2^32 or more words in one document".into());
        }
        if self.documents.len() as u64 == LIMIT - 1 {
            return Err("2^32 or more documents".into());
        }
        let has_positions = words.positions.is_some();
        let positions: Vec<u32> = match (self.with_positions, &words.positions) {
            (false, _) => Vec::new(),
            (true, Some(positions)) => positions.iter().map(|&at| at as u32).collect(),
            // Words are used as tokens.
            (true, None) => (0..size as u32).collect(),
        };
        self.builder
            .push(words.words.iter().map(AsRef::as_ref), &positions)
            .map_err(|error| error.to_string())?;
        let span = span_of_most(&words.words);
        self.seeds.push(words.seeds.map(|seeds| {
            let seeds = seeds.iter();
            seeds
                .map(|seed| (seed.hash, seed.position as u32))
                .collect()
        }));
        self.documents.push(DocumentInfo {
            name: words.doc.into_owned(),
            words: size as usize,
            tokens: match has_positions {
                true => words.tokens,
                false => size,
            },
            has_positions,
            span,
            rank,
        });
        Ok(())
    }
}

/// The number of tokens that most words cover: more than one in scripts without spaces.
fn span_of_most(words: &[Cow<str>]) -> u32 {
    let mut counts = [0usize; 4];
    for word in words {
        counts[tokens::words::span(word).min(3)] += 1;
    }
    (1..4).rev().max_by_key(|&span| counts[span]).unwrap_or(1) as u32
}

/// A line of `uniqwords --raw-output`: a name, a tab, words separated by spaces.
fn read_raw(line: &[u8]) -> Result<Words<'_>, String> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let tab = line
        .iter()
        .position(|&byte| byte == b'\t')
        .ok_or("no tab behind the document's name")?;
    let words = std::str::from_utf8(&line[tab + 1..]).map_err(|error| error.to_string())?;
    let words: Vec<Cow<str>> = words
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(Cow::Borrowed)
        .collect();
    Ok(Words {
        doc: Name::new(&line[..tab]),
        tokens: words.len() as u64,
        words,
        positions: None,
        seeds: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_of_the_script_of_most_of_its_words() {
        let span = |words: &[&str]| {
            let words: Vec<Cow<str>> = words.iter().map(|&word| word.into()).collect();
            span_of_most(&words)
        };
        assert_eq!(span(&[]), 1);
        assert_eq!(span(&["one", "two", "漢字"]), 1);
        assert_eq!(span(&["one", "漢字", "字漢"]), 2);
        assert_eq!(span(&["one", "ภาษ", "าษา"]), 3);
    }
}
