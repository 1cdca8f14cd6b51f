//! The features of a page and of its blocks: their names and documentation.
//!
//! Models refer to features by name (`Previous.LinkShare`), never by position. So a feature can be added, moved or
//! dropped without affecting the weights of the others. [`super::evidence`] computes the values.

use std::sync::LazyLock;

use hashbrown::HashMap;

use crate::declared::{Address, Schema};
use crate::group::group;
use crate::outline::{HINTS, KINDS};

group! {
    /// Features of the block itself.
    Own
    /// ln(1 + characters).
    Chars,
    /// ln(1 + words).
    Words,
    /// Fraction of its characters in links.
    LinkShare,
    /// Fraction of its words that are stop words.
    StopWordShare,
    /// jusText's context-free class: 0 bad, 1 short, 2 neargood, 3 good.
    ContextFreeClass,
    /// jusText's context-sensitive class, coded likewise.
    ContextClass,
    /// Its element: 0 p, 1 heading, 2 blockquote or pre, 3 list, 4 table cell, 5 div, 6 other.
    Element,
    /// It is in a heading.
    Heading,
    /// Heading level, 0 if it is not a heading.
    HeadingLevel,
    /// Fraction of its words with more than three bytes.
    LongWords,
    /// Fraction of its words that start with a capital.
    Capitals,
    /// Fraction of its characters that are digits.
    Digits,
    /// ln(1 + commas).
    Commas,
    /// ln(1 + full stops, question and exclamation marks).
    Stops,
    /// The same marks per word.
    StopsPerWord,
    /// Characters per word.
    CharsPerWord,
    /// ln(1 + separators: `|`, `/`, `>`).
    Bars,
    /// It ends with sentence-final punctuation.
    EndsSentence,
    /// It starts with a capital.
    StartsCapital,
    /// It ends with a colon.
    EndsColon,
    /// It ends with an ellipsis.
    EndsEllipsis,
    /// It has a copyright sign.
    Copyright,
    /// Overlap of its words with those of the page's title.
    InTitle,
    /// Number of links.
    Links,
    /// Inline start tags per word.
    TagsPerWord,
    /// Number of inline start tags.
    Tags,
    /// Number of blocks of the page with the same text, at most 20.
    SameText,
    /// ln(1 + characters outside of links).
    Plain,
    /// The same as a fraction of that of the longest block.
    PlainOfLongest,
    /// ln(1 + sentence boundaries within the block).
    Sentences,
    /// Words per sentence.
    WordsPerSentence,
    /// Colons per word.
    Colons,
    /// ln(1 + quotation marks).
    Quotes,
    /// Opening brackets per word.
    Brackets,
    /// ln(1 + question and exclamation marks).
    Questions,
    /// Fraction of its characters that are ornaments (`_*~=#`).
    Marks,
    /// Fraction of its characters that are ASCII capitals.
    Upper,
    /// It has a currency sign.
    Money,
    /// It has an e-mail address or a URL.
    Address,
    /// It has a time of day.
    Clock,
    /// It has a year.
    Year,
    /// A colon is among its first 30 bytes.
    Label,
    /// ln(1 + characters outside of links times the fraction of stop words).
    StopWords,
}

group! {
    /// Features of a neighbouring block.
    Neighbour
    /// ln(1 + characters).
    Chars,
    /// Fraction of its characters in links.
    LinkShare,
    /// Fraction of its words that are stop words.
    StopWordShare,
    /// jusText's context-free class.
    ContextFreeClass,
    /// Its element, coded as [`Own::Element`].
    Element,
    /// It ends with sentence-final punctuation.
    EndsSentence,
    /// 2 if its container has the same signature as that of the block, 1 if the same parent, else 0.
    Alike,
}

group! {
    /// Position of the block in the page.
    Place
    /// Fraction of the page's characters before it.
    CharsBefore,
    /// Fraction of the page's blocks before it.
    BlocksBefore,
    /// ln(1 + characters before it).
    Before,
    /// ln(1 + characters after it).
    After,
    /// Blocks since the last heading, at most 50.
    SinceHeading,
    /// Blocks since the last one whose context-free class is good, at most 50.
    SinceGood,
    /// Blocks until the next one, at most 50.
    UntilGood,
    /// Fraction of the text of such blocks that is before it.
    GoodBefore,
    /// Blocks since the first heading.
    SinceFirstHeading,
    /// Blocks since the first heading of level 1.
    SinceTitle,
    /// Depth of its container.
    Depth,
}

