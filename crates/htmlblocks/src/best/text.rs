//! Counts over the text of a block.

use std::sync::LazyLock;

use super::features::{PHRASES, Phrase};
use super::share;
use crate::patterns::Patterns;
use crate::stoplist::words_of;

/// Counts over the text of a block.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    pub chars: f32,
    /// The number of characters in links.
    pub links: f32,
    pub words: f32,
    pub long_words: f32,
    pub capitals: f32,
    pub digits: f32,
    pub commas: f32,
    /// Full stops, question and exclamation marks.
    pub stops: f32,
    pub bars: f32,
    pub ends_sentence: bool,
    pub starts_capital: bool,
    pub ends_colon: bool,
    /// It ends with an ellipsis, as teasers do.
    pub ends_ellipsis: bool,
    pub in_title: f32,
    pub copyright: bool,
    /// The number of sentence boundaries within the block.
    pub sentences: f32,
    pub colons: f32,
    pub quotes: f32,
    pub brackets: f32,
    /// Question and exclamation marks.
    pub questions: f32,
    /// Ornaments: `_*~=#`.
    pub marks: f32,
    /// ASCII capitals.
    pub upper: f32,
    /// Whether it has a currency sign, a time of day, a year, and an e-mail address or a URL.
    pub money: bool,
    pub clock: bool,
    pub year: bool,
    pub address: bool,
    /// Whether a colon is among its first 30 bytes.
    pub label: bool,
    /// The number of characters outside of links, times the fraction of stop words.
    pub stop_words: f32,
    /// The bits of [`Phrase`].
    pub phrases: u64,
}

/// The greatest number of words of a title that are used.
const TITLE: usize = 40;

/// Blocks with more words are not searched for phrases or words of the title.
const FEW_WORDS: f32 = 30.0;

/// Returns the words of a page's title, in lower case.
pub fn title_words(title: &str) -> Vec<String> {
    let words = title.split_whitespace().take(TITLE);
    words.map(str::to_lowercase).collect()
}

/// Whether a list of words in lower case has a word, in any case.
fn has_word(words: &[String], word: &str) -> bool {
    match word.is_ascii() {
        true => words.iter().any(|one| one.eq_ignore_ascii_case(word)),
        false => words.contains(&word.to_lowercase()),
    }
}

impl Counts {
    /// Counts over the text of a block; `title` has the words of the page's title.
    pub fn new(text: &str, title: &[String]) -> Self {
        let mut counts = Counts::default();
        counts.bytes(text);
        counts.address |= text.contains("http");
        for word in words_of(text) {
            counts.words += 1.0;
            counts.long_words += f32::from(word.len() > 3);
            counts.capitals += f32::from(word.chars().next().is_some_and(char::is_uppercase));
        }
        if counts.words <= FEW_WORDS {
            counts.phrases = phrases(text);
            if !title.is_empty() {
                let mut found = 0.0;
                for word in words_of(text) {
                    found += f32::from(has_word(title, word));
                }
                counts.in_title =
                    share(found, counts.words) * share(found, title.len() as f32).min(1.0).sqrt();
            }
        }
        counts.starts_capital = text.chars().next().is_some_and(char::is_uppercase);
        let end = text.trim_end_matches(['"', '\'', ')', '\u{201D}', '\u{2019}', '\u{BB}']);
        counts.ends_sentence = end.ends_with([
            '.', '!', '?', '\u{2026}', '\u{3002}', '\u{FF01}', '\u{FF1F}',
        ]);
        counts.ends_colon = end.ends_with(':');
        let dots = ["...", "\u{2026}", "[...]", "[\u{2026}]"];
        counts.ends_ellipsis = dots.iter().any(|dots| end.ends_with(dots));
        counts
    }

