//! Reads documents that are too long for memory, in chunks of whole lines.
//!
//! Most documents are read whole ([`Document`](crate::Document)), which is simpler and faster. A
//! tool that works line by line can avoid holding a document of 5 GB. [`set_apart`] takes such
//! documents out of the items. [`LongDocument`] reads their text with a few hundred kilobytes of
//! memory, or as much as the longest line takes.
//!
//! The result is the same as for a document in memory. So the bytes are read twice. The first pass
//! finds errors, because a file that cannot be read to its end is left out, and the encoding, which
//! may depend on the last byte. The second pass reads the text.

use std::io::{self, SeekFrom};
use std::sync::Arc;

use encoding_rs::{Decoder, Encoding};
use memchr::{memchr_iter, memmem, memrchr};

use crate::encoding::{Doubt, Hints, Second, append, start};
use crate::opened::{Opened, Origin};
use crate::raw::rereadable;
use crate::read::{malformed, out_of_memory, unended};
use crate::stream::ReadSeek;
use crate::{Error, Item, Observer, Sources};
use platform::files::read_full;
use platform::utf8::Evidence;

/// The minimum size in bytes of a long document.
pub const LONG: u64 = 4 << 20;

/// The number of bytes read at a time.
const READ_SIZE: usize = 256 << 10;

/// Separates a long document from other items. Returns other items unchanged.
///
/// # Errors
/// Returns the opened file of a long document as the error.
pub fn set_apart(item: Item, sources: &Sources) -> Result<Item, Box<Opened>> {
    let Item::Whole(mut opened) = item else {
        return Ok(item);
    };
    match opened.is_longer_than(LONG.min(sources.max_document_size)) {
        true => Err(opened.into()),
        false => Ok(Item::Whole(opened)),
    }
}

/// A document whose text is read in chunks.
pub struct LongDocument<'a> {
    origin: Origin,
    bytes: Box<dyn ReadSeek>,
    encoding: &'static Encoding,
    /// The length of the byte order mark.
    start: u64,
    /// The reason why the encoding may be wrong.
    doubt: Option<Doubt>,
    /// A second encoding that some lines seem to be in.
    second: Option<Second>,
    /// Whether some bytes were replaced by U+FFFD.
    malformed: bool,
    /// The warning about text without line feeds.
    unended: Option<String>,
    text_bytes: usize,
    observer: &'a dyn Observer,
}

impl<'a> LongDocument<'a> {
    /// Reads a file once to find its encoding. A file that is compressed or not regular is copied
    /// to a temporary file.
    ///
    /// # Errors
    /// Returns the reason why the document is left out.
    pub fn open(
        opened: Opened,
        sources: &Sources,
        observer: &'a dyn Observer,
    ) -> Result<Self, Error> {
        let origin = opened.origin.clone();
        let document = rereadable(opened, sources, 0).and_then(|(mut bytes, length)| {
            let found = find_encoding(&mut *bytes, sources)?;
            observer.advance(length);
            Ok(LongDocument {
                origin: origin.clone(),
                bytes,
                encoding: found.encoding,
                start: found.mark,
                doubt: found.doubt,
                second: found.second,
                malformed: false,
                unended: None,
                text_bytes: 0,
                observer,
            })
        });
        document.map_err(|error| out_of_memory(&origin.display, &error))
    }

    /// Returns the path as given; `-` for standard input.
    pub fn name(&self) -> Arc<[u8]> {
        self.origin.name.clone()
    }

    /// Returns the name for messages.
    pub fn display(&self) -> &str {
        &self.origin.display
    }

    /// Returns the length in bytes of the text read so far.
    pub fn text_bytes(&self) -> usize {
        self.text_bytes
    }

    /// Creates an error about reading this document.
    pub fn error(&self, error: &io::Error) -> Error {
        out_of_memory(&self.origin.display, error)
    }

    /// Calls `each` with the text in chunks of whole lines. Only the last line may lack its line
    /// feed.
    ///
    /// # Errors
    /// Fails if a read fails that succeeded before, or if a line does not fit in memory.
    pub fn for_each_piece(&mut self, mut each: impl FnMut(&str)) -> io::Result<()> {
        self.bytes.seek(SeekFrom::Start(self.start))?;
        let observer = self.observer;
        let mut pieces = Pieces::new(&mut *self.bytes, self.encoding);
        while let Some(piece) = pieces.next()? {
            observer.read_text(piece);
            // Without line feeds, the first chunk is the whole text.
            if self.text_bytes == 0 {
                self.unended = unended(piece);
            }
            self.text_bytes += piece.len();
            each(piece);
        }
        self.malformed = pieces.malformed;
        Ok(())
    }

