//! The walk that collects what may be metadata of a page, with limits on how much it keeps.

use super::date;
use super::names::{begins_with_written_by, leads_to_author};
use super::others::Others;
use crate::cache::Cache;
use crate::linked::{self, Node};
use crate::patterns::Patterns;
use crate::segment::is_wide;
use html::elements::Set;
use html::{Element, Walk, attributes};
use std::collections::VecDeque;
use std::sync::LazyLock;

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

/// The schema.org types of responses to a text.
pub(super) const ANSWERS: [&str; 3] = ["Comment", "Answer", "UserReview"];

/// The types of texts whose author and date count on pages of any kind.
pub(super) const ARTICLES: [&str; 8] = [
    "Article",
    "NewsArticle",
    "BlogPosting",
    "ReportageNewsArticle",
    "OpinionNewsArticle",
    "AnalysisNewsArticle",
    "LiveBlogPosting",
    "ScholarlyArticle",
];

/// The number of text nodes after the headline that may be a byline on pages of any kind.
pub(super) const FIRST: usize = 4;

/// The number of text nodes after the headline that may be a byline.
pub(super) const BYLINE: usize = 12;

/// The number of text nodes after the headline that may be a byline or a date on a page that declares itself an article.
pub(super) const BELOW: usize = 8;

/// The role of an element whose text is a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Title,
    Headline,
    /// An h2 or h3, one of the first.
    Subheading,
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
pub(super) struct Candidate {
    pub(super) role: Role,
    pub(super) text: String,
    /// The number of texts near the headline before it.
    pub(super) after: usize,
    /// Whether it closely follows the headline.
    pub(super) is_near: bool,
    /// The number of the other text that it belongs to, if any.
    pub(super) of: Option<usize>,
}

/// A `meta` element.
#[derive(Debug, Clone)]
pub(super) struct Meta {
    pub(super) name: String,
    pub(super) content: String,
    /// The number of the other text that it belongs to, if any.
    pub(super) of: Option<usize>,
}

/// Limits of the collected texts: the bytes of each, except scripts, and their number.
const MAX_TEXT_BYTES: usize = 400;
pub(super) const MAX_TEXTS: usize = 200;
/// The greatest number of headings of lower levels: the topic of a thread is one of the first.
const SUBHEADINGS: usize = 12;
/// The greatest number of candidates that are open at once.
const OPEN: usize = 8;

/// Collects candidates in a walk.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    pub(super) metas: Vec<Meta>,
    pub(super) canonical: String,
    pub(super) html_language: String,
    pub(super) candidates: Vec<Candidate>,
    pub(super) nodes: Vec<Node>,
    /// The indices in `candidates` of open elements.
    open: Vec<usize>,
    /// The number of open elements whose text is invisible.
    hidden: usize,
    /// The number of open quotations, whose names and dates belong to other texts.
    quotes: usize,
    /// The number of subheadings among the candidates, and whether there is a headline.
    subheadings: usize,
    has_headline: bool,
    /// The text nodes after the first headline, where bylines are.
    pub(super) near: Vec<String>,
    /// The same, but empty within headings: these are no bylines.
    pub(super) lines: Vec<String>,
    /// For each of them, the number of the other text that it belongs to, if any.
    pub(super) near_of: Vec<Option<usize>>,
    /// The last text nodes before the first headline.
    pub(super) before: VecDeque<String>,
    /// The text nodes that start with "written by" or the like, anywhere on the page, each with the next text node.
    pub(super) written: Vec<String>,
    /// The first text node that starts with "started by", which has the date of a thread.
    pub(super) started: Option<String>,
    /// Whether the last text node started with "written by" or the like.
    after_written: bool,
    /// The tags since the last text.
    seam: Seam,
    /// The roles of class attributes.
    classes: Cache<Option<Role>>,
    /// Whether the attributes of an element have no role.
    plain: Cache<bool>,
    /// The parts of the page that may belong to other texts.
    pub(super) others: Others,
    /// The text of the first link to the root of the site before the headline, and whether it is open.
    pub(super) home: String,
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
    Element::MAIN,
    Element::ARTICLE,
    Element::TITLE,
    Element::H1,
    Element::H2,
    Element::H3,
    Element::TIME,
    Element::DT,
    Element::LI,
    Element::NAV,
    Element::H4,
]);

