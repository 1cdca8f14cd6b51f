//! The features of a page and of its blocks: what each is called and what it says.
//!
//! A model asks about features by name (`Previous.LinkShare`), never by position, so that a feature can be added, moved or
//! dropped without touching the weights of the others. Values are computed in [`super::evidence`].

use std::sync::LazyLock;

use hashbrown::HashMap;

use crate::declared::{Address, Schema};
use crate::group::group;
use crate::outline::{HINTS, KINDS};

group! {
    /// Features of a block by itself.
    Own
    /// ln(1 + characters).
    Chars,
    /// ln(1 + words).
    Words,
    /// Share of its characters that are in links.
    LinkShare,
    /// Share of its words that are stop words.
    StopWordShare,
    /// jusText's context-free class: 0 bad, 1 short, 2 neargood, 3 good.
    ContextFreeClass,
    /// jusText's context-sensitive class, the same.
    ContextClass,
    /// Its element: 0 p, 1 heading, 2 blockquote or pre, 3 list, 4 table cell, 5 div, 6 other.
    Element,
    /// It is in a heading.
    Heading,
    /// The level of its heading, 0 if it is none.
    HeadingLevel,
    /// Share of its words with more than three letters.
    LongWords,
    /// Share of its words that begin with a capital.
    Capitals,
    /// Share of its characters that are digits.
    Digits,
    /// ln(1 + commas).
    Commas,
    /// ln(1 + full stops, question and exclamation marks).
    Stops,
    /// Those per word.
    StopsPerWord,
    /// Characters per word.
    CharsPerWord,
    /// ln(1 + characters that separate items: `|`, `/`, `>`).
    Bars,
    /// It ends as a sentence does.
    EndsSentence,
    /// It begins with a capital.
    StartsCapital,
    /// It ends with a colon.
    EndsColon,
    /// It ends with an ellipsis.
    EndsEllipsis,
    /// It has a copyright sign.
    Copyright,
    /// How much of it is words of the page's title.
    InTitle,
    /// Links.
    Links,
    /// Start tags of inline elements per word.
    TagsPerWord,
    /// Start tags of inline elements.
    Tags,
    /// Blocks of the page with the same text, at most 20.
    SameText,
    /// ln(1 + characters outside of links).
    Plain,
    /// Those as a share of the longest block's.
    PlainOfLongest,
    /// ln(1 + ends of sentences before another one).
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
    /// Share of its characters that are ornaments.
    Marks,
    /// Share of its characters that are capital letters of ASCII.
    Upper,
    /// It has a sign of money.
    Money,
    /// It has an address of mail or of the web.
    Address,
    /// It has a time of day.
    Clock,
    /// It has a year.
    Year,
    /// A colon is near its beginning.
    Label,
    /// ln(1 + characters outside of links times the share of stop words).
    StopWords,
}

group! {
    /// Features of a block near another one.
    Neighbour
    /// ln(1 + characters).
    Chars,
    /// Share of its characters that are in links.
    LinkShare,
    /// Share of its words that are stop words.
    StopWordShare,
    /// jusText's context-free class.
    ContextFreeClass,
    /// Its element, as [`Own::Element`].
    Element,
    /// It ends as a sentence does.
    EndsSentence,
    /// 2 if its container looks like that of the block, 1 if it is in the same element, else 0.
    Alike,
}

group! {
    /// Where a block is.
    Place
    /// Share of the page's characters that are before it.
    CharsBefore,
    /// Share of the page's blocks that are before it.
    BlocksBefore,
    /// ln(1 + characters before it).
    Before,
    /// ln(1 + characters after it).
    After,
    /// Blocks since the last heading, at most 50.
    SinceHeading,
    /// Blocks since the last one that is good by jusText's context-free class, at most 50.
    SinceGood,
    /// Blocks until the next one that is.
    UntilGood,
    /// Share of the text in such blocks that is before it.
    GoodBefore,
    /// Blocks since the first heading.
    SinceFirstHeading,
    /// Blocks since the first heading of level 1.
    SinceTitle,
    /// Containers around it.
    Depth,
}

