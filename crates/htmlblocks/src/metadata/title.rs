//! Chooses titles, and removes the name of the site from them.

use super::Metadata;
use crate::best::features::Kind;
use std::ops::Range;

/// The candidates for the title of a page.
pub struct Titles<'a> {
    site: &'a Site,
    /// `title`.
    title: &'a str,
    /// `og:title` or the like.
    shared: &'a str,
    /// The text of each h1 that does not name the site.
    headlines: Vec<String>,
    /// The texts of the first headings of lower levels.
    subheadings: Vec<String>,
    /// The title in `meta` elements that omit the name of the site.
    given: &'a str,
    /// The headline in JSON-LD.
    linked: &'a str,
    /// Titles longer than [`LONGEST`]. They are not split, since that takes time quadratic in their length.
    long: [&'a str; 2],
}

/// The length in bytes of the longest title that is split.
const LONGEST: usize = 1000;

impl<'a> Titles<'a> {
    pub fn new(
        site: &'a Site,
        title: &'a str,
        shared: &'a str,
        headlines: impl Iterator<Item = String>,
        subheadings: impl Iterator<Item = String>,
        [given, linked]: [&'a str; 2],
    ) -> Self {
        let long = [shared, title].map(|text| if text.len() > LONGEST { text } else { "" });
        let [shared, title] =
            [shared, title].map(|text| if text.len() > LONGEST { "" } else { text });
        let [shared, title] = [shared, title].map(|text| strip_title(without_sign(text)));
        let is_better = is_generic(title) && !shared.is_empty() && !is_generic(shared);
        let title = if is_better { shared } else { title };
        let stripped = |text: String| strip_title(&text).to_owned();
        let headlines: Vec<String> = headlines.map(stripped).collect();
        let subheadings: Vec<String> = subheadings.map(stripped).collect();
        let all = Parts::new(title);
        let is_first = |text: &String| all.place(text).is_some_and(|place| place.start == 0);
        let has_first = subheadings.iter().any(is_first);
        let parts = || segments(title).map(normalise);
        // The last part of a title names the site, if it is shorter than another, or if a heading is the first part.
        let name_of_site = |has_first: bool| match parts().next() {
            Some(first) if first == site.home => Some(first),
            _ => {
                let last = parts().last().filter(|_| parts().count() > 1)?;
                let is_longest = parts().all(|part| part.len() < last.len() || part == last);
                let is_named = COLLECTIONS.iter().any(|end| last.ends_with(end));
                (has_first || !is_longest || is_named).then_some(last)
            }
        };
        let names = [
            name_of_site(has_first || headlines.iter().any(is_first)),
            name_of_site(has_first),
        ];
        let shared_letters = normalise(shared);
        let shares_all = |text: &str| shared_letters.is_empty() || shared_letters.contains(text);
        let is_headline = |headline: &String, name_of_site: &Option<String>| {
            let text = normalise(headline);
            let begins_site = |name: &String| name.starts_with(&text);
            !text.is_empty()
                && text.len() < 300
                && !site.is(&text)
                && (shares_all(&text) || !site.has_words_of(headline))
                && !name_of_site.as_ref().is_some_and(begins_site)
        };
        let filtered = |texts: Vec<String>, name: &Option<String>| -> Vec<String> {
            let texts = texts.into_iter();
            texts.filter(|text| is_headline(text, name)).collect()
        };
        let headlines = filtered(headlines, &names[0]);
        let subheadings = filtered(subheadings, &names[1]);
        Titles {
            site,
            title,
            shared,
            headlines,
            subheadings,
            given,
            linked,
            long,
        }
    }

    /// Returns the title for a page of this kind. The headlines of documentation, services and listings are often
    /// slogans or the name of the site.
    pub fn choose(&self, kind: Option<Kind>) -> String {
        without_page(&self.with_page(kind)).to_owned()
    }

    fn with_page(&self, kind: Option<Kind>) -> String {
        let is_text = matches!(kind, Some(Kind::Article | Kind::Forum));
        if let Some(title) = self.of_front_page().filter(|_| !is_text) {
            return title;
        }
        if self.is_given() {
            return self.given.to_owned();
        }
        if kind == Some(Kind::Article)
            && let Some(title) = self.without_end()
        {
            return title;
        }
        if let Some(title) = self.parts_of_title() {
            // The name of a forum may be in its headlines.
            return match kind {
                Some(Kind::Forum) => self.site.shorten(&title),
                _ => title,
            };
        }
        let part = match kind {
            Some(Kind::Documentation) => self
                .headline_of_parts()
                .or_else(|| self.first_of([self.shared, self.title])),
            Some(Kind::Service | Kind::Listing) => self.first_of([self.title, self.shared]),
            _ => None,
        };
        let part = part.map(|part| match is_home(&part) {
            true => self.beside_home().map_or(part, str::to_owned),
            false => part,
        });
        part.or_else(|| self.confirmed())
            .or_else(|| self.most_of_title())
            .or_else(|| self.end_of_headline())
            .or_else(|| self.declared())
            .or_else(|| self.behind_name())
            .or_else(|| self.only_headline(kind))
            .or_else(|| self.without_headline(kind))
            .or_else(|| self.only_subheading())
            .or_else(|| {
                self.long
                    .into_iter()
                    .find(|text| !text.is_empty())
                    .map(str::to_owned)
            })
            .unwrap_or_default()
    }

    /// Iterates over `og:title` and `title`, if not empty.
    fn full(&self) -> impl Iterator<Item = &'a str> {
        let both = [self.shared, self.title].into_iter();
        both.filter(|text| !text.is_empty())
    }

