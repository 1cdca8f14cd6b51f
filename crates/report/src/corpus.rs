//! The table of a corpus and its groups after PRESEMT's Table 2: what was downloaded, main text and boilerplate, and what is left after
//! each step, with the n-grams that it still repeats.

use std::collections::BTreeMap;

use record::Group;

use crate::Step;

/// The counts of main text and of boilerplate that `htmlblocks` gives, and the names of their rows.
const PARTS: [(&str, &str); 2] = [
    ("words of main text", "original main content (words)"),
    (
        "words of boilerplate",
        "original boilerplate content (words)",
    ),
];

/// The beginning of the count of repeated n-grams that `blockdedup` gives, and the end of the count of those that stay.
const REPEATED: &str = "duplicate ";
const STAYS: &str = " kept";

/// A row: a number of the whole corpus and of each of its groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The step after which it is counted; `None` for the corpus as downloaded.
    pub after: Option<String>,
    /// The quantity.
    pub name: String,
    /// The number of the corpus.
    pub all: u64,
    /// The numbers of the groups; a group without a number is missing.
    pub groups: BTreeMap<String, u64>,
}

impl Row {
    /// The quantity without what its heading says.
    pub(crate) fn short_name(&self) -> &str {
        let name = self.name.strip_prefix("original ").unwrap_or(&self.name);
        name.strip_suffix(" content (words)").unwrap_or(name)
    }
}

/// The rows of the table; `by` is `language` or `host`. None without a step that reads or writes documents.
pub fn rows(steps: &[Step], by: &str) -> Vec<Row> {
    let Some(first) = steps.iter().find(|step| step.stats.documents > 0) else {
        return Vec::new();
    };
    // Until blocks are told apart, words are words of markup.
    let divided = steps.iter().position(|step| visible_words(step).is_some());
    let mut rows = vec![
        first.row(by, None, "documents", first.stats.documents, |group| {
            Some(group.documents)
        }),
    ];
    if let Some(step) = divided.map(|at| &steps[at]) {
        rows.extend(PARTS.map(|(count, name)| Row {
            name: name.to_owned(),
            ..step.count_row(by, None, count)
        }));
    } else {
        rows.push(first.row(by, None, "words", first.stats.words, |group| {
            Some(group.words)
        }));
    }
    for (at, step) in steps
        .iter()
        .enumerate()
        .filter(|(_, step)| step.stats.documents_out > 0)
    {
        let stats = &step.stats;
        let leaves_out = stats.documents_out < stats.documents || stats.words_out < stats.words;
        if !leaves_out || divided == Some(at) {
            continue;
        }
        let after = Some(after(&stats.tool, &stats.step));
        let row =
            |name, all, of: fn(&Group) -> Option<u64>| step.row(by, after.clone(), name, all, of);
        rows.push(row("documents", stats.documents_out, |group| {
            Some(group.documents_out)
        }));
        if divided.is_none_or(|divided| divided < at) {
            rows.push(row("words", stats.words_out, |group| Some(group.words_out)));
        }
        // Those that stay, or those that the next step finds in what this one has left.
        let next = steps[at + 1..]
            .iter()
            .find(|step| step.stats.documents_out > 0);
        let staying = step.repeated(true).map(|count| (step, count));
        let found = || next.and_then(|next| Some((next, next.repeated(false)?)));
        if let Some((from, count)) = staying.or_else(found) {
            let name = count.strip_suffix(STAYS).unwrap_or(count).to_owned();
            let row = from.count_row(by, after, count);
            rows.push(Row { name, ..row });
        }
    }
    rows
}

/// The heading of the rows of a step.
fn after(tool: &str, step: &str) -> String {
    match (tool, step) {
        ("blockdedup", "exact") => "after removing exact duplicates".to_owned(),
        ("blockdedup", _) => "after removing duplicate text".to_owned(),
        ("neardup", _) => "after removing near-duplicate documents".to_owned(),
        (tool, "") => format!("after {tool}"),
        (tool, step) => format!("after {tool} ({step})"),
    }
}

