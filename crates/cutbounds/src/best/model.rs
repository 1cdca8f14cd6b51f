//! The log-linear models: a boundary's weight is the sum of its features' weights.

use std::sync::LazyLock;

use platform::math;

use super::comments::is_line_of_code;
use super::features::{self, Take};
use super::headers;
use super::region::{Line, Region, Side};

/// The weights of the tables.
#[derive(Debug, Clone)]
pub struct Model {
    tables: [Vec<f64>; 3],
    calibrations: [Calibration; 3],
}

/// How a model's probabilities become shares of right answers on libraries that it has not seen: the log odds, times
/// `slope`, plus `offset` (Platt 1999).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calibration {
    /// What the log odds are multiplied by.
    pub slope: f64,
    /// What is added to them.
    pub offset: f64,
}

impl Calibration {
    /// Log odds of probabilities nearer to 0 or 1 than this are those of this.
    pub const LEAST: f64 = 1e-4;

    /// The log odds of a probability.
    pub fn log_odds(probability: f64) -> f64 {
        let probability = probability.clamp(Self::LEAST, 1.0 - Self::LEAST);
        math::ln(probability / (1.0 - probability))
    }

    /// The share of right answers among those of this probability.
    pub fn confidence(self, probability: f64) -> f64 {
        let log_odds = self.slope * Self::log_odds(probability) + self.offset;
        1.0 / (1.0 + math::exp(-log_odds))
    }
}

/// The tables of a [`Model`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    /// The end of a preamble in prose.
    Prose,
    /// The end of a preamble made of comments.
    Source,
    /// The start of an epilogue.
    Epilogue,
}

impl Table {
    /// All of them, in their order.
    pub const ALL: [Table; 3] = [Table::Prose, Table::Source, Table::Epilogue];

    /// The names of its features.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Table::Prose | Table::Epilogue => features::NAMES,
            Table::Source => headers::NAMES,
        }
    }

    /// Its name in the file of weights.
    fn name(self) -> &'static str {
        match self {
            Table::Prose => "preamble",
            Table::Source => "preamble_of_source",
            Table::Epilogue => "epilogue",
        }
    }
}

/// The names of a table's calibration in the file of weights.
const SLOPE: &str = "CalibrationSlope";
const OFFSET: &str = "CalibrationOffset";

/// A boundary that may be.
#[derive(Debug, Clone, PartialEq)]
pub struct Boundary<T> {
    /// How many of the region's lines are boilerplate.
    pub kept: usize,
    /// What is known of it: its features, or their weight.
    pub value: T,
}

/// The boundaries of a region that may be, with all their features, and the table that weighs them.
pub fn boundaries(region: &Region, side: Side) -> (Table, Vec<Boundary<Vec<f64>>>) {
    let of = |take: Dense| take.all;
    walk(region, side, |table| Dense::new(table.names().len()), of)
}

/// Walks over the boundaries of a region with the taker that `new` makes for the table, and keeps those that may be.
fn walk<T, V>(
    region: &Region,
    side: Side,
    new: impl Fn(Table) -> T,
    values: impl Fn(T) -> Vec<V>,
) -> (Table, Vec<Boundary<V>>)
where
    for<'t> &'t mut T: Take<features::Feature> + Take<headers::Feature>,
{
    let mut table = Table::Epilogue;
    let mut taker = new(Table::Source);
    let mut places = Vec::new();
    if side == Side::Head {
        table = Table::Source;
        places = headers::take(region, &mut taker);
    }
    if places.is_empty() {
        table = match side {
            Side::Head => Table::Prose,
            Side::Tail => Table::Epilogue,
        };
        taker = new(table);
        features::take(region, &mut taker);
        places.extend(0..=region.lines.len());
    }
    let mut possible = Possible::new(region, side);
    let all = places.into_iter().zip(values(taker));
    let all = all.filter(|(kept, _)| possible.is(*kept));
    (
        table,
        all.map(|(kept, value)| Boundary { kept, value }).collect(),
    )
}