group! {
    /// The blocks around a block.
    Window
    /// ln(1 + characters).
    Chars,
    /// Share of them in links.
    LinkShare,
    /// Share of stop words.
    StopWords,
    /// Share of text outside of links that is in blocks of sentences.
    Sentences,
    /// Share of digits.
    Digits,
}

group! {
    /// What follows the last heading before a block, until the next heading.
    Section
    /// The heading's level, 0 if there is none.
    Level,
    /// ln(1 + characters outside of links).
    Plain,
    /// Share of characters in links.
    LinkShare,
    /// ln(1 + blocks).
    Blocks,
    /// Share of text outside of links that is in blocks of sentences.
    Sentences,
}

group! {
    /// An element around a block, with what is in it and at most four elements deeper.
    Container
    /// Text in sentences, as a share of that in the element with most of it.
    Sentences,
    /// Share of its text in links.
    LinkShare,
}

group! {
    /// The blocks whose containers look the same.
    Alike
    /// Share of the page's text outside of links.
    Plain,
    /// Share of their text in links.
    LinkShare,
    /// ln(1 + blocks).
    Blocks,
    /// Share of their text outside of links that is in blocks of sentences.
    Sentences,
    /// ln(1 + mean of characters outside of links).
    MeanPlain,
}

group! {
    /// Which of the blocks that look the same a block is.
    Order
    /// Share of them before it.
    Share,
    /// ln(1 + those before it).
    Before,
}

group! {
    /// The item around a block: one of at least three containers that look the same, with two blocks or more each on average. -1 if there is
    /// none.
    Item
    /// ln(1 + items).
    Count,
    /// ln(1 + items before it).
    Before,
    /// ln(1 + mean of characters outside of links).
    MeanPlain,
    /// Mean of blocks.
    MeanBlocks,
    /// Share of their text in links.
    LinkShare,
    /// Their share of the page's text in sentences.
    Sentences,
    /// Their share of the page's text outside of links.
    Plain,
    /// This one's share of their text outside of links.
    Own,
}

group! {
    /// Words that come again in the page.
    Repeated
    /// Share of its words that begin three words in a row which the page has elsewhere.
    Trigrams,
    /// ln of the blocks that begin with the same two words.
    FirstTwo,
    /// ln of the blocks that end with the same two words.
    LastTwo,
    /// ln of the blocks that begin with the same word.
    First,
}

group! {
    /// An element around the container of a block, with all that is in it.
    Subtree
    /// ln(1 + containers that look the same).
    Alike,
    /// Share of the page's text in sentences.
    Sentences,
    /// Share of its text in links.
    LinkShare,
    /// ln(1 + mean of characters outside of links of its blocks).
    MeanPlain,
}

group! {
    /// What a short text says, by phrases that are common on the web.
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
}

