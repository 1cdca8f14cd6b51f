//! The rule that found a bound, and the reason for the bound.

/// The rule that found a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// No rule: there is no preamble or epilogue.
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

/// The reason why a bound is where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The fitted model gave this place the highest score.
    Model,
    /// The fitted model gave "no boilerplate" the highest probability, or no line near the end is
    /// known.
    ModelNone,
    /// The paper's algorithm found it, because it was requested or the document is short.
    Paper,
    /// The document is short, and the longest run of infrequent lines is its body.
    LongestRun,
    /// Certain evidence replaced the model's bound, which would have cut less.
    Floor,
    /// Nothing was cut, because the confidence was below the least one.
    Unsure,
    /// Nothing was cut, because the lines that other documents have, too, end a letter.
    Letter,
    /// Nothing was cut, because the document would have lost its body.
    Body,
}

impl Reason {
    /// Returns the sentence in records.
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::Model => "the model scores this place highest",
            Reason::ModelNone => "the model scores no boilerplate highest",
            Reason::Paper => "the paper's algorithm ends here",
            Reason::LongestRun => "the longest run of infrequent lines is the body",
            Reason::Floor => "certain evidence, which the model passed over",
            Reason::Unsure => "the confidence is below --min-confidence",
            Reason::Letter => "a valediction and a name end a letter",
            Reason::Body => "the document would lose more than --max-loss of its own words",
        }
    }
}
