//! A method that is more often right than the paper's.
//!
//! Like the paper's method, it uses only the frequent lines of the corpus and their counts. It differs in three points:
//!
//! 1. Infrequent lines are compared with the frequent ones. A line with a name in it counts as an instance of a
//!    template ([`templates`]).
//! 2. Every place between two lines of a region is a candidate for the boundary. A log-linear model scores the
//!    candidates. It sees which lines would be boilerplate, how common they are, the blocks and the blank lines on both
//!    sides, and whether the next block repeats words of the title ([`features`]). The highest score wins; among
//!    equals, the outermost candidate.
//! 3. Trivial lines count, and a boundary may follow an infrequent line.
//!
//! If a document begins with comments of a programming language, or with a block between two rules, only the ends of
//! these are candidates ([`headers`], [`comments`]).
//!
//! `cargo lab train-cutbounds` fitted the weights on many libraries. They refer to no particular line, word or
//! publisher. Prose of a few lines is cut by the paper's rule.

pub mod choice;
pub mod comments;
pub mod features;
pub mod headers;
pub mod line;
pub mod model;
mod notice;
pub mod region;
pub mod structure;
mod syntaxes;
pub mod templates;

use std::borrow::Cow;

use linenorm::raw_lines;

pub use model::{Explanation, Model};
pub use region::Scratch;
pub use templates::Templates;

use crate::below_title;
use crate::body;
use crate::closing;
use crate::constants::{
    CONFIDENCE_DOUBTFUL, CONFIDENCE_LICENCE, CONFIDENCE_RUN, CONFIDENCE_TINY, FULL_LINE,
    LINES_PER_KNOWN, MIN_PARAGRAPH, TINY_DOCUMENT,
};
use crate::floor::{self, Floor};
use crate::metadata;
use crate::paper::{self, raw_line_count};
use crate::{Cut, Reason, Rule, Settings, line_start};
use line::{Form, Kind, Line, Side};
use region::{Extent, Library, Reading, Region, Request};

/// Finds the bounds of a document.
pub fn cut(
    text: &str,
    settings: &Settings,
    templates: &Templates,
    scratch: &mut Scratch,
    is_frequent: impl FnMut(&str) -> bool,
) -> Cut {
    cut_by_form(text, settings, templates, scratch, is_frequent).0
}

/// Finds the bounds of a document, and its form. A tiny document has no form.
fn cut_by_form(
    text: &str,
    settings: &Settings,
    templates: &Templates,
    scratch: &mut Scratch,
    is_frequent: impl FnMut(&str) -> bool,
) -> (Cut, Option<Form>) {
    let mut library = Library {
        settings,
        templates,
        scratch,
        is_frequent,
    };
    let head = read_head(text, Extent::Deciding, &mut library);
    if is_tiny(text) && !matches!(head.form, Form::Source | Form::Fenced) {
        return (tiny(text, settings, templates, library.is_frequent), None);
    }
    let form = head.form;
    let mut cut = ends(text, head, None, &mut library);
    // Regions that meet may take the text between two notices for gaps in one.
    let is_own = |line: &str| !(library.is_frequent)(line);
    if form != Form::Source
        && body::is_lost(text, &cut, settings, is_own)
        && let Some(middle) = body::middle(text, settings, |line| !(library.is_frequent)(line))
    {
        let before = &text[..line_start(text, middle)];
        let head = read_head(before, Extent::Deciding, &mut library);
        cut = ends(text, head, Some(middle), &mut library).doubting(cut);
    }
    (cut, Some(form))
}

/// The bounds of a document with this head region. If there is a `middle`, the preamble ends with this line at most, and the epilogue starts
/// after it.
fn ends(
    text: &str,
    head: Region,
    middle: Option<u64>,
    library: &mut Library<impl FnMut(&str) -> bool>,
) -> Cut {
    let Library {
        settings,
        templates,
        ..
    } = *library;
    let lines = raw_line_count(text);
    let before = middle.map_or(text, |line| &text[..line_start(text, line)]);
    let preamble = bound_of_head(before, &head, settings, templates);
    let preamble_end = preamble.line.unwrap_or(0);
    let rest = Rest::of(&head, lines, middle.unwrap_or(preamble_end));
    let tail = read_tail(text, rest, Extent::Deciding, library);
    let epilogue = bound_of_tail(text, &tail, rest, settings, templates);
    Cut {
        lines,
        preamble_start: preamble.first,
        preamble_end,
        epilogue_start: epilogue.line.unwrap_or(lines + 1),
        preamble_rule: preamble.rule,
        epilogue_rule: epilogue.rule,
        confidence: Some([preamble, epilogue].map(|bound| thousandths(bound.confidence))),
        reasons: [preamble.reason, epilogue.reason],
    }
}

impl Cut {
    /// Limits the confidence in "nothing to cut" at an end where the first reading found boilerplate.
    fn doubting(self, first: Cut) -> Self {
        let none = |cut: Cut| [cut.preamble_rule, cut.epilogue_rule].map(|rule| rule == Rule::None);
        let (before, now) = (none(first), none(self));
        let confidence = self.confidence.map(|ends| {
            std::array::from_fn(|end| match now[end] && !before[end] {
                true => ends[end].min(CONFIDENCE_DOUBTFUL),
                false => ends[end],
            })
        });
        Cut { confidence, ..self }
    }
}

/// The bound of one end of a document.
#[derive(Debug, Clone, Copy)]
struct Bound {
    /// The first line of a preamble.
    first: u64,
    /// The innermost line of the boilerplate, if there is any.
    line: Option<u64>,
    rule: Rule,
    reason: Reason,
    confidence: f64,
}

impl Bound {
    /// Returns the bound that the model predicts.
    fn predicted(region: &Region, found: &model::Prediction) -> Self {
        let kept = found.kept.checked_sub(1);
        Bound {
            first: 1,
            line: kept.map(|at| region.lines[at].number),
            rule: rule(region, found.kept),
            reason: match kept {
                Some(_) => Reason::Model,
                None => Reason::ModelNone,
            },
            confidence: found.confidence,
        }
    }

    /// Removes the innermost blocks of an epilogue that have no known line, since only the lines nearer to the end
    /// suggest that they are boilerplate. One line in capitals, between stars, or apart from the text stays: it may
    /// say, with the title, that the text ends.
    fn without_unknown_blocks(self, tail: &Region) -> Self {
        let Some(line) = self.line.filter(|_| tail.form == Form::Prose) else {
            return self;
        };
        let inside = tail.lines.iter().take_while(|one| one.number >= line);
        let is_known = |one: &&Line| one.kind.known() || one.kind == Kind::Repeated;
        let Some(last) = inside.clone().filter(is_known).map(|one| one.block).last() else {
            return self;
        };
        let is_end = |one: &&Line| {
            let traits = one.traits;
            let mut beyond = tail.lines.iter();
            let beyond = beyond.find(|other| other.block == one.block + 1);
            let is_apart = beyond.is_none_or(|line| line.gap > 1);
            tail.blocks[one.block].lines == 1 && (traits.capitals || traits.leader || is_apart)
        };
        let next = inside.clone().find(|one| one.block == last + 1);
        let last = next.filter(is_end).map_or(last, |one| one.block);
        let kept = inside.filter(|one| one.block <= last).last();
        Bound {
            line: kept.map(|one| one.number),
            ..self
        }
    }

    /// Removes the innermost blocks of an unsure preamble of prose in which nothing suggests boilerplate: a title and a first paragraph.
    /// Behind a marker, and behind a notice of many times as many lines, a title and names belong to the preamble.
    fn without_weak_blocks(self, head: &Region) -> Self {
        let is_weak =
            head.form == Form::Prose && !head.is_markup() && self.confidence < CONFIDENCE_RUN;
        let Some(line) = self.line.filter(|_| is_weak) else {
            return self;
        };
        let kept = head.lines.partition_point(|one| one.number <= line);
        let kept = &head.lines[..kept];
        let spoken = spoken_for(kept);
        let is_small = LINES_PER_KNOWN * (kept.len() - spoken.min(kept.len())) < kept.len();
        if is_small || kept.iter().any(|one| one.kind == Kind::Marker) {
            return self;
        }
        Bound {
            line: spoken.checked_sub(1).map(|at| head.lines[at].number),
            ..self
        }
    }

