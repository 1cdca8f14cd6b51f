//! The metadata of a page: title, author, date, site, description, language and address.
//!
//! One walk collects candidates from JSON-LD, `meta` elements, microdata, `time` elements, headings and bylines. For
//! each field, the first source with a value wins. The sources are ordered by how often they are right.

mod date;
mod names;
mod title;

use crate::best::features::Kind;
use crate::cache::Cache;
use crate::linked::{self, Node};
use crate::patterns::Patterns;
use crate::segment::without_unseen;
use html::attributes;
use html::elements::Set;
use html::{Element, Parser, Walk, walk};
use names::{
    are_persons, begins_with_written_by, dated_parts, first_name_first, has_role, is_acronym,
    is_by, is_name, is_of_change, is_of_organisation, is_of_publication, is_single_name,
    is_user_name, name_in, names_after_by,
};
use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::LazyLock;
use title::{Site, Titles};

/// The metadata of a page. Unknown fields are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The headline, without the name of the site.
    pub title: String,
    /// The authors, separated by commas.
    pub author: String,
    /// The date of publication, YYYY-MM-DD.
    pub date: String,
    /// The name of the site.
    pub site_name: String,
    /// The description.
    pub description: String,
    /// The declared language as a tag, such as `en-GB`.
    pub language: String,
    /// The canonical URL.
    pub address: String,
}

/// The schema.org types of texts.
const TEXTS: [&str; 18] = [
    "Article",
    "NewsArticle",
    "BlogPosting",
    "Report",
    "ScholarlyArticle",
    "TechArticle",
    "SocialMediaPosting",
    "ReportageNewsArticle",
    "OpinionNewsArticle",
    "AnalysisNewsArticle",
    "LiveBlogPosting",
    "MedicalWebPage",
    "DiscussionForumPosting",
    "QAPage",
    "Question",
    "Recipe",
    "Review",
    "HowTo",
];

/// The types of texts whose author and date count on pages of any kind.
const ARTICLES: [&str; 8] = [
    "Article",
    "NewsArticle",
    "BlogPosting",
    "ReportageNewsArticle",
    "OpinionNewsArticle",
    "AnalysisNewsArticle",
    "LiveBlogPosting",
    "ScholarlyArticle",
];

/// The names of `meta` elements that hold a title without the name of the site.
const META_TITLES: [&str; 4] = [
    "citation_title",
    "dc.title",
    "dcterms.title",
    "parsely-title",
];

/// The names of `meta` elements for authors and dates, the most reliable first.
const META_AUTHORS: [&str; 9] = [
    "author",
    "article:author",
    "parsely-author",
    "sailthru.author",
    "dc.creator",
    "dcterms.creator",
    "byl",
    "citation_author",
    "article:author_name",
];
const META_DATES: [&str; 27] = [
    "article:published_time",
    "article:published",
    "og:article:published_time",
    "og:published_time",
    "og:publish_date",
    "datepublished",
    "date",
    "pubdate",
    "publishdate",
    "publish-date",
    "publish_date",
    "published_time",
    "parsely-pub-date",
    "sailthru.date",
    "dc.date",
    "dc.date.issued",
    "dcterms.issued",
    "dcterms.created",
    "dcterms.date",
    "citation_publication_date",
    "citation_date",
    "article.published",
    "published-date",
    "cxenseparse:recs:publishtime",
    "rnews:datepublished",
    "originalpublicationdate",
    "publication_date",
];
/// The number of text nodes after the headline that may be a byline on pages of any kind.
const FIRST: usize = 4;

/// The number of text nodes after the headline that may be a byline or a date on a page that declares itself an article.
const BELOW: usize = 8;

/// The schema.org types of responses to a text.
const ANSWERS: [&str; 3] = ["Comment", "Answer", "UserReview"];

impl Metadata {
    /// Extracts the metadata of a page, with its estimated kind if known. Articles, papers (`citation_title`) and
    /// threads have an author and a date. Other pages have these only if they declare them, and front pages have
    /// neither.
    pub fn of(html: &str, kind: Option<Kind>) -> Metadata {
        let mut collector = Collector::default();
        walk(html, Parser::Standard, &mut collector);
        collector.metadata(kind)
    }

    /// Chooses the values from the candidates.
    fn new(found: &Collector, kind: Option<Kind>) -> Metadata {
        let mut metadata = Metadata {
            site_name: found.meta(&["og:site_name", "application-name"]).to_owned(),
            description: found
                .meta(&["og:description", "description", "twitter:description"])
                .to_owned(),
            language: found.language(),
            address: match &*found.canonical {
                "" => found.meta(&["og:url"]).to_owned(),
                canonical => canonical.to_owned(),
            },
            ..Metadata::default()
        };
        let site = Site::new(&metadata, &found.home);
        metadata.title = found.title(&site, kind);
        let is_text = kind.is_none_or(|kind| matches!(kind, Kind::Article | Kind::Forum));
        if is_front_page(&metadata.address) {
            // Its authors and dates belong to the texts that it lists.
        } else if is_text || !found.meta(&["citation_title"]).is_empty() {
            metadata.author = found.author(&site, kind);
            metadata.date = found.date(&metadata.language, kind);
        } else {
            metadata.author = found.declared_author(&site);
            metadata.date = found.declared_date(&metadata.language);
        }
        let Metadata {
            title,
            author,
            site_name,
            description,
            ..
        } = &mut metadata;
        for text in [title, author, site_name, description] {
            if let Some(seen) = without_unseen(text) {
                *text = collapse(&seen);
            }
        }
        metadata
    }

    /// Iterates over the non-empty fields with their names.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let all = [
            ("title", &self.title),
            ("author", &self.author),
            ("date", &self.date),
            ("site_name", &self.site_name),
            ("description", &self.description),
            ("language", &self.language),
            ("address", &self.address),
        ];
        (all.into_iter())
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| (name, &**value))
    }
}

/// The role of an element whose text is a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Title,
    Headline,
    /// `data-author`: the author of a post.
    PostOfAuthor,
    /// `rel=author`, `itemprop=author`, or a class with such a word.
    LinkOfAuthor,
    ItemOfAuthor,
    /// A link near the headline to the page of an author: `/author/ann-lee`.
    LinkToAuthor,
    ClassOfAuthor,
    /// A class for authors of comments. In threads these are users.
    ClassOfCommenter,
    /// The panel of a user next to a post. A term or heading in it has the user's name.
    Panel,
    /// `itemprop=datePublished`, `time`, or a class with such a word.
    ItemOfDate,
    Time,
    ClassOfDate,
    Data,
    /// The label of a thread in its headline: "Solved".
    Label,
    /// Replaced by a more specific element inside.
    Superseded,
}

/// An element whose text is a candidate.
#[derive(Debug, Clone)]
struct Candidate {
    role: Role,
    text: String,
    /// The number of texts near the headline before it.
    after: usize,
    /// Whether it closely follows the headline.
    is_near: bool,
}

/// Limits of the collected texts: the bytes of each, except scripts, and their number.
const MAX_TEXT_BYTES: usize = 400;
const MAX_TEXTS: usize = 200;
/// The greatest number of candidates that are open at once.
const OPEN: usize = 8;

/// Collects candidates in a walk.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    metas: Vec<(String, String)>,
    canonical: String,
    html_language: String,
    candidates: Vec<Candidate>,
    nodes: Vec<Node>,
    /// The indices in `candidates` of open elements.
    open: Vec<usize>,
    /// The number of open elements whose text is invisible.
    hidden: usize,
    /// The number of open quotations, whose names and dates belong to other texts.
    quotes: usize,
    /// Whether there is a headline among the candidates.
    has_headline: bool,
    /// The text nodes after the first headline, where bylines are.
    near: Vec<String>,
    /// The last text nodes before the first headline.
    before: VecDeque<String>,
    /// The text nodes that start with "written by" or the like, anywhere on the page, each with the next text node.
    written: Vec<String>,
    /// The first text node that starts with "started by", which has the date of a thread.
    started: Option<String>,
    /// Whether the last text node started with "written by" or the like.
    after_written: bool,
    /// The tags since the last text.
    seam: Seam,
    /// The roles of class attributes.
    classes: Cache<Option<Role>>,
    /// Whether the attributes of an element have no role.
    plain: Cache<bool>,
    /// The text of the first link to the root of the site before the headline, and whether it is open.
    home: String,
    in_home: bool,
}

/// The tags between two texts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Seam {
    #[default]
    None,
    /// Tags of inline elements.
    Inline,
    /// Tags that break lines.
    Block,
}

impl Seam {
    fn of(element: Element) -> Seam {
        match element {
            Element::WBR => Seam::None,
            _ if INLINE.has(element) => Seam::Inline,
            _ => Seam::Block,
        }
    }
}

/// Inline elements. All others count as blocks here.
const INLINE: Set = Set::of(&[
    Element::A,
    Element::ABBR,
    Element::B,
    Element::BIG,
    Element::CODE,
    Element::EM,
    Element::FONT,
    Element::I,
    Element::IMG,
    Element::MARK,
    Element::Q,
    Element::S,
    Element::SMALL,
    Element::SPAN,
    Element::STRONG,
    Element::SUB,
    Element::SUP,
    Element::TIME,
    Element::U,
]);

/// Elements that matter without attributes.
const NOTED: Set = Set::of(&[
    Element::SCRIPT,
    Element::STYLE,
    Element::TEMPLATE,
    Element::BLOCKQUOTE,
    Element::A,
    Element::TITLE,
    Element::H1,
    Element::TIME,
    Element::DT,
    Element::H4,
]);

/// The greatest number of JSON-LD objects.
const NODES: usize = 400;

/// Limits of the text nodes kept for bylines: their number, and the bytes of each.
const NEAR: usize = 24;
const SHORT: usize = 120;
/// The number of text nodes before the headline that may be a date.
const BEFORE: usize = 6;
/// The number of text nodes after the headline that may be a byline.
const BYLINE: usize = 12;

