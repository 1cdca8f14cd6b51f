//! Writes answers as records and tables.

use command::Format;
use command::rows::{write_csv, write_tsv};
use record::Name;

use crate::answer::{Candidate, Damage, Detection, Second};
use crate::cli::divided::Divided;
use crate::decode::Faults;
use crate::language::Languages;
use crate::repair::Mojibake;

/// An answer with its evidence.
pub struct Found<'a> {
    /// The answer, if it is sure enough.
    pub answer: Option<&'a Candidate>,
    /// The complete result of the detection.
    pub detection: &'a Detection,
    /// The document's languages, if there is an answer.
    pub languages: Option<&'a Languages<'static>>,
    /// The document's parts, if they are in several encodings.
    pub divided: Option<&'a Divided>,
    /// The faults found while decoding.
    pub faults: Faults,
    /// The number of answers to list.
    pub top: Option<usize>,
}

/// The columns of answers as TSV and CSV.
pub(super) const COLUMNS: [&str; 6] =
    ["doc", "encoding", "language", "score", "margin", "declared"];

/// The head of the table on a terminal.
pub const HEADER: &str = "encoding        language  margin  document\n";

/// Counts by kind and name, where the kind may be empty. `trommel-report` makes a table of each
/// kind.
#[derive(Debug, Default)]
pub struct Tally(Vec<(&'static str, &'static str, u64)>);

impl Tally {
    /// Adds to a count.
    pub fn add(&mut self, kind: &'static str, name: &'static str, more: u64) {
        let mut known = self.0.iter_mut();
        match known.find(|(of, known, _)| (*of, *known) == (kind, name)) {
            Some((.., count)) => *count += more,
            None => self.0.push((kind, name, more)),
        }
    }

    /// Returns the counts, sorted, with names such as `kind: name`.
    pub fn counts(mut self) -> impl Iterator<Item = (String, u64)> {
        self.0.sort_unstable();
        self.0.into_iter().map(|(kind, name, count)| match kind {
            "" => (name.to_owned(), count),
            kind => (format!("{kind}: {name}"), count),
        })
    }
}

impl Found<'_> {
    /// The answer as a record.
    pub fn record<'a>(&'a self, doc: &'a Name) -> record::Encoding<'a> {
        let detection = self.detection;
        let score = |one: &Candidate| (!detection.by_rule).then_some(rounded(one.score));
        let listed = |top: usize| {
            let best = detection.candidates.iter().take(top);
            best.map(|one| record::Candidate {
                encoding: one.encoding.name(),
                language: one.language.as_deref(),
                score: score(one),
                behind: rounded(one.behind),
            })
            .collect()
        };
        record::Encoding {
            doc,
            encoding: self.answer.map(|one| one.encoding.name()),
            language: self.languages.map(Languages::language),
            score: detection.candidates.first().and_then(score),
            margin: detection
                .candidates
                .get(1)
                .map(|_| rounded(detection.margin())),
            declared: detection.declared.as_deref(),
            found: record::FoundInText {
                language_margin: self.languages.map(margin),
                languages: self.languages.map(shares).unwrap_or_default(),
                damaged: self.faults.damaged.map(damage),
                mojibake: self.faults.mojibake.map(|one| mojibake(one, false)),
                parts: parts(self.divided),
                second: detection.second.map(second),
                guessed: detection.is_guess(),
            },
            candidates: self.top.map(listed),
        }
    }

    /// Appends the record in the given format; TSV and CSV have the columns [`COLUMNS`].
    pub fn write(&self, doc: &Name, format: Format, out: &mut Vec<u8>) {
        let record = self.record(doc);
        let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
        let write = match format {
            Format::Jsonl => return record.write(out),
            Format::Raw => {
                let encoding = record.encoding.unwrap_or("-");
                return write_tsv(out, &[encoding.as_bytes(), doc.as_bytes()]);
            }
            Format::Tsv => write_tsv,
            Format::Csv => write_csv,
        };
        let (score, margin) = (number(record.score), number(record.margin));
        let cells = [
            doc.as_bytes(),
            record.encoding.unwrap_or_default().as_bytes(),
            record.language.unwrap_or_default().as_bytes(),
            score.as_bytes(),
            margin.as_bytes(),
            record.declared.unwrap_or_default().as_bytes(),
        ];
        write(out, &cells);
    }

    /// Appends a row to the table on a terminal, and one for each further answer requested.
    pub fn row(&self, doc: &Name, out: &mut Vec<u8>) {
        let margin = match self.detection.candidates.get(1) {
            Some(_) => format!("{:.1}", self.detection.margin()),
            None => "-".to_owned(),
        };
        let line = |out: &mut Vec<u8>,
                    answer: Option<&Candidate>,
                    language: Option<&str>,
                    margin: &str,
                    name: &str| {
            let language = language.unwrap_or("-");
            let encoding = answer.map_or("-", |one| one.encoding.name());
            let row = format!("{encoding:<15} {language:<8} {margin:>7}  {name}");
            out.extend_from_slice(row.trim_end().as_bytes());
            out.push(b'\n');
        };
        let name = intake::display(doc.as_bytes());
        let language = self.languages.map(Languages::language);
        line(out, self.answer, language, &margin, &name);
        for one in self
            .detection
            .candidates
            .iter()
            .take(self.top.unwrap_or(0))
            .skip(1)
        {
            let language = one.language.as_deref();
            line(out, Some(one), language, &format!("-{:.1}", one.behind), "");
        }
    }
}

/// A language's margin for a record; NaN if the language is unknown, or if the margin is infinite, since JSON has no infinity.
pub fn margin(languages: &Languages) -> f64 {
    let found = &languages.found;
    match found.language().and(found.second()) {
        Some(_) => rounded(found.margin()),
        None => f64::NAN,
    }
}

/// The languages of the blocks for a record, if there are several.
pub fn shares<'a>(languages: &'a Languages<'static>) -> Vec<record::Share<'a>> {
    let several = languages.shares.len() > 1;
    let shares = languages.shares.iter().filter(|_| several);
    shares
        .map(|one| record::Share {
            language: one.language,
            share: rounded(one.share),
        })
        .collect()
}

/// The parts for a record.
pub fn parts(divided: Option<&Divided>) -> Vec<record::Part<'static>> {
    let parts = divided.map_or(&[][..], |one| &one.parts);
    let part = |one: &crate::Part| record::Part {
        encoding: one.encoding.name(),
        line: one.line as u64,
        lines: one.lines as u64,
    };
    parts.iter().map(part).collect()
}

/// The damage for a record.
pub fn damage(damage: Damage) -> record::Damage {
    record::Damage {
        sequences: damage.sequences,
        line: damage.line as u64,
    }
}

/// The double-encoded UTF-8 for a record.
pub fn mojibake(mojibake: Mojibake, repaired: bool) -> record::Mojibake<'static> {
    record::Mojibake {
        runs: mojibake.runs,
        layers: mojibake.layers,
        line: mojibake.line as u64,
        repaired,
        page: mojibake.page.name(),
    }
}

/// The second encoding for a record.
pub fn second(second: Second) -> record::Second<'static> {
    record::Second {
        encoding: second.encoding.name(),
        line: second.line as u64,
    }
}

/// Rounds to three decimals; the rest is noise.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}
