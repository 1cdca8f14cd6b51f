//! Tells the structured data about the page itself from those about other texts.
//!
//! Pages also describe the texts that they list, cite or consist of. Their authors, dates and headlines are not the
//! page's.

use super::collector::{Collector, Role, is_text};
use super::others::Other;
use super::title::{normalise, segments};
use crate::linked::Node;

/// Further fields whose objects are other texts, unless they have the headline of the page.
const OTHERS: [&str; 5] = [
    "about",
    "blogPost",
    "blogPosts",
    "itemReviewed",
    "relatedLink",
];

/// Longer headlines are not compared, and not more of them: each is searched for in each headline of the data.
const LONGEST: usize = 400;
const MOST: usize = 8;

/// How an object of the data relates to the page, the most reliable first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Relation {
    /// It has the headline or the address of the page.
    Own,
    Unknown,
    /// It has another headline.
    Differs,
    /// It is part of a list or the like, or has another headline and another address.
    Other,
}

/// The headlines and addresses of a page.
struct Page {
    headlines: Vec<String>,
    addresses: Vec<String>,
}

impl Collector {
    /// Empties the objects of the data that are about other texts, and puts those about the page before all others. If
    /// none is about the page, a single one with another headline counts; several are a list.
    pub(super) fn keep_own_data(&mut self) {
        let page = Page::of(self);
        let relations = self.nodes.iter().map(|node| page.relation(node));
        let relations: Vec<Relation> = relations.collect();
        let of = |wanted: Relation| {
            let nodes = self.nodes.iter().zip(&relations);
            nodes.filter(move |(node, relation)| is_text(node) && **relation == wanted)
        };
        let first = of(Relation::Differs).next();
        let are_listed = first.is_some_and(|(first, _)| {
            of(Relation::Differs).any(|(node, _)| node.headline != first.headline)
        });
        let least = match are_listed || of(Relation::Own).next().is_some() {
            true => Relation::Differs,
            false => Relation::Other,
        };
        let mut nodes: Vec<(Relation, Node)> = relations
            .into_iter()
            .zip(std::mem::take(&mut self.nodes))
            .collect();
        nodes.sort_by_key(|(relation, _)| *relation != Relation::Own);
        for (relation, node) in &mut nodes {
            if *relation >= least {
                node.authors.clear();
                node.published.clear();
                node.headline.clear();
            }
        }
        self.nodes = nodes.into_iter().map(|(_, node)| node).collect();
    }

    /// Removes the authors and dates of other texts. A heading that links to the page itself is its own.
    pub(super) fn keep_own_candidates(&mut self) {
        let page = Page::of(self);
        let is_own = |other: &Other| {
            let heading = normalise(&other.heading);
            let mut known = page.headlines.iter();
            other.heading.split_whitespace().count() < other.least_words
                || !heading.is_empty() && known.any(|known| are_alike(known, &heading))
        };
        let own: Vec<bool> = self.others.parts().iter().map(is_own).collect();
        let is_other = |of: Option<usize>| of.is_some_and(|of| !own[of]);
        let is_title = |role| matches!(role, Role::Title | Role::Headline | Role::Subheading);
        (self.candidates).retain(|candidate| is_title(candidate.role) || !is_other(candidate.of));
        self.metas.retain(|meta| !is_other(meta.of));
        let texts = self.near.iter_mut().zip(&mut self.lines);
        for ((near, line), of) in texts.zip(&self.near_of) {
            if is_other(*of) {
                // An empty text stays, so that its neighbours do not become adjacent.
                near.clear();
                line.clear();
            }
        }
    }
}

impl Page {
    fn of(found: &Collector) -> Page {
        let title = found.texts(Role::Title).next().unwrap_or_default();
        let titles = [
            "og:title",
            "twitter:title",
            "citation_title",
            "parsely-title",
        ];
        let titles = titles.map(|name| found.meta(&[name])).into_iter();
        let titles = titles.chain([&*title]).filter(|text| text.len() <= LONGEST);
        let headlines = titles.flat_map(|title| segments(title).chain([title]).map(normalise));
        let headlines = found
            .texts(Role::Headline)
            .map(|text| normalise(&text))
            .take(MOST)
            .chain(headlines.take(4 * MOST))
            .filter(|text| !text.is_empty());
        let addresses = [&*found.canonical, found.meta(&["og:url"])].into_iter();
        Page {
            headlines: headlines.collect(),
            addresses: addresses.filter_map(path).map(str::to_owned).collect(),
        }
    }