    /// Returns `og:title` of several parts, if a headline is the first one and `title` has further parts behind it. The
    /// page says itself which parts belong to the site.
    fn without_end(&self) -> Option<String> {
        let rest = self.title.strip_prefix(self.shared)?;
        let mut parts = segments(self.shared);
        let first = normalise(parts.next()?);
        let has_parts = parts.next().is_some()
            && segments(self.title).count() > segments(self.shared).count()
            && !segments(self.shared).any(|part| self.site.is_named_by(part));
        let is_headline = self.headlines.iter().any(|one| normalise(one) == first);
        (has_parts && is_headline && !rest.is_empty()).then(|| self.shared.to_owned())
    }

    /// Iterates over these titles without the name of the site.
    fn short(&self) -> impl Iterator<Item = String> {
        self.full().map(|text| self.site.shorten(text))
    }

    /// Returns the first part of the first non-empty one of these titles.
    fn first_of(&self, titles: [&str; 2]) -> Option<String> {
        let names_site = |text: &str| {
            text.is_empty()
                || self.site.is(&normalise(text)) && text.split_whitespace().count() <= 4
        };
        if titles.iter().all(|text| names_site(text)) && !self.site.is_front_page {
            return self.only().cloned();
        }
        let mut firsts = titles.into_iter().map(|text| self.site.first(text));
        firsts.find(|text| !text.is_empty())
    }

    /// Returns the title of a front page that starts with the name of the site: "Name - what it does". The page is
    /// about the site.
    fn of_front_page(&self) -> Option<String> {
        let mut parts = segments(self.title);
        let name = parts.next().filter(|_| parts.next().is_some())?;
        let is_name = self.site.is_front_page && self.site.starts(name);
        is_name.then(|| self.site.without_tail(strip_title(self.title)))
    }

    /// Returns the headline, if there is only one.
    fn only(&self) -> Option<&String> {
        match &self.headlines[..] {
            [one] => Some(one),
            _ => None,
        }
    }

    /// Returns the only heading of a lower level.
    fn only_subheading(&self) -> Option<String> {
        match &self.subheadings[..] {
            [one] => Some(one.clone()),
            _ => None,
        }
    }

    /// Returns the only headline, if it equals the first parts of a title.
    fn headline_of_parts(&self) -> Option<String> {
        let is_part = |headline: &&String| self.full().any(|text| starts_with_part(text, headline));
        self.only().filter(is_part).cloned()
    }

