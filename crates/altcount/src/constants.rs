//! All that was fitted: lengths, thresholds, shares and weights, by the step that uses them.
//!
//! They were chosen on the sites that `cargo lab eval sites` reads; the same recipe scores them on sites that were held out. A
//! share is between 0 and 1, a length is in units of a page, and a number of pages is that of the pages of one template. Sizes of
//! buffers and bounds of time are not fitted: they stand where they are used.

// N-grams and levels (body/mod.rs, body/commonness.rs).

/// The lengths of n-grams.
pub const LENGTHS: [usize; 5] = [16, 20, 24, 30, 40];
/// The index of the length by which levels are computed.
pub const LEVEL: usize = 2;
/// The candidate thresholds for the template, as shares of a page's level.
pub const THETAS: [f64; 13] = [
    0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0,
];
/// The share of a page that determines its level.
pub const LEVEL_SHARE: f64 = 0.1;
/// The least number of units that determines its level.
pub const LEVEL_UNITS: usize = 200;
/// A body shorter than the longest n-gram counts only if all are shorter.
pub const LEAST_BODY: usize = LENGTHS[LENGTHS.len() - 1];

// Weights of units (body/commonness.rs).

/// The weight of a unit outside the template, and of a template's unit whose n-gram each page has once.
pub const WEIGHT_ONCE: i64 = 16;
/// The weight of a template's unit whose n-gram some page has twice: that is markup or a phrase of the text as often as a menu.
/// Less is better for few pages and worse for many: see [`Constants::often`].
pub const WEIGHT_OFTEN: i64 = 8;
/// The weight of a unit of text before the body. Titles, summaries and synopses stand there, between headings that all pages have.
/// Such text behind a body belongs to others as often, as comments do.
pub const WEIGHT_INTRODUCTION: i64 = 24;
/// A link or a tag on fewer pages than this weighs as much as text.
pub const COMMON_LINK_PAGES: u32 = 4;
/// A piece of template longer than this, which no page has twice, is a separator.
pub const SEPARATOR_UNITS: usize = 40;
/// The weight of a further unit of a separator near the start of a body, and near its end. A heading or an introduction stands
/// before the body as often as a menu; behind it, links of others are commoner than an afterword.
pub const SEPARATOR_WEIGHTS: [i64; 2] = [5, 20];
/// The share of a body that separators may take from either end. A larger one could be half of an article around an advertisement.
pub const SEPARATED_PART: f64 = 0.2;

/// Constants that cross-validation fits anew without a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constants {
    /// Separators part nothing from the bodies of pages of a lower level: on few pages, as many share a heading of their own
    /// bodies as share the template.
    pub parting: u32,
    /// The weight of a unit of a script, a style sheet or a menu outside the template.
    pub program: i64,
    /// [`WEIGHT_OFTEN`] between two pages; with more pages the weight comes nearer to that constant.
    pub often: i64,
    /// A piece of template with at least this much text, such as an advertisement, is taken out of a body,
    pub long: u32,
    /// if at least this many pages have it.
    pub least: u32,
}

impl Default for Constants {
    fn default() -> Self {
        Constants {
            parting: 9,
            program: -16,
            often: 4,
            long: 100,
            least: 4,
        }
    }
}

// Lists of links that a page has twice (markup/menus.rs).

/// The least number of repeated links in a row. A shorter row is as often a reference that an article gives twice.
pub const MENU_LINKS: usize = 4;
/// The greatest share of letters and digits outside links in a list of links.
pub const MENU_TEXT: f64 = 0.25;
/// The same in a list of links with labels.
pub const MENU_LABELS: f64 = 0.5;

// The menu that a body begins with (body/leading_menu.rs).

/// The least share of the pages of a template that have the separator behind the menu.
pub const LEADING_MENU_SHARE: f64 = 0.6;
/// The greatest share of a body that is dropped. A body of lists would go as a whole.
pub const LEADING_MENU_PART: f64 = 0.5;

// Links at both ends of a body (body/paired_links.rs).

/// The least number of links in a row at both ends. An article often gives a single reference twice.
pub const PAIRED_LINKS: usize = 2;
/// The number of links that are read from each end of a body.
pub const PAIRED_LINKS_READ: usize = 32;

// Anchors of bodies (body/anchors.rs).

/// The length of the n-grams that are anchors: that of [`LEVEL`].
pub const ANCHOR_LENGTH: usize = 24;
/// The greatest distance of a body from an anchor that it begins or ends next to.
pub const ANCHOR_REACH: usize = 300;
/// The least share of an anchor's pages whose bodies are next to it,
pub const ANCHOR_SHARE: f64 = 0.4;
/// and the least number of them.
pub const ANCHOR_PAGES: usize = 3;
/// A body is extended to the outermost anchor unless the best one has more than this many times its bodies.
pub const ANCHOR_TIMES: usize = 2;

// Elements that the end of a body cuts in two (markup/elements.rs).

/// The greatest distance of the other tag from a body. At 300 units menus come in whose last links are in a body.
pub const ELEMENT_REACH: usize = 100;

// Elements that bodies are in (body/containers.rs).

