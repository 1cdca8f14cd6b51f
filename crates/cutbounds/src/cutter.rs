//! Finds the bounds of documents, given the frequent lines of their library.

use std::sync::Arc;

use crate::beginnings::{Beginnings, FirstFields};
use crate::best::choice::{Both, Choice, Found};
use crate::best::line::{Form, Side};
use crate::best::{Scratch, lines_backwards};
use crate::constants::{
    CONFIDENCE_APART, CONFIDENCE_DOUBTFUL, CONFIDENCE_LEFT_ALONE, CONFIDENCE_RUN, DOCUMENTS_BEFORE,
};
use crate::endings::{EdgeLines, Endings};
use crate::phrases::{Outermost, Phrases};
use crate::{Cut, Frequent, Method, Reason, Rule, Settings, body, floor, paper};
use linenorm::raw_lines;

/// Finds the bounds of the documents of a library.
///
/// ```
/// use cutbounds::{Cutter, Frequent, Settings};
///
/// let notice = [
///     "This text may be copied by anyone who leaves this notice in it",
///     "and does not ask for money. The library of Quaymouth has typed it",
///     "and reads all letters that you send to it about errors in its texts.",
/// ];
/// let mut frequent = Frequent::default();
/// for line in notice {
///     frequent.add(line, 40);
/// }
/// let tale = "The ferryman had tarred both of his boats before the sun came up.\n".repeat(20);
/// let text = format!("{}\n\n\n\n{tale}", notice.join("\n"));
///
/// let mut cutter = Cutter::new(Settings::default(), frequent);
/// let cut = cutter.bounds(&text);
/// assert_eq!((cut.preamble_end, cut.epilogue_start), (3, 27));
/// assert_eq!(cut.body(&text), format!("\n\n\n{tale}"));
/// ```
#[derive(Debug)]
pub struct Cutter {
    settings: Arc<Settings>,
    frequent: Frequent,
    worker: Worker,
    turn: Turn,
}

/// The buffers of a thread, for one [`Cutter`].
#[derive(Debug, Default)]
pub struct Worker([Scratch; 2]);

/// The statistics of the documents so far: whether short lines count, which fields and phrases the documents begin with, and
/// which lines and phrases they end with.
#[derive(Debug)]
pub struct Turn {
    choice: Choice,
    beginnings: Beginnings,
    /// The outermost lines at both ends.
    endings: [Endings; 2],
    /// The phrases, unless there are too many libraries to count them for each.
    phrases: Option<Phrases>,
    /// The number of texts, and of those among them with boilerplate.
    texts: [u64; 2],
}

/// The result for one document, before the documents that precede it are taken into account.
#[derive(Debug, Clone)]
pub struct Prepared {
    found: Found,
    /// The beginning and the end of the document, unless it is a source file.
    first: Option<FirstFields>,
    edges: [EdgeLines; 2],
    outermost: [Outermost; 2],
    /// Whether the document may be of the library.
    is_of_library: bool,
}

/// For each end, whether short lines counted.
pub type Counted = [bool; 2];

impl Cutter {
    /// Creates a cutter for the documents of the library in which these lines are frequent. The cutters of several
    /// libraries can share their settings.
    pub fn new(settings: impl Into<Arc<Settings>>, frequent: Frequent) -> Self {
        Cutter {
            settings: settings.into(),
            frequent,
            worker: Worker::default(),
            turn: Turn::default(),
        }
    }

    /// Finds the bounds of the next document, and learns from it. Lines end at LF.
    pub fn bounds(&mut self, text: &str) -> Cut {
        self.bounds_of_all(&[text])[0]
    }