    /// Returns the headline that has several parts of a title, or that is the longest part, but not the first: "Harbour Notes
    /// » News » Tides of the north", "Harbour Notes: Tides". Headings of lower levels count if each h1 is another part of the title,
    /// as in forums.
    fn parts_of_title(&self) -> Option<String> {
        let titles: Vec<Parts> = self.full().map(Parts::new).collect();
        let is_part =
            |headline: &String| titles.iter().any(|parts| parts.place(headline).is_some());
        // Without the name of the site, the shared title differs from the other.
        let is_shared = |at: usize| at == 0 && titles.len() == 2 && self.shared != self.title;
        let is_main = |headline: &&String| {
            titles.iter().enumerate().any(|(at, parts)| {
                let Some(place) = parts.place(headline) else {
                    return false;
                };
                let length = normalise(headline).len();
                let mut others = parts.letters.iter().filter(|part| !self.site.is(part));
                match place.len() {
                    1 if place.start == 0 => parts.letters[0].len() < length,
                    1 => others.all(|part| part.len() <= length),
                    count => {
                        (count < parts.texts.len() || is_shared(at))
                            && !parts.texts[place]
                                .iter()
                                .any(|part| self.site.is_named_by(part))
                    }
                }
            })
        };
        let lower = || {
            let are_others = self.headlines.iter().all(is_part);
            self.subheadings.iter().filter(|_| are_others).find(is_main)
        };
        self.headlines.iter().find(is_main).or_else(lower).cloned()
    }

    /// Returns the part of the title that is not "Home".
    fn beside_home(&self) -> Option<&str> {
        segments(self.title).find(|part| !part.is_empty() && !is_home(part))
    }

    /// Returns a headline that equals a title, or else one that equals the first part of a title.
    fn confirmed(&self) -> Option<String> {
        let all: Vec<String> = (self.short().map(|text| normalise(&text)))
            .chain(self.full().map(normalise))
            .collect();
        let firsts = self.full().filter_map(|text| segments(text).next());
        let firsts: Vec<String> = firsts.map(normalise).collect();
        let within = |texts: &[String]| {
            let mut headlines = self.headlines.iter();
            headlines
                .find(|headline| texts.contains(&normalise(headline)))
                .cloned()
        };
        within(&all).or_else(|| within(&firsts))
    }

    /// Returns a headline that is more than half of a title.
    fn most_of_title(&self) -> Option<String> {
        let is_most = |headline: &&String| {
            let part = normalise(headline);
            let mut full = self.full().map(normalise);
            full.any(|text| text.contains(&part) && 2 * part.len() > text.len())
        };
        self.headlines.iter().find(is_most).cloned()
    }

    /// Returns the title at the end of the only headline, if breadcrumbs, a date or the like precede it.
    fn end_of_headline(&self) -> Option<String> {
        let headline = normalise(self.only()?);
        self.short().find(|text| {
            let text = normalise(text);
            text.chars().count() >= SHORTEST_END && headline.ends_with(&text)
        })
    }

    /// Returns the headline in JSON-LD, if it is the first part of a title and the only h1 is a later part, which is
    /// the name of a section.
    fn declared(&self) -> Option<String> {
        let (linked, headline) = (normalise(self.linked), normalise(self.only()?));
        let is_section = self.full().any(|text| {
            let mut parts = segments(text).map(normalise);
            parts.next().as_ref() == Some(&linked) && parts.any(|part| part == headline)
        });
        is_section.then(|| self.linked.to_owned())
    }

    /// Whether the title in the `meta` elements of libraries and analytics differs from all visible titles. If it has
    /// the same words, it often has the name of the site, too. Without a headline,
    /// it may also be a part of `title`.
    fn is_given(&self) -> bool {
        let given = normalise(self.given);
        let shown = self.full().map(normalise);
        let mut shown = shown.chain(self.headlines.iter().map(|text| normalise(text)));
        let is_part = || segments(self.title).any(|part| normalise(part) == given);
        let is_shown = shown.any(|text| text.contains(&given) || given.contains(&text));
        !given.is_empty()
            && self.given.len() <= LONGEST
            && !self.site.is(&given)
            && (!is_shown || self.headlines.is_empty() && is_part())
    }

    /// Returns `og:title`, if `title` consists of the only headline and `og:title`. The headline is then the name of a
    /// blog.
    fn behind_name(&self) -> Option<String> {
        let (name, shared) = (normalise(self.only()?), normalise(self.shared));
        let is_behind = !shared.is_empty() && normalise(self.title) == name + &shared;
        is_behind.then(|| self.shared.to_owned())
    }

