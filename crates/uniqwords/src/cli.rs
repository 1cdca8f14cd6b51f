//! The command line of uniqwords.

use std::borrow::Cow;
use std::num::NonZero;

use clap::Parser;
use command::{
    CommonArgs, DocumentArgs, Emit, Error, NamedField, Output, Process, ThreadArgs, Tool,
};
use intake::{Document, Location, LongDocument};
use record::{FieldPath, Name, Place, Words};

use tokens::Fold;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::dense::{Dense, Seed};
use crate::{Extractor, Feature, Which};

/// Write the words that occur exactly once in a document, in order, with their positions
///
/// A word is a run without white space, reduced to its alphabetic characters, in lower case; accents that stand behind their letters (NFD)
/// are composed with them first. In scripts without
/// spaces between words it is an n-gram of characters with their marks: a bigram in Han and kana, a trigram in
/// Thai, Lao, Khmer and Burmese. One begins at each character, across punctuation and line ends. Writes one record a document, for
/// lcsdup; --dense adds seeds for short passages. (Yalniz, Can & Manmatha 2011, section 4.1; --vocabulary and
/// --shingles are the methods that its section 6 compares with)
#[derive(Debug, Parser)]
#[command(name = "uniqwords")]
pub struct Options {
    #[command(flatten)]
    documents: DocumentArgs,

    /// Write all distinct words, by first occurrence
    #[arg(long, conflicts_with = "shingles", help_heading = "Words")]
    vocabulary: bool,

    /// Write the distinct word N-grams (shingles) whose hash is 0 mod P, as hexadecimal numbers
    ///
    /// The hash is XXH3 (64 bits, seed 0) of the words joined by single spaces.
    #[arg(long, value_name = "N", help_heading = "Words")]
    shingles: Option<NonZero<usize>>,

    /// The P of --shingles: one shingle in P is written
    #[arg(
        long = "mod",
        value_name = "P",
        default_value = "50",
        requires = "shingles",
        help_heading = "Words"
    )]
    modulus: NonZero<u64>,

    /// Add seeds by which lcsdup finds short passages in damaged text
    ///
    /// A seed occurs once in the document. It is a pair of words within eight tokens, with their distance, or a word of
    /// 7 to 40 letters, whole or without one of them. There are three for each token, and six if every fifth character
    /// is wrong; each takes seven bytes. lcsdup then finds passages by seeds instead of unique words: nearly all of 100 words if
    /// every tenth character is wrong in both copies, most of 250 if every fifth is.
    #[arg(long, conflicts_with_all = ["vocabulary", "shingles", "raw_output", "no_positions"], help_heading = "Words")]
    dense: bool,

    /// Further differences that do not count: width, accents, digits, ignorable; none is NFC and NFD alone
    ///
    /// Texts are folded as neardup does it, before their words are taken. Positions count the words of the folded text.
    #[arg(long, value_name = "LIST", help_heading = "Words")]
    fold: Option<Fold>,

    /// Leave out the positions of the words; lcsdup then finds no passages
    #[arg(long, help_heading = "Output")]
    no_positions: bool,

    /// Write positions with --vocabulary and --shingles too: the index of the token, from 0; unique words always have
    /// them
    #[arg(long, conflicts_with_all = ["raw_output", "no_positions"], help_heading = "Output")]
    positions: bool,

    /// Copy these fields of documents that are records, numbers and texts, for lcsdup --keep newest:FIELD
    #[arg(long, value_name = "FIELD", value_delimiter = ',', value_parser = parse_field, conflicts_with = "raw_output", help_heading = "Output")]
    fields: Vec<String>,

    /// Copy the numbers in these fields of documents that are records, for lcsdup --keep max:FIELD
    #[arg(long, value_name = "FIELD", value_delimiter = ',', value_parser = parse_field, conflicts_with = "raw_output", help_heading = "Output")]
    numbers: Vec<String>,

    /// Write the file and the line of documents that are records
    ///
    /// If several documents have one name, lcsdup says with them which ones it means. Without them it gives the lines of the words.
    #[arg(long, conflicts_with = "raw_output", help_heading = "Output")]
    places: bool,

    /// Write plain text: the document's name, a tab, and the words, separated by spaces
    #[arg(short, long, help_heading = "Output")]
    raw_output: bool,

    #[command(flatten)]
    common: CommonArgs,

    #[command(flatten)]
    threads: ThreadArgs,
}

fn parse_field(field: &str) -> Result<String, String> {
    match field.trim() {
        "doc" | "doc_bytes" | "tokens" | "words" | "positions" | "seeds" | "text_hash" | "file"
        | "line" => Err("is a field of the words record already".into()),
        "" => Err("a field has a name".into()),
        field => Ok(field.to_owned()),
    }
}

impl Options {
    fn feature(&self) -> Feature {
        match self.shingles {
            Some(n) => Feature::Shingles {
                n,
                modulus: self.modulus,
            },
            None if self.vocabulary => Feature::Vocabulary,
            None => Feature::Unique,
        }
    }

