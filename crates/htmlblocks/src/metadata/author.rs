//! The author of a page, chosen from the candidates.

use super::collector::{
    ANSWERS, BYLINE, Candidate, Collector, FIRST, Role, collapse, is_of_page, is_text,
};
use super::names::{
    are_persons, first_name_first, has_role, is_acronym, is_by, is_name, is_of_organisation,
    is_single_name, is_user_name, lower_name, name_in, names_after_by,
};
use super::title::{Site, normalise};
use crate::best::features::Kind;
use crate::linked::Node;
use std::cell::Cell;

/// The names of `meta` elements for authors, the most reliable first.
const META_AUTHORS: [&str; 9] = [
    "article:author",
    // Often the same on all pages of a site.
    "author",
    "parsely-author",
    "sailthru.author",
    "dc.creator",
    "dcterms.creator",
    "byl",
    "citation_author",
    "article:author_name",
];

/// Words for "by" that are names or other words in most languages, with the languages of their pages.
const BY_OF_LANGUAGES: [(&str, &str); 3] = [("ca", "Per "), ("ga", "Le "), ("sw", "Na ")];

impl Collector {
    /// Writes "by" for the word of the page's language, where it begins a byline.
    pub(super) fn translate_by(&mut self) {
        let language = self.html_language.split(['-', '_']).next();
        let is_it =
            |known: &&(&str, &str)| language.is_some_and(|of| of.eq_ignore_ascii_case(known.0));
        let Some((_, by)) = BY_OF_LANGUAGES.iter().find(is_it) else {
            return;
        };
        let classes = self.candidates.iter_mut();
        let classes = classes.filter(|candidate| candidate.role == Role::ClassOfAuthor);
        let texts = self.near.iter_mut().chain(&mut self.lines);
        for text in texts.chain(classes.map(|candidate| &mut candidate.text)) {
            if let Some(name) = text.trim_start().strip_prefix(by) {
                *text = format!("by {name}");
            }
        }
    }

