//! One call: a document comes, and what is kept of it goes.

use std::borrow::Cow;
use std::num::NonZero;
use std::ops::Range;

use tokens::Fold;

use crate::block::line_feeds;
use crate::seen::Full;
use crate::{
    Block, Fate, Filter, Grams, Judged, Method, Rules, Seen, Source, Stored, Tokens, Unit,
};

/// Settings for removing whole blocks: a block goes if it mostly repeats text that was kept before.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Blocks {
    /// The unit that is kept or removed as a whole.
    pub unit: Unit,
    /// How repetition is found.
    pub method: Method,
    /// The tokens.
    pub tokens: Tokens,
    /// Which differences between characters do not count, besides those that do not for tokens; `None`: no others.
    pub fold: Option<Fold>,
    /// The length of an n-gram in tokens.
    pub n: NonZero<usize>,
    /// A block goes if more than this share of its tokens, from 0 to 1, is in n-grams seen before.
    pub threshold: f64,
    /// New text of at most this many tokens between removed blocks, or between them and the document's edge, goes, too ([`Fate::Stub`]);
    /// `None`: only duplicates go.
    pub stub: Option<usize>,
    /// How text counts that repeats the same document.
    pub within: Within,
    /// The most bytes for n-grams.
    pub memory: u64,
}

impl Default for Blocks {
    /// Those of the tool, with 1 GiB.
    fn default() -> Self {
        Blocks {
            unit: Unit::Block,
            method: Method::Best,
            tokens: Tokens::WordFold,
            fold: None,
            n: NonZero::new(7).expect("not 0"),
            threshold: 0.5,
            stub: Some(20),
            within: Within::Removed,
            memory: 1 << 30,
        }
    }
}

/// Settings for cutting out spans: every sequence of tokens that occurred before and is long enough, wherever it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spans {
    /// The least length of a span in tokens.
    pub least: NonZero<usize>,
    /// The tokens.
    pub tokens: Tokens,
    /// Which differences between characters do not count, besides those that do not for tokens; `None`: no others.
    pub fold: Option<Fold>,
    /// How text counts that repeats the same document.
    pub within: Within,
    /// The most bytes for windows of tokens.
    pub memory: u64,
}

impl Default for Spans {
    /// Those of the tool, with 1 GiB.
    fn default() -> Self {
        Spans {
            least: NonZero::new(50).expect("not 0"),
            tokens: Tokens::WordFold,
            fold: None,
            within: Within::Removed,
            memory: 1 << 30,
        }
    }
}

/// The decision on text that repeats the same document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Within {
    /// It is removed, as what repeats an earlier document.
    #[default]
    Removed,
    /// It is kept.
    Kept,
}

/// Deduplicates a stream of documents: [`Blocks`] or [`Spans`] of them. A document from which spans are cut cannot be
/// judged by blocks as well, so the unit is chosen once.
///
/// ```
/// use blockdedup::{Dedup, Fate, Spans};
///
/// let mut dedup = Dedup::spans(Spans { least: 4.try_into()?, ..Spans::default() });
/// dedup.push("We take two eggs and a cup of milk.")?;
/// let kept = dedup.push("First take two eggs and a spoon.")?;
/// assert_eq!(kept.text, "First spoon.");
/// assert!(kept.pieces.iter().map(|piece| piece.fate).eq([Fate::Kept, Fate::Duplicate, Fate::Kept]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Dedup<U> {
    settings: U,
    filter: Filter,
    grams: Grams,
    blocks: Vec<Block>,
    judged: Vec<Judged>,
}

/// The kept text of a document, and the decisions on its pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept<'t> {
    /// The text that is kept: the whole text if nothing is removed.
    pub text: Cow<'t, str>,
    /// All blocks, or the spans and what is between them, in order.
    pub pieces: Vec<Piece>,
}

/// A block or span of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its bytes in the document.
    pub bytes: Range<usize>,
    /// The number of its tokens.
    pub tokens: usize,
    /// Whether it is kept.
    pub fate: Fate,
    /// The number of its tokens in n-grams seen before.
    pub seen: usize,
}