    /// Returns the only headline, unless it is a slogan. On a collection it must also be in a title.
    fn only_headline(&self, kind: Option<Kind>) -> Option<String> {
        let headline = self.only()?;
        let part = normalise(headline);
        let is_within = || self.full().any(|text| normalise(text).contains(&part));
        let fits = kind != Some(Kind::Collection) || is_within();
        (fits && !self.is_slogan(headline, kind)).then(|| headline.clone())
    }

    /// Whether the two titles share a word, but neither shares one with the headline. The name of the site does not
    /// count. A lone `title` whose first part, of several words, is its longest counts, too, except on threads, where
    /// it may name the site.
    fn is_slogan(&self, headline: &str, kind: Option<Kind>) -> bool {
        let is_alone =
            self.shared.is_empty() && kind != Some(Kind::Forum) && is_first_longest(self.title);
        let share = |text: &str, other: &str| {
            words(text).any(|word| !self.site.is(&word) && words(other).any(|known| known == word))
        };
        let share_word = is_alone || share(self.shared, self.title);
        share_word && !self.full().any(|text| share(headline, text))
    }

    fn without_headline(&self, kind: Option<Kind>) -> Option<String> {
        let has_forum = !self.shared.is_empty() && self.title.starts_with(self.shared);
        let mut choices: Vec<String> = match kind {
            // The title of a thread may end with its forum, which og:title omits.
            Some(Kind::Forum) if has_forum => vec![self.site.without_tail(self.shared)],
            Some(Kind::Forum) => {
                let mut short: Vec<String> = self.short().collect();
                short.reverse();
                short
            }
            Some(Kind::Collection) => {
                let first = self.first_of([self.title, self.shared]);
                first.into_iter().chain(self.short()).collect()
            }
            _ => self.short().collect(),
        };
        choices.push(self.linked.to_owned());
        choices.extend(self.headlines.iter().cloned());
        choices.into_iter().find(|text| !text.is_empty())
    }
}

/// The ends of the names of sites of many texts.
const COLLECTIONS: [&str; 4] = ["documentation", "forum", "forums", "community"];

/// The number of characters of the shortest title that is taken from the end of a headline.
const SHORTEST_END: usize = 8;

/// The names of a site, normalised by [`normalise`].
pub struct Site {
    name: String,
    /// The words of the declared name.
    words: Vec<String>,
    /// The text of a link to its root.
    home: String,
    host: String,
    /// The registrable label of the host, such as `example` for `www.example.co.uk`.
    label: String,
    /// Whether the page is the root of its host.
    is_front_page: bool,
}

impl Site {
    pub fn new(metadata: &Metadata, home: &str) -> Site {
        let rest = metadata.address.split("//").nth(1).unwrap_or_default();
        let host = rest.split(['/', ':', '?']).next().unwrap_or_default();
        let is_front_page = !host.is_empty() && rest.trim_end_matches('/') == host;
        let host = host.strip_prefix("www.").unwrap_or(host);
        let labels: Vec<&str> = host.split('.').collect();
        let label = match labels[..] {
            [.., name, second, _] if second.len() <= 3 && labels.len() > 2 => name,
            [.., name, _] => name,
            _ => "",
        };
        Site {
            name: normalise(&metadata.site_name),
            words: words(&metadata.site_name).collect(),
            home: normalise(home),
            host: normalise(host),
            label: normalise(label),
            is_front_page,
        }
    }

    /// Whether a part of a title starts with a name of the site, or is part of its host.
    fn starts(&self, part: &str) -> bool {
        let part = normalise(part);
        let mut names = [&self.name, &self.label].into_iter();
        !part.is_empty()
            && (names.any(|name| name.len() > 2 && part.starts_with(&**name))
                || part.len() > 2 && self.host.contains(&part))
    }

    /// Whether a normalised text is a name of the site.
    pub fn is(&self, text: &str) -> bool {
        !text.is_empty()
            && [&self.name, &self.home, &self.host, &self.label]
                .into_iter()
                .any(|name| name == text)
    }

