//! Drops pointers to other stories inside the main content: a label and a link ("Read also: ..."), or a label above links,
//! and sections of other products.

use std::sync::LazyLock;

use hashbrown::HashMap;

use super::features::Kind;
use crate::constants::{CARD_LEVELS, MAX_LABEL, MAX_POINTER, MIN_SENTENCE};
use crate::segment::{Block, Page};
use crate::stoplist::is_unspaced;

/// The labels of pointers to other stories. Longer labels come before those that they begin with.
const POINTERS: [&str; 112] = [
    "read also",
    "also read",
    "read more",
    "read next",
    "read",
    "see also",
    "related",
    "related story",
    "related stories",
    "related article",
    "related articles",
    "related news",
    "related content",
    "related coverage",
    "related posts",
    "related reading",
    "more",
    "more on this",
    "more on this story",
    "more stories",
    "more from",
    "don't miss",
    "recommended",
    "recommended reading",
    "recommended stories",
    "you may also like",
    "you might also like",
    "you may like",
    "must read",
    "keep reading",
    "up next",
    "trending",
    "lire aussi",
    "à lire aussi",
    "a lire aussi",
    "à lire",
    "à lire également",
    "lire également",
    "voir aussi",
    "sur le même sujet",
    "à voir aussi",
    "lesen sie auch",
    "lesen sie dazu",
    "lesen sie mehr",
    "lesen sie hier",
    "lies auch",
    "mehr zum thema",
    "mehr dazu",
    "auch interessant",
    "das könnte sie auch interessieren",
    "weiterlesen",
    "siehe auch",
    "lea también",
    "lee también",
    "lea además",
    "leer más",
    "leer también",
    "te puede interesar",
    "le puede interesar",
    "también te puede interesar",
    "también puede leer",
    "puedes leer",
    "ver también",
    "noticias relacionadas",
    "más información",
    "leggi anche",
    "leggi qui",
    "leggi pure",
    "potrebbe interessarti",
    "potrebbe interessarti anche",
    "approfondisci",
    "vedi anche",
    "leia também",
    "leia mais",
    "saiba mais",
    "veja também",
    "lees ook",
    "lees verder",
    "lees meer",
    "läs också",
    "läs även",
    "läs mer",
    "les også",
    "læs også",
    "lue myös",
    "lue lisää",
    "czytaj także",
    "czytaj też",
    "czytaj również",
    "czytaj więcej",
    "zobacz też",
    "zobacz także",
    "zobacz również",
    "przeczytaj też",
    "přečtěte si také",
    "čtěte také",
    "olvasta már",
    "citește și",
    "ayrıca okuyun",
    "читайте также",
    "читайте ещё",
    "читать также",
    "по теме",
    "материалы по теме",
    "ещё по теме",
    "еще по теме",
    "см. также",
    "читайте також",
    "関連記事",
    "あわせて読みたい",
    "相关阅读",
    "延伸阅读",
];

/// More labels, which are also the beginnings of headlines: they must be all of the text above the links.
const LIST_LABELS: [&str; 41] = [
    "more news",
    "more articles",
    "other stories",
    "other news",
    "in other news",
    "top stories",
    "latest stories",
    "latest news",
    "latest articles",
    "recent posts",
    "popular posts",
    "popular stories",
    "most read",
    "most popular",
    "mehr nachrichten",
    "meistgelesen",
    "am häufigsten gelesen",
    "neueste beiträge",
    "à la une",
    "les plus lus",
    "derniers articles",
    "dernières nouvelles",
    "lo más leído",
    "últimas noticias",
    "i più letti",
    "ultime notizie",
    "mais lidas",
    "últimas notícias",
    "meest gelezen",
    "laatste nieuws",
    "mest läst",
    "mest lest",
    "mest læste",
    "najczęściej czytane",
    "nejčtenější",
    "самое читаемое",
    "последние новости",
    "другие новости",
    "最新ニュース",
    "人気記事",
    "最新文章",
];

