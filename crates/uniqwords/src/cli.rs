//! The command line of uniqwords.

use std::num::NonZero;

use clap::Parser;
use command::{CommonArgs, DocumentArgs, Emit, Error, Output, Process, ThreadArgs, Tool};
use intake::Document;
use record::Words;

use crate::{Extractor, Feature};

/// Write the words that occur exactly once in a document, in their order
///
/// Words are what is between white space, without all characters that are not alphabetic, in lower case. One record a
/// document, for lcsdup. (Yalniz, Can & Manmatha 2011, section 4.1; --vocabulary and --shingles are the methods that
/// its section 6 compares with)
#[derive(Debug, Parser)]
#[command(name = "uniqwords")]
pub struct Options {
    #[command(flatten)]
    documents: DocumentArgs,

    /// Write all distinct words, by first occurrence
    #[arg(long, conflicts_with = "shingles", help_heading = "Words")]
    vocabulary: bool,

    /// Write the runs of N words whose hash is 0 mod P, each once, as hexadecimal numbers
    ///
    /// The hash is the XXH3 (64 bits) of the words joined by single spaces.
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

    /// Add for each word the index of its token in the document, from 0
    #[arg(long, conflicts_with = "raw_output", help_heading = "Output")]
    positions: bool,

    /// Write plain text: the document's name, a tab, and the words, separated by spaces
    #[arg(short, long, help_heading = "Output")]
    raw_output: bool,

    #[command(flatten)]
    common: CommonArgs,

    #[command(flatten)]
    threads: ThreadArgs,
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
}

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# partial duplicates among books
find books -name '*.txt' | uniqwords | lcsdup
# the same, and which passages they share
find books -name '*.txt' | uniqwords --positions | lcsdup --align
# duplicates by 0-mod-p shingling
find books -name '*.txt' | uniqwords --shingles 4 --mod 50 | lcsdup --score jaccard --threshold 0.1";

    const MEMORY: &'static str = "\
Streaming: one document and its distinct words per thread, whatever the corpus. A record is as long as its document has
words, so that of one document is held whole as well.";

    fn common(&self) -> &CommonArgs {
        &self.common
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        let feature = self.feature();
        let work = |extractor: &mut Extractor, document: &Document, emit: &mut Emit| {
            let words = extractor.extract(document.text, feature);
            let out = emit.out();
            if self.raw_output {
                out.extend_from_slice(document.name.as_bytes());
                for (index, word) in words.iter().enumerate() {
                    out.push(if index == 0 { b'\t' } else { b' ' });
                    out.extend_from_slice(word.as_bytes());
                }
                if words.is_empty() {
                    out.push(b'\t');
                }
                out.push(b'\n');
            } else {
                let positions = self.positions.then(|| words.positions());
                Words::write_parts(out, &document.name, words.tokens, words.iter(), positions);
            }
            emit.settle();
        };
        command::for_each_document(
            process,
            &self.documents.sources(),
            self.threads.count(),
            out,
            Extractor::default,
            work,
        )
    }
}