    /// Whether a text has words of the site's name alone, and several of these.
    fn has_words_of(&self, text: &str) -> bool {
        words(text).nth(1).is_some() && words(text).all(|word| self.words.contains(&word))
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

    /// Whether a text is a name of the site, or the end of one.
    fn ends_with(&self, text: &str) -> bool {
        let text = normalise(text);
        let is_end = |name: &String| text.len() > 3 && name.ends_with(&text);
        self.is(&text) || is_end(&self.name) || is_end(&self.home)
    }

    /// Removes a name of the site at the end of an author's name, also in brackets.
    pub fn leave_out<'n>(&self, name: &'n str) -> &'n str {
        if let Some((author, paper)) = name
            .strip_suffix(')')
            .and_then(|name| name.rsplit_once(" ("))
            && self.ends_with(paper)
        {
            return author;
        }
        if let Some((author, paper)) = name.rsplit_once(", ") {
            let paper = normalise(paper);
            if self.ends_with(paper.strip_prefix("the").unwrap_or(&paper)) {
                return author;
            }
        }
        let (mut rest, mut end) = (String::new(), name.len());
        for (space, _) in name.rmatch_indices(' ') {
            rest.insert_str(0, &normalise(&name[space + 1..end]));
            end = space;
            if rest.len() > self.name.len() {
                break;
            }
            if !rest.is_empty() && rest == self.name {
                let author = name[..space].trim_end();
                let before = author.rsplit(' ').next();
                let is_role =
                    before.is_some_and(|word| matches!(word, "of" | "at" | "for" | "from"));
                return match is_role {
                    true => name,
                    false => author.trim_end_matches([' ', ',', '|', '-']),
                };
            }
        }
        name
    }

    /// Returns the first part of a title that does not name the site, or else the first part.
    fn first(&self, title: &str) -> String {
        let parts: Vec<&str> = segments(strip_title(title))
            .filter(|part| !part.is_empty())
            .collect();
        let is_behind_site = parts
            .first()
            .is_some_and(|first| self.is(&normalise(first)));
        let mut others = parts.iter().filter(|part| !self.is_named_by(part));
        // Behind the name of the site, sections come first: "Harbour Notes » News » Tides".
        let part = match is_behind_site {
            true => others.next_back(),
            false => others.next(),
        };
        let part = part.or(parts.first()).copied().unwrap_or_default();
        part.to_owned()
    }

    /// Removes the name of the site at the end of a title.
    fn without_tail(&self, title: &str) -> String {
        let head = match separators(title).last() {
            Some((from, to)) if self.is_named_by(&title[to..]) => title[..from].trim_end(),
            _ => title,
        };
        head.to_owned()
    }

    /// Removes the name of the site at the start of a title, before a colon.
    fn without_name<'t>(&self, title: &'t str) -> &'t str {
        let Some((name, rest)) = title.split_once(": ") else {
            return title;
        };
        let letters = normalise(name);
        let is_name = self.is(&letters)
            || letters
                .strip_prefix("the")
                .is_some_and(|name| self.is(name));
        match is_name && rest.trim().chars().count() > 3 {
            true => rest.trim_start(),
            false => title,
        }
    }

    /// Removes the name of the site at the start or end of a title.
    fn shorten(&self, title: &str) -> String {
        let mut title = self.without_name(strip_title(title));
        loop {
            let places: Vec<(usize, usize)> = separators(title).collect();
            let (Some(&first), Some(&last)) = (places.first(), places.last()) else {
                break;
            };
            let (before, after) = (title[..last.0].trim_end(), title[last.1..].trim_start());
            let sign = title[last.0..last.1].trim();
            let lower = after.to_lowercase();
            let is_tail = self.is_named_by(after)
                || matches!(sign, "|" | "\u{2014}" | "/" | ":" | "::")
                    && after.split_whitespace().count() <= 6
                || COLLECTIONS.iter().any(|end| lower.ends_with(end));
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

/// Iterates over the byte ranges of the separators in a title.
fn separators(title: &str) -> impl Iterator<Item = (usize, usize)> {
    title.char_indices().filter_map(move |(at, character)| {
        let is_double = title[at..].starts_with(":: ");
        let end = at + character.len_utf8() + usize::from(is_double);
        let spaced = title[..at].ends_with(' ') && title[end..].starts_with(' ');
        let separates = match character {
            '|' | '｜' => true,
            // Chinese titles: 标题_栏目_网站.
            '_' if spaced => true,
            '_' => {
                is_unspaced(title[..at].chars().next_back())
                    && is_unspaced(title[end..].chars().next())
            }
            ':' if title[..at].ends_with(" :") => false,
            '-'
            | '~'
            | '>'
            | '\u{2013}'..='\u{2015}'
            | '\u{b7}'
            | '\u{2022}'
            | '\u{bb}'
            | '\u{ab}'
            | '\u{2039}'
            | '\u{203a}'
            | ':'
            | '/' => spaced,
            _ => false,
        };
        separates.then_some((at, end))
    })
}

/// Whether a character is a Chinese one, or a sign of East Asian text.
fn is_unspaced(character: Option<char>) -> bool {
    character.is_some_and(
        |character| matches!(character, '\u{3000}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}'),
    )
}

/// Whether the first part of a title has three words or more, and no other part has more.
fn is_first_longest(title: &str) -> bool {
    let mut counts = segments(title).map(|part| words(part).count());
    let first = counts.next().unwrap_or_default();
    first > 2 && counts.all(|count| count < first)
}

/// Iterates over the words of a text, normalised.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split_whitespace()
        .map(normalise)
        .filter(|word| word.chars().count() > 2)
}

/// Whether the first parts of a title equal a text.
fn starts_with_part(title: &str, text: &str) -> bool {
    let text = normalise(text);
    let ends = separators(title).map(|(at, _)| at).chain([title.len()]);
    ends.into_iter().any(|end| normalise(&title[..end]) == text)
}

/// Whether a title is one that editors fill in for any page.
fn is_generic(title: &str) -> bool {
    const TITLES: [&str; 34] = [
        "page",
        "webpage",
        "newpage",
        "untitled",
        "untitleddocument",
        "untitledpage",
        "document",
        "index",
        "article",
        "post",
        "default",
        "main",
        "title",
        "seite",
        "neueseite",
        "dokument",
        "unbenannt",
        "artikel",
        "documento",
        "sintítulo",
        "página",
        "artículo",
        "artigo",
        "sanstitre",
        "pagesanstitre",
        "pagina",
        "articolo",
        "strona",
        "stránka",
        "страница",
        "статья",
        "документ",
        "ページ",
        "无标题文档",
    ];
    TITLES.contains(&&*normalise(title)) || is_home(title)
}

fn is_home(title: &str) -> bool {
    matches!(
        &*normalise(title),
        "home" | "homepage" | "startseite" | "accueil" | "inicio"
    )
}

/// Iterates over the parts of a title, which a colon behind a word separates, too.
fn pieces(title: &str) -> impl Iterator<Item = &str> {
    segments(title).flat_map(|part| part.split(": ").map(str::trim))
}

/// The parts of a title, and their letters.
struct Parts<'t> {
    texts: Vec<&'t str>,
    letters: Vec<String>,
}