/// The least mean share of the pages' own text in their element.
pub const CONTAINER_COVERS: f64 = 0.75;
/// The same for a single page: an index page may have its text elsewhere.
pub const CONTAINER_COVERS_ONE: f64 = 0.3;
/// A page with fewer letters of its own tells nothing.
pub const CONTAINER_OWN_LETTERS: u32 = 20;
/// The least share of all pages that have the element,
pub const CONTAINER_SHARE: f64 = 0.3;
/// the least number of them,
pub const CONTAINER_PAGES: usize = 3;
/// and that number where there are but two pages.
pub const CONTAINER_LEAST_PAGES: usize = 2;
/// The least number of bytes of letters outside the element; a Chinese letter says as much as three bytes. An element that
/// holds the whole page does not tell the body from the rest.
pub const CONTAINER_OUTSIDE: usize = 40;
/// Bodies with a smaller share of the pages' own text than this are extended over any distance,
pub const CONTAINER_SHORT_BODY: f64 = 0.7;
/// others by at most this share of the element.
pub const CONTAINER_REACH: f64 = 0.2;
/// An element that this share of the pages have belongs to the site and not to a kind of page. And where this share of the bodies
/// is at one end of an element, they end at its other end, too.
pub const CONTAINER_NEARLY_ALL: f64 = 0.9;

// Useful parts of a page (body/useful.rs).

/// A long piece of template that no page has twice is taken out of a body if this share of the pages has it: see
/// [`Constants::long`].
pub const REPEATED_SHARE: f64 = 0.2;
/// The greatest share of a body that is taken out. If more of it is repeated, another page repeats the body itself.
pub const REPEATED_PART: f64 = 1.0 / 3.0;
/// Rare text is on one page, or on at most this share of the pages: contents and index pages repeat titles.
pub const RARE_SHARE: f64 = 0.2;
/// A body counts if it has this share of the page's rare text,
pub const BODY_COVERS: f64 = 0.35;
/// and this one if the template has at most [`FEW_PAGES`]: one of these may be odd.
pub const BODY_COVERS_OF_FEW: f64 = 0.5;
/// The greatest number of pages that are few.
pub const FEW_PAGES: u32 = 3;

// Start tags that a page has once (markup/start_tags.rs).

/// The least share of a page in an element that is known by a part of its start tag.
pub const LARGE_ELEMENT: f64 = 0.05;
/// The number of attributes that an element may be known by, from the first on: each is compared with those of all others.
pub const ATTRIBUTES_READ: usize = 32;

// Pages of several templates (clusters.rs).

/// One n-gram in this many is sampled, by its hash.
pub const CLUSTER_SAMPLING: u64 = 32;
/// Two pages of one template share this much of all that they share with others. An n-gram counts by the number of its pages,
/// since the template is on more of them than a common text.
pub const CLUSTER_SHARED: f64 = 0.3;
/// The least number of pages of a shared n-gram.
pub const CLUSTER_FREQUENCY: u32 = 3;
/// The least number of pages of a cluster: fewer show too little of a template.
pub const CLUSTER_PAGES: usize = 5;
/// One page in this many may be odd.
pub const ODD_PAGES: usize = 20;
/// An odd page lacks this share of what all other pages have.
pub const ODD_PAGE_LACKS: f64 = 0.35;

// Pages with the same content (twins.rs).

/// The length of the n-grams of letters that contents are compared by.
pub const TWIN_LENGTH: usize = 12;
/// One of these n-grams in this many is sampled, by its hash.
pub const TWIN_SAMPLING: u64 = 16;
/// The share of the rare n-grams of either page that pages with the same content have in common.
pub const TWIN_SHARED: f64 = 0.9;
/// A rare n-gram is in at least two contents, in at most one of this many,
pub const TWIN_RARE_SHARE: usize = 5;
/// and in at most this many.
pub const TWIN_RARE_PAGES: usize = 8;
/// Fewer contents than this do not show which n-grams are rare: only equal ones are the same then.
pub const TWIN_CONTENTS: usize = 4;
/// The least number of rare n-grams that contents are compared by.
pub const TWIN_NGRAMS: usize = 8;

// Records of a page (records.rs).

/// The least number of records in a row.
pub const RECORDS: usize = 3;
/// The least mean likeness of the markup of neighbours.
pub const RECORD_LIKENESS: f64 = 0.45;
/// The least mean number of characters outside the template.
pub const RECORD_LEAST_TEXT: f64 = 12.0;
/// A text that more than this share of the records have in one place belongs to the template.
pub const RECORD_TEMPLATE_SHARE: f64 = 0.5;
/// The number of characters of a record that count, so that long answers are not preferred to results.
pub const RECORD_MOST_TEXT: f64 = 300.0;
/// Records of several fields count more than their parts alone, up to this number of fields.
pub const RECORD_MOST_FIELDS: f64 = 4.0;
/// The weight of records that lead to a page each, as results and products do.
pub const RECORD_WEIGHT_LINKED: f64 = 2.0;
/// The weight of a character in a link: menus are rows of links.
pub const RECORD_WEIGHT_LINK: f64 = 0.3;

// Confidence (confidence.rs).

/// The confidence of the only page of a template: of 218 such pages of 58 sites, .36 had an F1 of .9.
pub const CONFIDENCE_ALONE: f64 = 0.35;
/// The features of the logistic model, and their weights.
pub const CONFIDENCE_WEIGHTS: [(&str, f64); 6] = [
    ("always", 0.178),
    ("pages", 0.255),
    ("covered", 1.975),
    ("spread", -1.288),
    ("part", 0.217),
    ("scattered", -1.226),
];