    fn relation(&self, node: &Node) -> Relation {
        let is_nested = node.is_within(&OTHERS);
        let headline = match node.headline.len() {
            ..=LONGEST => normalise(&html::entities::decode_value(&node.headline)),
            _ => String::new(),
        };
        let is_headline = self
            .headlines
            .iter()
            .any(|known| are_alike(known, &headline));
        let mut paths = node.addresses.iter().filter_map(|address| path(address));
        let (is_named, has_path) = (!headline.is_empty(), paths.clone().next().is_some());
        let is_address = paths.any(|path| self.addresses.iter().any(|known| known == path));
        if is_named && is_headline || is_address && !is_nested {
            Relation::Own
        } else if is_nested {
            Relation::Other
        } else if !is_named || self.headlines.is_empty() {
            Relation::Unknown
        } else if has_path && !self.addresses.is_empty() {
            Relation::Other
        } else {
            Relation::Differs
        }
    }
}

/// Whether two normalised headlines are equal, or one is more than half of the other.
fn are_alike(a: &str, b: &str) -> bool {
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    2 * short.len() > long.len() && long.contains(short)
}

/// Returns the path and query of an address, unless it is that of the root of a site. Sites have several hosts, and
/// parts of a page have a fragment.
fn path(address: &str) -> Option<&str> {
    let rest = address.split_once("//").map_or(address, |(_, rest)| {
        rest.find('/').map_or("", |at| &rest[at..])
    });
    let rest = rest.split('#').next().unwrap_or_default();
    let rest = rest.trim_end_matches('/');
    (!rest.is_empty()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use crate::best::features::Kind;
    use crate::metadata::Metadata;

    const OWN: &str = r#"{"@type":"NewsArticle","headline":"The ferry is late","datePublished":"2024-05-06","author":{"name":"Ann Lee"}"#;
    const OTHER: &str = r#"{"@type":"Article","headline":"A pier fell","url":"https://quay.example/pier","datePublished":"2019-01-02","author":{"name":"Bo Day"}}"#;

    /// Returns author and date of a page with these data, which are `head` and `OTHER` in turn.
    fn of(data: &str, head: &str) -> String {
        let data = data.replace("OWN", OWN).replace("OTHER", OTHER);
        let html = format!(
            "<title>The ferry is late | Quay</title>{head}<script type=application/ld+json>{data}</script>\
             <h1>The ferry is late</h1><p>It was late."
        );
        let found = Metadata::of(&html, Some(Kind::Article));
        format!("{} {}", found.author, found.date)
    }

    #[test]
    fn data_with_the_headline_of_the_page_come_first() {
        for data in [
            "[OTHER,OWN}]",
            r#"{"@graph":[OTHER,OWN}]}"#,
            "OTHER</script><script type=application/ld+json>OWN}",
            r#"[{"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":OTHER}]},OWN}]"#,
            r#"OWN,"hasPart":[OTHER]}"#,
            r#"OWN,"isPartOf":OTHER,"mentions":[OTHER],"citation":OTHER,"liveBlogUpdate":[OTHER]}"#,
            r#"{"@type":"WebPage","hasPart":OWN}}"#,
        ] {
            assert_eq!(of(data, ""), "Ann Lee 2024-05-06", "{data}");
        }
    }

    #[test]
    fn data_with_the_address_of_the_page_come_first() {
        let canonical = "<link rel=canonical href=https://quay.example/late/>";
        let other_headline = OWN.replace("The ferry is late", "Ferries");
        for field in [
            r#""url":"http://www.quay.example/late""#,
            r#""mainEntityOfPage":"https://quay.example/late/""#,
            r#""mainEntityOfPage":{"@type":"WebPage","@id":"https://quay.example/late/#page"}"#,
        ] {
            let data = format!("[OTHER,{other_headline},{field}}}]");
            assert_eq!(of(&data, canonical), "Ann Lee 2024-05-06", "{field}");
        }
    }

    #[test]
    fn lists_and_articles_with_another_address_are_not_the_page() {
        let canonical = "<link rel=canonical href=https://quay.example/late>";
        assert_eq!(
            of(r#"{"@type":"ItemList","itemListElement":[OTHER]}"#, ""),
            " "
        );
        assert_eq!(of("OTHER", canonical), " ");
        let third = OTHER.replace("A pier fell", "A boat sank");
        assert_eq!(of(&format!("[OTHER,{third}]"), ""), " ");
        let meta = "<meta property=article:published_time content=2024-05-06>";
        assert_eq!(
            of(r#"{"@type":"ItemList","itemListElement":[OTHER]}"#, meta),
            " 2024-05-06"
        );
        // The headline of data for search engines may differ from that of the page.
        assert_eq!(of("OTHER", ""), "Bo Day 2019-01-02");
        let root = OTHER.replace("/pier", "/");
        assert_eq!(of(&root, canonical), "Bo Day 2019-01-02");
    }
}