impl Model {
    /// The weights of this release.
    pub fn built_in() -> &'static Model {
        static BUILT_IN: LazyLock<Model> = LazyLock::new(|| {
            Model::read(include_str!("weights.tsv")).expect("the built-in weights are complete")
        });
        &BUILT_IN
    }

    /// Replaces the weights of a table, one for each of [`Table::names`], and its calibration.
    pub fn set(&mut self, table: Table, weights: Vec<f64>, calibration: Calibration) {
        assert_eq!(
            weights.len(),
            table.names().len(),
            "a weight for each feature"
        );
        self.tables[table as usize] = weights;
        self.calibrations[table as usize] = calibration;
    }

    /// Reads weights: a head line, then a table, a feature's name and its weight, separated by tabs. `None` if a feature
    /// is missing or unknown.
    pub fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines().skip(1);
        let mut next = |table: Table, name: &str| -> Option<f64> {
            let mut cells = lines.next()?.split('\t');
            let is_next = cells.next() == Some(table.name()) && cells.next() == Some(name);
            is_next.then(|| cells.next()?.parse().ok())?
        };
        let mut model = Model {
            tables: Default::default(),
            calibrations: [Calibration {
                slope: 1.0,
                offset: 0.0,
            }; 3],
        };
        for table in Table::ALL {
            let weights = table.names().iter().map(|name| next(table, name));
            let weights: Option<Vec<f64>> = weights.collect();
            let calibration = Calibration {
                slope: next(table, SLOPE)?,
                offset: next(table, OFFSET)?,
            };
            model.set(table, weights?, calibration);
        }
        lines.next().is_none().then_some(model)
    }

    /// Writes what [`Model::read`] reads.
    pub fn write(&self) -> String {
        let mut text = "table\tfeature\tweight\n".to_owned();
        for table in Table::ALL {
            let Calibration { slope, offset } = self.calibrations[table as usize];
            let weights = self.tables[table as usize].iter().copied();
            let named = table.names().iter().copied().zip(weights);
            for (name, weight) in named.chain([(SLOPE, slope), (OFFSET, offset)]) {
                text += &format!("{}\t{name}\t{weight:.3}\n", table.name());
            }
        }
        text
    }

    /// How many of a region's lines are boilerplate: the heaviest boundary, the outermost of equals. Boilerplate has at
    /// least one line that is known.
    pub fn best(&self, region: &Region, side: Side) -> Answer {
        let (table, all) = walk(
            region,
            side,
            |table| Weighing {
                weights: &self.tables[table as usize],
                sum: 0.0,
                this: 0.0,
                all: Vec::with_capacity(region.lines.len() + 1),
            },
            |weighing| weighing.all,
        );
        let all = all.iter().map(|boundary| (boundary.kept, boundary.value));
        Answer::of(all, self.calibrations[table as usize])
    }

    /// Why [`Model::best`] prefers its answer to the next best one.
    pub fn explain(&self, region: &Region, side: Side) -> Explanation {
        let (table, all) = boundaries(region, side);
        let weights = &self.tables[table as usize];
        let weighed = all
            .iter()
            .map(|boundary| (boundary.kept, weigh(weights, &boundary.value)));
        let answer = Answer::of(weighed.clone(), self.calibrations[table as usize]);
        let features_of = |kept| {
            &all.iter()
                .find(|one| one.kept == kept)
                .expect("it is one")
                .value
        };
        // The outermost of equals.
        let others = weighed.filter(|(kept, _)| *kept != answer.kept);
        let runner_up = others
            .reduce(|best, other| if other.1 > best.1 { other } else { best })
            .map(|(kept, _)| kept);
        let mut reasons: Vec<(&'static str, f64)> = Vec::new();
        if let Some(other) = runner_up {
            let (first, second) = (features_of(answer.kept), features_of(other));
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
            kept: answer.kept,
            probability: answer.confidence,
            runner_up,
            reasons,
        }
    }
}

/// The heaviest boundary.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answer {
    /// How many of the region's lines are boilerplate.
    pub kept: usize,
    /// The probability of this boundary among all, as the model sees it.
    pub probability: f64,
    /// The share of right answers among those of this probability.
    pub confidence: f64,
}

