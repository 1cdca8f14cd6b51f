//! The default method: onion's, extended by the positions of the repeated text.
//!
//! Each n-gram is stored with the block in which it was first seen, identified by 13 bits of its number. Blocks that
//! repeat consecutive blocks of one document are copies of a passage. Weaker evidence suffices for them than for an
//! isolated block. They also show which blocks within the passage are old but changed, and which were inserted.
//!
//! If a document repeats its own text, one instance is kept, unless earlier documents contain it. A removed block never
//! causes the removal of another one, and a block that others repeat is not a stub.

use std::collections::HashMap;
use std::ops::Range;

use crate::seen::Mark;
use crate::verdict::{InternalRepeat, covered, for_each_run, within_range};
use crate::{Fate, Grams, Judged, Rules, Source};

/// Up to this many n-grams of an isolated block may be repeated by chance,
const CHANCE: usize = 3;
/// if they have no more words in a row than this: three n-grams of the default length.
const CHANCE_WORDS: usize = 9;
/// A block in sequence within a copied passage is a duplicate above this fraction of the threshold, if it is not shorter than an n-gram: of
/// those that end in a shorter one, each has words of the block before.
const IN_PLACE: f64 = 0.5;
/// More than this share of a document's seen n-grams was first seen in one document, if the document repeats that
/// document: it does not consist of three others. A kept document has at least 1 - threshold of its own; what it shares
/// with earlier versions, and changes in the copy, take some. At 0.5 a twentieth of the near-duplicates in source code stay.
const OF_ONE: f64 = 0.4;
/// From this number of places in copied passages on, new blocks are what was filled into a form: answers, or the values of a product. Then new
/// blocks at the edges of the document are, too.
const FORM: usize = 2;
/// The number of blocks that a copied passage may skip.
const SKIPPED: u16 = 4;

/// The global number of a block, and whether it is the first or last of its document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ordinal {
    pub number: u64,
    pub first: bool,
    pub last: bool,
}

impl Ordinal {
    /// The mark for the table: the number modulo 2^13, the edge bits, and a bit that makes it non-zero.
    pub fn mark(self) -> Mark {
        (self.number as Mark) << 3 | u16::from(self.first) << 2 | u16::from(self.last) << 1 | 1
    }
}

fn is_first(mark: Mark) -> bool {
    mark & 4 != 0
}

fn is_last(mark: Mark) -> bool {
    mark & 2 != 0
}

/// The distance in blocks from `before` to `after` if they may be of one document: from 1 to `SKIPPED`; else `None`.
fn distance(before: Option<Mark>, after: Option<Mark>) -> Option<u16> {
    let (before, after) = (before?, after?);
    let distance = (after >> 3).wrapping_sub(before >> 3) & 0x1FFF;
    ((1..=SKIPPED).contains(&distance) && !is_last(before) && !is_first(after)).then_some(distance)
}

/// Decides on the blocks of a document; `marks` tell where its n-grams were seen, in it or in earlier documents, and
/// `within` which of them in it. Afterwards the marks of n-grams that were seen only in removed blocks are 0.
pub(crate) fn judge(
    rules: &Rules,
    grams: &Grams,
    marks: &mut [Mark],
    within: &mut [InternalRepeat],
    judged: &mut Vec<Judged>,
) {
    let sources = find_duplicates(rules, grams, marks, judged);
    spare_last_instances(rules, grams, marks, within, judged);
    if let Some(stub) = rules.stub
        && !judged.iter().all(Judged::kept)
    {
        let own = Own::of(grams, within, judged);
        smooth(stub, grams, &sources, &own, judged);
    }
}

