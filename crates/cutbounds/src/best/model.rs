//! The log-linear models. A boundary's score is the dot product of its features and the fitted weights. Its probability
//! is the softmax over the scores of all candidates.

use std::sync::LazyLock;

use platform::math;

use super::comments::may_end_source;
use super::features::{self, FeatureSink};
use super::headers;
use super::line::{Form, Line, Side};
use super::region::Region;
use super::structure::Structure;
use crate::constants::SIMILAR;

/// The fitted weights and calibrations of each table.
#[derive(Debug, Clone)]
pub struct Model {
    tables: [Vec<f64>; Table::ALL.len()],
    calibrations: [Calibrations; Table::ALL.len()],
}

/// Platt scaling (Platt 1999). It maps a model's probabilities to the accuracy measured on libraries held out of the
/// fit. The calibrated log odds are `slope` times the log odds, plus `offset`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Calibration {
    /// The factor of the log odds.
    pub slope: f64,
    /// The constant term.
    pub offset: f64,
}

impl Calibration {
    /// The least distance of a probability from 0 and 1; closer ones are clamped.
    pub const MIN_DISTANCE: f64 = 1e-4;

    /// Returns the log odds of a probability.
    pub fn log_odds(probability: f64) -> f64 {
        let probability = probability.clamp(Self::MIN_DISTANCE, 1.0 - Self::MIN_DISTANCE);
        math::ln(probability / (1.0 - probability))
    }

    /// Returns the calibrated probability.
    pub fn confidence(self, probability: f64) -> f64 {
        let log_odds = self.slope * Self::log_odds(probability) + self.offset;
        1.0 / (1.0 + math::exp(-log_odds))
    }
}

/// Two calibrations: one fitted on documents that are not in markup ([`Region::is_markup`]), and one fitted on all
/// documents, for those in markup. Pages of sites are wrong if no site like theirs is in the fit. With a single
/// calibration, they would make every bound uncertain.
pub type Calibrations = [Calibration; 2];

/// A table of weights of a [`Model`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    /// The end of a preamble in prose.
    Prose,
    /// The end of a preamble made of comments.
    Source,
    /// The start of an epilogue.
    Epilogue,
    /// The end of a preamble in prose, if the frequent lines include short ones.
    ProseShort,
    /// The start of an epilogue, if the frequent lines include short ones.
    EpilogueShort,
}

impl Table {
    /// All tables, in order.
    pub const ALL: [Table; 5] = [
        Table::Prose,
        Table::Source,
        Table::Epilogue,
        Table::ProseShort,
        Table::EpilogueShort,
    ];

    /// Returns the table that scores the boundaries of a region.
    fn of(region: &Region, side: Side) -> Table {
        match (side, region.form, region.short) {
            (Side::Head, Form::Prose, false) => Table::Prose,
            (Side::Head, Form::Source | Form::Fenced, _) => Table::Source,
            (Side::Tail, _, false) => Table::Epilogue,
            (Side::Head, Form::Prose, true) => Table::ProseShort,
            (Side::Tail, _, true) => Table::EpilogueShort,
        }
    }

    /// Whether it is for regions in which short lines count.
    pub fn is_short(self) -> bool {
        matches!(self, Table::ProseShort | Table::EpilogueShort)
    }

    /// Returns the names of its features, in the order of its weights.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Table::Source => headers::NAMES,
            Table::Prose | Table::Epilogue => &features::NAMES[..features::WITHOUT_SHORT],
            Table::ProseShort | Table::EpilogueShort => features::NAMES,
        }
    }

    /// Returns its name in the file of weights.
    fn name(self) -> &'static str {
        match self {
            Table::Prose => "preamble",
            Table::Source => "preamble_of_source",
            Table::Epilogue => "epilogue",
            Table::ProseShort => "preamble_with_short",
            Table::EpilogueShort => "epilogue_with_short",
        }
    }
}

/// The names of a table's calibrations in the file of weights.
const CALIBRATIONS: [[&str; 2]; 2] = [
    ["CalibrationSlope", "CalibrationOffset"],
    ["CalibrationSlopeOfMarkup", "CalibrationOffsetOfMarkup"],
];

/// A candidate for the boundary.
#[derive(Debug, Clone, PartialEq)]
pub struct Boundary<T> {
    /// The number of the region's lines that are boilerplate.
    pub kept: usize,
    /// Its features, or its score.
    pub value: T,
}