    /// Returns warnings about the text that was read: an uncertain encoding, lines in another
    /// encoding, invalid text, or text without lines.
    ///
    /// # Errors
    /// Fails like [`LongDocument::for_each_piece`].
    pub fn warnings(&mut self) -> io::Result<Vec<String>> {
        let doubt = self.doubt.map(|doubt| doubt.to_string());
        let second = self.second.map(|second| second.to_string());
        let malformed = match self.malformed {
            true => Some(malformed(self.encoding, self.first_malformed()?)),
            false => None,
        };
        let all = [doubt, second, malformed, self.unended.take()];
        Ok(all.into_iter().flatten().collect())
    }

    /// Returns the line number of the first invalid sequence.
    fn first_malformed(&mut self) -> io::Result<usize> {
        self.bytes.seek(SeekFrom::Start(self.start))?;
        let mut pieces = Pieces::new(&mut *self.bytes, self.encoding);
        let mut line = 1;
        while let Some(piece) = pieces.next()? {
            let replaced = memmem::find(piece.as_bytes(), "\u{FFFD}".as_bytes());
            let good = &piece.as_bytes()[..replaced.unwrap_or(piece.len())];
            line += memchr_iter(b'\n', good).count();
            if replaced.is_some() {
                break;
            }
        }
        Ok(line)
    }
}

/// The result of detecting the encoding of a document.
struct Found {
    encoding: &'static Encoding,
    /// The length of the byte order mark.
    mark: u64,
    doubt: Option<Doubt>,
    second: Option<Second>,
}

/// Detects the encoding of a document, with the same result as in memory.
fn find_encoding(bytes: &mut dyn ReadSeek, sources: &Sources) -> io::Result<Found> {
    let mut buffer = vec![0; READ_SIZE];
    let mut read = read_full(bytes, &mut buffer)?;
    let begin = start(&buffer[..read], sources.encoding);
    let mut evidence = Evidence::default();
    while read > 0 {
        if begin.guessed {
            evidence.push(&buffer[..read]);
        }
        read = read_full(bytes, &mut buffer)?;
    }
    evidence.finish();
    let hints = Hints {
        said: None,
        detect: sources.detect,
    };
    let (encoding, doubt, second) = match () {
        () if begin.guessed && evidence.is_escaped() => hints.legacy(bytes)?,
        () if !begin.guessed || evidence.is_valid() => (begin.encoding, None, None),
        () if evidence.is_utf_8() => (begin.encoding, None, hints.second(bytes)?),
        () => hints.legacy(bytes)?,
    };
    Ok(Found {
        encoding,
        mark: begin.mark as u64,
        doubt,
        second,
    })
}

/// The chunks of a text.
struct Pieces<'a> {
    bytes: &'a mut dyn ReadSeek,
    decoder: Decoder,
    buffer: Vec<u8>,
    /// The last chunk and the beginning of the next line.
    text: String,
    /// The length of the last chunk in bytes.
    given: usize,
    malformed: bool,
    ended: bool,
}

impl<'a> Pieces<'a> {
    fn new(bytes: &'a mut dyn ReadSeek, encoding: &'static Encoding) -> Self {
        Pieces {
            bytes,
            decoder: encoding.new_decoder_without_bom_handling(),
            buffer: vec![0; READ_SIZE],
            text: String::new(),
            given: 0,
            malformed: false,
            ended: false,
        }
    }

