//! `cargo xtask reproduce`: the tables and figures of the papers, on data that is found.

mod alternation_counts;

use std::path::PathBuf;

use clap::Subcommand;

/// What to reproduce.
#[derive(Subcommand)]
pub enum What {
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
}

/// Reproduces it.
pub fn run(what: &What) -> anyhow::Result<()> {
    match what {
        What::AlternationCounts { folder, set, out } => {
            alternation_counts::run(folder, set.as_deref(), out)
        }
    }
}
