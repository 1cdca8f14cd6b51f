//! All values that were fitted by hand: lengths, shares and confidences, by the step that uses them.
//!
//! They were chosen on the libraries that `cargo lab collect-libraries` and `cargo lab train-cutbounds` read: books, manual
//! pages and source files, and structured texts with labelled bounds. `cargo lab eval bounds` scores the result, with whole
//! libraries held out. The weights of the model have a recipe of their own (`best/model.rs`). Sizes of buffers are not
//! fitted; they are defined where they are used.
//!
//! A length without a unit is a number of lines. Shares and confidences are between 0 and 1.

// Confidence (lib.rs, cutter.rs, best).

/// Fewer than 30 % of the bounds with a lower confidence are exactly right. Confidences are calibrated on libraries
/// that were held out of the fit (`cargo lab train-cutbounds --estimate`).
pub const LEAST_CONFIDENCE: f64 = 0.3;
/// The confidence of a document that was left alone because the bounds would leave no body.
pub const CONFIDENCE_LEFT_ALONE: f64 = 0.3;
/// The greatest confidence in "nothing to cut" if a document ends with lines that many documents have. In manual pages,
/// manuals in plain text and help pages (`cargo lab eval bounds`), it was wrong for all 135 such documents, before the
/// floors found most of their notices.
pub const CONFIDENCE_DOUBTFUL: f64 = 0.5;
/// The greatest confidence that a text has no boilerplate if most texts of its library have some. In four libraries of four, all 42 such
/// texts had none; another library may have a second notice, so this is (4 + 1) / (4 + 2).
pub const CONFIDENCE_APART: f64 = 0.83;
/// The confidence for the paper's rule, which gives none.
pub const CONFIDENCE_TINY: f64 = 0.5;
/// A document with fewer lines than this is tiny. Blank lines do not count.
pub const TINY_DOCUMENT: usize = 10;

// Regions (best/region.rs, best/line.rs).

/// A short line is evidence of boilerplate if its count is at least this, relative to the highest count of the library.
pub const COMMON_SHORT_LINE: f64 = 0.2;
/// A region ends this many lines after the last known one. Further lines cannot be boilerplate.
pub const REACH: usize = 24;
/// Reading ends after this many lines without a known one, since later known lines belong to something else. Preambles
/// may have a hundred lines of free prose.
pub const MAX_UNKNOWN_LINES: usize = 120;
/// A region is read further by one line for each of this many.
pub const LINES_PER_FURTHER: usize = 5;
/// A separator counts as a gap of this many blank lines, the widest kind of gap.
pub const SEPARATOR_GAP: usize = 5;
/// A line is similar to frequent lines if they have this share of its word pairs. A comment without a known line is a
/// candidate if it has a similar one.
pub const SIMILAR: f64 = 0.5;
/// The number of characters of a line on the page of a book.
pub const PRINTED_LINE: usize = 70;
/// A line with fewer lines than this before it is near the edge of the document.
pub const NEAR_EDGE: usize = 10;

// Templates (best/templates.rs).

/// A beginning of this many half words is a template if enough frequent lines have it:
pub const SHARED_BEGINNING: usize = 4;
/// at least this many.
pub const LINES_OF_TEMPLATE: u32 = 4;
/// A beginning of this many half words is a template if one frequent line has it.
pub const SINGLE_BEGINNING: usize = 8;
/// A line of at least this many half words is an instance of a template
pub const MIN_INSTANCE: usize = 10;
/// if this share of its pairs is known.
pub const INSTANCE_SHARE: f64 = 0.65;

// Paragraphs, sections and notices (best).

/// The least number of lines of a paragraph. At least half of the lines after the first begin with a lower-case letter.
pub const MIN_PARAGRAPH: usize = 4;
/// The least number of characters of all its lines but the last.
pub const FULL_LINE: usize = 50;
/// The least number of words of a block behind a marker that is the text.
pub const MIN_WORDS_OF_TEXT: usize = 8;
/// The least number of lines of a notice.
pub const MIN_NOTICE: usize = 3;
/// A block of common lines before the boundary may be followed by a block of at most this many.
pub const MAX_NEXT_BLOCK: usize = 3;
/// A section is known if at least one line in this many is known.
pub const LINES_PER_KNOWN: usize = 10;

