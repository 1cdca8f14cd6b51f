//! `--texts`: the text of passages, cut out of the documents that the words came from.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::ops::Range;
use std::sync::Mutex;

use command::{Error, Output, Process, for_each_document};
use intake::Sources;
use tokens::words::for_each_place;

use super::documents::Entry;

/// A range of tokens.
type Place = (u64, u64);

/// Texts of passages.
#[derive(Debug, Default)]
pub(super) struct Texts {
    /// By document and place.
    found: HashMap<(u32, Place), String>,
}

impl Texts {
    /// Reads `files`, and keeps the texts of these places of these documents. Only what is kept stays in memory.
    pub(super) fn read(
        files: &[OsString],
        wanted: &BTreeMap<u32, Vec<Place>>,
        documents: &[Entry],
        threads: usize,
        process: &Process,
        out: &mut Output,
    ) -> Result<Texts, Error> {
        let mut by_name: HashMap<&[u8], Vec<u32>> = HashMap::new();
        for &document in wanted.keys() {
            let name = documents[document as usize].name.as_bytes();
            by_name.entry(name).or_default().push(document);
        }
        let mut sources = Sources::default();
        sources.files = files.to_vec();
        let found = Mutex::new(HashMap::new());
        process.stage("reading the texts");
        for_each_document(
            process,
            &sources,
            threads,
            out,
            Vec::new,
            |places: &mut Vec<Range<usize>>, document, _| {
                let Some(same_name) = by_name.get(document.name.as_bytes()) else {
                    return;
                };
                places.clear();
                for_each_place(document.text, |place| places.push(place));
                for &number in same_name {
                    // Other tokens than the record's are another text.
                    if documents[number as usize].tokens != places.len() as u64 {
                        continue;
                    }
                    let texts = wanted[&number].iter().filter_map(|&(start, end)| {
                        let places = places.get(start as usize..end as usize)?;
                        let text = places.first()?.start..places.last()?.end;
                        Some(((number, (start, end)), document.text[text].to_owned()))
                    });
                    let texts: Vec<_> = texts.collect();
                    found.lock().expect("no thread panics here").extend(texts);
                }
            },
        )?;
        let found: HashMap<(u32, Place), String> = found.into_inner().expect("no thread panicked");
        let without = (wanted.iter())
            .filter(|(document, places)| !found.contains_key(&(**document, places[0])))
            .count();
        if without > 0 {
            process.warn(
                "--texts",
                format_args!("{without} documents with passages are not there, or have another text: theirs are left out"),
            );
        }
        Ok(Texts { found })
    }

    /// The text of a passage, where it is known.
    pub(super) fn get(&self, document: u32, place: Place) -> Option<&str> {
        self.found.get(&(document, place)).map(String::as_str)
    }
}
