//! `cargo lab reproduce`: tables and figures of the papers, made anew.

mod all;
mod alternation_counts;
mod chared;
mod dupniq;

use std::path::PathBuf;

use clap::Subcommand;

use super::frequent_lines;

/// Which paper.
#[derive(Subcommand)]
pub enum What {
    /// Everything below and the evaluations that the papers have tables of, and a page with all of it
    All {
        /// The folder of the corpora: gutenberg, dupniq, altcount, charset, html
        corpora: PathBuf,
        /// Where to write; what is there already is not made again
        #[arg(long, default_value = "target/reproduce/all")]
        out: PathBuf,
    },
    /// Kaser & Lemire 2007: tables 1 to 3, figures 2 to 7 and 9: the corpus, how skewed line frequencies are and what that makes possible
    FrequentLines(frequent_lines::Figures),
    /// Alternation counts (Ikeda et al. 2001): the scores of sections 4.2 and 4.3, and the landscape of A(n, a)
    AlternationCounts {
        /// The folder with sets.tsv and the pages, or a .tar.zst of them
        folder: PathBuf,
        /// Draw the landscape of this set rather than of the first one
        #[arg(long)]
        set: Option<String>,
        /// Where to write the figure
        #[arg(long, default_value = "target/reproduce/alternation-counts")]
        out: PathBuf,
    },
    /// jusText 3.0.2 itself: how many blocks of pages have the class that it gives them
    Justext {
        /// The folder with sets of pages, each a folder with html/ID.html and gold/ID.txt, or a .tar.zst of one
        folder: PathBuf,
        /// The Python that has justext and lxml_html_clean
        #[arg(long, default_value = "python3")]
        python: String,
    },
    /// PRESEMT 2012, table 1: chared's training, on pages that are made of translated text
    Chared {
        /// A folder with SOURCE/LANGUAGE.txt: output of collect-text
        folder: PathBuf,
    },
    /// Yalniz, Can & Manmatha 2011: table 2 from its numbers, figure 3 (scores against overlap and noise) from books
    Dupniq {
        /// A folder of Project Gutenberg books, for figure 3
        folder: Option<PathBuf>,
        /// Where figure 3 goes, as figure-3.tsv and figure-3.svg
        #[arg(long, default_value = "target/reproduce/dupniq")]
        out: PathBuf,
        /// Trials for each point
        #[arg(long, default_value_t = 20)]
        trials: usize,
    },
}

/// Makes them.
pub fn run(what: &What) -> anyhow::Result<()> {
    match what {
        What::All { corpora, out } => all::run(corpora, out),
        What::FrequentLines(figures) => frequent_lines::reproduce(figures),
        What::Chared { folder } => chared::run(folder),
        What::Justext { folder, python } => crate::eval::html::justext(folder, python),
        What::Dupniq {
            folder,
            out,
            trials,
        } => dupniq::run(folder.as_deref(), out, *trials),
        What::AlternationCounts { folder, set, out } => {
            alternation_counts::run(folder, set.as_deref(), out)
        }
    }
}