/// Decides which blocks are duplicates, and returns the mark of most n-grams of each block.
fn find_duplicates(
    rules: &Rules,
    grams: &Grams,
    marks: &[Mark],
    judged: &mut Vec<Judged>,
) -> Vec<Option<Mark>> {
    let blocks = grams.blocks();
    let mut sources: Vec<Option<Mark>> = Vec::with_capacity(blocks.len());
    let mut sorted = Vec::new();
    for block in blocks {
        let seen = marks[grams.ending_in(&block.tokens)]
            .iter()
            .copied()
            .filter(|&mark| mark != 0);
        sources.push(most_frequent(&mut sorted, seen));
        judged.push(covered(grams, block, marks));
    }
    let share = |judged: &[Judged], number: usize| {
        let total = blocks[number].tokens.len();
        judged[number].covered as f64 / total.max(1) as f64
    };
    let chance = CHANCE.min(CHANCE_WORDS.saturating_sub(grams.n() / grams.per_word() - 1));
    let source =
        |number: Option<usize>| number.and_then(|number| sources.get(number).copied().flatten());
    for number in 0..blocks.len() {
        let in_passage = distance(source(number.checked_sub(1)), source(Some(number))).is_some()
            || distance(source(Some(number)), source(Some(number + 1))).is_some();
        let whole = judged[number].covered == blocks[number].tokens.len();
        let marks = &marks[grams.ending_in(&blocks[number].tokens)];
        let seen = marks.iter().filter(|&&mark| mark != 0).count();
        let of_source = || marks.iter().filter(|&&mark| Some(mark) == sources[number]);
        let is_of_one = || of_source().count() as f64 > OF_ONE * seen as f64;
        if share(judged, number) > rules.threshold
            && (in_passage || whole || seen > chance)
            && (rules.source == Source::Any || is_of_one())
        {
            judged[number].fate = Fate::Duplicate;
        }
    }
    // Changed blocks of a passage, after and before the duplicates found so far.
    let weak = |number: usize| match blocks[number].tokens.len() < grams.n() {
        true => rules.threshold,
        false => rules.threshold * IN_PLACE,
    };
    for number in 1..blocks.len() {
        if judged[number].kept()
            && share(judged, number) > weak(number)
            && judged[number - 1].fate == Fate::Duplicate
            && distance(sources[number - 1], sources[number]) == Some(1)
        {
            judged[number].fate = Fate::Duplicate;
        }
    }
    for number in (1..blocks.len()).rev() {
        if judged[number - 1].kept()
            && share(judged, number - 1) > weak(number - 1)
            && judged[number].fate == Fate::Duplicate
            && distance(sources[number - 1], sources[number]) == Some(1)
        {
            judged[number - 1].fate = Fate::Duplicate;
        }
    }
    sources
}

/// Clears the marks of n-grams that were seen in an earlier block of the document, if that block is removed and no kept
/// block has them. Keeps blocks that are not duplicates without these n-grams.
fn spare_last_instances(
    rules: &Rules,
    grams: &Grams,
    marks: &mut [Mark],
    within: &mut [InternalRepeat],
    judged: &mut [Judged],
) {
    // For n-grams that first ended in removed blocks, the first kept block that has them.
    let mut stays = HashMap::new();
    for (number, block) in grams.blocks().iter().enumerate() {
        let range = within_range(within, &grams.ending_in(&block.tokens));
        let seen = &mut within[range];
        let mut lost = false;
        for seen in seen.iter_mut() {
            if !judged[seen.block].kept() {
                match stays.get(&grams.all()[seen.at]) {
                    Some(&block) => seen.block = block,
                    None => {
                        marks[seen.at] = 0;
                        lost = true;
                    }
                }
            }
        }
        if !lost {
            continue;
        }
        let total = block.tokens.len() as f64;
        let share = judged[number].covered as f64 / total;
        let Judged {
            covered, repeated, ..
        } = covered(grams, block, marks);
        (judged[number].covered, judged[number].repeated) = (covered, repeated);
        // For a changed block of a passage a lower threshold applied.
        let limit = rules.threshold
            * if share > rules.threshold {
                1.0
            } else {
                IN_PLACE
            };
        if judged[number].covered as f64 / total <= limit {
            judged[number].fate = Fate::Kept;
        }
        if judged[number].kept() {
            for seen in seen.iter() {
                if marks[seen.at] == 0 {
                    stays.insert(grams.all()[seen.at], number);
                }
            }
        }
    }
}

/// What a document repeats of itself, by block.
struct Own {
    /// Whether a removed block of the document repeats it.
    repeated: Vec<bool>,
    /// Whether it is removed, and most that was seen of it is earlier in the document.
    repeats: Vec<bool>,
}

