//! All fitted constants: lengths, thresholds, shares and weights, grouped by the step that uses them.
//!
//! They were chosen on the sites that `cargo lab eval sites` reads; the same recipe scores them on held-out sites. A
//! share is between 0 and 1. A length is in units of a page. A number of pages counts the pages of one template. Buffer
//! sizes and time limits are not fitted; they are defined where they are used.

// N-grams and levels (body/mod.rs, body/commonness.rs).

/// The lengths of n-grams.
pub const LENGTHS: [usize; 5] = [16, 20, 24, 30, 40];
/// The index of the length that levels are computed with.
pub const LEVEL: usize = 2;
/// The candidate thresholds for the template, as shares of a page's level.
pub const THETAS: [f64; 13] = [
    0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0,
];
/// The share of a page that determines its level.
pub const LEVEL_SHARE: f64 = 0.1;
/// The least number of units that determines a level.
pub const LEVEL_UNITS: usize = 200;
/// A body shorter than the longest n-gram is used only if all answers are shorter.
pub const LEAST_BODY: usize = LENGTHS[LENGTHS.len() - 1];

// Weights of units (body/commonness.rs).

/// The weight of a unit outside the template, and of a template unit whose n-gram each page has once.
pub const WEIGHT_ONCE: i64 = 16;
/// The weight of a template unit whose n-gram some page has twice. Such n-grams are markup or a phrase of the text as
/// often as a menu. A lower weight is better for few pages and worse for many: see [`Constants::often`].
pub const WEIGHT_OFTEN: i64 = 8;
/// The weight of a unit of text before the body. Titles, summaries and synopses stand there, between headings that all
/// pages have. Text after a body gets no such weight: it is often a comment or other foreign text.
pub const WEIGHT_INTRODUCTION: i64 = 24;
/// A link or a tag on fewer pages than this weighs as much as text.
pub const COMMON_LINK_PAGES: u32 = 4;
/// A stretch of template longer than this that no page has twice is a separator.
pub const SEPARATOR_UNITS: usize = 40;
/// The weight of each further unit of a separator near the start of a body, and near its end. The start is lower
/// because headings and introductions stand before the body as often as menus do. After the body, links to other pages
/// are more common than an afterword.
pub const SEPARATOR_WEIGHTS: [i64; 2] = [5, 20];
/// The greatest share of a body that separators may cut off at either end. A larger share could be half of an article
/// around an advertisement.
pub const SEPARATED_PART: f64 = 0.2;

/// Constants that cross-validation fits again for each held-out site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constants {
    /// Separators cut nothing off the bodies of pages of a lower level. On few pages, a heading within the bodies is as
    /// common as the template.
    pub parting: u32,
    /// The weight of a unit of a script, a style sheet or a menu outside the template.
    pub program: i64,
    /// [`WEIGHT_OFTEN`] for a level of two pages. With more pages the weight approaches that constant.
    pub often: i64,
    /// A stretch of template with at least this much text, such as an advertisement, is taken out of a body,
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

/// The least number of repeated links in a row. An article often gives a shorter row of references twice.
pub const MENU_LINKS: usize = 4;
/// The greatest share of letters and digits outside links in a list of links.
pub const MENU_TEXT: f64 = 0.25;
/// The same share for a list of links with labels.
pub const MENU_LABELS: f64 = 0.5;

// The menu that a body begins with (body/leading_menu.rs).

/// A menu is dropped only if at least this share of the template's pages have the separator after it.
pub const LEADING_MENU_SHARE: f64 = 0.6;
/// The greatest share of a body that is dropped. Otherwise a body of lists could be dropped as a whole.
pub const LEADING_MENU_PART: f64 = 0.5;

// Links at both ends of a body (body/paired_links.rs).

/// The least number of links in a row at both ends. Articles often give a single reference twice.
pub const PAIRED_LINKS: usize = 2;
/// The number of links that are read from each end of a body.
pub const PAIRED_LINKS_READ: usize = 32;

// Anchors of bodies (body/anchors.rs).

/// The length of the n-grams that are anchors, the same as that of [`LEVEL`].
pub const ANCHOR_LENGTH: usize = 24;
/// The greatest distance between an anchor and the end of a body that counts as next to it.
pub const ANCHOR_REACH: usize = 300;
/// The least share of an anchor's pages whose bodies are next to it,
pub const ANCHOR_SHARE: f64 = 0.4;
/// and the least number of them.
pub const ANCHOR_PAGES: usize = 3;
/// A body is extended to the outermost anchor unless the best one has more than this many times as many bodies next to
/// it.
pub const ANCHOR_TIMES: usize = 2;

// Elements that the end of a body cuts in two (markup/elements.rs).

/// The greatest distance of the other tag from a body. At 300 units, menus whose last links are in a body would be
/// taken in.
pub const ELEMENT_REACH: usize = 100;

// Elements that bodies are in (body/containers.rs).

/// The least share of the pages' own text, on average, that is in their element.
pub const CONTAINER_COVERS: f64 = 0.75;
/// The same share for a single page. It is lower because an index page may have its text elsewhere.
pub const CONTAINER_COVERS_ONE: f64 = 0.3;
/// A page with fewer letters of its own is not counted.
pub const CONTAINER_OWN_LETTERS: u32 = 20;
/// The element must be on at least this share of all pages,
pub const CONTAINER_SHARE: f64 = 0.3;
/// on at least this many pages,
pub const CONTAINER_PAGES: usize = 3;
/// or on at least this many if there are only two pages.
pub const CONTAINER_LEAST_PAGES: usize = 2;
/// The least number of bytes of letters outside the element. Bytes are counted because a Chinese letter carries as much
/// as about three Latin ones. An element that holds the whole page does not separate the body from the rest.
pub const CONTAINER_OUTSIDE: usize = 40;
/// Bodies that hold a smaller share of the pages' own text than this are extended over any distance,
pub const CONTAINER_SHORT_BODY: f64 = 0.7;
/// others by at most this share of the element.
pub const CONTAINER_REACH: f64 = 0.2;
/// An element on this share of all pages belongs to the site, not to a kind of page. The same share decides on ends: if
/// this many bodies are at one end of an element, they are extended to its other end, too.
pub const CONTAINER_NEARLY_ALL: f64 = 0.9;

