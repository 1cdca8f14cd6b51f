//! The log-linear model: a boundary's weight is the sum of its features' weights.

use std::sync::LazyLock;

use super::features::{COUNT, Feature, NAMES, Take, Values, boundaries, take};
use super::region::{Region, Side};

/// Weights for preambles of prose, preambles of source files, and epilogues.
#[derive(Debug, Clone)]
pub struct Model {
    tables: [Values; 3],
}

/// The tables of a [`Model`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    /// The end of a preamble in prose.
    Prose,
    /// The end of a preamble in a program's source.
    Source,
    /// The start of an epilogue.
    Epilogue,
}

impl Table {
    /// All of them, in the order of the columns.
    pub const ALL: [Table; 3] = [Table::Prose, Table::Source, Table::Epilogue];

    /// The table for this region.
    pub fn of(region: &Region, side: Side) -> Self {
        match side {
            Side::Tail => Table::Epilogue,
            Side::Head if region.is_source() => Table::Source,
            Side::Head => Table::Prose,
        }
    }
}

impl Model {
    /// The weights of this release.
    pub fn built_in() -> &'static Model {
        static BUILT_IN: LazyLock<Model> = LazyLock::new(|| {
            Model::read(include_str!("weights.tsv")).expect("the built-in weights are complete")
        });
        &BUILT_IN
    }

    /// A model of these tables, in the order of [`Table::ALL`].
    pub fn new(tables: [Values; 3]) -> Self {
        Model { tables }
    }

    /// Reads a table: a head line, then a feature's name and its weights, separated by tabs. `None` if a feature is
    /// missing or unknown.
    pub fn read(text: &str) -> Option<Self> {
        let mut tables = [[0.0; COUNT]; 3];
        let mut names = NAMES.iter().enumerate();
        for line in text.lines().skip(1) {
            let mut cells = line.split('\t');
            let (at, _) = names
                .next()
                .filter(|(_, name)| cells.next() == Some(name))?;
            for table in &mut tables {
                table[at] = cells.next()?.parse().ok()?;
            }
        }
        names.next().is_none().then_some(Model { tables })
    }

    /// Writes what [`Model::read`] reads.
    pub fn write(&self) -> String {
        let mut text = "feature\tpreamble\tpreamble_of_source\tepilogue\n".to_owned();
        for (at, name) in NAMES.iter().enumerate() {
            let [prose, source, epilogue] = self.tables.map(|table| table[at]);
            text += &format!("{name}\t{prose:.3}\t{source:.3}\t{epilogue:.3}\n");
        }
        text
    }

    /// How many of a region's lines are boilerplate. Boilerplate has at least one line that is known.
    pub fn best(&self, region: &Region, side: Side) -> usize {
        let mut possible = Possible::new(region);
        let mut heaviest = Heaviest {
            weights: &self.tables[Table::of(region, side) as usize],
            all: 0.0,
            this: 0.0,
            is_possible: |at| possible.is(at),
            at: 0,
            best: (0, f64::NEG_INFINITY),
        };
        take(region, &mut heaviest);
        heaviest.best.0
    }

    /// Why [`Model::best`] prefers its answer to the next best one.
    pub fn explain(&self, region: &Region, side: Side) -> Explanation {
        let weights = &self.tables[Table::of(region, side) as usize];
        let mut all: Vec<(usize, f64, Values)> = Vec::new();
        self.each(region, side, |at, weight, values| {
            all.push((at, weight, *values))
        });
        // The sort is stable: the outermost of equals stays first.
        all.sort_by(|a, b| b.1.total_cmp(&a.1));
        let total: f64 = all
            .iter()
            .map(|(_, weight, _)| (weight - all[0].1).exp())
            .sum();
        let mut reasons: Vec<(&'static str, f64)> = Vec::new();
        if let [(_, _, first), (_, _, second), ..] = all.as_slice() {
            reasons = (0..COUNT)
                .map(|at| (NAMES[at], weights[at] * (first[at] - second[at])))
                .filter(|(_, weight)| *weight > 0.0)
                .collect();
            reasons.sort_by(|a, b| b.1.total_cmp(&a.1));
            reasons.truncate(Explanation::REASONS);
        }
        Explanation {
            kept: all[0].0,
            probability: 1.0 / total,
            runner_up: all.get(1).map(|(at, _, _)| *at),
            reasons,
        }
    }

    /// Calls `each` with every boundary that may be, its weight and its features.
    fn each(&self, region: &Region, side: Side, mut each: impl FnMut(usize, f64, &Values)) {
        let weights = &self.tables[Table::of(region, side) as usize];
        let mut possible = Possible::new(region);
        let mut at = 0;
        boundaries(region, |values| {
            if possible.is(at) {
                each(at, weigh(weights, values), values);
            }
            at += 1;
        });
    }
}

/// Which boundaries may be, asked in their order.
struct Possible<'r> {
    region: &'r Region<'r>,
    known: bool,
    /// What the frequent lines do not explain to the last line has a body.
    most: usize,
}

impl<'r> Possible<'r> {
    fn new(region: &'r Region<'r>) -> Self {
        let all_known = region.lines.iter().all(|line| line.kind.known());
        Possible {
            region,
            known: false,
            most: region.lines.len() - usize::from(!all_known),
        }
    }

    fn is(&mut self, at: usize) -> bool {
        self.known |= at > 0 && self.region.lines[at - 1].kind.known();
        at == 0 || (self.known && at <= self.most)
    }
}

/// Weighs boundaries, and keeps the outermost of the heaviest.
struct Heaviest<'m, P> {
    weights: &'m Values,
    /// The weight of what all boundaries from here on have.
    all: f64,
    /// The weight of what only this boundary has.
    this: f64,
    is_possible: P,
    at: usize,
    best: (usize, f64),
}

impl<P: FnMut(usize) -> bool> Take for &mut Heaviest<'_, P> {
    fn add(&mut self, feature: Feature, value: f64) {
        self.all += self.weights[feature as usize] * value;
    }

    fn set(&mut self, feature: Feature, value: f64) {
        self.this += self.weights[feature as usize] * value;
    }

    fn end(&mut self) {
        let weight = self.all + self.this;
        if (self.is_possible)(self.at) && weight > self.best.1 {
            self.best = (self.at, weight);
        }
        self.this = 0.0;
        self.at += 1;
    }
}

/// Why a boundary lies where it lies.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// How many of the region's lines are boilerplate.
    pub kept: usize,
    /// The probability of this boundary among all, as the model sees it.
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

fn weigh(weights: &Values, values: &Values) -> f64 {
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
        let short = text.rsplit_once("Leader11").unwrap().0;
        assert!(Model::read(short).is_none());
        assert!(Model::read(&(text + "More\t0\t0\t0\n")).is_none());
    }
}