    /// Finds the bounds of the next documents, and learns from all of them before it decides on one.
    pub fn bounds_of_all(&mut self, texts: &[&str]) -> Vec<Cut> {
        let mut worker = std::mem::take(&mut self.worker);
        let mut turn = std::mem::take(&mut self.turn);
        let prepared = texts.iter().map(|text| self.prepare(&mut worker, text));
        let prepared: Vec<Prepared> = prepared.collect();
        prepared.iter().for_each(|one| self.learn(&mut turn, one));
        let documents = texts.iter().zip(&prepared);
        let cuts = documents.map(|(text, prepared)| self.decide(&turn, text, prepared).0);
        let cuts = cuts.collect();
        (self.worker, self.turn) = (worker, turn);
        cuts
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The frequent lines.
    pub fn frequent(&self) -> &Frequent {
        &self.frequent
    }

    /// Does the work on a document that does not depend on other documents. It can run in threads, each with its own
    /// worker.
    pub fn prepare(&self, worker: &mut Worker, text: &str) -> Prepared {
        let Cutter {
            settings, frequent, ..
        } = self;
        let is_frequent = |line: &str| frequent.contains(line);
        let is_of_library = frequent.may_have(text, settings);
        let found = match settings.method {
            Method::Best if !is_of_library => {
                Both::default().cut(text, settings, &mut worker.0, |_| false)
            }
            Method::Best => frequent
                .templates()
                .cut(text, settings, &mut worker.0, is_frequent),
            Method::Paper => Found {
                long: paper::cut(text, settings, is_frequent),
                short: None,
                form: None,
            },
        };
        let mut prepared = Prepared {
            found,
            first: None,
            edges: Default::default(),
            outermost: Default::default(),
            is_of_library,
        };
        if settings.method == Method::Best && !prepared.is_source() {
            let cut = &prepared.found.long;
            prepared.first = FirstFields::of(text);
            prepared.edges = [
                EdgeLines::first(text, settings.rules),
                EdgeLines::last(lines_backwards(text, cut.lines), settings.rules),
            ];
            prepared.outermost = self.outermost(text, cut);
        }
        prepared
    }

    /// Returns the outermost lines of the ends at which the model finds nothing, or is unsure.
    fn outermost(&self, text: &str, cut: &Cut) -> [Outermost; 2] {
        let is_open = |end: usize| {
            !cut.is_cut()[end]
                || cut
                    .confidence
                    .is_some_and(|all| all[end] <= CONFIDENCE_DOUBTFUL)
        };
        let rules = self.settings.rules;
        let first =
            is_open(0).then(|| Outermost::of((1..).zip(raw_lines(text)), Side::Head, rules));
        let last =
            is_open(1).then(|| Outermost::of(lines_backwards(text, cut.lines), Side::Tail, rules));
        [first, last].map(Option::unwrap_or_default)
    }

    /// Learns from a document, before it or a later one is decided on.
    pub fn learn(&self, turn: &mut Turn, prepared: &Prepared) {
        turn.choice.learn(&prepared.found);
        if self.settings.method == Method::Paper || prepared.is_source() {
            return;
        }
        turn.beginnings.learn(prepared.first.as_ref());
        for (endings, edge) in turn.endings.iter_mut().zip(&prepared.edges) {
            endings.learn(edge);
        }
        if let Some(phrases) = &mut turn.phrases {
            phrases.learn(&prepared.outermost);
        }
        turn.texts[0] += 1;
        turn.texts[1] += u64::from(prepared.found.long.is_cut().contains(&true));
    }

    /// Decides on the bounds of a document, by what was learned from it and others.
    pub fn decide(&self, turn: &Turn, text: &str, prepared: &Prepared) -> (Cut, Counted) {
        let (mut cut, counted) = turn.choice.choose(&prepared.found);
        cut.keep_below(self.settings.min_confidence);
        // A source file is not prose, and rights are often all that a short one has.
        let is_text = self.settings.method == Method::Best && !prepared.is_source();
        if is_text {
            turn.add_common(&mut cut, text, prepared);
            cut.without_valediction(text);
        }
        if is_text && self.loses_body(text, &cut) {
            let none = |rule| match rule {
                Rule::None => Reason::ModelNone,
                _ => Reason::Body,
            };
            cut = Cut {
                preamble_start: 1,
                preamble_end: 0,
                epilogue_start: cut.lines + 1,
                preamble_rule: Rule::None,
                epilogue_rule: Rule::None,
                confidence: cut.confidence.map(|_| [CONFIDENCE_LEFT_ALONE; 2]),
                reasons: [none(cut.preamble_rule), none(cut.epilogue_rule)],
                lines: cut.lines,
            };
        }
        if self.frequent.is_empty() || !prepared.is_of_library {
            doubt_nothing(&mut cut, CONFIDENCE_DOUBTFUL, [true; 2]);
        } else if !prepared.is_source() && turn.is_apart(&cut) {
            doubt_nothing(&mut cut, CONFIDENCE_APART, [true; 2]);
        }
        (cut, counted)
    }

    fn loses_body(&self, text: &str, cut: &Cut) -> bool {
        let is_own = |line: &str| !self.frequent.contains(line);
        body::is_lost(text, cut, &self.settings, is_own)
    }
}

impl Cut {
    /// Adds a preamble that ends with this line, if there is none.
    fn begin_after(&mut self, last: u64, rule: Rule) {
        if self.preamble_rule != Rule::None || last >= self.epilogue_start {
            return;
        }
        (self.preamble_start, self.preamble_end) = (1, last);
        self.preamble_rule = rule;
        self.reasons[0] = Reason::Floor;
        self.confidence = self.confidence.map(|[_, tail]| [CONFIDENCE_RUN, tail]);
    }