/// The state of an open element.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct OpenElement {
    gathers: u32,
    hides: bool,
    quotes: bool,
}

impl Walk for Collector {
    type Mark = OpenElement;

    #[inline]
    fn start(&mut self, element: Element, _: &str, attributes: &str) -> OpenElement {
        self.seam = self.seam.max(Seam::of(element));
        // This runs in turn with the segmenter, so the common case is short: the code of both must fit into the cache.
        if attributes.is_empty() && !NOTED.has(element) {
            return OpenElement::default();
        }
        self.start_noted(element, attributes)
    }

    fn end(&mut self, element: Element, mark: OpenElement) {
        self.seam = self.seam.max(Seam::of(element));
        self.in_home &= element != Element::A;
        self.hidden -= usize::from(mark.hides);
        self.quotes -= usize::from(mark.quotes);
        if mark.gathers > 0
            && let Some(at) = self.open.pop()
            && self.candidates[at].role == Role::Data
        {
            let data = self.candidates.split_off(at);
            linked::read(&data[0].text, &mut self.nodes, NODES);
        }
    }

    #[inline]
    fn text(&mut self, text: &str) {
        let seam = std::mem::take(&mut self.seam);
        let is_noted = !self.open.is_empty() || self.in_home;
        if !is_noted && (self.hidden > 0 || text.bytes().all(|byte| byte <= b' ')) {
            return;
        }
        self.text_noted(text, seam);
    }
}

impl Collector {
    /// Handles a text that is not only white space, or that an open element may take.
    #[inline(never)]
    fn text_noted(&mut self, text: &str, seam: Seam) {
        if self.hidden > 0 && self.open.is_empty() {
            return;
        }
        // Most texts are indentation, or begin with it.
        let begin = text.bytes().position(|byte| byte > b' ');
        let trimmed = begin.map_or("", |begin| text[begin..].trim());
        if self.in_home && self.hidden == 0 && self.home.len() < SHORT {
            self.home.push_str(text);
        }
        if !trimmed.is_empty() {
            self.keep_near(trimmed);
            self.keep_written(trimmed);
        }
        let is_label = self.is_within(Role::Label);
        for &at in &self.open {
            let Candidate {
                role,
                text: collected,
                ..
            } = &mut self.candidates[at];
            if *role == Role::Data {
                collected.push_str(text);
            } else if self.hidden == 0
                && *role != Role::PostOfAuthor
                && !(is_label && *role == Role::Headline)
            {
                let is_line = matches!(role, Role::Title | Role::Headline);
                collected.push_str(between(collected, text, seam, is_line));
                let room = MAX_TEXT_BYTES.saturating_sub(collected.len());
                // Most texts fit. A text has at most as many characters as bytes, so its length in bytes decides.
                let end = match text.len() <= room {
                    true => None,
                    false => text.char_indices().nth(room),
                };
                collected.push_str(&text[..end.map_or(text.len(), |(at, _)| at)]);
            }
        }
    }
}

/// Returns the separator of two texts that have tags but no white space between them. In a line of text, it is a space
/// if the tags break the line. Otherwise it is a bar, since the texts are a name and a date or role, each in its own
/// element.
fn between(before: &str, after: &str, seam: Seam, is_line: bool) -> &'static str {
    let (Some(last), Some(first)) = (before.chars().next_back(), after.chars().next()) else {
        return "";
    };
    match seam {
        Seam::None => "",
        Seam::Block if is_line && !last.is_whitespace() && !first.is_whitespace() => " ",
        Seam::Inline | Seam::Block if is_line => "",
        _ if (last.is_alphanumeric() || last == '.') && first.is_alphanumeric() => " | ",
        _ if last == ':' => " ",
        _ => "",
    }
}

/// Whether an element is `itemprop=name`.
fn is_named_name(attributes: &str) -> bool {
    let mut is_name = false;
    attributes::for_each(attributes, |name, value| {
        is_name |= matches!(name, "itemprop" | "property") && value.trim() == "name";
    });
    is_name
}

/// Returns the role of an element, and the value in its attributes. Links to authors count only near the headline.
fn role<'a>(
    element: Element,
    attributes: &'a str,
    is_near: bool,
    classes: &mut Cache<Option<Role>>,
) -> (Option<Role>, &'a str) {
    let (mut role, mut value, mut named) = (None, "", "");
    match element {
        Element::TITLE => return (Some(Role::Title), ""),
        Element::H1 => return (Some(Role::Headline), ""),
        Element::SCRIPT => return (attributes.contains("ld+json").then_some(Role::Data), ""),
        Element::TIME => role = Some(Role::Time),
        _ => {}
    }
    attributes::for_each(attributes, |name, content| match name {
        "datetime" | "content" => value = content,
        "title" if element == Element::ABBR && value.is_empty() => value = content,
        "data-author" if !content.is_empty() => named = content,
        "rel"
            if element == Element::A
                && content
                    .split_ascii_whitespace()
                    .any(|word| word == "author") =>
        {
            role = Some(Role::LinkOfAuthor);
        }
        "href"
            if is_near && element == Element::A && role.is_none() && leads_to_author(content) =>
        {
            role = Some(Role::LinkToAuthor);
        }
        "itemprop" | "property" => {
            let mut words = content.split_ascii_whitespace();
            role = words.find_map(role_of_property).or(role);
        }
        "class" | "id" | "data-testid"
            if matches!(role, None | Some(Role::LinkToAuthor | Role::Time)) =>
        {
            match classes.get(content, role_of_class).0 {
                Some(Role::Label) if element != Element::SPAN => {}
                Some(Role::Superseded) if role == Some(Role::Time) => role = None,
                Some(Role::Superseded) => {}
                Some(found) if role == Some(Role::Time) && found != Role::ItemOfDate => {}
                None => {}
                found => role = found,
            }
        }
        _ => {}
    });
    match named {
        "" => (role, value),
        name => (Some(Role::PostOfAuthor), name),
    }
}

/// Returns the role of an element with this property name in microdata or RDFa, where it may have a prefix.
fn role_of_property(name: &str) -> Option<Role> {
    match name.rsplit_once(':').map_or(name, |(_, name)| name) {
        "author" | "creator" => Some(Role::ItemOfAuthor),
        "datePublished" | "dateCreated" => Some(Role::ItemOfDate),
        _ => None,
    }
}

/// Returns the role of an element with this value of `class`, `id` or `data-testid`.
fn role_of_class(value: &str) -> Option<Role> {
    const AUTHOR: u64 = 1;
    const COMMENT: u64 = 1 << 1;
    const DATE: u64 = 1 << 2;
    const UPDATE: u64 = 1 << 3;
    const WORD: u64 = 1 << 4;
    const PARTS: [&[&str]; 5] = [
        &[
            "author",
            "byline",
            "username",
            "user-name",
            "posted-by",
            "creator",
        ],
        &["comment", "testimonial"],
        &["date", "publish", "posted", "timestamp", "time-stamp"],
        &["update"],
        // Whole words.
        &["postleft", "poster", "p-author", "dt-published", "label"],
    ];
    static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| Patterns::new((0..).zip(PARTS)));
    let parts = PATTERNS.bits(value, |_| true);
    let mut words = value.split_ascii_whitespace();
    let of_word = |word| match word {
        "postleft" | "poster" => Some(Role::Panel),
        // Microformats.
        "p-author" => Some(Role::ItemOfAuthor),
        "dt-published" => Some(Role::ItemOfDate),
        _ => None,
    };
    if parts & WORD != 0
        && let Some(role) = words.find_map(of_word)
    {
        return Some(role);
    }
    if parts & AUTHOR != 0 {
        Some(match parts & COMMENT != 0 {
            true => Role::ClassOfCommenter,
            false => Role::ClassOfAuthor,
        })
    } else if parts & (DATE | UPDATE) == DATE {
        Some(Role::ClassOfDate)
    } else if value.eq_ignore_ascii_case("updated") || value.eq_ignore_ascii_case("modified") {
        // Themes hide the time of the change, or show it next to the date.
        Some(Role::Superseded)
    } else {
        let mut words = value.split_ascii_whitespace();
        (parts & WORD != 0 && words.any(|word| word == "label")).then_some(Role::Label)
    }
}

/// Whether an address is that of the root of a site: `/`, `https://tides.example`.
fn leads_home(address: &str) -> bool {
    let path = address.split_once("://").map_or(address, |(_, rest)| {
        rest.find('/').map_or("/", |at| &rest[at..])
    });
    matches!(path, "/" | "./" | "/index.html" | "index.html")
}

/// Returns the text that joins two author names, given the text between their links.
fn separator(between: Option<&str>) -> &'static str {
    match between {
        Some("&") => " & ",
        Some("and") => " and ",
        Some(", and") => ", and ",
        _ => ", ",
    }
}

/// Whether a URL is that of an author's page: `/author/ann-lee`.
fn leads_to_author(url: &str) -> bool {
    ["/author/", "/authors/"].iter().any(|part| {
        url.split_once(part)
            .is_some_and(|(_, rest)| rest.starts_with(|first: char| first.is_alphanumeric()))
    })
}