// The choice whether short lines count (best/choice.rs).

/// The least mean difference at which short lines count. On held-out libraries, any value from 0.03 to 0.07 works.
pub const MIN_ADVANTAGE: f64 = 0.05;
/// The mean starts with this many documents without a difference.
pub const DOCUMENTS_BEFORE: f64 = 10.0;

// Comments and code (best/comments.rs).

/// The greatest number of lines before the first comment, and between the comments: include guards, `<?php`, a package
/// declaration.
pub const MAX_BETWEEN_COMMENTS: usize = 4;
/// The greatest number of consecutive trivial lines among definitions of macros. pod2man writes 59 between two comments.
pub const MAX_TRIVIAL_LINES: usize = 80;
/// A line with more words may be a sentence.
pub const WORDS_BELOW_SENTENCE: usize = 4;
/// The number of lines after a block that decide whether it is part of a longer notice.
pub const LINES_AFTER_BLOCK: usize = 40;
/// The least length of a rule around a block, in characters.
pub const MIN_RULE_AROUND: usize = 10;
/// The least length of a rule that is a feature, in characters.
pub const MIN_RULE: usize = 5;
/// The number of lines of the first comment that are searched for the name of the file.
pub const NAMING_LINES: usize = 4;
/// The number of lines that decide whether a text is code.
pub const CODE_LINES: usize = 12;
/// The greatest number of words in code for each mark of code. A line with more is prose that names a file, a version
/// or a function.
pub const WORDS_PER_CODE_MARK: usize = 10;

// Metadata (metadata.rs, below_title.rs).

/// The greatest number of lines of metadata.
pub const MAX_METADATA: usize = 300;
/// The least number of fields with a known name in a header.
pub const MIN_KNOWN_FIELDS: usize = 3;
/// The least number of different keys in a header of fields that many documents have.
pub const MIN_COMMON_FIELDS: usize = 3;
/// The least number of fields with well-known names in a block without an end, and in one between colons below a title.
pub const MIN_MARKED_FIELDS: usize = 2;
/// The greatest number of words in the key of a field. Below a title it may have one word such as "of" or "and" more.
pub const MAX_KEY_WORDS: usize = 3;
/// The greatest number of words of a line that may be names or a date.
pub const MAX_BRIEF_WORDS: usize = 8;
/// The greatest number of further lines of a field with persons.
pub const MAX_PERSONS: usize = 4;
/// The greatest number of blocks below a title that are searched for fields.
pub const MAX_BLOCKS_BELOW_TITLE: usize = 30;

// Floors (floor.rs, closing.rs, beginnings.rs, endings.rs, japanese.rs, paired.rs).

// The confidences are shares of exact bounds, measured on labelled books one at a time and on libraries of structured
// text (`cargo lab eval bounds`).