    /// Adds an epilogue that begins at this line, with its heading, if there is none, or a doubtful one that begins later.
    fn end_at(&mut self, start: u64, text: &str) {
        let is_doubtful = self.reasons[1] == Reason::Floor
            && self
                .confidence
                .is_some_and(|[_, tail]| tail <= CONFIDENCE_DOUBTFUL)
            && start < self.epilogue_start;
        let is_free = self.epilogue_rule == Rule::None || is_doubtful;
        if !is_free || start <= self.preamble_end {
            return;
        }
        let numbers = self.preamble_end + 1..start;
        let inwards = lines_backwards(text, self.lines);
        let inwards = inwards
            .skip_while(|(number, _)| *number >= start)
            .take_while(|(number, _)| numbers.contains(number));
        self.epilogue_start = floor::with_heading(start, inwards);
        self.epilogue_rule = Rule::Frequency;
        self.reasons[1] = Reason::Floor;
        self.confidence = self.confidence.map(|[head, _]| [head, CONFIDENCE_RUN]);
    }
}

impl Default for Turn {
    fn default() -> Self {
        Turn {
            phrases: Some(Phrases::default()),
            ..Turn::of_small_library()
        }
    }
}

impl Turn {
    /// Creates the statistics of one of many libraries. They are small, because phrases are not counted.
    pub fn of_small_library() -> Self {
        Turn {
            choice: Choice::default(),
            beginnings: Beginnings::default(),
            endings: Default::default(),
            phrases: None,
            texts: [0; 2],
        }
    }

    /// Adds what the beginning and the end of a text have in common with those of other documents.
    fn add_common(&self, cut: &mut Cut, text: &str, prepared: &Prepared) {
        let first = prepared.first.as_ref();
        let phrases = |side: Side| {
            let end = &prepared.outermost[side as usize];
            self.phrases.as_ref().and_then(|all| all.find(end, side))
        };
        if let Some(last) = first.and_then(|first| self.beginnings.find(first)) {
            cut.begin_after(last, Rule::Metadata);
        } else if let Some(last) = phrases(Side::Head) {
            cut.begin_after(last, Rule::Frequency);
        } else if first.is_some() && cut.preamble_rule == Rule::None {
            cut.confidence = cut
                .confidence
                .map(|[head, tail]| [head.min(CONFIDENCE_DOUBTFUL), tail]);
        }
        let [opening, ending] = [
            self.endings[0].find_opening(&prepared.edges[0]),
            self.endings[1].find(&prepared.edges[1]),
        ];
        if let Some(last) = opening {
            cut.begin_after(last, Rule::Frequency);
        }
        if let Some(start) = ending.into_iter().chain(phrases(Side::Tail)).min() {
            cut.end_at(start, text);
        }
        // What most texts begin or end with may be boilerplate.
        let alike = [0, 1].map(|end| self.endings[end].is_alike(&prepared.edges[end]));
        doubt_nothing(cut, CONFIDENCE_DOUBTFUL, alike);
    }