/// Labels of sections in encyclopedias and manuals, which have lists of links as their text.
const OF_REFERENCE: [&str; 6] = [
    "see also",
    "voir aussi",
    "siehe auch",
    "ver también",
    "vedi anche",
    "см. также",
];

/// The characters of blocks, and those of their paragraphs.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ProseShare {
    pub(super) all: u64,
    prose: u64,
}

impl ProseShare {
    pub(super) fn add(&mut self, block: &Block) {
        let is_prose =
            block.level == 0 && block.chars >= MIN_SENTENCE && block.link_density() < 0.3;
        self.all += u64::from(block.chars);
        self.prose += u64::from(block.chars) * u64::from(is_prose);
    }

    /// Whether most of the text is paragraphs.
    pub(super) fn is_most(self) -> bool {
        2 * self.prose >= self.all && self.all > 0
    }
}

/// Drops kept blocks that are a label and a link, and labels with the links after them, if most of the kept text is
/// paragraphs: on the page (`is_prose`), or above the label. A long list of links may outweigh the article.
pub(super) fn drop_pointers(page: &Page, kept: &mut [bool], kind: Kind, is_prose: bool) {
    let is_documentation = kind == Kind::Documentation;
    // Their own text is links below labels.
    let is_list = matches!(kind, Kind::Listing | Kind::Collection);
    let mut above = ProseShare::default();
    let mut is_below = false;
    // The label, and the last link below it.
    let (mut label_at, mut link_at) = (0, 0);
    for at in 0..kept.len() {
        let block = &page.blocks[at];
        // A label may be dropped, and the links below it may not.
        if !kept[at] && (block.chars > MAX_LABEL || !is_label_of_list(page.text(block))) {
            continue;
        }
        let is_link = block.chars <= MAX_POINTER && block.link_density() > 0.8;
        if is_below && (is_link || link_at > label_at && is_teaser(page, label_at, link_at, at)) {
            kept[at] = false;
            if is_link {
                link_at = at;
            }
            continue;
        }
        is_below = false;
        (label_at, link_at) = (at, 0);
        let is_behind_prose = above.is_most() && !is_list;
        above.add(block);
        if block.chars > MAX_POINTER || !is_prose && !is_behind_prose {
            continue;
        }
        let text = page.text(block);
        let list_label = || {
            list_label(text)
                .filter(|_| !is_list)
                .map(|label| (label, ""))
        };
        let Some((label, rest)) = labelled(text).or_else(list_label) else {
            continue;
        };
        let is_reference = OF_REFERENCE.contains(&label);
        let is_address = rest.starts_with("http") || rest.starts_with("www.");
        if is_address || is_documentation && (is_reference || is_word(label)) {
            continue;
        }
        let is_alone = rest.is_empty();
        let follows = || {
            let next = (at + 1..kept.len()).find(|next| kept[*next]);
            next.is_some_and(|next| {
                let next = &page.blocks[next];
                next.chars <= MAX_POINTER && next.link_density() > 0.8
            })
        };
        if is_alone && block.link_chars == 0 {
            let is_label = is_label_of_list(text) || LIST_LABELS.contains(&label);
            is_below = !(is_reference && block.level > 0) && is_label && follows();
            kept[at] &= !is_below;
        } else if !is_alone && block.level == 0 {
            let letters = rest.chars().count() as u32;
            let has_sign = has_sign(&text[text.len() - rest.len() - signs_before(text, rest)..]);
            // Without a sign after the label, the link must be all of the text, or all but the label.
            let links = block.link_chars + 2;
            kept[at] = match has_sign {
                true => links < letters,
                false => links < letters || block.link_chars == 0,
            };
        }
    }
}

/// Drops sections of other products: an element that begins with such a heading, and is not the first text of the page.
pub(super) fn drop_other_products(page: &Page, kept: &mut [bool]) {
    let Some(first) = kept.iter().position(|kept| *kept) else {
        return;
    };
    let mut at = first + 1;
    while at < kept.len() {
        let block = &page.blocks[at];
        let is_label = block.chars <= MAX_LABEL && is_of_products(page.text(block));
        let end = is_label.then(|| section(page, at)).flatten();
        if let Some(end) = end {
            kept[at..end].fill(false);
        }
        at = end.unwrap_or(at + 1);
    }
}