/// The greatest number of JSON-LD objects.
const NODES: usize = 400;

/// Limits of the text nodes kept for bylines: their number, and the bytes of each.
pub(super) const NEAR: usize = 24;
const SHORT: usize = 120;
/// What follows this many longer text nodes is not near the headline.
const PARAGRAPHS: usize = 3;
/// The number of text nodes before the headline that may be a date.
const BEFORE: usize = 6;

/// The state of an open element.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct OpenElement {
    gathers: bool,
    hides: bool,
    quotes: bool,
}

impl Walk for Collector {
    type Mark = OpenElement;

    #[inline]
    fn start(&mut self, element: Element, _: &str, attributes: &str) -> OpenElement {
        self.seam = self.seam.max(Seam::of(element));
        self.others.open();
        // This runs in turn with the segmenter, so the common case is short: the code of both must fit into the cache.
        if attributes.is_empty() && !NOTED.has(element) {
            return OpenElement::default();
        }
        self.start_noted(element, attributes)
    }

    fn end(&mut self, element: Element, mark: OpenElement) {
        self.seam = self.seam.max(Seam::of(element));
        self.others.close();
        if matches!(element, Element::HEADER | Element::NAV) && !self.has_headline {
            // The date in the header of a site is that of the day.
            self.before.clear();
        }
        self.in_home &= element != Element::A;
        self.hidden -= usize::from(mark.hides);
        self.quotes -= usize::from(mark.quotes);
        if mark.gathers
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
    /// Clears the candidates of the page before.
    pub(crate) fn begin(&mut self) {
        *self = Collector {
            classes: std::mem::take(&mut self.classes),
            plain: std::mem::take(&mut self.plain),
            ..Collector::default()
        };
    }

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
            self.others.text(trimmed);
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
                let is_line = matches!(role, Role::Title | Role::Headline | Role::Subheading);
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

    /// Handles the start of an element that has attributes, or whose kind matters.
    #[inline(never)]
    fn start_noted(&mut self, element: Element, attributes: &str) -> OpenElement {
        let hides = match element {
            // Some forums have the thread in noscript, so it is read.
            Element::SCRIPT | Element::STYLE => true,
            Element::TEMPLATE => !attributes::is_shadow_root(element, attributes),
            _ => false,
        };
        if matches!(element, Element::MAIN | Element::ARTICLE) && !self.has_headline {
            self.before.clear();
        }
        // A heading right below the headline is its second line.
        if !self.has_headline || !self.near.is_empty() {
            self.others.start(element, attributes);
        }
        let quotes = element == Element::BLOCKQUOTE;
        self.hidden += usize::from(hides);
        self.quotes += usize::from(quotes);
        let mut mark = OpenElement {
            gathers: false,
            hides,
            quotes,
        };
        self.read_attributes(element, attributes);
        mark.gathers = self.open_candidate(element, attributes);
        mark
    }

    /// Adds the element as a candidate, if it has a role. Returns whether it did.
    fn open_candidate(&mut self, element: Element, attributes: &str) -> bool {
        // Data often stand at the end of a page, behind all of its comments.
        let is_full = self.candidates.len() >= MAX_TEXTS && element != Element::SCRIPT;
        if element == Element::BODY || is_full || element.is_void() {
            return false;
        }
        // Most elements have no attributes, and only a few of these have a role.
        let is_subheading =
            matches!(element, Element::H2 | Element::H3) && self.subheadings < SUBHEADINGS;
        let has_role = is_subheading
            || matches!(
                element,
                Element::TITLE | Element::H1 | Element::TIME | Element::DT | Element::H4
            );
        if attributes.is_empty() && !has_role {
            return false;
        }
        // Pages repeat attributes, most of them without a role. Links have addresses, which differ.
        let is_repeated = !has_role && !matches!(element, Element::A | Element::SCRIPT);
        let classes = &mut self.classes;
        let has_no_role =
            |attributes: &str| role(Element::DIV, attributes, false, classes).0.is_none();
        if is_repeated && self.open.is_empty() && self.plain.get(attributes, has_no_role).0 {
            return false;
        }
        let is_near = self.is_near_headline();
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
            (None, _) if is_subheading => Some(Role::Subheading),
            (role, _) => role,
        };
        let Some(role) = role else { return false };
        if role == Role::Label && !self.is_within(Role::Headline)
            || role != Role::Data && self.hidden > 0
            || self.open.len() >= OPEN
        {
            return false;
        }
        self.has_headline |= role == Role::Headline;
        self.subheadings += usize::from(role == Role::Subheading);
        self.open.push(self.candidates.len());
        // The attribute comes first, since dates are parsed from the left.
        let mut text = html::entities::decode_value(value).into_owned();
        if !value.is_empty() {
            text.push(' ');
        }
        self.candidates.push(Candidate {
            role,
            text,
            after: self.near.len(),
            is_near,
            of: self.others.current(),
        });
        true
    }