group! {
    /// Features of a whole page.
    Whole
    /// ln(1 + characters).
    Chars,
    /// ln(1 + blocks).
    Blocks,
    /// Share of its text outside of links.
    Plain,
    /// Share of its text in blocks of sentences, links not counted.
    Paragraphs,
    /// Mean characters of a block.
    MeanChars,
    /// Share of plain text in p.
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
    /// ln(1 + blocks that are good by jusText's context-free class).
    GoodBlocks,
    /// Share of text in these.
    Good,
    /// ln(1 + characters in these).
    GoodChars,
    /// Share of text in sentences that is in containers called comments.
    Comments,
    /// It has sectioning elements of HTML 5.
    Html5,
    /// Blocks per container.
    BlocksPerContainer,
    /// Of the containers that look the same and have most text in sentences: share of the page's plain text.
    LookPlain,
    /// ln(1 + their blocks).
    LookBlocks,
    /// ln(1 + the mean plain text of their blocks).
    LookMeanPlain,
    /// Share of stop words.
    StopWords,
    /// Ends of sentences per block.
    SentencesPerBlock,
    /// Share of blocks with a time or a year.
    Dates,
    /// Share of blocks with money.
    Prices,
    /// ln(1 + headings).
    Headings,
    /// ln(1 + headings of level 1).
    Titles,
    /// Of the items with most plain text: ln(1 + items).
    ItemCount,
    /// Their share of the page's plain text.
    ItemPlain,
    /// Share of their text in links.
    ItemLinkShare,
    /// ln(1 + the mean plain text of one).
    ItemMeanPlain,
    /// Share of their plain text in sentences.
    ItemSentences,
    /// Share of start tags: table, tr, td, th.
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
    /// Elements of HTML 5.
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
    /// ln(1 + meta elements with a property).
    Properties,
    /// og:type is article.
    OgArticle,
    /// og:type is product.
    OgProduct,
    /// og:type is website.
    OgWebsite,
    /// og:type is something else.
    OgOther,
    /// A meta element says when it was published.
    Published,
    /// A meta element has a price.
    Price,
    /// Its address is known (canonical or og:url).
    AddressKnown,
    /// Path segments of the address.
    PathDepth,
    /// Hyphens in the last one.
    PathHyphens,
    /// Digits in the path.
    PathDigits,
    /// The address has a query.
    PathQuery,
    /// The address has a year.
    PathYear,
}

group! {
    /// How likely a page is of each kind, by the models for these.
    Kind
    /// A text by itself: news, a weblog's post, an encyclopaedia's page.
    Article,
    /// A page that introduces things by their kinds: categories of a shop.
    Collection,
    /// Manuals, references, tutorials.
    Documentation,
    /// Questions and posts of several people.
    Forum,
    /// Lists of teasers, search results, ranked things.
    Listing,
    /// One thing to buy.
    Product,
    /// What an organisation offers: home pages, landing pages, prices.
    Service,
}

impl Kind {
    /// All of them, in their order.
    pub const ALL: [Kind; Kind::ROWS.len()] = [
        Kind::Article,
        Kind::Collection,
        Kind::Documentation,
        Kind::Forum,
        Kind::Listing,
        Kind::Product,
        Kind::Service,
    ];

    /// Its name in records and model files.
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

/// A run of features with a common prefix.
#[derive(Debug, Clone, Copy)]
struct Run {
    prefix: &'static str,
    rows: &'static [(&'static str, &'static str)],
}

/// Where the features of a group begin, and in which run: how a value finds its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start(usize);

macro_rules! runs {
    ($(#[doc = $about:literal])* $runs:ident $count:ident from $from:expr; $($start:ident $prefix:literal $rows:expr,)*) => {
        $(#[doc = $about])*
        const $runs: &[Run] = &[$(Run { prefix: $prefix, rows: $rows },)*];
        runs!(@start $from; $($start $rows,)*);
        /// How many there are.
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

/// Elements that containers are, with what the features say of them.
const ELEMENTS: &[(&str, &str)] = &{
    let mut rows = [("", ""); KINDS.len()];
    let mut at = 0;
    while at < rows.len() {
        rows[at] = (
            KINDS[at].0,
            "In this element; of a page, its share of plain text.",
        );
        at += 1;
    }
    rows
};

const NAMES_OF_HINTS: &[(&str, &str)] = &{
    let mut rows = [("", ""); HINTS.len()];
    let mut at = 0;
    while at < rows.len() {
        rows[at] = (
            HINTS[at].0,
            "A container's class, id or role hints at this; of a page, its share of plain text.",
        );
        at += 1;
    }
    rows
};

/// How many features there are: those of a block, then those of its page.
pub const COUNT: usize = BLOCK_COUNT + PAGE_COUNT;

/// The features of a page.
pub type PageRow = [f32; PAGE_COUNT];

fn each() -> impl Iterator<Item = (&'static str, &'static (&'static str, &'static str))> {
    let runs = OF_BLOCK.iter().chain(OF_PAGE);
    runs.flat_map(|run| run.rows.iter().map(|row| (run.prefix, row)))
}

/// The names of all features, each at its place.
pub fn names() -> &'static [String] {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
        each()
            .map(|(prefix, (name, _))| format!("{prefix}{name}"))
            .collect()
    });
    &NAMES
}

/// What each feature says, in the order of [`names`].
pub fn descriptions() -> impl Iterator<Item = &'static str> {
    each().map(|(_, (_, description))| description.trim())
}

/// The place of a feature in [`names`].
pub fn by_name(name: &str) -> Option<usize> {
    static PLACES: LazyLock<HashMap<&'static str, usize>> = LazyLock::new(|| {
        let names = names().iter().map(String::as_str);
        names.zip(0..).collect()
    });
    PLACES.get(name).copied()
}