group! {
    /// Sums over a window of blocks around the block.
    Window
    /// ln(1 + characters).
    Chars,
    /// Fraction of them in links.
    LinkShare,
    /// Fraction of stop words.
    StopWords,
    /// Fraction of the text outside of links that is in blocks of sentences.
    Sentences,
    /// Fraction of digits.
    Digits,
}

group! {
    /// The section of the block: from the last heading before it to the next.
    Section
    /// Level of its heading, 0 if there is none.
    Level,
    /// ln(1 + characters outside of links).
    Plain,
    /// Fraction of characters in links.
    LinkShare,
    /// ln(1 + blocks).
    Blocks,
    /// Fraction of the text outside of links that is in blocks of sentences.
    Sentences,
}

group! {
    /// An ancestor of the block, with the text in it at most four levels deeper.
    Container
    /// Text in sentences, as a fraction of that of the container with the most.
    Sentences,
    /// Fraction of its text in links.
    LinkShare,
}

group! {
    /// The blocks whose containers look alike.
    Alike
    /// Their fraction of the page's text outside of links.
    Plain,
    /// Fraction of their text in links.
    LinkShare,
    /// ln(1 + blocks).
    Blocks,
    /// Fraction of their text outside of links that is in blocks of sentences.
    Sentences,
    /// ln(1 + mean number of characters outside of links).
    MeanPlain,
}

group! {
    /// Position of the block among those whose containers look alike.
    Order
    /// Fraction of them before it.
    Share,
    /// ln(1 + number of those before it).
    Before,
}

group! {
    /// The item that contains the block. Items are at least three containers that look alike, with at least two blocks
    /// on average. -1 if there is none.
    Item
    /// ln(1 + items).
    Count,
    /// ln(1 + items before it).
    Before,
    /// ln(1 + mean number of characters outside of links).
    MeanPlain,
    /// Mean number of blocks.
    MeanBlocks,
    /// Fraction of their text in links.
    LinkShare,
    /// Their fraction of the page's text in sentences.
    Sentences,
    /// Their fraction of the page's text outside of links.
    Plain,
    /// Fraction of their text outside of links that is in this one.
    Own,
}

group! {
    /// Position of the block among items of one group that look alike. -1 if the page has none.
    Among
    /// It is in one of them.
    Inside,
    /// Fraction of them up to it.
    Before,
    /// Blocks since the last one in an item, at most 50.
    Since,
    /// Blocks until the next one, at most 50.
    Until,
}

group! {
    /// Position of the block relative to another block. If the page has no such block, the value is -1, or -50 where
    /// values may be negative.
    Relation
    /// Levels from the container of the other one up to the innermost one that has both.
    Up,
    /// Levels from there down to the container of the block.
    Down,
    /// Depth of the container that has both.
    Depth,
    /// Fraction of the page's characters in it.
    Share,
    /// Fraction of its characters in links.
    LinkShare,
    /// Blocks since the other one, negative before it, at most 50.
    Since,
    /// ln(1 + characters from the other one to this one), negative before it.
    Chars,
}

group! {
    /// Words that the page repeats.
    Repeated
    /// Fraction of its word trigrams that occur elsewhere in the page.
    Trigrams,
    /// ln(number of blocks with the same first two words).
    FirstTwo,
    /// ln(number of blocks with the same last two words).
    LastTwo,
    /// ln(number of blocks with the same first word).
    First,
}

group! {
    /// The subtree of an ancestor of the block's container.
    Subtree
    /// ln(1 + containers that look alike).
    Alike,
    /// Its fraction of the page's text in sentences.
    Sentences,
    /// Fraction of its text in links.
    LinkShare,
    /// ln(1 + mean number of characters outside of links of its blocks).
    MeanPlain,
}

