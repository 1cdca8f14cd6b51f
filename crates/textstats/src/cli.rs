//! The command line of textstats.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use charset::language::{Identifier, UNDETERMINED, built_in, names};
use clap::{Parser, ValueEnum};
use command::args::listed;
use command::{CommonArgs, DocumentArgs, Emit, Error, Output, Process, ThreadArgs, Tool};
use intake::Document;
use platform::threads::lock;
use record::{Quantiles, TextStats};

use crate::measures::find;
use crate::{Kind, MEASURES, Measure, Measures, Meter, Rules, Settings, Sketch, Unit, rules};

/// Measure texts, and filter them by published rules or your own
///
/// Writes one record a document with the measures that quality filters are made of: lengths, symbols, the ends of lines, stop
/// words, and how much of the document repeats within itself. Each follows a published definition (Gopher, C4, FineWeb).
/// --rules adds which rules a document fails; --keep writes the documents that fail none.
#[derive(Debug, Parser)]
#[command(name = "textstats")]
pub struct Options {
    #[command(flatten)]
    documents: DocumentArgs,

    /// Add the rules that the document fails, as fails: gopher, c4, fineweb, or a file with a rule a line
    #[arg(
        long,
        value_name = "RULES[,...]",
        value_delimiter = ',',
        value_parser = listed::<String>,
        help_heading = "Rules"
    )]
    rules: Vec<String>,

    /// Write the documents that fail none of these rules, and leave out the others
    #[arg(long, value_name = "RULES[,...]", value_delimiter = ',', value_parser = listed::<String>, conflicts_with_all = ["emit", "measures"], help_heading = "Rules")]
    keep: Vec<String>,

    /// Only these measures, in the order given [default: all]
    #[arg(long, value_name = "NAME[,...]", value_delimiter = ',', value_parser = parse_measure, help_heading = "Measures")]
    measures: Vec<&'static Measure>,

    /// What counts as a word
    #[arg(
        long,
        value_name = "UNIT",
        default_value = "auto",
        help_heading = "Measures"
    )]
    words: WordUnit,

    /// The language of all documents, a code or a name such as en or english [default: what charset wrote, or else identified]
    #[arg(long, value_name = "LANG", value_parser = parse_language, help_heading = "Measures")]
    language: Option<String>,

    /// Add the share of the letters in the language of the document, as language_share
    ///
    /// Every block of the document is identified for it, which takes longer than all measures.
    #[arg(long, conflicts_with_all = ["language", "keep"], help_heading = "Measures")]
    language_share: bool,

    /// What to write
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "stats",
        help_heading = "Output"
    )]
    emit: What,

    #[command(flatten)]
    common: CommonArgs,

    #[command(flatten)]
    threads: ThreadArgs,
}

/// What counts as a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum WordUnit {
    /// A run without white space; a character in scripts without spaces, such as Chinese, Japanese and Thai
    Auto,
    /// A run without white space in all scripts, and C4's sentence ends of English, as published
    Space,
}

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// A record a document
    Stats,
    /// A record for each language and measure, with quantiles over all documents in it
    Quantiles,
}

fn parse_language(name: &str) -> Result<String, &'static str> {
    names::parse(name).map(|mut codes| codes.swap_remove(0))
}

fn parse_measure(name: &str) -> Result<&'static Measure, String> {
    find(name.trim()).ok_or_else(|| {
        if name.trim() == "language_share" {
            return "this measure takes longer than all others, and is added with --language-share"
                .to_owned();
        }
        let all: Vec<&str> = MEASURES.iter().map(|measure| measure.name).collect();
        format!("no such measure; there are {}", all.join(", "))
    })
}

/// Reads the rules with these names, and those in these files.
fn read_rules(option: &str, names: &[String]) -> Result<Rules, Error> {
    let mut all = Rules::default();
    for name in names {
        if let Some(rules) = Rules::built_in(name) {
            all.extend(rules);
            continue;
        }
        let bytes = intake::folder::read_file(Path::new(name)).map_err(|error| {
            let known: Vec<&str> = rules::BUILT_IN.iter().map(|(name, _)| *name).collect();
            let message = format!("{error}; rules are {} or a file", known.join(", "));
            Error::new(option, message)
        })?;
        let text = String::from_utf8_lossy(&bytes);
        let set = Path::new(name).file_stem().unwrap_or_default();
        let read = Rules::read(&set.to_string_lossy(), &text);
        let mut rules = read.map_err(|error| Error::new(name, error))?;
        if rules.is_empty() {
            let message =
                "there is no rule in it; a rule is a measure and its bounds, such as: words >= 50";
            return Err(Error::new(name, message));
        }
        let coded = rules.code_languages(parse_language);
        coded.map_err(|error| Error::new(name, error))?;
        all.extend(rules);
    }
    Ok(all)
}

/// The state of a thread.
struct Worker {
    meter: Meter,
    identifier: Identifier<'static>,
}

