//! Declarations of a page about itself, as features: its OpenGraph type, its URL, and its
//! schema.org types.

use std::sync::LazyLock;

use crate::cascade::Styles;
use crate::group::group;
use crate::patterns::Patterns;
use hashbrown::HashSet;
use html::attributes;
use xxhash_rust::xxh3::xxh3_64;

group! {
    /// The kind of page that parts of its URL hint at.
    Address
    /// Articles: blog, news, story.
    Article,
    /// Collections and listings: category, collections, tag, browse.
    Collection,
    /// Documentation: docs, reference, guide.
    Documentation,
    /// Forums: thread, topic, questions.
    Forum,
    /// Products: product, item, dp.
    Product,
    /// Services: about, pricing, solutions.
    Service,
}

group! {
    /// Types of schema.org that a page declares: ln(1 + number of occurrences).
    Schema
    /// Article, NewsArticle, BlogPosting.
    Article,
    /// CollectionPage, ItemList, OfferCatalog.
    Collection,
    /// TechArticle, APIReference, HowTo.
    Documentation,
    /// DiscussionForumPosting, QAPage, Comment.
    Forum,
    /// Product, Offer, SoftwareApplication.
    Product,
    /// Organization, LocalBusiness, Service.
    Service,
    /// FAQPage.
    Questions,
    /// Recipe.
    Recipe,
    /// WebPage, WebSite.
    Page,
    /// BreadcrumbList.
    Trail,
    /// Review, Rating.
    Review,
    /// Person.
    Person,
}

/// Number of groups of schema.org types.
pub const SCHEMAS: usize = Schema::ROWS.len();
/// Number of groups of URL hints.
pub const ADDRESSES: usize = Address::ROWS.len();

/// The declarations of a page about itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Declared {
    /// The value of `og:type`, in lower case.
    pub og_type: String,
    /// The value of `og:title`.
    pub title: String,
    /// The canonical URL, else `og:url`.
    pub address: String,
    /// Whether it has `article:published_time`.
    pub published: bool,
    /// Whether a `meta` element gives a price.
    pub price: bool,
    /// The number of types of each group in JSON-LD.
    pub linked_data: [u16; SCHEMAS],
    /// The number of types of each group in microdata.
    pub microdata: [u16; SCHEMAS],
    /// The page's data, unparsed.
    pub hidden: Hidden,
    /// Its style sheets.
    pub styles: Styles,
    /// The hashes of the ids of elements that others show or hide.
    controlled: HashSet<u64>,
}

impl Declared {
    /// Reads a `meta` element.
    pub fn meta(&mut self, attributes: &str) {
        let (mut name, mut content) = ("", "");
        attributes::for_each(attributes, |attribute, value| {
            if attribute.eq_ignore_ascii_case("property") || attribute.eq_ignore_ascii_case("name")
            {
                name = value;
            } else if attribute.eq_ignore_ascii_case("content") {
                content = value;
            }
        });
        match name {
            "og:type" => self.og_type = content.trim().to_ascii_lowercase(),
            "og:title" => self.title = html::entities::decode_value(content).into_owned(),
            "og:url" if self.address.is_empty() => content.trim().clone_into(&mut self.address),
            "article:published_time" => self.published = true,
            "product:price:amount" | "og:price:amount" => self.price = true,
            _ => {}
        }
    }

    /// Whether an attribute means that its element shows or hides another one (ARIA, Bootstrap). Remembers which one.
    pub(crate) fn switch(&mut self, name: &str, value: &str) -> bool {
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        let is_target = match name.len() {
            11 => is("data-target"),
            13 => is("aria-controls"),
            14 => is("data-bs-target"),
            _ => false,
        };
        if is_target {
            let ids = value.split_ascii_whitespace();
            let hashes = ids.map(|id| xxh3_64(id.trim_start_matches('#').as_bytes()));
            self.controlled.extend(hashes);
        }
        is_target || is("aria-expanded") || is("data-toggle") || is("data-bs-toggle")
    }

    /// Whether an element that came before shows or hides the one with this id.
    pub(crate) fn is_controlled(&self, id: &str) -> bool {
        !self.controlled.is_empty() && self.controlled.contains(&xxh3_64(id.trim().as_bytes()))
    }

    /// Reads a `link` element.
    pub fn link(&mut self, attributes: &str) {
        let (mut canonical, mut address) = (false, "");
        attributes::for_each(attributes, |attribute, value| {
            canonical |= attribute.eq_ignore_ascii_case("rel")
                && value.trim().eq_ignore_ascii_case("canonical");
            if attribute.eq_ignore_ascii_case("href") {
                address = value.trim();
            }
        });
        if canonical && !address.is_empty() {
            address.clone_into(&mut self.address);
        }
    }

