//! All values that were fitted by hand: sizes, thresholds, shares and weights, by the step that uses them.
//!
//! They were chosen with the trees as they are, on the training pages of `cargo lab train-htmlblocks`. For recipes, tables
//! and navigation bars, of which these pages have few, they were chosen on pages of other collections. `cargo lab eval
//! html` scores the result. The trees have a recipe of their own. Sizes of buffers and bounds of time are not fitted, so
//! they stand where they are used.
//!
//! Sizes are in characters, shares are between 0 and 1.

// The choice of blocks (best/mod.rs).

/// The weight of recall relative to precision. The derivative of F1 = 2PR / (P + R) by P is proportional to R², and
/// that by R to P². With equal weights, precision comes out lower than recall.
pub const RECALL_WEIGHT: f32 = 0.8;
/// Blocks whose probability is less than this share of the highest one on the page are not kept.
pub const MIN_SHARE: f32 = 0.25;
/// With `--allow-empty`, a page is left empty if its expected precision is lower than this.
pub const MIN_PRECISION: f32 = 0.15;
/// If the hidden main content is this many times as long as the displayed one, a script shows it later.
pub const SHOWN_LATER: f32 = 4.0;
/// The same for main content that is transparent or invisible: pages fade in some of their parts.
pub const FADED_IN: f32 = 0.2;

// Blocks that belong together (best/groups.rs).

/// The greatest size of a short cell, and of list items on average.
pub const MAX_ITEM: u32 = 100;
/// The least number of items of a list, and of blocks of ingredients or instructions.
pub const MIN_ITEMS: usize = 3;
/// Added to the mean log-odds of list items: a list that is kept in part is mostly main content.
pub const LIST_ODDS: f32 = 0.3;
/// Added to the log-odds of a block if its class marks a part of a recipe, or if data of the page have the same text.
pub const DECLARED_ODDS: f32 = 2.0;
/// The greatest size of a heading above ingredients or steps.
pub const MAX_RECIPE_HEADING: u32 = 30;
/// The share of a block's text that must be in the data.
pub const DECLARED_SHARE: f32 = 0.8;
/// The least size of a paragraph before or behind a table, a program or a list, in bytes of UTF-8: a letter of scripts with
/// fewer letters to a word has more bytes.
pub const MIN_TABLE_PARAGRAPH: usize = 40;
/// The number of levels above the two paragraphs around a table in which they must have a common container.
pub const TABLE_LEVELS: usize = 3;

// Data tables (tables.rs).

/// A table with longer cells on average is a layout table.
pub const MAX_CELL: u32 = 120;
/// The same limit for a table with header cells, a head or a caption.
pub const MAX_DECLARED_CELL: u32 = 200;
/// A table with a longer cell of several blocks is a layout table; so is one with a cell of more blocks than this.
pub const MAX_CELL_OF_BLOCKS: u32 = 400;
pub const MAX_CELL_BLOCKS: u32 = 12;
/// A table without a header may have cells of several blocks if it has at least this many rows and all rows have the
/// same number of cells.
pub const MIN_REGULAR_ROWS: u32 = 3;

// Copies (best/copies.rs).

/// The least size of a copy. Shorter text may be repeated on purpose: "Free shipping", the time of an event.
pub const MIN_COPY: u32 = 100;
/// A paragraph that is on the page more often is shown each time: carousels and pages with versions for several screens have
/// fewer copies.
pub const MAX_COPIES: usize = 4;
/// The greatest size of a refrain.
pub const MAX_REFRAIN: u32 = 600;

// Cards of other stories (best/cards.rs).

/// The least number of cards.
pub const MIN_CARDS: usize = 3;
/// The greatest size of a card, the greatest number of its blocks, and the least size of its excerpt.
pub const MAX_CARD: u32 = 700;
pub const MAX_CARD_BLOCKS: usize = 5;
pub const MIN_EXCERPT: u32 = 60;
/// The sizes of titles that are links, but not headings.
pub const MIN_TITLE: u32 = 12;
pub const MAX_TITLE: u32 = 180;
/// The greatest number of levels from the heading of a card up to the card.
pub const CARD_LEVELS: usize = 6;
/// Prose has at least this many paragraphs of at least this size in one element.
pub const MIN_PARAGRAPHS: u32 = 3;
pub const MIN_PARAGRAPH: u32 = 80;

// Navigation by direction (best/directions.rs).

/// The greatest size of a bar.
pub const MAX_BAR: u32 = 400;
/// If each word of a bar is a block, at most this many other blocks are between two of them.
pub const MAX_BETWEEN_BARS: usize = 2;

// Text from data (hidden.rs).

/// The fewest letters and digits of data that replace visible text.
pub const MIN_LETTERS: usize = 100;
/// The data must be at least this many halves as long as the kept text. Shops have a second text on a product in their
/// data, about as long as the visible one.
pub const MIN_HALVES: usize = 3;

// Pointers and invitations (best/notices.rs).

/// The greatest size of a pointer to another story.
pub const MAX_POINTER: u32 = 250;
/// The greatest size of a label of several pointers.
pub const MAX_LABEL: u32 = 40;
/// The least size of a paragraph of the text around them.
pub const MIN_SENTENCE: u32 = 40;
/// The greatest size of an element with an invitation, and the greatest number of its blocks; also that of a landmark
/// (best/landmarks.rs).
pub const MAX_INVITATION: u32 = 400;
pub const MAX_INVITATION_BLOCKS: usize = 12;
/// The words of less probable blocks are not looked at (best/banners.rs).
pub const MIN_PROBABILITY: f32 = 0.03;
/// The greatest size of an element whose class names a banner (best/banners.rs): lists of partners are longer.
pub const MAX_BANNER: u32 = 1500;
/// The greatest share of the kept text that invitations have.
pub const MAX_INVITATION_SHARE: f64 = 0.3;