group! {
    /// Phrases of boilerplate in short blocks.
    Phrase
    /// Rights, terms, privacy, cookies.
    Legal,
    /// Sign in, register, password.
    Account,
    /// Newsletters and subscriptions.
    Subscribe,
    /// Share, like, follow.
    Share,
    /// Related, recommended, popular, latest, read more.
    Related,
    /// Comments, replies, reviews.
    Comment,
    /// Add to cart, in stock, shipping.
    Shop,
    /// Skip to, menu, search, back to top, contents.
    Navigation,
    /// By, published, updated, minutes to read.
    Byline,
    /// Joined, posts, members, answers, views.
    Forum,
    /// About the author.
    About,
    /// Advertisement, sponsored.
    Advertisement,
    /// Description, specification, features, overview.
    Product,
    /// Contact, telephone, opening hours.
    Contact,
    /// Frequently asked questions.
    Questions,
}

group! {
    /// Features of a whole page.
    Whole
    /// ln(1 + characters).
    Chars,
    /// ln(1 + blocks).
    Blocks,
    /// Fraction of its text outside of links.
    Plain,
    /// Fraction of its text in blocks of sentences, without links.
    Paragraphs,
    /// Mean number of characters of a block.
    MeanChars,
    /// Fraction of text outside of links that is in p.
    InParagraphs,
    /// In blockquote and pre.
    InQuotes,
    /// In lists.
    InLists,
    /// In table cells.
    InCells,
    /// In div, center and body.
    InDivisions,
    /// ln(1 + characters outside of links of the longest block).
    Longest,
    /// ln(1 + blocks whose context-free class is good).
    GoodBlocks,
    /// Fraction of text in these.
    Good,
    /// ln(1 + characters in these).
    GoodChars,
    /// Fraction of the text in sentences that is in containers with the hint Comment.
    Comments,
    /// It has HTML5 sectioning elements.
    Html5,
    /// Blocks per container.
    BlocksPerContainer,
    /// Fraction of the page's text outside of links that is in the containers that look alike and have most text in
    /// sentences.
    LookPlain,
    /// ln(1 + their blocks).
    LookBlocks,
    /// ln(1 + mean number of characters outside of links of their blocks).
    LookMeanPlain,
    /// Fraction of stop words.
    StopWords,
    /// Sentence boundaries per block.
    SentencesPerBlock,
    /// Fraction of blocks with a time of day or a year.
    Dates,
    /// Fraction of blocks with a currency sign.
    Prices,
    /// ln(1 + headings).
    Headings,
    /// ln(1 + headings of level 1).
    Titles,
    /// ln(1 + items) of the group of items with most text outside of links.
    ItemCount,
    /// Their fraction of the page's text outside of links.
    ItemPlain,
    /// Fraction of their text in links.
    ItemLinkShare,
    /// ln(1 + mean number of characters outside of links).
    ItemMeanPlain,
    /// Fraction of their text outside of links that is in blocks of sentences.
    ItemSentences,
    /// ln(1 + items with a price).
    Cards,
    /// Fraction of start tags: table, tr, td, th.
    TagsTable,
    /// div.
    TagsDiv,
    /// p.
    TagsParagraph,
    /// br.
    TagsBreak,
    /// font, center, basefont.
    TagsFont,
    /// span.
    TagsSpan,
    /// ul, ol, li.
    TagsList,
    /// dl, dt, dd.
    TagsDefinition,
    /// a.
    TagsLink,
    /// img.
    TagsImage,
    /// b, i, u.
    TagsBold,
    /// strong, em.
    TagsStrong,
    /// h1 to h6.
    TagsHeading,
    /// script.
    TagsScript,
    /// Form controls.
    TagsControl,
    /// blockquote, pre.
    TagsQuote,
    /// code, kbd, samp, pre.
    TagsCode,
    /// button.
    TagsButton,
    /// HTML5 sectioning elements, figure, time.
    TagsHtml5,
    /// ln(1 + scripts).
    Scripts,
    /// ln(1 + link and style).
    Styles,
    /// ln(1 + meta).
    Metas,
    /// ln(1 + iframe and noscript).
    Frames,
    /// ln(1 + tables).
    Tables,
    /// ln(1 + forms).
    Forms,
    /// ln(1 + blockquotes).
    Quotes,
    /// ln(1 + article elements).
    Articles,
    /// ln(1 + section elements).
    Sections,
    /// ln(1 + pre elements).
    Preformatted,
    /// ln(1 + time elements).
    Times,
    /// ln(1 + start tags).
    Tags,
    /// ln(1 + bytes).
    Bytes,
    /// Characters per byte.
    Density,
    /// ln(1 + meta elements with a property attribute).
    Properties,
    /// og:type is article.
    OgArticle,
    /// og:type is product.
    OgProduct,
    /// og:type is website.
    OgWebsite,
    /// og:type is something else.
    OgOther,
    /// It has article:published_time.
    Published,
    /// A meta element gives a price.
    Price,
    /// Its URL is known (canonical or og:url).
    AddressKnown,
    /// Path segments of the URL.
    PathDepth,
    /// Hyphens in the last one.
    PathHyphens,
    /// Digits in the path.
    PathDigits,
    /// The URL has a query.
    PathQuery,
    /// The URL has a year.
    PathYear,
}