/// The bytes of the shortest part of a title that may be the beginning of a headline.
const SHORTEST_CUT: usize = 16;

impl<'t> Parts<'t> {
    fn new(title: &'t str) -> Self {
        let texts: Vec<&str> = pieces(title).collect();
        let letters = texts.iter().map(|part| normalise(part)).collect();
        Parts { texts, letters }
    }

    /// Returns the range of the parts that are a headline. A long headline may be cut in the title: "The ferry was sold to ...".
    fn place(&self, headline: &str) -> Option<Range<usize>> {
        let headline = normalise(headline);
        (0..self.texts.len()).find_map(|from| {
            let mut rest = &*headline;
            for at in from..self.texts.len() {
                rest = rest.strip_prefix(&*self.letters[at])?;
                let text = self.texts[at];
                let is_cut = text.ends_with("...") || text.ends_with('…');
                if rest.is_empty() || is_cut && text.len() >= SHORTEST_CUT {
                    return Some(from..at + 1);
                }
            }
            None
        })
    }
}

pub(super) fn segments(title: &str) -> impl Iterator<Item = &str> {
    let mut from = 0;
    let ends = separators(title).chain([(title.len(), title.len())]);
    ends.map(move |(end, next)| title[std::mem::replace(&mut from, next)..end].trim())
}

/// Removes a separator at the start of a title, whose first part is empty.
fn without_sign(title: &str) -> &str {
    match title.split_once(' ') {
        Some(("-" | "|" | "–" | "—" | "·" | "•" | "»" | "›" | ":" | "::", rest)) => rest,
        _ => title,
    }
}

