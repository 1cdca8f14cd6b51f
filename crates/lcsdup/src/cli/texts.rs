//! `--texts`: the texts of passages, extracted from the documents of the words records.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::ops::Range;
use std::sync::Mutex;

use command::{Error, Output, Process, for_each_document};
use intake::Sources;
use tokens::words::for_each_place;

use super::documents::DocumentInfo;

/// A range of tokens.
type TokenRange = (u64, u64);

/// Texts of passages.
#[derive(Debug, Default)]
pub(super) struct Texts {
    /// The text by document and range.
    texts: HashMap<(u32, TokenRange), Extract>,
}

/// A part of a document's text.
#[derive(Debug)]
struct Extract {
    text: String,
    bytes: Range<usize>,
}

/// A name without `./` at its beginning: the folder `.` and a list of `find` name the same file differently.
fn plain(mut name: &[u8]) -> &[u8] {
    while let Some(rest) = name.strip_prefix(b"./") {
        name = rest;
    }
    name
}

impl Texts {
    /// Reads `files` and extracts these ranges of tokens of these documents. Only the extracted text stays in memory.
    pub(super) fn read(
        files: &[OsString],
        wanted: &BTreeMap<u32, Vec<TokenRange>>,
        documents: &[DocumentInfo],
        threads: usize,
        process: &Process,
        out: &mut Output,
    ) -> Result<Texts, Error> {
        let mut by_name: HashMap<&[u8], Vec<u32>> = HashMap::new();
        for &document in wanted.keys() {
            let name = plain(documents[document as usize].name.as_bytes());
            by_name.entry(name).or_default().push(document);
        }
        let mut sources = Sources::default();
        sources.files = files.to_vec();
        let texts = Mutex::new(HashMap::new());
        process.stage("reading the texts");
        for_each_document(
            process,
            &sources,
            threads,
            out,
            Vec::new,
            |places: &mut Vec<Range<usize>>, document, _| {
                let Some(same_name) = by_name.get(plain(document.name.as_bytes())) else {
                    return;
                };
                places.clear();
                for_each_place(document.text, |place| places.push(place));
                for &number in same_name {
                    // A document with another number of tokens than the record is not the same text.
                    let asked = &documents[number as usize];
                    let is_it = |(file, line): (&str, u64)| {
                        plain(file.as_bytes()) == plain(document.location.source.as_bytes())
                            && Some(line) == document.location.line
                    };
                    if asked.tokens != places.len() as u64 || !asked.source().is_none_or(is_it) {
                        continue;
                    }
                    let extracted = wanted[&number].iter().filter_map(|&(start, end)| {
                        let places = places.get(start as usize..end as usize)?;
                        let bytes = places.first()?.start..places.last()?.end;
                        let text = document.text[bytes.clone()].to_owned();
                        Some(((number, (start, end)), Extract { text, bytes }))
                    });
                    let extracted: Vec<_> = extracted.collect();
                    texts
                        .lock()
                        .expect("no thread panics here")
                        .extend(extracted);
                }
            },
        )?;
        let texts: HashMap<(u32, TokenRange), Extract> =
            texts.into_inner().expect("no thread panicked");
        let without = (wanted.iter())
            .filter(|(document, places)| !texts.contains_key(&(**document, places[0])))
            .count();
        if without > 0 {
            process.warn(
                "--texts",
                format_args!(
                    "{without} documents with passages are not there, or have another text: theirs are left out; name the files or folders as uniqwords was given them"
                ),
            );
        }
        Ok(Texts { texts })
    }

    /// The text of a passage and its bytes in the document's text, if available.
    pub(super) fn get(&self, document: u32, place: TokenRange) -> Option<(&str, [u64; 2])> {
        let Extract { text, bytes } = self.texts.get(&(document, place))?;
        Some((text, [bytes.start as u64, bytes.end as u64]))
    }
}