    /// Whether a text has no boilerplate and most texts of its library have some. Its notice may be that of too few documents to be frequent.
    fn is_apart(&self, cut: &Cut) -> bool {
        let [texts, with_boilerplate] = self.texts;
        texts > DOCUMENTS_BEFORE as u64
            && 2 * with_boilerplate > texts
            && !cut.is_cut().contains(&true)
    }
}

impl Prepared {
    fn is_source(&self) -> bool {
        self.found.form == Some(Form::Source)
    }
}

/// Lowers the confidence of those of the two ends that have no cut. Without frequent lines, only the form of the document was checked.
fn doubt_nothing(cut: &mut Cut, most: f64, ends: [bool; 2]) {
    let rules = [cut.preamble_rule, cut.epilogue_rule];
    for (end, confidence) in cut.confidence.iter_mut().flatten().enumerate() {
        if ends[end] && rules[end] == Rule::None {
            *confidence = confidence.min(most);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BuiltIn;

    #[test]
    fn a_text_that_has_no_line_of_a_built_in_library_is_not_of_it() {
        // Rows of figures are like the templates of any library.
        let row = |at: usize| {
            (0..60)
                .map(|by| format!("{} ", (at * by + at) % 3 % 2))
                .collect::<String>()
        };
        let rows: Vec<String> = (0..100).map(row).collect();
        let bounds = |frequent: Frequent| {
            let cut = Cutter::new(Settings::default(), frequent).bounds(&rows.join("\n"));
            (
                cut.preamble_end,
                cut.lines + 1 - cut.epilogue_start,
                cut.confidence,
            )
        };
        let mut frequent = Frequent::default();
        frequent.add_built_in(BuiltIn::Gutenberg);
        let nothing = (0, 0, Some([CONFIDENCE_DOUBTFUL; 2]));
        assert_eq!(bounds(frequent), nothing);
        // Other lines are of the library that the text belongs to.
        let mut frequent = Frequent::default();
        frequent.add("The ferry lies at the quay of the library", 20);
        frequent.add_built_in(BuiltIn::Gutenberg);
        assert_ne!(bounds(frequent).2, nothing.2);
    }

    #[test]
    fn nothing_is_unsure_where_the_texts_begin_alike() {
        let confidence = |first: &str| {
            let mut frequent = Frequent::default();
            frequent.add("The ferry lies at the quay of the library", 20);
            let text = |at: usize| {
                let line = |row: usize| {
                    format!(
                        "Boat {at} of {row} was tarred in the yard of {}\n",
                        at * row
                    )
                };
                format!("{first}\n\n{}", (0..20).map(line).collect::<String>())
            };
            let texts: Vec<String> = (0..20).map(text).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let cut = Cutter::new(Settings::default(), frequent).bounds_of_all(&texts)[7];
            assert_eq!(cut.preamble_end, 0);
            cut.confidence.unwrap()[0]
        };
        assert_eq!(confidence("Boats of tin"), CONFIDENCE_DOUBTFUL);
        assert!(confidence("").max(confidence("123")) > 0.9);
    }

    #[test]
    fn a_text_apart_from_its_library_is_less_surely_whole() {
        let notice = [
            "This copy of the book was typed by the readers of Quaymouth",
            "and may be read by anybody who does not ask for money for it.",
        ];
        let tale = "The ferryman had tarred both of his boats before the sun came up.\n".repeat(20);
        let of_library = format!("{}\n\n\n{tale}", notice.join("\n"));
        let confidence = |before: &[&str], text: &str| {
            let mut frequent = Frequent::default();
            notice.iter().for_each(|line| frequent.add(line, 20));
            let mut cutter = Cutter::new(Settings::default(), frequent);
            before.iter().for_each(|text| {
                cutter.bounds(text);
            });
            let cut = cutter.bounds(text);
            assert_eq!(cut.preamble_end == 0, text == tale);
            cut.confidence.unwrap()
        };
        // Alone, behind a few texts, or where as many texts have no notice, nothing is known about it.
        let many = [of_library.as_str(); 12];
        assert_eq!(confidence(&many, &tale), [CONFIDENCE_APART; 2]);
        for before in [&[], &many[..4], &[of_library.as_str(), &tale].repeat(8)] {
            assert!(confidence(before, &tale)[0] > 0.9, "{}", before.len());
        }
        // The end without a notice of a text that has one at the other end is as sure as before.
        assert!(confidence(&many, &of_library)[1] > 0.9);
        // A source file shows by itself that it has no licence.
        let code = "int tar(int boat);\n".repeat(20);
        let mut frequent = Frequent::default();
        notice.iter().for_each(|line| frequent.add(line, 20));
        let mut cutter = Cutter::new(Settings::default(), frequent);
        many.iter().for_each(|text| {
            cutter.bounds(text);
        });
        assert!(cutter.bounds(&code).confidence.unwrap()[0] > 0.9);
    }
}