    /// Reads what the attributes of an element say of the page.
    fn read_attributes(&mut self, element: Element, attributes: &str) {
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
                self.metas.push(Meta {
                    name,
                    content: content.clone(),
                    of: self.others.current(),
                });
            }
        }
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

    /// Whether the headline has ended, and the paragraphs below it have hardly begun.
    fn is_near_headline(&self) -> bool {
        let paragraphs = self.near.iter().filter(|text| text.is_empty());
        self.near.len() < NEAR && self.is_after_headline() && paragraphs.count() < PARAGRAPHS
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
            if text.len() <= SHORT && self.others.current().is_none() {
                self.before.truncate(BEFORE - 1);
                // A text without digits cannot have a date.
                let dated = date::has_digit(text);
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
            let is_heading = self.is_within(Role::Subheading);
            self.lines
                .push(if is_heading { "" } else { piece }.to_owned());
            self.near_of.push(self.others.current());
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

    /// Returns the content of the first of these `meta` elements.
    pub(super) fn meta(&self, names: &[&str]) -> &str {
        let mut contents = names.iter().flat_map(|name| self.metas(name));
        contents.next().unwrap_or_default()
    }

    /// Iterates over the contents of the `meta` elements with this name.
    pub(super) fn metas(&self, name: &str) -> impl Iterator<Item = &str> + Clone {
        let metas = self.metas.iter().filter(move |meta| meta.name == name);
        metas.map(|meta| &*meta.content)
    }

    pub(super) fn texts(&self, role: Role) -> impl Iterator<Item = String> {
        let texts = self
            .candidates
            .iter()
            .filter(move |candidate| candidate.role == role);
        texts
            .map(|candidate| collapse(&candidate.text))
            .filter(|text| !text.is_empty())
    }

    /// Iterates over the texts with a role that closely follow the headline.
    pub(super) fn near_texts(&self, role: Role) -> impl Iterator<Item = String> {
        let near = move |candidate: &&Candidate| candidate.role == role && candidate.is_near;
        let texts = self.candidates.iter().filter(near);
        texts
            .map(|candidate| collapse(&candidate.text))
            .filter(|text| !text.is_empty())
    }

    /// Whether the page declares that it is an article, in `og:type` or in the data about the page itself.
    pub(super) fn declares_article(&self) -> bool {
        let is_article = |node: &Node| node.types.iter().any(|of| ARTICLES.contains(&&**of));
        let mut articles = self
            .nodes
            .iter()
            .filter(|node| is_article(node) && is_whole(node));
        let is_one = articles.next().is_some() && articles.next().is_none();
        is_one || self.meta(&["og:type"]).eq_ignore_ascii_case("article")
    }

    /// Iterates over the texts with these roles right below the headline, if the page declares that it is an article.
    pub(super) fn shown_below(&self, roles: &[Role]) -> impl Iterator<Item = String> {
        let is_article = self.declares_article();
        let shown = self.candidates.iter().filter(move |candidate| {
            is_article
                && candidate.is_near
                && candidate.after < BELOW
                && roles.contains(&candidate.role)
        });
        shown.map(|candidate| collapse(&candidate.text))
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
        _ if last == ':' || first == '(' => " ",
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
        "pubdate" if element == Element::TIME => role = Some(Role::ItemOfDate),
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
                // Encyclopedias have this class on other dates.
                Some(Role::ItemOfDate)
                    if !matches!(element, Element::TIME | Element::ABBR)
                        && !content.contains("dt-published") =>
                {
                    role = Some(Role::ClassOfDate);
                }
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
        &[
            "postleft",
            "poster",
            "p-author",
            "vcard",
            "published",
            "label",
            "autor",
            "auteur",
            "firma",
            "forfatter",
            "kirjoittaja",
            "skribent",
        ],
    ];
    static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| Patterns::new((0..).zip(PARTS)));
    let parts = PATTERNS.bits(value, |_| true);
    let mut words = value.split_ascii_whitespace();
    let of_word = |word| match word {
        "postleft" | "poster" => Some(Role::Panel),
        // Microformats.
        "p-author" => Some(Role::ItemOfAuthor),
        "vcard" if parts & (AUTHOR | COMMENT) == AUTHOR => Some(Role::ItemOfAuthor),
        "published" | "dt-published" => Some(Role::ItemOfDate),
        "autor" | "auteur" | "firma" | "forfatter" | "kirjoittaja" | "skribent" => {
            Some(Role::ClassOfAuthor)
        }
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

/// Trims a text, and collapses its whitespace.
pub(super) fn collapse(text: &str) -> String {
    // Most texts are ASCII with single spaces.
    let is_plain = text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) && !text.contains("  ");
    if is_plain {
        return text.trim_matches(' ').to_owned();
    }
    let mut words = String::with_capacity(text.len());
    let mut end = 0;
    for word in text.split_whitespace() {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        // A line feed between characters of Chinese or Japanese is no space.
        let is_joined = text[end..start].contains('\n')
            && words.ends_with(is_wide)
            && word.starts_with(is_wide);
        if !words.is_empty() && !is_joined {
            words.push(' ');
        }
        words.push_str(word);
        end = start + word.len();
    }
    words
}

/// Whether structured data are about the page as a whole.
fn is_whole(node: &Node) -> bool {
    matches!(&*node.path, "" | "@graph" | "mainEntity")
}

/// Whether structured data declare the author and date of a page of any kind: those of an article, or of another text
/// or job that is the page as a whole.
pub(super) fn is_of_page(node: &Node) -> bool {
    let is = |names: &[&str]| node.types.iter().any(|of| names.contains(&&**of));
    is(&ARTICLES) || is_whole(node) && (is(&TEXTS) || is(&["JobPosting"]))
}

/// Whether structured data are about a text.
pub(super) fn is_text(node: &Node) -> bool {
    node.types.iter().any(|of| TEXTS.contains(&&**of))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_in_elements_of_their_own_are_parted() {
        let of = |before, after, seam| between(before, after, seam, false);
        assert_eq!(of("Ann Lee", "3 May", Seam::Block), " | ");
        assert_eq!(of("Ann L.", "Editor", Seam::Inline), " | ");
        assert_eq!(of("By:", "Ann Lee", Seam::Inline), " ");
        assert_eq!(of("Ann Lee,", "Editor", Seam::Block), "");
        assert_eq!(of("Ann Lee", "(Editor)", Seam::Block), " ");
        assert_eq!(of("Ann", "Lee", Seam::None), "");
        let of_line = |before, after, seam| between(before, after, seam, true);
        assert_eq!(of_line("The ferry", "is late", Seam::Block), " ");
        assert_eq!(of_line("The ferry ", "is late", Seam::Block), "");
        assert_eq!(of_line("The fer", "ry", Seam::Inline), "");
    }
}