/// Returns the candidate boundaries of a region with all their features, and the table that scores them. They include
/// those that [`Structure`] does not admit.
pub fn candidates(region: &Region, side: Side) -> (Table, Vec<Boundary<Vec<f64>>>) {
    let new = |table: Table| FeatureRows::new(table.names().len());
    candidates_with(region, side, |_| true, new, |rows| rows.all)
}

/// Returns the candidate boundaries of a region that `admits` accepts. Each has a value from the sink that `new` makes
/// for the table.
fn candidates_with<S, V>(
    region: &Region,
    side: Side,
    admits: impl Fn(usize) -> bool,
    new: impl Fn(Table) -> S,
    values: impl Fn(S) -> Vec<V>,
) -> (Table, Vec<Boundary<V>>)
where
    for<'s> &'s mut S: FeatureSink<features::Feature> + FeatureSink<headers::Feature>,
{
    let table = Table::of(region, side);
    let mut constraints = Constraints::new(region, side, table);
    let is_candidate = |kept| constraints.allow(kept) && admits(kept);
    let mut sink = new(table);
    let places = match table {
        Table::Source => headers::extract(region, is_candidate, &mut sink),
        _ => features::extract(region, is_candidate, &mut sink),
    };
    let all = places.into_iter().zip(values(sink));
    let all = all.map(|(kept, value)| Boundary { kept, value });
    (table, all.collect())
}

impl Model {
    /// Returns the weights of this release.
    pub fn built_in() -> &'static Model {
        static BUILT_IN: LazyLock<Model> = LazyLock::new(|| {
            Model::read(include_str!("weights.tsv")).expect("the built-in weights are complete")
        });
        &BUILT_IN
    }

    /// Replaces the weights of a table, one for each of [`Table::names`], and its calibrations.
    pub fn set(&mut self, table: Table, weights: Vec<f64>, calibrations: Calibrations) {
        assert_eq!(
            weights.len(),
            table.names().len(),
            "a weight for each feature"
        );
        self.tables[table as usize] = weights;
        self.calibrations[table as usize] = calibrations;
    }

    /// Reads weights as TSV: a header, then rows with the name of a table, the name of a feature, and its weight.
    /// Returns `None` if a feature is missing or unknown.
    pub fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines().skip(1);
        let mut next = |table: Table, name: &str| -> Option<f64> {
            let mut cells = lines.next()?.split('\t');
            let is_next = cells.next() == Some(table.name()) && cells.next() == Some(name);
            is_next.then(|| cells.next()?.parse().ok())?
        };
        let mut model = Model {
            tables: Default::default(),
            calibrations: Default::default(),
        };
        for table in Table::ALL {
            let weights = table.names().iter().map(|name| next(table, name));
            let weights: Option<Vec<f64>> = weights.collect();
            let mut calibrations = Calibrations::default();
            for (calibration, [slope, offset]) in calibrations.iter_mut().zip(CALIBRATIONS) {
                *calibration = Calibration {
                    slope: next(table, slope)?,
                    offset: next(table, offset)?,
                };
            }
            model.set(table, weights?, calibrations);
        }
        lines.next().is_none().then_some(model)
    }

    /// Writes the format that [`Model::read`] reads.
    pub fn write(&self) -> String {
        let mut text = "table\tfeature\tweight\n".to_owned();
        for table in Table::ALL {
            let weights = self.tables[table as usize].iter().copied();
            let named = table.names().iter().copied().zip(weights);
            let calibrations = self.calibrations[table as usize].iter().zip(CALIBRATIONS);
            let calibrations = calibrations.flat_map(|(Calibration { slope, offset }, names)| {
                names.into_iter().zip([*slope, *offset])
            });
            for (name, weight) in named.chain(calibrations) {
                text += &format!("{}\t{name}\t{weight:.3}\n", table.name());
            }
        }
        text
    }

    fn calibration(&self, table: Table, region: &Region) -> Calibration {
        self.calibrations[table as usize][usize::from(region.is_markup())]
    }

    /// Returns the boundary with the highest score; among equals, the outermost.
    pub fn predict(&self, region: &Region, side: Side) -> Prediction {
        self.predict_from(region, side, 0)
    }

    /// Returns the boundary with the highest score after at least `least` lines. Without a known line, it is after
    /// exactly `least` lines.
    pub fn predict_from(&self, region: &Region, side: Side, least: usize) -> Prediction {
        let table = Table::of(region, side);
        let is_known = table == Table::Source || region.is_known();
        // If no line is known, there is a single candidate.
        let only = region.closing.or((!is_known).then_some(least));
        if let Some(kept) = only {
            return Prediction::of([(kept, 0.0)].into_iter(), self.calibration(table, region));
        }
        let structure = Structure::of(region, side);
        let (table, all) = candidates_with(
            region,
            side,
            |kept| kept >= least && structure.admits(kept),
            |table| Scorer {
                weights: &self.tables[table as usize],
                running: 0.0,
                own: 0.0,
                all: Vec::with_capacity(region.lines.len() + 1),
            },
            |scorer| scorer.all,
        );
        if all.is_empty() {
            return Prediction::of([(least, 0.0)].into_iter(), self.calibration(table, region));
        }
        let all = all.iter().map(|boundary| (boundary.kept, boundary.value));
        Prediction::of(all, self.calibration(table, region))
    }

    /// Explains the boundary of [`Model::predict`] by the features that decided against the runner-up.
    pub fn explain(&self, region: &Region, side: Side) -> Explanation {
        let (table, mut all) = candidates(region, side);
        let structure = Structure::of(region, side);
        all.retain(|boundary| structure.admits(boundary.kept));
        let weights = &self.tables[table as usize];
        let scores = all
            .iter()
            .map(|boundary| (boundary.kept, score(weights, &boundary.value)));
        let best = Prediction::of(scores.clone(), self.calibration(table, region));
        let features_of = |kept| {
            &all.iter()
                .find(|one| one.kept == kept)
                .expect("it is one")
                .value
        };
        // Among equals, the outermost.
        let others = scores.filter(|(kept, _)| *kept != best.kept);
        let runner_up = others.reduce(higher).map(|(kept, _)| kept);
        let mut reasons: Vec<(&'static str, f64)> = Vec::new();
        if let Some(other) = runner_up {
            let (first, second) = (features_of(best.kept), features_of(other));
            let differences = first.iter().zip(second).zip(weights);
            reasons = table
                .names()
                .iter()
                .copied()
                .zip(differences.map(|((first, second), weight)| weight * (first - second)))
                .filter(|(_, weight)| *weight > 0.0)
                .collect();
            reasons.sort_by(|a, b| b.1.total_cmp(&a.1));
            reasons.truncate(Explanation::REASONS);
        }
        Explanation {
            kept: best.kept,
            probability: best.confidence,
            runner_up,
            reasons,
        }
    }
}

