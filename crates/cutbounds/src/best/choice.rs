//! Chooses between two sets of weights. One of them also counts short frequent lines.
//!
//! In some libraries, the lines at the bound are short ("Jump to navigation", `</div>`, "Leitsatz"). In others, short
//! frequent lines are headings and formatting of the body. If the frequency records include short lines, the bounds of
//! each document are found twice, without and with them. At each end, the library decides by the mean difference of the
//! confidences over the documents so far.
//!
//! Short lines are evidence for boilerplate, never against it. So a result without boilerplate does not count.

use linenorm::Rules;

use super::{Form, Scratch, Templates, cut_by_form};
use crate::constants::{DOCUMENTS_BEFORE, MIN_ADVANTAGE};
use crate::{Cut, Settings};

/// The bounds of a document by both sets of weights.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    /// The bounds with long lines only.
    pub long: Cut,
    /// The bounds with short lines, too; only for prose, and if the frequency records include short lines.
    pub short: Option<Cut>,
    /// The form of the document; `None` if it is tiny.
    pub form: Option<Form>,
}

/// The frequent lines of a library as templates: the long lines, and all lines if there are short ones.
#[derive(Debug, Clone, Default)]
pub struct Both {
    /// The long lines.
    pub long: Templates,
    /// All lines; empty if no line is short.
    pub short: Templates,
}

impl Both {
    /// Adds a frequent line.
    pub fn learn(&mut self, line: &str, count: u64, rules: Rules) {
        match rules.keep(line) {
            true => {
                self.long.learn(line, count);
                if self.short.has_short() {
                    self.short.learn(line, count);
                }
            }
            false => {
                if !self.short.has_short() {
                    self.short = self.long.clone();
                }
                self.short.learn_short(line, count);
            }
        }
    }

    /// Returns the templates with which short lines count, or the others.
    pub fn of(&self, short: bool) -> &Templates {
        match short {
            true => &self.short,
            false => &self.long,
        }
    }

    /// Finds the bounds of a document.
    pub fn cut(
        &self,
        text: &str,
        settings: &Settings,
        scratch: &mut [Scratch; 2],
        mut is_frequent: impl FnMut(&str) -> bool,
    ) -> Found {
        let [with_long, with_short] = scratch;
        let (mut long, form) = cut_by_form(text, settings, &self.long, with_long, &mut is_frequent);
        let mut short = None;
        if self.short.has_short() && form == Some(Form::Prose) {
            let (cut, of_short) =
                cut_by_form(text, settings, &self.short, with_short, &mut is_frequent);
            match of_short {
                Some(Form::Prose) => short = Some(cut),
                Some(Form::Fenced) => long = with_frame(long, &cut),
                Some(Form::Source) | None => {}
            }
        }
        Found { long, short, form }
    }
}

/// Returns a cut with the preamble of another one, which is a block between two rules with a known short line. Without
/// short lines nothing identifies that block, so there is nothing to choose from.
fn with_frame(cut: Cut, frame: &Cut) -> Cut {
    let confidence = cut.confidence.zip(frame.confidence);
    match frame.preamble_end < cut.epilogue_start {
        false => cut,
        true => Cut {
            preamble_start: frame.preamble_start,
            preamble_end: frame.preamble_end,
            preamble_rule: frame.preamble_rule,
            confidence: confidence.map(|([_, tail], [head, _])| [head, tail]),
            ..cut
        },
    }
}

/// For each end, how much the confidence has been higher with short lines so far.
#[derive(Debug, Clone, Default)]
pub struct Choice {
    ends: [Advantage; 2],
}

/// The sum of the differences in confidence with and without short lines, and the number of documents.
#[derive(Debug, Clone, Copy, Default)]
pub struct Advantage {
    sum: f64,
    documents: f64,
}

impl Advantage {
    /// Adds a document.
    pub fn add(&mut self, difference: f64) {
        self.sum += difference;
        self.documents += 1.0;
    }

    /// Whether short lines count for the last document.
    pub fn is_enough(&self) -> bool {
        self.sum > MIN_ADVANTAGE * (self.documents + DOCUMENTS_BEFORE)
    }
}

/// The bounds of a document, and for each end whether short lines counted.
pub type Chosen = (Cut, [bool; 2]);

impl Choice {
    /// Adds the next document.
    pub fn learn(&mut self, found: &Found) {
        let confidences = |short: &Cut| found.long.confidence.zip(short.confidence);
        let Some((short, (of_long, of_short))) = found
            .short
            .and_then(|short| Some((short, confidences(&short)?)))
        else {
            return;
        };
        for (end, is_cut) in short.is_cut().into_iter().enumerate() {
            if is_cut {
                self.ends[end].add(of_short[end] - of_long[end]);
            }
        }
    }

