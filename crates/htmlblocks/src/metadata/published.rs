//! The date of publication of a page, chosen from the candidates.

use super::collector::{
    ANSWERS, BELOW, BYLINE, Candidate, Collector, FIRST, Role, collapse, is_of_page, is_text,
};
use super::date;
use super::names::{
    are_persons, dated_parts, is_of_change, is_of_event, is_of_publication, names_after_by,
};
use crate::best::features::Kind;
use crate::linked::Node;

/// The names of `meta` elements for dates, the most reliable first.
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

impl Collector {
    /// Returns the date of publication. If the URL has a date at most one day away, it wins, since other dates are
    /// often in another time zone.
    pub(super) fn date(&self, language: &str, kind: Option<Kind>) -> String {
        let found = self.said_date(language, kind);
        match self.date_in_address() {
            Some(address) if date::are_near(&found, &address) => address,
            _ if kind == Some(Kind::Forum) => self.local_date(&found).unwrap_or(found),
            _ => found,
        }
    }

    fn said_date(&self, language: &str, kind: Option<Kind>) -> String {
        let parse = |text: &str| date::parse(text, language);
        // The visible date of an article is the right one, unless it is labelled as a change. Structured data may have
        // the date of a draft or an import.
        if kind == Some(Kind::Article)
            && let Some((shown, is_of_change)) = (self.labelled_date(&parse))
                .map(|date| (date, false))
                .or_else(|| self.shown_date(&parse))
        {
            let published = self.published(language);
            // 9.10.2024 may be in September or October.
            let is_meant = |date: &String| is_of_change || date::is_swapped(date, &shown);
            return published.filter(is_meant).unwrap_or(shown);
        }
        if kind == Some(Kind::Forum)
            && let Some(started) = self.started.as_deref().and_then(parse)
        {
            return started;
        }
        if let Some(published) = self.published(language) {
            return published;
        }
        let roles = [Role::ItemOfDate, Role::Time, Role::ClassOfDate];
        let mut found = roles.into_iter().filter_map(|role| {
            let candidates = self.candidates.iter();
            let of_role =
                candidates.filter(|one| one.role == role && !self.has_label(one, is_of_event));
            let texts = of_role.map(|one| collapse(&one.text));
            let mut dates = texts.filter_map(|text| published_in(&text, &parse));
            dates.next()
        });
        if let Some((date, _)) = found.next() {
            return date;
        }
        // Further sources: bylines, the URL, and text near the headline.
        let byline = self
            .texts(Role::ClassOfAuthor)
            .find_map(|text| parse(&text));
        let near = || self.near_dates(&parse).next().map(|(date, _)| date);
        let before = self.before.iter().filter(|text| !is_of_event(text));
        byline
            .or_else(|| self.date_in_address())
            .or_else(near)
            .or_else(|| before.into_iter().find_map(|text| parse(text)))
            .unwrap_or_default()
    }