    fn bytes(&mut self, text: &str) {
        let mut run = 0;
        let bytes = text.as_bytes();
        for (at, &byte) in bytes.iter().enumerate() {
            let digits = std::mem::take(&mut run);
            // Most bytes are such letters or spaces, so this branch is well predicted.
            if byte.is_ascii_lowercase() || byte == b' ' {
                continue;
            }
            match byte {
                b',' => self.commas += 1.0,
                b'.' | b'!' | b'?' => {
                    self.stops += 1.0;
                    self.address |= bytes[..=at].ends_with(b"www.");
                    self.questions += f32::from(u8::from(byte != b'.'));
                    let next = |more: usize| bytes.get(at + more).copied().unwrap_or(0);
                    let begins = next(1).is_ascii_whitespace()
                        && (next(2).is_ascii_uppercase() || next(2) >= 0x80);
                    self.sentences += f32::from(u8::from(begins));
                }
                b'0'..=b'9' => {
                    self.digits += 1.0;
                    run = digits + 1;
                    self.year |= run == 4 && matches!(&bytes[at - 3..at - 1], b"19" | b"20");
                }
                b'|' | b'/' | b'>' => self.bars += 1.0,
                b':' => {
                    self.colons += 1.0;
                    self.label |= at < 30;
                    self.clock |= digits > 0 && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
                }
                b'"' => self.quotes += 1.0,
                b'(' | b'[' => self.brackets += 1.0,
                b'_' | b'*' | b'~' | b'=' | b'#' => self.marks += 1.0,
                b'A'..=b'Z' => self.upper += 1.0,
                b'$' => self.money = true,
                b'@' => self.address = true,
                // U+2000 to U+2FFF: curly quotes and currency signs.
                0xE2 => match bytes.get(at + 1..at + 3) {
                    Some([0x80, 0x9C..=0x9F]) => self.quotes += 1.0,
                    Some([0x82, 0xA0..=0xBF]) => self.money = true,
                    _ => {}
                },
                0xC2 => {
                    self.money |= matches!(bytes.get(at + 1), Some(0xA3 | 0xA5));
                    self.copyright |= bytes.get(at + 1) == Some(&0xA9);
                }
                // Chinese and Japanese punctuation, which needs no space after it.
                0xE3 => match bytes.get(at + 1..at + 3) {
                    Some([0x80, 0x81]) => self.commas += 1.0,
                    Some([0x80, 0x82]) => {
                        self.stops += 1.0;
                        self.sentences += f32::from(u8::from(at + 3 < bytes.len()));
                    }
                    _ => {}
                },
                0xEF => match bytes.get(at + 1..at + 3) {
                    Some([0xBC, 0x8C]) => self.commas += 1.0,
                    Some([0xBC, 0x81 | 0x9F]) => {
                        self.stops += 1.0;
                        self.questions += 1.0;
                    }
                    _ => {}
                },
                _ => {}
            }
        }
    }

    /// Returns the number of characters outside of links.
    pub fn plain(&self) -> f32 {
        self.chars - self.links
    }

    /// Whether the text looks like prose in sentences.
    pub fn is_sentences(&self) -> bool {
        self.plain() >= 80.0 && self.stops >= 1.0 && self.links < 0.3 * self.chars
    }
}

/// Returns the bits of the phrases that a short text has at the start of a word.
fn phrases(text: &str) -> u64 {
    static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
        let groups = PHRASE_WORDS.iter();
        Patterns::new(groups.map(|(phrase, words)| (*phrase as u32, *words)))
    });
    let starts_word = |at: usize| at == 0 || !text.as_bytes()[at - 1].is_ascii_alphanumeric();
    PATTERNS.bits(text, starts_word)
}

