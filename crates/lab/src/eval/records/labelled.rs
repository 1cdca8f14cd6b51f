//! Compares records of real listings and collections with labels that name the element that each
//! record is.

use std::collections::HashMap;
use std::path::Path;

use altcount::{Record, records};
use anyhow::Context;
use html::elements::{Content, Element};
use html::tree::{Parser, Walk, walk};

use super::counts;
use crate::corpora;

/// The labels: pages of WCXB, each with the element of its records.
const LABELS: &str = include_str!("labels.tsv");
/// A record is that of an element if at least `OWN` of its words are the element's, and `COVERED` of the element's
/// words are in it. Words that all records have are template, and not in a record.
const OWN: f64 = 0.5;
const COVERED: f64 = 0.4;

/// Prints precision, recall and F1 of records, a mean over the pages, and the pages without a right one.
pub(super) fn run(folder: &Path) -> anyhow::Result<()> {
    let (mut pages, mut sums) = (0, [0.0; 3]);
    let mut missed = Vec::new();
    for line in LABELS.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let (id, label) = line.split_once('\t').context("labels.tsv")?;
        let path = folder.join(format!("html/{id}.html"));
        if !path.exists() {
            continue;
        }
        let page = corpora::text(&path)?;
        let wanted = texts(&page, label)?;
        let found = records(&page);
        let right = right(&found, &wanted);
        let share = |all: usize| right as f64 / all.max(1) as f64;
        let f1 = 2.0 * right as f64 / (found.len() + wanted.len()).max(1) as f64;
        for (sum, value) in sums
            .iter_mut()
            .zip([share(found.len()), share(wanted.len()), f1])
        {
            *sum += value;
        }
        if right == 0 {
            missed.push(id);
        }
        pages += 1;
    }
    let [precision, recall, f1] = sums.map(|sum| sum / f64::from(pages).max(1.0));
    println!(
        "\n{pages} labelled listings and collections: precision {precision:.3}, recall {recall:.3}, F1 {f1:.3}; \
         none right on {} of them: {}",
        missed.len(),
        missed.join(" ")
    );
    Ok(())
}

/// How many records are that of an element each.
fn right(found: &[Record], wanted: &[HashMap<String, usize>]) -> usize {
    let mut taken = vec![false; wanted.len()];
    let mut right = 0;
    for record in found {
        let words = counts(&record.fields.join(" "));
        let common = |other: &HashMap<String, usize>| -> usize {
            let least =
                |(word, count): (&String, &usize)| *other.get(word).unwrap_or(&0).min(count);
            words.iter().map(least).sum()
        };
        let free = (0..wanted.len()).filter(|&at| !taken[at]);
        let Some(at) = free.max_by_key(|&at| (common(&wanted[at]), std::cmp::Reverse(at))) else {
            break;
        };
        let size = |words: &HashMap<String, usize>| words.values().sum::<usize>() as f64;
        let common = common(&wanted[at]) as f64;
        if common >= OWN * size(&words) && common >= COVERED * size(&wanted[at]) {
            taken[at] = true;
            right += 1;
        }
    }
    right
}

/// The words of each element that a label names; of elements in each other, the outer one.
fn texts(page: &str, label: &str) -> anyhow::Result<Vec<HashMap<String, usize>>> {
    let (name, class) = label.split_once('.').context("a label is name.class")?;
    let mut labelled = Labelled {
        name,
        class,
        inside: 0,
        hidden: 0,
        texts: Vec::new(),
    };
    walk(page, Parser::Standard, &mut labelled);
    let words = labelled.texts.iter().map(|text| counts(text));
    Ok(words.filter(|words| !words.is_empty()).collect())
}

/// Collects the text of elements of a name and a class.
struct Labelled<'a> {
    name: &'a str,
    class: &'a str,
    /// Open elements of the label.
    inside: usize,
    /// Open elements whose text is not shown.
    hidden: usize,
    texts: Vec<String>,
}

impl Walk for Labelled<'_> {
    type Mark = bool;

    fn start(&mut self, element: Element, name: &str, attributes: &str) -> bool {
        self.hidden += usize::from(element.content() != Content::Markup);
        let class = html::attributes::value(attributes, "class").unwrap_or_default();
        let is_labelled =
            name == self.name && class.split_ascii_whitespace().any(|one| one == self.class);
        if is_labelled {
            if self.inside == 0 {
                self.texts.push(String::new());
            }
            self.inside += 1;
        }
        is_labelled
    }

    fn end(&mut self, element: Element, is_labelled: bool) {
        self.hidden -= usize::from(element.content() != Content::Markup);
        self.inside -= usize::from(is_labelled);
    }

    fn text(&mut self, text: &str) {
        if self.inside > 0
            && self.hidden == 0
            && let Some(last) = self.texts.last_mut()
        {
            last.push_str(text);
            last.push(' ');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_that_of_one_element() {
        let page = "<ul><li class='x one'>red mill <b>9</b><li class=x>blue barn <script>a b c</script>7<li>no label</ul>";
        let wanted = texts(page, "li.x").unwrap();
        assert_eq!(wanted, [counts("red mill 9"), counts("blue barn 7")]);
        let record = |field: &str| Record {
            fields: vec![field.to_owned()],
            links: Vec::new(),
        };
        assert_eq!(
            right(&[record("red mill"), record("blue barn 7")], &wanted),
            2
        );
        // Both are of one element; a record of two elements is of neither.
        assert_eq!(
            right(&[record("red mill"), record("red mill 9")], &wanted),
            1
        );
        assert_eq!(right(&[record("menu about home")], &wanted), 0);
    }
}