/// The confidence of a cut of metadata.
pub const CONFIDENCE_METADATA: f64 = 0.95;
/// The confidence of a cut of a licence.
pub const CONFIDENCE_LICENCE: f64 = 0.85;
/// The confidence of a cut at a marker.
pub const CONFIDENCE_MARKER: f64 = 0.7;
/// The confidence of a cut at a run of frequent lines.
pub const CONFIDENCE_RUN: f64 = 0.7;
/// The greatest number of lines before and in a comment about rights.
pub const MAX_LICENCE_COMMENT: usize = 300;
/// The greatest number of comments from the one that names the holder of rights to the one that grants them.
pub const MAX_DIVIDED: usize = 6;
/// The greatest number of lines of a wrapped marker.
pub const MAX_MARKER_LINES: usize = 4;
/// The least number of frequent lines of a run.
pub const MIN_RUN: usize = 3;
/// The least number of documents that have each line of a run.
pub const MIN_RUN_COUNT: f64 = 5.0;
/// A run begins near an edge. At the end of a document, at most this many non-trivial lines follow it, and at its head, at most this many
/// lines precede one that is a block of its own.
pub const MAX_AFTER_RUN: usize = 2;
/// A line that decides alone must be in at least this many documents.
pub const MIN_SINGLE_COUNT: f64 = 20.0;
/// The least number of short lines that close a text, such as links to its library.
pub const MIN_CLOSING_LINES: usize = 2;
/// The least count of each of these lines, relative to the most frequent line.
pub const MIN_CLOSING_SHARE: f64 = 0.3;
/// The least number of words of one that stands alone.
pub const MIN_CLOSING_WORDS: usize = 4;
/// More documents than this must have begun with a field, or ended with a line, as many as a frequent line of freqlines has by default.
pub const MIN_DOCUMENTS: u64 = 10;
/// The least share of the documents so far that must have begun with each of several fields, or ended with each of several lines. A
/// library may have many styles.
pub const MIN_DOCUMENT_SHARE: f64 = 0.05;
/// The greatest number of first fields, and of shapes of last lines, that are counted.
pub const MAX_COUNTED: usize = 1000;
/// The least share of the documents so far that must begin with each line of a block of short lines.
pub const MIN_OPENING_SHARE: f64 = 0.8;
/// At least this many documents must have a phrase. In five documents, one may be of another style.
pub const FEW_DOCUMENTS: u64 = 4;
/// The least share of the documents that must have a phrase of two words. In prose, "of the" is in a quarter of them.
pub const SHARE_OF_PAIR: f64 = 0.5;
/// Phrases of two words are of the first and last few lines.
pub const NEAREST_LINES: usize = 4;
/// The least size of the phrases of a notice, in half words.
pub const LEAST_PHRASE: usize = 8;
/// The least size of those of a further line of it.
pub const LEAST_PART: usize = 4;
/// The shares of the documents that must have the phrases of a notice, with their least size: it is greater where few have them. With the
/// last, short lines alone are no notice.
pub const PHRASE_SHARES: [(f64, usize); 3] = [
    (MIN_CLOSING_SHARE, LEAST_PHRASE),
    (0.1, LEAST_PHRASE + 2),
    (MIN_DOCUMENT_SHARE, 2 * LEAST_PHRASE),
];
/// A line has at most this many half words of a title and a name, and twice those of its phrases.
pub const MAX_SLOT: usize = 16;
/// The greatest number of lines of a notice that is known by its phrases.
pub const MAX_NOTICE_LINES: usize = 7;
/// At least this many lines, or as many as it has, show whether it ends.
pub const MIN_LINES_BEYOND: usize = 4;
/// The greatest number of lines of a notice and of those.
pub const SEEN_LINES: usize = 2 * MAX_NOTICE_LINES;
/// A line with more words is a paragraph of the text.
pub const MAX_WORDS_OF_LINE: usize = 64;
/// The greatest number of phrases that are counted at each end. A document has some 200, so that the count of a phrase is at most 1 % of
/// the documents too low.
pub const MAX_PHRASES: usize = 20_000;
/// Phrases are counted in this many documents,
pub const LEARNED_DOCUMENTS: u64 = 1000;
/// and in one of this many of the further ones.
pub const SAMPLED_DOCUMENTS: u64 = 8;
/// The greatest number of lines of their block, which may have others about the text.
pub const MAX_CLOSING_BLOCK: usize = 5;
/// The greatest number of lines of a signature and of the footer of a mailing list.
pub const MAX_MAIL_ENDING: usize = 16;
/// The least number of underscores above the footer of a mailing list.
pub const MIN_MAIL_RULE: usize = 40;
/// The greatest number of lines up to the end of the legend of a Japanese e-book.
pub const MAX_LEGEND: usize = 60;
/// The least number of dashes around this legend.
pub const MIN_LEGEND_RULE: usize = 30;
/// The greatest number of lines of the colophon of an e-book.
pub const MAX_COLOPHON: usize = 60;
/// The greatest number of lines of a last paragraph on rights.
pub const MAX_RIGHTS_PARAGRAPH: usize = 8;
/// The greatest number of lines of a closing section on rights.
pub const MAX_RIGHTS_SECTION: usize = 60;
/// The greatest number of words of a section on rights that may have no word on rights but its heading.
pub const MAX_SHORT_SECTION: usize = 60;
/// The greatest distance of a paired marker from an end.
pub const MAX_MARKER_DISTANCE: usize = 300;
/// The greatest length of a paired marker in bytes.
pub const MAX_MARKER_BYTES: usize = 200;