/// The language of a document and its share of the letters.
struct Language {
    code: String,
    share: Option<f64>,
}

impl Language {
    fn unknown() -> Self {
        Language {
            code: UNDETERMINED.to_owned(),
            share: None,
        }
    }
}

impl Options {
    fn worker(&self, measures: &[&Measure]) -> Worker {
        let unit = match self.words {
            WordUnit::Auto => Unit::Auto,
            WordUnit::Space => Unit::Space,
        };
        Worker {
            meter: Meter::new(Settings { unit }).only(measures),
            identifier: Identifier::new(built_in()),
        }
    }

    fn language(&self, document: &Document, identifier: &mut Identifier<'static>) -> Language {
        let known = self.language.clone();
        if let Some(code) = known.or_else(|| document.language().map(|code| code.into_owned())) {
            return Language { code, share: None };
        }
        if !self.language_share {
            let found = identifier.identify(crate::sample(document.text));
            let code = found.language().unwrap_or(UNDETERMINED).to_owned();
            return Language { code, share: None };
        }
        let text = crate::with_line_feeds(document.text);
        let blocks: Vec<String> = text.split("\n\n").map(str::to_owned).collect();
        let languages = identifier.languages(&blocks);
        Language {
            code: languages.language().to_owned(),
            share: Some(languages.share(languages.language())),
        }
    }

    /// The measures to write, each once.
    fn measures(&self) -> Vec<&'static Measure> {
        let mut measures: Vec<&'static Measure> = match self.measures.is_empty() {
            true => MEASURES.iter().collect(),
            false => self.measures.clone(),
        };
        let mut names = HashSet::new();
        measures.retain(|measure| names.insert(measure.name));
        measures
    }
}

/// Returns the value of a measure for a record.
fn value(measure: &Measure, measures: &Measures) -> record::Number {
    let value = (measure.value)(measures);
    match measure.kind {
        Kind::Count => record::Number::Integer(value as u64),
        Kind::Share | Kind::Mean => record::Number::Float(value),
    }
}

/// The quantiles in the output.
const QUANTILES: [(&str, f64); 9] = [
    ("q01", 0.01),
    ("q05", 0.05),
    ("q10", 0.10),
    ("q25", 0.25),
    ("q50", 0.50),
    ("q75", 0.75),
    ("q90", 0.90),
    ("q95", 0.95),
    ("q99", 0.99),
];

/// The distributions of measures, by language.
type Sketches = BTreeMap<String, Vec<Sketch>>;