impl Kept<'_> {
    /// Whether all of the document is kept.
    pub fn is_whole(&self) -> bool {
        self.count(Fate::Kept) == self.pieces.len()
    }

    /// The number of pieces with this fate. Stubs are not among the duplicates.
    pub fn count(&self, fate: Fate) -> usize {
        let pieces = self.pieces.iter();
        pieces.filter(|piece| piece.fate == fate).count()
    }
}

impl Dedup<Blocks> {
    /// Nothing is seen yet.
    pub fn blocks(settings: Blocks) -> Self {
        let rules = Rules {
            method: settings.method,
            threshold: settings.threshold,
            stub: settings.stub,
            keep_within: settings.within == Within::Kept,
            source: Source::of(settings.unit),
        };
        let grams = Grams::of(settings.n, settings.method).folded(settings.fold);
        Dedup::new(settings, rules, grams, settings.memory)
    }

    /// Decides on the next document.
    ///
    /// # Errors
    /// There is no room for its n-grams; nothing has changed then.
    pub fn push<'t>(&mut self, text: &'t str) -> Result<Kept<'t>, Full> {
        self.read(text);
        self.filter.judge(&self.grams, &mut self.judged)?;
        let joint = |between: &str| self.settings.unit.joint(between);
        Ok(kept(text, self.grams.blocks(), &self.judged, joint))
    }

    /// Takes a document for seen without deciding on it.
    ///
    /// # Errors
    /// There is no room for its n-grams; nothing has changed then.
    pub fn learn(&mut self, text: &str) -> Result<(), Full> {
        self.read(text);
        self.filter.learn(&self.grams)
    }

    fn read(&mut self, text: &str) {
        self.grams.clear();
        (self.grams).read(text, self.settings.unit, self.settings.tokens);
    }
}

impl Dedup<Spans> {
    /// Nothing is seen yet.
    pub fn spans(settings: Spans) -> Self {
        let rules = Rules {
            method: Method::Paper,
            threshold: 0.0,
            stub: None,
            keep_within: settings.within == Within::Kept,
            source: Source::Any,
        };
        let grams = Grams::of(settings.least, rules.method).folded(settings.fold);
        Dedup::new(settings, rules, grams, settings.memory)
    }

    /// Decides on the next document.
    ///
    /// # Errors
    /// There is no room for its windows of tokens; nothing has changed then.
    pub fn push<'t>(&mut self, text: &'t str) -> Result<Kept<'t>, Full> {
        self.read(text);
        (self.filter).cut(&self.grams, &mut self.blocks, &mut self.judged)?;
        Ok(kept(text, &self.blocks, &self.judged, |_| ""))
    }

    /// Takes a document for seen without deciding on it.
    ///
    /// # Errors
    /// There is no room for its windows of tokens; nothing has changed then.
    pub fn learn(&mut self, text: &str) -> Result<(), Full> {
        self.read(text);
        self.filter.learn(&self.grams)
    }

    fn read(&mut self, text: &str) {
        self.grams.clear();
        self.grams.read_whole(text, self.settings.tokens);
    }
}

impl<U> Dedup<U> {
    fn new(settings: U, rules: Rules, grams: Grams, memory: u64) -> Self {
        let width = rules.method.width();
        Dedup {
            settings,
            filter: Filter::new(rules, Seen::new(width, memory, Stored::Marks)),
            grams,
            blocks: Vec::new(),
            judged: Vec::new(),
        }
    }

    /// From now on documents are compared only with those seen so far, not with each other or with themselves.
    pub fn freeze(&mut self) {
        self.filter.freeze();
    }
}

fn kept<'t>(
    text: &'t str,
    blocks: &[Block],
    judged: &[Judged],
    joint: impl Fn(&'t str) -> &'t str,
) -> Kept<'t> {
    let pieces = blocks.iter().zip(judged).map(|(block, judged)| Piece {
        bytes: block.bytes.clone(),
        tokens: block.tokens.len(),
        fate: judged.fate,
        seen: judged.covered,
    });
    Kept {
        text: joined(text, 0..text.len(), blocks, judged, Fate::is_kept, joint),
        pieces: pieces.collect(),
    }
}

