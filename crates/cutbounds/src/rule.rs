//! The rule that found a boundary, and why.

/// The rule that found a boundary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// None: there is no preamble or epilogue.
    None,
    /// The frequencies of the lines.
    Frequency,
    /// A marker line.
    Marker,
    /// A block of metadata at the head: YAML or TOML between fences, or fields of a header.
    Metadata,
    /// A comment at the head that grants rights.
    Licence,
}

impl Rule {
    /// The name in records.
    pub fn as_str(self) -> &'static str {
        match self {
            Rule::None => "none",
            Rule::Frequency => "frequency",
            Rule::Marker => "marker",
            Rule::Metadata => "metadata",
            Rule::Licence => "licence",
        }
    }
}

/// Why a boundary is where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The fitted model gave this place the highest score.
    Model,
    /// The fitted model found it most probable that nothing is boilerplate, or no line near the end is known.
    ModelNone,
    /// The paper's algorithm found it: it was asked for, or the document is short.
    Paper,
    /// The document is short, and the longest run of infrequent lines is its body.
    LongestRun,
    /// The model would have cut less; this evidence counts whatever the statistics say.
    Floor,
    /// Nothing was cut because the confidence was below the least one.
    Unsure,
    /// Nothing was cut because the document would have lost its body.
    Body,
}

impl Reason {
    /// The sentence in records.
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::Model => "the model scores this place highest",
            Reason::ModelNone => "the model scores no boilerplate highest",
            Reason::Paper => "the paper's algorithm ends here",
            Reason::LongestRun => "the longest run of infrequent lines is the body",
            Reason::Floor => "certain evidence, which the model passed over",
            Reason::Unsure => "the confidence is below --min-confidence",
            Reason::Body => "the document would lose more than --max-loss of its own words",
        }
    }
}
