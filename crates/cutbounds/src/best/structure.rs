//! The structure of a text: sections under headings, units between separators, and the comments of a source file. Boilerplate does not
//! part them.

use super::comments::{fenced, leading};
use super::line::{Form, Kind, Line, Side};
use super::region::Region;

/// The boundaries of a text that its structure admits. The fit sees the others, too: they teach it what is wrong where no structure
/// tells.
#[derive(Debug, Clone, Copy)]
pub struct Structure<'r> {
    region: &'r Region<'r>,
    side: Side,
    /// At most so many lines are boilerplate.
    most: usize,
    /// At least so many are, if any is.
    least: usize,
    /// So many are, and no other number.
    only: Option<usize>,
    /// Whether none may be.
    may_be_none: bool,
}

impl<'r> Structure<'r> {
    /// Of one end of a document.
    pub fn of(region: &'r Region<'r>, side: Side) -> Self {
        let lines = &region.lines;
        let mut structure = Structure {
            region,
            side,
            most: lines.len(),
            least: 0,
            only: None,
            may_be_none: true,
        };
        match (side, region.form) {
            (Side::Head, Form::Source) => {
                structure.least = notice_of_vim(region);
                structure.may_be_none = structure.least > 0 || !has_notice_of_one_line(lines);
            }
            (Side::Head, Form::Fenced) => structure.only = unknown_frame(lines),
            (Side::Head, Form::Prose) | (Side::Tail, Form::Source) => {}
            (Side::Tail, Form::Prose | Form::Fenced) => {
                structure.most = unknown_section(lines);
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
            return self.may_be_none;
        }
        if *form == Form::Source {
            let is_attached = self.side == Side::Head && documents_next(lines, kept);
            return kept >= self.least && !is_attached;
        }
        // Separators divide a text into units, of which the outermost is boilerplate as a whole.
        let is_unit = *form != Form::Prose || unit.is_none_or(|unit| unit == kept);
        // A heading belongs to the text under it.
        let is_parted = self.side == Side::Tail && follows_heading(lines, kept);
        let is_inside = self.side == Side::Tail && precedes_common(lines, kept);
        kept <= self.most && is_unit && !is_parted && !is_inside
    }
}

/// The end of the block between two rules that a text begins with, if none of its lines is known, but one is like a frequent line. A
/// legend of a few short lines is one that others have, too; no weight tells it from a comment without known lines.
fn unknown_frame(head: &[Line]) -> Option<usize> {
    let frame = fenced(head)?;
    let is_unknown = !head[frame.clone()].iter().any(|line| line.kind.known());
    (is_unknown && frame.end < head.len()).then_some(frame.end)
}

/// The number of lines of a block between two rules that ends a text, with what follows it, if at least half of its lines that are not
/// trivial are known. `tail` is the lines of the text from the last one backwards.
fn known_frame(tail: &[Line]) -> Option<usize> {
    let frame = fenced(tail)?;
    let long = || tail[frame.clone()].iter().filter(|line| !line.trivial);
    let known = long().filter(|line| line.kind.known()).count();
    let is_apart = tail.get(frame.end).is_some_and(|next| next.gap > 0);
    (known > 0 && 2 * known >= long().count() && is_apart).then_some(frame.end)
}

/// The number of lines at the head of a script of Vim up to those of the first notice: so many frequent ones that follow each
/// other. More than there are if there is no notice; none for another source file.
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
        run == NOTICE
    };
    let notice = head.lines.iter().position(ends_notice);
    notice.map_or(usize::MAX, |last| last + 1)
}

/// The number of lines of a notice.
const NOTICE: usize = 3;

/// Whether a comment before all code is a frequent line that stands alone. Other lines of one are part of something, but this says all.
fn has_notice_of_one_line(lines: &[Line]) -> bool {
    let mut before = 0;
    let comments = leading(lines);
    let mut first = comments.iter().take_while(|comment| {
        let follows = comment.start == before;
        before = comment.end;
        follows
    });
    let stands_alone = |at: usize| lines.get(at).is_some_and(|line| line.gap > 0);
    first.any(|comment| {
        let line = &lines[comment.start];
        comment.len() == 1
            && line.kind == Kind::Frequent
            && (comment.start == 0 || stands_alone(comment.start))
            && stands_alone(comment.end)
    })
}