    /// Removes a paragraph of the text from the innermost block. A notice may follow a paragraph without a blank line,
    /// and nothing suggests that the paragraph is boilerplate. Other unknown lines at the edge of a notice stay, such
    /// as a title and names.
    fn without_paragraph(self, region: &Region, side: Side) -> Self {
        let Some(line) = self.line.filter(|_| region.form == Form::Prose) else {
            return self;
        };
        let is_cut = |one: &&Line| !side.is_inside(one.number, line);
        let lines = &region.lines[..region.lines.iter().take_while(is_cut).count()];
        let of_block = |one: &&Line| lines.last().is_some_and(|last| last.block == one.block);
        let block: Vec<&Line> = lines.iter().rev().take_while(of_block).collect();
        let unknown = block.iter().take_while(|one| !one.speaks()).count();
        // A line may be a paragraph. Nothing before it, up to the notice, belongs to the notice either.
        let mut edge = block.iter().take(unknown);
        if unknown < block.len() && edge.any(|one| one.printed() >= MIN_PARAGRAPH) {
            return Bound {
                line: Some(block[unknown].number),
                ..self
            };
        }
        let is_full = |one: &&&Line| one.traits.length >= FULL_LINE;
        // The last line of a paragraph is short.
        let paragraph = match side {
            Side::Head => {
                1 + block
                    .iter()
                    .take(unknown)
                    .skip(1)
                    .take_while(is_full)
                    .count()
            }
            Side::Tail => 1 + block.iter().take(unknown).take_while(is_full).count(),
        };
        let lower = block.iter().take(paragraph).filter(|one| one.traits.lower);
        if paragraph < MIN_PARAGRAPH || 2 * lower.count() < paragraph - 1 {
            return self;
        }
        if let Some(above) = block.get(paragraph.min(unknown)) {
            return Bound {
                line: Some(above.number),
                ..self
            };
        }
        // A paragraph that is a block of its own. Names of those who made the text are apart from it.
        let next = region.lines.get(lines.len());
        let is_of_text = side == Side::Head
            && paragraph == block.len()
            && next.is_some_and(|next| next.gap == 1);
        match lines.len().checked_sub(block.len() + 1) {
            Some(above) if is_of_text => Bound {
                line: Some(lines[above].number),
                ..self
            }
            .without_paragraph(region, side),
            _ => self,
        }
    }

    /// Adds the comments right behind a preamble of a source file that grant rights.
    fn with_licence(self, head: &Region) -> Self {
        let Some(line) = self.line.filter(|_| head.form == Form::Source) else {
            return self;
        };
        let mut kept = head.lines.partition_point(|one| one.number <= line);
        let is_next = |at: usize| {
            head.lines
                .get(at)
                .is_some_and(|next| comments::is_comment(next.raw))
        };
        if !is_next(kept) {
            return self;
        }
        for comment in comments::leading(&head.lines) {
            let lines = &head.lines[comment.clone()];
            if comment.start == kept && floor::is_licence(lines) {
                kept = comment.end;
            }
        }
        Bound {
            line: Some(head.lines[kept - 1].number),
            ..self
        }
    }

    /// Leaves the lines of the comments of a preamble that say what the file is, and is less sure then.
    fn without_description(self, text: &str, head: &Region) -> Self {
        let Some(line) = self.line.filter(|_| head.form == Form::Source) else {
            return self;
        };
        // A floor may be beyond the region.
        let read = head.lines.last().map_or(0, |last| last.number);
        let beyond = line::bare(text)
            .skip_while(|one| one.number <= read)
            .take_while(|one| one.number <= line);
        let lines: Cow<[Line]> = match read < line {
            true => head.lines.iter().cloned().chain(beyond).collect(),
            false => Cow::Borrowed(&head.lines),
        };
        let notice = notice::of_preamble(&lines, line, head.begin().is_manual_page());
        Bound {
            first: match self.first {
                1 => notice.first,
                first => first,
            },
            line: Some(notice.last),
            confidence: match notice.is_part {
                true => self.confidence.min(CONFIDENCE_LICENCE),
                false => self.confidence,
            },
            ..self
        }
    }

    /// Extends a preamble of prose over the rest of a notice that the bound splits, and doubts that nothing is to cut in
    /// front of a notice.
    fn with_common_lines(self, head: &Region, templates: &Templates) -> Self {
        let kept = head
            .lines
            .partition_point(|line| Some(line.number) <= self.line);
        let further = || floor::common_beyond(head, kept, templates.most());
        let Some(kept) = (head.form == Form::Prose).then(further).flatten() else {
            return self;
        };
        match self.line {
            Some(_) => Bound::of_floor(floor::of_run(head.lines[kept - 1].number)),
            None => Bound {
                confidence: self.confidence.min(CONFIDENCE_DOUBTFUL),
                ..self
            },
        }
    }

    /// Whether the model found boilerplate with enough confidence. Otherwise only certain evidence counts.
    fn is_sure(&self, settings: &Settings) -> bool {
        self.line.is_some() && self.confidence >= settings.min_confidence
    }

    /// Returns the bound of a floor.
    fn of_floor(floor: Floor) -> Self {
        Bound {
            first: floor.first,
            line: Some(floor.line),
            rule: floor.rule,
            reason: Reason::Floor,
            confidence: floor.confidence,
        }
    }

    /// Returns the bound of a floor, or the best one beyond it.
    fn on(floor: Floor, region: &Region, side: Side) -> Self {
        let reached = |line: &&Line| !side.is_inside(line.number, floor.line);
        let least = region.lines.iter().take_while(reached).count();
        let is_read = least > 0 && region.lines[least - 1].number == floor.line;
        let beyond = (is_read && region.is_known())
            .then(|| Model::built_in().predict_from(region, side, least))
            .filter(|found| found.kept > least && !floor.is_surer(found.confidence));
        let bound = Bound::of_floor(floor);
        let Some(found) = beyond else {
            return bound;
        };
        let lines = &region.lines[..found.kept];
        // A title and names follow a marker. After a run of frequent lines, text follows.
        let kept = match floor.rule {
            Rule::Frequency => spoken_for(lines),
            // A notice may follow. Frequent lines of a template stand between the lines of the text.
            Rule::Metadata if !lines[least..].iter().all(Line::is_frequent) => return bound,
            // A section begins with its heading.
            Rule::Licence if side == Side::Tail => return bound,
            _ => lines.len(),
        };
        let line = kept.checked_sub(1).map(|at| lines[at].number);
        let further = Bound { line, ..bound }.without_paragraph(region, side);
        match further.line {
            Some(line) if side.is_inside(line, floor.line) => further,
            _ => bound,
        }
    }
}

/// Returns the number of lines up to the end of the block of the last one that speaks for boilerplate, or closes an element.
fn spoken_for(lines: &[Line]) -> usize {
    let speaks = |line: &&Line| line.speaks() || line.text().starts_with("</");
    let last = lines.iter().rfind(speaks);
    last.map_or(0, |last| {
        lines.partition_point(|line| line.block <= last.block)
    })
}

/// Returns the end of the preamble: the model's, unless certain evidence is further inside.
fn bound_of_head(text: &str, head: &Region, settings: &Settings, templates: &Templates) -> Bound {
    let found = Bound::predicted(head, &Model::built_in().predict(head, Side::Head));
    let found = found.without_weak_blocks(head);
    let found = found.without_paragraph(head, Side::Head);
    let found = found.with_licence(head);
    let of_markup = || {
        let is_prose = head.form == Form::Prose;
        is_prose.then(|| floor::licence_of_markup(text)).flatten()
    };
    let metadata = floor::metadata(text, |key| templates.has_key(key))
        .or_else(of_markup)
        .or_else(|| floor::bracketed(head, templates.most()))
        .filter(|floor| found.line < Some(floor.line) || floor.is_surer(found.confidence));
    let certain = match found.is_sure(settings) {
        true => None,
        false => floor_of_head(text, head, settings, templates),
    };
    // A few words below a title may be metadata, short lines in a frame a notice, and a comment on rights a licence.
    let is_doubtful = || {
        let is_unseen = || !templates.has_short() && comments::has_short_frame(&head.lines);
        found.line.is_none()
            && match head.form {
                Form::Prose => is_unseen() || below_title::is_doubtful(text),
                Form::Source => comments::name_rights(&head.lines),
                Form::Fenced => false,
            }
    };
    match further(metadata, certain) {
        None if is_doubtful() => Bound {
            confidence: found.confidence.min(CONFIDENCE_DOUBTFUL),
            ..found
        },
        None => found.with_common_lines(head, templates),
        Some(floor) => Bound::on(floor, head, Side::Head),
    }
    .without_description(text, head)
}

/// Returns the certain evidence that counts if the model finds no preamble, or is unsure of it.
fn floor_of_head(
    text: &str,
    head: &Region,
    settings: &Settings,
    templates: &Templates,
) -> Option<Floor> {
    let of_run = || {
        let lines = floor::run(head, Side::Head, templates.most())?;
        Some(floor::of_run(head.lines[lines - 1].number))
    };
    let marker = || floor::head_marker(text, settings);
    match head.form {
        // Code has lines that look like markers.
        Form::Source => floor::licence(text),
        Form::Fenced => marker(),
        Form::Prose => further(of_run(), marker()),
    }
}