/// Removes permalink signs and forum prefixes from a title.
fn strip_title(text: &str) -> &str {
    let text = text.trim_matches(|character: char| {
        // Private use: the glyphs of icon fonts.
        character.is_whitespace()
            || matches!(
                character,
                '\u{b6}' | '#' | '\u{200b}' | '\u{e000}'..='\u{f8ff}'
            )
    });
    // The number of messages for the reader: "(3) Tides".
    let numbered = text
        .strip_prefix('(')
        .and_then(|rest| rest.split_once(") "));
    let text = match numbered {
        Some((number, rest))
            if number.len() < 3 && number.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            rest
        }
        _ => text,
    };
    ["Thread: ", "Topic: "]
        .iter()
        .find_map(|begin| text.strip_prefix(begin))
        .unwrap_or(text)
}

/// Removes the page number of a thread or list at the end of a title: "Tides - Page 3", "Tides (Page 3)".
fn without_page(title: &str) -> &str {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some((before, after)) = title.rsplit_once("age ") else {
        return title;
    };
    let number = after.trim_end_matches(')');
    let Some(head) = before
        .strip_suffix(['P', 'p'])
        .filter(|_| is_number(number))
    else {
        return title;
    };
    let begins = head.trim_end_matches([' ', '(', '-', '|', ',', '\u{2013}', '\u{2014}', '\u{b7}']);
    match head.len() - begins.len() > 1 && !begins.is_empty() {
        true => begins,
        false => title,
    }
}