impl Step {
    /// The name of the count of repeated n-grams: of those that stay, or of all.
    fn repeated(&self, stay: bool) -> Option<&str> {
        let mut names = self.stats.counts.keys().map(String::as_str);
        names.find(|name| name.starts_with(REPEATED) && name.ends_with(STAYS) == stay)
    }

    fn row(
        &self,
        by: &str,
        after: Option<String>,
        name: &str,
        all: u64,
        of: impl Fn(&Group) -> Option<u64>,
    ) -> Row {
        let groups = self.stats.groups.get(by).into_iter().flatten();
        Row {
            after,
            name: name.to_owned(),
            all,
            groups: groups
                .filter_map(|(group, counts)| Some((group.clone(), of(counts)?)))
                .collect(),
        }
    }

    /// A row of one of the tool's own counts.
    fn count_row(&self, by: &str, after: Option<String>, count: &str) -> Row {
        let all = self.stats.counts.get(count).copied().unwrap_or_default();
        self.row(by, after, count, all as u64, |group| {
            group.counts.get(count).copied()
        })
    }
}

/// The words of main text and of boilerplate that a step has told apart, if it does so.
pub(crate) fn visible_words(step: &Step) -> Option<u64> {
    let [main, boilerplate] = PARTS.map(|(count, _)| step.stats.counts.get(count));
    Some((main? + boilerplate?) as u64)
}

/// The groups of the table, those with the most documents first, and at most `most` of them.
pub fn largest(rows: &[Row], most: usize) -> Vec<&str> {
    let Some(first) = rows.first() else {
        return Vec::new();
    };
    let mut groups: Vec<_> = first.groups.iter().collect();
    groups.sort_by(|(a, one), (b, other)| (other, a).cmp(&(one, b)));
    groups.truncate(most);
    groups.into_iter().map(|(name, _)| &name[..]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::{Groups, Stats};

    fn step(tool: &str, job: &str, out: (u64, u64), counts: &[(&str, u64)]) -> Step {
        let group = Group {
            documents: 9,
            words: 90,
            documents_out: out.0 - 1,
            words_out: out.1 - 1,
            counts: (counts.iter())
                .map(|(name, number)| ((*name).to_owned(), number - 1))
                .collect(),
        };
        let stats = Stats {
            tool: tool.to_owned(),
            step: job.to_owned(),
            documents: 10,
            words: 100,
            documents_out: out.0,
            words_out: out.1,
            counts: (counts.iter())
                .map(|(name, number)| ((*name).to_owned(), *number as f64))
                .collect(),
            groups: [(
                "host".to_owned(),
                Groups::from([("mill.example".to_owned(), group)]),
            )]
            .into(),
            ..Stats::default()
        };
        Step { stats, runs: 1 }
    }

    #[test]
    fn the_rows_are_those_of_the_paper() {
        let steps = [
            step("charset", "", (10, 100), &[]),
            step(
                "htmlblocks",
                "",
                (10, 50),
                &[("words of main text", 50), ("words of boilerplate", 20)],
            ),
            step("blockdedup", "exact", (8, 40), &[]),
            step(
                "blockdedup",
                "",
                (5, 20),
                &[("duplicate 10-grams", 12), ("duplicate 10-grams kept", 3)],
            ),
        ];
        let rows = rows(&steps, "host");
        let seen: Vec<_> = (rows.iter())
            .map(|row| {
                (
                    row.after.as_deref(),
                    &row.name[..],
                    row.all,
                    row.groups["mill.example"],
                )
            })
            .collect();
        let exact = Some("after removing exact duplicates");
        let near = Some("after removing duplicate text");
        assert_eq!(
            seen,
            [
                (None, "documents", 10, 9),
                (None, "original main content (words)", 50, 49),
                (None, "original boilerplate content (words)", 20, 19),
                (exact, "documents", 8, 7),
                (exact, "words", 40, 39),
                (exact, "duplicate 10-grams", 12, 11),
                (near, "documents", 5, 4),
                (near, "words", 20, 19),
                (near, "duplicate 10-grams", 3, 2),
            ]
        );
        assert_eq!(largest(&rows, 5), ["mill.example"]);
        assert!(super::rows(&steps, "language")[0].groups.is_empty());
        assert_eq!(super::rows(&[], "host"), []);
    }
}
