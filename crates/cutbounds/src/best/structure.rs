//! The structure of a text: sections under headings, and units between separators. Boilerplate does not part them.

use super::region::{Form, Kind, Line, Region, Side};

/// The boundaries of a text that its structure admits. The fit sees the others, too: they teach it what is wrong where no structure
/// tells.
#[derive(Debug, Clone, Copy)]
pub struct Structure<'r> {
    region: &'r Region<'r>,
    side: Side,
    /// At most so many lines are boilerplate.
    most: usize,
}

impl<'r> Structure<'r> {
    /// Of one end of a document.
    pub fn of(region: &'r Region<'r>, side: Side) -> Self {
        let most = match (side, region.form) {
            (Side::Tail, Form::Prose | Form::Fenced) => unknown_section(&region.lines),
            _ => region.lines.len(),
        };
        Structure { region, side, most }
    }

    /// Whether `kept` lines may be boilerplate.
    pub fn admits(&self, kept: usize) -> bool {
        let Region {
            lines, form, unit, ..
        } = self.region;
        if kept == 0 || *form == Form::Source {
            return true;
        }
        // Separators divide a text into units, of which the outermost is boilerplate as a whole.
        let is_unit = *form != Form::Prose || unit.is_none_or(|unit| unit == kept);
        // A heading belongs to the text under it.
        let is_parted = self.side == Side::Tail && follows_heading(lines, kept);
        kept <= self.most && is_unit && !is_parted
    }
}

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