impl Collector {
    /// Handles the start of an element that has attributes, or whose kind matters.
    #[inline(never)]
    fn start_noted(&mut self, element: Element, attributes: &str) -> OpenElement {
        let hides = match element {
            // Some forums have the thread in noscript, so it is read.
            Element::SCRIPT | Element::STYLE => true,
            Element::TEMPLATE => !attributes::is_shadow_root(element, attributes),
            _ => false,
        };
        let quotes = element == Element::BLOCKQUOTE;
        self.hidden += usize::from(hides);
        self.quotes += usize::from(quotes);
        let mut mark = OpenElement {
            gathers: 0,
            hides,
            quotes,
        };
        match element {
            Element::META => {
                self.read_name(attributes);
                self.read_meta(attributes);
            }
            Element::LINK if self.canonical.is_empty() => {
                let (mut rel, mut href) = ("", "");
                attributes::for_each(attributes, |name, value| match name {
                    "rel" => rel = value.trim(),
                    "href" => href = value.trim(),
                    _ => {}
                });
                if rel.eq_ignore_ascii_case("canonical") {
                    self.canonical = html::entities::decode_value(href).into_owned();
                }
            }
            Element::A if !self.has_headline && self.home.is_empty() => {
                let address = attributes::value(attributes, "href").unwrap_or_default();
                self.in_home = leads_home(address);
            }
            Element::HTML => attributes::for_each(attributes, |name, value| {
                if name.eq_ignore_ascii_case("lang")
                    || name.eq_ignore_ascii_case("xml:lang") && self.html_language.is_empty()
                {
                    value.trim().clone_into(&mut self.html_language);
                }
            }),
            _ => {}
        }
        // Data often stand at the end of a page, behind all of its comments.
        let is_full = self.candidates.len() >= MAX_TEXTS && element != Element::SCRIPT;
        if element == Element::BODY || is_full || element.is_void() {
            return mark;
        }
        // Most elements have no attributes, and only a few of these have a role.
        let has_role = matches!(
            element,
            Element::TITLE | Element::H1 | Element::TIME | Element::DT | Element::H4
        );
        if attributes.is_empty() && !has_role {
            return mark;
        }
        // Pages repeat attributes, most of them without a role. Links have addresses, which differ.
        let is_repeated = !has_role && !matches!(element, Element::A | Element::SCRIPT);
        let classes = &mut self.classes;
        let has_no_role =
            |attributes: &str| role(Element::DIV, attributes, false, classes).0.is_none();
        if is_repeated && self.open.is_empty() && self.plain.get(attributes, has_no_role).0 {
            return mark;
        }
        let is_near = self.near.len() < NEAR && self.is_after_headline();
        let (role, value) = role(element, attributes, is_near, &mut self.classes);
        let is_item = |&at: &usize| self.candidates[at].role == Role::ItemOfAuthor;
        let outer = self.open.iter().copied().rfind(is_item);
        let role = match (role, outer) {
            (None | Some(Role::ClassOfAuthor | Role::ClassOfCommenter), Some(at))
                if is_named_name(attributes) =>
            {
                // The outer item has more than the name: the letter of an avatar, ranks, or dates.
                self.candidates[at].role = Role::Superseded;
                Some(Role::ItemOfAuthor)
            }
            (None, _) if matches!(element, Element::DT | Element::H4) => self.user_of_panel(),
            (role, _) => role,
        };
        let Some(role) = role else { return mark };
        if role == Role::Label && !self.is_within(Role::Headline) {
            return mark;
        }
        if role != Role::Data && self.hidden > 0 || self.open.len() >= OPEN {
            return mark;
        }
        self.has_headline |= role == Role::Headline;
        self.open.push(self.candidates.len());
        mark.gathers = 1;
        self.candidates.push(Candidate {
            role,
            // The attribute comes first, since dates are parsed from the left.
            text: html::entities::decode_value(value).into_owned(),
            after: self.near.len(),
            is_near,
        });
        if !value.is_empty() {
            self.candidates
                .last_mut()
                .expect("just pushed")
                .text
                .push(' ');
        }
        mark
    }

    /// Clears the candidates of the page before.
    pub(crate) fn begin(&mut self) {
        *self = Collector {
            classes: std::mem::take(&mut self.classes),
            plain: std::mem::take(&mut self.plain),
            ..Collector::default()
        };
    }

    /// Returns the metadata of the page that was walked.
    pub(crate) fn metadata(&mut self, kind: Option<Kind>) -> Metadata {
        linked::resolve(&mut self.nodes);
        Metadata::new(self, kind)
    }

    fn read_meta(&mut self, attributes: &str) {
        let (mut name, mut content) = ("", "");
        attributes::for_each(attributes, |attribute, value| match attribute {
            "property" | "name" | "itemprop" => name = value.trim(),
            "http-equiv" if name.is_empty() => name = value.trim(),
            "content" => content = value.trim(),
            _ => {}
        });
        if !name.is_empty() && !content.is_empty() && self.metas.len() < MAX_TEXTS {
            let content = collapse(&html::entities::decode_value(content));
            if name == "parsely-page" {
                self.read_parsely(&content);
            }
            for name in name.split_ascii_whitespace() {
                let mut name = name.to_ascii_lowercase();
                if name.starts_with("dc:") {
                    name.replace_range(..3, "dc.");
                }
                self.metas.push((name, content.clone()));
            }
        }
    }

    /// Whether the page declares that it is an article, in `og:type` or in the data about the page itself.
    fn declares_article(&self) -> bool {
        let is_whole = |node: &Node| matches!(&*node.path, "" | "@graph" | "mainEntity");
        let is_article = |node: &Node| node.types.iter().any(|of| ARTICLES.contains(&&**of));
        let mut articles = self
            .nodes
            .iter()
            .filter(|node| is_article(node) && is_whole(node));
        let is_one = articles.next().is_some() && articles.next().is_none();
        is_one || self.meta(&["og:type"]).eq_ignore_ascii_case("article")
    }

    /// Iterates over the texts with these roles right below the headline, if the page declares that it is an article.
    fn shown_below(&self, roles: &[Role]) -> impl Iterator<Item = String> {
        let is_article = self.declares_article();
        let shown = self.candidates.iter().filter(move |candidate| {
            is_article
                && candidate.is_near
                && candidate.after < BELOW
                && roles.contains(&candidate.role)
        });
        shown.map(|candidate| collapse(&candidate.text))
    }

    /// Reads `parsely-page`, a JSON object, like the data of an article.
    fn read_parsely(&mut self, json: &str) {
        let fields = json.trim_start_matches('{');
        let article = format!("{{\"@type\":\"Article\",{fields}");
        linked::read(&article, &mut self.nodes, NODES);
    }

    /// Reads an invisible author name: `<span itemprop=author><meta itemprop=name content=...>`.
    fn read_name(&mut self, attributes: &str) {
        let Some(&at) = self.open.last() else { return };
        let candidate = &mut self.candidates[at];
        if candidate.role != Role::ItemOfAuthor {
            return;
        }
        let (mut is_name, mut content) = (false, "");
        attributes::for_each(attributes, |attribute, value| match attribute {
            "itemprop" => is_name = value.trim() == "name",
            "content" => content = value.trim(),
            _ => {}
        });
        if is_name && candidate.text.trim().is_empty() {
            candidate.text = html::entities::decode_value(content).into_owned();
        }
    }

    /// Whether an element with this role is open.
    fn is_within(&self, role: Role) -> bool {
        self.open.iter().any(|&at| self.candidates[at].role == role)
    }

    /// Whether a headline has ended.
    fn is_after_headline(&self) -> bool {
        self.has_headline && !self.is_within(Role::Headline)
    }

    /// Returns the role of a term or heading, if it is in the panel of a user.
    fn user_of_panel(&mut self) -> Option<Role> {
        let is_panel = |&at: &usize| self.candidates[at].role == Role::Panel;
        let at = self.open.iter().copied().rfind(is_panel)?;
        self.candidates[at].role = Role::Superseded;
        Some(Role::ClassOfAuthor)
    }

    /// Keeps a trimmed text node near the headline.
    fn keep_near(&mut self, text: &str) {
        if self.hidden > 0 || self.quotes > 0 || self.near.len() >= NEAR {
            return;
        }
        if !self.is_after_headline() {
            if text.len() <= SHORT {
                self.before.truncate(BEFORE - 1);
                // A text without digits cannot have a date.
                let dated = text.bytes().any(|byte| byte.is_ascii_digit());
                self.before.push_front(if dated {
                    text.to_owned()
                } else {
                    String::new()
                });
            }
        } else {
            // A longer text node is kept as an empty one, so that its neighbours do not become adjacent.
            let piece = if text.len() <= SHORT { text } else { "" };
            self.near.push(piece.to_owned());
        }
    }

    /// Keeps a trimmed text node that starts with "written by" or the like, and the next one.
    fn keep_written(&mut self, text: &str) {
        if text.len() > SHORT || self.hidden > 0 || self.written.len() >= NEAR {
            return;
        }
        let begin = text.as_bytes().get(..10);
        let is_started = || begin.is_some_and(|begin| begin.eq_ignore_ascii_case(b"started by"));
        if self.started.is_none() && is_started() {
            self.started = Some(text.to_owned());
        }
        let begins = begins_with_written_by(text);
        if begins || self.after_written {
            self.written.push(text.to_owned());
        }
        self.after_written = begins;
    }

    /// Returns the name after "by" near the headline, or after "written by" anywhere, if it looks like a person's.
    fn byline(&self) -> Option<String> {
        let person = |name: &String| is_name(name, None) && are_persons(name);
        let near = names_after_by(&self.near).find(person);
        let near = near.or_else(|| self.one_name());
        let near = near.or_else(|| {
            let with_role = |name: &String| is_name(name, None) && has_role(name);
            names_after_by(&self.near).find(with_role)
        });
        near.or_else(|| names_after_by(&self.written).find(person))
    }

    /// Returns a single name near the headline that only "by" precedes, such as "by Zoe", in one text node or two.
    fn one_name(&self) -> Option<String> {
        let near = &self.near[..self.near.len().min(BYLINE)];
        let after = near
            .windows(2)
            .filter(|pair| is_by(&pair[0]))
            .map(|pair| &pair[1]);
        let within = near.iter().filter_map(|text| {
            let (by, name) = text.split_once(char::is_whitespace)?;
            is_by(by).then_some(name.trim())
        });
        let mut names = after.map(|name| &**name).chain(within);
        let fits = |name: &&str| {
            !name.contains(' ')
                && name.chars().count() <= 20
                && name.chars().all(char::is_alphabetic)
                && is_name(name, Some(Kind::Forum))
        };
        names.find(fits).map(str::to_owned)
    }