fn add_quantiles(
    sketches: &mut Sketches,
    language: String,
    measures: &[&'static Measure],
    measured: &Measures,
) {
    let sketches = sketches
        .entry(language)
        .or_insert_with(|| vec![Sketch::default(); measures.len()]);
    for (sketch, measure) in sketches.iter_mut().zip(measures) {
        sketch.add((measure.value)(measured));
    }
}

fn write_quantiles(
    sketches: &Sketches,
    measures: &[&'static Measure],
    out: &mut Output,
) -> Result<(), Error> {
    let mut lines = Vec::new();
    for (language, sketches) in sketches {
        for (measure, sketch) in measures.iter().zip(sketches) {
            let at = |q: f64| sketch.quantile(q).unwrap_or_default();
            let quantiles = QUANTILES.map(|(name, q)| (name, at(q)));
            Quantiles {
                language,
                measure: measure.name,
                documents: sketch.number(),
                min: at(0.0),
                quantiles: &quantiles,
                max: at(1.0),
            }
            .write(&mut lines);
        }
    }
    out.write(&lines)
}

/// How the documents in a language fail.
#[derive(Debug, Default)]
struct Loss {
    documents: u64,
    failing: u64,
    by_rule: BTreeMap<String, u64>,
}

/// The same by language, or by script where the language is not known.
type Losses = BTreeMap<String, Loss>;

impl Loss {
    /// Adds a document that fails these rules.
    fn add(&mut self, failed: &[&str]) {
        self.documents += 1;
        self.failing += u64::from(!failed.is_empty());
        for rule in failed {
            match self.by_rule.get_mut(*rule) {
                Some(documents) => *documents += 1,
                None => drop(self.by_rule.insert((*rule).to_owned(), 1)),
            }
        }
    }

    /// Whether a language is lost: it has at least ten documents, and at most one of twenty fails no
    /// rule.
    fn is_whole(&self) -> bool {
        self.documents >= 10 && 20 * self.failing >= 19 * self.documents
    }

    /// Returns the rule that most documents fail; the first one by name if there are several.
    fn most(&self) -> Option<(&str, u64)> {
        let rules = self.by_rule.iter().rev();
        let most = rules.max_by_key(|(_, documents)| **documents);
        most.map(|(rule, documents)| (&rule[..], *documents))
    }
}

/// The number of languages that the warning names.
const NAMED: usize = 5;

/// Returns a warning about the languages that the rules lose, those with most documents first.
fn warning(losses: &Losses) -> Option<String> {
    let mut lost: Vec<_> = losses.iter().filter(|(_, loss)| loss.is_whole()).collect();
    lost.sort_by_key(|(_, loss)| std::cmp::Reverse(loss.documents));
    let named = lost.iter().take(NAMED).filter_map(|(language, loss)| {
        let (rule, documents) = loss.most()?;
        let Loss {
            documents: all,
            failing,
            ..
        } = loss;
        Some(format!(
            "{failing} of {all} in {language} ({documents} {rule})"
        ))
    });
    let named: Vec<String> = named.collect();
    let more = match lost.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(", and those in {more} more languages"),
    };
    (!named.is_empty()).then(|| {
        let advice =
            "a rule such as '@th c4_sentences >= 0' in a file replaces a bound for a language";
        format!(
            "nearly all documents fail: {}{more}; {advice}",
            named.join(", ")
        )
    })
}

impl Options {
    /// Writes a document that fails no rule.
    fn write_kept(&self, document: &Document, emit: &mut Emit) {
        emit.rewrite(document, document.text, "textstats", |added| {
            added.array("keeps", &self.keep, |out, name| {
                record::write_string(out, name)
            });
        });
        emit.settle();
    }
}

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# write the measures of each document
find books -name '*.txt' | textstats
# keep only documents that fail no rule of Gopher and FineWeb
find books -name '*.txt' | textstats --keep gopher,fineweb
# count how often each rule fails
find books -name '*.txt' | textstats --rules gopher,c4,fineweb | jq -r '.fails[]' | sort | uniq -c
# list documents that repeat themselves
find books -name '*.txt' | textstats | jq -r 'select(.duplicate_5gram_characters > 0.15) | .doc'
# print quantiles of a corpus, to choose thresholds
find books -name '*.txt' | textstats --emit quantiles --measures words,stop_words";

    const MEMORY: &'static str = "\
Streaming: one document per thread, with 24 bytes a word and 60 bytes a distinct word. --emit quantiles also keeps at most
10,000 counters for each measure and language. --rules and --keep keep a counter for each rule and language.";

    const SECTIONS: &'static [&'static str] = &[include_str!("methods.md")];

    fn common(&self) -> &CommonArgs {
        &self.common
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        Error::refuse(&[(
            !self.keep.is_empty() && !self.rules.is_empty(),
            "--rules",
            "adds fails to records of measures, and --keep writes documents; for both, run textstats once with each",
        )])?;
        let fails = match self.keep.is_empty() {
            true => read_rules("--rules", &self.rules)?,
            false => read_rules("--keep", &self.keep)?,
        };
        let wanted = self.measures();
        // Only the rules depend on measures if documents are kept by them.
        let written = wanted.iter().copied().filter(|_| self.keep.is_empty());
        let needed: Vec<&Measure> = written.chain(fails.measures()).collect();
        let needs_language = self.keep.is_empty() || fails.need_language();
        let sketches = Mutex::new(Sketches::new());
        let losses = Mutex::new(Losses::new());
        let work = |worker: &mut Worker, document: &Document, emit: &mut Emit| {
            // To identify a language takes longer than all measures.
            let language = match needs_language {
                true => self.language(document, &mut worker.identifier),
                false => Language::unknown(),
            };
            let code = Some(&language.code[..]).filter(|code| *code != UNDETERMINED);
            let measures = worker.meter.measure(document.text, code);
            if self.emit == What::Quantiles {
                return add_quantiles(&mut lock(&sketches), language.code, &wanted, &measures);
            }
            let failed = fails.fails(&measures, code);
            if !fails.is_empty() {
                let script = || Some(worker.meter.scripts().first()?.0);
                if let Some(group) = code.or_else(script) {
                    let mut losses = lock(&losses);
                    losses.entry(group.to_owned()).or_default().add(&failed);
                }
            }
            if !self.keep.is_empty() {
                match failed.is_empty() {
                    true => self.write_kept(document, emit),
                    false => process.count("documents that fail a rule", 1),
                }
                return;
            }
            let numbers: Vec<_> = (wanted.iter())
                .map(|measure| (measure.name, value(measure, &measures)))
                .collect();
            TextStats {
                doc: &document.name,
                language: &language.code,
                language_share: language.share,
                measures: &numbers,
                scripts: &worker.meter.scripts(),
                fails: (!self.rules.is_empty()).then_some(&failed[..]),
            }
            .write(emit.out());
            emit.settle();
        };
        let sources = self.documents.sources();
        command::for_each_document(
            process,
            &sources,
            self.threads.count(),
            out,
            || self.worker(&needed),
            work,
        )?;
        let losses = losses.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(warning) = warning(&losses) {
            let option = if self.keep.is_empty() {
                "--rules"
            } else {
                "--keep"
            };
            process.warn(option, warning);
        }
        let sketches = sketches
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        write_quantiles(&sketches, &wanted, out)
    }
}
