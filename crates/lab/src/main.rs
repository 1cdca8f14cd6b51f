//! The recipes that made the tools' models and that measure the tools. `cargo lab RECIPE` trains models, compares their
//! answers with labels, makes the papers' tables and figures anew, runs benchmarks and injects faults. It is always
//! built in release mode.

mod bench;
mod browser;
mod charset;
mod check_html;
mod check_links;
mod check_markdown;
mod check_pages;
mod check_producers;
mod check_spark;
mod compare_outputs;
mod corpora;
mod eval;
mod faults;
mod figures;
mod finished;
mod lcs;
mod licences;
mod logistic;
mod make_built_in;
mod make_languages;
mod make_sites;
mod measure;
mod pages;
mod profile;
mod random;
mod sites;
mod train;
mod train_htmlblocks;
mod train_stoplists;
mod tsv;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Training, evaluations, benchmarks and fault injection
#[derive(Parser)]
#[command(name = "cargo lab")]
struct Options {
    #[command(subcommand)]
    recipe: Recipe,
}

#[derive(Subcommand)]
enum Recipe {
    /// Compare with rivals that are installed, in CPU time and memory
    Bench {
        /// The comparison
        #[command(subcommand)]
        what: Option<bench::What>,
    },
    /// Compare results with labels made by people
    Eval {
        /// The comparison
        #[command(subcommand)]
        what: eval::What,
        /// Write the figures into docs/figures.md
        #[arg(long, global = true)]
        write: bool,
    },
    /// Compare the text that the crate html finds of pages with what html5ever finds
    CheckHtml {
        /// A folder with pages, or with html5lib's tests
        folder: PathBuf,
    },
    /// Compare the words that a parser of CommonMark reads in the Markdown of pages with those of their text
    CheckMarkdown {
        /// A folder with pages
        folder: PathBuf,
    },
    /// Look in a headless browser whether the links of a factored site lead to its shared files
    CheckLinks,
    /// Look in a headless browser at the pages that tools write: their size, their width, what is read without scripts
    CheckPages,
    /// Send files of Python's datasets and warcio through the tools, and have them read the results
    CheckProducers(check_producers::Options),
    /// Compare what PySpark and GNU parallel make of the tools with what one machine does
    CheckSpark(check_spark::Options),
    /// Run two builds of the tools over corpora, and list what they write differently
    CompareOutputs(compare_outputs::Options),
    /// Download manuals from Debian packages, and make sets of pages for `eval altcount` of them
    MakeSites {
        /// The folder to write to
        folder: PathBuf,
    },
    /// Download translated manuals from Debian packages, and make sets of pages for `eval html` of them
    MakeLanguages {
        /// The folder to write to
        folder: PathBuf,
    },
    /// Sample where a command spends its CPU time, and draw a flame graph
    Profile(profile::Options),
    /// Make tables and figures of the papers anew
    Reproduce {
        /// Which paper
        #[command(subcommand)]
        what: finished::reproduce::What,
    },
    /// Kill the tools, fill their disk, cut their files, take their memory, and tell what happened
    Faults(faults::Options),
    /// Fit the weights of cutbounds --method best
    TrainCutbounds {
        /// The folder with labels*.tsv and the books, or a .tar.zst of them
        folder: PathBuf,
        /// The folder with labelled libraries: output of collect-libraries
        libraries: PathBuf,
        /// Only estimate how good the models are on what was left out
        #[arg(long, value_enum, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "kind")]
        estimate: Option<train::LeaveOut>,
        /// Only these tables: prose, source, epilogue, proseshort, epilogueshort; the others keep their weights
        #[arg(
            long,
            value_delimiter = ',',
            default_value = "prose,source,epilogue,proseshort,epilogueshort"
        )]
        tables: Vec<String>,
        /// Write the estimate into docs/figures.md
        #[arg(long, requires = "estimate")]
        write: bool,
    },
    /// Measure what each rule of cutbounds is worth: exact bounds without it, over whole libraries
    Ablate {
        /// The folder with labelled libraries: output of collect-libraries
        libraries: PathBuf,
        /// Only these rules of crates/lab/src/eval/ablations.tsv
        #[arg(long, value_delimiter = ',')]
        rules: Vec<String>,
    },
    /// Write the hashes of frequent lines that cutbounds has built in
    MakeBuiltIn {
        /// Frequency records: output of linenorm --ends 300 FILE... | freqlines
        freq: PathBuf,
        /// Lines with higher counts than this
        #[arg(long, default_value_t = 50)]
        more_than: u64,
    },
    /// Download packages, and label libraries of documents from them by their structure
    CollectLibraries {
        /// Where the packages are unpacked
        trees: PathBuf,
        /// Where the libraries go, a folder each
        out: PathBuf,
    },
    /// Build the models of charset
    TrainCharset {
        /// The folder with train/LANGUAGE.txt and sources.tsv, or a .tar.zst of them
        folder: PathBuf,
        /// The folder with more text, for the languages of text: output of collect-text
        more: PathBuf,
    },
    /// Download Debian packages with translations, and write their texts by source and language
    CollectText {
        /// The folder to write to
        folder: PathBuf,
    },
    /// Download packages, and write the files in legacy encodings that they hold, for `eval charset`
    CollectLegacy {
        /// The folder to write to
        folder: PathBuf,
        /// A folder of Project Gutenberg books, which say what they are in
        #[arg(long)]
        books: Option<PathBuf>,
    },
    /// Write the tables of encodings that encoding_rs lacks, from the codecs of python3 and iconv
    GenCharsetTables,
    /// Fit the models of htmlblocks --method best
    TrainHtmlblocks {
        /// The folder with sets of pages, each a folder with html/ID.html and gold/ID.txt, or a .tar.zst of one
        folder: PathBuf,
        /// Fit, or estimate by models that did not see a part of the pages
        #[arg(long, value_enum, default_value = "fit")]
        what: train_htmlblocks::What,
        /// A Python with numpy and catboost
        #[arg(long, default_value = "python3")]
        python: String,
    },
    /// Make the stop lists of htmlblocks from text
    TrainStoplists {
        /// The folder with a file LANGUAGE.txt of UTF-8 text for each language
        folder: PathBuf,
    },
    /// Write records that never repeat (what the fault suite sends through pipes)
    #[command(hide = true)]
    Stream {
        /// The kind of records
        what: faults::stream::What,
        /// How much of them
        megabytes: u64,
    },
    /// How many n-grams, or words in spans, a method finds more than once (what `bench ngrams` calls)
    #[command(hide = true)]
    Repeats {
        /// How
        method: bench::ngrams::Method,
        /// The length of an n-gram, or the least one of a span
        #[arg(short)]
        n: usize,
        /// Document records
        corpus: PathBuf,
    },
    /// Run a command and print its CPU seconds and peak memory as JSON (what the benchmarks call)
    #[command(hide = true)]
    Measure {
        /// The command
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        command: Vec<String>,
    },
}