group! {
    /// Kinds of pages; as features, their probabilities by the models of kinds.
    Kind
    /// One text: news, a blog post, an encyclopaedia's page.
    Article,
    /// A set of products or categories, as in a shop.
    Collection,
    /// Manuals, references, tutorials.
    Documentation,
    /// Questions and posts of several people.
    Forum,
    /// Lists of teasers, search results, rankings.
    Listing,
    /// One product for sale.
    Product,
    /// What an organisation offers: home pages, landing pages, pricing.
    Service,
}

impl Kind {
    /// All kinds, in order of declaration.
    pub const ALL: [Kind; Kind::ROWS.len()] = [
        Kind::Article,
        Kind::Collection,
        Kind::Documentation,
        Kind::Forum,
        Kind::Listing,
        Kind::Product,
        Kind::Service,
    ];

    /// Returns its name in records and model files.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Article => "article",
            Kind::Collection => "collection",
            Kind::Documentation => "documentation",
            Kind::Forum => "forum",
            Kind::Listing => "listing",
            Kind::Product => "product",
            Kind::Service => "service",
        }
    }
}

/// Consecutive features with a common prefix.
#[derive(Debug, Clone, Copy)]
struct Run {
    prefix: &'static str,
    rows: &'static [(&'static str, &'static str)],
}

/// The index of the first feature of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start(usize);

