//! The structure of a text: sections under headings, units between separators, and the comments of a source file.
//! Boilerplate does not split them.

use super::comments::fenced;
use super::line::{Form, Kind, Line, Side};
use super::region::Region;
use crate::constants::{LINES_PER_KNOWN, MAX_NEXT_BLOCK, MIN_NOTICE};

/// The boundaries that the structure of a text admits. The fit also uses the others, since they show what is wrong in
/// texts without structure.
#[derive(Debug, Clone, Copy)]
pub struct Structure<'r> {
    region: &'r Region<'r>,
    side: Side,
    /// The greatest number of lines of boilerplate.
    most: usize,
    /// The least number of lines of boilerplate, if there is any.
    least: usize,
    /// The only admissible number of lines of boilerplate.
    only: Option<usize>,
}

impl<'r> Structure<'r> {
    /// Determines the structure of one end of a document.
    pub fn of(region: &'r Region<'r>, side: Side) -> Self {
        let lines = &region.lines;
        let mut structure = Structure {
            region,
            side,
            most: lines.len(),
            least: 0,
            only: None,
        };
        match (side, region.form) {
            (Side::Head, Form::Source) => {
                structure.least = notice_of_vim(region);
            }
            (Side::Head, Form::Fenced) => structure.only = unknown_frame(lines),
            (Side::Head, Form::Prose) => structure.most = region.may_be_notice(side),
            (Side::Tail, Form::Source) => {}
            (Side::Tail, Form::Prose | Form::Fenced) => {
                structure.most = unknown_section(lines).min(region.may_be_notice(side));
                structure.only = known_frame(lines);
            }
        }
        structure
    }

    /// Whether `kept` lines may be boilerplate.
    pub fn admits(&self, kept: usize) -> bool {
        let Region {
            lines, form, unit, ..
        } = self.region;
        if let Some(only) = self.only {
            return kept == only;
        }
        if kept == 0 {
            return true;
        }
        if *form == Form::Source {
            return kept >= self.least;
        }
        // Separators divide a text into units. The outermost unit is boilerplate as a whole.
        let is_unit = *form != Form::Prose || unit.is_none_or(|unit| unit == kept);
        // A heading belongs to the text under it.
        let is_parted = self.side == Side::Tail && follows_heading(lines, kept);
        let is_inside = self.side == Side::Tail && precedes_common(lines, kept);
        kept <= self.most && is_unit && !is_parted && !is_inside
    }
}

/// Returns the end of the block between two rules at the start of a text, if none of its lines is known, but one is
/// similar to a frequent line. Other documents have such a legend of a few short lines, too. No weight distinguishes it
/// from a comment without known lines.
fn unknown_frame(head: &[Line]) -> Option<usize> {
    let frame = fenced(head)?;
    let is_unknown = !head[frame.clone()].iter().any(|line| line.kind.known());
    (is_unknown && frame.end < head.len()).then_some(frame.end)
}

/// Returns the number of lines of a block between two rules at the end of a text, and of the lines after it. At least
/// half of its non-trivial lines must be known. `tail` has the lines of the text from the last one backwards.
fn known_frame(tail: &[Line]) -> Option<usize> {
    let frame = fenced(tail)?;
    let long = || tail[frame.clone()].iter().filter(|line| !line.trivial);
    let known = long().filter(|line| line.kind.known()).count();
    let is_apart = tail.get(frame.end).is_some_and(|next| next.gap > 0);
    (known > 0 && 2 * known >= long().count() && is_apart).then_some(frame.end)
}

/// Returns the number of lines at the head of a Vim script up to the end of the first notice, which has [`MIN_NOTICE`]
/// consecutive frequent lines. Returns more than there are if there is no notice, and 0 for other source files.
fn notice_of_vim(head: &Region) -> usize {
    if !head.begin().is_seldom_boilerplate() {
        return 0;
    }
    let mut run = 0;
    let ends_notice = |line: &Line| {
        run = match line.kind {
            Kind::Frequent | Kind::Repeated => run + 1,
            _ if line.trivial => run,
            _ => 0,
        };
        run == MIN_NOTICE
    };
    let notice = head.lines.iter().position(ends_notice);
    notice.map_or(usize::MAX, |last| last + 1)
}

