//! What speaks for a boundary, and what against it, in numbers.
//!
//! A boundary lies between a *last* line of boilerplate and the *next* line, which is body. The words are those of a
//! preamble; for an epilogue, "last" is its first line and "next" the line before it.

use super::region::{Kind, Region};

/// Declares the features of a model, with their names in the table of weights.
macro_rules! features {
    ($($(#[doc = $doc:expr])* $name:ident,)*) => {
        /// A feature of a boundary.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Feature {
            $($(#[doc = $doc])* $name,)*
        }

        /// The names of the features, in their order.
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
    /// Frequent lines in it that it has twice.
    Repeated,
    /// Lines in it that a marker matches.
    Marker,
    /// Instances of templates in it.
    Template,
    /// Lines without words in it.
    Wordless,
    /// Its other lines that are trivial.
    OtherTrivial,
    /// Its other lines that are not.
    Other,
    /// The sum of the known pairs of its other lines.
    OtherPairs,
    /// The sum of the repeated words of its other lines.
    OtherTitle,
    /// Its other lines in blocks that begin with a line that is known.
    OtherInKnown,
    /// Its blocks without a known line.
    UnknownBlocks,
    /// There is no boilerplate.
    Nothing,
    /// There is nothing else.
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
    /// The last line is another.
    LastOther,
    /// The known pairs of the last line.
    LastPairs,
    /// The last line is trivial.
    LastTrivial,
    /// The repeated words of the last line.
    LastTitle,
    /// The length of the last line, in sixties.
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
    /// Its block begins with another line.
    LastBlockOther,
    /// Its block has a known line.
    LastBlockKnown,
    /// The known pairs of its block.
    LastBlockPairs,
    /// The repeated words of its block.
    LastBlockTitle,
    /// The lines of its block, in fifths, at most five.
    LastBlockLines,
    /// Other lines since the last known one, in tenths, at most ten.
    Since,
    /// Blocks since the last known line, at most five.
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
    /// The next line is another.
    NextOther,
    /// The known pairs of the next line.
    NextPairs,
    /// The next line is in capitals.
    NextCapitals,
    /// The repeated words of the next line.
    NextTitle,
    /// The indentation of the next line, in twentieths, at most twenty.
    NextIndent,
    /// The next line begins with a bracket or a quotation mark.
    NextBracket,
    /// The next line begins with a small letter.
    NextLower,
    /// The length of the next line, in sixties.
    NextLength,
    /// Its block has a known line.
    NextBlockKnown,
    /// The known pairs of its block.
    NextBlockPairs,
    /// The repeated words of its block.
    NextBlockTitle,
    /// The lines of its block, in fifths, at most five.
    NextBlockLines,
    /// Neither line begins with a sign.
    Leader00,
    /// Only the next line does.
    Leader01,
    /// Only the last line does.
    Leader10,
    /// Both do.
    Leader11,
}

/// Takes the features of boundaries: those that grow from boundary to boundary, and those of one boundary.
pub trait Take<F = Feature> {
    /// Adds to a feature of this boundary and of all that follow.
    fn add(&mut self, feature: F, value: f64);
    /// Sets a feature of this boundary. Each is set once at most, and none that is added to.
    fn set(&mut self, feature: F, value: f64);
    /// Ends a boundary.
    fn end(&mut self);
}

/// The features of all boundaries of a region: one before each line, and one after the last.
pub fn take(region: &Region, mut to: impl Take) {
    use Feature as F;
    let Region { lines, blocks, .. } = region;
    let mut since = 0.0f64;
    let mut known_block = None;
    let mut marker_block = None;
    for at in 0..=lines.len() {
        let last = at.checked_sub(1).map(|at| &lines[at]);
        let next = lines.get(at);
        if let Some(line) = last {
            let mut add = |feature, value| to.add(feature, value);
            match line.kind {
                Kind::Frequent => add(F::Frequent, 1.0),
                Kind::Repeated => add(F::Repeated, 1.0),
                Kind::Marker => add(F::Marker, 1.0),
                Kind::Template => add(F::Template, 1.0),
                Kind::Wordless => add(F::Wordless, 1.0),
                Kind::Other => {
                    let kind = if line.trivial {
                        F::OtherTrivial
                    } else {
                        F::Other
                    };
                    add(kind, 1.0);
                    add(F::OtherPairs, line.pairs);
                    add(F::OtherTitle, line.title);
                    add(F::OtherInKnown, f64::from(blocks[line.block].first.known()));
                    since += 1.0;
                }
            }
            if (at == 1 || line.gap > 0) && !blocks[line.block].known {
                add(F::UnknownBlocks, 1.0);
            }
            if line.kind.known() {
                since = 0.0;
                known_block = Some(line.block);
            }
            if line.kind == Kind::Marker {
                marker_block = Some(line.block);
            }
        }
        let mut set = |feature, value| to.set(feature, value);
        match last {
            None => set(F::Nothing, 1.0),
            Some(line) => {
                let block = &blocks[line.block];
                let gap = match next.map_or(5, |next| next.gap) {
                    gap if gap >= region.wide => gap.max(3),
                    gap => gap,
                };
                let gaps = [F::Gap0, F::Gap1, F::Gap2, F::Gap3, F::Gap4, F::Gap5];
                set(gaps[gap.min(5)], 1.0);
                let kinds = [
                    F::LastFrequent,
                    F::LastRepeated,
                    F::LastMarker,
                    F::LastTemplate,
                    F::LastWordless,
                    F::LastOther,
                ];
                set(kinds[line.kind as usize], 1.0);
                set(F::LastPairs, line.pairs);
                set(F::LastTrivial, f64::from(line.trivial));
                set(F::LastTitle, line.title);
                set(F::LastLength, sixties(line.traits.length));
                let kinds = [
                    F::LastBlockFrequent,
                    F::LastBlockRepeated,
                    F::LastBlockMarker,
                    F::LastBlockTemplate,
                    F::LastBlockWordless,
                    F::LastBlockOther,
                ];
                set(kinds[block.first as usize], 1.0);
                set(F::LastBlockKnown, f64::from(block.known));
                set(F::LastBlockPairs, block.pairs);
                set(F::LastBlockTitle, block.title);
                set(F::LastBlockLines, fifths(block.lines));
                set(F::Since, since.min(10.0) / 10.0);
                let blocks_since = known_block.map_or(5, |known| (line.block - known).min(5));
                set(F::SinceBlocks, blocks_since as f64);
                set(F::Open, f64::from(line.open));
                let after = [
                    F::AfterMarker0,
                    F::AfterMarker1,
                    F::AfterMarker2,
                    F::AfterMarker3,
                    F::AfterMarker4,
                ];
                if let Some(marker) = marker_block {
                    set(after[(line.block - marker).min(4)], 1.0);
                }
            }
        }
        match next {
            None => set(F::Everything, 1.0),
            Some(line) => {
                let block = &blocks[line.block];
                let kinds = [
                    F::NextFrequent,
                    F::NextRepeated,
                    F::NextMarker,
                    F::NextTemplate,
                    F::NextWordless,
                    F::NextOther,
                ];
                set(kinds[line.kind as usize], 1.0);
                set(F::NextPairs, line.pairs);
                set(F::NextCapitals, f64::from(line.traits.capitals));
                set(F::NextTitle, line.title);
                set(F::NextIndent, line.indent.min(20) as f64 / 20.0);
                set(F::NextBracket, f64::from(line.traits.bracket));
                set(F::NextLower, f64::from(line.traits.lower));
                set(F::NextLength, sixties(line.traits.length));
                set(F::NextBlockKnown, f64::from(block.known));
                set(F::NextBlockPairs, block.pairs);
                set(F::NextBlockTitle, block.title);
                set(F::NextBlockLines, fifths(block.lines));
            }
        }
        if let (Some(last), Some(next)) = (last, next) {
            let leaders = [F::Leader00, F::Leader01, F::Leader10, F::Leader11];
            set(
                leaders[2 * usize::from(last.traits.leader) + usize::from(next.traits.leader)],
                1.0,
            );
        }
        to.end();
    }
}

fn sixties(length: usize) -> f64 {
    length.min(300) as f64 / 60.0
}

fn fifths(lines: usize) -> f64 {
    lines.min(5) as f64 / 5.0
}