/// Returns the end of the largest near element that begins with a block.
fn section(page: &Page, at: usize) -> Option<usize> {
    let is_in = |at: usize, element: u32| page.is_in(&page.blocks[at], element);
    let around = page.around(page.blocks[at].container).take(CARD_LEVELS);
    let begun = around
        .map(|(one, _)| one)
        .take_while(|one| !is_in(at - 1, *one));
    let element = begun.last()?;
    let end = (at + 1..page.blocks.len()).find(|at| !is_in(*at, element));
    Some(end.unwrap_or(page.blocks.len()))
}

/// Whether a text is the heading of other products.
fn is_of_products(text: &str) -> bool {
    let text = text.trim_matches(|letter: char| !letter.is_alphanumeric());
    PRODUCTS.contains(&&*text.to_lowercase())
}

/// Headings of other products.
const PRODUCTS: [&str; 38] = [
    "related products",
    "related items",
    "similar products",
    "similar items",
    "you may also like",
    "you might also like",
    "you may also be interested in",
    "customers also bought",
    "customers also viewed",
    "customers who bought this also bought",
    "customers who viewed this also viewed",
    "frequently bought together",
    "people also bought",
    "people also viewed",
    "recently viewed",
    "recently viewed products",
    "recently viewed items",
    "recommended for you",
    "recommended products",
    "complete the look",
    "pairs well with",
    "goes well with",
    "other products",
    "ähnliche produkte",
    "ähnliche artikel",
    "das könnte ihnen auch gefallen",
    "das könnte dir auch gefallen",
    "kunden kauften auch",
    "zuletzt angesehen",
    "produits similaires",
    "vous aimerez aussi",
    "productos relacionados",
    "también te puede gustar",
    "prodotti correlati",
    "produtos relacionados",
    "gerelateerde producten",
    "похожие товары",
    "関連商品",
];

/// Whether a block is a short text in one element with the link before it, and the label of both is outside of it.
fn is_teaser(page: &Page, label: usize, link: usize, at: usize) -> bool {
    let [label, link, block] = [label, link, at].map(|at| &page.blocks[at]);
    let around = |block: &Block| page.around(block.container).map(|(at, _)| at);
    let Some(shared) = around(block).find(|one| page.is_in(link, *one)) else {
        return false;
    };
    block.chars <= MAX_POINTER && block.level == 0 && !page.is_in(label, shared)
}

/// Whether a text is one of [`POINTERS`]. "Read more" alone is a button, unless a colon follows it.
pub(super) fn is_label_of_list(text: &str) -> bool {
    let label = labelled(text).filter(|(_, rest)| rest.is_empty());
    label.is_some_and(|(label, _)| {
        let is_button = is_word(label) || BUTTONS.contains(&label);
        !is_button || text.trim_end().ends_with(':')
    })
}

/// Whether a text is the label of other stories or products.
pub(super) fn is_of_others(text: &str) -> bool {
    is_label_of_list(text) || list_label(text).is_some() || is_of_products(text)
}

/// Returns the one of [`LIST_LABELS`] that a text is in any case, without signs around it.
fn list_label(text: &str) -> Option<&'static str> {
    static LABELS: LazyLock<Beginnings> = LazyLock::new(|| by_letters(&LIST_LABELS));
    let text = text.trim_matches(|letter: char| !letter.is_alphanumeric());
    let (label, end) = beginning(&LABELS, text)?;
    (end == text.len()).then_some(label)
}

/// Labels of [`POINTERS`] that are also the text of buttons.
const BUTTONS: [&str; 12] = [
    "read more",
    "mehr dazu",
    "weiterlesen",
    "leer más",
    "más información",
    "leia mais",
    "saiba mais",
    "lees verder",
    "lees meer",
    "läs mer",
    "lue lisää",
    "czytaj więcej",
];

