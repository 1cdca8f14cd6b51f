//! The features of a boundary in prose, and of the boundary of an epilogue.
//!
//! A boundary lies between a *last* line of boilerplate and the *next* line, which is body. These terms are those of a
//! preamble. For an epilogue, "last" is its first line and "next" the line before it.
//!
//! - A line is *known* if it is frequent and occurs for the first time, if it is a marker, or if it is an instance of a
//!   template ([`Kind::known`]).
//! - *Other* lines are none of the named kinds.
//! - *Pairs* are the share of a line's word pairs that frequent lines have.
//! - *Title* is the share of its words that lines nearer to the edge have.

use super::line::{Kind, Line};
use super::region::Region;
use crate::constants::MIN_RULE;

/// Declares the features of a model. Their names are those in the table of weights.
macro_rules! features {
    ($($(#[doc = $doc:expr])* $name:ident,)*) => {
        /// A feature of a boundary.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Feature {
            $($(#[doc = $doc])* $name,)*
        }

        /// The names of the features, in order.
        pub const NAMES: &[&str] = &[$(stringify!($name),)*];

        /// The number of features.
        pub const COUNT: usize = NAMES.len();

        impl From<Feature> for usize {
            fn from(feature: Feature) -> usize {
                feature as usize
            }
        }
    };
}
pub(super) use features;

features! {
    /// Frequent lines in the boilerplate.
    Frequent,
    /// Frequent lines in it that occurred before.
    Repeated,
    /// Lines in it that a marker matches.
    Marker,
    /// Instances of templates in it.
    Template,
    /// Lines without words in it.
    Wordless,
    /// Trivial other lines in it.
    OtherTrivial,
    /// Other lines in it that are not trivial.
    Other,
    /// The sum of the pairs of its other lines.
    OtherPairs,
    /// The sum of the title shares of its other lines.
    OtherTitle,
    /// Its other lines in blocks that begin with a known line.
    OtherInKnown,
    /// Its blocks without a known line.
    UnknownBlocks,
    /// There is no boilerplate.
    Nothing,
    /// All lines are boilerplate.
    Everything,
    /// No blank line between the last and the next line.
    Gap0,
    /// One blank line.
    Gap1,
    /// Two blank lines.
    Gap2,
    /// Three blank lines.
    Gap3,
    /// Four blank lines.
    Gap4,
    /// Five blank lines or more.
    Gap5,
    /// The last line is frequent.
    LastFrequent,
    /// The last line is a repeated one.
    LastRepeated,
    /// The last line is a marker.
    LastMarker,
    /// The last line is an instance of a template.
    LastTemplate,
    /// The last line has no words.
    LastWordless,
    /// The last line is of the kind "other".
    LastOther,
    /// The pairs of the last line.
    LastPairs,
    /// The last line is trivial.
    LastTrivial,
    /// The title share of the last line.
    LastTitle,
    /// The length of the last line, in units of 60 characters.
    LastLength,
    /// Its block begins with a frequent line.
    LastBlockFrequent,
    /// Its block begins with a repeated line.
    LastBlockRepeated,
    /// Its block begins with a marker.
    LastBlockMarker,
    /// Its block begins with an instance of a template.
    LastBlockTemplate,
    /// Its block begins with a line without words.
    LastBlockWordless,
    /// Its block begins with a line of the kind "other".
    LastBlockOther,
    /// Its block has a known line.
    LastBlockKnown,
    /// The pairs of its block.
    LastBlockPairs,
    /// The title share of its block.
    LastBlockTitle,
    /// The number of lines of its block, at most 5, divided by 5.
    LastBlockLines,
    /// The number of other lines since the last known one, at most 10, divided by 10.
    Since,
    /// The number of blocks since the last known line, at most 5.
    SinceBlocks,
    /// A comment is open.
    Open,
    /// The last line is in the block of the last marker.
    AfterMarker0,
    /// The last line is in the first block after it.
    AfterMarker1,
    /// The second.
    AfterMarker2,
    /// The third.
    AfterMarker3,
    /// A later one.
    AfterMarker4,
    /// The next line is frequent.
    NextFrequent,
    /// The next line is a repeated one.
    NextRepeated,
    /// The next line is a marker.
    NextMarker,
    /// The next line is an instance of a template.
    NextTemplate,
    /// The next line has no words.
    NextWordless,
    /// The next line is of the kind "other".
    NextOther,
    /// The pairs of the next line.
    NextPairs,
    /// The next line is in capitals.
    NextCapitals,
    /// The title share of the next line.
    NextTitle,
    /// The indentation of the next line, at most 20, divided by 20.
    NextIndent,
    /// The next line begins with a bracket or a quotation mark.
    NextBracket,
    /// The next line begins with a lower-case letter.
    NextLower,
    /// The length of the next line, in units of 60 characters.
    NextLength,
    /// Its block has a known line.
    NextBlockKnown,
    /// The pairs of its block.
    NextBlockPairs,
    /// The title share of its block.
    NextBlockTitle,
    /// The number of lines of its block, at most 5, divided by 5.
    NextBlockLines,
    /// Neither line begins with punctuation.
    Leader00,
    /// Only the next line does.
    Leader01,
    /// Only the last line does.
    Leader10,
    /// Both do.
    Leader11,
    /// Without boilerplate: the highest count of a line of the region, relative to the highest of the library.
    NothingShare,
    /// Without boilerplate: the number of known lines, at most 30, divided by 10.
    NothingKnown,
    /// Without boilerplate: the share of known lines among the non-trivial ones up to the last known one.
    NothingDensity,
    /// Without boilerplate: the longest run of known lines, trivial ones skipped, at most 20, divided by 5.
    NothingRun,
    /// Without boilerplate: the number of non-trivial lines before the first known one, at most 50, divided by 10.
    NothingBefore,
    /// The level of the last line: its count relative to the highest in the region.
    LastLevel,
    /// The level of the next line.
    NextLevel,
    /// The level of the last frequent line less that of the next line.
    LevelStep,
    /// The levels of the last and the next line differ by less than a tenth.
    LevelEven,
    /// The highest level in the boilerplate.
    LevelInside,
    /// The highest level beyond it.
    LevelBeyond,
    /// The number of lines beyond it with a level of at least one half, at most 20, divided by 5.
    CommonBeyond,
    /// The number of frequent lines in it with a level of at most one quarter, at most 20, divided by 5.
    RareInside,
    /// The highest level in the block of the last line.
    LastBlockLevel,
    /// The highest level in the block of the next line.
    NextBlockLevel,
    /// The number of non-trivial other lines since the last known one, at most 20, divided by 5.
    SinceOther,
    /// The longest run of other lines in the boilerplate, trivial ones skipped, at most 50, divided by 10.
    OtherRun,
    /// The last line is a rule: one character of punctuation, repeated.
    LastRule,
    /// The boilerplate holds an equal rule before it.
    LastRulePair,
    /// The next line is a rule.
    NextRule,
    /// The last line begins with a tag of HTML or XML.
    LastTag,
    /// The last line begins with an end tag.
    LastEndTag,
    /// The next line begins with a tag.
    NextTag,
    /// The next line begins with an end tag.
    NextEndTag,
    /// The last line is a field: a name and a colon, perhaps with a value.
    LastField,
    /// The next line is a field.
    NextField,
    /// The last and the next line have the same indentation.
    IndentEven,
    /// The next line is trivial.
    NextTrivial,
    /// The next line is trivial, and not the only one in its block.
    NextTrivialMore,
    /// The highest count of a line of the boilerplate, relative to the highest of the library.
    ShareInside,
    /// The sum of the relative counts of its frequent lines, divided by 5.
    Shares,
    /// The number of its frequent lines with a relative count of at least one half, divided by 5.
    Common,
    /// Short frequent lines in the boilerplate, divided by 5. This and all further features are for regions in which
    /// short lines count.
    Short,
    /// The sum of their relative counts, divided by 5.
    ShortShares,
    /// Frequent short lines in it that are not evidence.
    ShortRare,
    /// The last line is a short frequent one.
    LastShort,
    /// Its block begins with a short frequent line.
    LastBlockShort,
    /// The next line is a short frequent one.
    NextShort,
    /// The relative count of the last line, if it is trivial.
    LastTrivialShare,
    /// The relative count of the next line, if it is trivial.
    NextTrivialShare,
    /// The share of frequent lines among the last five of the boilerplate.
    FrequentBefore,
    /// The share of frequent lines among the five after the boundary.
    FrequentAfter,
    /// The share of frequent lines among the twenty after the boundary.
    FrequentFar,
    /// The number of consecutive frequent lines after the boundary, at most 10, divided by 5.
    RunAfter,
    /// The number of consecutive frequent lines before the boundary, at most 10, divided by 5.
    RunBefore,
    /// The highest relative count among the five lines after the boundary.
    ShareAfter,
    /// The lowest relative count among the last three lines of the boilerplate.
    ShareBefore,
}

/// The number of features if only long lines count.
pub const WITHOUT_SHORT: usize = Feature::Short as usize;

/// Receives the features of the boundaries, one boundary after the other. Counts accumulate from boundary to boundary,
/// so a linear model need not compute each feature vector anew.
pub trait FeatureSink<F = Feature> {
    /// Adds to an accumulated feature of this boundary and of all further ones.
    fn add(&mut self, feature: F, value: f64);
    /// Sets a feature of this boundary alone. Each feature is set at most once, and accumulated features are not set.
    fn set(&mut self, feature: F, value: f64);
    /// Ends this boundary and begins the next.
    fn end(&mut self);
}

/// Extracts the features of the boundaries of a region: one before each line, and one after the last. Bounds that
/// `is_candidate` rejects are skipped. Returns for each of the others the number of lines before it.
pub fn extract(
    region: &Region,
    mut is_candidate: impl FnMut(usize) -> bool,
    mut to: impl FeatureSink,
) -> Vec<usize> {
    let lines = &region.lines;
    let levels = Levels::of(region);
    let mut state = State::default();
    let mut boundaries = Vec::new();
    // The shape of the next line, if it was computed for a candidate.
    let mut next_shape = None;
    for at in 0..=lines.len() {
        let last = at.checked_sub(1).map(|last| &lines[last]);
        let shape = next_shape.take();
        if let Some(line) = last {
            state.add(line, rule(line.text()), region, levels.of[at - 1], &mut to);
        }
        if !is_candidate(at) {
            continue;
        }
        boundaries.push(at);
        let next = lines.get(at);
        match last {
            None => describe_nothing(lines, &levels, &mut to),
            Some(line) => {
                describe_around(at, region, &mut to);
                describe_inside(at, &state, &levels, &mut to);
                let shape = shape.unwrap_or_else(|| Shape::of(line));
                describe_last(line, shape, region, &state, &levels, &mut to);
                to.set(gap(next, region.wide), 1.0);
            }
        }
        match next {
            None => to.set(Feature::Everything, 1.0),
            Some(line) => {
                let shape = Shape::of(line);
                next_shape = Some(shape);
                describe_next(line, shape, region, levels.of[at], &levels, &mut to);
            }
        }
        if let (Some(last), Some(next)) = (last, next) {
            let step = [levels.of[at - 1], levels.of[at]];
            describe_step(last, next, step, state.level, &mut to);
        }
        to.end();
    }
    boundaries
}

/// The state after the lines before a boundary, as far as its features need it.
#[derive(Debug, Default)]
struct State<'a> {
    /// The rules among these lines, except the last line.
    rules: Vec<&'a str>,
    /// The last line if it is a rule.
    last_rule: Option<&'a str>,
    /// The number of other lines since the last known one, and the number of those that are not trivial.
    since: f64,
    since_other: f64,
    /// The lengths of the last and the longest run of consecutive other lines, trivial ones skipped.
    other_run: f64,
    longest_other: f64,
    /// The level of the last frequent line, and the highest level.
    level: f64,
    highest: f64,
    /// The number of frequent lines with a level of at most [`Levels::RARE`].
    rare: f64,
    /// The blocks of the last known line and the last marker.
    known_block: Option<usize>,
    marker_block: Option<usize>,
}

impl<'a> State<'a> {
    /// Adds a line, and its contribution to the accumulated features.
    fn add(
        &mut self,
        line: &Line,
        rule: Option<&'a str>,
        region: &Region,
        level: f64,
        to: &mut impl FeatureSink,
    ) {
        self.rules.extend(self.last_rule.take());
        self.last_rule = rule;
        add_kind(line, region, to);
        let is_other = line.kind == Kind::Other;
        if is_other {
            self.since += 1.0;
        }
        match (line.trivial, is_other) {
            (true, _) => {}
            (false, false) => self.other_run = 0.0,
            (false, true) => {
                self.since_other += 1.0;
                self.other_run += 1.0;
                self.longest_other = self.longest_other.max(self.other_run);
            }
        }
        if level > 0.0 {
            self.level = level;
            self.highest = self.highest.max(level);
            self.rare += f64::from(level <= Levels::RARE);
        }
        if line.kind.known() {
            self.since = 0.0;
            self.since_other = 0.0;
            self.known_block = Some(line.block);
        }
        if line.kind == Kind::Marker {
            self.marker_block = Some(line.block);
        }
    }
}

/// Adds a line to the accumulated features.
fn add_kind(line: &Line, region: &Region, to: &mut impl FeatureSink) {
    use Feature as F;
    match line.kind {
        Kind::Frequent => {
            to.add(F::Frequent, 1.0);
            to.add(F::Shares, line.share / 5.0);
            to.add(F::Common, f64::from(line.share >= Levels::COMMON) / 5.0);
        }
        Kind::Short => {
            to.add(F::Short, 0.2);
            to.add(F::ShortShares, line.share / 5.0);
        }
        Kind::Repeated => to.add(F::Repeated, 1.0),
        Kind::Marker => to.add(F::Marker, 1.0),
        Kind::Template => to.add(F::Template, 1.0),
        Kind::Wordless => to.add(F::Wordless, 1.0),
        Kind::Other => {
            to.add([F::Other, F::OtherTrivial][usize::from(line.trivial)], 1.0);
            if region.short && line.share > 0.0 {
                to.add(F::ShortRare, 1.0);
            }
            to.add(F::OtherPairs, line.pairs);
            to.add(F::OtherTitle, line.title);
            let first = region.blocks[line.block].first;
            to.add(F::OtherInKnown, f64::from(first.known()));
        }
    }
    let begins_block = line.gap > 0 || line.number == region.lines[0].number;
    if begins_block && !region.blocks[line.block].known {
        to.add(F::UnknownBlocks, 1.0);
    }
}

/// Sets the features of the boundary without boilerplate.
fn describe_nothing(lines: &[Line], levels: &Levels, to: &mut impl FeatureSink) {
    use Feature as F;
    to.set(F::Nothing, 1.0);
    let known = Known::of(lines);
    to.set(F::NothingShare, levels.most);
    to.set(F::NothingKnown, known.lines.min(30.0) / 10.0);
    to.set(F::NothingDensity, known.density);
    to.set(F::NothingRun, known.run.min(20.0) / 5.0);
    to.set(F::NothingBefore, known.before.min(50.0) / 10.0);
}

/// Sets the features of the first `at` lines as boilerplate, and of the others.
fn describe_inside(at: usize, state: &State, levels: &Levels, to: &mut impl FeatureSink) {
    use Feature as F;
    to.set(F::LevelInside, state.highest);
    to.set(F::ShareInside, state.highest * levels.most);
    to.set(F::LevelBeyond, levels.beyond[at]);
    to.set(F::CommonBeyond, levels.common_beyond[at].min(20.0) / 5.0);
    to.set(F::RareInside, state.rare.min(20.0) / 5.0);
    to.set(F::LastLevel, levels.of[at - 1]);
    to.set(F::SinceOther, state.since_other.min(20.0) / 5.0);
    to.set(F::OtherRun, state.longest_other.min(50.0) / 10.0);
}

/// Sets the features of the lines around the boundary after `at` lines, in libraries with short frequent lines.
fn describe_around(at: usize, region: &Region, to: &mut impl FeatureSink) {
    use Feature as F;
    if !region.short {
        return;
    }
    let frequent = |line: &&Line| line.share > 0.0;
    let (before, after) = region.lines.split_at(at);
    let share =
        |lines: &[Line], of: usize| lines.iter().filter(frequent).count() as f64 / of as f64;
    let last = &before[at.saturating_sub(5)..];
    to.set(F::FrequentBefore, share(last, last.len()));
    to.set(F::FrequentAfter, share(&after[..after.len().min(5)], 5));
    to.set(F::FrequentFar, share(&after[..after.len().min(20)], 20));
    let run = after.iter().take(10).take_while(frequent).count();
    to.set(F::RunAfter, run as f64 / 5.0);
    let run = before.iter().rev().take(10).take_while(frequent).count();
    to.set(F::RunBefore, run as f64 / 5.0);
    let most = after.iter().take(5).map(|line| line.share);
    to.set(F::ShareAfter, most.fold(0.0, f64::max));
    let least = before.iter().rev().take(3).map(|line| line.share);
    to.set(F::ShareBefore, least.fold(1.0, f64::min));
}

/// Sets the features of the last line of the boilerplate and its block.
fn describe_last(
    line: &Line,
    shape: Shape,
    region: &Region,
    state: &State,
    levels: &Levels,
    to: &mut impl FeatureSink,
) {
    use Feature as F;
    let block = &region.blocks[line.block];
    to.set(F::LastBlockLevel, levels.of_block[line.block]);
    if let Some(rule) = shape.rule {
        to.set(F::LastRule, 1.0);
        to.set(F::LastRulePair, f64::from(state.rules.contains(&rule)));
    }
    to.set(F::LastTag, f64::from(shape.tag));
    to.set(F::LastEndTag, f64::from(shape.end_tag));
    to.set(F::LastField, f64::from(shape.field));
    let kinds = [
        F::LastFrequent,
        F::LastRepeated,
        F::LastMarker,
        F::LastTemplate,
        F::LastWordless,
        F::LastOther,
        F::LastShort,
    ];
    to.set(kinds[line.kind as usize], 1.0);
    to.set(F::LastPairs, line.pairs);
    to.set(F::LastTrivial, f64::from(line.trivial));
    if region.short && line.trivial {
        to.set(F::LastTrivialShare, line.share);
    }
    to.set(F::LastTitle, line.title);
    to.set(F::LastLength, per_60(line.traits.length));
    let kinds = [
        F::LastBlockFrequent,
        F::LastBlockRepeated,
        F::LastBlockMarker,
        F::LastBlockTemplate,
        F::LastBlockWordless,
        F::LastBlockOther,
        F::LastBlockShort,
    ];
    to.set(kinds[block.first as usize], 1.0);
    to.set(F::LastBlockKnown, f64::from(block.known));
    to.set(F::LastBlockPairs, block.pairs);
    to.set(F::LastBlockTitle, block.title);
    to.set(F::LastBlockLines, per_5(block.lines));
    to.set(F::Since, state.since.min(10.0) / 10.0);
    let since = |from: usize, most: usize| (line.block - from).min(most);
    let blocks_since = state.known_block.map_or(5, |known| since(known, 5));
    to.set(F::SinceBlocks, blocks_since as f64);
    to.set(F::Open, f64::from(line.open));
    let after = [
        F::AfterMarker0,
        F::AfterMarker1,
        F::AfterMarker2,
        F::AfterMarker3,
        F::AfterMarker4,
    ];
    if let Some(marker) = state.marker_block {
        to.set(after[since(marker, 4)], 1.0);
    }
}

/// Returns the feature for the number of blank lines before the next line.
fn gap(next: Option<&Line>, wide: usize) -> Feature {
    use Feature as F;
    let gap = match next.map_or(5, |next| next.gap) {
        gap if gap >= wide => gap.max(3),
        gap => gap,
    };
    [F::Gap0, F::Gap1, F::Gap2, F::Gap3, F::Gap4, F::Gap5][gap.min(5)]
}

/// Sets the features of the first line of the body and its block.
fn describe_next(
    line: &Line,
    shape: Shape,
    region: &Region,
    level: f64,
    levels: &Levels,
    to: &mut impl FeatureSink,
) {
    use Feature as F;
    let block = &region.blocks[line.block];
    let kinds = [
        F::NextFrequent,
        F::NextRepeated,
        F::NextMarker,
        F::NextTemplate,
        F::NextWordless,
        F::NextOther,
        F::NextShort,
    ];
    to.set(kinds[line.kind as usize], 1.0);
    to.set(F::NextLevel, level);
    to.set(F::NextBlockLevel, levels.of_block[line.block]);
    to.set(F::NextTrivial, f64::from(line.trivial));
    if region.short && line.trivial {
        to.set(F::NextTrivialShare, line.share);
    }
    let is_more = line.trivial && block.lines > 1;
    to.set(F::NextTrivialMore, f64::from(is_more));
    to.set(F::NextRule, f64::from(shape.rule.is_some()));
    to.set(F::NextTag, f64::from(shape.tag));
    to.set(F::NextEndTag, f64::from(shape.end_tag));
    to.set(F::NextField, f64::from(shape.field));
    to.set(F::NextPairs, line.pairs);
    to.set(F::NextCapitals, f64::from(line.traits.capitals));
    to.set(F::NextTitle, line.title);
    to.set(F::NextIndent, line.indent.min(20) as f64 / 20.0);
    to.set(F::NextBracket, f64::from(line.traits.bracket));
    to.set(F::NextLower, f64::from(line.traits.lower));
    to.set(F::NextLength, per_60(line.traits.length));
    to.set(F::NextBlockKnown, f64::from(block.known));
    to.set(F::NextBlockPairs, block.pairs);
    to.set(F::NextBlockTitle, block.title);
    to.set(F::NextBlockLines, per_5(block.lines));
}

/// Sets the features of the difference of the two lines. `step` has their levels, and `level` is the level of the last
/// frequent line.
fn describe_step(last: &Line, next: &Line, step: [f64; 2], level: f64, to: &mut impl FeatureSink) {
    use Feature as F;
    let [from, until] = step;
    to.set(F::LevelStep, level - until);
    let even = from > 0.0 && until > 0.0 && (from / until).max(until / from) < 1.1;
    to.set(F::LevelEven, f64::from(even));
    to.set(F::IndentEven, f64::from(last.indent == next.indent));
    let leaders = [F::Leader00, F::Leader01, F::Leader10, F::Leader11];
    let leader = 2 * usize::from(last.traits.leader) + usize::from(next.traits.leader);
    to.set(leaders[leader], 1.0);
}

/// The levels of a region's lines: their counts relative to the highest among them. The level is 0 for lines that are
/// not frequent, or that occurred before. The lines of one notice have similar levels.
struct Levels {
    of: Vec<f64>,
    of_block: Vec<f64>,
    /// The highest count of a line of the region, relative to the highest of the library.
    most: f64,
    /// For each `n`, the highest level among the lines from `n` on, and the number of those with a level of at least
    /// [`Levels::COMMON`].
    beyond: Vec<f64>,
    common_beyond: Vec<f64>,
}

impl Levels {
    const COMMON: f64 = 0.5;
    const RARE: f64 = 0.25;

    fn of(region: &Region) -> Self {
        let frequent = |line: &&Line| matches!(line.kind, Kind::Frequent | Kind::Short);
        let lines = &region.lines;
        let most = lines.iter().filter(frequent).map(|line| line.share);
        let most = most.fold(0.0, higher);
        let level = |line: &Line| match frequent(&line) {
            true => line.share / most,
            false => 0.0,
        };
        let of: Vec<f64> = lines.iter().map(level).collect();
        let mut of_block = vec![0.0f64; region.blocks.len()];
        for (line, level) in lines.iter().zip(&of) {
            of_block[line.block] = higher(of_block[line.block], *level);
        }
        let mut beyond = vec![0.0f64; lines.len() + 1];
        let mut common_beyond = vec![0.0; lines.len() + 1];
        for (at, &level) in of.iter().enumerate().rev() {
            beyond[at] = higher(beyond[at + 1], level);
            common_beyond[at] = common_beyond[at + 1] + f64::from(level >= Self::COMMON);
        }
        Levels {
            of,
            of_block,
            most,
            beyond,
            common_beyond,
        }
    }
}

/// Returns the higher of two numbers, in one instruction. [`f64::max`] needs more, because of NaN.
#[inline]
fn higher(first: f64, second: f64) -> f64 {
    match first > second {
        true => first,
        false => second,
    }
}

/// Statistics of the known lines of a region; trivial lines do not count.
#[derive(Debug, Default)]
struct Known {
    lines: f64,
    density: f64,
    run: f64,
    before: f64,
}

impl Known {
    fn of(lines: &[Line]) -> Self {
        let mut known = Known::default();
        let (mut all, mut run) = (0.0, 0.0);
        for line in lines {
            if line.kind.known() {
                if known.lines == 0.0 {
                    known.before = all;
                }
                known.lines += 1.0;
                all += 1.0;
                run += 1.0;
                known.run = known.run.max(run);
                known.density = known.lines / all;
            } else if !line.trivial {
                all += 1.0;
                run = 0.0;
            }
        }
        known
    }
}

/// The form of a raw line.
#[derive(Debug, Clone, Copy, Default)]
struct Shape<'a> {
    /// The text of the line, if it is a rule.
    rule: Option<&'a str>,
    tag: bool,
    end_tag: bool,
    field: bool,
}

impl<'a> Shape<'a> {
    /// The greatest length of a field's name, in characters.
    const NAME: usize = 24;

    fn of(line: &Line<'a>) -> Self {
        let text = line.text();
        let bytes = text.as_bytes();
        let second = bytes.get(1).copied().unwrap_or(b' ');
        let tag = bytes.starts_with(b"<") && (second == b'/' || second.is_ascii_alphabetic());
        Shape {
            rule: rule(text),
            tag,
            end_tag: tag && second == b'/',
            field: Self::is_field(text),
        }
    }

    fn is_field(text: &str) -> bool {
        let start = &text.as_bytes()[..text.len().min(Self::NAME)];
        if start.is_ascii() {
            let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'-');
            let colon = memchr::memchr(b':', start);
            return colon.is_some_and(|colon| {
                start[0].is_ascii_alphanumeric() && start[..colon].iter().all(is_name)
            });
        }
        let mut name = text.chars().take(Self::NAME);
        let end = |one: &char| !(one.is_alphanumeric() || matches!(one, ' ' | '-'));
        text.starts_with(char::is_alphanumeric)
            && name.find(end).is_some_and(|one| matches!(one, ':' | '：'))
    }
}