/// Whether the first `kept` lines of a module in JavaScript or TypeScript end with the documentation of what it exports next, and
/// with no notice, as hardly half of its lines are known.
fn documents_next(lines: &[Line], kept: usize) -> bool {
    let (of_comment, next) = lines.split_at(kept);
    let exports = |next: &Line| {
        let words = ["export ", "declare "];
        next.gap == 0 && words.iter().any(|word| next.text().starts_with(word))
    };
    let begin = of_comment
        .iter()
        .rposition(|line| line.text().starts_with("/*"));
    let Some(begin) = begin.filter(|_| next.first().is_some_and(exports)) else {
        return false;
    };
    let comment = &of_comment[begin..];
    let long = comment.iter().filter(|line| !line.trivial);
    let is_unknown = |line: &&Line| !line.kind.known() && line.kind != Kind::Repeated;
    let unknown = long.clone().filter(is_unknown).count();
    comment[0].text().starts_with("/**") && 2 * unknown > long.count()
}

/// Whether a block that ends with a line twice as frequent as any of the last `kept` ones ends right before these: the counts of lines
/// fall where boilerplate ends.
fn precedes_common(lines: &[Line], kept: usize) -> bool {
    let (inside, beyond) = lines.split_at(kept);
    let frequent = |line: &&Line| line.kind == Kind::Frequent;
    let ends_block = |line: &&Line| frequent(line) && line.gap > 0;
    let next = beyond.iter().take(NEXT).filter(ends_block);
    let share = next.fold(0.0, |share, line| line.share.max(share));
    let mut inside = inside.iter().filter(frequent);
    share > 0.0 && inside.all(|line| share > 2.0 * line.share)
}

/// A block ends right before a boundary if at most one short block is between them.
const NEXT: usize = 3;

/// The number of lines of the last section of a document if hardly any of them is known, `tail` being its lines from the last one
/// backwards: nothing before that section is epilogue. The number of all lines if there is no such section.
fn unknown_section(tail: &[Line]) -> usize {
    let known = |line: &&Line| match line.kind {
        // A telephone number is like others.
        Kind::Template => !line.trivial,
        kind => kind.known() || kind == Kind::Repeated,
    };
    // The last line may be the foot of a page.
    let is_unknown = |lines: &usize| KNOWN * tail[1..*lines].iter().filter(known).count() < *lines;
    let section = (1..tail.len()).find(|&lines| follows_heading(tail, lines));
    section.filter(is_unknown).unwrap_or(tail.len())
}

/// A section is known if one line in this many is.
const KNOWN: usize = 10;

/// Whether the last `lines` lines of a document are the text under a heading: a short line that stands alone, ends like a
/// heading, and is less indented than the text.
fn follows_heading(tail: &[Line], lines: usize) -> bool {
    let (Some(heading), Some(text)) = (tail.get(lines), tail.get(lines - 1)) else {
        return false;
    };
    // More blank lines follow the last words of a text.
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

    /// What is found in the lines of a text in a library in which the notice is frequent.
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
    fn documentation_stands_right_before_what_it_describes_and_is_hardly_known() {
        let is_attached = |comment: &str, between: &str| {
            let text = format!("/**\n{comment} */\n{between}export class Boats {{\n");
            let comment = 2 + comment.lines().count();
            found(&text, |lines| documents_next(lines, comment))
        };
        let [notice, tale] = [NOTICE, TALE].map(|line| format!(" * {line}\n"));
        assert!(is_attached(&tale, ""));
        assert!(!is_attached(&tale, "\n"));
        // Half of a notice may be of the file.
        assert!(!is_attached(&format!("{tale}{notice}"), ""));
        assert!(is_attached(&format!("{tale}{notice}{tale}"), ""));
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
        // A short line that is like a known one is not known itself.
        assert_eq!(end("this notice in it", "\n"), None);
    }
}