    /// Keeps a JSON-LD script, and counts the types after `"@type"`.
    pub fn json(&mut self, text: &str) {
        self.hidden.scripts.push(text.to_owned());
        for (at, _) in text.match_indices("\"@type\"") {
            let rest = text[at + 7..]
                .trim_start()
                .strip_prefix(':')
                .unwrap_or_default()
                .trim_start();
            let (rest, many) = match rest.strip_prefix('[') {
                Some(rest) => (&rest[..rest.find(']').unwrap_or(0)], 4),
                None => (rest, 1),
            };
            for name in rest.split('"').skip(1).step_by(2).take(many) {
                self.hidden.has_subject |= is_subject(base_name(name));
                count(&mut self.linked_data, name);
            }
        }
    }

    /// Reads the `itemtype` of a microdata item.
    pub fn item(&mut self, types: &str) {
        for name in types.split_ascii_whitespace() {
            count(&mut self.microdata, name);
        }
    }

    /// Returns the bits of [`Address`] that the URL hints at.
    pub fn hints(&self) -> u64 {
        static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
            let groups = ADDRESS_WORDS.iter();
            Patterns::new(groups.map(|(hint, words)| (*hint as u32, *words)))
        });
        PATTERNS.bits(&self.address, |_| true)
    }

    /// Whether an address is one of another host, if the page declares its own.
    pub(crate) fn is_of_other_site(&self, address: &str) -> bool {
        let both = [host(&self.address), host(address)];
        matches!(both, [Some(own), Some(other)] if !own.ends_with(other) && !other.ends_with(own))
    }

    /// Returns the path and query of the URL.
    pub fn path(&self) -> &str {
        let after_host = |rest: &'_ str| rest.find('/').unwrap_or(rest.len());
        match self.address.find("://") {
            Some(at) => {
                let rest = &self.address[at + 3..];
                &rest[after_host(rest)..]
            }
            None => match self.address.strip_prefix("//") {
                Some(rest) => &rest[after_host(rest)..],
                None => &self.address,
            },
        }
    }
}

/// Returns the host of an absolute address, without `www.`.
fn host(address: &str) -> Option<&str> {
    let rest = address.strip_prefix("http")?;
    let rest = rest.strip_prefix('s').unwrap_or(rest).strip_prefix("://")?;
    let host = rest.split(['/', '?', '#', ':']).next()?;
    Some(host.strip_prefix("www.").unwrap_or(host))
}

/// Returns the name of a type without its namespace.
fn base_name(name: &str) -> &str {
    name.rsplit(['/', '#', ':']).next().unwrap_or(name)
}

fn count(groups: &mut [u16; SCHEMAS], name: &str) {
    let name = base_name(name);
    if let Some((group, _)) = TYPES.iter().find(|(_, names)| names.contains(&name)) {
        let count = &mut groups[*group as usize];
        *count = count.saturating_add(1);
    }
}

/// The schema.org types of each group.
const TYPES: [(Schema, &[&str]); SCHEMAS] = [
    (
        Schema::Article,
        &[
            "Article",
            "NewsArticle",
            "BlogPosting",
            "ReportageNewsArticle",
            "AnalysisNewsArticle",
            "OpinionNewsArticle",
            "ScholarlyArticle",
            "MedicalScholarlyArticle",
            "Report",
            "SocialMediaPosting",
            "LiveBlogPosting",
        ],
    ),
    (
        Schema::Collection,
        &[
            "CollectionPage",
            "ItemList",
            "OfferCatalog",
            "SearchResultsPage",
            "Blog",
            "ProductCollection",
            "MediaGallery",
        ],
    ),
    (
        Schema::Documentation,
        &[
            "TechArticle",
            "APIReference",
            "HowTo",
            "HowToStep",
            "SoftwareSourceCode",
            "Course",
            "LearningResource",
        ],
    ),
    (
        Schema::Forum,
        &[
            "DiscussionForumPosting",
            "QAPage",
            "Comment",
            "DiscussionForum",
            "InteractionCounter",
        ],
    ),
    (
        Schema::Product,
        &[
            "Product",
            "ProductGroup",
            "Offer",
            "AggregateOffer",
            "SoftwareApplication",
            "WebApplication",
            "MobileApplication",
            "Book",
            "VideoGame",
            "IndividualProduct",
            "Vehicle",
            "Car",
            "Brand",
        ],
    ),
    (
        Schema::Service,
        &[
            "Organization",
            "LocalBusiness",
            "Service",
            "ProfessionalService",
            "Corporation",
            "EducationalOrganization",
            "MedicalBusiness",
            "Store",
            "PostalAddress",
            "ContactPoint",
            "AboutPage",
            "ContactPage",
        ],
    ),
    (Schema::Questions, &["FAQPage", "Question", "Answer"]),
    (Schema::Recipe, &["Recipe", "NutritionInformation"]),
    (Schema::Page, &["WebPage", "WebSite", "SearchAction"]),
    (Schema::Trail, &["BreadcrumbList", "ListItem"]),
    (
        Schema::Review,
        &["Review", "Rating", "AggregateRating", "UserReview"],
    ),
    (Schema::Person, &["Person", "ProfilePage"]),
];

