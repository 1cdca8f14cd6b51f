//! Records of pairs and passages, as JSON, TSV and CSV.

use command::Format;
use command::rows::{write_csv, write_tsv};
use record::{Kind, Name};

use super::documents::DocumentInfo;
use crate::align::Segment;
use crate::search::FoundPair;
use crate::{Collection, score};

/// The columns of passages in TSV and CSV.
pub(super) const PASSAGE_COLUMNS: [&str; 15] = [
    "a",
    "b",
    "a_start",
    "a_end",
    "b_start",
    "b_end",
    "seeds",
    "score",
    "expect",
    "a_text",
    "b_text",
    "a_byte",
    "a_byte_end",
    "b_byte",
    "b_byte_end",
];

/// The columns of pairs in TSV and CSV.
pub(super) const PAIR_COLUMNS: [&str; 10] = [
    "a", "b", "a_words", "b_words", "common", "lcs", "cs", "its", "excess", "kind",
];

/// The numbers of a pair record: `a_words`, `b_words`, `common`, `lcs`, and the scores.
pub(super) struct PairNumbers {
    pub(super) words: [u64; 4],
    pub(super) cs: f64,
    pub(super) its: f64,
    pub(super) excess: f64,
}

pub(super) fn numbers(collection: &Collection, pair: &FoundPair) -> PairNumbers {
    let (x, y) = (
        collection.size(pair.a as usize),
        collection.size(pair.b as usize),
    );
    let (common, lcs) = (pair.common as usize, pair.lcs as usize);
    PairNumbers {
        words: [x, y, common, lcs].map(|number| number as u64),
        cs: score::cs(x, y, lcs),
        its: score::its(x, y, lcs),
        excess: score::excess(common, lcs),
    }
}

pub(super) fn write_passage(
    format: Format,
    line: &mut Vec<u8>,
    documents: [&DocumentInfo; 2],
    passage: record::Passage,
    found: [Option<(&str, [u64; 2])>; 2],
) {
    let names = documents.map(|document| &document.name);
    let texts = found.map(|found| Some(found?.0));
    let offsets = found.map(|found| Some(found?.1));
    let write = match format {
        Format::Jsonl => {
            let [a, b] = names;
            let [a_text, b_text] = texts;
            let [a_offset, b_offset] = offsets;
            let [a_place, b_place] = documents.map(DocumentInfo::place);
            return record::SharedPassage {
                a,
                b,
                a_file: a_place.map(|place| place.file),
                a_line: a_place.map(|place| place.line),
                b_file: b_place.map(|place| place.file),
                b_line: b_place.map(|place| place.line),
                a_tokens: passage.a,
                b_tokens: passage.b,
                seeds: passage.seeds,
                score: passage.score,
                expect: passage.expect,
                a_text,
                b_text,
                a_offset,
                b_offset,
            }
            .write(line);
        }
        Format::Raw => return write_tsv(line, &names.map(Name::as_bytes)),
        Format::Tsv => write_tsv,
        Format::Csv => write_csv,
    };
    let numbers = [
        passage.a.0,
        passage.a.1,
        passage.b.0,
        passage.b.1,
        passage.seeds,
    ];
    let numbers = numbers.map(|number| number.to_string());
    let scores = [passage.score, passage.expect].map(|number| number.to_string());
    let texts = texts.map(|text| text.unwrap_or_default().as_bytes());
    let bytes = offsets.map(|offset| match offset {
        Some(offset) => offset.map(|at| at.to_string()),
        None => Default::default(),
    });
    let cells: Vec<&[u8]> = (names.map(Name::as_bytes).into_iter())
        .chain(numbers.iter().chain(&scores).map(String::as_bytes))
        .chain(texts)
        .chain(bytes.iter().flatten().map(String::as_bytes))
        .collect();
    write(line, &cells);
}

pub(super) fn write_pair(
    format: Format,
    line: &mut Vec<u8>,
    collection: &Collection,
    pair: &FoundPair,
    documents: [&DocumentInfo; 2],
    passages: Option<&[record::PassageOfPair]>,
    segments: Option<&[Segment]>,
) {
    let numbers = numbers(collection, pair);
    let names = documents.map(|document| &document.name);
    let [a_words, b_words, common, lcs] = numbers.words;
    let kind = match pair.books {
        true => Kind::Books,
        false => Kind::Passages,
    };
    let write = match format {
        Format::Jsonl => {
            let segments = segments.map(|segments| {
                segments
                    .iter()
                    .map(|Segment { a, b }| [a.start, a.end, b.start, b.end])
                    .collect::<Vec<_>>()
            });
            let places = documents.map(DocumentInfo::place);
            return record::Pair {
                a: names[0],
                b: names[1],
                a_file: places[0].map(|place| place.file),
                a_line: places[0].map(|place| place.line),
                b_file: places[1].map(|place| place.file),
                b_line: places[1].map(|place| place.line),
                a_words,
                b_words,
                common,
                lcs,
                cs: numbers.cs,
                its: numbers.its,
                excess: numbers.excess,
                kind,
                passages,
                segments: segments.as_deref(),
            }
            .write(line);
        }
        Format::Raw => {
            return write_tsv(line, &names.map(Name::as_bytes));
        }
        Format::Tsv => write_tsv,
        Format::Csv => write_csv,
    };
    let words = numbers.words.map(|number| number.to_string());
    let scores = [numbers.cs, numbers.its, numbers.excess].map(|number| number.to_string());
    let cells: Vec<&[u8]> = names
        .map(Name::as_bytes)
        .into_iter()
        .chain(words.iter().chain(&scores).map(String::as_bytes))
        .chain([kind.name().as_bytes()])
        .collect();
    write(line, &cells);
}