    /// Returns the author. A name that equals the site's counts only if the data say that it is a person, or if there
    /// is no other, as on personal sites. A user name on an article counts only if no person is named.
    pub(super) fn author(&self, site: &Site, kind: Option<Kind>) -> String {
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
            Some(Kind::Article) if !self.shows(&author) => match is_user_name(&author) {
                true => self.shown_person(),
                false => self.shown_instead(&author),
            },
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

    /// Returns the author, except names for which `is_site` is true.
    fn author_but(&self, is_site: &dyn Fn(&str) -> bool, kind: Option<Kind>) -> String {
        let fits = |name: &String| is_name(name, kind) && !is_site(name);
        // In structured data, any name counts, even one that does not look like a name.
        let fits_data = |name: &String| is_name(name, kind.map(|_| Kind::Forum)) && !is_site(name);
        let of_text = |node: &Node| is_text(node);
        let not_review = |node: &Node| node.types.iter().all(|of| of != "Review");
        let shown = || match kind {
            Some(Kind::Forum) => self.first_user(&fits),
            _ => self.shown_author(is_site, &fits),
        };
        (self.author_in_data(&of_text, &fits_data))
            .or_else(|| self.author_in_meta(&fits_data))
            .or_else(|| self.author_in_data(&not_review, &fits_data))
            .or_else(shown)
            .unwrap_or_default()
    }

    /// Returns the authors of the first object in the structured data that has some and is `wanted`. Answers, comments and the reviews
    /// of customers do not count.
    fn author_in_data(
        &self,
        wanted: &dyn Fn(&Node) -> bool,
        fits: &dyn Fn(&String) -> bool,
    ) -> Option<String> {
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
        let nodes = self.nodes.iter().filter(said).filter(|node| wanted(node));
        let authors = nodes.map(|node| {
            let names = node.authors.iter();
            joined(names.map(|name| name_in(&collapse(name))).filter(fits))
        });
        authors.into_iter().find(|name| !name.is_empty())
    }

    fn author_in_meta(&self, fits: &dyn Fn(&String) -> bool) -> Option<String> {
        for wanted in &META_AUTHORS {
            let names = self.metas(wanted).flat_map(|content| content.split("; "));
            let several = names.clone().count() > 1;
            let names = names.map(str::trim).map(|content| match several {
                true => name_in(&first_name_first(content)),
                false => name_in(content),
            });
            let name = joined(names.filter(fits));
            if !name.is_empty() {
                return Some(name);
            }
        }
        let label = self.meta(&["twitter:label1"]).to_ascii_lowercase();
        let is_author = label.starts_with("written by");
        let name = is_author.then(|| name_in(self.meta(&["twitter:data1"])));
        name.filter(fits)
    }

    /// Returns the first user name in a thread. It belongs to its author, whatever its source.
    fn first_user(&self, fits: &dyn Fn(&String) -> bool) -> Option<String> {
        const USERS: [Role; 4] = [
            Role::ClassOfAuthor,
            Role::ClassOfCommenter,
            Role::ItemOfAuthor,
            Role::PostOfAuthor,
        ];
        let users = (self.candidates.iter())
            .filter(|candidate| USERS.contains(&candidate.role))
            .map(|candidate| name_in(&collapse(&candidate.text)));
        let mut users = users.filter(fits);
        users.find(|name| name.split(' ').count() <= 3)
    }

    /// Returns the author that the page shows, by the meaning of elements or in a byline.
    fn shown_author(
        &self,
        is_site: &dyn Fn(&str) -> bool,
        fits: &dyn Fn(&String) -> bool,
    ) -> Option<String> {
        const ROLES: [Role; 4] = [
            Role::ItemOfAuthor,
            Role::LinkOfAuthor,
            Role::LinkToAuthor,
            Role::ClassOfAuthor,
        ];
        let in_role = |role: &Role| {
            if *role == Role::LinkToAuthor {
                return self.linked_authors(is_site);
            }
            let is_near =
                |name: &String| self.near_texts(*role).any(|text| name_in(&text) == *name);
            let mut names = self.texts(*role).map(|text| name_in(&text)).filter(fits);
            names.find(|name| match role {
                // Classes are unreliable, so their text must look like a name.
                Role::ClassOfAuthor => are_persons(name),
                // A person in a byline is preferred to an agency.
                Role::ItemOfAuthor => !is_acronym(name) || self.byline().is_none(),
                // A link far from the headline may be about the author of another text.
                Role::LinkOfAuthor => {
                    is_near(name) || self.byline().is_none_or(|near| near == *name)
                }
                _ => true,
            })
        };
        let byline = || self.byline().filter(|name| !is_site(name));
        // A single name comes last, if it is the whole text of a class near the headline.
        let single = || {
            let near =
                |candidate: &&Candidate| candidate.role == Role::ClassOfAuthor && candidate.is_near;
            let candidates = self.candidates.iter().filter(near);
            let mut names = candidates.map(|candidate| collapse(&candidate.text));
            names.find(|name| is_single_name(name) && fits(name))
        };
        let lower = || {
            let mut classes = self.near_texts(Role::ClassOfAuthor);
            classes.find_map(|text| lower_name(&text)).filter(fits)
        };
        let name = ROLES.iter().find_map(in_role);
        name.or_else(byline).or_else(single).or_else(lower)
    }

    /// Returns the persons that a page of another kind declares as its authors. Sources are the data of a text, `meta`,
    /// links with `rel=author`, and a byline right below the headline.
    pub(super) fn declared_author(&self, site: &Site) -> String {
        let person = |name: &String| {
            let is_site = site.is(&normalise(name)) || self.is_organisation(name);
            is_name(name, None) && are_persons(name) && !is_of_organisation(name) && !is_site
        };
        let without_site = |name: String| site.leave_out(&name).to_owned();
        let in_data = self
            .nodes
            .iter()
            .filter(|node| is_of_page(node))
            .map(|node| {
                let names = node.authors.iter().map(|name| name_in(&collapse(name)));
                joined(names.map(without_site).filter(person))
            });
        let in_meta = META_AUTHORS.iter().map(|wanted| {
            let names = self.metas(wanted).flat_map(|content| content.split("; "));
            let names = names.map(|content| name_in(&first_name_first(content.trim())));
            joined(names.map(without_site).filter(person))
        });
        let links = self.texts(Role::LinkOfAuthor).map(|text| name_in(&text));
        let items = joined(
            self.near_texts(Role::ItemOfAuthor)
                .map(|text| name_in(&text)),
        );
        let first = &self.lines[..self.lines.len().min(FIRST)];
        // Several names are the authors of several texts, or of answers.
        let item = Some(items).filter(|names| !names.contains(", "));
        let are_site = |name: &str| site.is(&normalise(name)) || self.is_organisation(name);
        let linked = self.linked_authors(&are_site);
        let shown = self.shown_below(&[Role::ClassOfAuthor, Role::LinkToAuthor]);
        let shown = shown.map(|text| name_in(&text));
        let named = in_data
            .chain(in_meta)
            .chain(item)
            .chain(linked)
            .chain(shown)
            .chain(names_after_by(first))
            .chain(links)
            .find(|name| person(name));
        site.leave_out(&named.unwrap_or_default()).to_owned()
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

    /// Returns the name after "by" near the headline, or after "written by" anywhere, if it looks like a person's.
    fn byline(&self) -> Option<String> {
        let person = |name: &String| is_name(name, None) && are_persons(name);
        let named: Vec<String> = names_after_by(&self.lines).collect();
        let with_role = |name: &&String| is_name(name, None) && has_role(name);
        let near = named.iter().find(|name| person(name)).cloned();
        let near = near.or_else(|| self.one_name());
        let near = near.or_else(|| named.iter().find(with_role).cloned());
        near.or_else(|| names_after_by(&self.written).find(person))
    }

    /// Returns a single name near the headline that only "by" precedes, such as "by Zoe", in one text node or two.
    fn one_name(&self) -> Option<String> {
        let near = &self.lines[..self.lines.len().min(BYLINE)];
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

    /// Returns the person in a byline, or in a class for authors.
    fn shown_person(&self) -> Option<String> {
        let classes = self.texts(Role::ClassOfAuthor).map(|text| name_in(&text));
        let mut persons = classes.filter(|name| is_name(name, None) && are_persons(name));
        self.byline().or_else(|| persons.next())
    }

    /// Returns the person in a byline near the headline, if the name that the page declares is nowhere near: it is that
    /// of the publisher or of an account.
    fn shown_instead(&self, declared: &str) -> Option<String> {
        let first = declared.split(", ").next().unwrap_or_default();
        let is_person =
            |node: &Node| node.name == first && node.types.iter().any(|of| of == "Person");
        let is_known = first.is_empty() || self.nodes.iter().any(is_person);
        let first = first.to_lowercase();
        let classes = || {
            self.near_texts(Role::ClassOfAuthor)
                .chain(self.near_texts(Role::LinkOfAuthor))
        };
        let mut near = self.near.iter().cloned().chain(classes());
        if is_known || near.any(|text| text.to_lowercase().contains(&first)) {
            return None;
        }
        let person = |name: &String| is_name(name, None) && are_persons(name);
        let named = names_after_by(&self.lines).find(person);
        named.or_else(|| classes().map(|text| name_in(&text)).find(person))
    }

    /// Whether a byline near the headline consists of a name.
    fn shows(&self, name: &str) -> bool {
        // Few texts have the first word of the name.
        let first = name.split(' ').next().unwrap_or_default();
        let is_it = |text: &str| text.contains(first) && name_in(text) == name;
        self.near.iter().any(|text| is_it(text))
            || self
                .texts(Role::ClassOfAuthor)
                .chain(self.texts(Role::LinkToAuthor))
                .any(|text| is_it(&text))
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

fn joined(names: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for name in names {
        let is_new = all
            .iter()
            .all(|known| known.to_lowercase() != name.to_lowercase());
        if is_new && all.len() < 8 {
            all.push(name);
        }
    }
    all.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Metadata;
    use crate::metadata::collector::MAX_TEXTS;

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
    fn data_behind_many_bylines_are_read() {
        let comments = "<b class=author>Bo Day</b>".repeat(MAX_TEXTS + 1);
        let data = r#"<script type=application/ld+json>{"@type":"Article","datePublished":"2020-05-06"}</script>"#;
        let metadata = Metadata::of(&format!("{comments}{data}"), Some(Kind::Documentation));
        assert_eq!(metadata.date, "2020-05-06");
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
    fn a_person_in_a_byline_comes_before_a_name_that_the_page_does_not_show() {
        let byline = "<h1>Tides</h1><p>By <a rel=author href=x>Bo Day</a><p>Rain.";
        let of = |declared: &str, page: &str| {
            let meta = format!("<meta name=author content='{declared}'>");
            author(&format!("{meta}{page}"), Kind::Article)
        };
        assert_eq!(of("Harbour Houses", byline), "Bo Day");
        assert_eq!(of("Bo Day", byline), "Bo Day");
        assert_eq!(
            of("Ann Lee", "<h1>Tides</h1><p>By Bo Day and Ann Lee"),
            "Ann Lee"
        );
        assert_eq!(
            of("Harbour Houses", "<h1>Tides</h1><p>Rain."),
            "Harbour Houses"
        );
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
    fn a_single_name_in_a_class_near_the_headline_counts_last() {
        let of = |after: &str| author(&format!("<h1>Tides</h1>{after}"), Kind::Article);
        assert_eq!(of("<p class=creator-name>Newsdesk"), "Newsdesk");
        assert_eq!(of("<p class=creator-name>Newsdesk<p>By Bo Day"), "Bo Day");
        assert_eq!(of("<h6>Article Tags:</h6>"), "");
        assert_eq!(of("<h6>Published May 6 2020</h6>"), "");
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

    #[test]
    fn headings_and_editors_are_no_bylines() {
        let of = |html: &str| author(&format!("<h1>Tides</h1>{html}<p>Rain."), Kind::Article);
        assert_eq!(of("<h2>Por Amor Bravo</h2><p>By Ann Lee"), "Ann Lee");
        assert_eq!(of("<h2>Od Oslo do Bergen</h2>"), "");
        assert_eq!(of("<p>Por Fin Llueve</p>"), "");
        assert_eq!(of("<p>Edited by Bo Day</p><p>By Ann Lee</p>"), "Ann Lee");
        assert_eq!(of("<p class=byline>by ann lee</p>"), "ann lee");
        assert_eq!(of("<p class=byline>by the sea</p>"), "");
        let catalan =
            |class: &str| format!("<html lang=ca><h1>Marees</h1><p{class}>Per Anna Puig<p>Pluja.");
        for class in ["", " class=byline"] {
            assert_eq!(author(&catalan(class), Kind::Article), "Anna Puig");
        }
        assert_eq!(of("<p class=byline>Per Anna Puig"), "Per Anna Puig");
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
}