    /// Returns the content of the first of these `meta` elements.
    fn meta(&self, names: &[&str]) -> &str {
        let first = |name: &&str| self.metas.iter().find(|(known, _)| known == name);
        names
            .iter()
            .find_map(first)
            .map_or("", |(_, content)| content)
    }

    fn texts(&self, role: Role) -> impl Iterator<Item = String> {
        let texts = self
            .candidates
            .iter()
            .filter(move |candidate| candidate.role == role);
        texts
            .map(|candidate| collapse(&candidate.text))
            .filter(|text| !text.is_empty())
    }

    /// Iterates over the texts with a role that closely follow the headline.
    fn near_texts(&self, role: Role) -> impl Iterator<Item = String> {
        let near = move |candidate: &&Candidate| candidate.role == role && candidate.is_near;
        let texts = self.candidates.iter().filter(near);
        texts
            .map(|candidate| collapse(&candidate.text))
            .filter(|text| !text.is_empty())
    }

    fn language(&self) -> String {
        let declared = match &*self.html_language {
            "" => self.meta(&["content-language", "og:locale", "dc.language", "language"]),
            language => language,
        };
        let tag = declared
            .split([',', ' ', ';'])
            .next()
            .unwrap_or_default()
            .replace('_', "-");
        let is_tag = tag.len() >= 2
            && tag
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if is_tag { tag } else { String::new() }
    }

    fn title(&self, site: &Site, kind: Option<Kind>) -> String {
        let title = self.texts(Role::Title).next().unwrap_or_default();
        let shared = self.meta(&["og:title", "twitter:title"]);
        let mut texts = self.nodes.iter().filter(|node| is_text(node));
        let linked = texts.find(|node| !node.headline.is_empty());
        let linked = linked.map_or(String::new(), |node| collapse(&node.headline));
        let headlines = self.texts(Role::Headline);
        let given = self.meta(&META_TITLES);
        Titles::new(site, &title, shared, headlines, [given, &linked]).choose(kind)
    }

    /// Returns the author. A name that equals the site's counts only if the data say that it is a person, or if there
    /// is no other, as on personal sites. A user name on an article counts only if no person is named.
    fn author(&self, site: &Site, kind: Option<Kind>) -> String {
        let is_site = |name: &str| site.is(&normalise(name)) || self.is_organisation(name);
        let is_met = Cell::new(false);
        let notes_site = |name: &str| {
            let is_site = is_site(name);
            is_met.set(is_met.get() || is_site);
            is_site
        };
        let other = self.author_but(&notes_site, kind);
        let any = match is_met.get() {
            true => self.author_but(&|_| false, kind),
            false => other.clone(),
        };
        let is_any = |node: &Node| node.name == any && node.types.iter().any(|of| of == "Person");
        let takes_any =
            other.is_empty() || other.starts_with(&any) || self.nodes.iter().any(is_any);
        let author = if takes_any { any } else { other };
        let shown = match kind {
            Some(Kind::Article) if is_user_name(&author) && !self.shows(&author) => {
                self.shown_person()
            }
            _ => None,
        };
        let author = shown.unwrap_or_else(|| site.leave_out(&author).to_owned());
        // Data often have only the first of several authors, or the name of a feed that the page does not show.
        let with_others = self.linked_authors(&is_site).filter(|names| {
            let others = names.strip_prefix(&*author);
            let are_several = names.contains([',', '&']) || names.contains(" and ");
            !author.is_empty() && others.is_some_and(|others| others.starts_with([',', ' ']))
                || are_several && !author.contains(',') && !self.shows(&author)
        });
        with_others
            .filter(|names| are_persons(names))
            .unwrap_or(author)
    }

    /// Returns the persons that a page of another kind declares as its authors. Sources are the data of a text, `meta`,
    /// links with `rel=author`, and a byline right below the headline.
    fn declared_author(&self, site: &Site) -> String {
        let person = |name: &String| {
            let is_site = site.is(&normalise(name)) || self.is_organisation(name);
            is_name(name, None) && are_persons(name) && !is_of_organisation(name) && !is_site
        };
        let of_text = |node: &&Node| node.types.iter().any(|of| ARTICLES.contains(&&**of));
        let in_data = self.nodes.iter().filter(of_text).map(|node| {
            let names = node.authors.iter().map(|name| name_in(&collapse(name)));
            joined(names.filter(person))
        });
        let in_meta = META_AUTHORS.iter().map(|wanted| {
            let metas = self.metas.iter().filter(|(known, _)| known == wanted);
            let names = metas.map(|(_, content)| name_in(&first_name_first(content)));
            joined(names.filter(person))
        });
        let links = self.texts(Role::LinkOfAuthor).map(|text| name_in(&text));
        let items = joined(
            self.near_texts(Role::ItemOfAuthor)
                .map(|text| name_in(&text)),
        );
        let first = &self.near[..self.near.len().min(FIRST)];
        // Several names are the authors of several texts, or of answers.
        let item = Some(items).filter(|names| !names.contains(", "));
        let are_site = |name: &str| site.is(&normalise(name)) || self.is_organisation(name);
        let linked = self.linked_authors(&are_site);
        let named = in_data
            .chain(in_meta)
            .chain(item)
            .chain(linked)
            .chain(links)
            .find(|name| person(name));
        named
            .or_else(|| names_after_by(first).find(person))
            .or_else(|| {
                let shown = self.shown_below(&[Role::ClassOfAuthor, Role::LinkToAuthor]);
                shown.map(|text| name_in(&text)).find(person)
            })
            .unwrap_or_default()
    }

    /// Returns the date that a page of another kind declares. Sources are the data of a text, `meta`, and the byline
    /// right below the headline.
    fn declared_date(&self, language: &str) -> String {
        let parse = |text: &str| date::parse(text, is_month_first(language));
        let of_text = |node: &&Node| node.types.iter().any(|of| ARTICLES.contains(&&**of));
        let in_data = self
            .nodes
            .iter()
            .filter(of_text)
            .find_map(|node| parse(&node.published));
        let mut items = self
            .near_texts(Role::ItemOfDate)
            .filter_map(|text| parse(&text));
        let item = items
            .next()
            .filter(|date| items.all(|other| other == *date));
        let first = &self.near[..self.near.len().min(FIRST)];
        let has_byline = names_after_by(first).any(|name| are_persons(&name));
        let shown = first.iter().filter(|_| has_byline);
        in_data
            .or_else(|| {
                META_DATES
                    .iter()
                    .find_map(|name| parse(self.meta(&[*name])))
            })
            .or(item)
            .or_else(|| self.labelled_date(&parse))
            .or_else(|| {
                shown
                    .filter(|text| !is_of_change(text))
                    .find_map(|text| parse(text))
            })
            .or_else(|| {
                let marked = self.shown_below(&[Role::ClassOfDate, Role::Time]);
                let below = if self.declares_article() { BELOW } else { 0 };
                let plain = self.near.iter().take(below);
                let mut dates = marked
                    .chain(plain.cloned())
                    .filter_map(|text| published_in(&text, &parse));
                dates
                    .find(|(_, is_change)| !is_change)
                    .map(|(date, _)| date)
            })
            .unwrap_or_default()
    }

    /// Returns the date near the headline with a label of publication in the same text node or in the one before.
    fn labelled_date(&self, parse: &dyn Fn(&str) -> Option<String>) -> Option<String> {
        let first = &self.near[..self.near.len().min(BYLINE)];
        let mut labelled = first.iter().filter(|text| is_of_publication(text));
        let times = self.candidates.iter().filter(|time| {
            let label = time.after.checked_sub(1).and_then(|at| self.near.get(at));
            let is_labelled = label.is_some_and(|text| is_of_publication(text));
            time.role == Role::Time && time.is_near && is_labelled
        });
        let time = times.map(|time| &*time.text).find_map(parse);
        time.or_else(|| labelled.find_map(|text| parse(text)))
    }

    /// Whether structured data say that a name belongs to a publisher or another organisation.
    fn is_organisation(&self, name: &str) -> bool {
        self.nodes.iter().any(|node| {
            let is = |of: &str| node.types.iter().any(|known| known == of);
            node.name == name
                && (node.path.ends_with("publisher") && !is("Person")
                    || is("Organization")
                    || is("NewsMediaOrganization"))
        })
    }

    /// Whether a byline near the headline consists of a name.
    fn shows(&self, name: &str) -> bool {
        let near = self.near.iter().any(|text| name_in(text) == name);
        near || self
            .texts(Role::ClassOfAuthor)
            .chain(self.texts(Role::LinkToAuthor))
            .any(|text| name_in(&text) == name)
    }

    /// Returns the person in a byline, or in a class for authors.
    fn shown_person(&self) -> Option<String> {
        let classes = self.texts(Role::ClassOfAuthor).map(|text| name_in(&text));
        let mut persons = classes.filter(|name| is_name(name, None) && are_persons(name));
        self.byline().or_else(|| persons.next())
    }

