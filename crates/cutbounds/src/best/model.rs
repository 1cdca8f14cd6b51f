//! The log-linear model: a boundary's weight is the sum of its features' weights.

use std::sync::LazyLock;

use super::features::{COUNT, NAMES, Values, boundaries};
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

    /// How many of a region's lines are boilerplate.
    pub fn best(&self, region: &Region, side: Side) -> usize {
        let weights = &self.tables[Table::of(region, side) as usize];
        let (mut at, mut best) = (0, (0, f64::NEG_INFINITY));
        boundaries(region, |values| {
            let weight = weigh(weights, values);
            if weight > best.1 {
                best = (at, weight);
            }
            at += 1;
        });
        best.0
    }
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
