//! `cargo lab eval`: compares results with labels that people made.

pub mod ablate;
mod altcount;
pub mod bounds;
mod bte;
mod chance;
mod charset;
mod damage;
mod damage_legacy;
pub mod dedup;
mod dupniq;
mod factorends;
mod figure;
mod filter;
mod gutenberg;
mod headings;
pub mod html;
mod languages;
mod libraries;
mod licences;
pub mod near;
mod neardup;
mod overlap;
mod passages;
mod records;
mod shared_parts;
mod sites;
mod textstats;
mod tokens;
mod web;
mod wording;

use std::path::PathBuf;

use clap::Subcommand;

/// The results to compare.
#[derive(Subcommand)]
pub enum What {
    /// Main content of web pages: methods of altcount on sets of pages with delimiters
    Altcount {
        /// The folder with sets.tsv and the pages, or a .tar.zst of them
        folder: PathBuf,
    },
    /// Main content of web pages: altcount by site, with all pages and with few, two sites in one folder, its confidence
    Sites {
        /// Folders with sets.tsv and the pages, or a .tar.zst of them: those that constants are chosen on
        #[arg(required = true)]
        folders: Vec<PathBuf>,
        /// Folders with sites that no constant was chosen on
        #[arg(long, num_args = 1..)]
        held_out: Vec<PathBuf>,
        /// Instead of all that, the mean F1 with each of some constants
        #[arg(long)]
        grid: bool,
    },
    /// Records within pages: altcount --emit records on five made sites, and compared with the gold text of
    /// real pages
    Records {
        /// A folder with pages.tsv, html/ID.html and gold/ID.txt, or a .tar.zst of it
        folder: Option<PathBuf>,
    },
    /// Encodings: charset and other detectors on files whose encodings are known
    Charset {
        /// The folder with truth.tsv and the files, or a .tar.zst of them
        folder: PathBuf,
        /// A Python that has chardet and charset-normalizer
        #[arg(long, default_value = "python3")]
        python: String,
        /// List the files for which charset is wrong
        #[arg(long)]
        errors: bool,
    },
    /// Damaged files: books in UTF-8 with 1 to 20 damaged bytes, and files in legacy encodings with damage at 1 and 5 places
    Damage(damage_legacy::Options),
    /// The bounds of books: methods of cutbounds on labelled Project Gutenberg files
    Gutenberg {
        /// The folder with labels*.tsv and the books, or a .tar.zst of them
        folder: PathBuf,
        /// Learn frequencies from this folder instead
        #[arg(long)]
        learn_from: Option<PathBuf>,
        /// A Python with gutenberg-cleaner, to compare with
        #[arg(long)]
        python: Option<PathBuf>,
    },
    /// Shared notices: what factorends saves on a folder of text files, whether every byte comes back, and how its time grows
    Factorends {
        /// The folder; an unpacked corpus or one that holds a .tar.zst
        folder: PathBuf,
    },
    /// Shared parts of web pages: how much of what most pages of a site have is factored, and whether they look the same
    SharedParts {
        /// Folders with sets.tsv and the pages, or a .tar.zst of them
        #[arg(required = true)]
        folders: Vec<PathBuf>,
    },
    /// Shared notices that differ in few words: the bytes that factorends saves with each --group, compared with zstd
    /// with a dictionary
    Wording {
        /// A folder of documents
        folder: PathBuf,
        /// The endings of their names
        #[arg(long, value_delimiter = ',', default_value = "txt")]
        endings: Vec<String>,
        /// At most this number of them, spread over all
        #[arg(long, default_value_t = usize::MAX)]
        most: usize,
    },
    /// Repeated paragraphs: methods of blockdedup on a text with planted copies
    Dedup {
        /// The folder with corpus.jsonl and truth.tsv, or a .tar.zst of them
        folder: PathBuf,
        /// Also print the longest paragraphs that the default method removes or keeps wrongly
        #[arg(long)]
        errors: bool,
    },
    /// Near-duplicates: copies of whole documents in which more and more words are edited
    Near {
        /// The folder with corpus.jsonl and docs.tsv, or a .tar.zst of them
        folder: PathBuf,
        /// A Python with rensa, to compare with
        #[arg(long)]
        python: Option<PathBuf>,
    },
    /// Near-duplicates among real documents, and edited copies: what neardup, rensa and datasketch find, judged by all pairs
    Neardup(neardup::Options),
    /// Items planted into documents, verbatim and edited: what overlap and other programs find, and what it costs
    Overlap {
        /// The folder with corpus.jsonl and docs.tsv, or a .tar.zst of them
        folder: PathBuf,
        /// A Python that may have lm_eval, and datatrove with spaCy
        #[arg(long, default_value = "python3")]
        python: String,
    },
    /// Partial duplicates: the scores of lcsdup and the baselines of its paper on labelled pairs of books
    Dupniq {
        /// The folder with *.words.jsonl and *.truth.tsv, or a .tar.zst of them
        folder: PathBuf,
    },
    /// Passages planted into books, characters damaged in both copies: how many of them lcsdup finds, by unique words and by dense seeds
    Passages {
        /// Document records of 36 English books and more (cutbounds --emit body)
        books: PathBuf,
        /// Also plant into Japanese and Thai text: a folder with SOURCE/LANGUAGE.txt, output of collect-text
        #[arg(long)]
        texts: Option<PathBuf>,
        /// A Python with datasketch, rensa and xxhash, to compare with
        #[arg(long)]
        python: Option<String>,
        /// The seed of what is planted where
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Passages found where there are none: lcsdup on documents whose words are reversed or shuffled, compared with its
    /// promise
    Chance {
        /// Files of document records; each second document is compared with the others of its file
        #[arg(required = true)]
        documents: Vec<PathBuf>,
    },
    /// Main text and metadata of web pages: methods of htmlblocks, BTE, and jusText, trafilatura, resiliparse, rs-trafilatura and readability-lxml
    /// where they are installed
    Html {
        /// The folder with sets of pages, each a folder with html/ID.html and gold/ID.txt, or a .tar.zst of one
        folder: PathBuf,
        /// The Python that has the peers
        #[arg(long, default_value = "python3")]
        python: String,
    },
    /// Languages: charset and other identifiers on pieces of UTF-8 text
    Languages(languages::Options),
    /// The language filter: what charset keeps of a mixed crawl, on pages made of text in near languages
    Filter {
        /// A folder with SOURCE/LANGUAGE.txt: output of collect-text
        folder: PathBuf,
    },
    /// The bounds of documents of many libraries: truth from their structure
    Bounds {
        /// The folder with libraries: output of collect-libraries
        folder: PathBuf,
        /// Only the first N documents of each library
        #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
        documents: usize,
    },
    /// The bounds of C and C++ headers whose boilerplate is a licence: truth from their comments
    Licences {
        /// A folder with header files
        #[arg(default_value = "/usr/include")]
        folder: PathBuf,
    },
    /// Measures of texts: textstats compared with datatrove on the same documents, and the CPU time
    /// of both
    Textstats {
        /// A file of documents in JSON Lines, with the field text
        documents: PathBuf,
        /// A Python that may have datatrove
        #[arg(long, default_value = "python3")]
        python: String,
    },
    /// Tokens and sentences: vertical text beside treebanks, NLTK and spaCy, by language
    Tokens {
        /// Folders with treebanks of Universal Dependencies: files LANGUAGE_TREEBANK-....conllu
        #[arg(required = true)]
        folders: Vec<PathBuf>,
        /// A Python that may have nltk and spacy
        #[arg(long, default_value = "python3")]
        python: String,
    },
    /// A corpus from web pages: documents and words left after charset, htmlblocks and blockdedup, on 1,000 pages
    Web {
        /// The folder with sets of pages, as for html
        folder: PathBuf,
    },
}

/// Runs an evaluation. If `write`, its figures replace those of docs/figures.md.
pub fn run(what: &What, write: bool) -> anyhow::Result<()> {
    match what {
        What::Records { folder } => records::run(folder.as_deref()),
        What::Charset {
            folder,
            python,
            errors,
        } => charset::run(folder, python, *errors, write),
        What::Damage(options) => damage::run(options, write),
        What::Dedup { folder, errors } => dedup::run(folder, *errors, write),
        What::Near { folder, python } => near::run(folder, python.as_deref()),
        What::Neardup(options) => neardup::run(options),
        What::Overlap { folder, python } => overlap::run(folder, python, write),
        What::Dupniq { folder } => dupniq::run(folder, write),
        What::Factorends { folder } => factorends::run(folder),
        What::SharedParts { folders } => shared_parts::run(folders),
        What::Wording {
            folder,
            endings,
            most,
        } => wording::run(folder, endings, *most),
        What::Altcount { folder } => altcount::run(folder),
        What::Sites {
            folders,
            held_out,
            grid,
        } => sites::run(folders, held_out, *grid),
        What::Gutenberg {
            folder,
            learn_from,
            python,
        } => {
            let learn_from = learn_from.as_deref().unwrap_or(folder);
            gutenberg::run(folder, learn_from, python.as_deref(), write)
        }
        What::Passages {
            books,
            texts,
            python,
            seed,
        } => passages::run(books, texts.as_deref(), python.as_deref(), *seed, write),
        What::Chance { documents } => chance::run(documents),
        What::Html { folder, python } => html::run(folder, python, write),
        What::Languages(options) => languages::run(options, write),
        What::Filter { folder } => filter::run(folder),
        What::Bounds { folder, documents } => libraries::run(folder, *documents),
        What::Licences { folder } => licences::run(folder),
        What::Textstats { documents, python } => textstats::run(documents, python),
        What::Tokens { folders, python } => tokens::run(folders, python),
        What::Web { folder } => web::run(folder),
    }
}

/// The evaluation of altcount, which the reproduction of its paper begins with.
pub fn altcount(folder: &std::path::Path) -> anyhow::Result<()> {
    altcount::run(folder)
}