/// The text of the blocks in a part of a text with a wanted fate, with a joint between two of them: `joint` is given
/// the white space before the second or before a block removed between them, whichever has most line feeds. If all are
/// wanted, the whole part, including the white space around it.
pub(crate) fn joined<'t>(
    text: &'t str,
    part: Range<usize>,
    blocks: &[Block],
    judged: &[Judged],
    wanted: impl Fn(Fate) -> bool,
    joint: impl Fn(&'t str) -> &'t str,
) -> Cow<'t, str> {
    let inside = || {
        let bytes = blocks
            .iter()
            .map(|block| block.bytes.start.max(part.start)..block.bytes.end.min(part.end));
        bytes.zip(judged).filter(|(bytes, _)| !bytes.is_empty())
    };
    if inside().all(|(_, judged)| wanted(judged.fate)) {
        return Cow::Borrowed(&text[part.clone()]);
    }
    let (mut joined, mut end, mut widest) = (String::new(), part.start, "");
    for (bytes, judged) in inside() {
        let between = &text[end..bytes.start];
        end = bytes.end;
        if line_feeds(between) >= line_feeds(widest) {
            widest = between;
        }
        if !wanted(judged.fate) {
            continue;
        }
        if !joined.is_empty() {
            joined.push_str(joint(widest));
        }
        joined.push_str(&text[bytes]);
        widest = "";
    }
    Cow::Owned(joined)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_of_two_paragraphs_stay_apart_where_a_line_goes() {
        let of = |text: &str| {
            let mut dedup = Dedup::blocks(Blocks {
                unit: Unit::Line,
                stub: None,
                ..Blocks::default()
            });
            dedup
                .learn("The mill is open from nine to five on weekdays.")
                .unwrap();
            dedup.push(text).unwrap().text.into_owned()
        };
        let again = "The mill is open from nine to five on weekdays.";
        assert_eq!(of(&format!("Wheat\n{again}\nRye")), "Wheat\nRye");
        for text in [
            "Wheat\n\n{}\nRye",
            "Wheat\n{}\n \nRye",
            "Wheat\n\n{}\n\n\nRye",
        ] {
            assert_eq!(of(&text.replace("{}", again)), "Wheat\n\nRye", "{text}");
        }
        assert_eq!(
            of(&format!("Wheat\n\nOats\nRye\n{again}")),
            "Wheat\n\nOats\nRye"
        );
    }

    #[test]
    fn what_was_filled_into_a_form_stays() {
        let of = |first: &str, text: &str| {
            let mut dedup = Dedup::blocks(Blocks::default());
            dedup.learn(first).unwrap();
            dedup.push(text).unwrap().text.into_owned()
        };
        let questions = [
            "Which crop did the farmers of this valley grow before the war?",
            "Who kept the keys of the granary behind the old church then?",
            "How did the grain get to the market town over the pass?",
        ];
        let form = |answers: [&str; 4]| {
            let [title, answers @ ..] = answers;
            let pairs = questions.iter().zip(answers);
            let pairs = pairs.map(|(question, answer)| format!("{question}\n\n{answer}"));
            format!("{title}\n\n{}", pairs.collect::<Vec<_>>().join("\n\n"))
        };
        let first = form(["Interview 1", "Rye.", "The miller.", "On mules."]);
        let second = [
            "Interview 2",
            "Hops, only hops.",
            "I forget.",
            "It did not.",
        ];
        assert_eq!(of(&first, &form(second)), second.join("\n\n"));
        // One new value may be the date of a copy.
        let copy = ["Interview 1", "Rye.", "I forget.", "On mules."];
        assert_eq!(of(&first, &form(copy)), "");
        // Longer than an n-gram, between questions without a change.
        let long = [
            "Interview 3",
            "Barley, on a field that my uncle had from the abbey.",
            "Nobody kept them, for it was never locked in all these years.",
            "It did not.",
        ];
        assert_eq!(of(&first, &form(long)), long.join("\n\n"));
        // A value does not go because the words before it are known.
        let price = form(["Saw", "Price: 34 euros", "Steel", "Box"]);
        assert_eq!(
            of(&form(["Hammer", "Price: 19 euros", "Ash", "Box"]), &price),
            "Saw\n\nPrice: 34 euros\n\nSteel"
        );
    }

    #[test]
    fn what_stands_between_refrains_stays() {
        let refrain = "Turn, wheel, turn, and the corn will be flour by the end of the day.";
        let verses = [
            "The farmer came up with a cart and a mare.",
            "The baker was late, and the oven was bare.",
            "The miller was deaf to the one and the other.",
            "So both of them asked for the help of his mother.",
        ];
        let song = verses
            .map(|verse| format!("{verse}\n\n{refrain}"))
            .join("\n\n");
        let [first, others @ ..] = verses;
        let mut dedup = Dedup::blocks(Blocks::default());
        let kept = dedup.push(&song).unwrap().text.into_owned();
        assert_eq!(
            kept,
            format!("{first}\n\n{refrain}\n\n{}", others.join("\n\n"))
        );
        // Also where another document had the refrain.
        let mut dedup = Dedup::blocks(Blocks::default());
        dedup.learn(refrain).unwrap();
        let kept = dedup.push(&song).unwrap().text.into_owned();
        assert_eq!(kept, verses.join("\n\n"));
    }

    #[test]
    fn what_a_benchmark_has_is_found_in_each_document() {
        let mut dedup = Dedup::blocks(Blocks {
            stub: None,
            ..Blocks::default()
        });
        let question = "Which planet of the sun has the most moons that are known?";
        dedup.learn(question).unwrap();
        dedup.freeze();
        let document =
            format!("A heading\n\n{question}\n\nNone of those who were asked could say.");
        for _ in 0..2 {
            let kept = dedup.push(&document).unwrap();
            assert_eq!(
                kept.text,
                "A heading\n\nNone of those who were asked could say."
            );
            assert!(!kept.is_whole());
        }
    }

    #[test]
    fn new_text_between_duplicates_is_counted_apart() {
        let (before, after) = (
            "The miller walked down to the harbour every evening to buy oil for the lamps.",
            "A storm in the autumn broke the windows of the church and carried off three roofs.",
        );
        let of = |stub| {
            let mut dedup = Dedup::blocks(Blocks {
                stub,
                ..Blocks::default()
            });
            dedup.learn(before).unwrap();
            dedup.learn(after).unwrap();
            let text = format!("{before}\n\nThe ferry has a new pier.\n\n{after}");
            let kept = dedup.push(&text).unwrap();
            let counts = [Fate::Kept, Fate::Duplicate, Fate::Stub].map(|fate| kept.count(fate));
            (kept.text.into_owned(), counts)
        };
        assert_eq!(of(Some(20)), (String::new(), [0, 2, 1]));
        assert_eq!(of(None), ("The ferry has a new pier.".into(), [1, 2, 0]));
    }

    #[test]
    fn without_room_nothing_changes() {
        let mut dedup = Dedup::blocks(Blocks {
            memory: 1,
            ..Blocks::default()
        });
        let long: String = (0..1 << 20).map(|word| format!("w{word} ")).collect();
        assert_eq!(dedup.push(&long), Err(Full));
        assert!(dedup.push("w1 w2 w3 w4 w5 w6 w7 w8").unwrap().is_whole());
    }

    proptest! {
        /// No text is lost: what is kept and what is removed are all of the document but white space.
        #[test]
        fn pieces_hold_all_of_a_document(texts in prop::collection::vec("[ab]( [ab]|\n|\n\n|  ){0,20}", 1..6)) {
            let mut blocks = Dedup::blocks(Blocks { n: NonZero::new(2).unwrap(), ..Blocks::default() });
            let mut spans = Dedup::spans(Spans { least: NonZero::new(3).unwrap(), ..Spans::default() });
            for text in &texts {
                for kept in [blocks.push(text).unwrap(), spans.push(text).unwrap()] {
                    let mut at = 0;
                    for piece in &kept.pieces {
                        prop_assert!(text[at..piece.bytes.start].trim().is_empty());
                        at = piece.bytes.end;
                    }
                    prop_assert!(text[at..].trim().is_empty());
                    prop_assert!(!kept.is_whole() || kept.text == *text);
                }
            }
        }
    }
}