fn main() -> ExitCode {
    let done = match Options::parse().recipe {
        Recipe::Bench { what } => bench::run(&what.unwrap_or_default()),
        Recipe::CheckHtml { folder } => check_html::run(&folder),
        Recipe::CheckMarkdown { folder } => check_markdown::run(&folder),
        Recipe::CheckLinks => check_links::run(),
        Recipe::CheckPages => check_pages::run(),
        Recipe::Faults(options) => faults::run(&options),
        Recipe::Stream { what, megabytes } => faults::stream::run(what, megabytes),
        Recipe::CheckProducers(options) => check_producers::run(&options),
        Recipe::CheckSpark(options) => check_spark::run(&options),
        Recipe::CompareOutputs(options) => compare_outputs::run(&options),
        Recipe::Eval { what, write } => eval::run(&what, write),
        Recipe::MakeLanguages { folder } => make_languages::run(&folder),
        Recipe::MakeSites { folder } => make_sites::run(&folder),
        Recipe::Profile(options) => profile::run(&options),
        Recipe::Repeats { method, n, corpus } => bench::ngrams::repeats(method, n, &corpus),
        Recipe::Reproduce { what } => finished::reproduce::run(&what),
        Recipe::TrainCutbounds {
            folder,
            libraries,
            estimate,
            tables,
            write,
        } => train::run(&folder, &libraries, &tables, estimate, write),
        Recipe::Ablate { libraries, rules } => eval::ablate::run(&libraries, &rules),
        Recipe::MakeBuiltIn { freq, more_than } => make_built_in::run(&freq, more_than),
        Recipe::CollectLibraries { trees, out } => collect_libraries(&trees, &out),
        Recipe::TrainCharset { folder, more } => charset::train(&folder, &more),
        Recipe::CollectLegacy { folder, books } => {
            charset::collect_legacy(&folder, books.as_deref())
        }
        Recipe::CollectText { folder } => charset::collect_text(&folder),
        Recipe::GenCharsetTables => charset::tables(),
        Recipe::TrainHtmlblocks {
            folder,
            what,
            python,
        } => train_htmlblocks::run(&folder, what, &python),
        Recipe::TrainStoplists { folder } => train_stoplists::run(&folder),
        Recipe::Measure { command } => measure::child(&command),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("lab: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn collect_libraries(trees: &std::path::Path, out: &std::path::Path) -> anyhow::Result<()> {
    let script = root().join("crates/lab/src/libraries.py");
    let status = std::process::Command::new("python3")
        .arg(script)
        .args([trees, out])
        .status()?;
    anyhow::ensure!(status.success(), "libraries.py: {status}");
    Ok(())
}

/// The root of the repository.
fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .canonicalize()
        .expect("this crate is in the repository")
}