/// Keeps only letters and digits, in lower case, for comparisons that ignore punctuation.
pub(super) fn normalise(text: &str) -> String {
    let kept = text.chars().filter(|character| character.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn title(kind: Kind, title: &str, shared: &str, headlines: &[&str]) -> String {
        let metadata = Metadata {
            site_name: "Harbour Notes".to_owned(),
            ..Metadata::default()
        };
        let headlines = headlines.iter().map(|&text| text.to_owned());
        Titles::new(
            &Site::new(&metadata, ""),
            title,
            shared,
            headlines,
            std::iter::empty(),
            ["", ""],
        )
        .choose(Some(kind))
    }

    #[test]
    fn the_number_of_a_page_is_not_of_its_title() {
        for title in ["Tides - Page 3", "Tides (Page 12)", "Tides, page 2"] {
            assert_eq!(without_page(title), "Tides");
        }
        for title in [
            "Page 3",
            "Homepage 3",
            "Tides Page 3",
            "The page 3 girls",
            "Tides - Page",
        ] {
            assert_eq!(without_page(title), title);
        }
    }

    #[test]
    fn a_headline_counts_if_it_fits_the_titles() {
        let of = |headlines: &[&str]| {
            title(
                Kind::Article,
                "Tides and moons | Harbour Notes",
                "Tides and moons",
                headlines,
            )
        };
        assert_eq!(of(&["Tides & moons"]), "Tides & moons");
        assert_eq!(of(&["Home > Sea > Tides and moons"]), "Tides and moons");
        assert_eq!(of(&["Related", "Tides and moon"]), "Tides and moon");
        assert_eq!(of(&["Go where the wind is"]), "Tides and moons");
        assert_eq!(of(&["Harbour Notes"]), "Tides and moons");
        let agree = title(Kind::Article, "Welcome", "", &["Go where the wind is"]);
        assert_eq!(agree, "Go where the wind is");
        let of = |kind| title(kind, "Tides and two moons", "", &["About us"]);
        assert_eq!(of(Kind::Article), "Tides and two moons");
        assert_eq!(of(Kind::Forum), "About us");
    }

    #[test]
    fn parts_that_only_title_has_belong_to_the_site() {
        let of = |kind, headline: &str| {
            let full = "Tides: a log | Ann Lee | Sea | Harbour Notes";
            title(kind, full, "Tides: a log | Ann Lee", &[headline])
        };
        assert_eq!(of(Kind::Article, "Tides: a log"), "Tides: a log | Ann Lee");
        assert_eq!(of(Kind::Forum, "Tides: a log"), "Tides: a log");
        assert_eq!(
            of(Kind::Article, "The log of the tides"),
            "The log of the tides"
        );
    }

    #[test]
    fn headlines_of_the_words_of_the_site_name_it() {
        let metadata = Metadata {
            site_name: "Harbour Boat Notes".to_owned(),
            ..Metadata::default()
        };
        let of = |shared: &str, headline: &str| {
            let headlines = [headline.to_owned()].into_iter();
            let site = Site::new(&metadata, "");
            Titles::new(&site, "", shared, headlines, std::iter::empty(), ["", ""])
                .choose(Some(Kind::Article))
        };
        assert_eq!(of("High tide", "Harbour Notes"), "High tide");
        assert_eq!(of("", "Harbour Notes"), "Harbour Notes");
        assert_eq!(of("New Harbour Notes", "Harbour Notes"), "Harbour Notes");
        assert_eq!(of("High tide", "Boat Days"), "Boat Days");
    }

    #[test]
    fn the_title_of_libraries_is_a_part_of_that_of_the_page() {
        let metadata = Metadata::default();
        let of = |given: &str, headlines: &[&str]| {
            let site = Site::new(&metadata, "");
            let headlines = headlines.iter().map(|&text| text.to_owned());
            Titles::new(
                &site,
                "rfc-12 - Tide tables",
                "",
                headlines,
                std::iter::empty(),
                [given, ""],
            )
            .choose(None)
        };
        assert_eq!(of("Tide tables", &[]), "Tide tables");
        assert_eq!(of("tables", &[]), "rfc-12 - Tide tables");
        assert_eq!(of("Tide tables", &["rfc-12"]), "rfc-12");
    }

    #[test]
    fn a_very_long_title_is_not_taken_apart() {
        let long = "a | ".repeat(LONGEST);
        assert_eq!(title(Kind::Article, "Tides", &long, &[]), "Tides");
        assert_eq!(title(Kind::Article, "", &long, &["Moons"]), "Moons");
        assert_eq!(title(Kind::Article, "", &long, &[]), long);
    }

    #[test]
    fn front_pages_keep_the_name_that_their_title_starts_with() {
        let of = |kind, address: &str, title: &str| {
            let metadata = Metadata {
                address: address.to_owned(),
                ..Metadata::default()
            };
            let site = Site::new(&metadata, "");
            Titles::new(
                &site,
                title,
                "",
                ["Sail now".to_owned()].into_iter(),
                std::iter::empty(),
                ["", ""],
            )
            .choose(Some(kind))
        };
        let (front, inner) = ("https://www.harbour.example/", "https://harbour.example/a");
        let full = "Harbour - boats for all";
        assert_eq!(of(Kind::Service, front, full), full);
        assert_eq!(of(Kind::Service, inner, full), "boats for all");
        let twice = "Harbour: the boats | Boats for all | Harbour";
        assert_eq!(
            of(Kind::Listing, front, twice),
            "Harbour: the boats | Boats for all"
        );
        assert_eq!(of(Kind::Service, front, "Boats | Harbour"), "Boats");
        assert_eq!(of(Kind::Article, front, full), "Sail now");
    }

    #[test]
    fn titles_lose_the_name_of_the_site_at_their_start_where_more_follows() {
        let metadata = Metadata {
            site_name: "Harbour Notes".to_owned(),
            ..Metadata::default()
        };
        let site = Site::new(&metadata, "");
        assert_eq!(site.shorten("Harbour Notes - Tides"), "Tides");
        assert_eq!(site.shorten("Harbour Notes - Map"), "Harbour Notes - Map");
        assert_eq!(site.shorten("Tides - of spring"), "Tides - of spring");
    }

    #[test]
    fn titles_lose_sites_forums_and_signs() {
        let of = |kind, full, shared| title(kind, full, shared, &[]);
        assert_eq!(
            of(Kind::Forum, "Late ferry - Ferries", "Late ferry"),
            "Late ferry"
        );
        assert_eq!(
            of(Kind::Forum, "Late ferry / Ferries / Harbour Notes", ""),
            "Late ferry"
        );
        assert_eq!(of(Kind::Article, "Sails :: Harbour", ""), "Sails");
        assert_eq!(of(Kind::Service, "Home | Bo's Boats", ""), "Bo's Boats");
        assert_eq!(of(Kind::Service, "Home", ""), "Home");
        let manual = title(
            Kind::Documentation,
            "sail - hoist it - 2.1 manual",
            "",
            &["sail - hoist it\u{e001}"],
        );
        assert_eq!(manual, "sail - hoist it");
    }
}