    fn folded<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.fold {
            Some(fold) => fold.apply(text),
            None => tokens::fold::composed(text),
        }
    }

    /// Returns the copied fields of a document, with their values as JSON.
    fn copied(
        &self,
        document: &Document,
        named: &[NamedField],
        process: &Process,
    ) -> Vec<(&str, String)> {
        let number = |field: &str| document.number(field).map(str::to_owned);
        let text = |field: &str| {
            let text = document.field(&field.parse().ok()?)?;
            let mut json = Vec::new();
            record::write_string(&mut json, &text);
            String::from_utf8(json).ok()
        };
        let numbers = self.numbers.iter().map(|field| {
            let found = number(field);
            if found.is_none() && text(field).is_some() {
                let message = format!("{field} is a text; --fields {field} copies it");
                process.warn(document.display(), message);
            }
            (field, found)
        });
        let fields =
            (self.fields.iter()).map(|field| (field, number(field).or_else(|| text(field))));
        let copied = numbers.chain(fields).zip(named);
        copied
            .filter_map(|((field, json), named)| {
                named.see(json.is_some());
                Some((&field[..], json?))
            })
            .collect()
    }

    fn write(
        &self,
        name: &Name,
        (words, text_hash): (&crate::Words, u64),
        seeds: Option<&[record::Seed]>,
        place: Option<Place>,
        copied: &[(&str, &str)],
        emit: &mut Emit,
    ) {
        let out = emit.out();
        if self.raw_output {
            out.extend_from_slice(name.as_bytes());
            for (index, word) in words.iter().enumerate() {
                out.push(if index == 0 { b'\t' } else { b' ' });
                out.extend_from_slice(word.as_bytes());
            }
            if words.is_empty() {
                out.push(b'\t');
            }
            out.push(b'\n');
        } else {
            let unique = self.feature() == Feature::Unique;
            let positions =
                (self.positions || unique && !self.no_positions).then(|| words.positions());
            let tokens = words.tokens;
            Words::write_parts(
                out,
                name,
                tokens,
                words.iter(),
                positions,
                seeds,
                Some(text_hash),
                place,
                copied,
            );
        }
        emit.settle();
    }
}

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# find partial duplicates among books
find books -name '*.txt' | uniqwords | lcsdup
# find passages of 100 words, also in badly scanned books
find books -name '*.txt' | uniqwords --dense | lcsdup
# keep the document with the highest score of each group of duplicates
uniqwords --numbers score < documents.jsonl | lcsdup --emit keep --keep max:score -r > keep.txt
# find duplicates by 0-mod-p shingling
find books -name '*.txt' | uniqwords --shingles 4 --mod 50 | lcsdup --score jaccard --threshold 0.1";

    const MEMORY: &'static str = "\
Streaming: one document of up to 4 MiB and its distinct words per thread, whatever the corpus. A longer file is read in
pieces. --dense and --shingles hold it, with some 42 bytes for each byte. One that is standard input or compressed is copied to a temporary file
first ($TMPDIR or /tmp). A record is as long as its document has words, so that of one document is held whole as well.";

    fn common(&self) -> &CommonArgs {
        &self.common
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        let feature = self.feature();
        let numbers = (self.numbers.iter())
            .map(|field| NamedField::new("--numbers", format_args!("{field} with a number")));
        let fields = (self.fields.iter()).map(|field| NamedField::new("--fields", field));
        let named: Vec<NamedField> = numbers.chain(fields).collect();
        let paths: Vec<FieldPath> = (self.numbers.iter().chain(&self.fields))
            .filter_map(|field| field.parse().ok())
            .collect();
        let work = |(extractor, dense): &mut (Extractor, Dense),
                    document: &Document,
                    emit: &mut Emit| {
            let text = self.folded(document.text);
            let words = extractor.extract(&text, feature);
            let seeds = self.dense.then(|| {
                let (_, seeds) = dense.extract(&text);
                let seeds = seeds.map(|Seed { position, hash }| record::Seed { position, hash });
                seeds.collect::<Vec<_>>()
            });
            let copied = self.copied(document, &named, process);
            let copied: Vec<(&str, &str)> = copied
                .iter()
                .map(|(field, json)| (*field, &json[..]))
                .collect();
            let Location { source: file, line } = document.location;
            let place = line
                .filter(|_| self.places)
                .map(|line| Place { file, line });
            let (seeds, hash) = (seeds.as_deref(), xxh3_64(text.as_bytes()));
            self.write(&document.name, (&words, hash), seeds, place, &copied, emit);
        };
        let work_long = |(extractor, _): &mut (Extractor, Dense),
                         document: &mut LongDocument,
                         emit: &mut Emit| {
            let (mut pieces, mut hash) = (extractor.begin(), Xxh3::new());
            document.for_each_piece(|piece| {
                let piece = self.folded(piece);
                hash.update(piece.as_bytes());
                pieces.push(&piece);
            })?;
            let words = pieces.finish(match feature {
                Feature::Unique => Which::Unique,
                _ => Which::All,
            });
            let name = document.name();
            named.iter().for_each(|field| field.see(false));
            let hash = hash.digest();
            self.write(&Name::new(&*name), (&words, hash), None, None, &[], emit);
            Ok(())
        };
        let keys = paths.iter().map(FieldPath::key);
        let sources = self.documents.text_sources(keys);
        let threads = self.threads.count();
        let worker = Default::default;
        if self.dense || self.shingles.is_some() {
            command::for_each_document(process, &sources, threads, out, worker, work)?;
        } else {
            command::for_each_document_or_long(
                process, &sources, threads, out, worker, work, work_long,
            )?;
        }
        named.iter().for_each(|field| field.warn(process));
        Ok(())
    }
}