/// The substrings of URLs of each group.
const ADDRESS_WORDS: [(Address, &[&str]); ADDRESSES] = [
    (
        Address::Article,
        &[
            "blog", "news", "article", "story", "stories", "/post", "magazine", "press", "insight",
            "recipe",
        ],
    ),
    (
        Address::Collection,
        &[
            "categor",
            "collection",
            "/c/",
            "/tag",
            "/browse",
            "/search",
            "/shop",
            "/list",
            "archive",
            "catalog",
            "/best",
            "/b/",
            "/s/",
            "/deals",
            "directory",
            "/all",
        ],
    ),
    (
        Address::Documentation,
        &[
            "docs",
            "/doc/",
            "document",
            "reference",
            "/api",
            "guide",
            "manual",
            "tutorial",
            "wiki",
            "learn",
            "developer",
            "readthedocs",
            "/help",
            "handbook",
            "/stable",
            "/latest",
            "/en/",
        ],
    ),
    (
        Address::Forum,
        &[
            "forum",
            "thread",
            "topic",
            "question",
            "/t/",
            "/r/",
            "community",
            "discuss",
            "board",
            "comments",
            "viewtopic",
            "/q/",
            "answers",
        ],
    ),
    (
        Address::Product,
        &[
            "product",
            "/item",
            "/p/",
            "/dp/",
            "/itm",
            "/ip/",
            "/app/",
            "/buy",
            "/pd/",
            "/listing/",
            "sku",
            "/gp/",
        ],
    ),
    (
        Address::Service,
        &[
            "service", "solution", "about", "pricing", "feature", "compan", "platform", "industr",
            "consult", "contact", "software", "careers",
        ],
    ),
];

/// The schema.org types whose description is their main text.
pub(crate) const DESCRIBED: [&str; 10] = [
    "Product",
    "ProductGroup",
    "IndividualProduct",
    "JobPosting",
    "Event",
    "Course",
    "SoftwareApplication",
    "MobileApplication",
    "WebApplication",
    "Book",
];

/// Further types whose texts are visible, since the page is about them.
const SHOWN: [&str; 6] = [
    "Recipe",
    "HowTo",
    "HowToSection",
    "HowToStep",
    "Question",
    "Answer",
];

/// Whether a page with an object of this type is about that object. [`Hidden::shares`] then reads
/// its texts.
pub(crate) fn is_subject(name: &str) -> bool {
    DESCRIBED.contains(&name) || SHOWN.contains(&name)
}

/// Data of a page in raw form. It is parsed on demand, since few pages need it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hidden {
    /// JSON-LD scripts.
    pub scripts: Vec<String>,
    /// The `srcdoc` of frames, with character references decoded.
    pub frames: Vec<String>,
    /// Whether the scripts have an object that the page may be about.
    pub has_subject: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read() {
        let mut declared = Declared::default();
        declared.meta(" property='og:type' content='Article'");
        declared.meta(" content='https://a.example/x' property='og:url'");
        declared.link(" href=https://a.example/blog/2021/one-two rel=canonical");
        declared.link(" href=/style.css rel=stylesheet");
        declared.json(
            r#"{"@type":"NewsArticle","author":{"@type": ["Person","Thing"]},"x":{"@type":4}}"#,
        );
        declared.item("https://schema.org/Product");
        assert_eq!(declared.og_type, "article");
        assert_eq!(declared.path(), "/blog/2021/one-two");
        assert_eq!(declared.hints(), 1 << Address::Article as u64);
        assert_eq!(declared.linked_data[Schema::Article as usize], 1);
        assert_eq!(declared.linked_data[Schema::Person as usize], 1);
        assert_eq!(declared.microdata[Schema::Product as usize], 1);
    }

    #[test]
    fn hosts_are_compared_without_their_names() {
        let of = |own: &str, other: &str| {
            let mut declared = Declared::default();
            declared.link(&format!(" rel=canonical href={own}"));
            declared.is_of_other_site(other)
        };
        let own = "https://www.mill.example/a";
        assert!(of(own, "http://river.example/b") && of(own, "https://river.example"));
        for other in [
            "/b",
            "http://mill.example:80/b",
            "https://shop.mill.example",
            "mailto:a@b.example",
        ] {
            assert!(!of(own, other), "{other}");
        }
        assert!(!of("/a", "http://river.example/b"));
    }

    #[test]
    fn broken_declarations_are_ignored() {
        let mut declared = Declared::default();
        for text in [
            "\"@type\"",
            "\"@type\":",
            "\"@type\":[\"",
            "\"@type\" x \"Product\"",
        ] {
            declared.json(text);
        }
        declared.meta(" property");
        declared.link(" rel=canonical");
        assert_eq!(declared.hidden.scripts.len(), 4);
        declared.hidden.scripts.clear();
        assert_eq!(declared, Declared::default());
        assert_eq!(declared.path(), "");
    }
}