/// Returns the start of the epilogue: the model's, unless certain evidence is further inside.
fn bound_of_tail(
    text: &str,
    tail: &Region,
    rest: Rest,
    settings: &Settings,
    templates: &Templates,
) -> Bound {
    let bound = Bound::predicted(tail, &Model::built_in().predict(tail, Side::Tail));
    let bound = bound.without_unknown_blocks(tail);
    let mut bound = bound.without_paragraph(tail, Side::Tail);
    let inwards = || {
        let numbers = (rest.preamble_end + 1..=rest.lines).rev();
        numbers.zip(raw_lines_backwards(text))
    };
    let section = match rest.form {
        Form::Source => None,
        Form::Prose | Form::Fenced => closing::section(inwards()),
    };
    if !bound.is_sure(settings) {
        let is_manual = rest.form == Form::Source && is_manual_page(text);
        let is_text = rest.form != Form::Source || is_manual;
        let run = floor::run(tail, Side::Tail, templates.most()).filter(|_| is_text);
        let run = match is_manual {
            true => run
                .map(|lines| floor::last_section(tail).unwrap_or(lines))
                .or_else(|| floor::short_section(tail, templates.most())),
            false => run,
        };
        let run = run.map(|lines| floor::of_run(tail.lines[lines - 1].number));
        let is_prose = rest.form != Form::Source;
        let marker = || floor::tail_marker(text, rest.preamble_end, settings).filter(|_| is_prose);
        let floor = run.or_else(marker);
        let ending = || is_prose.then(inwards).and_then(closing::find);
        let tags = || {
            rest.is_page()
                .then(|| closing::end_tags(inwards()))
                .flatten()
        };
        let metadata = || is_prose.then(inwards).and_then(closing::metadata);
        let bar = || is_prose.then(inwards).and_then(closing::bar);
        let floor = floor.or(section).or_else(ending).or_else(metadata);
        let floor = floor.or_else(tags).or_else(bar);
        if let Some(floor) = floor {
            bound = Bound::on(floor, tail, Side::Tail);
        } else if bound.line.is_none()
            && (floor::is_doubtful(tail, templates.most())
                || floor::is_unseen(tail, templates.has_short()))
        {
            bound.confidence = bound.confidence.min(CONFIDENCE_DOUBTFUL);
        }
    }
    // The model was fitted with few libraries whose notices are short lines.
    if bound.confidence < CONFIDENCE_RUN
        && tail.form == Form::Prose
        && let Some(lines) = floor::closing_lines(tail, templates.most())
    {
        bound = Bound::of_floor(floor::of_run(tail.lines[lines - 1].number));
    }
    // Boilerplate does not begin within a section on rights, and hardly before it.
    let is_better = |section: &Floor| {
        bound.line.is_some_and(|start| {
            section.line < start || section.line > start && section.confidence > bound.confidence
        })
    };
    if let Some(section) = section.filter(is_better) {
        bound = Bound::on(section, tail, Side::Tail);
    }
    // A heading belongs to the boilerplate under it.
    if let Some(start) = bound.line {
        let inwards = inwards().skip_while(|(number, _)| *number >= start);
        bound.line = Some(floor::with_heading(start, inwards));
    }
    bound
}

/// The greatest number of lines before the title of a manual page. Those of Tcl have 240 lines of macros.
const MAX_BEFORE_TITLE: usize = 500;

/// Whether a document has the title of a manual page.
fn is_manual_page(text: &str) -> bool {
    let is_title = |raw: &str| raw.starts_with(".TH ") || raw.starts_with(".Dd ");
    raw_lines(text).take(MAX_BEFORE_TITLE).any(is_title)
}

/// Returns the floor of a head that is further inside.
fn further(first: Option<Floor>, second: Option<Floor>) -> Option<Floor> {
    let all = [first, second].into_iter().flatten();
    all.reduce(|first, second| match second.line > first.line {
        true => second,
        false => first,
    })
}

/// Returns the bounds of a tiny document: the paper's, if they leave a body. By its rule, the preamble extends to the
/// last frequent line of the head. So nothing would be left of a letter of five lines between a header and a signature.
fn tiny(
    text: &str,
    settings: &Settings,
    templates: &Templates,
    mut is_frequent: impl FnMut(&str) -> bool,
) -> Cut {
    let mut cut = paper::cut(text, settings, &mut is_frequent);
    let loses_body = body::is_lost(text, &cut, settings, |line| !is_frequent(line));
    if loses_body || !has_body(text, &cut) {
        cut = around_infrequent(text, settings, is_frequent).unwrap_or(cut);
    }
    cut.confidence = Some([CONFIDENCE_TINY; 2]);
    let metadata = floor::metadata(text, |key| templates.has_key(key));
    if let Some(floor) = metadata.filter(|floor| floor.line > cut.preamble_end)
        && floor.line < cut.epilogue_start
    {
        (cut.preamble_start, cut.preamble_end) = (floor.first, floor.line);
        cut.preamble_rule = floor.rule;
        cut.reasons[0] = Reason::Floor;
        cut.confidence = Some([floor.confidence, CONFIDENCE_TINY]);
    }
    let inwards = lines_backwards(text, cut.lines);
    if let Some(floor) = closing::metadata(inwards)
        && floor.line < cut.epilogue_start
        && floor.line > cut.preamble_end + 1
    {
        (cut.epilogue_start, cut.epilogue_rule) = (floor.line, floor.rule);
        cut.reasons[1] = Reason::Floor;
        cut.confidence = cut.confidence.map(|[head, _]| [head, floor.confidence]);
    }
    cut
}

/// Keeps the longest run of infrequent lines between frequent lines. Trivial lines form a run only before all frequent
/// lines.
fn around_infrequent(
    text: &str,
    settings: &Settings,
    mut is_frequent: impl FnMut(&str) -> bool,
) -> Option<Cut> {
    let lines = raw_line_count(text);
    // The frequent lines, with the lines before the first and after the last of the text as bounds.
    let mut frequent = vec![0];
    let mut infrequent = Vec::new();
    linenorm::head(text, usize::MAX, settings.rules, |kept| {
        match is_frequent(kept.line) {
            true => frequent.push(kept.number),
            false => infrequent.push(kept.number),
        }
    });
    frequent.push(lines + 1);
    let length = |run: &&[u64]| {
        let within = |number: &&u64| (run[0]..run[1]).contains(*number);
        2 * infrequent.iter().filter(within).count() + usize::from(run[0] == 0)
    };
    let longest = frequent.windows(2).rev().max_by_key(length)?;
    let (preamble_end, epilogue_start) = (longest[0], longest[1]);
    let rule = |found: bool| match found {
        true => Rule::Frequency,
        false => Rule::None,
    };
    let cut = Cut {
        lines,
        preamble_start: 1,
        preamble_end,
        epilogue_start,
        preamble_rule: rule(preamble_end > 0),
        epilogue_rule: rule(epilogue_start <= lines),
        confidence: None,
        reasons: [Reason::LongestRun; 2],
    };
    has_body(text, &cut).then_some(cut)
}

/// Whether at least one line is left that is not blank.
fn has_body(text: &str, cut: &Cut) -> bool {
    (1..).zip(raw_lines(text)).any(|(number, line)| {
        (cut.preamble_end + 1..cut.epilogue_start).contains(&number) && !line.trim().is_empty()
    })
}

/// Whether a document has too few lines for the model. The paper's rule suffices for it.
fn is_tiny(text: &str) -> bool {
    let filled = raw_lines(text).filter(|line| !line.trim().is_empty());
    filled.take(TINY_DOCUMENT).count() < TINY_DOCUMENT
}

/// Rounds to thousandths, and below 1, since no bound is certain.
fn thousandths(share: f64) -> f64 {
    (share * 1000.0).round().min(999.0) / 1000.0
}

/// Reads the head region of a document.
pub fn head<'a>(
    text: &'a str,
    settings: &Settings,
    templates: &Templates,
    scratch: &mut Scratch,
    is_frequent: impl FnMut(&str) -> bool,
) -> Region<'a> {
    let mut library = Library {
        settings,
        templates,
        scratch,
        is_frequent,
    };
    read_head(text, Extent::Whole, &mut library)
}

fn read_head<'a>(
    text: &'a str,
    extent: Extent,
    library: &mut Library<impl FnMut(&str) -> bool>,
) -> Region<'a> {
    let raw = (1..).zip(raw_lines(text));
    let request = Request {
        side: Side::Head,
        extent,
        form: Form::Prose,
        readings: &[],
    };
    let mut region = Region::read(request, raw, library);
    region.form = headers::form(&region);
    if region.form == Form::Source && region.begin().is_code() {
        let is_text = region.begins_with_title()
            || metadata::is_of_text(text)
            || floor::licence_of_markup(text).is_some();
        region.form = if is_text { Form::Prose } else { Form::Source };
    }
    if extent == Extent::Whole || (region.form == Form::Prose && region.is_known()) {
        region.describe(Side::Head, library.scratch);
    }
    region
}

/// The part of a document after its preamble.
#[derive(Debug, Clone, Copy)]
pub struct Rest<'r> {
    lines: u64,
    preamble_end: u64,
    form: Form,
    readings: &'r [Reading],
    head: &'r [Line<'r>],
}