/// Returns the number of bytes of signs and spaces that end where `rest` begins.
fn signs_before(text: &str, rest: &str) -> usize {
    let before = &text[..text.len() - rest.len()];
    before.len()
        - before
            .trim_end_matches(|letter: char| !letter.is_alphanumeric())
            .len()
}

/// Whether a text begins with a sign that ends a label.
fn has_sign(text: &str) -> bool {
    let signs = text.chars().take_while(|letter| !letter.is_alphanumeric());
    let mut signs = signs.filter(|letter| !letter.is_whitespace());
    signs.any(|sign| ":：|>»-–—】▶►→•".contains(sign))
}

/// The beginnings of texts by their first two letters.
pub(super) type Beginnings = HashMap<[char; 2], Vec<&'static str>>;

pub(super) fn by_letters(texts: &[&'static str]) -> Beginnings {
    let mut all = Beginnings::new();
    for text in texts {
        let letters = first_letters(text).expect("two letters");
        all.entry(letters).or_default().push(text);
    }
    all
}

/// Returns the first two letters of a text in lower case.
fn first_letters(text: &str) -> Option<[char; 2]> {
    let mut letters = text.chars().map(|letter| match letter {
        '’' => Some('\''),
        _ => letter.to_lowercase().next(),
    });
    Some([letters.next()??, letters.next()??])
}

/// Returns the longest of the texts with which another text begins in any case, and its length there in bytes.
pub(super) fn beginning(of: &Beginnings, text: &str) -> Option<(&'static str, usize)> {
    let length = |begin: &&&str| {
        let mut letters = text.chars();
        let mut bytes = 0;
        for wanted in begin.chars() {
            let letter = letters.next()?;
            bytes += letter.len_utf8();
            let letter = if letter == '’' { '\'' } else { letter };
            if !letter.to_lowercase().eq([wanted]) {
                return None;
            }
        }
        Some(bytes)
    };
    let fitting = of.get(&first_letters(text)?)?.iter();
    let fitting = fitting.filter_map(|begin| Some((*begin, length(&begin)?)));
    fitting.max_by_key(|(_, bytes)| *bytes)
}

/// Splits a text into one of [`POINTERS`] and the text after it, without signs and spaces between.
fn labelled(text: &str) -> Option<(&'static str, &str)> {
    static LABELS: LazyLock<Beginnings> = LazyLock::new(|| by_letters(&POINTERS));
    let text = text.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    let (label, end) = beginning(&LABELS, text)?;
    let goes_on = |next: char| next.is_alphanumeric() && (next.is_ascii() || !is_unspaced(next));
    if text[end..].starts_with(goes_on) {
        return None;
    }
    let rest = text[end..].trim_start_matches(|letter: char| !letter.is_alphanumeric());
    (!is_word(label) || rest.is_empty() || has_sign(&text[end..])).then_some((label, rest))
}

/// Whether a label is also the first word of sentences.
fn is_word(label: &str) -> bool {
    matches!(
        label,
        "read" | "more" | "related" | "recommended" | "trending"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    #[test]
    fn sections_of_other_products_are_dropped() {
        let of = |html: &str| {
            let page = Page::new(html, Rules::BEST);
            let mut kept = vec![true; page.blocks.len()];
            drop_other_products(&page, &mut kept);
            kept
        };
        let section =
            "<section><div><h2>Related products</h2></div><ul><li>Oar<li>Sail</ul></section>";
        assert_eq!(
            of(&format!("<p>Boat{section}<p>Delivery")),
            [true, false, false, false, true]
        );
        // The first text of a page, another heading, and a heading in the middle of an element.
        assert_eq!(of(section), [true; 3]);
        assert_eq!(
            of(&format!("<p>Boat{}", section.replace("Related", "Our"))),
            [true; 4]
        );
        assert_eq!(
            of("<div><p>Boat<h2>Related products</h2><p>Oar</div>"),
            [true, false, true]
        );
    }
}