/// The boundary with the highest score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prediction {
    /// The number of the region's lines that are boilerplate.
    pub kept: usize,
    /// The model's probability, not calibrated.
    pub probability: f64,
    /// The calibrated probability that the boundary is exactly right.
    pub confidence: f64,
}

impl Prediction {
    /// Chooses among candidates with their scores.
    fn of(scores: impl Iterator<Item = (usize, f64)> + Clone, calibration: Calibration) -> Self {
        let best = scores.clone().reduce(higher);
        let (kept, highest) = best.expect("no boilerplate is always a candidate");
        let total: f64 = scores.map(|(_, score)| math::exp(score - highest)).sum();
        Prediction {
            kept,
            probability: 1.0 / total,
            confidence: calibration.confidence(1.0 / total),
        }
    }
}

/// Returns the candidate with the higher score, or the first of equals.
fn higher(first: (usize, f64), second: (usize, f64)) -> (usize, f64) {
    match second.1 > first.1 {
        true => second,
        false => first,
    }
}

/// Decides which boundaries are candidates. Boilerplate has a known line, and the structure excludes some boundaries.
struct Constraints<'r> {
    region: &'r Region<'r>,
    /// Whether one of the lines up to `seen` is known.
    known: bool,
    seen: usize,
    /// The greatest number of lines of boilerplate.
    most: usize,
    /// Whether the boundary must be at a blank line.
    at_blank: bool,
    /// A line counts as known if it has at least this share of known word pairs.
    similar: f64,
}