    /// Returns the author, except names for which `is_site` is true.
    fn author_but(&self, is_site: &dyn Fn(&str) -> bool, kind: Option<Kind>) -> String {
        let fits = |name: &String| is_name(name, kind) && !is_site(name);
        // In structured data, any name counts, even one that does not look like a name.
        let fits_data = |name: &String| is_name(name, kind.map(|_| Kind::Forum)) && !is_site(name);
        let of_node = |node: &Node| {
            let names = node
                .authors
                .iter()
                .map(|name| name_in(&collapse(name)))
                .filter(fits_data);
            joined(names)
        };
        // Customers wrote the reviews if there are several, or one next to the mean of all. A single review may be the
        // text.
        let is_review = |node: &&Node| node.path.ends_with("review");
        let is_mean = |node: &Node| node.types.iter().any(|of| of == "AggregateRating");
        let customers = match self.nodes.iter().filter(is_review).count() {
            0 => false,
            1 => self.nodes.iter().any(is_mean),
            _ => true,
        };
        let said = |node: &&Node| {
            let is = |of: &str| node.types.iter().any(|known| known == of);
            let answers = ANSWERS.iter().any(|of| is(of)) || customers && is("Review");
            !answers && !node.path.to_ascii_lowercase().contains("comment")
        };
        // Nested objects come before those around them.
        let in_data = || self.nodes.iter().filter(said);
        let data = in_data()
            .filter(|node| is_text(node))
            .map(of_node)
            .find(|name| !name.is_empty());
        if let Some(name) = data {
            return name;
        }
        for wanted in &META_AUTHORS {
            let metas = self.metas.iter().filter(|(known, _)| known == wanted);
            let several = metas.clone().count() > 1;
            let names = metas.map(|(_, content)| match several {
                true => name_in(&first_name_first(content)),
                false => name_in(content),
            });
            let name = joined(names.filter(fits_data));
            if !name.is_empty() {
                return name;
            }
        }
        if self
            .meta(&["twitter:label1"])
            .to_ascii_lowercase()
            .starts_with("written by")
        {
            let name = name_in(self.meta(&["twitter:data1"]));
            if fits_data(&name) {
                return name;
            }
        }
        let any = in_data()
            .filter(|node| node.types.iter().all(|of| of != "Review"))
            .map(of_node);
        if let Some(name) = any.into_iter().find(|name| !name.is_empty()) {
            return name;
        }
        // The first user name in a thread belongs to its author, whatever its source.
        if kind == Some(Kind::Forum) {
            const USERS: [Role; 4] = [
                Role::ClassOfAuthor,
                Role::ClassOfCommenter,
                Role::ItemOfAuthor,
                Role::PostOfAuthor,
            ];
            let users = (self.candidates.iter())
                .filter(|candidate| USERS.contains(&candidate.role))
                .map(|candidate| name_in(&collapse(&candidate.text)));
            return users
                .filter(fits)
                .find(|name| name.split(' ').count() <= 3)
                .unwrap_or_default();
        }
        let roles = [
            Role::ItemOfAuthor,
            Role::LinkOfAuthor,
            Role::LinkToAuthor,
            Role::ClassOfAuthor,
        ];
        let in_role = |role: &Role| {
            if *role == Role::LinkToAuthor {
                return self.linked_authors(is_site);
            }
            let mut names = self.texts(*role).map(|text| name_in(&text)).filter(fits);
            names.find(|name| match role {
                // Classes are unreliable, so their text must look like a name.
                Role::ClassOfAuthor => are_persons(name),
                // A person in a byline is preferred to an agency.
                Role::ItemOfAuthor => !is_acronym(name) || self.byline().is_none(),
                _ => true,
            })
        };
        let name = roles.iter().find_map(in_role);
        let byline = || self.byline().filter(|name| !is_site(name));
        // A single name comes last, if it is the whole text of a class near the headline.
        let single = || {
            let near =
                |candidate: &&Candidate| candidate.role == Role::ClassOfAuthor && candidate.is_near;
            let mut names = self
                .candidates
                .iter()
                .filter(near)
                .map(|candidate| collapse(&candidate.text));
            names.find(|name| is_single_name(name) && fits(name))
        };
        name.or_else(byline).or_else(single).unwrap_or_default()
    }

    /// Returns the names of links to authors near the headline, the first and those next to it, joined as on the page.
    fn linked_authors(&self, is_site: &dyn Fn(&str) -> bool) -> Option<String> {
        let (mut names, mut last) = (String::new(), None);
        let is_link = |link: &&Candidate| match link.role {
            Role::LinkToAuthor => true,
            Role::LinkOfAuthor => link.is_near,
            _ => false,
        };
        let links = self.candidates.iter().filter(is_link);
        for link in links {
            let name = name_in(&collapse(&link.text));
            if !is_name(&name, Some(Kind::Forum)) || is_site(&name) {
                continue;
            }
            match last.replace(link.after) {
                None => {}
                Some(before) if link.after > before + 2 => break,
                Some(_) if names.ends_with(&name) => continue,
                // The text before a link separates it from the link before.
                Some(_) => names.push_str(separator(
                    link.after.checked_sub(1).map(|at| &*self.near[at]),
                )),
            }
            names.push_str(&name);
        }
        Some(names).filter(|names| !names.is_empty())
    }

    /// Returns the date of publication. If the URL has a date at most one day away, it wins, since other dates are
    /// often in another time zone.
    fn date(&self, language: &str, kind: Option<Kind>) -> String {
        let found = self.said_date(language, kind);
        match self.date_in_address() {
            Some(address) if date::are_near(&found, &address) => address,
            _ if kind == Some(Kind::Forum) => self.local_date(&found).unwrap_or(found),
            _ => found,
        }
    }

    /// Returns the date near the headline of a thread, in two cases: it is the date of the data in another time zone,
    /// or it is earlier, as on later pages of a thread.
    fn local_date(&self, found: &str) -> Option<String> {
        let near = |candidate: &&Candidate| candidate.role == Role::Time && candidate.is_near;
        let times = self.candidates.iter().filter(near);
        let mut shown = times.filter_map(|time| date::parse(&time.text, true));
        let first = shown.next()?;
        let is_earlier = !found.is_empty() && *first < *found;
        let is_local = date::are_near(&first, found) && shown.all(|date| date != found);
        (is_earlier || is_local).then_some(first)
    }

    /// Returns the date in the URL: /2020/05/06/.
    fn date_in_address(&self) -> Option<String> {
        let address = match &*self.canonical {
            "" => self.meta(&["og:url"]),
            canonical => canonical,
        };
        let (_, rest) = address.split_once("/20")?;
        date::parse(&format!("20{rest}"), true)
    }

    /// Returns the date of publication in structured data. If two timestamps of about the same day differ in their time
    /// zone, the one that is not in universal time counts.
    fn published<'c>(&'c self, parse: &dyn Fn(&str) -> Option<String>) -> Option<String> {
        let said = self.nodes.iter().filter(|node| {
            !ANSWERS
                .iter()
                .any(|of| node.types.iter().any(|known| known == of))
        });
        let published: Vec<&Node> = said.filter(|node| !node.published.is_empty()).collect();
        let dated = |text: &'c str| Some((text, parse(text)?));
        let texts = published.iter().filter(|node| is_text(node));
        let in_text = texts.map(|node| &*node.published).find_map(dated);
        let in_meta = META_DATES
            .iter()
            .map(|name| self.meta(&[*name]))
            .find_map(dated);
        if let (Some((text, universal)), Some((meta, local))) = (&in_text, &in_meta)
            && date::is_universal(text) == Some(true)
            && date::is_universal(meta) == Some(false)
            && date::are_near(universal, local)
        {
            return Some(local.clone());
        }
        let found = in_text.or(in_meta).map(|(_, date)| date);
        found.or_else(|| published.iter().find_map(|node| parse(&node.published)))
    }

    /// Returns the first date near the headline that is not labelled as a change, or else the first date, and whether
    /// it is labelled so.
    fn shown_date(&self, parse: &dyn Fn(&str) -> Option<String>) -> Option<(String, bool)> {
        let before = std::iter::once("").chain(self.near.iter().map(|text| &**text));
        let dates = self.near.iter().zip(before).filter_map(|(text, before)| {
            let is_label = parse(before).is_none() && is_of_change(before);
            let (date, is_change) = published_in(text, parse)?;
            Some((date, is_label || is_change))
        });
        let all: Vec<(String, bool)> = dates.collect();
        let published = all.iter().find(|(_, is_of_change)| !is_of_change);
        published.or_else(|| all.first()).cloned()
    }

    fn said_date(&self, language: &str, kind: Option<Kind>) -> String {
        let parse = |text: &str| date::parse(text, is_month_first(language));
        // The visible date of an article is the right one, unless it is labelled as a change. Structured data may have
        // the date of a draft or an import.
        if kind == Some(Kind::Article)
            && let Some((shown, is_of_change)) = self.shown_date(&parse)
        {
            let published = self.published(&parse);
            // 9.10.2024 may be in September or October.
            let is_meant = |date: &String| is_of_change || date::is_swapped(date, &shown);
            return published.filter(is_meant).unwrap_or(shown);
        }
        if kind == Some(Kind::Forum)
            && let Some(started) = self.started.as_deref().and_then(parse)
        {
            return started;
        }
        if let Some(published) = self.published(&parse) {
            return published;
        }
        let roles = [Role::ItemOfDate, Role::Time, Role::ClassOfDate];
        if let Some(found) = roles
            .into_iter()
            .find_map(|role| {
                self.texts(role)
                    .find_map(|text| published_in(&text, &parse))
            })
            .map(|(date, _)| date)
        {
            return found;
        }
        // Further sources: bylines, the URL, and text near the headline.
        let byline = self
            .texts(Role::ClassOfAuthor)
            .find_map(|text| parse(&text));
        let near = || self.near.iter().find_map(|text| parse(text));
        byline
            .or_else(|| self.date_in_address())
            .or_else(near)
            .or_else(|| self.before.iter().find_map(|text| parse(text)))
            .unwrap_or_default()
    }
}