impl Start {
    /// The place of a feature of the run that begins here.
    pub fn plus(self, feature: usize) -> usize {
        self.0 + feature
    }
}

/// The features of some blocks, a column each, so that a question to all of them is a loop over neighbours in memory.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    blocks: usize,
    values: Vec<f32>,
}

impl Columns {
    /// Columns of zeros for so many blocks, in the same memory.
    pub fn clear(&mut self, blocks: usize) {
        self.blocks = blocks;
        self.values.clear();
        self.values.resize(BLOCK_COUNT * blocks, 0.0);
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// A column.
    #[inline]
    pub fn column(&self, feature: usize) -> &[f32] {
        &self.values[feature * self.blocks..][..self.blocks]
    }

    /// The values of a block, one a feature.
    pub fn row(&self, block: usize) -> impl Iterator<Item = f32> + '_ {
        (0..BLOCK_COUNT).map(move |feature| self.values[feature * self.blocks + block])
    }

    /// A place for the values of a block.
    pub fn block(&mut self, at: usize) -> Row<'_> {
        Row {
            values: &mut self.values[at..],
            stride: self.blocks,
        }
    }
}

/// A place for the features of a block or of a page.
pub struct Row<'v> {
    values: &'v mut [f32],
    stride: usize,
}

impl<'v> Row<'v> {
    /// The features of a page.
    pub fn of_page(values: &'v mut PageRow) -> Self {
        Row { values, stride: 1 }
    }

    /// Sets the feature of a run, given as `Group::Feature as usize`.
    #[inline]
    pub fn set(&mut self, start: Start, feature: usize, value: f32) {
        self.values[(start.0 + feature) * self.stride] = value;
    }

    /// Sets those whose bits are set to 1.
    #[inline]
    pub fn set_bits(&mut self, start: Start, mut bits: u64) {
        while bits != 0 {
            self.set(start, bits.trailing_zeros() as usize, 1.0);
            bits &= bits - 1;
        }
    }

    /// Sets all of a run, in its order.
    #[inline]
    pub fn set_all(&mut self, start: Start, values: impl IntoIterator<Item = f32>) {
        for (feature, value) in values.into_iter().enumerate() {
            self.set(start, feature, value);
        }
    }
}

/// How many phrases there are.
pub const PHRASES: usize = Phrase::ROWS.len();
/// How many kinds of pages.
pub const KINDS_OF_PAGES: usize = Kind::ROWS.len();
/// How many features an item has.
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
        let of = |name| columns.column(by_name(name).unwrap()).to_vec();
        assert_eq!(of("Previous.LinkShare"), [0.0, 0.5]);
        assert_eq!(of(&format!("Hint.{}", HINTS[2].0)), [1.0, 0.0]);
        let mut page = [0.0; PAGE_COUNT];
        Row::of_page(&mut page).set(WHOLE, Whole::Blocks as usize, 3.0);
        assert_eq!(page[by_name("Page.Blocks").unwrap() - BLOCK_COUNT], 3.0);
    }
}