impl<'r> Rest<'r> {
    /// Describes a document with `lines` lines and this head region.
    pub fn of(head: &'r Region<'r>, lines: u64, preamble_end: u64) -> Self {
        Rest {
            lines,
            preamble_end,
            form: head.form,
            readings: &head.readings,
            head: &head.lines,
        }
    }

    /// Whether the document is a page of HTML.
    fn is_page(&self) -> bool {
        self.head
            .first()
            .is_some_and(|first| comments::is_page(first.text()))
    }
}

/// Reads the tail region of a document.
pub fn tail<'a>(
    text: &'a str,
    rest: Rest,
    settings: &Settings,
    templates: &Templates,
    scratch: &mut Scratch,
    is_frequent: impl FnMut(&str) -> bool,
) -> Region<'a> {
    let mut library = Library {
        settings,
        templates,
        scratch,
        is_frequent,
    };
    read_tail(text, rest, Extent::Whole, &mut library)
}

fn read_tail<'a>(
    text: &'a str,
    rest: Rest,
    extent: Extent,
    library: &mut Library<impl FnMut(&str) -> bool>,
) -> Region<'a> {
    let backwards = raw_lines_backwards(text);
    let raw = (rest.preamble_end + 1..=rest.lines).rev().zip(backwards);
    let request = Request {
        side: Side::Tail,
        extent,
        form: rest.form,
        readings: rest.readings,
    };
    let mut region = Region::read(request, raw, library);
    // Libraries differ in the number of blank lines before an epilogue.
    region.wide = match rest.form {
        Form::Prose | Form::Fenced => region.widest_gap().max(1),
        Form::Source => usize::MAX,
    };
    if rest.form == Form::Source {
        region.closing = comments::closing(&region.lines, rest.head);
    }
    if extent == Extent::Whole || region.is_known() {
        region.describe(Side::Tail, library.scratch);
    }
    region
}

/// Iterates over the raw lines of a text in reverse order, with their numbers. The text has `lines` lines.
pub(crate) fn lines_backwards(text: &str, lines: u64) -> impl Iterator<Item = (u64, &str)> {
    (1..=lines).rev().zip(raw_lines_backwards(text))
}

/// Iterates over the raw lines of a text in reverse order.
pub(crate) fn raw_lines_backwards(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let line_feeds = memchr::memrchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
    let mut end = text.len();
    line_feeds.chain([0]).map(move |start| {
        let line = &text[start..end];
        end = start.saturating_sub(1);
        line
    })
}