/// Whether a block ends right before the last `kept` lines, with a line at least twice as frequent as any of them.
/// Counts of lines decrease where boilerplate ends.
fn precedes_common(lines: &[Line], kept: usize) -> bool {
    let (inside, beyond) = lines.split_at(kept);
    let frequent = |line: &&Line| line.kind == Kind::Frequent;
    let ends_block = |line: &&Line| frequent(line) && line.gap > 0;
    let next = beyond.iter().take(MAX_NEXT_BLOCK).filter(ends_block);
    let share = next.fold(0.0, |share, line| line.share.max(share));
    let mut inside = inside.iter().filter(frequent);
    share > 0.0 && inside.all(|line| share > 2.0 * line.share)
}

/// Returns the number of lines of the last section of a document, if hardly any of them is known, otherwise the number
/// of all lines. No line before such a section is in the epilogue. `tail` has the lines from the last one backwards.
fn unknown_section(tail: &[Line]) -> usize {
    let known = |line: &&Line| match line.kind {
        // A telephone number is similar to others.
        Kind::Template => !line.trivial,
        kind => kind.known() || kind == Kind::Repeated,
    };
    // The last line may be the foot of a page.
    let is_unknown =
        |lines: &usize| LINES_PER_KNOWN * tail[1..*lines].iter().filter(known).count() < *lines;
    let section = (1..tail.len()).find(|&lines| follows_heading(tail, lines));
    section.filter(is_unknown).unwrap_or(tail.len())
}

/// Whether the last `lines` lines of a document are the text under a heading. A heading is a short line that stands
/// alone, ends without punctuation except a colon, and is less indented than the text.
fn follows_heading(tail: &[Line], lines: usize) -> bool {
    let (Some(heading), Some(text)) = (tail.get(lines), tail.get(lines - 1)) else {
        return false;
    };
    // The last words of a text are followed by more blank lines.
    let is_alone = heading.gap == 1 && tail.get(lines + 1).is_none_or(|other| other.gap > 0);
    is_alone
        && heading.trivial
        && heading.indent < text.indent
        && heading
            .raw
            .trim_end()
            .trim_end_matches(':')
            .ends_with(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;
    use crate::best::{Scratch, Templates, head};

    const NOTICE: &str = "This text may be copied by anyone who leaves this notice in it";
    const TALE: &str = "A tale of two boats that were tarred before the sun came up";

    /// Applies `find` to the lines of a text, in a library in which the notice is frequent.
    fn found<T>(text: &str, find: impl Fn(&[Line]) -> T) -> T {
        let mut templates = Templates::default();
        templates.learn(NOTICE, 20);
        let is_frequent = |line: &str| line.ends_with(NOTICE);
        let mut scratch = Scratch::default();
        let settings = Settings::default();
        let region = head(text, &settings, &templates, &mut scratch, is_frequent);
        find(&region.lines)
    }

    #[test]
    fn half_of_the_long_lines_of_a_frame_at_the_end_are_known() {
        let rule = "=".repeat(20);
        let end = |inside: &str, gap: &str| {
            found(
                &format!("{rule}\n{inside}\n{rule}\n{gap}{TALE}\n"),
                known_frame,
            )
        };
        assert_eq!(end(&format!("{TALE}\n{NOTICE}"), "\n"), Some(4));
        assert_eq!(end(&format!("{TALE}\n{NOTICE}\n{TALE}"), "\n"), None);
        assert_eq!(end(NOTICE, ""), None);
        // A short line that is similar to a known one is not known.
        assert_eq!(end("this notice in it", "\n"), None);
    }
}