impl Own {
    fn of(grams: &Grams, within: &[InternalRepeat], judged: &[Judged]) -> Self {
        let mut own = Own {
            repeated: vec![false; judged.len()],
            repeats: vec![false; judged.len()],
        };
        for (number, (block, judged)) in grams.blocks().iter().zip(judged).enumerate() {
            if !judged.kept() {
                let seen = &within[within_range(within, &grams.ending_in(&block.tokens))];
                seen.iter().for_each(|seen| own.repeated[seen.block] = true);
                own.repeats[number] = !seen.is_empty() && 2 * seen.len() >= judged.repeated;
            }
        }
        own
    }
}

/// Removes stubs: short runs of kept blocks. These stay:
///
/// - blocks that others repeat
/// - blocks that are new: inserted between copies of consecutive blocks, before a copy of a first block, after a copy of a last one, or put
///   between two copies instead of the same number of blocks
/// - blocks between refrains, which the document itself has earlier, or which repeat one and the same block
///
/// If no more than a stub remains of the document, that is removed as well, unless the document is a [`FORM`].
fn smooth(stub: usize, grams: &Grams, sources: &[Option<Mark>], own: &Own, judged: &mut [Judged]) {
    let tokens =
        |blocks: &[crate::Block]| -> usize { blocks.iter().map(|block| block.tokens.len()).sum() };
    let is_new = |judged: &[Judged], run: &Range<usize>, is_form: bool| {
        let around = [run.start.checked_sub(1), Some(run.end)];
        let around = around.map(|number| number.filter(|&number| number < sources.len()));
        if around
            .into_iter()
            .flatten()
            .all(|number| own.repeats[number])
        {
            return true;
        }
        match around.map(|number| number.map(|number| sources[number])) {
            [Some(before), Some(after)] if before == after => true,
            [Some(before), Some(after)] => distance(before, after).is_some_and(|distance| {
                let is_instead = usize::from(distance) == run.len() + 1;
                distance == 1 || is_instead && (is_form || !may_be_edited(grams, judged, run))
            }),
            [None, Some(after)] => is_form || after.is_some_and(is_first),
            [Some(before), None] => is_form || before.is_some_and(is_last),
            [None, None] => true,
        }
    };
    let mut new = 0;
    for_each_run(judged, |judged, run| {
        let is_inner = run.start > 0 && run.end < judged.len();
        new += usize::from(is_inner && is_new(judged, &run, false));
    });
    let is_form = new >= FORM;
    for_each_run(judged, |judged, run| {
        if tokens(&grams.blocks()[run.clone()]) <= stub
            && !own.repeated[run.clone()].contains(&true)
            && !is_new(judged, &run, is_form)
        {
            judged[run]
                .iter_mut()
                .for_each(|judged| judged.fate = Fate::Stub);
        }
    });
    let left: usize = grams
        .blocks()
        .iter()
        .zip(&*judged)
        .filter(|(_, judged)| judged.kept())
        .map(|(block, _)| block.tokens.len())
        .sum();
    let needed =
        (judged.iter().zip(&own.repeated)).any(|(judged, &repeated)| judged.kept() && repeated);
    if left <= stub && !needed && !is_form {
        for judged in judged.iter_mut().filter(|judged| judged.kept()) {
            judged.fate = Fate::Stub;
        }
    }
}

/// Whether kept blocks within a passage may be edited ones: they are long enough for n-grams of their own, and the blocks around them are
/// edited.
fn may_be_edited(grams: &Grams, judged: &[Judged], run: &Range<usize>) -> bool {
    let tokens = |number: usize| grams.blocks()[number].tokens.len();
    let is_whole = |number: usize| judged[number].covered == tokens(number);
    run.clone().any(|number| tokens(number) >= grams.n())
        && !(is_whole(run.start - 1) && is_whole(run.end))
}