/// Prefixes of phrases in short blocks of boilerplate, in several languages. Case is ignored for
/// ASCII only, so phrases whose first letter is not ASCII are left out.
const PHRASE_WORDS: [(Phrase, &[&str]); PHRASES] = [
    (
        Phrase::Legal,
        &[
            "all rights",
            "privacy",
            "terms of",
            "terms and",
            "terms &",
            "cookie",
            "copyright",
            "imprint",
            "legal notice",
            "disclaimer",
            "impressum",
            "datenschutz",
            "mentions l\u{e9}gales",
            "confidentialit",
            "privacidad",
            "aviso legal",
            "privacidade",
            "informativa",
            "rgpd",
            "gdpr",
            "ccpa",
            "do not sell",
        ],
    ),
    (
        Phrase::Account,
        &[
            "sign in",
            "sign up",
            "signin",
            "log in",
            "login",
            "log out",
            "register",
            "create an account",
            "create account",
            "my account",
            "forgot",
            "password",
            "username",
            "anmelden",
            "registrieren",
            "connexion",
            "se connecter",
            "s'inscrire",
            "iniciar sesi",
            "accedi",
            "entrar",
            "inloggen",
            "zaloguj",
        ],
    ),
    (
        Phrase::Subscribe,
        &[
            "subscri",
            "newsletter",
            "sign up for",
            "get updates",
            "email address",
            "your email",
            "your inbox",
            "abonn",
            "suscr",
            "iscriviti",
            "inscreva",
            "rss",
        ],
    ),
    (
        Phrase::Share,
        &[
            "share",
            "tweet",
            "follow us",
            "follow",
            "like us",
            "facebook",
            "twitter",
            "linkedin",
            "pinterest",
            "whatsapp",
            "instagram",
            "youtube",
            "print",
            "copy link",
            "bookmark",
            "teilen",
            "partager",
            "compartir",
            "condividi",
            "compartilh",
            "email this",
        ],
    ),
    (
        Phrase::Related,
        &[
            "related",
            "recommend",
            "you may also",
            "you might",
            "more from",
            "more in",
            "more on",
            "read more",
            "read next",
            "see more",
            "view all",
            "see all",
            "show more",
            "load more",
            "popular",
            "trending",
            "latest",
            "recent",
            "most read",
            "similar",
            "also like",
            "customers also",
            "people also",
            "keep reading",
            "up next",
            "further reading",
            "continue reading",
            "learn more",
            "mehr zum",
            "weiterlesen",
            "lesen sie auch",
            "lire aussi",
            "lire la suite",
            "articles li",
            "leer m",
            "relacionad",
            "leggi anche",
            "leia tamb",
            "lees ook",
            "featured",
        ],
    ),
    (
        Phrase::Comment,
        &[
            "comment",
            "repl",
            "leave a",
            "review",
            "discuss",
            "responses",
            "kommentar",
            "antwort",
            "commentaire",
            "comentario",
            "coment\u{e1}rio",
            "commenti",
            "reacties",
            "rating",
            "testimonial",
            "bewertung",
        ],
    ),
    (
        Phrase::Shop,
        &[
            "add to cart",
            "add to bag",
            "add to basket",
            "buy now",
            "add to wish",
            "add to list",
            "in stock",
            "out of stock",
            "sold out",
            "free shipping",
            "shipping",
            "delivery",
            "checkout",
            "your cart",
            "quantity",
            "qty",
            "returns",
            "wishlist",
            "sale",
            "shop now",
            "shop",
            "choose",
            "select",
            "in den warenkorb",
            "ajouter au panier",
            "a\u{f1}adir al carrito",
        ],
    ),
    (
        Phrase::Navigation,
        &[
            "skip to",
            "menu",
            "search",
            "back to top",
            "back to",
            "on this page",
            "in this article",
            "table of contents",
            "contents",
            "home",
            "previous",
            "next",
            "page",
            "navigation",
            "close",
            "open",
            "toggle",
            "go to",
            "jump to",
            "edit this page",
            "edit on",
            "sort by",
            "filter",
            "show all",
            "loading",
            "suche",
            "recherche",
            "buscar",
            "cerca",
            "zur\u{fc}ck",
            "weiter",
            "inhalt",
            "sommaire",
            "accueil",
            "startseite",
        ],
    ),
    (
        Phrase::Byline,
        &[
            "by",
            "published",
            "updated",
            "posted",
            "last modified",
            "last updated",
            "last edited",
            "written by",
            "minute",
            "min read",
            "von",
            "par",
            "ver\u{f6}ffentlicht",
            "publi\u{e9}",
            "aktualisiert",
            "author",
            "reviewed by",
            "edited by",
            "fact checked",
            "medically",
        ],
    ),
    (
        Phrase::Forum,
        &[
            "joined",
            "posts",
            "members",
            "answers",
            "answered",
            "asked",
            "views",
            "votes",
            "upvote",
            "quote",
            "likes",
            "liked",
            "thanks",
            "originally posted",
            "location",
            "member since",
            "registered",
            "points",
            "reputation",
            "reactions",
            "senior member",
            "moderator",
            "threads",
            "messages",
            "solved",
            "accepted",
            "permalink",
            "report",
            "click to expand",
            "wrote",
            "said",
        ],
    ),
    (
        Phrase::About,
        &[
            "about the author",
            "about author",
            "about us",
            "about",
            "contributor",
            "staff writer",
            "\u{fc}ber den autor",
            "a propos",
        ],
    ),
    (
        Phrase::Advertisement,
        &[
            "advert",
            "sponsor",
            "ad",
            "promoted",
            "affiliate",
            "anzeige",
            "werbung",
            "publicit",
            "publicidad",
            "pubblicit",
        ],
    ),
    (
        Phrase::Product,
        &[
            "description",
            "specification",
            "features",
            "feature",
            "overview",
            "details",
            "dimensions",
            "material",
            "ingredients",
            "warranty",
            "what's included",
            "product",
            "about this item",
            "highlights",
            "how to use",
            "benefits",
            "key",
            "beschreibung",
            "technische daten",
            "caract\u{e9}rist",
            "caracter\u{ed}st",
            "compatib",
            "model",
            "sku",
            "size",
            "weight",
            "color",
        ],
    ),
    (
        Phrase::Questions,
        &[
            "faq",
            "frequently asked",
            "common questions",
            "questions",
            "q&a",
            "h\u{e4}ufig",
            "preguntas",
            "domande",
            "perguntas",
        ],
    ),
    (
        Phrase::Contact,
        &[
            "contact",
            "call",
            "phone",
            "tel",
            "fax",
            "email us",
            "opening hours",
            "hours",
            "address",
            "get in touch",
            "get a quote",
            "request a",
            "book a",
            "book now",
            "schedule",
            "free consultation",
            "kontakt",
            "support",
            "help",
            "careers",
            "locations",
            "get started",
            "try",
            "start",
            "demo",
            "free trial",
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_have_phrases() {
        assert_eq!(phrases("All Rights reserved"), 1 << Phrase::Legal as u64);
        assert_eq!(phrases("12 REPLIES"), 1 << Phrase::Comment as u64);
        assert_eq!(phrases("Tomorrow we unrelated"), 0);
        assert_eq!(phrases(""), 0);
    }

    #[test]
    fn marks_of_chinese_count() {
        let counts = Counts::new(
            "\u{4ed6}\u{6765}\u{ff0c}\u{6211}\u{8d70}\u{3002}\u{4f60}\u{ff1f}",
            &[],
        );
        assert_eq!(
            (counts.commas, counts.stops, counts.sentences),
            (1.0, 2.0, 1.0)
        );
        assert!(counts.ends_sentence);
    }

    #[test]
    fn words_of_the_title_are_found() {
        let title = title_words("Along the River");
        assert_eq!(Counts::new("along the river", &title).in_title, 1.0);
        assert_eq!(Counts::new("over hills", &title).in_title, 0.0);
    }
}