// Useful parts of a page (body/useful.rs).

/// A long stretch of template that no page has twice is taken out of a body if at least this share of the pages have
/// it: see [`Constants::long`].
pub const REPEATED_SHARE: f64 = 0.2;
/// The greatest share of a body that is taken out. If more of it is repeated, another page repeats the body itself.
pub const REPEATED_PART: f64 = 1.0 / 3.0;
/// Text is rare if it is on one page, or on at most this share of the pages. Tables of contents and index pages repeat
/// titles.
pub const RARE_SHARE: f64 = 0.2;
/// A body is accepted if it has this share of the page's own text,
pub const BODY_COVERS: f64 = 0.35;
/// or this share if the template has at most [`FEW_PAGES`] pages, since one of them may be odd.
pub const BODY_COVERS_OF_FEW: f64 = 0.5;
/// The greatest number of pages for [`BODY_COVERS_OF_FEW`].
pub const FEW_PAGES: u32 = 3;

// Start tags that a page has once (markup/start_tags.rs).

/// The least share of a page in an element that may be identified by a part of its start tag.
pub const LARGE_ELEMENT: f64 = 0.05;
/// The number of attributes, from the first on, that may identify an element. The limit bounds the time, since each is
/// compared with those of all others.
pub const ATTRIBUTES_READ: usize = 32;

// Pages of several templates (clusters.rs).

/// One n-gram in this many is sampled, by its hash.
pub const CLUSTER_SAMPLING: u64 = 32;
/// Two pages belong to one template if they share at least this part of all that they share with others. Each n-gram is
/// weighted by the number of its pages, since a template is on more pages than a common text.
pub const CLUSTER_SHARED: f64 = 0.3;
/// The least number of pages of a shared n-gram.
pub const CLUSTER_FREQUENCY: u32 = 3;
/// The least number of pages of a cluster. Fewer pages show too little of a template.
pub const CLUSTER_PAGES: usize = 5;
/// At most one page in this many is odd.
pub const ODD_PAGES: usize = 20;
/// An odd page lacks at least this share of the n-grams that all other pages have.
pub const ODD_PAGE_LACKS: f64 = 0.35;

// Pages with the same content (twins.rs).

/// The length in letters of the n-grams that page contents are compared by.
pub const TWIN_LENGTH: usize = 12;
/// One of these n-grams in this many is sampled, by its hash.
pub const TWIN_SAMPLING: u64 = 16;
/// Two pages have the same content if they have this share of the rare n-grams of either in common.
pub const TWIN_SHARED: f64 = 0.9;
/// A rare n-gram is in at least two page contents, in at most one of this many,
pub const TWIN_RARE_SHARE: usize = 5;
/// and in at most this many.
pub const TWIN_RARE_PAGES: usize = 8;
/// With fewer page contents than this, rare n-grams cannot be determined, and only equal contents are the same.
pub const TWIN_CONTENTS: usize = 4;
/// The least number of rare n-grams that a comparison needs.
pub const TWIN_NGRAMS: usize = 8;

// Records of a page (records.rs).

/// The least number of records in a row.
pub const RECORDS: usize = 3;
/// The least mean similarity of the markup of neighbours.
pub const RECORD_LIKENESS: f64 = 0.45;
/// The least mean number of characters outside the template.
pub const RECORD_LEAST_TEXT: f64 = 12.0;
/// Text that more than this share of the records have in the same place belongs to the template.
pub const RECORD_TEMPLATE_SHARE: f64 = 0.5;
/// The number of characters counted per record, so that long answers do not win over search results.
pub const RECORD_MOST_TEXT: f64 = 300.0;
/// Records of several fields score higher than the sum of their fields, up to this number of fields.
pub const RECORD_MOST_FIELDS: f64 = 4.0;
/// The factor for records that each link to a page of their own, as results and products do.
pub const RECORD_WEIGHT_LINKED: f64 = 2.0;
/// The weight of a character in a link. It is low because menus are rows of links.
pub const RECORD_WEIGHT_LINK: f64 = 0.3;

// Confidence (confidence.rs).

/// The confidence for the only page of a template. Of 218 such pages of 58 sites, .36 had an F1 of at least .9.
pub const CONFIDENCE_ALONE: f64 = 0.35;
/// Half of the pages have at least some amount of text before their useful parts, or behind them. A page with less than this fraction of it
/// (1 divided by the number) counts as alone.
pub const FRAME_LACKS: usize = 10;
/// The least number of units of such text that count.
pub const LEAST_FRAME: usize = 100;
/// The greatest confidence for a page without a body, or whose body has no text.
pub const CONFIDENCE_LOST: f64 = 0.1;
/// The features of the logistic model, and their weights. That of letters was fitted with all sites, the others with those that constants
/// were chosen on: these are too easy to tell what a short text means.
pub const CONFIDENCE_WEIGHTS: [(&str, f64); 7] = [
    ("always", -3.344),
    ("pages", 0.255),
    ("covered", 1.975),
    ("spread", -1.288),
    ("part", 0.217),
    ("scattered", -1.226),
    ("letters", 0.573),
];