impl<'r> Constraints<'r> {
    fn new(region: &'r Region<'r>, side: Side, table: Table) -> Self {
        let all_known = region.lines.iter().all(|line| line.kind.known());
        // If some line is not known, the document has a body.
        let mut most = region.lines.len() - usize::from(!all_known);
        let mut at_blank = false;
        if side == Side::Tail {
            // The epilogue of a source file consists of comments. In prose, it follows a blank line, if there is one.
            let code = |line: &Line| !may_end_source(line.raw);
            match region.form {
                Form::Source => {
                    most = region.lines.iter().position(code).unwrap_or(most).min(most);
                }
                Form::Prose | Form::Fenced => {
                    at_blank = region.lines.iter().skip(1).any(|line| line.gap > 0);
                }
            }
        }
        Constraints {
            region,
            known: false,
            seen: 0,
            most,
            at_blank,
            similar: match table {
                Table::Source => SIMILAR,
                _ => f64::INFINITY,
            },
        }
    }

    /// Whether a boundary after `kept` lines is a candidate. Calls must be in ascending order of `kept`.
    fn allow(&mut self, kept: usize) -> bool {
        if let Some(closing) = self.region.closing {
            return kept == closing;
        }
        let mut next = self.region.lines[self.seen..kept].iter();
        let known = next.any(|line| line.kind.known() || line.pairs >= self.similar);
        // A comment without a known line belongs to the boilerplate before it only if no blank line separates them.
        let follows = self
            .region
            .lines
            .get(self.seen)
            .is_some_and(|line| line.gap == 0);
        self.known = known || (self.known && (self.similar == f64::INFINITY || follows));
        self.seen = kept;
        let has_gap = |behind: &Line| behind.gap > 0;
        let may_end = !self.at_blank || self.region.lines.get(kept).is_none_or(has_gap);
        kept == 0 || (self.known && kept <= self.most && may_end)
    }
}

/// Collects the feature vectors of all boundaries.
struct FeatureRows {
    running: Vec<f64>,
    current: Vec<f64>,
    all: Vec<Vec<f64>>,
}

impl FeatureRows {
    fn new(features: usize) -> Self {
        FeatureRows {
            running: vec![0.0; features],
            current: vec![0.0; features],
            all: Vec::new(),
        }
    }
}

impl<F: Into<usize>> FeatureSink<F> for &mut FeatureRows {
    fn add(&mut self, feature: F, value: f64) {
        let at = feature.into();
        self.running[at] += value;
        self.current[at] = self.running[at];
    }

    fn set(&mut self, feature: F, value: f64) {
        self.current[feature.into()] = value;
    }

    fn end(&mut self) {
        let row = std::mem::replace(&mut self.current, self.running.clone());
        self.all.push(row);
    }
}

/// Computes the scores of all boundaries.
struct Scorer<'m> {
    weights: &'m [f64],
    /// The part of the score that this boundary shares with all further ones.
    running: f64,
    /// The part of the score of this boundary alone.
    own: f64,
    all: Vec<f64>,
}

impl<F: Into<usize>> FeatureSink<F> for &mut Scorer<'_> {
    fn add(&mut self, feature: F, value: f64) {
        self.running += self.weights[feature.into()] * value;
    }

    fn set(&mut self, feature: F, value: f64) {
        self.own += self.weights[feature.into()] * value;
    }

    fn end(&mut self) {
        self.all.push(self.running + self.own);
        self.own = 0.0;
    }
}

/// The reason why a boundary is where it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The number of the region's lines that are boilerplate.
    pub kept: usize,
    /// The calibrated probability that the boundary is exactly right.
    pub probability: f64,
    /// The number of lines of boilerplate with the second highest score.
    pub runner_up: Option<usize>,
    /// The features that contribute most to the difference between the two scores, with their contributions.
    pub reasons: Vec<(&'static str, f64)>,
}

impl Explanation {
    /// The greatest number of reasons.
    const REASONS: usize = 4;
}

fn score(weights: &[f64], values: &[f64]) -> f64 {
    weights
        .iter()
        .zip(values)
        .map(|(weight, value)| weight * value)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        let text = Model::built_in().write();
        assert_eq!(text, include_str!("weights.tsv"));
        assert!(Model::read(&text.replace("Gap5", "Gap6")).is_none());
        let short = text.rsplit_once("epilogue\tLeader11").unwrap().0;
        assert!(Model::read(short).is_none());
        assert!(Model::read(&(text + "epilogue\tMore\t0\n")).is_none());
    }

    #[test]
    fn confidence_grows_with_probability() {
        let calibration = Calibration {
            slope: 0.5,
            offset: 0.5,
        };
        assert!(calibration.confidence(0.5) > 0.5);
        assert!(calibration.confidence(0.9) < 0.9);
        assert_eq!(calibration.confidence(1.0), calibration.confidence(0.99999));
    }
}