/// The most frequent of some marks, the smallest in a tie.
fn most_frequent(sorted: &mut Vec<Mark>, marks: impl Iterator<Item = Mark>) -> Option<Mark> {
    sorted.clear();
    sorted.extend(marks);
    sorted.sort_unstable();
    let runs = sorted.chunk_by(|a, b| a == b);
    // In a tie `max_by_key` returns the last.
    runs.rev().max_by_key(|run| run.len()).map(|run| run[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gram::Width;
    use crate::{Method, Tokens, Unit};

    const RULES: Rules = Rules {
        method: Method::Best,
        threshold: 0.5,
        stub: None,
        keep_within: false,
        source: Source::Any,
    };

    /// The mark of a block inside its document.
    fn inner(number: u64) -> Mark {
        let ordinal = Ordinal {
            number,
            first: false,
            last: false,
        };
        ordinal.mark()
    }

    /// The fates of blocks of ten words: of each the number of its words that were seen, and the block in which.
    fn fates(blocks: &[(usize, u64)]) -> Vec<Fate> {
        let text = vec!["a b c d e f g h i j"; blocks.len()].join("\n\n");
        let mut grams = Grams::new(std::num::NonZero::<usize>::MIN, Width::Full);
        grams.read(&text, Unit::Block, Tokens::Word);
        let marks: Vec<Mark> = blocks
            .iter()
            .flat_map(|&(seen, number)| {
                (0..10).map(move |word| if word < seen { inner(number) } else { 0 })
            })
            .collect();
        let mut judged = Vec::new();
        find_duplicates(&RULES, &grams, &marks, &mut judged);
        judged.iter().map(|one| one.fate).collect()
    }

    #[test]
    fn changed_blocks_of_a_copied_passage_are_duplicates() {
        use Fate::{Duplicate, Kept};
        // Before, after, and beyond.
        assert_eq!(
            fates(&[(4, 99), (3, 100), (9, 101), (3, 102), (3, 103)]),
            [Duplicate; 5]
        );
        // In another place, hardly seen, and where nothing is a duplicate.
        assert_eq!(
            fates(&[(3, 90), (9, 101), (2, 102), (3, 103)]),
            [Kept, Duplicate, Kept, Kept]
        );
        assert_eq!(fates(&[(3, 100), (4, 101), (3, 102)]), [Kept; 3]);
    }

    #[test]
    fn a_block_by_itself_needs_more_than_chance() {
        use Fate::{Duplicate, Kept};
        assert_eq!(fates(&[(0, 0), (6, 100), (0, 0)]), [Kept, Duplicate, Kept]);
        assert_eq!(fates(&[(5, 100)]), [Kept]);
    }

    #[test]
    fn two_long_n_grams_are_no_chance() {
        for (n, seen, fate) in [
            (13, 2, Fate::Duplicate),
            (13, 1, Fate::Duplicate),
            (8, 2, Fate::Kept),
            (8, 3, Fate::Duplicate),
            (7, 3, Fate::Kept),
            (7, 4, Fate::Duplicate),
        ] {
            let mut grams = Grams::new(std::num::NonZero::new(n).unwrap(), Width::Full);
            let text: String = (0..40).map(|word| format!("w{word} ")).collect();
            grams.read(&text, Unit::Block, Tokens::Word);
            let mut marks = vec![0; grams.all().len()];
            marks[5..5 + seen].fill(inner(100));
            let rules = Rules {
                threshold: 0.0,
                ..RULES
            };
            let mut judged = Vec::new();
            find_duplicates(&rules, &grams, &marks, &mut judged);
            assert_eq!(judged[0].fate, fate, "{seen} of {n} words");
        }
    }

    #[test]
    fn a_document_that_quotes_many_is_none_of_their_copies() {
        let fate = |source, of_one: usize| {
            let text = "a b c d e f g h i j";
            let mut grams = Grams::new(std::num::NonZero::<usize>::MIN, Width::Full);
            grams.read(text, Unit::Document, Tokens::Word);
            let mut marks: Vec<Mark> = (0..10u64)
                .map(|word| if (word as usize) < of_one { 0 } else { word })
                .map(|number| {
                    Ordinal {
                        number,
                        first: true,
                        last: true,
                    }
                    .mark()
                })
                .collect();
            let rules = Rules { source, ..RULES };
            let mut judged = Vec::new();
            judge(&rules, &grams, &mut marks, &mut Vec::new(), &mut judged);
            judged[0].fate
        };
        assert_eq!(fate(Source::OneDocument, 1), Fate::Kept);
        assert_eq!(fate(Source::OneDocument, 4), Fate::Kept);
        assert_eq!(fate(Source::OneDocument, 5), Fate::Duplicate);
        assert_eq!(fate(Source::Any, 1), Fate::Duplicate);
    }
}