impl Answer {
    fn of(weighed: impl Iterator<Item = (usize, f64)> + Clone, calibration: Calibration) -> Self {
        let heaviest = weighed
            .clone()
            .reduce(|best, other| if other.1 > best.1 { other } else { best });
        let (kept, most) = heaviest.expect("nothing is always possible");
        let total: f64 = weighed.map(|(_, weight)| math::exp(weight - most)).sum();
        Answer {
            kept,
            probability: 1.0 / total,
            confidence: calibration.confidence(1.0 / total),
        }
    }
}

/// Which boundaries may be, asked in their order.
struct Possible<'r> {
    region: &'r Region<'r>,
    known: bool,
    /// The lines that were looked at.
    seen: usize,
    /// What the frequent lines do not explain to the last line has a body.
    most: usize,
    /// Only behind a blank line.
    behind_gaps: bool,
}

impl<'r> Possible<'r> {
    fn new(region: &'r Region<'r>, side: Side) -> Self {
        let all_known = region.lines.iter().all(|line| line.kind.known());
        let mut most = region.lines.len() - usize::from(!all_known);
        let mut behind_gaps = false;
        if side == Side::Tail {
            // The epilogue of a source file is made of comments. In prose, a blank line stands before it.
            let code = |line: &Line| is_line_of_code(line.raw);
            match region.source {
                true => most = region.lines.iter().position(code).unwrap_or(most).min(most),
                false => behind_gaps = region.lines.iter().skip(1).any(|line| line.gap > 0),
            }
        }
        Possible {
            region,
            known: false,
            seen: 0,
            most,
            behind_gaps,
        }
    }

    fn is(&mut self, kept: usize) -> bool {
        let mut next = self.region.lines[self.seen..kept].iter();
        self.known |= next.any(|line| line.kind.known());
        self.seen = kept;
        let has_gap = |behind: &Line| behind.gap > 0;
        let may_end = !self.behind_gaps || self.region.lines.get(kept).is_none_or(has_gap);
        kept == 0 || (self.known && kept <= self.most && may_end)
    }
}

/// Takes all features of each boundary.
struct Dense {
    sums: Vec<f64>,
    values: Vec<f64>,
    all: Vec<Vec<f64>>,
}

impl Dense {
    fn new(features: usize) -> Self {
        Dense {
            sums: vec![0.0; features],
            values: vec![0.0; features],
            all: Vec::new(),
        }
    }
}

impl<F: Into<usize>> Take<F> for &mut Dense {
    fn add(&mut self, feature: F, value: f64) {
        let at = feature.into();
        self.sums[at] += value;
        self.values[at] = self.sums[at];
    }

    fn set(&mut self, feature: F, value: f64) {
        self.values[feature.into()] = value;
    }

    fn end(&mut self) {
        let values = std::mem::replace(&mut self.values, self.sums.clone());
        self.all.push(values);
    }
}

/// Weighs boundaries.
struct Weighing<'m> {
    weights: &'m [f64],
    /// The weight of what all boundaries from here on have.
    sum: f64,
    /// The weight of what only this boundary has.
    this: f64,
    all: Vec<f64>,
}

impl<F: Into<usize>> Take<F> for &mut Weighing<'_> {
    fn add(&mut self, feature: F, value: f64) {
        self.sum += self.weights[feature.into()] * value;
    }

    fn set(&mut self, feature: F, value: f64) {
        self.this += self.weights[feature.into()] * value;
    }

    fn end(&mut self) {
        self.all.push(self.sum + self.this);
        self.this = 0.0;
    }
}

/// Why a boundary lies where it lies.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// How many of the region's lines are boilerplate.
    pub kept: usize,
    /// How probable it is that the boundary is right.
    pub probability: f64,
    /// How many lines would be boilerplate in the next best answer.
    pub runner_up: Option<usize>,
    /// The features that speak most against the next best answer, by how much.
    pub reasons: Vec<(&'static str, f64)>,
}

impl Explanation {
    /// At most this many reasons are given.
    const REASONS: usize = 4;
}

fn weigh(weights: &[f64], values: &[f64]) -> f64 {
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
