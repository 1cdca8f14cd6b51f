//! Metadata of a page: title, author, date, site, description, language, address.
//!
//! One walk collects candidates from JSON-LD, `meta` elements, microdata, `time` elements, headings and bylines. For each field the first
//! source that has a value is taken, in an order by how often each is right.

mod date;
mod linked;

use crate::best::features::Kind;
use html::attributes;
use html::{Element, Parser, Walk, walk};
use linked::Node;

/// Metadata of a page. Unknown fields are empty.
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
    /// The declared language, as a tag: `en-GB`.
    pub language: String,
    /// The canonical URL.
    pub address: String,
}

/// Types of schema.org for texts.
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

/// Types of schema.org for responses to a text.
const ANSWERS: [&str; 3] = ["Comment", "Answer", "UserReview"];

impl Metadata {
    /// Of a page and its estimated kind, if known. Pages that are neither an article nor a thread have no author, and a date only from
    /// `article:published_time`.
    pub fn of(html: &str, kind: Option<Kind>) -> Metadata {
        let mut found = Collector::default();
        walk(html, Parser::Standard, &mut found);
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
        let site = Site::new(&metadata);
        metadata.title = found.title(&site, kind);
        if kind.is_none_or(|kind| matches!(kind, Kind::Article | Kind::Forum)) {
            metadata.author = found.author(&site, kind);
            metadata.date = found.date(&metadata.language, kind);
        } else {
            metadata.date =
                date::parse(found.meta(&["article:published_time"]), true).unwrap_or_default();
        }
        metadata
    }

    /// The fields that are not empty, by name.
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

/// The role of an element whose text is collected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Title,
    Headline,
    /// `data-author`: the author of a post.
    PostOfAuthor,
    /// `rel=author`, `itemprop=author`, a class with such a word.
    LinkOfAuthor,
    ItemOfAuthor,
    ClassOfAuthor,
    /// `itemprop=datePublished`, `time`, a class with such a word.
    ItemOfDate,
    Time,
    ClassOfDate,
    Data,
    /// Replaced by a more specific element inside.
    Superseded,
}

/// An element whose text is collected.
#[derive(Debug, Clone)]
struct Candidate {
    role: Role,
    text: String,
}

/// Limits of the collected texts: bytes of each, except scripts, and number.
const LONGEST: usize = 400;
const MOST: usize = 200;
/// The most candidates that are open at once.
const OPEN: usize = 8;

/// Collects candidates in a walk.
#[derive(Default)]
struct Collector {
    metas: Vec<(String, String)>,
    canonical: String,
    html_language: String,
    candidates: Vec<Candidate>,
    nodes: Vec<Node>,
    /// Indices in `candidates` of open elements.
    open: Vec<usize>,
    /// Number of open elements whose text is invisible.
    hidden: usize,
    /// Text nodes after the first headline, where bylines are.
    near: Vec<String>,
    /// Text nodes anywhere that start with "written by" or the like, each followed by the next one.
    written: Vec<String>,
    /// Whether the last text node was such a one.
    after_written: bool,
}

/// Limits of the text nodes kept for bylines: number, and bytes of each.
const NEAR: usize = 24;
const SHORT: usize = 80;

/// State of an open element.
#[derive(Debug, Clone, Copy)]
struct OpenElement {
    gathers: u32,
    hides: bool,
}

impl Walk for Collector {
    type Mark = OpenElement;

