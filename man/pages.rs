/// The pages in the format of man(1), by their file names.
pub const PAGES: &[(&str, &str)] = &[
    ("altcount.1", include_str!("altcount.1")),
    ("blockdedup.1", include_str!("blockdedup.1")),
    ("charset.1", include_str!("charset.1")),
    ("cutbounds.1", include_str!("cutbounds.1")),
    ("factorends.1", include_str!("factorends.1")),
    ("freqlines.1", include_str!("freqlines.1")),
    ("htmlblocks.1", include_str!("htmlblocks.1")),
    ("lcsdup.1", include_str!("lcsdup.1")),
    ("linenorm.1", include_str!("linenorm.1")),
    ("neardup.1", include_str!("neardup.1")),
    ("overlap.1", include_str!("overlap.1")),
    ("textstats.1", include_str!("textstats.1")),
    ("trommel-faults.7", include_str!("trommel-faults.7")),
    ("trommel-figures.7", include_str!("trommel-figures.7")),
    ("trommel-papers.7", include_str!("trommel-papers.7")),
    ("trommel-recipes.7", include_str!("trommel-recipes.7")),
    ("trommel-record.5", include_str!("trommel-record.5")),
    ("trommel-report.1", include_str!("trommel-report.1")),
    ("trommel-scaling.7", include_str!("trommel-scaling.7")),
    ("trommel.1", include_str!("trommel.1")),
    ("trommel.7", include_str!("trommel.7")),
    ("uniqwords.1", include_str!("uniqwords.1")),
];

/// The guides, by their names.
pub const TOPICS: &[(&str, &str)] = &[
    ("figures", include_str!("../docs/figures.md")),
    ("papers", include_str!("../docs/papers.md")),
    ("recipes", include_str!("../docs/recipes.md")),
    ("scaling", include_str!("../docs/scaling.md")),
    ("faults", include_str!("../docs/faults.md")),
];