    /// Returns the date of publication in structured data. If two timestamps of about the same day differ in their time
    /// zone, the one that is not in universal time counts.
    fn published<'c>(&'c self, language: &str) -> Option<String> {
        let said = self.nodes.iter().filter(|node| {
            !ANSWERS
                .iter()
                .any(|of| node.types.iter().any(|known| known == of))
        });
        let declared = |text: &str| date::parse_declared(text, language);
        let published: Vec<&Node> = said.filter(|node| !node.published.is_empty()).collect();
        let dated = |text: &'c str| Some((text, declared(text)?));
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
        found.or_else(|| published.iter().find_map(|node| declared(&node.published)))
    }

    /// Iterates over the dates near the headline, except those of events, and whether they are labelled as a change.
    fn near_dates(
        &self,
        parse: &dyn Fn(&str) -> Option<String>,
    ) -> impl Iterator<Item = (String, bool)> {
        let before = std::iter::once("").chain(self.near.iter().map(|text| &**text));
        self.near
            .iter()
            .zip(before)
            .filter_map(move |(text, before)| {
                let has_label =
                    |is_label: fn(&str) -> bool| is_label(before) && parse(before).is_none();
                if is_of_event(text) || has_label(is_of_event) {
                    return None;
                }
                let (date, is_change) = published_in(text, parse)?;
                Some((date, is_change || has_label(is_of_change)))
            })
    }

    /// Returns the first date near the headline that is not labelled as a change, or else the first date, and whether
    /// it is labelled so.
    fn shown_date(&self, parse: &dyn Fn(&str) -> Option<String>) -> Option<(String, bool)> {
        let all: Vec<(String, bool)> = self.near_dates(parse).collect();
        let published = all.iter().find(|(_, is_of_change)| !is_of_change);
        published.or_else(|| all.first()).cloned()
    }

    /// Whether the text node before a candidate near the headline is a label of this kind.
    fn has_label(&self, candidate: &Candidate, is_label: fn(&str) -> bool) -> bool {
        let label = candidate
            .after
            .checked_sub(1)
            .and_then(|at| self.near.get(at));
        candidate.is_near && label.is_some_and(|text| is_label(text))
    }

    /// Returns the date near the headline with a label of publication in the same text node or in the one before.
    fn labelled_date(&self, parse: &dyn Fn(&str) -> Option<String>) -> Option<String> {
        let first = &self.near[..self.near.len().min(BYLINE)];
        let mut labelled = first.iter().filter(|text| is_of_publication(text));
        let times = self.candidates.iter();
        let times =
            times.filter(|time| time.role == Role::Time && self.has_label(time, is_of_publication));
        let time = times.map(|time| &*time.text).find_map(parse);
        time.or_else(|| labelled.find_map(|text| parse(text)))
    }

    /// Returns the date near the headline of a thread, in two cases: it is the date of the data in another time zone,
    /// or it is earlier, as on later pages of a thread.
    fn local_date(&self, found: &str) -> Option<String> {
        let near = |candidate: &&Candidate| candidate.role == Role::Time && candidate.is_near;
        let times = self.candidates.iter().filter(near);
        let mut shown = times.filter_map(|time| date::parse(&time.text, "en"));
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
        date::parse(&format!("20{rest}"), "en")
    }

    /// Returns the date that a page of another kind declares. Sources are the data of a text, `meta`, and the byline
    /// right below the headline.
    pub(super) fn declared_date(&self, language: &str) -> String {
        let parse = |text: &str| date::parse(text, language);
        let declared = |text: &str| date::parse_declared(text, language);
        let in_data = self
            .nodes
            .iter()
            .filter(|node| is_of_page(node))
            .find_map(|node| declared(&node.published));
        let mut items = self
            .near_texts(Role::ItemOfDate)
            .filter_map(|text| parse(&text));
        let item = items
            .next()
            .filter(|date| items.all(|other| other == *date));
        let first = &self.near[..self.near.len().min(FIRST)];
        let has_byline = names_after_by(first).any(|name| are_persons(&name));
        let below = |candidate: &&Candidate| candidate.is_near && candidate.after < FIRST;
        let times = self.candidates.iter().filter(|one| below(one));
        let times = times.filter(|candidate| candidate.role == Role::Time);
        let beside_byline = || {
            let times = times.map(|time| collapse(&time.text));
            let all = first.iter().cloned().chain(times).filter(|_| has_byline);
            all.filter(|text| !is_of_change(text) && !is_of_event(text))
                .find_map(|text| parse(&text))
        };
        // Lists and threads have several.
        let only_time = || {
            let is_date = |one: &&Candidate| matches!(one.role, Role::Time | Role::ClassOfDate);
            let mut times = self.candidates.iter().filter(is_date);
            let time = times.next().filter(below)?;
            let is_other = self.has_label(time, is_of_change) || self.has_label(time, is_of_event);
            let is_one = times.next().is_none() && !is_other;
            parse(&collapse(&time.text)).filter(|_| is_one)
        };
        in_data
            .or_else(|| {
                META_DATES
                    .iter()
                    .find_map(|name| declared(self.meta(&[*name])))
            })
            .or(item)
            .or_else(|| self.labelled_date(&parse))
            .or_else(beside_byline)
            .or_else(only_time)
            .or_else(|| {
                let marked = self.shown_below(&[Role::ClassOfDate, Role::Time]);
                let below = if self.declares_article() { BELOW } else { 0 };
                let plain = self.near.iter().take(below);
                let mut dates = marked
                    .chain(plain.cloned())
                    .filter(|text| !is_of_event(text))
                    .filter_map(|text| published_in(&text, &parse));
                dates
                    .find(|(_, is_change)| !is_change)
                    .map(|(date, _)| date)
            })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Metadata;

    #[test]
    fn the_date_of_publication_is_found_next_to_that_of_a_change() {
        let parse = |text: &str| date::parse(text, "de");
        for text in [
            "Updated: 9 May 2024 | Published: 3 May 2024",
            "3 May 2024, updated 9 May 2024",
            "Aktualisiert am 09.05.2024 – Veröffentlicht am 03.05.2024",
            "Mis à jour le 9 mai 2024, publié le 3 mai 2024",
            "更新日：2024年5月9日 公開日：2024年5月3日",
            "입력 2024.05.03 수정 2024.05.09",
            "Stand: 09.05.2024, Erstellt: 03.05.24",
            "Bijgewerkt 09-05-2024 Aangemaakt 03-05-2024",
            "Aktualizacja: 9 maja 2024, utworzono: 3 maja 2024",
            "Обновлено: 09.05.2024 Создано: 03.05.2024",
            "更新日：2024年5月9日 作成日：2024年5月3日",
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
    fn a_labelled_date_comes_before_one_of_the_text() {
        let page = "<h1>Fair</h1><p>The fair is on 10 May 2025.<p>Posted 4 March 2024";
        assert_eq!(Metadata::of(page, Some(Kind::Article)).date, "2024-03-04");
        let page = "<h1>Pier</h1><p>Stand: 05.04.2024, Erstellt: 04.03.24";
        assert_eq!(Metadata::of(page, Some(Kind::Article)).date, "2024-03-04");
    }

    #[test]
    fn dates_of_deadlines_and_events_are_not_those_of_the_page() {
        let of = |text: &str| {
            let page = format!("<h1>Fair</h1><p>{text}<p>It is at the quay.");
            [Kind::Article, Kind::Service].map(|kind| Metadata::of(&page, Some(kind)).date)
        };
        for text in [
            "Application deadline: 14 March 2027",
            "Offer ends 3 June 2027",
            "Offer ends <time datetime=2027-06-03>3 June</time>",
            "Deadline<td>3 June 2027",
            "The fair takes place on 3 June 2025",
            "Die Messe findet in diesem Jahr am 3. Juni 2025 statt",
            "Bewerbungsfrist: 3. Juni 2027",
            "Date limite : 3 juin 2027",
            "Inscripciones hasta el 3 de junio de 2027",
            "Срок подачи: 3 июня 2027",
            "応募締切：2027年6月3日",
            "2027年6月3日に開催されます",
            "접수 마감: 2027년 6월 3일",
        ] {
            assert_eq!(of(text), ["", ""], "{text}");
        }
        for text in [
            "3 June 2025",
            "This text was first published on 3 June 2025",
            "By Ann Lee in the old town on 3 June 2025",
            "2025年6月3日に公開",
        ] {
            assert_eq!(of(text)[0], "2025-06-03", "{text}");
        }
    }

    #[test]
    fn the_date_in_the_header_of_a_site_is_that_of_the_day() {
        let of = |html: &str| Metadata::of(html, Some(Kind::Article)).date;
        let today = "<p>Monday, 6 May 2024</p>";
        assert_eq!(of(&format!("{today}<main><h1>Tides</h1>")), "");
        assert_eq!(of(&format!("<header>{today}</header><h1>Tides</h1>")), "");
        assert_eq!(of(&format!("{today}<nav>News</nav><h1>Tides</h1>")), "");
        let article = format!("<main>{today}<h1>Tides</h1><article><p>Rain.");
        assert_eq!(of(&article), "2024-05-06");
    }

    #[test]
    fn dates_in_quotations_are_those_of_other_texts() {
        let page =
            "<h1>Tides</h1><blockquote>Low water! Ann Lee, May 6, 2020</blockquote><p>7 May 2020";
        let metadata = Metadata::of(page, Some(Kind::Article));
        assert_eq!(metadata.date, "2020-05-07");
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
}