    fn start(&mut self, element: Element, _: &str, attributes: &str) -> OpenElement {
        let hides = matches!(
            element,
            // But not noscript, where some forums have the thread.
            Element::SCRIPT | Element::STYLE | Element::TEMPLATE
        );
        self.hidden += usize::from(hides);
        let mut mark = OpenElement { gathers: 0, hides };
        match element {
            Element::META => {
                self.read_name(attributes);
                self.read_meta(attributes);
            }
            Element::LINK => {
                let (mut rel, mut href) = ("", "");
                attributes::for_each(attributes, |name, value| match name {
                    "rel" => rel = value.trim(),
                    "href" => href = value.trim(),
                    _ => {}
                });
                if rel.eq_ignore_ascii_case("canonical") && self.canonical.is_empty() {
                    self.canonical = html::entities::decode_value(href).into_owned();
                }
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
        if element == Element::BODY || self.candidates.len() >= MOST || element.is_void() {
            return mark;
        }
        let (role, value) = role(element, attributes);
        let is_item = |&at: &usize| self.candidates[at].role == Role::ItemOfAuthor;
        let outer = self.open.iter().copied().rfind(is_item);
        let role = match (role, outer) {
            (None | Some(Role::ClassOfAuthor), Some(at)) if is_named_name(attributes) => {
                // The outer item has more than the name: the letter of an avatar, ranks, dates.
                self.candidates[at].role = Role::Superseded;
                Some(Role::ItemOfAuthor)
            }
            (role, _) => role,
        };
        let Some(role) = role else { return mark };
        if role != Role::Data && self.hidden > 0 || self.open.len() >= OPEN {
            return mark;
        }
        self.open.push(self.candidates.len());
        mark.gathers = 1;
        self.candidates.push(Candidate {
            role,
            // The attribute comes first, as dates are parsed from the left.
            text: html::entities::decode_value(value).into_owned(),
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

    fn end(&mut self, _: Element, mark: OpenElement) {
        self.hidden -= usize::from(mark.hides);
        if mark.gathers > 0
            && let Some(at) = self.open.pop()
            && self.candidates[at].role == Role::Data
        {
            let text = std::mem::take(&mut self.candidates[at].text);
            linked::read(&text, &mut self.nodes);
        }
    }

    fn text(&mut self, text: &str) {
        self.keep_near(text);
        self.keep_written(text);
        for &at in &self.open {
            let Candidate {
                role,
                text: collected,
            } = &mut self.candidates[at];
            if *role == Role::Data {
                collected.push_str(text);
            } else if self.hidden == 0 && *role != Role::PostOfAuthor {
                let room = LONGEST.saturating_sub(collected.len());
                collected.extend(text.chars().take(room));
            }
        }
    }
}

/// Whether an element is `itemprop=name`.
fn is_named_name(attributes: &str) -> bool {
    let mut is_name = false;
    attributes::for_each(attributes, |name, value| {
        is_name |= name == "itemprop" && value.trim() == "name";
    });
    is_name
}

/// The role of an element, and the value in its attributes.
fn role(element: Element, attributes: &str) -> (Option<Role>, &str) {
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
        "data-author" if !content.is_empty() => named = content,
        "rel"
            if element == Element::A
                && content
                    .split_ascii_whitespace()
                    .any(|word| word == "author") =>
        {
            role = Some(Role::LinkOfAuthor);
        }
        "itemprop" => match content.trim() {
            "author" | "creator" => role = Some(Role::ItemOfAuthor),
            "datePublished" | "dateCreated" => role = Some(Role::ItemOfDate),
            _ => {}
        },
        "class" | "id" | "data-testid" if role.is_none() => {
            let has = |part: &str| {
                content
                    .as_bytes()
                    .windows(part.len())
                    .any(|bytes| bytes.eq_ignore_ascii_case(part.as_bytes()))
            };
            if [
                "author",
                "byline",
                "username",
                "user-name",
                "posted-by",
                "creator",
            ]
            .into_iter()
            .any(has)
            {
                role = Some(Role::ClassOfAuthor);
            } else if ["date", "publish", "posted", "timestamp", "time-stamp"]
                .into_iter()
                .any(has)
                && !has("update")
            {
                role = Some(Role::ClassOfDate);
            }
        }
        _ => {}
    });
    match named {
        "" => (role, value),
        name => (Some(Role::PostOfAuthor), name),
    }
}

impl Collector {
    fn read_meta(&mut self, attributes: &str) {
        let (mut name, mut content) = ("", "");
        attributes::for_each(attributes, |attribute, value| match attribute {
            "property" | "name" | "itemprop" => name = value.trim(),
            "http-equiv" if name.is_empty() => name = value.trim(),
            "content" => content = value.trim(),
            _ => {}
        });
        if !name.is_empty() && !content.is_empty() && self.metas.len() < MOST {
            let content = collapse(&html::entities::decode_value(content));
            self.metas.push((name.to_ascii_lowercase(), content));
        }
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

    /// Keeps a text node near the headline.
    fn keep_near(&mut self, text: &str) {
        let follows = || {
            let headline = |candidate: &Candidate| candidate.role == Role::Headline;
            let open = self.open.iter().any(|&at| headline(&self.candidates[at]));
            !open && self.candidates.iter().any(headline)
        };
        if self.hidden > 0 || self.near.len() >= NEAR || !follows() {
            return;
        }
        let text = text.trim();
        if !text.is_empty() {
            // A longer one is kept as empty, so that its neighbours do not become adjacent.
            let piece = if text.len() <= SHORT { text } else { "" };
            self.near.push(piece.to_owned());
        }
    }

    /// Keeps a text node that starts with "written by", and the next one.
    fn keep_written(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() || text.len() > SHORT || self.hidden > 0 || self.written.len() >= NEAR {
            return;
        }
        let begins = begins_with_written_by(text);
        if begins || self.after_written {
            self.written.push(text.to_owned());
        }
        self.after_written = begins;
    }

    /// The name after "by" near the headline, else after "written by" anywhere, if it looks like a person's.
    fn byline(&self) -> Option<String> {
        let person = |name: &String| is_name(name, None) && is_person(name);
        let near = names_after_by(&self.near).find(person);
        near.or_else(|| names_after_by(&self.written).find(person))
    }

    /// The content of the first of these `meta` elements.
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
        let og = self.meta(&["og:title", "twitter:title"]);
        let full: Vec<&str> = [og, &title]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect();
        let short: Vec<String> = full.iter().map(|text| site.shorten(text)).collect();
        let name_of_site = segments(&title)
            .last()
            .filter(|_| segments(&title).count() > 1)
            .map(normalise);
        let headlines: Vec<String> = (self.texts(Role::Headline))
            .map(|text| strip_title(&text).to_owned())
            .filter(|text| {
                let text = normalise(text);
                !text.is_empty()
                    && text.len() < 300
                    && !site.is(&text)
                    && !name_of_site
                        .as_ref()
                        .is_some_and(|name| name.starts_with(&text))
            })
            .collect();
        // The headlines of documentation, services and listings are often slogans or the name of the site.
        let firsts_of = |texts: [&str; 2]| {
            texts
                .into_iter()
                .map(|text| site.first(text))
                .find(|text| !text.is_empty())
        };
        let part = match kind {
            Some(Kind::Documentation) => firsts_of([og, &title]),
            Some(Kind::Service | Kind::Listing) => firsts_of([&title, og]),
            _ => None,
        };
        if let Some(part) = part {
            return part;
        }
        // A headline that equals the page's title or a part of it.
        let confirmed = |texts: &[String]| {
            headlines
                .iter()
                .find(|headline| texts.contains(&normalise(headline)))
        };
        let all: Vec<String> = short
            .iter()
            .map(|text| normalise(text))
            .chain(full.iter().map(|text| normalise(text)))
            .collect();
        let firsts: Vec<String> = full
            .iter()
            .filter_map(|text| segments(text).next())
            .map(normalise)
            .collect();
        if let Some(headline) = confirmed(&all).or_else(|| confirmed(&firsts)) {
            return headline.clone();
        }
        if let [headline] = &headlines[..] {
            let part = normalise(headline);
            let within = full.iter().any(|text| normalise(text).contains(&part));
            let by_title = kind != Some(Kind::Collection) || within;
            if by_title {
                return headline.clone();
            }
        }
        let of_data = self
            .nodes
            .iter()
            .find(|node| is_text(node) && !node.headline.is_empty());
        let of_data = of_data.map(|node| collapse(&node.headline));
        let mut choices = match kind {
            Some(Kind::Forum) => short.into_iter().rev().collect(),
            Some(Kind::Collection) => firsts_of([&title, og]).into_iter().chain(short).collect(),
            _ => short,
        };
        choices.extend(of_data);
        choices.extend(headlines);
        choices
            .into_iter()
            .find(|text| !text.is_empty())
            .unwrap_or_default()
    }

    /// The author. One that is named like the site counts only if there is no other, as on personal sites.
    fn author(&self, site: &Site, kind: Option<Kind>) -> String {
        let author = self.author_but(&|name| site.is(&normalise(name)), kind);
        let author = match &*author {
            "" => self.author_but(&|_| false, kind),
            _ => author,
        };
        site.leave_out(&author).to_owned()
    }

    /// The author, except names for which `is_site` is true.
    fn author_but(&self, is_site: &dyn Fn(&str) -> bool, kind: Option<Kind>) -> String {
        let fits = |name: &String| is_name(name, kind) && !is_site(name);
        // In structured data any name counts, even one that does not look like a name.
        let fits_data = |name: &String| is_name(name, kind.map(|_| Kind::Forum)) && !is_site(name);
        let of_node = |node: &Node| {
            let names = node
                .authors
                .iter()
                .map(|name| name_in(&collapse(name)))
                .filter(fits_data);
            joined(names)
        };
        let said = |node: &&Node| {
            !ANSWERS
                .iter()
                .any(|of| node.types.iter().any(|known| known == of))
                && !node.path.to_ascii_lowercase().contains("comment")
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
        let names = [
            "author",
            "article:author",
            "parsely-author",
            "sailthru.author",
            "dc.creator",
            "byl",
            "citation_author",
        ];
        for wanted in names {
            let metas = self.metas.iter().filter(|(known, _)| known == wanted);
            let name = joined(metas.map(|(_, content)| name_in(content)).filter(fits_data));
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
        // The first user name in a thread is that of its author; itemprop=author may be in an answer only.
        let roles: &[Role] = match kind {
            Some(Kind::Forum) => &[Role::ClassOfAuthor, Role::ItemOfAuthor, Role::PostOfAuthor],
            _ => &[Role::ItemOfAuthor, Role::LinkOfAuthor, Role::ClassOfAuthor],
        };
        let in_role = |role: &Role| {
            let mut names = self.texts(*role).map(|text| name_in(&text)).filter(fits);
            // Classes are unreliable: their text must look like a name.
            let looks_right = |name: &String| match (role, kind) {
                (_, Some(Kind::Forum)) => name.split(' ').count() <= 3,
                (Role::ClassOfAuthor, _) => is_person(name),
                _ => true,
            };
            names.find(looks_right)
        };
        let name = roles.iter().find_map(in_role);
        let byline = || match kind {
            Some(Kind::Forum) => None,
            _ => self.byline().filter(|name| !is_site(name)),
        };
        name.or_else(byline).unwrap_or_default()
    }

    /// The date of publication. A date in the URL that is at most a day away replaces others, which are often in another time
    /// zone.
    fn date(&self, language: &str, kind: Option<Kind>) -> String {
        let found = self.said_date(language, kind);
        match self.date_in_address() {
            Some(address) if date::are_near(&found, &address) => address,
            _ => found,
        }
    }

    /// The date in the URL: /2020/05/06/.
    fn date_in_address(&self) -> Option<String> {
        let address = match &*self.canonical {
            "" => self.meta(&["og:url"]),
            canonical => canonical,
        };
        let (_, rest) = address.split_once("/20")?;
        date::parse(&format!("20{rest}"), true)
    }

    fn said_date(&self, language: &str, kind: Option<Kind>) -> String {
        let month_first = language.is_empty()
            || language.eq_ignore_ascii_case("en")
            || language.eq_ignore_ascii_case("en-us");
        let parse = |text: &str| date::parse(text, month_first);
        // The visible date of an article is the right one; structured data may have that of a draft or import.
        if kind == Some(Kind::Article)
            && let Some(shown) = self.near.iter().find_map(|text| parse(text))
        {
            return shown;
        }
        let said = self.nodes.iter().filter(|node| {
            !ANSWERS
                .iter()
                .any(|of| node.types.iter().any(|known| known == of))
        });
        let published: Vec<&Node> = said.filter(|node| !node.published.is_empty()).collect();
        let texts = published
            .iter()
            .filter(|node| is_text(node))
            .chain(&published);
        if let Some(found) = texts.map(|node| &*node.published).find_map(parse) {
            return found;
        }
        let metas = [
            "article:published_time",
            "article:published",
            "og:article:published_time",
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
            "dcterms.created",
            "dcterms.date",
            "citation_publication_date",
            "citation_date",
            "article.published",
            "published-date",
            "cxenseparse:recs:publishtime",
        ];
        if let Some(found) = metas.iter().map(|name| self.meta(&[*name])).find_map(parse) {
            return found;
        }
        let roles = [Role::ItemOfDate, Role::Time, Role::ClassOfDate];
        if let Some(found) = roles
            .into_iter()
            .find_map(|role| self.texts(role).find_map(|text| parse(&text)))
        {
            return found;
        }
        // Bylines, the URL, text near the headline.
        let byline = self
            .texts(Role::ClassOfAuthor)
            .find_map(|text| parse(&text));
        let near = || self.near.iter().find_map(|text| parse(text));
        byline
            .or_else(|| self.date_in_address())
            .or_else(near)
            .unwrap_or_default()
    }
}

fn is_text(node: &Node) -> bool {
    node.types.iter().any(|of| TEXTS.contains(&&**of))
}

/// The names of a site, normalised by [`normalise`].
struct Site {
    name: String,
    host: String,
    /// The registrable label of the host: `example` of `www.example.co.uk`.
    label: String,
}

impl Site {
    fn new(metadata: &Metadata) -> Site {
        let host = metadata.address.split("//").nth(1).unwrap_or_default();
        let host = host.split(['/', ':', '?']).next().unwrap_or_default();
        let host = host.strip_prefix("www.").unwrap_or(host);
        let labels: Vec<&str> = host.split('.').collect();
        let label = match labels[..] {
            [.., name, second, _] if second.len() <= 3 && labels.len() > 2 => name,
            [.., name, _] => name,
            _ => "",
        };
        Site {
            name: normalise(&metadata.site_name),
            host: normalise(host),
            label: normalise(label),
        }
    }

    /// Whether a normalised text is a name of the site.
    fn is(&self, text: &str) -> bool {
        !text.is_empty()
            && [&self.name, &self.host, &self.label]
                .into_iter()
                .any(|name| name == text)
    }

    /// Whether a part of a title names the site.
    fn is_named_by(&self, part: &str) -> bool {
        let part = normalise(part);
        let within = |name: &String| name.len() > 3 && part.contains(&**name);
        !part.is_empty()
            && (self.is(&part)
                || self.host.contains(&part)
                || within(&self.label)
                || within(&self.name))
    }

    /// The name of an author without a trailing name of the site.
    fn leave_out<'n>(&self, name: &'n str) -> &'n str {
        let at = name.char_indices().rev().map(|(at, _)| at);
        let end = at.filter(|&at| name[..at].ends_with(' ')).find(|&at| {
            let rest = normalise(&name[at..]);
            !rest.is_empty() && rest == self.name
        });
        end.map_or(name, |end| {
            name[..end].trim_end_matches([' ', ',', '|', '-'])
        })
    }

    /// The first part of a title that does not name the site, else the first part.
    fn first(&self, title: &str) -> String {
        let parts = || segments(strip_title(title)).filter(|part| !part.is_empty());
        let part = parts().find(|part| !self.is_named_by(part));
        part.or_else(|| parts().next())
            .unwrap_or_default()
            .to_owned()
    }

    /// A title without the name of the site at its start or end.
    fn shorten(&self, title: &str) -> String {
        let mut title = strip_title(title);
        loop {
            let places: Vec<(usize, usize)> = separators(title).collect();
            let (Some(&first), Some(&last)) = (places.first(), places.last()) else {
                break;
            };
            let (before, after) = (title[..last.0].trim_end(), title[last.1..].trim_start());
            let sign = title[last.0..last.1].trim();
            let lower = after.to_lowercase();
            let is_tail = self.is_named_by(after)
                || matches!(sign, "|" | "\u{2014}") && after.split_whitespace().count() <= 6
                || ["documentation", "forum", "forums", "community"]
                    .iter()
                    .any(|end| lower.ends_with(end));
            let head = &title[..first.0];
            if is_tail && before.chars().count() >= 3 {
                title = before;
            } else if self.is_named_by(head)
                && head.split_whitespace().count() <= 4
                && title[first.1..].trim().len() > 3
            {
                title = title[first.1..].trim_start();
            } else {
                break;
            }
        }
        title.to_owned()
    }
}

/// Byte ranges of the separators in a title.
fn separators(title: &str) -> impl Iterator<Item = (usize, usize)> {
    title.char_indices().filter_map(move |(at, character)| {
        let end = at + character.len_utf8();
        let spaced = title[..at].ends_with(' ') && title[end..].starts_with(' ');
        let separates = match character {
            '|' => true,
            '-' | '\u{2013}' | '\u{2014}' | '\u{b7}' | '\u{2022}' | '\u{bb}' | ':' | '/' => spaced,
            _ => false,
        };
        separates.then_some((at, end))
    })
}

fn segments(title: &str) -> impl Iterator<Item = &str> {
    let mut from = 0;
    let ends = separators(title).chain([(title.len(), title.len())]);
    ends.map(move |(end, next)| title[std::mem::replace(&mut from, next)..end].trim())
}

/// A title without permalink signs and without forum prefixes.
fn strip_title(text: &str) -> &str {
    let text = text.trim_matches(|character: char| {
        character.is_whitespace() || matches!(character, '\u{b6}' | '#')
    });
    ["Thread: ", "Topic: "]
        .iter()
        .find_map(|begin| text.strip_prefix(begin))
        .unwrap_or(text)
}

/// Trims, and collapses whitespace.
fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Letters and digits in lower case, for comparisons that ignore punctuation.
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

/// Words before the name of an author.
const BY: [&str; 12] = [
    "by", "von", "par", "por", "di", "af", "av", "door", "autor", "autore", "author", "auteur",
];
const WRITTEN: [&str; 8] = [
    "written",
    "posted",
    "published",
    "words",
    "story",
    "article",
    "created",
    "authored",
];

/// Whether a text starts with "written by" or the like.
fn begins_with_written_by(text: &str) -> bool {
    let mut words = text.split_whitespace().map(str::to_lowercase);
    let written = words.next().is_some_and(|word| WRITTEN.contains(&&*word));
    written
        && words
            .next()
            .is_some_and(|word| BY.contains(&word.trim_end_matches(':')))
}

/// The names after "by" in text nodes, or in the node after one that has no more than "by".
fn names_after_by(pieces: &[String]) -> impl Iterator<Item = String> {
    let is_by = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            [one] => BY.contains(&&*one.trim_end_matches(':').to_lowercase()),
            [_, _] => begins_with_written_by(text),
            _ => false,
        }
    };
    let nexts = pieces.iter().skip(1).map(Some).chain([None]);
    pieces.iter().zip(nexts).filter_map(move |(text, next)| {
        if is_by(text) {
            return next.map(|next| name_in(next));
        }
        let first = text
            .split_whitespace()
            .next()?
            .trim_end_matches(':')
            .to_lowercase();
        let begins = BY[..2].contains(&&*first) || WRITTEN.contains(&&*first);
        let name = begins.then(|| name_in(text))?;
        (name.len() < text.len()).then_some(name)
    })
}

/// The name in a byline, without "by" and without what follows a separator, a date or a role.
fn name_in(text: &str) -> String {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let is = |word: &str, list: &[&str]| {
        let word = word.trim_end_matches(':').to_lowercase();
        list.contains(&&*word)
    };
    if words.len() > 1 && is(words[0], &WRITTEN) && is(words[1], &BY) {
        words.drain(..2);
    } else if words.len() > 1 && is(words[0], &BY) {
        words.remove(0);
    }
    let mut name = String::new();
    for word in words {
        let ends = matches!(
            word,
            "|" | "\u{2022}" | "\u{b7}" | "-" | "\u{2013}" | "\u{2014}" | "on"
        ) || is(
            word.trim_end_matches(','),
            &["updated", "published", "posted", "am", "in"],
        ) || word.starts_with(|first: char| first.is_ascii_digit());
        if ends && !name.is_empty() {
            break;
        }
        if !name.is_empty() {
            name.push(' ');
        }
        name.push_str(word);
    }
    let name = name
        .trim_matches(|character: char| character.is_whitespace() || ",:;|".contains(character));
    let name = without_initial(name);
    let abbreviates = name
        .rsplit(' ')
        .next()
        .is_some_and(|last| last.matches('.').count() > 1 || last.len() <= 3);
    match name.strip_suffix('.') {
        Some(rest) if !abbreviates => rest.to_owned(),
        _ => name.to_owned(),
    }
}

/// A name of one word without its own initial beside it, the text of an avatar.
fn without_initial(name: &str) -> &str {
    let mut words = name.split(' ');
    let (Some(first), Some(second), None) = (words.next(), words.next(), words.next()) else {
        return name;
    };
    let is_initial = |initial: &str, of: &str| {
        initial.chars().count() == 1 && of.to_lowercase().starts_with(&initial.to_lowercase())
    };
    if is_initial(second, first) {
        first
    } else if is_initial(first, second) {
        second
    } else {
        name
    }
}

/// Placeholders for an author.
const NO_NAMES: [&str; 21] = [
    "topic author",
    "thread starter",
    "original poster",
    "the author",
    "staff",
    "admin",
    "administrator",
    "webmaster",
    "undefined",
    "null",
    "none",
    "author",
    "authors",
    "guest",
    "anonymous",
    "unknown",
    "user",
    "home",
    "follow",
    "share",
    "contributors",
];

/// Whether a text can be the name of an author.
fn is_name(name: &str, kind: Option<Kind>) -> bool {
    let chars = name.chars().count();
    let words = name.split(' ').count();
    let lower = name.to_lowercase();
    let address = name.contains("://") || name.starts_with("www.") || lower.contains(".com");
    let digits = name.bytes().filter(u8::is_ascii_digit).count();
    let known = NO_NAMES.contains(&&*lower);
    let is_handle = kind != Some(Kind::Forum)
        && !name.contains(' ')
        && !name.chars().any(char::is_uppercase)
        && name.is_ascii();
    (2..=80).contains(&chars)
        && words <= 8
        && !address
        && digits < chars
        && (digits < 4 || kind == Some(Kind::Forum))
        && !known
        && !is_handle
}

/// Whether a name looks like a person's: two to four words, capitalised or particles, without digits.
fn is_person(name: &str) -> bool {
    let words: Vec<&str> = name.split(' ').collect();
    let is_part = |word: &&str| {
        let first = word.chars().next();
        first
            .is_some_and(|first| first.is_uppercase() || first.is_alphabetic() && !first.is_ascii())
            || [
                "de", "da", "van", "von", "der", "la", "di", "bin", "al", "and",
            ]
            .contains(word)
    };
    let joins = |word: &&str| {
        // "LeeDecember": two elements without whitespace between them.
        let mut small = false;
        word.chars().any(|character| {
            std::mem::replace(&mut small, character.is_lowercase()) && character.is_uppercase()
        }) && !word.starts_with("Mc")
            && !word.starts_with("Mac")
            && !word.contains(['\'', '\u{2019}', '-'])
    };
    (2..=4).contains(&words.len())
        && words.iter().all(is_part)
        && !words.iter().any(joins)
        && !name.bytes().any(|byte| byte.is_ascii_digit())
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
        assert_eq!((&*of_shop.author, &*of_shop.date), ("", ""));
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
        assert_eq!(of("<p>By Bo Day, 6 May 2020<h1>Tides</h1>"), <_>::default());
        // The visible date of an article comes before that of structured data.
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
    fn names_are_separated_from_their_context() {
        for (byline, name) in [
            ("By Ann Lee", "Ann Lee"),
            ("Written by: Ann Lee | Editor", "Ann Lee"),
            ("Ann Lee, Ph.D.", "Ann Lee, Ph.D."),
            ("von Ann Lee 3. Mai 2021", "Ann Lee"),
        ] {
            assert_eq!(name_in(byline), name);
        }
        assert!(is_person("Ann van Lee") && !is_person("Ann LeeDecember") && !is_person("The"));
        assert!(!is_name("Anonymous", None) && !is_name("brandon-x", None));
        assert!(is_name("brandon-x", Some(Kind::Forum)));
    }
}