/// Returns the text of a line that is a rule: one character of punctuation, repeated.
fn rule(text: &str) -> Option<&str> {
    let first = text.chars().next()?;
    if first.is_alphanumeric() {
        return None;
    }
    let text = text.trim_end();
    let is_rule = text.len() >= MIN_RULE * first.len_utf8() && text.chars().all(|one| one == first);
    is_rule.then_some(text)
}

fn per_60(length: usize) -> f64 {
    length.min(300) as f64 / 60.0
}

fn per_5(lines: usize) -> f64 {
    lines.min(5) as f64 / 5.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::best::line::Traits;

    /// Returns the statistics of lines: K is a known line, o another line, t a trivial one.
    fn known(kinds: &str) -> [f64; 4] {
        let line = |kind: char| Line {
            kind: match kind {
                'K' => Kind::Frequent,
                _ => Kind::Other,
            },
            trivial: kind == 't',
            number: 1,
            raw: "",
            gap: 0,
            traits: Traits::default(),
            share: 0.0,
            pairs: 0.0,
            title: 0.0,
            indent: 0,
            open: false,
            block: 0,
        };
        let lines: Vec<Line> = kinds.chars().map(line).collect();
        let known = Known::of(&lines);
        [known.lines, known.density, known.run, known.before]
    }

    #[test]
    fn known_lines_are_counted_without_trivial_ones() {
        assert_eq!(known(""), [0.0; 4]);
        assert_eq!(known("oot"), [0.0; 4]);
        // The density counts lines up to the last known one.
        assert_eq!(known("oKtKoKoo"), [3.0, 3.0 / 5.0, 2.0, 1.0]);
        assert_eq!(known("KoKKK"), [4.0, 4.0 / 5.0, 3.0, 0.0]);
    }
}