    fn next(&mut self) -> io::Result<Option<&str>> {
        self.text.drain(..self.given);
        self.given = 0;
        while self.given == 0 && !self.ended {
            let searched = self.text.len();
            let read = read_full(self.bytes, &mut self.buffer)?;
            self.ended = read < self.buffer.len();
            let bytes = &self.buffer[..read];
            self.malformed |= append(&mut self.decoder, bytes, self.ended, &mut self.text)?;
            let last = memrchr(b'\n', &self.text.as_bytes()[searched..]);
            self.given = last.map_or(0, |last| searched + last + 1);
        }
        if self.given == 0 {
            self.given = self.text.len();
        }
        Ok((self.given > 0).then(|| &self.text[..self.given]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Label, Messages, Reader, Tally};

    #[derive(Default, Debug, PartialEq)]
    struct Said(Vec<String>);

    impl Messages for Said {
        fn failed(&mut self, error: Error) {
            self.0.push(error.to_string());
        }

        fn bad(&mut self, error: Error) {
            self.0.push(error.to_string());
        }

        fn ended(&mut self, _: Arc<Tally>) {}

        fn warn(&mut self, _: String, message: String) {
            self.0.push(message);
        }
    }

    /// Opens the bytes as a stream, so that they are copied to a temporary file.
    fn opened(bytes: &[u8], sources: &Sources) -> Opened {
        let reader = Box::new(io::Cursor::new(bytes.to_vec()));
        Opened::stream(Origin::file(b"file"), reader, sources).unwrap()
    }

    fn held(bytes: &[u8], sources: &Sources) -> (String, Said) {
        let (mut text, mut said) = (String::new(), Said::default());
        let item = Item::Whole(opened(bytes, sources));
        Reader::new(sources).read(item, &(), &mut said, |document, _| {
            text.push_str(document.text);
        });
        (text, said)
    }

    fn in_pieces(bytes: &[u8], sources: &Sources) -> (String, Said) {
        let (mut text, mut said) = (String::new(), Said::default());
        let mut document = match LongDocument::open(opened(bytes, sources), sources, &()) {
            Ok(document) => document,
            Err(error) => return (text, Said(vec![error.to_string()])),
        };
        let mut last_ended = true;
        let read = document.for_each_piece(|piece| {
            assert!(last_ended, "a line is never in two pieces");
            last_ended = piece.ends_with('\n');
            text.push_str(piece);
        });
        read.unwrap();
        said.0.extend(document.warnings().unwrap());
        (text, said)
    }

    #[test]
    fn what_is_read_in_pieces_is_what_is_read_whole() {
        let line = "The “Abbé” said — in a low voice — that the café was shut.\n";
        let utf_8 = line.repeat(3 * READ_SIZE / line.len());
        let (windows_1252, ..) = encoding_rs::WINDOWS_1252.encode(&utf_8);
        let utf_16: Vec<u8> = utf_8.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let damaged = [
            &utf_8.as_bytes()[..2 * READ_SIZE],
            b"\xE9\n",
            utf_8.as_bytes(),
        ]
        .concat();
        let one_line = [&vec![b'a'; 2 * READ_SIZE + 7][..], b"\nb\n\nc"].concat();
        let genuine = utf_8.replacen("shut", "\u{FFFD}", 1) + "\nx";
        let cases: [(&str, &[u8]); 10] = [
            ("empty", b""),
            ("UTF-8", utf_8.as_bytes()),
            ("a mark", &[b"\xEF\xBB\xBF", utf_8.as_bytes()].concat()),
            ("windows-1252", &windows_1252),
            ("UTF-16", &[b"\xFF\xFE", &utf_16[..]].concat()),
            ("odd UTF-16", &[b"\xFF\xFE", &utf_16[..], b"x"].concat()),
            ("damaged", &damaged),
            (
                "truncated",
                &utf_8.as_bytes()[..utf_8.rfind('é').unwrap() + 1],
            ),
            ("one line", &one_line),
            ("genuine U+FFFD", genuine.as_bytes()),
        ];
        for (case, bytes) in cases {
            for label in [Label::Auto, Label::Named(encoding_rs::UTF_8)] {
                for limit in [u64::MAX, 1000] {
                    let sources = Sources {
                        encoding: label,
                        max_document_size: limit,
                        ..Sources::default()
                    };
                    let (whole, pieces) = (held(bytes, &sources), in_pieces(bytes, &sources));
                    assert!(
                        whole == pieces,
                        "{case} {label:?} {:?} {:?}",
                        whole.1,
                        pieces.1
                    );
                }
            }
        }
    }

    #[test]
    fn only_long_files_are_set_apart() {
        let sources = Sources::default();
        let apart = |length: u64| {
            let bytes = vec![b'a'; usize::try_from(length).unwrap()];
            set_apart(Item::Whole(opened(&bytes, &sources)), &sources).is_err()
        };
        assert_eq!(
            [apart(0), apart(LONG), apart(LONG + 1)],
            [false, false, true]
        );
    }

    #[test]
    fn a_stream_that_is_not_long_is_whole_after_it_was_looked_at() {
        let sources = Sources::default();
        let item = set_apart(Item::Whole(opened(b"one\ntwo\n", &sources)), &sources).unwrap();
        let mut text = String::new();
        Reader::new(&sources).read(item, &(), &mut Said::default(), |document, _| {
            text.push_str(document.text);
        });
        assert_eq!(text, "one\ntwo\n");
    }
}