    /// Chooses between the bounds of a document.
    pub fn choose(&self, found: &Found) -> Chosen {
        let Found { long, short, .. } = found;
        let Some(short) = short else {
            return (*long, [false; 2]);
        };
        let cuts = short.is_cut();
        let confidences = long.confidence.zip(short.confidence);
        let Some((of_long, of_short)) = confidences else {
            return (*long, [false; 2]);
        };
        let counted = [0, 1].map(|end| cuts[end] && self.ends[end].is_enough());
        let mut cut = *long;
        let mut confidence = of_long;
        if counted[0] {
            cut.preamble_start = short.preamble_start;
            (cut.preamble_end, cut.preamble_rule) = (short.preamble_end, short.preamble_rule);
            cut.reasons[0] = short.reasons[0];
            confidence[0] = of_short[0];
        }
        if counted[1] {
            (cut.epilogue_start, cut.epilogue_rule) = (short.epilogue_start, short.epilogue_rule);
            cut.reasons[1] = short.reasons[1];
            confidence[1] = of_short[1];
        }
        cut.confidence = Some(confidence);
        match cut.preamble_end < cut.epilogue_start {
            true => (cut, counted),
            // The ends from different sets of weights may overlap.
            false => (*long, [false; 2]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Reason, Rule};

    fn cut(preamble_end: u64, epilogue_start: u64, confidence: f64) -> Cut {
        Cut {
            lines: 100,
            preamble_start: 1,
            preamble_end,
            epilogue_start,
            preamble_rule: Rule::Frequency,
            epilogue_rule: Rule::Frequency,
            confidence: Some([confidence; 2]),
            reasons: [Reason::Model; 2],
        }
    }

    fn found(long: Cut, short: Cut) -> Found {
        Found {
            long,
            short: Some(short),
            form: Some(Form::Prose),
        }
    }

    #[test]
    fn short_lines_count_after_a_few_documents_that_are_surer_with_them() {
        let mut choice = Choice::default();
        let one = found(cut(3, 90, 0.5), cut(7, 80, 0.8));
        choice.learn(&one);
        assert_eq!(choice.choose(&one), (one.long, [false; 2]));
        for _ in 0..11 {
            choice.learn(&one);
        }
        assert_eq!(choice.choose(&one), (cut(7, 80, 0.8), [true; 2]));
        // A document without bounds from short lines has those from the long ones.
        let tiny = Found { short: None, ..one };
        assert_eq!(choice.choose(&tiny), (one.long, [false; 2]));
        // Short lines do not undo a cut, and ends do not overlap.
        let none = found(cut(3, 90, 0.5), cut(0, 101, 0.9));
        assert_eq!(choice.choose(&none), (none.long, [false; 2]));
        let over = found(cut(3, 5, 0.5), cut(7, 101, 0.9));
        assert_eq!(choice.choose(&over), (over.long, [false; 2]));
    }

    #[test]
    fn a_frame_of_short_lines_counts_at_once() {
        let rules = Rules::default();
        let mut both = Both::default();
        let notice = "Read by all who come to the library of Quaymouth in winter";
        let known = [notice, "Signs in this text", "Set in the reading room"];
        known.iter().for_each(|line| both.learn(line, 20, rules));
        let rule = "*".repeat(40);
        let body = "The ferryman had tarred both of his boats before the sun came over the hill\n"
            .repeat(20);
        let text = format!(
            "Boats\n\n{rule}\n{}\n_slanted_\n{}\n{rule}\n\n{body}",
            known[1], known[2]
        );
        let is_frequent = |line: &str| known.contains(&line);
        let found = both.cut(
            &text,
            &Settings::default(),
            &mut Default::default(),
            is_frequent,
        );
        assert_eq!((found.long.preamble_end, found.short), (7, None));
        assert!(found.long.confidence.unwrap()[0] > 0.5);
        let short = both.short;
        both.short = Templates::default();
        let found = both.cut(
            &text,
            &Settings::default(),
            &mut Default::default(),
            is_frequent,
        );
        assert_eq!(found.long.preamble_end, 0);
        assert!(short.has_short());
    }

    #[test]
    fn ends_are_chosen_apart() {
        let mut choice = Choice::default();
        let mut one = found(cut(3, 90, 0.5), cut(7, 80, 0.8));
        one.short.as_mut().unwrap().confidence = Some([0.8, 0.5]);
        for _ in 0..11 {
            choice.learn(&one);
        }
        let (cut, counted) = choice.choose(&one);
        assert_eq!((cut.preamble_end, cut.epilogue_start), (7, 90));
        assert_eq!((cut.confidence, counted), (Some([0.8, 0.5]), [true, false]));
    }
}
