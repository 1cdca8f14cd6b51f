//! The metadata of a page: title, author, date, site, description, language and address.
//!
//! One walk collects candidates from JSON-LD, `meta` elements, microdata, `time` elements, headings and bylines. For
//! each field, the first source with a value wins. The sources are ordered by how often they are right.

mod author;
mod collector;
pub(crate) mod date;
mod names;
mod others;
mod own;
mod published;
mod title;
mod words;

pub(crate) use collector::Collector;

use crate::best::features::Kind;
use crate::linked;
use crate::segment::without_unseen;
use collector::{Role, collapse, is_text};
use html::{Parser, walk};
use title::{Site, Titles};

/// The metadata of a page. Unknown fields are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The headline, without the name of the site.
    pub title: String,
    /// The authors, separated by commas.
    pub author: String,
    /// The date of publication, YYYY-MM-DD. For an article, this is the date that it shows near the
    /// headline, which may be that of an update.
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

/// The names of `meta` elements that hold a title without the name of the site.
const META_TITLES: [&str; 4] = [
    "citation_title",
    "dc.title",
    "dcterms.title",
    "parsely-title",
];

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
        // Some sites escape names twice.
        if metadata.author.contains('&') {
            metadata.author = html::entities::decode_value(&metadata.author).into_owned();
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

impl Collector {
    /// Returns the metadata of the page that was walked.
    pub(crate) fn metadata(&mut self, kind: Option<Kind>) -> Metadata {
        linked::resolve(&mut self.nodes);
        self.keep_own_data();
        // The posts of a thread are often marked as comments.
        if kind != Some(Kind::Forum) {
            self.keep_own_candidates();
        }
        self.translate_by();
        Metadata::new(self, kind)
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
        // Some sites escape titles twice. A title that has references as the headline shows them is about them.
        let once = |text: &str| match text.contains('&')
            && !self
                .texts(Role::Headline)
                .any(|shown| text.contains(&shown))
        {
            true => html::entities::decode_value(text).into_owned(),
            false => text.to_owned(),
        };
        let title = once(&self.texts(Role::Title).next().unwrap_or_default());
        let shared = &once(self.meta(&["og:title", "twitter:title"]));
        let mut texts = self.nodes.iter().filter(|node| is_text(node));
        let linked = texts.find(|node| !node.headline.is_empty());
        let linked = linked.map_or(String::new(), |node| collapse(&node.headline));
        let headlines = self.texts(Role::Headline);
        let subheadings = self.texts(Role::Subheading);
        let given = self.meta(&META_TITLES);
        let all = Titles::new(
            site,
            &title,
            shared,
            headlines,
            subheadings,
            [given, &linked],
        );
        all.choose(kind)
    }
}

/// Whether a URL has no path.
fn is_front_page(address: &str) -> bool {
    address.split_once("://").is_some_and(|(_, rest)| {
        let (_, path) = rest.split_once('/').unwrap_or_default();
        path.is_empty()
    })
}

#[cfg(test)]
mod tests {
    use super::collector::NEAR;
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
    fn recipes_questions_and_jobs_declare_authors_and_dates() {
        let of = |data: &str| {
            let html = format!("<script type=application/ld+json>{data}</script><h1>Tides</h1>");
            let found = Metadata::of(&html, Some(Kind::Listing));
            format!("{} {}", found.author, found.date)
        };
        let author = r#""author":{"@type":"Person","name":"Ann Lee"}"#;
        let recipe = format!(r#"{{"@type":"Recipe",{author},"datePublished":"2024-04-20"}}"#);
        assert_eq!(of(&recipe), "Ann Lee 2024-04-20");
        let question = format!(
            r#"{{"@type":"QAPage","mainEntity":{{"@type":"Question",{author},"dateCreated":"2024-04-20"}}}}"#
        );
        assert_eq!(of(&question), "Ann Lee 2024-04-20");
        let job = r#"{"@type":"JobPosting","datePosted":"2024-04-20","hiringOrganization":{"name":"Mill"}}"#;
        assert_eq!(of(job), " 2024-04-20");
        // A part of a page, or a video on it, has a date of its own.
        let review = format!(
            r#"{{"@type":"Product","review":{{"@type":"Review",{author},"datePublished":"2024-04-20"}}}}"#
        );
        assert_eq!(of(&review), " ");
        assert_eq!(
            of(r#"{"@type":"VideoObject","uploadDate":"2024-04-20"}"#),
            " "
        );
    }

    #[test]
    fn names_of_several_authors_in_data_are_parted() {
        let of = |html: &str| Metadata::of(html, Some(Kind::Article)).author;
        assert_eq!(
            of("<meta name=author content='Ann Lee; Bo Day'>"),
            "Ann Lee, Bo Day"
        );
        assert_eq!(
            of("<meta name=author content='Ann Lee, Bo Day'>"),
            "Ann Lee, Bo Day"
        );
        assert_eq!(
            of("<meta name=author content='Lee, Ann; Day, Bo'>"),
            "Ann Lee, Bo Day"
        );
        let data = |author: &str| {
            of(&format!(
                r#"<script type=application/ld+json>{{"@type":"Article","author":{author}}}</script>"#
            ))
        };
        assert_eq!(data(r#"{"name":["Ann Lee","Bo Day"]}"#), "Ann Lee, Bo Day");
        assert_eq!(data(r#"{"name":"<a href='/a'>Ann Lee</a>"}"#), "Ann Lee");
        assert_eq!(
            data(r#"{"familyName":"田中","givenName":"花子"}"#),
            "田中花子"
        );
        let paper =
            "<a href=/>Harbour Herald</a><h1>Tides</h1><p class=byline>By Ann Lee, The Herald";
        assert_eq!(of(paper), "Ann Lee");
    }

    #[test]
    fn a_linked_byline_of_two_names_has_both() {
        let html = "<meta property=og:type content=article><h1>Ferry late</h1>\
            <p class=byline>By <a href=/a>Ann Lee</a> and <a href=/b>Bo Day</a>";
        for kind in [Kind::Article, Kind::Listing] {
            assert_eq!(Metadata::of(html, Some(kind)).author, "Ann Lee and Bo Day");
        }
    }

    #[test]
    fn the_site_in_brackets_is_no_part_of_a_name() {
        let of = |author: &str| {
            let html = format!(
                "<meta name=author content='{author}'><a href=/>Harbour Notes</a><h1>Ferry late</h1>"
            );
            Metadata::of(&html, Some(Kind::Listing)).author
        };
        assert_eq!(of("Ann Lee (Notes)"), "Ann Lee");
        assert_eq!(of("Ann Lee (Boat7)"), "Ann Lee (Boat7)");
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
    fn titles_behind_the_name_of_the_site_and_its_sections_are_found() {
        let of = |title: &str, headline: &str| {
            let html =
                format!("<title>{title}</title><a href=/>Harbour Notes</a>{headline}<p>Rain.");
            Metadata::of(&html, Some(Kind::Documentation)).title
        };
        let headline = "<h1>A pier moves</h1>";
        for title in [
            "Harbour Notes » News » A pier moves",
            "Harbour Notes :: News :: A pier moves",
            "Sea - A pier moves - Harbour Notes",
            "Harbour Notes: A pier moves",
            "- Harbour Notes",
            "Harbour Notes",
        ] {
            assert_eq!(of(title, headline), "A pier moves", "{title}");
        }
        assert_eq!(
            of("Harbour Notes - News - A pier moves", ""),
            "A pier moves"
        );
        assert_eq!(
            of("A pier moves again - Sea - Harbour Notes", "<h1>Sea</h1>"),
            "A pier moves again"
        );
    }

    #[test]
    fn generic_titles_and_names_before_a_colon_are_left_out() {
        let of = |html: &str| Metadata::of(html, Some(Kind::Service)).title;
        let shared = "<meta property=og:title content='A pier moves'>";
        for title in ["Page", "Untitled Document", "Home", "Seite"] {
            assert_eq!(
                of(&format!("<title>{title}</title>{shared}<p>Rain.")),
                "A pier moves"
            );
        }
        assert_eq!(
            of(&format!("<title>Piers</title>{shared}<p>Rain.")),
            "Piers"
        );
        assert_eq!(of("<h2>A pier moves</h2><p>Rain."), "A pier moves");
        assert_eq!(of("<h2>A pier moves</h2><p>Rain.<h2>Ebb</h2>"), "");
        // Services have slogans behind the colon.
        let site = "<meta property=og:site_name content='Harbour Notes'>";
        let of = |title: &str| {
            let html = format!("<title>{title}</title>{site}<p>Rain.");
            Metadata::of(&html, Some(Kind::Article)).title
        };
        assert_eq!(of("Harbour Notes: A pier moves"), "A pier moves");
        assert_eq!(of("The Harbour Notes: A pier moves"), "A pier moves");
        assert_eq!(of("Piers: A history"), "Piers: A history");
    }

    #[test]
    fn headlines_that_are_parts_of_a_title_are_whole() {
        let of = |title: &str, headings: &str, kind| {
            Metadata::of(
                &format!("<title>{title}</title>{headings}<p>Rain."),
                Some(kind),
            )
            .title
        };
        let headline = "<h1>U-9 - a boat: the log</h1>";
        for title in [
            "U-9 - a boat: the log - The Quay",
            "The Quay | U-9 - a boat: the log",
            "The Quay | U-9 - a boat: the log | Boats",
        ] {
            assert_eq!(
                of(title, headline, Kind::Service),
                "U-9 - a boat: the log",
                "{title}"
            );
        }
        for title in [
            "A pier is moved > The Quay",
            "A pier is moved ~ The Quay",
            "A pier is moved _ The Quay",
            "(2) A pier is moved - The Quay",
        ] {
            assert_eq!(
                of(title, "<h1>A pier is moved</h1>", Kind::Service),
                "A pier is moved",
                "{title}"
            );
        }
        for sign in [" | ", " · ", ": ", " — "] {
            let title = format!("The Quay{sign}A pier is moved");
            assert_eq!(
                of(&title, "<h1>A pier is moved</h1>", Kind::Service),
                "A pier is moved"
            );
        }
        let cut = "The pier is moved to ... | The Quay";
        let whole = "The pier is moved to the north side";
        assert_eq!(of(cut, &format!("<h1>{whole}</h1>"), Kind::Service), whole);
        let forum = "<h1>Forum of boats</h1><h3>How to tar a hull</h3>";
        assert_eq!(
            of(
                "Forum of boats :: How to tar a hull",
                forum,
                Kind::Documentation
            ),
            "How to tar a hull"
        );
        let book = "<h1>The Long Book of Boats</h1><h1>Hulls</h1>";
        assert_eq!(
            of("Hulls - The Long Book of Boats", book, Kind::Documentation),
            "Hulls"
        );
        assert_eq!(
            of("潮", "<h1>潮の\n満ち引き</h1>", Kind::Article),
            "潮の満ち引き"
        );
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
            "<i class='author vcard'><a class='url fn' href=x>Ann Lee</a></i>",
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
            "<time class='entry-date published' datetime=2024-04-20>April</time><time datetime=2024-05-01>May</time>",
            "<time datetime=2024-04-20>April</time>",
            "<p>Erstellt: 20.04.24",
            "<p>Updated: <time datetime=2024-05-01>May</time><p>First published <time datetime=2024-04-20>April</time>",
            "<p>Opublikowano 20 kwietnia 2024",
        ] {
            assert_eq!(of("", date), " 2024-04-20", "{date}");
        }
        let pubdate = "<time pubdate datetime=2024-04-20>20th of April</time>";
        assert_eq!(of("", pubdate), " 2024-04-20");
        let beside = "<p>By Ann Lee on <time datetime=2024-04-20>April 20</time>";
        assert_eq!(of("", beside), "Ann Lee 2024-04-20");
        let seconds = "<meta property=article:published_time content=1713571200>";
        assert_eq!(of(seconds, ""), " 2024-04-20");
        let quoted = "<p>Rain.".repeat(NEAR) + "<i itemprop=author>Ann Lee</i>";
        assert_eq!(of("", &quoted), " ");
        let class = "<i class=published>2024-04-20</i>";
        assert_eq!(of("", class), " 2024-04-20");
        assert_eq!(
            of("", &(class.to_owned() + "<i class=date>2024-05-01</i>")),
            " "
        );
        let two = "<time datetime=2024-04-20>April</time><time datetime=2024-05-01>May</time>";
        assert_eq!(of("", two), " ");
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
    fn authors_and_dates_of_other_texts_on_the_page_do_not_count() {
        let of = |own: &str, other: &str| {
            let html = format!(
                "<title>Ferry late again | Quay</title><h1>Ferry late again</h1>{own}<p>It was late.<p>It was foggy.{other}"
            );
            let found = Metadata::of(&html, Some(Kind::Article));
            format!("{} {}", found.author, found.date)
        };
        let by = "<i class=author>Bo Day</i><time datetime=2019-01-02>January</time>";
        let own = "<p class=byline>By Ann Lee<p class=date>2024-05-06</p>";
        for other in [
            format!("<div><h3><a href=/pier>A pier fell</a></h3>{by}</div>"),
            format!("<div><a href=/pier><h3>A pier fell</h3></a>{by}</div>"),
            format!(
                "<div itemscope><a itemprop=headline href=/pier>A pier fell</a><meta itemprop=datePublished content=2019-01-02>{by}</div>"
            ),
            format!("<ul><li><a href=/pier>A pier fell</a> {by}</ul>"),
            format!("<div class=comments><div class=comment>{by}<p>So late!</div></div>"),
            format!("<section id=related-posts>A pier fell {by}</section>"),
            format!("<nav>A pier fell {by}</nav>"),
        ] {
            assert_eq!(of("", &other), " ", "{other}");
            assert_eq!(of(own, &other), "Ann Lee 2024-05-06", "{other}");
        }
        // A heading that links to the page itself, to an author, or that is the second line of the headline is its own.
        for own in [
            format!("<p>Boats<div><h2><a href=/late>Ferry late again</a></h2>{by}</div>"),
            format!("<p>Boats<div><h3><a href=/author/bo>Bo Day</a></h3>{by}</div>"),
            format!("<div><h2><a href=/late>Nobody knows why</a></h2>{by}</div>"),
            format!("<p>Boats<ul><li><a href=/sea>Sea</a> {by}</ul>"),
        ] {
            assert_eq!(of(&own, ""), "Bo Day 2019-01-02", "{own}");
        }
    }

    #[test]
    fn a_byline_is_preferred_to_a_distant_link_to_an_author() {
        let bio = "<p>It was late.".repeat(NEAR) + "<a rel=author href=x>Bo Day</a>";
        let of = |byline: &str, kind| {
            let html = format!("<h1>Tides</h1>{byline}{bio}");
            Metadata::of(&html, Some(kind)).author
        };
        for kind in [Kind::Article, Kind::Listing] {
            assert_eq!(of("<p>By Ann Lee", kind), "Ann Lee");
            assert_eq!(of("", kind), "Bo Day");
        }
    }

    #[test]
    fn names_that_are_escaped_twice_are_read() {
        let page = "<meta name=author content='Ann D&amp;#39;Lee'><h1>Tides</h1>";
        assert_eq!(Metadata::of(page, None).author, "Ann D'Lee");
    }

    #[test]
    fn front_pages_have_no_author_and_date() {
        let page = "<link rel=canonical href=https://a.example/><time>2020-05-06</time><a rel=author>Ann Lee</a>";
        let metadata = Metadata::of(page, Some(Kind::Article));
        assert_eq!((&*metadata.author, &*metadata.date), ("", ""));
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
        let book = "<meta property=og:site_name content='The Quay'><title>Seven tides in seven weeks - The Quay</title><h1>About this item</h1>";
        assert_eq!(of(book, Kind::Product), "Seven tides in seven weeks");
        let escaped = "<title>Ann &amp;amp; Bo | Harbour</title><h1>Ann &amp; Bo</h1>";
        assert_eq!(of(escaped, Kind::Listing), "Ann & Bo");
        let about_signs =
            "<title>Write &amp;amp; in HTML | Harbour</title><h1>Write &amp;amp; in HTML</h1>";
        assert_eq!(of(about_signs, Kind::Listing), "Write &amp; in HTML");
        let chinese = "<title>潮水每天来两次_港口_港口日报</title><h1>港口</h1>";
        assert_eq!(of(chinese, Kind::Listing), "潮水每天来两次");
    }
}