/// Returns the rule that found a boundary after `kept` lines. It depends on the innermost line of the boilerplate that
/// is frequent or a marker.
fn rule(region: &Region, kept: usize) -> Rule {
    let mut known = region.lines[..kept].iter().rev().map(|line| line.kind);
    let found = |kind: &Kind| {
        use Kind::{Frequent, Marker, Repeated, Short};
        matches!(kind, Frequent | Repeated | Marker | Short)
    };
    match known.find(found) {
        _ if kept == 0 => Rule::None,
        Some(Kind::Marker) => Rule::Marker,
        _ => Rule::Frequency,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOTICE: [&str; 4] = [
        "This text may be copied by anyone who leaves this notice where it is",
        "and does not ask for money. The library of Quaymouth has typed it and",
        "reads all letters. Write to the library of Quaymouth if you find any",
        "errors in this text, and say in which line of which text they are.",
    ];
    const FREQUENT: [&str; 5] = [
        "Typed by Ada North for the library",
        "Typed by Bob South for the library",
        "Typed by Cy West and by Dora West",
        "Typed by Eve Lowe for the library",
        "Here ends the text of the library of Quaymouth",
    ];

    /// Lines of source files and of prose.
    const LINES: [&str; 28] = [
        NOTICE[0],
        NOTICE[1],
        "",
        "x",
        "/*",
        " * This text may be copied by anyone who leaves this notice where it is",
        " * A tale of two boats that were tarred before the sun came up",
        " */",
        "// and does not ask for money. The library of Quaymouth has typed it and",
        "// This text may be copied by anyone who reads it, but not by those who sell it",
        "# This text may be copied by anyone who leaves this notice where it is",
        "# Boats",
        "fn ferry() { tar(&boats); }",
        "    // A comment inside",
        "}",
        "----------------",
        "{-# LANGUAGE Boats #-}",
        ".\\\" This text may be copied by anyone who leaves this notice where it is",
        ".TH BOATS 1",
        "The ferryman had tarred both of his boats before the sun came over the hill",
        "3. Of tar",
        "   and does not ask for money. The library of Quaymouth has typed it and",
        "\u{1f}",
        "\" This text may be copied by anyone who leaves this notice where it is",
        "\" Boats",
        "let g:boats = tar(2)",
        "　川の水が低かったので、渡し守は朝のうちに二つの舟を直した。",
        "《》：舟",
    ];

    fn cut_of(text: &str) -> Cut {
        let is_frequent = |line: &str| NOTICE.contains(&line) || FREQUENT.contains(&line);
        let learned: Vec<&str> = NOTICE.into_iter().chain(FREQUENT).collect();
        cut_in(text, &learned, is_frequent)
    }

    /// No learned line.
    const NONE: &[&str] = &[];

    /// Returns the bounds of a text in a library with learned lines, each from 20 documents.
    fn cut_in(text: &str, learned: &[impl AsRef<str>], is_frequent: impl Fn(&str) -> bool) -> Cut {
        let mut templates = Templates::default();
        for line in learned {
            templates.learn(line.as_ref(), 20);
        }
        cut(
            text,
            &Settings::default(),
            &templates,
            &mut Scratch::default(),
            is_frequent,
        )
    }

    fn body() -> String {
        let paragraph = "On the morning of the fair the river stood so low that nobody would\n\
            have thought of boats, and yet the ferryman had tarred both of his\n\
            before the sun came over the hill behind the mill.\n\n";
        paragraph.repeat(9)
    }

    #[test]
    fn a_signature_under_a_short_letter_is_its_epilogue() {
        let letter = "Dear list,\nit works with the new release.\n\n-- \nAda\n";
        let text = format!("{letter}{}\n{}\n", NOTICE[0], NOTICE[1]);
        let cut = cut_of(&text);
        assert_eq!((cut.preamble_end, cut.epilogue_start), (0, 6));
        // The same text under a header.
        let cut = cut_of(&format!("{}\n{text}", FREQUENT[0]));
        assert_eq!((cut.preamble_end, cut.epilogue_start), (1, 7));
        let cut = cut_of(&format!("Thanks!\n{}\n", NOTICE[0]));
        assert_eq!((cut.preamble_end, cut.epilogue_start), (0, 2));
        assert_eq!(cut.epilogue_rule, Rule::Frequency);
        // A notice before a short text is its preamble.
        let cut = cut_of(&format!("{}\n{}\n{letter}", NOTICE[0], NOTICE[1]));
        assert_eq!((cut.preamble_end, cut.epilogue_start), (2, 8));
        // A text that is only a notice is all boilerplate.
        let cut = cut_of(&NOTICE.join("\n"));
        assert_eq!((cut.preamble_end, cut.epilogue_start), (4, 5));
    }

    #[test]
    fn a_text_between_two_notices_stays_where_both_ends_see_all_of_it() {
        let notice = |from: u32| {
            (from..from + 30).map(|n| {
                format!("Rule {n} of the library of Quaymouth says that readers do not write here")
            })
        };
        let learned: Vec<String> = notice(100).collect();
        let body: String = (0..16)
            .map(|n| {
                format!(
                    "In the year {n} the ferryman tarred a boat, and sold it to the miller's son\n"
                )
            })
            .collect();
        let text = format!(
            "{}\n\n* * *\n\nBOATS\n\n{body}\n* * *\n\n{}\n",
            learned[..10].join("\n"),
            learned[10..].join("\n")
        );
        let cut = cut_in(&text, &learned, |line| {
            learned.iter().any(|known| known == line)
        });
        let own = text[..text.find("BOATS").unwrap()].lines().count() as u64;
        assert!((10..=own).contains(&cut.preamble_end), "{cut:?}");
        assert!(
            (own + 19..=own + 22).contains(&cut.epilogue_start),
            "{cut:?}"
        );
    }

    #[test]
    fn a_credit_line_with_a_new_name_belongs_to_the_preamble() {
        let text = format!(
            "{}\n\n\nTyped by Fay Moor and Guy Hill\n\n\n\n\nTHE FERRYMAN\n\nA Tale\n\n\n{}\n\n\n{}\n\n{}\n",
            NOTICE.join("\n"),
            body(),
            FREQUENT[4],
            NOTICE.join("\n")
        );
        let cut = cut_of(&text);
        assert_eq!((cut.preamble_end, cut.preamble_rule), (7, Rule::Frequency));
        let line = text.lines().position(|line| line == FREQUENT[4]).unwrap() as u64 + 1;
        assert_eq!(
            (cut.epilogue_start, cut.epilogue_rule),
            (line, Rule::Frequency)
        );
    }

    #[test]
    fn comments_that_name_the_file_again_close_it() {
        let start = |text: &str| cut_of(text).epilogue_start;
        let code = "(defun tar (boat)\n  (paint boat))\n".repeat(8);
        let text = format!(
            ";;; boats.el\n\n{code}\n;; Local Variables:\n;; End:\n\n;;; boats.el ends here\n"
        );
        let cut = cut_of(&text);
        assert_eq!(
            (cut.epilogue_start, cut.epilogue_rule),
            (20, Rule::Frequency)
        );
        // The title of a library in Lisp stays, and so does the line that repeats its name.
        let titled = text.replace("boats.el\n\n", "boats.el --- Of wood or tin\n\n");
        assert_eq!(start(&titled), 24);
        let tex = format!(
            "%% This is file `boats.sty'.\n{}\\endinput\n%%\n%% End of file `boats.sty'.\n",
            "\\def\\tar{\\tin}\n".repeat(12)
        );
        assert_eq!(start(&tex), 15);
        let others = [
            // Another file, no file, code after it, another kind of comment, no code, and prose.
            text.replace("boats.el ends", "ferry.el ends"),
            text.replace("boats.el\n\n", "Boats\n\n"),
            text.clone() + "(provide 'boats)\n",
            text.replace(";;; boats.el ends", "# boats.el ends"),
            "# boats.el\n".repeat(20),
            format!("About boats.el\n{}# boats.el\n", body()),
        ];
        for other in others {
            assert_eq!(start(&other), other.lines().count() as u64 + 1, "{other}");
        }
    }

    #[test]
    fn what_a_file_is_stays_where_one_comment_says_that_and_its_licence() {
        let licence = "Copyright 2020 Ada North\nPermission is granted to tar boats.";
        let is = "The tables of this file say\nwhich boat is tarred by whom and when.";
        let cut = |text: &str| {
            let cut = cut_in(text, NONE, |_| false);
            assert_eq!(cut.epilogue_start, cut.lines + 1);
            (cut.preamble_start, cut.preamble_end)
        };
        let comment = |mark: &str, parts: &[&str]| {
            let lines = parts.join("\n\n");
            let lines = lines.lines().map(|line| format!("{mark} {line}"));
            lines.collect::<Vec<_>>().join("\n")
        };
        for mark in ["#", ";;", "//", "dnl", "%"] {
            let code = "tar(boats);\n".repeat(12);
            let file = |parts: &[&str]| format!("{}\n\n{code}", comment(mark, parts));
            assert_eq!(cut(&file(&[licence, is])), (1, 2), "{mark}");
            assert_eq!(cut(&file(&[is, licence])), (4, 5), "{mark}");
            assert_eq!(cut(&file(&[is, licence, is])), (4, 5), "{mark}");
            // A name, an address and a version describe nothing, and all of a notice goes.
            let log = "boats.tab of Ada North <ada@quay.example> and of nobody else";
            assert_eq!(cut(&file(&[licence, log])), (1, 4), "{mark}");
            assert_eq!(cut(&file(&[licence, is, licence])), (1, 8), "{mark}");
        }
        // The opening of a block stays with what it says, and so does its end.
        let block = comment(" *", &[licence, is]);
        let code = "int tar(int boat);\n".repeat(12);
        assert_eq!(cut(&format!("/*\n{block}\n */\n\n{code}")), (2, 3));
        assert_eq!(cut(&format!("/* Boats\n{block}\n */\n\n{code}")), (1, 3));
        // The same in each kind of block, with the description above the notice.
        for (open, mark, close, code) in [
            ("/**", " *", " */", "int tar(int boat);"),
            ("{-", " ", "-}", "tar :: Boat -> Boat"),
            ("(*", " *", " *)", "let tar boat = boat;"),
            ("{", " ", "}", "tar(boat);"),
            ("--[[", "", "]]", "local tar = boat()"),
            ("#|", "", "|#", "(tar boat)"),
            ("#!/bin/tar\n\"\"\"", "", "\"\"\"", "tar(boat)"),
        ] {
            let block = comment(mark, &[is, licence]);
            let first = open.lines().count() as u64;
            let text = format!(
                "{open}\n{block}\n{close}\n\n{}",
                format!("{code}\n").repeat(12)
            );
            assert_eq!(cut(&text), (first + 4, first + 5), "{text}");
            // Without a line between.
            let block = comment(mark, &[&format!("{is}\n{licence}")]);
            let text = format!(
                "{open}\n{block}\n{close}\n\n{}",
                format!("{code}\n").repeat(12)
            );
            assert_eq!(cut(&text), (first + 3, first + 4), "{text}");
        }
        // The notice has the end of the block.
        let above = format!("/* boats.c -- tars the boats of a yard.\n   {licence}  */\n\n{code}");
        assert_eq!(cut(&above), (2, 3));
        // A sentence that begins above the words on rights, and a list that has none in one of its items.
        let sentence = "You may tar and sail all of these boats,\nwithout any warranty.";
        let block = comment(" *", &["Copyright 2020 Ada North", sentence]);
        assert_eq!(cut(&format!("/*\n{block}\n */\n\n{code}")), (1, 6));
        let list = "1. Nobody says that the boats are his.\n2. This notice stays.";
        let block = comment(" *", &[licence, list]);
        assert_eq!(cut(&format!("/*\n{block}\n */\n\n{code}")), (1, 7));
        // Of two notices with a long description between them, the longer one goes.
        let long = format!("{is}\n{is}\n{is}");
        let between = [licence, &long, "Copyright 2021 Bob South"];
        assert_eq!(
            cut(&format!("{}\n\n{code}", comment("//", &between))),
            (1, 2)
        );
        // Code between a licence and a comment with one of its words stays.
        let tag = "// SPDX-License-Identifier: 0BSD";
        let guard = "#ifndef TAR\n#define TAR\n/* Nobody tars\n * without permission. */";
        assert_eq!(cut(&format!("{tag}\n{guard}\n{code}")), (1, 1));
        let japanese = "# \u{3053}\u{306e}\u{8868}\u{306f}\u{821f}\u{306e}\u{540d}\u{3092}\u{793a}\u{3059}\u{3002}";
        let code = "tar(boats)\n".repeat(12);
        assert_eq!(
            cut(&format!(
                "{}\n#\n{japanese}\n\n{code}",
                comment("#", &[licence])
            )),
            (1, 2)
        );
    }

    #[test]
    fn lines_of_code_are_not_markers() {
        let text = format!(
            "int a;\n*** START OF BOATS ***\n{}*** END OF BOATS ***\nint b;\n",
            "int tar(int boat);\n".repeat(20)
        );
        let cut = cut_in(&text, NONE, |_| false);
        assert_eq!((cut.preamble_end, cut.epilogue_start), (0, cut.lines + 1));
    }

    #[test]
    fn licences_are_known_in_many_languages() {
        let code = "int tar(int boat);\n".repeat(12);
        for line in [
            "Эта программа распространяется по лицензии GNU",
            "Dieses Boot steht unter einer freien Lizenz",
            "このプログラムは、次のライセンスで配布されます",
            "本软件按照自由许可证分发",
            "이 프로그램은 자유 라이선스로 배포됩니다",
            "Αυτό το πρόγραμμα διατίθεται με ελεύθερη άδεια",
        ] {
            let text = format!("/*\n * (C) 2020 Ada North\n * {line}\n */\n\n{code}");
            assert_eq!(cut_in(&text, NONE, |_| false).preamble_end, 4, "{line}");
        }
    }

    #[test]
    fn an_unsure_preamble_takes_no_unknown_block() {
        let line = format!("{}\n", NOTICE[0]);
        let text = format!("{line}\nOF BOATS\n\n{}", body());
        let mut templates = Templates::default();
        templates.learn(NOTICE[0], 20);
        let bound = Bound {
            confidence: CONFIDENCE_DOUBTFUL,
            ..bound_at(3)
        };
        let head = region_of(&text, Side::Head);
        assert_eq!(bound.without_weak_blocks(&head).line, Some(1));
        assert_eq!(bound_at(3).without_weak_blocks(&head).line, Some(3));
        let page = format!("<p>\n{text}");
        let page = region_of(&page, Side::Head);
        assert_eq!(bound.without_weak_blocks(&page).line, Some(3));
    }

    #[test]
    fn nothing_to_cut_is_doubtful_where_a_comment_names_rights() {
        let code = "int tar(int boat);\n".repeat(12);
        let confidence = |comment: &str| {
            let cut = cut_in(&format!("{comment}\n\n{code}"), NONE, |_| false);
            assert_eq!(cut.preamble_end, 0);
            cut.confidence.unwrap()[0]
        };
        assert_eq!(
            confidence("// Copyright 2020 Ada North"),
            CONFIDENCE_DOUBTFUL
        );
        assert!(confidence("// Boats of Ada North") > 0.9);
    }

    #[test]
    fn a_heading_and_the_text_under_it_are_not_parted() {
        let start = |text: &str| cut_of(&format!("{}\n{text}", body())).epilogue_start;
        let notice = NOTICE.map(|line| format!("   {line}\n")).concat();
        let heading = body().lines().count() as u64 + 2;
        assert_eq!(start(&format!("8.  Of this text\n\n{notice}")), heading);
        // The last words of a text are not a heading.
        let end = body().lines().count() as u64 + 6;
        assert_eq!(start(&format!("FINIS\n\n\n\n{notice}")), end);
        // The addresses of authors are not frequent, and the section before them is not an epilogue.
        let addresses = "   Ada North\n   1 Mill Lane\n\n   Bob South\n   2 Mill Lane\n";
        let line = format!("   {}\n", NOTICE[3]);
        let with = |title: &str| format!("8.  Tar\n\n{line}\n{title}\n\n{addresses}");
        let without = body().lines().count() + 1 + with("9.  Addresses").lines().count() + 1;
        assert_eq!(start(&with("9.  Addresses")), without as u64);
        assert_eq!(start(&with("   9.  Addresses")), heading);
    }

    #[test]
    fn boilerplate_is_a_whole_unit_where_separators_part_units() {
        let preamble = format!("{}\n\nThe Ferryman, by Ada North\n", NOTICE.join("\n"));
        let end = |separator: &str| {
            let text = format!("{preamble}{separator}\nFile: Boats\n\nOf tar\n\n{}", body());
            cut_of(&text).preamble_end
        };
        assert_eq!((end(""), end("\u{1f}"), end("\u{1d}\u{c}")), (4, 6, 6));
        // The notice is a small part of a long unit.
        let text = format!("{}\n\n{}\u{1f}\n{}", NOTICE[0], body(), body());
        assert_eq!(cut_of(&text).preamble_end, 0);
    }

    #[test]
    fn a_text_without_known_lines_is_all_body() {
        let cut = cut_of(&body());
        assert_eq!((cut.preamble_end, cut.epilogue_start), (0, cut.lines + 1));
        assert_eq!(
            (cut.preamble_rule, cut.epilogue_rule),
            (Rule::None, Rule::None)
        );
        let cut = cut_of("");
        assert_eq!((cut.lines, cut.preamble_end, cut.epilogue_start), (0, 0, 1));
    }

    #[test]
    fn the_explanation_is_of_the_answer() {
        let text = NOTICE.join("\n") + "\n\n\n\n\nTHE FERRYMAN\n\n" + &body();
        let templates = Templates::default();
        let region = head(
            &text,
            &Settings::default(),
            &templates,
            &mut Scratch::default(),
            |line| NOTICE.contains(&line),
        );
        let model = Model::built_in();
        let why = model.explain(&region, Side::Head);
        assert_eq!(why.kept, model.predict(&region, Side::Head).kept);
        assert!(why.probability > 0.0 && why.probability <= 1.0);
        assert!(why.runner_up.is_some_and(|other| other != why.kept));
        assert!(!why.reasons.is_empty() && why.reasons.iter().all(|(_, weight)| *weight > 0.0));
    }

    #[test]
    fn the_preamble_of_a_source_file_is_made_of_whole_comments() {
        let notice: String = NOTICE.iter().map(|line| format!(" * {line}\n")).collect();
        let is_frequent = |line: &str| NOTICE.iter().any(|notice| line.ends_with(notice));
        let mut templates = Templates::default();
        for line in NOTICE {
            templates.learn(&format!("*** {line}"), 20);
        }
        let bounds = |text: &str| {
            let mut scratch = Scratch::default();
            let settings = Settings::default();
            let mut cut = cut(text, &settings, &templates, &mut scratch, is_frequent);
            let found = cut.preamble_end;
            let confidence = cut.confidence.unwrap();
            assert!(confidence.iter().all(|share| (0.0..1.0).contains(share)));
            cut.keep_below(1.0);
            assert_eq!((cut.preamble_end, cut.preamble_rule), (0, Rule::None));
            assert_eq!(cut.epilogue_start, cut.lines + 1);
            found
        };
        let code = "\nfn ferry() {\n    tar(&boats);\n}\n".repeat(9);
        assert_eq!(bounds(&format!("/*\n{notice} */\n{code}")), 6);
        assert_eq!(bounds(&format!("/* Boats. */\n{code}")), 0);
        let more = format!("/*\n{notice} * Boats and what they cost.\n */\n\n// Boats.\n{code}");
        assert_eq!(bounds(&more), 7);
    }

    #[test]
    fn an_epilogue_begins_behind_a_blank_line_as_wide_as_any_near_it() {
        let body = "The ferryman had tarred both of his boats before the sun came over the hill\n"
            .repeat(30);
        let text = format!(
            "{body}\nFrom: Boats\nIn: Quaymouth\n{}\n",
            NOTICE[..3].join("\n")
        );
        let cut = cut_of(&text);
        assert_eq!(
            (cut.epilogue_start, cut.epilogue_rule),
            (32, Rule::Frequency)
        );
    }

    #[test]
    fn comments_of_a_script_of_vim_are_its_preamble_where_they_hold_a_notice() {
        let commented = |lines: &[&str]| {
            lines
                .iter()
                .map(|line| format!("\" {line}\n"))
                .collect::<String>()
        };
        let is_frequent = |line: &str| {
            let line = line.trim_start_matches('"').trim_start();
            NOTICE.contains(&line) || FREQUENT.contains(&line)
        };
        let learned = NOTICE.iter().chain(&FREQUENT);
        let learned: Vec<String> = learned.map(|line| format!("\" {line}")).collect();
        let end = |text: &str| cut_in(text, &learned, is_frequent).preamble_end;
        let code =
            "\nlet g:boats = tar(2)\nsyn match boat \"tar\"\nif exists(\"tar\")\n  finish\nendif\n"
                .repeat(4);
        let header = commented(&[
            "Vim syntax file of boats",
            FREQUENT[0],
            "Last change: in May",
        ]);
        assert_eq!(end(&(header.clone() + &code)), 0);
        assert_eq!(end(&(header + &commented(&NOTICE) + &code)), 7);
        // Prose may begin with a quotation.
        let quoted = format!("\"{}\n\n\n\n{}", NOTICE.join("\n"), body());
        assert_eq!(end(&quoted), 4);
    }

    #[test]
    fn no_code_is_the_epilogue_of_a_source_file() {
        let code = "import boats;\n\nfn ferry() {\n    tar(&boats);\n}\n".repeat(9);
        let frequent = "}, '1.2.3', {\"needs\": [\"boats\", \"tar\"]});";
        let bounds = |text: &str| {
            let is_frequent = |line: &str| line == frequent || NOTICE.contains(&line);
            cut_in(text, NONE, is_frequent)
        };
        let cut = bounds(&format!("{code}\n\n\n\n{frequent}\n"));
        assert_eq!(cut.epilogue_start, cut.lines + 1);
    }

    #[test]
    fn the_frame_of_a_few_short_lines_like_others_is_the_preamble() {
        let rule = "-".repeat(40);
        let learned = ["｜：読み方がどこから始まるかを示す印です"];
        let paragraph = "　川の水が低かったので、渡し守は朝のうちに二つの舟を直した。\n";
        let body = format!("\n{}", paragraph.repeat(12));
        let end = |lines: &str| {
            let text = format!("二つの舟\n丘の人\n\n{rule}\n{lines}{rule}\n{body}");
            cut_in(&text, &learned, |line| learned.contains(&line)).preamble_end
        };
        assert_eq!(end("【印】\n《》：読み方\n（例）川《かわ》\n"), 8);
        assert_eq!(end("【印】\n｜：読み方がどこから始まるかを示す印です\n"), 7);
        assert_eq!(end("二つの舟\n丘の人\n"), 0);
    }

    #[test]
    fn a_frame_at_the_end_is_the_epilogue() {
        let rule = "=".repeat(40);
        let lines = format!("{}{}", body(), rule).lines().count() as u64;
        let start = |inside: &str| cut_of(&format!("{}{rule}\n{inside}{rule}\n", body()));
        let cut = start(&format!("Boats\n{}\n", NOTICE[0]));
        assert_eq!(
            (cut.epilogue_start, cut.epilogue_rule),
            (lines, Rule::Frequency)
        );
        // Few lines of a scene between two rules are known.
        let cut = start(&format!("{}\n{}", NOTICE[0], body()));
        assert_eq!(cut.epilogue_start, cut.lines + 1);
    }

    #[test]
    fn an_epilogue_has_the_more_common_lines_before_its_last_ones() {
        let body = "The ferryman had tarred both of his boats before the sun came over the hill\n"
            .repeat(30);
        let fields = "In: Quaymouth\nIn May\nIn June\nTyped: Fay\nRead: Guy\nIn July\nAbout:\n";
        let last = format!("About signs\n\n{}\n", NOTICE[1]);
        let text = format!("{body}\n{fields}{}\n\n\n{last}", NOTICE[0]);
        let is_frequent = |line: &str| NOTICE[..2].contains(&line);
        let mut templates = Templates::default();
        templates.learn(NOTICE[0], 600);
        templates.learn(NOTICE[1], 150);
        let (settings, mut scratch) = (Settings::default(), Scratch::default());
        let cut = cut(&text, &settings, &templates, &mut scratch, is_frequent);
        assert_eq!(cut.epilogue_start, 32);
        // The epilogue does not begin with the last line, whatever the weights are.
        let region = head(&text, &settings, &templates, &mut scratch, is_frequent);
        let rest = Rest::of(&region, cut.lines, 0);
        let region = tail(
            &text,
            rest,
            &settings,
            &templates,
            &mut scratch,
            is_frequent,
        );
        let structure = structure::Structure::of(&region, Side::Tail);
        assert_eq!(
            [0, 1, 2, 10].map(|kept| structure.admits(kept)),
            [true, false, false, true]
        );
    }

    #[test]
    fn what_only_its_form_shows_is_cut_from_each_kind_of_text() {
        let body = "The ferryman had tarred both of his boats before the sun came up.\n".repeat(20);
        let known = ["Quaymouth Library", "Classics of the Quay"];
        let mut both = choice::Both::default();
        for line in NOTICE.iter().chain(&known) {
            both.learn(line, 90, linenorm::Rules::default());
        }
        let cut = |text: &str| {
            let settings = Settings::default();
            let is_frequent = |line: &str| NOTICE.contains(&line) || known.contains(&line);
            let found = both.cut(text, &settings, &mut Default::default(), is_frequent);
            found.short.unwrap_or(found.long)
        };
        // A closing section of Markdown, with the section inside of it.
        let section = "## License\n\nMIT, by Ada North\n\n### Contributing\n\nAs above.\n";
        let found = cut(&format!(
            "# Boats\n\nTwo [boats](a.md) of tin.\n\n{body}\n{section}"
        ));
        assert_eq!(
            (found.epilogue_start, found.epilogue_rule),
            (26, Rule::Licence)
        );
        let found = cut(&format!(
            "# Boats\n\nTwo [boats](a.md) of tin.\n\n{body}\n## Licence fees\n\nNone.\n"
        ));
        assert_eq!(found.epilogue_start, found.lines + 1);
        let behind =
            "## License\n\nMIT, by Ada North\n\n## Contributions\n\nThey are licensed, too.\n";
        let found = cut(&format!(
            "# Boats\n\nTwo [boats](a.md) of tin.\n\n{body}\n{behind}{}\n{}\n",
            NOTICE[0], NOTICE[1]
        ));
        assert_eq!(
            (found.epilogue_start, found.epilogue_rule),
            (26, Rule::Licence)
        );
        let wiki = format!("<b>Boats</b>\n\n{body}\n==Copyright==\n\nPublic domain\n");
        assert_eq!(cut(&wiki).epilogue_start, 24);
        // The end tags of a page of HTML, and not those of another document.
        let tags = |begin: &str| cut(&format!("{begin}\n{body}\n</pre></body>\n</html>\n"));
        assert_eq!(tags("<html><body><pre>").epilogue_start, 23);
        assert_eq!(tags("Boats").epilogue_start, 25);
        // Short links that many texts of the library end with.
        let found = cut(&format!(
            "Boats\n\n{body}\nAda North\n{}\n{}\n",
            known[0], known[1]
        ));
        assert_eq!(found.epilogue_start, 24);
        // Without counts of short lines nothing is known about them.
        let long = cut_of(&format!("Boats\n\n{body}\nAda North\nOf tin\n"));
        assert_eq!(
            long.confidence.map(|ends| ends[1]),
            Some(CONFIDENCE_DOUBTFUL)
        );
        // The template below metadata is between lines of the text.
        let form = format!(
            "---\ntitle: Boats\ndate: May\n---\n\n{}\n\n{body}\n{}\n",
            NOTICE[0], NOTICE[1]
        );
        assert_eq!(cut(&form).preamble_end, 4);
        // Lines like those of a notice are not enough.
        let alike: String = NOTICE
            .iter()
            .map(|line| format!("{line} boats\n"))
            .collect();
        let alike = format!(
            "---\ntitle: Boats\ndate: May\n---\n\n{}\n{alike}\n\n\n{body}",
            NOTICE[0]
        );
        assert_eq!(cut(&alike).preamble_end, 4);
        // A comment below metadata that grants rights, and another one.
        let below = |comment: &str| {
            let fields = "title: Boats\nauthor: Ada\ndate: May\nyard: North\ntar: two\n";
            let text = format!("---\n{fields}---\n\n<!--\n{comment}\n-->\n\n{body}");
            cut(&text).preamble_end
        };
        assert_eq!(below("Copyright 2020 Ada North, all rights reserved"), 11);
        assert_eq!(below("Tarred by Ada North"), 7);
        // Comments behind a licence that grant rights.
        let notice: String = NOTICE.iter().map(|line| format!(" * {line}\n")).collect();
        let text = format!(
            "/*\n{notice} */\n\n/* As a special exception, Ada may\n   copy the boats. */\n\nint tar;\n"
        );
        assert_eq!(
            cut_in(&text, &NOTICE.map(|line| format!("* {line}")), |line| {
                NOTICE.iter().any(|notice| line.ends_with(notice))
            })
            .preamble_end,
            NOTICE.len() as u64 + 5
        );
    }

    #[test]
    fn a_notice_may_have_one_long_line() {
        let long = "The library of Quaymouth has typed it and reads all letters. ".repeat(6);
        let (long, body) = (long.trim_end(), body().replace("\n\n", "\n"));
        let paragraph = body.replace('\n', " ");
        let cut = |text: &str| cut_in(text, &[long], |line| line == long);
        let end = cut(&format!("Boats\n{}{long}\n", body.repeat(8)));
        assert_eq!(end.epilogue_start, end.lines);
        // The paragraphs of the text, on a line each, are not part of the notice.
        let paragraphs: String = (0..12).map(|at| format!("{at} {paragraph}\n")).collect();
        assert_eq!(cut(&format!("{long}\nBoats\n{paragraphs}")).preamble_end, 1);
    }

    /// Returns the head or tail region of a text in which the lines of [`NOTICE`] are frequent.
    fn region_of(text: &str, side: Side) -> Region<'_> {
        let mut templates = Templates::default();
        NOTICE.iter().for_each(|line| templates.learn(line, 40));
        let settings = Settings::default();
        let is_frequent = |line: &str| NOTICE.contains(&line);
        let mut scratch = [Scratch::default(), Scratch::default()];
        let head = head(text, &settings, &templates, &mut scratch[0], is_frequent);
        if side == Side::Head {
            return head;
        }
        let rest = Rest::of(&head, raw_line_count(text), 0);
        tail(
            text,
            rest,
            &settings,
            &templates,
            &mut scratch[1],
            is_frequent,
        )
    }

    #[test]
    fn a_notice_goes_on_behind_a_few_lines_of_the_text() {
        let beyond = |between: usize, lines: usize, most: u64| {
            let own = "The ferryman had tarred both of his boats\n".repeat(between);
            let text = format!("{}\n{own}\n{}\n", NOTICE[0], NOTICE[4 - lines..].join("\n"));
            floor::common_beyond(&region_of(&text, Side::Head), 1, most)
        };
        assert_eq!(beyond(9, 3, 40), Some(13));
        assert_eq!(beyond(10, 3, 40), None, "they are too far away");
        assert_eq!(beyond(9, 2, 40), None, "they are too few");
        assert_eq!(beyond(9, 3, 10), None, "few documents have them");
    }

    /// Returns a bound of the model at this line.
    fn bound_at(line: u64) -> Bound {
        Bound {
            first: 1,
            line: Some(line),
            rule: Rule::Frequency,
            reason: Reason::Model,
            confidence: 0.9,
        }
    }

    #[test]
    fn a_bound_neither_splits_a_notice_nor_takes_a_paragraph() {
        let mut templates = Templates::default();
        NOTICE.iter().for_each(|line| templates.learn(line, 40));
        let own = "The ferryman had tarred both of his boats\n".repeat(8);
        let text = format!("{}\n{own}{}\n{}", NOTICE[0], NOTICE[1..].join("\n"), body());
        let head = region_of(&text, Side::Head);
        let bound = bound_at(1).with_common_lines(&head, &templates);
        assert_eq!((bound.line, bound.reason), (Some(12), Reason::Floor));
        let none = Bound {
            line: None,
            ..bound_at(0)
        };
        let none = none.with_common_lines(&head, &templates);
        assert_eq!((none.line, none.confidence), (None, CONFIDENCE_DOUBTFUL));
        let paragraph = body().replace('\n', " ");
        let text = format!("{}\nBoats\n{paragraph}\nTar\n{paragraph}\n", NOTICE[0]);
        let head = region_of(&text, Side::Head);
        assert_eq!(
            bound_at(4).without_paragraph(&head, Side::Head).line,
            Some(1)
        );
        assert_eq!(
            bound_at(2).without_paragraph(&head, Side::Head).line,
            Some(2)
        );
    }

    #[test]
    fn examples_of_code_end_what_may_be_a_notice() {
        let head = |text: &str| region_of(text, Side::Head).may_be_notice(Side::Head);
        let tail = |text: &str| region_of(text, Side::Tail).may_be_notice(Side::Tail);
        let titled = format!("The tarring of boats\n\n{}\n", NOTICE.join("\n"));
        assert_eq!(head(&titled), 5);
        assert_eq!(head(&format!("# {titled}")), 0);
        assert_eq!(head(&titled.replace("\n\n", "\n====================\n")), 0);
        let example =
            "Boats\n\nOf tin\n\nTar them::\n\n    tar(boats)\n    sail(boats)\n\nThen sail.\n";
        assert_eq!((head(example), tail(example)), (2, 1));
        for side in [Side::Head, Side::Tail] {
            let region = region_of(example, side);
            let structure = structure::Structure::of(&region, side);
            assert!(!structure.admits(region.may_be_notice(side) + 1));
        }
        assert_eq!(head("Boats\n\nTar::\n\nThen sail.\n"), 3, "no code follows");
        let titled = format!(
            ".. _boats:\n\nThe tarring of boats\n====================\n\n{}\n",
            NOTICE[0]
        );
        assert_eq!(head(&titled), 1, "a target precedes the title");
        // What is in a directive at the end is not a notice either, whatever stands before its name.
        let within = format!(
            "Boats\n\n..  code-block:: xml\n\n    <tar>\n    {}\n",
            NOTICE[0]
        );
        assert_eq!(tail(&within), 0);
        assert_eq!(tail(&within.replace("code-block", "figure")), 0);
        assert_eq!(tail(".. figure:: boats\n\nBoats\n"), 1);
        let fences = "Boats\n\n```\ntar(boats)\n```\n\nThen sail.\n";
        assert_eq!((head(fences), tail(fences)), (1, 1));
    }

    #[test]
    fn fields_and_underlines_tell_a_text_from_code_and_frames() {
        let fields = "Title: tar();\nAuthor: ada;\nDate: may();\nStatus: tar;\n";
        let code = "tar(boats);\nsail(boats);\n".repeat(9);
        assert_eq!(
            region_of(&format!("{fields}\n{code}"), Side::Head).form,
            Form::Prose
        );
        assert_eq!(region_of(&code, Side::Head).form, Form::Source);
        let rule = "=".repeat(20);
        let frame = |gap: &str| {
            format!(
                "The tarring of boats{gap}\n{rule}\n{}\n{rule}\n\nBoats\n",
                NOTICE[0]
            )
        };
        assert_eq!(region_of(&frame("\n"), Side::Head).form, Form::Fenced);
        assert_eq!(region_of(&frame(""), Side::Head).form, Form::Prose);
    }

    #[test]
    fn macros_may_precede_the_title_of_a_manual_page() {
        let macros = ".de Tar\n.ft B\n..\n".repeat(90);
        assert!(is_manual_page(&format!("{macros}.TH TAR 1\n")));
        assert!(!is_manual_page(&format!("{}.TH TAR 1\n", macros.repeat(2))));
    }

    #[test]
    fn nothing_to_cut_is_doubtful_where_a_first_reading_found_lines() {
        let picks = [
            (20, 1),
            (0, 1),
            (5, 1),
            (9, 6),
            (8, 1),
            (0, 3),
            (10, 1),
            (0, 1),
            (3, 4),
            (11, 8),
        ];
        let lines = picks
            .iter()
            .flat_map(|&(pick, times)| std::iter::repeat_n(LINES[pick], times));
        let text = lines.collect::<Vec<&str>>().join("\n");
        let cut = cut_in(&text, &NOTICE, |line| {
            NOTICE.iter().any(|notice| line.ends_with(notice))
        });
        assert_eq!((cut.preamble_end, cut.preamble_rule), (0, Rule::None));
        assert_eq!(
            cut.confidence.map(|ends| ends[0]),
            Some(CONFIDENCE_DOUBTFUL)
        );
    }

    proptest! {
        /// The lines that [`cut`] reads lead to the same result as all lines.
        #[test]
        fn the_deciding_lines_are_enough(picks in proptest::collection::vec((0usize..LINES.len(), 1usize..9), 0..40)) {
            let lines = picks.iter().flat_map(|&(pick, times)| std::iter::repeat_n(LINES[pick], times));
            let text = lines.collect::<Vec<&str>>().join("\n");
            let mut templates = Templates::default();
            let is_frequent = |line: &str| NOTICE.iter().any(|notice| line.ends_with(notice));
            NOTICE.iter().for_each(|line| templates.learn(line, 20));
            let (settings, mut scratch) = (Settings::default(), Scratch::default());
            let found = cut(&text, &settings, &templates, &mut scratch, is_frequent);
            let whole = head(&text, &settings, &templates, &mut scratch, is_frequent);
            // Floors are not from the model.
            if is_tiny(&text) && whole.form == Form::Prose || found.reasons.contains(&Reason::Floor) {
                return Ok(());
            }
            // The ends of a text that would lose its body are found again.
            let mut library = Library { settings: &settings, templates: &templates, scratch: &mut scratch, is_frequent };
            let deciding = read_head(&text, Extent::Deciding, &mut library);
            let first = ends(&text, deciding, None, &mut library);
            if body::is_lost(&text, &first, &settings, |line| !is_frequent(line)) {
                return Ok(());
            }
            let model = Model::built_in();
            let head = model.predict(&whole, Side::Head);
            let end = head.kept.checked_sub(1).map_or(0, |at| whole.lines[at].number);
            // With separate buffers, and without the readings of the head.
            let rest = Rest { readings: &[], ..Rest::of(&whole, found.lines, end) };
            let whole = tail(&text, rest, &settings, &templates, &mut Scratch::default(), is_frequent);
            let mut tail = model.predict(&whole, Side::Tail);
            let is_doubtful = floor::is_doubtful(&whole, templates.most()) || floor::is_unseen(&whole, false);
            if tail.kept == 0 && is_doubtful {
                tail.confidence = tail.confidence.min(CONFIDENCE_DOUBTFUL);
            }
            let bound = Bound::predicted(&whole, &tail).without_unknown_blocks(&whole);
            let start = bound.line.unwrap_or(found.lines + 1);
            // A floor, or the best place beyond it, cuts more than the model alone.
            if found.preamble_end > end || found.epilogue_start < start {
                return Ok(());
            }
            prop_assert_eq!((found.preamble_end, found.epilogue_start), (end, start));
            prop_assert_eq!(found.confidence, Some([head, tail].map(|one| thousandths(one.confidence))));
        }

        /// Any text has a body between its bounds, and boilerplate has a frequent line.
        #[test]
        fn bounds_are_in_order(picks in proptest::collection::vec(0usize..9, 0..40)) {
            let lines = [NOTICE[0], NOTICE[1], FREQUENT[4], "", "", "x", "/* * */", "A tale of two", "\u{e9}\u{a0}[\u{3000}"];
            let text: Vec<&str> = picks.iter().map(|&pick| lines[pick]).collect();
            let cut = cut_of(&text.join("\n"));
            prop_assert!(cut.preamble_end < cut.epilogue_start && cut.epilogue_start <= cut.lines + 1);
            prop_assert_eq!(cut.preamble_end == 0, cut.preamble_rule == Rule::None);
            prop_assert_eq!(cut.epilogue_start > cut.lines, cut.epilogue_rule == Rule::None);
        }

        /// The same holds if short lines count, whichever set of weights is chosen.
        #[test]
        fn chosen_bounds_are_in_order(picks in proptest::collection::vec(0usize..9, 10..60)) {
            let lines = [NOTICE[0], NOTICE[1], "* * *", "", "", "x", "Boats", "A tale of two", "\u{e9}\u{a0}[\u{3000}"];
            let text: Vec<&str> = picks.iter().map(|&pick| lines[pick]).collect();
            let text = text.join("\n");
            let known = [NOTICE[0], NOTICE[1], "* * *", "Boats", "A tale of two"];
            let mut both = choice::Both::default();
            known.iter().for_each(|line| both.learn(line, 20, linenorm::Rules::default()));
            let is_frequent = |line: &str| known.contains(&line);
            let found = both.cut(&text, &Settings::default(), &mut Default::default(), is_frequent);
            let mut choice = choice::Choice::default();
            for _ in 0..20 {
                let (cut, _) = choice.choose(&found);
                prop_assert!(cut.preamble_end < cut.epilogue_start && cut.epilogue_start <= cut.lines + 1);
                prop_assert_eq!(cut.preamble_end == 0, cut.preamble_rule == Rule::None);
                prop_assert_eq!(cut.epilogue_start > cut.lines, cut.epilogue_rule == Rule::None);
            }
        }
    }
}