/// Returns the first date in a text that is not labelled as a change, or else the first date, and whether it is labelled
/// so.
fn published_in(text: &str, parse: &dyn Fn(&str) -> Option<String>) -> Option<(String, bool)> {
    let first = parse(text)?;
    let parts = dated_parts(text);
    if parts.len() == 1 {
        return Some((first, is_of_change(text)));
    }
    let published = parts.iter().filter(|part| !is_of_change(part));
    let date = published.filter_map(|part| parse(part)).next();
    Some(date.map_or((first, true), |date| (date, false)))
}

/// Whether dates in a language have the month before the day.
fn is_month_first(language: &str) -> bool {
    ["", "en", "en-us"]
        .iter()
        .any(|known| language.eq_ignore_ascii_case(known))
}

/// Whether a URL has no path.
fn is_front_page(address: &str) -> bool {
    address.split_once("://").is_some_and(|(_, rest)| {
        let (_, path) = rest.split_once('/').unwrap_or_default();
        path.is_empty()
    })
}

fn is_text(node: &Node) -> bool {
    node.types.iter().any(|of| TEXTS.contains(&&**of))
}

/// Trims a text, and collapses its whitespace.
fn collapse(text: &str) -> String {
    // Most texts are ASCII with single spaces.
    let is_plain = text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) && !text.contains("  ");
    if is_plain {
        return text.trim_matches(' ').to_owned();
    }
    let mut words = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
    }
    words
}