macro_rules! runs {
    ($(#[doc = $about:literal])* $runs:ident $count:ident from $from:expr; $($start:ident $prefix:literal $rows:expr,)*) => {
        $(#[doc = $about])*
        const $runs: &[Run] = &[$(Run { prefix: $prefix, rows: $rows },)*];
        runs!(@start $from; $($start $rows,)*);
        /// The number of features.
        pub const $count: usize = {
            let (mut count, mut at) = (0, 0);
            while at < $runs.len() {
                count += $runs[at].rows.len();
                at += 1;
            }
            count
        };
    };
    (@start $from:expr; ) => {};
    (@start $from:expr; $start:ident $rows:expr, $($more:tt)*) => {
        #[allow(missing_docs)]
        pub const $start: Start = Start($from);
        runs!(@start $start.0 + $rows.len(); $($more)*);
    };
}

runs! {
    /// The features of a block.
    OF_BLOCK BLOCK_COUNT from 0;
    OWN "" Own::ROWS,
    SECOND_PREVIOUS "SecondPrevious." Neighbour::ROWS,
    PREVIOUS "Previous." Neighbour::ROWS,
    NEXT "Next." Neighbour::ROWS,
    SECOND_NEXT "SecondNext." Neighbour::ROWS,
    PLACE "Place." Place::ROWS,
    WINDOW_3 "Window3." Window::ROWS,
    WINDOW_8 "Window8." Window::ROWS,
    SECTION "Section." Section::ROWS,
    CONTAINER "Container." Container::ROWS,
    CONTAINER_2 "Container2." Container::ROWS,
    CONTAINER_3 "Container3." Container::ROWS,
    CONTAINER_4 "Container4." Container::ROWS,
    SAME_LOOK "SameLook." Alike::ROWS,
    SAME_PATH "SamePath." Alike::ROWS,
    ORDER "Order." Order::ROWS,
    INNER_ITEM "InnerItem." Item::ROWS,
    OUTER_ITEM "OuterItem." Item::ROWS,
    AMONG_ITEMS "AmongItems." Among::ROWS,
    AMONG_CARDS "AmongCards." Among::ROWS,
    HEADLINE "Headline." Relation::ROWS,
    LONGEST_TEXT "LongestText." Relation::ROWS,
    REPEATED "Repeated." Repeated::ROWS,
    SUBTREE "Subtree." Subtree::ROWS,
    SUBTREE_2 "Subtree2." Subtree::ROWS,
    SUBTREE_3 "Subtree3." Subtree::ROWS,
    PHRASE "Phrase." Phrase::ROWS,
    PREVIOUS_PHRASE "PreviousPhrase." Phrase::ROWS,
    SECTION_PHRASE "SectionPhrase." Phrase::ROWS,
    IN_ELEMENT "In." ELEMENTS,
    HINT "Hint." NAMES_OF_HINTS,
    HINT_ABOVE "HintAbove." NAMES_OF_HINTS,
}

runs! {
    /// The features of a page, the same for all of its blocks.
    OF_PAGE PAGE_COUNT from 0;
    WHOLE "Page." Whole::ROWS,
    ADDRESS "PageAddress." Address::ROWS,
    LINKED_DATA "PageLinkedData." Schema::ROWS,
    MICRODATA "PageMicrodata." Schema::ROWS,
    PAGE_PHRASE "PagePhrase." Phrase::ROWS,
    PAGE_ELEMENT "PageIn." ELEMENTS,
    PAGE_HINT "PageHint." NAMES_OF_HINTS,
    PAGE_KIND "PageKind." Kind::ROWS,
}

/// The features for the kinds of containers.
const ELEMENTS: &[(&str, &str)] = &rows(
    &KINDS,
    "In this element; of a page, the fraction of its text outside of links there.",
);

const NAMES_OF_HINTS: &[(&str, &str)] = &rows(
    &HINTS,
    "A container has this hint; of a page, the fraction of its text outside of links there.",
);

/// Rows for the names of a table, with one description.
const fn rows<T, const N: usize>(
    named: &[(&'static str, T); N],
    about: &'static str,
) -> [(&'static str, &'static str); N] {
    let mut rows = [("", about); N];
    let mut at = 0;
    while at < N {
        rows[at].0 = named[at].0;
        at += 1;
    }
    rows
}

/// The number of features: those of a block, then those of its page.
pub const COUNT: usize = BLOCK_COUNT + PAGE_COUNT;

/// The features of a page.
pub type PageRow = [f32; PAGE_COUNT];

fn each() -> impl Iterator<Item = (&'static str, &'static (&'static str, &'static str))> {
    let runs = OF_BLOCK.iter().chain(OF_PAGE);
    runs.flat_map(|run| run.rows.iter().map(|row| (run.prefix, row)))
}

/// Returns the names of all features, by index.
pub fn names() -> &'static [String] {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
        each()
            .map(|(prefix, (name, _))| format!("{prefix}{name}"))
            .collect()
    });
    &NAMES
}

/// Returns the documentation of each feature, in the order of [`names`].
pub fn descriptions() -> impl Iterator<Item = &'static str> {
    each().map(|(_, (_, description))| description.trim())
}

/// Returns the index of a feature in [`names`].
pub fn by_name(name: &str) -> Option<usize> {
    static PLACES: LazyLock<HashMap<&'static str, usize>> = LazyLock::new(|| {
        let names = names().iter().map(String::as_str);
        names.zip(0..).collect()
    });
    PLACES.get(name).copied()
}

impl Start {
    /// Returns the index of a feature of this run.
    pub fn plus(self, feature: usize) -> usize {
        self.0 + feature
    }
}

/// The number of blocks whose features are adjacent in memory, so that a split of a tree is applied to all of them at
/// once.
pub const LANES: usize = platform::oblivious::ROWS;

/// The features of some blocks and of their page, in groups of [`LANES`] blocks. Each group has [`LANES`] values of
/// every feature, one for each block. The features of the page are repeated for each block, so that splits on them need
/// no branch.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    blocks: usize,
    values: Vec<f32>,
}

/// The values of [`Columns`] for [`LANES`] blocks.
pub type Group = [[f32; LANES]; COUNT];

