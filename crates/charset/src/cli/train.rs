//! `charset train`.

use clap::Args;
use command::args::listed;
use command::{CommonArgs, DocumentArgs, Emit, Error, Output, Process};
use intake::Document;
use platform::threads::lock;
use std::sync::Mutex;

use crate::model::no_model;
use crate::{Encoding, Sample};

/// The options of `charset train`.
#[derive(Debug, Args)]
pub struct Options {
    #[command(flatten)]
    documents: DocumentArgs,

    /// What to call the language
    #[arg(long, value_name = "L", help_heading = "Training")]
    language: String,

    /// The language's encodings, the most frequent first
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        value_parser = listed::<Encoding>,
        required = true,
        help_heading = "Training"
    )]
    encodings: Vec<Encoding>,

    /// Take the text as it is, without typographic quotes and signs added
    #[arg(long, help_heading = "Training")]
    plain: bool,

    #[command(flatten)]
    pub common: CommonArgs,
}

impl Options {
    pub fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        if let Some(encoding) = self.encodings.iter().find(|one| !one.has_model()) {
            return Err(Error::new("--encodings", no_model(*encoding)));
        }
        let is_name = |char: char| char.is_ascii_alphanumeric() || "-_".contains(char);
        if self.language.is_empty() || !self.language.chars().all(is_name) || self.language == "any"
        {
            return Err(Error::new(
                "--language",
                "a language's name has ASCII letters, digits, - and _, and is not any",
            ));
        }
        if out.is_terminal() {
            return Err(Error::new(
                "standard output",
                "a model is not text for a terminal; write it with -o FILE",
            ));
        }
        let sample = Mutex::new(Sample::default());
        let work = |_: &mut (), document: &Document, _: &mut Emit| {
            let mut sample = lock(&sample);
            if self.plain {
                sample.add(document.text);
            } else {
                sample.add_with_variants(document.text, &self.language);
            }
        };
        command::for_each_document(process, &self.documents.sources(), 1, out, || (), work)?;
        let sample = sample.into_inner().expect("one thread");
        let mut encodings = self.encodings.clone();
        encodings.dedup();
        let model = sample.model(&self.language, encodings);
        if model
            .triples
            .iter()
            .flat_map(|(triple, _)| triple)
            .all(char::is_ascii)
        {
            process.warn(
                "the documents",
                "they have no character beyond ASCII, so that all encodings are the same",
            );
        }
        out.write(&model.to_bytes())
    }
}