/// Keeps only letters and digits, in lower case, for comparisons that ignore punctuation.
fn normalise(text: &str) -> String {
    let kept = text.chars().filter(|character| character.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

fn joined(names: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for name in names {
        if !all.contains(&name) && all.len() < 8 {
            all.push(name);
        }
    }
    all.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r#"<!DOCTYPE html><html lang="en_GB"><head><title>The ferry is late - Harbour Notes</title>
        <meta property="og:title" content="The ferry is late | Harbour Notes"><meta property="og:site_name" content="Harbour Notes">
        <meta name=description content="Why  it was &amp; will be"><link rel=canonical href="https://www.harbour.example/late?a=1&amp;b=2">
        <script type="application/ld+json">{"@type":"BlogPosting","author":{"@type":"Person","name":"Ann Lee"},"datePublished":"2020-05-06T08:00:00Z"}</script>
        </head><body><h1>Harbour Notes</h1><h1>The ferry is late&para;</h1><p class=byline>By Bo Day</p></body>"#;

    #[test]
    fn a_page_has_metadata() {
        let metadata = Metadata::of(PAGE, Some(Kind::Article));
        let fields: Vec<(&str, &str)> = metadata.fields().collect();
        assert_eq!(
            fields,
            [
                ("title", "The ferry is late"),
                ("author", "Ann Lee"),
                ("date", "2020-05-06"),
                ("site_name", "Harbour Notes"),
                ("description", "Why it was & will be"),
                ("language", "en-GB"),
                ("address", "https://www.harbour.example/late?a=1&b=2"),
            ]
        );
        let of_shop = Metadata::of(PAGE, Some(Kind::Product));
        assert_eq!(
            (&*of_shop.author, &*of_shop.date),
            ("Ann Lee", "2020-05-06")
        );
    }

    #[test]
    fn the_date_of_publication_is_found_next_to_that_of_a_change() {
        let parse = |text: &str| date::parse(text, false);
        for text in [
            "Updated: 9 May 2024 | Published: 3 May 2024",
            "3 May 2024, updated 9 May 2024",
            "Aktualisiert am 09.05.2024 – Veröffentlicht am 03.05.2024",
            "Mis à jour le 9 mai 2024, publié le 3 mai 2024",
            "更新日：2024年5月9日 公開日：2024年5月3日",
            "입력 2024.05.03 수정 2024.05.09",
        ] {
            assert_eq!(
                published_in(text, &parse),
                Some(("2024-05-03".to_owned(), false)),
                "{text}"
            );
        }
        let change = published_in("Zuletzt aktualisiert: 9. Mai 2024", &parse);
        assert_eq!(change, Some(("2024-05-09".to_owned(), true)));
        assert_eq!(published_in("yesterday", &parse), None);
    }

    #[test]
    fn an_article_of_any_kind_has_the_byline_below_its_headline() {
        let of = |kind: &str| {
            let html = format!(
                "<html lang=en><meta property=og:type content={kind}><h1>Ferry late</h1>\
                 <p class=author>Ann Lee, Harbour Editor</p><p>3 May 2024<p>It was late."
            );
            let found = Metadata::of(&html, Some(Kind::Collection));
            (found.author, found.date)
        };
        assert_eq!(
            of("article"),
            ("Ann Lee".to_owned(), "2024-05-03".to_owned())
        );
        assert_eq!(of("website"), (String::new(), String::new()));
    }

    #[test]
    fn the_link_to_the_front_page_names_the_site() {
        let of = |home: &str| {
            let html = format!(
                "<title>Harbour Notes - Ferry late again</title><a href={home}>Harbour Notes</a><h1>Ferry late again</h1>"
            );
            Metadata::of(&html, Some(Kind::Article)).title
        };
        for home in ["/", "https://notes.example", "https://notes.example/"] {
            assert_eq!(of(home), "Ferry late again");
        }
    }

    #[test]
    fn texts_in_elements_of_their_own_are_parted() {
        let of = |before, after, seam| between(before, after, seam, false);
        assert_eq!(of("Ann Lee", "3 May", Seam::Block), " | ");
        assert_eq!(of("Ann L.", "Editor", Seam::Inline), " | ");
        assert_eq!(of("By:", "Ann Lee", Seam::Inline), " ");
        assert_eq!(of("Ann Lee,", "Editor", Seam::Block), "");
        assert_eq!(of("Ann Lee", "(Editor)", Seam::Block), "");
        assert_eq!(of("Ann", "Lee", Seam::None), "");
        let of_line = |before, after, seam| between(before, after, seam, true);
        assert_eq!(of_line("The ferry", "is late", Seam::Block), " ");
        assert_eq!(of_line("The ferry ", "is late", Seam::Block), "");
        assert_eq!(of_line("The fer", "ry", Seam::Inline), "");
    }

    fn author(page: &str, kind: Kind) -> String {
        Metadata::of(page, Some(kind)).author
    }

    #[test]
    fn the_name_of_a_site_is_an_author_only_where_there_is_no_other() {
        let data =
            r#"<meta property=og:site_name content="Ann Lee"><meta name=author content="Ann Lee">"#;
        assert_eq!(author(data, Kind::Article), "Ann Lee");
        let with_byline = format!("{data}<p class=byline>By Bo Day Ann Lee</p>");
        assert_eq!(author(&with_byline, Kind::Article), "Bo Day");
        assert_eq!(
            author("<meta name=author content=q_day>", Kind::Article),
            "q_day"
        );
        assert_eq!(
            author("<meta name=author content=262588213>", Kind::Forum),
            ""
        );
    }

    #[test]
    fn authors_of_posts_are_named_without_what_is_beside_them() {
        let item = "<div itemprop=author>Z <a itemprop=name>Zoe1</a> Joined 2011</div>";
        assert_eq!(author(item, Kind::Forum), "Zoe1");
        let hidden = "<span itemprop=author><meta itemprop=name content=Zoe1></span>";
        assert_eq!(author(hidden, Kind::Forum), "Zoe1");
        assert_eq!(author("<a class=username>Zoe1 Z</a>", Kind::Forum), "Zoe1");
        assert_eq!(
            author("<article data-author=Zoe1><p>Hi</article>", Kind::Forum),
            "Zoe1"
        );
        let answered =
            "<b class=username>Zoe1</b><div itemprop=comment><i itemprop=author>Ann</i></div>";
        assert_eq!(author(answered, Kind::Forum), "Zoe1");
        let noscript = "<noscript><span itemprop=author>Zoe1</span></noscript>";
        assert_eq!(author(noscript, Kind::Forum), "Zoe1");
    }

    #[test]
    fn characters_that_are_not_seen_are_left_out() {
        let html = "<title>Harbour&shy;master\u{200b} \u{f0e0}</title><h1>Harbour&shy;master\u{200b} \u{f0e0}</h1><p>By Ann&shy;a Lee";
        let metadata = Metadata::of(html, Some(Kind::Article));
        assert_eq!(metadata.title, "Harbourmaster");
        assert_eq!(metadata.author, "Anna Lee");
    }

    #[test]
    fn bylines_and_dates_near_the_headline_count() {
        let of = |html: &str| {
            let metadata = Metadata::of(html, Some(Kind::Article));
            (metadata.author, metadata.date)
        };
        let both = ("Bo Day".to_owned(), "2020-05-06".to_owned());
        assert_eq!(
            of("<h1>Tides</h1><p>By <a>Bo Day</a> <i>May 6, 2020</i>"),
            both
        );
        assert_eq!(of("<h1>Tides</h1><p>Written by Bo Day<p>6 May 2020"), both);
        let before = "<p>By Bo Day, 6 May 2020<h1>Tides</h1>";
        assert_eq!(of(before), (String::new(), "2020-05-06".to_owned()));
        // The visible date of an article is preferred to that of structured data.
        let data = "<meta name=date content=2019-01-01>";
        assert_eq!(
            of(&format!("{data}<h1>Tides</h1><p>By Bo Day<p>6 May 2020")),
            both
        );
        let at_end = "<h1>Tides</h1><p>6 May 2020".to_owned()
            + &"<p>Rain.".repeat(NEAR)
            + "<p>Written by Bo Day";
        assert_eq!(of(&at_end), both);
        // The URL has the local date.
        let page = "<link rel=canonical href=https://a.example/2020/05/06/tides><meta name=date content=2020-05-07T01:00:00Z>";
        assert_eq!(of(page).1, "2020-05-06");
    }

    #[test]
    fn dates_in_quotations_are_those_of_other_texts() {
        let page =
            "<h1>Tides</h1><blockquote>Low water! Ann Lee, May 6, 2020</blockquote><p>7 May 2020";
        let metadata = Metadata::of(page, Some(Kind::Article));
        assert_eq!(metadata.date, "2020-05-07");
    }

    #[test]
    fn data_behind_many_bylines_are_read() {
        let comments = "<b class=author>Bo Day</b>".repeat(MAX_TEXTS + 1);
        let data = r#"<script type=application/ld+json>{"@type":"Article","datePublished":"2020-05-06"}</script>"#;
        let metadata = Metadata::of(&format!("{comments}{data}"), Some(Kind::Documentation));
        assert_eq!(metadata.date, "2020-05-06");
    }

    #[test]
    fn the_date_is_that_of_the_time_zone_of_the_site() {
        let of = |published: &str| {
            let data = r#"<script type=application/ld+json>{"@type":"Article","datePublished":"2020-05-07T01:00:00Z"}</script>"#;
            let meta = format!("<meta property=article:published_time content={published}>");
            Metadata::of(&format!("{meta}{data}"), None).date
        };
        assert_eq!(of("2020-05-06T17:00:00-08:00"), "2020-05-06");
        for other in [
            "2020-05-06",
            "2020-05-06T17:00:00Z",
            "2019-05-06T17:00:00-08:00",
        ] {
            assert_eq!(of(other), "2020-05-07", "{other}");
        }
    }

    #[test]
    fn titles_are_chosen_by_the_kind_of_page() {
        let page = "<title>Sails - Harbour Tools</title><body><h1>Go where the wind is</h1>";
        let of = |kind| Metadata::of(page, Some(kind)).title;
        assert_eq!(of(Kind::Article), "Go where the wind is");
        assert_eq!(of(Kind::Service), "Sails");
        assert_eq!(of(Kind::Documentation), "Sails");
    }

    #[test]
    fn visible_text_is_read_without_structured_data() {
        let page = "<title>Tides</title><body><div class=post-author>Posted by Bo van Day on 3 May 2021</div><time datetime='2021-05-03'>Monday</time>";
        let metadata = Metadata::of(page, None);
        assert_eq!(
            (&*metadata.title, &*metadata.author, &*metadata.date),
            ("Tides", "Bo van Day", "2021-05-03")
        );
        let page =
            "<body><a rel=author href=/x>Ann Lee</a><span class=date>Published 4.7.2022</span>";
        let metadata = Metadata::of(page, Some(Kind::Article));
        assert_eq!(
            (&*metadata.author, &*metadata.date),
            ("Ann Lee", "2022-07-04")
        );
        assert_eq!(Metadata::of("", None), Metadata::default());
    }

    #[test]
    fn texts_of_neighbouring_elements_are_kept_apart() {
        let card = "<div class=author><span>Bo Day</span><span>May 6, 2020</span></div>";
        let metadata = Metadata::of(&format!("<h1>Tides<br>and moons</h1>{card}"), None);
        assert_eq!(
            (&*metadata.title, &*metadata.author, &*metadata.date),
            ("Tides and moons", "Bo Day", "2020-05-06")
        );
        let letters = "<h1><span>T</span>ides</h1><p class=author>Bo D<wbr>ay";
        let metadata = Metadata::of(letters, None);
        assert_eq!((&*metadata.title, &*metadata.author), ("Tides", "Bo Day"));
    }

    #[test]
    fn the_first_user_of_a_thread_is_its_author() {
        let page =
            "<i itemprop=author><meta itemprop=name content=Zoe1></i><b class=username>Ann</b>";
        assert_eq!(author(page, Kind::Forum), "Zoe1");
        let page =
            "<b class=username>Zoe1</b><i itemprop=author><meta itemprop=name content=Ann></i>";
        assert_eq!(author(page, Kind::Forum), "Zoe1");
    }

    #[test]
    fn authors_that_linked_data_refer_to_are_looked_up() {
        let page = r##"<script type="application/ld+json">{"@graph":[
            {"@type":"Article","headline":"Tides","author":{"@id":"#bo"}},
            {"@type":"Organization","@id":"#bo","name":"Harbour Notes"},
            {"@type":"Person","@id":"#bo","name":"Bo Day"}]}</script>"##;
        assert_eq!(author(page, Kind::Article), "Bo Day");
    }

    #[test]
    fn persons_come_before_sites_and_user_names() {
        let site = "<meta property=og:site_name content='Ann Lee'>";
        let data = r#"<script type="application/ld+json">{"@type":"Article","author":{"@type":"Person","name":"Ann Lee"}}</script>"#;
        let quoted = "<p class=author>Bo Day";
        assert_eq!(
            author(&format!("{site}{data}{quoted}"), Kind::Article),
            "Ann Lee"
        );
        let user = "<meta name=author content=bday>";
        assert_eq!(author(&format!("{user}{quoted}"), Kind::Article), "Bo Day");
        assert_eq!(author(user, Kind::Article), "bday");
    }

    #[test]
    fn links_to_pages_of_authors_count_near_the_headline() {
        let of = |html: &str| author(html, Kind::Article);
        let linked = "<h1>Tides</h1><p>by <a href=/author/bo>Bo</a>, <a href=/author/ann>Ann Lee</a><p>A book by Cy Ek";
        assert_eq!(of(linked), "Bo, Ann Lee");
        let card = "<h1>Tides</h1><p>Rain.<p>Wind.<p>Sun.<a href=/author/bo>Bo Day</a><p>Ebb<p>Flow<a href=/author/ann>Ann Lee</a>";
        assert_eq!(of(card), "Bo Day");
        assert_eq!(of("<a href=/author/bo>Bo Day</a><h1>Tides</h1>"), "");
        assert_eq!(of("<h1>Tides</h1><a href=/author/>Authors</a>"), "");
        let link = "<h1>Tides</h1><a href=/author/bo>";
        assert_eq!(of(&format!("{link}12 posts</a>")), "");
        let site = "<meta property=og:site_name content='Bo Day'>";
        let beside = ", <a href=/author/ann>Ann Lee</a>";
        assert_eq!(of(&format!("{link}Bo Day</a>{beside}")), "Bo Day, Ann Lee");
        assert_eq!(of(&format!("{site}{link}Bo Day</a>{beside}")), "Ann Lee");
    }

    #[test]
    fn organisations_and_customers_are_no_authors_beside_persons() {
        let data = |data: &str, byline: &str| {
            let page = format!("<script type='application/ld+json'>{data}</script>{byline}");
            author(&page, Kind::Article)
        };
        let by_paper = r#"{"@type":"Article","author":{"@type":"Organization","name":"The Tide"}}"#;
        assert_eq!(data(by_paper, "<p class=author>Bo Day"), "Bo Day");
        assert_eq!(data(by_paper, ""), "The Tide");
        let reviews = r#"{"@type":"Product","review":[{"@type":"Review","author":{"name":"Ann Lee"}},{"@type":"Review","author":{"name":"Cy Ek"}}]}"#;
        assert_eq!(data(reviews, ""), "");
        let one = r#"{"@type":"Product","aggregateRating":{"@type":"AggregateRating"},"review":{"@type":"Review","author":{"name":"Cy Ek"}}}"#;
        assert_eq!(data(one, ""), "");
        let text = r#"{"@type":"Product","review":{"@type":"Review","author":{"name":"Cy Ek"}}}"#;
        assert_eq!(data(text, ""), "Cy Ek");
        let comment = "<b class=comment-author>Ann Lee</b>";
        assert_eq!(author(comment, Kind::Article), "");
        assert_eq!(author(comment, Kind::Forum), "Ann Lee");
        let site = "<meta property=og:site_name content='Harbour Notes'>";
        let of = |name: &str| {
            author(
                &format!("{site}<meta name=author content='{name}'>"),
                Kind::Article,
            )
        };
        assert_eq!(of("Ann Lee, The Harbour Notes"), "Ann Lee");
        assert_eq!(
            of("Ann Lee, editor of Harbour Notes"),
            "Ann Lee, editor of Harbour Notes"
        );
    }

    #[test]
    fn a_name_in_a_byline_is_one_even_if_it_could_be_that_of_a_user() {
        let data = "<meta name=author content=Zoe>";
        let other = "<p class=author>Bo Day";
        assert_eq!(author(&format!("{data}{other}"), Kind::Article), "Bo Day");
        let shown = format!("{data}<h1>Tides</h1><p>By Zoe{other}");
        assert_eq!(author(&shown, Kind::Article), "Zoe");
    }

    #[test]
    fn names_in_panels_of_users_are_those_of_authors() {
        let page = "<div class=postleft><dl><dt><b>Zoe1</b></dt> <dd>Member</dd> <dd>Registered: 2025</dl></div>";
        assert_eq!(author(page, Kind::Forum), "Zoe1");
        let page = "<div class=poster><h4><a href=/u/1>Zoe1</a></h4><ul><li>Newbie</ul></div>";
        assert_eq!(author(page, Kind::Forum), "Zoe1");
        assert_eq!(
            author("<b class=author>Zoe1 Posts: 12</b>", Kind::Forum),
            "Zoe1"
        );
        assert_eq!(
            author("<b class=author>Zoe (@zoe1)</b>", Kind::Forum),
            "Zoe"
        );
        assert_eq!(author("<b class=byline>via Zoe1</b>", Kind::Forum), "Zoe1");
    }

    #[test]
    fn papers_have_authors_and_dates_on_pages_of_any_kind() {
        let page = "<meta name=citation_title content=Tides><meta name=citation_author content='Lee, Ann'><meta name=citation_author
            content='Day, Bo'><meta name=citation_date content=2020/05/06>";
        let metadata = Metadata::of(page, Some(Kind::Listing));
        assert_eq!(
            (&*metadata.author, &*metadata.date),
            ("Ann Lee, Bo Day", "2020-05-06")
        );
    }

    #[test]
    fn what_is_declared_counts_on_pages_of_any_kind() {
        let of = |head: &str, body: &str| {
            let page = format!("<head>{head}</head><h1>Tides</h1>{body}");
            let found = Metadata::of(&page, Some(Kind::Listing));
            format!("{} {}", found.author, found.date)
        };
        let parsely = "<meta name=parsely-author content='Ann Lee'><meta name=parsely-pub-date content=2024-04-20T04:20:00Z>";
        assert_eq!(of(parsely, ""), "Ann Lee 2024-04-20");
        let names = r#"<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2023-05-30",
            "author":{"@type":"Person","givenName":"Ann","familyName":"Lee"}}</script>"#;
        assert_eq!(of(names, ""), "Ann Lee 2023-05-30");
        assert_eq!(of("", "<p><a rel=author href=x>Ann Lee</a>"), "Ann Lee ");
        let byline = "<p class=byline>By ANN LEE<br>March 11, 2015 3:46 PM</p>";
        assert_eq!(of("", byline), "ANN LEE 2015-03-11");
        for person in [
            "<a class='p-author h-card' href=x>Ann Lee</a>",
            "<i itemprop=author><a itemprop=url href=x><b itemprop=name>Ann Lee</b></a></i>",
            "<i property=schema:author><b property=name>Ann Lee</b></i>",
        ] {
            assert_eq!(of("", person), "Ann Lee ", "{person}");
        }
        assert_eq!(
            of("<meta name=DCTERMS.creator content='Ann Lee'>", ""),
            "Ann Lee "
        );
        let parsely =
            r#"<meta name=parsely-page content='{"author":"Ann Lee","pub_date":"2024-04-20"}'>"#;
        assert_eq!(of(parsely, ""), "Ann Lee 2024-04-20");
        for date in [
            "<time class=dt-updated datetime=2024-05-01>May</time><time class=dt-published datetime=2024-04-20>April</time>",
            "<i property=datePublished content=2024-04-20>April</i>",
            "<p>Updated: <time datetime=2024-05-01>May</time><p>First published <time datetime=2024-04-20>April</time>",
            "<p>Opublikowano 20 kwietnia 2024",
        ] {
            assert_eq!(of("", date), " 2024-04-20", "{date}");
        }
        let quoted = "<p>Rain.".repeat(NEAR) + "<i itemprop=author>Ann Lee</i>";
        assert_eq!(of("", &quoted), " ");
        // Several names are the authors of answers.
        assert_eq!(
            of(
                "",
                "<i itemprop=author>Ann Lee</i><i itemprop=author>Bo Day</i>"
            ),
            " "
        );
        // Words and dates of the text, and organisations, are not declarations.
        assert_eq!(
            of("", "<p>The tide of March 11, 2015 was high.<p>One.<p>Two."),
            " "
        );
        assert_eq!(of("<meta name=author content='Harbour Team'>", ""), " ");
    }

    #[test]
    fn dates_of_changes_come_last() {
        let data = r#"<script type="application/ld+json">{"@type":"Article","datePublished":"2019-03-14"}</script>"#;
        let date = |head: &str, dates: &str| {
            let page = format!("<head>{head}</head><h1>Tides</h1>{dates}");
            Metadata::of(&page, Some(Kind::Article)).date
        };
        let updated = "<p>Updated <time datetime=2023-11-02>2 November 2023</time>";
        assert_eq!(date(data, updated), "2019-03-14");
        assert_eq!(date("", updated), "2023-11-02");
        assert_eq!(
            date(data, "<p>Last updated: 2 November 2023<p>3 March 2019"),
            "2019-03-03"
        );
        assert_eq!(date(data, "<p>2 November 2023"), "2023-11-02");
    }

    #[test]
    fn front_pages_have_no_author_and_date() {
        let page = "<link rel=canonical href=https://a.example/><time>2020-05-06</time><a rel=author>Ann Lee</a>";
        let metadata = Metadata::of(page, Some(Kind::Article));
        assert_eq!((&*metadata.author, &*metadata.date), ("", ""));
    }

    #[test]
    fn threads_have_the_local_date_of_their_start() {
        let date = |near: &str, said: &str| {
            let page = format!("<meta name=date content={said}><h1>Tides</h1>{near}");
            Metadata::of(&page, Some(Kind::Forum)).date
        };
        let started = "<time datetime=2020-05-06T01:00:00+0500>May 6</time>";
        assert_eq!(date(started, "2020-05-05T20:00:00Z"), "2020-05-06");
        assert_eq!(date(started, "2020-06-01"), "2020-05-06");
        assert_eq!(date(started, "2019-06-01"), "2019-06-01");
        let last = format!("{started}<time datetime=2020-05-05>May 5</time>");
        assert_eq!(date(&last, "2020-05-05"), "2020-05-05");
    }

    #[test]
    fn dates_are_also_before_the_headline_and_videos_have_their_own() {
        let of = |html: &str| Metadata::of(html, Some(Kind::Article)).date;
        assert_eq!(
            of("<p>6 May 2020<p>Sea<h1>Tides</h1><p>Rain."),
            "2020-05-06"
        );
        let video = r#"<script type="application/ld+json">{"@type":"VideoObject","uploadDate":"2019-01-01"}</script>"#;
        let published = "<meta property=article:published_time content=2020-05-06>";
        assert_eq!(of(&format!("{video}{published}")), "2020-05-06");
        assert_eq!(of(video), "2019-01-01");
    }

    #[test]
    fn a_date_that_can_be_of_two_months_is_that_of_the_data() {
        let of = |data: &str| {
            let page = format!("<meta name=date content={data}><h1>Tides</h1><p>9.10.2024");
            Metadata::of(&page, Some(Kind::Article)).date
        };
        assert_eq!(of("2024-09-10"), "2024-09-10");
        assert_eq!(of("2024-01-01"), "2024-10-09");
        let thread = "<h2>Tides</h2><p>Started by Zoe1, June 04, 2024<time>2026-03-05</time>";
        let metadata = Metadata::of(thread, Some(Kind::Forum));
        assert_eq!(metadata.date, "2024-06-04");
    }

    #[test]
    fn a_single_name_in_a_class_near_the_headline_counts_last() {
        let of = |after: &str| author(&format!("<h1>Tides</h1>{after}"), Kind::Article);
        assert_eq!(of("<p class=creator-name>Newsdesk"), "Newsdesk");
        assert_eq!(of("<p class=creator-name>Newsdesk<p>By Bo Day"), "Bo Day");
        assert_eq!(of("<h6>Article Tags:</h6>"), "");
        assert_eq!(of("<h6>Published May 6 2020</h6>"), "");
    }

    #[test]
    fn labels_and_messages_of_the_site_are_no_titles() {
        let of = |page: &str, kind| Metadata::of(page, Some(kind)).title;
        let page = "<title>Solved - Tides | Harbour</title><h1><span class='label label--green'>Solved</span>&nbsp;Tides</h1>";
        assert_eq!(of(page, Kind::Forum), "Tides");
        let page = "<meta property=og:site_name content=Harbour><meta property=og:title content='How tides rise'>
            <title>How tides rise - Harbour</title><h1>A message from Harbour</h1>";
        assert_eq!(of(page, Kind::Article), "How tides rise");
        let section = r#"<title>A new pier - News - The Tide</title><h1>News</h1>
            <script type="application/ld+json">{"@type":"NewsArticle","headline":"A new pier"}</script>"#;
        assert_eq!(of(section, Kind::Article), "A new pier");
        assert_eq!(of("<h1>Tides (Page 3)</h1>", Kind::Forum), "Tides");
        let blog = "<title>The Quay: A new pier</title><meta property=og:title content='A new pier'><h1>The Quay</h1>";
        assert_eq!(of(blog, Kind::Article), "A new pier");
        let library = "<title>Reader</title><meta property='x:title dc:title' content='On tides'><h1>Welcome</h1>";
        assert_eq!(of(library, Kind::Listing), "On tides");
        let again = "<title>Tides | Harbour</title><meta name=dc.title content='Tides | Harbour'><h1>Tides</h1>";
        assert_eq!(of(again, Kind::Article), "Tides");
    }

    #[test]
    fn links_to_several_authors_are_joined_as_on_the_page() {
        let link = |name: &str| format!("<a href=/author/{name}>{name} Lee</a>");
        let links = |separator: &str| {
            let [ann, bo, cy] = ["Ann", "Bo", "Cy"].map(link);
            let page = format!("<h1>Tides</h1><p>{ann}, {bo}{separator}{cy}<p>5 May<p>Rain.");
            author(
                &format!("<meta name=author content='Ann Lee'>{page}"),
                Kind::Article,
            )
        };
        assert_eq!(links(" & "), "Ann Lee, Bo Lee & Cy Lee");
        assert_eq!(links(" and "), "Ann Lee, Bo Lee and Cy Lee");
        assert_eq!(links(", "), "Ann Lee, Bo Lee, Cy Lee");
        let other = format!(
            "<meta name=author content='Max Day'><h1>Tides</h1><p>{}, {}",
            link("Ann"),
            link("Bo")
        );
        // A name that the page does not show belongs to a feed.
        assert_eq!(author(&other, Kind::Article), "Ann Lee, Bo Lee");
        let shown = format!("{other}<p class=author>By Max Day");
        assert_eq!(author(&shown, Kind::Article), "Max Day");
    }

    #[test]
    fn one_name_or_several_may_follow_by() {
        let of = |byline: &str| author(&format!("<h1>Tides</h1><p>{byline}"), Kind::Article);
        assert_eq!(of("by <b>zoe</b>"), "zoe");
        assert_eq!(of("By Zoe"), "Zoe");
        assert_eq!(of("By <b>Ann Lee and Bo Day</b>"), "Ann Lee and Bo Day");
        assert_eq!(of("by the sea"), "");
    }
}
