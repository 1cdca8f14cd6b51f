//! Reading of words records: names and numbers into lists, words into a [`Collection`](crate::Collection).

use std::borrow::Cow;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;

use command::keep::Rank;
use command::{Error, Keep, Process, RecordArgs};
use intake::display_path;
use platform::files;
use record::{FieldPath, Name, Place, Words};

use crate::{Finder, Settings, UniqueWords};

/// The hint for input that does not consist of records.
const NO_WORDS: &str = "words records are what uniqwords writes: uniqwords FILE... | lcsdup";

/// The data of a record besides its words.
pub(super) struct DocumentInfo {
    pub(super) name: Name<'static>,
    /// Where the document was read, or else the record of its words.
    file: Arc<str>,
    line: u64,
    /// Whether these are the place of the document.
    is_placed: bool,
    /// Whether another document has the same name.
    is_ambiguous: bool,
    /// The number of its unique words.
    pub(super) words: usize,
    /// The number of its tokens; of its words, where their positions are not known.
    pub(super) tokens: u64,
    /// How much it is wanted by the field of --keep.
    pub(super) rank: Rank,
}

impl DocumentInfo {
    /// Where it was read, if its name does not say which document it is.
    pub(super) fn place(&self) -> Option<Place<'_>> {
        let file = &self.file;
        let line = self.line;
        self.is_ambiguous.then_some(Place { file, line })
    }

    /// The file and the line in which the document itself was read, if that is known.
    pub(super) fn source(&self) -> Option<(&str, u64)> {
        self.is_placed.then_some((&*self.file, self.line))
    }
}

/// Marks the documents whose name another one has, too, and warns of them once.
pub(super) fn mark_ambiguous(documents: &mut [DocumentInfo], process: &Process) {
    let mut order: Vec<usize> = (0..documents.len()).collect();
    order.sort_by(|&one, &other| {
        documents[one]
            .name
            .as_bytes()
            .cmp(documents[other].name.as_bytes())
    });
    let mut is_said = false;
    for pair in order.windows(2) {
        let [one, other] = [pair[0], pair[1]];
        if documents[one].name != documents[other].name {
            continue;
        }
        if !std::mem::replace(&mut is_said, true) {
            let name = String::from_utf8_lossy(documents[one].name.as_bytes());
            let hint = match documents[one].is_placed && documents[other].is_placed {
                true => "",
                false => ", or run uniqwords with --places",
            };
            let message = format_args!(
                "several documents are named '{}', so records have their file and line, too; give each document a name of its own (--id-field){hint}",
                intake::escaped(&name)
            );
            process.warn("input", message);
        }
        documents[one].is_ambiguous = true;
        documents[other].is_ambiguous = true;
    }
}

/// Makes records numbers.
pub(super) struct WordsReader<'a> {
    process: &'a Process,
    pub(super) finder: Finder,
    pub(super) documents: Vec<DocumentInfo>,
    keep: &'a Keep,
}

/// The value of a field of a record.
fn value_in(line: &[u8], field: &FieldPath) -> Option<String> {
    let fields = record::Fields::parse(line).ok()?;
    let (value, _) = field.find(&fields).ok()??;
    value.string_or_number().map(Cow::into_owned)
}

impl<'a> WordsReader<'a> {
    pub(super) fn new(process: &'a Process, settings: Settings, keep: &'a Keep) -> Self {
        WordsReader {
            process,
            finder: Finder::new(settings),
            documents: Vec::new(),
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
                if let Err(error) =
                    read.and_then(|words| self.add(words, rank, (&block.origin, number)))
                {
                    let error = intake::Error::new(&block.origin, error).at_line(number);
                    let error = match Words::read(line) {
                        Err(record::Error::Syntax(_) | record::Error::Missing("words"))
                            if !args.raw_input =>
                        {
                            error.hint(NO_WORDS)
                        }
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
            let occurs = self.finder.occurs_in(word, documents);
            occurs.map_err(|error| Error::new(&name, error))?;
        }
        Ok(())
    }

    fn add(&mut self, words: Words, rank: Rank, read: (&Arc<str>, u64)) -> Result<(), String> {
        const LIMIT: u64 = 1 << 32;
        let size = words.words.len() as u64;
        let numbered = words.positions.is_some() || words.seeds.is_some();
        if words.tokens >= LIMIT && numbered || size >= LIMIT {
            return Err("2^32 or more words in one document".into());
        }
        if self.documents.len() as u64 == LIMIT - 1 {
            return Err("2^32 or more documents".into());
        }
        let positions: Option<Vec<u32>> = words
            .positions
            .map(|positions| positions.iter().map(|&at| at as u32).collect());
        let seeds: Option<Vec<(u32, u32)>> = words.seeds.map(|seeds| {
            let seeds = seeds.iter();
            seeds
                .map(|seed| (seed.hash, seed.position as u32))
                .collect()
        });
        let unique = UniqueWords {
            words: &words.words,
            tokens: words.tokens,
            positions: positions.as_deref(),
            seeds: seeds.as_deref(),
            text_hash: words.text_hash,
        };
        self.finder
            .push_words(&unique)
            .map_err(|error| error.to_string())?;
        let (file, line) = match &words.place {
            Some((file, line)) => (self.file(file), *line),
            None => (read.0.clone(), read.1),
        };
        self.documents.push(DocumentInfo {
            name: words.doc.into_owned(),
            file,
            line,
            is_placed: words.place.is_some(),
            is_ambiguous: false,
            words: size as usize,
            tokens: match positions {
                Some(_) => words.tokens,
                None => size,
            },
            rank,
        });
        Ok(())
    }
}

impl WordsReader<'_> {
    /// Returns the name of a file, shared with the document before if that was in the same one.
    fn file(&self, name: &str) -> Arc<str> {
        let last = self.documents.last().map(|document| &document.file);
        match last.filter(|file| &***file == name) {
            Some(file) => file.clone(),
            None => name.into(),
        }
    }
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
        text_hash: None,
        place: None,
    })
}