impl Columns {
    /// Resizes to a number of blocks and sets all values to 0, reusing memory.
    pub fn clear(&mut self, blocks: usize) {
        self.blocks = blocks;
        self.values.clear();
        let groups = blocks.div_ceil(LANES);
        self.values.resize(groups * COUNT * LANES, 0.0);
    }

    /// Sets the features of the page.
    pub fn set_page(&mut self, page: &PageRow) {
        for group in self.values.chunks_exact_mut(COUNT * LANES) {
            let lanes = group[BLOCK_COUNT * LANES..].as_chunks_mut::<LANES>().0;
            for (lanes, &value) in lanes.iter_mut().zip(page) {
                *lanes = [value; LANES];
            }
        }
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// Returns the values in groups of [`LANES`] blocks.
    pub(super) fn groups(&self) -> &[Group] {
        self.values.as_chunks().0.as_chunks().0
    }

    /// Iterates over the values of a feature.
    pub fn column(&self, feature: usize) -> impl Iterator<Item = f32> + '_ {
        (0..self.blocks).map(move |block| self.value(feature, block))
    }

    /// Iterates over the features of a block, without those of the page.
    pub fn row(&self, block: usize) -> impl Iterator<Item = f32> + '_ {
        (0..BLOCK_COUNT).map(move |feature| self.value(feature, block))
    }

    /// Returns the value of a feature.
    pub fn value(&self, feature: usize, block: usize) -> f32 {
        self.groups()[block / LANES][feature][block % LANES]
    }

    /// Returns the writable row of a block.
    pub fn block(&mut self, at: usize) -> Row<'_> {
        Row {
            values: &mut self.values[at / LANES * COUNT * LANES + at % LANES..],
            stride: LANES,
        }
    }
}

/// The writable features of a block or of a page.
pub struct Row<'v> {
    values: &'v mut [f32],
    stride: usize,
}

impl<'v> Row<'v> {
    /// Creates the writable row of a page.
    pub fn of_page(values: &'v mut PageRow) -> Self {
        Row { values, stride: 1 }
    }

    /// Sets the feature of a run, given as `Group::Feature as usize`.
    #[inline]
    pub fn set(&mut self, start: Start, feature: usize, value: f32) {
        self.values[(start.0 + feature) * self.stride] = value;
    }

    /// Sets the features whose bits are set to 1.
    #[inline]
    pub fn set_bits(&mut self, start: Start, mut bits: u64) {
        while bits != 0 {
            self.set(start, bits.trailing_zeros() as usize, 1.0);
            bits &= bits - 1;
        }
    }

    /// Sets all features of a run, in order.
    #[inline]
    pub fn set_all(&mut self, start: Start, values: impl IntoIterator<Item = f32>) {
        for (feature, value) in values.into_iter().enumerate() {
            self.set(start, feature, value);
        }
    }
}

/// The number of phrase features.
pub const PHRASES: usize = Phrase::ROWS.len();
/// The number of kinds of pages.
pub const KINDS_OF_PAGES: usize = Kind::ROWS.len();
/// The number of item features.
pub const ITEMS: usize = Item::ROWS.len();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_described() {
        let mut sorted: Vec<&String> = names().iter().collect();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), COUNT);
        assert_eq!(
            descriptions().filter(|text| text.ends_with('.')).count(),
            COUNT
        );
        for (at, name) in names().iter().enumerate() {
            assert_eq!(by_name(name), Some(at));
        }
        assert_eq!(by_name("No.Such"), None);
    }

    #[test]
    fn values_are_found_by_name() {
        let mut columns = Columns::default();
        columns.clear(2);
        columns
            .block(1)
            .set(PREVIOUS, Neighbour::LinkShare as usize, 0.5);
        columns.block(0).set_bits(HINT, 1 << 2);
        let of = |name| columns.column(by_name(name).unwrap()).collect::<Vec<f32>>();
        assert_eq!(of("Previous.LinkShare"), [0.0, 0.5]);
        assert_eq!(of(&format!("Hint.{}", HINTS[2].0)), [1.0, 0.0]);
        let mut page = [0.0; PAGE_COUNT];
        Row::of_page(&mut page).set(WHOLE, Whole::Blocks as usize, 3.0);
        assert_eq!(page[by_name("Page.Blocks").unwrap() - BLOCK_COUNT], 3.0);
    }
}
