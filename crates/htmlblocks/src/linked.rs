//! A tolerant reader of JSON-LD. It returns typed objects with their headline, authors, dates and texts.
//!
//! JSON on pages is often malformed, so it is scanned, not parsed. Strings, brackets and commas suffice to assign
//! values to objects.

/// Fields whose objects are other texts: parts of the page's, lists, and what it cites.
const OF_OTHER_TEXTS: [&str; 8] = [
    "citation",
    "hasPart",
    "isBasedOn",
    "isPartOf",
    "isRelatedTo",
    "itemListElement",
    // A live blog shows its posts; the data have only their first lines.
    "liveBlogUpdate",
    "mentions",
];

/// A JSON-LD object.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Node {
    /// Its types, without their namespaces.
    pub types: Vec<String>,
    /// The path of field names to it from the root, separated by dots.
    pub path: String,
    /// `headline`.
    pub headline: String,
    /// `name`.
    pub name: String,
    /// `datePublished` or `pub_date`, else `dateCreated`, `datePosted` or `uploadDate`.
    pub published: String,
    /// The names in `author`, else in `creator`.
    pub authors: Vec<String>,
    /// `@id`.
    pub id: String,
    /// `url` and `mainEntityOfPage`.
    pub addresses: Vec<String>,
    /// The `@id`s of authors that are described elsewhere.
    pub author_ids: Vec<String>,
    /// `articleBody` and `text`, and the fields of recipes: `recipeIngredient`, `recipeInstructions`.
    pub bodies: Vec<String>,
    /// `description`.
    pub description: String,
    /// The name and address of its `location`: the strings `name`, `address` and `streetAddress`.
    pub place: Vec<String>,
    /// Its number in the order of opening brackets in the script.
    pub number: usize,
    created: String,
    creators: Vec<String>,
    /// `givenName` and `familyName`.
    parts_of_name: [String; 2],
}

impl Node {
    /// Whether it is within another text, or within one of these fields.
    pub fn is_within(&self, fields: &[&str]) -> bool {
        let is_of_other = |field| OF_OTHER_TEXTS.contains(&field) || fields.contains(&field);
        self.path.split('.').any(is_of_other)
    }
}

/// Objects nested deeper are skipped.
const DEEPEST: usize = 40;
/// Longer field names are not read, and are left out of paths. Otherwise arrays and nested objects would each have a
/// copy.
const LONGEST_KEY: usize = 40;
/// The greatest number of authors that are looked up for an object.
const MOST_AUTHORS: usize = 8;
/// The greatest number of addresses of an object.
const MOST_ADDRESSES: usize = 4;

/// Appends the objects of a script to `nodes`, up to `most`. Nested objects come before those around them.
pub fn read(text: &str, nodes: &mut Vec<Node>, most: usize) {
    let mut scan = Scan {
        open: Vec::new(),
        deeper: 0,
        number: 0,
        nodes,
        most,
    };
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'{' => scan.begin(true),
            b'[' => scan.begin(false),
            b'}' | b']' => scan.end(),
            b',' if scan.deeper == 0 => {
                if let Some(open) = scan.open.last_mut()
                    && open.is_object
                {
                    open.key.clear();
                }
            }
            b'"' => {
                let end = string_end(bytes, at + 1);
                let value = text.get(at + 1..end).unwrap_or_default();
                at = end;
                let after = bytes[(at + 1).min(bytes.len())..]
                    .iter()
                    .find(|byte| !byte.is_ascii_whitespace());
                scan.string(value, after == Some(&b':'));
            }
            b'0'..=b'9' => {
                let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit());
                let end = at + digits.count();
                scan.number(&text[at..end]);
                at = end - 1;
            }
            _ => {}
        }
        at += 1;
    }
    scan.deeper = 0;
    while !scan.open.is_empty() {
        scan.end();
    }
}

/// Adds the names of authors that objects only refer to.
pub fn resolve(nodes: &mut [Node]) {
    for at in 0..nodes.len() {
        let named = |id: &String| {
            let is_person = |node: &&Node| node.types.iter().any(|of| of == "Person");
            let mut known = nodes
                .iter()
                .filter(|node| node.id == *id && !node.name.is_empty());
            known.find(is_person).map(|node| node.name.clone())
        };
        let names: Vec<String> = nodes[at].author_ids.iter().filter_map(named).collect();
        nodes[at].authors.extend(names);
    }
}

/// Returns the end of the string that starts at byte `from`.
fn string_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(found) = bytes
        .get(at..)
        .and_then(|rest| memchr::memchr2(b'\\', b'"', rest))
    {
        at += found;
        match bytes[at] {
            b'"' => return at,
            _ => at += 2,
        }
    }
    bytes.len()
}

/// Returns a text without tags and character references.
fn plain(text: &str) -> String {
    let pieces = text
        .split('<')
        .enumerate()
        .map(|(at, piece)| match piece.split_once('>') {
            Some((_, after)) if at > 0 => after,
            _ => piece,
        });
    pieces.collect()
}

fn unescape(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars();
    let mut high = 0;
    while let Some(character) = characters.next() {
        if character != '\\' {
            out.push(character);
            continue;
        }
        match characters.next() {
            Some('u') => {
                let digits: String = characters.by_ref().take(4).collect();
                let unit = u32::from_str_radix(&digits, 16).unwrap_or(0xFFFD);
                match unit {
                    0xD800..=0xDBFF => high = unit,
                    0xDC00..=0xDFFF if high != 0 => {
                        let code = 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00);
                        out.push(char::from_u32(code).unwrap_or('\u{FFFD}'));
                        high = 0;
                    }
                    _ => out.push(char::from_u32(unit).unwrap_or('\u{FFFD}')),
                }
            }
            Some('n') => out.push('\n'),
            Some('r' | 't' | 'b' | 'f') => out.push(' '),
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}

#[derive(Default)]
struct Open {
    is_object: bool,
    /// The name of the current field; for an array, the name of the field that holds it.
    key: String,
    node: Node,
}

struct Scan<'n> {
    open: Vec<Open>,
    /// The number of open brackets deeper than [`DEEPEST`].
    deeper: usize,
    /// The number of objects and arrays so far.
    number: usize,
    nodes: &'n mut Vec<Node>,
    most: usize,
}

impl Scan<'_> {
    fn begin(&mut self, is_object: bool) {
        if self.open.len() == DEEPEST {
            self.deeper += 1;
            return;
        }
        let outer = self.open.last();
        let key = outer.map_or(String::new(), |open| open.key.clone());
        let mut path = outer.map_or(String::new(), |open| open.node.path.clone());
        if is_object && !key.is_empty() {
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(&key);
        }
        self.open.push(Open {
            is_object,
            key: if is_object { String::new() } else { key },
            node: Node {
                path,
                number: self.number,
                ..Node::default()
            },
        });
        self.number += 1;
    }

    /// Adds a string, which is unescaped if a field takes it.
    fn string(&mut self, text: &str, is_key: bool) {
        if self.deeper > 0 {
            return;
        }
        // A value in an array belongs to the object around it.
        let place = self.open.iter().rposition(|open| open.is_object);
        let Some(last) = self.open.last_mut() else {
            return;
        };
        if is_key && last.is_object {
            last.key = unescape(text);
            if last.key.len() > LONGEST_KEY {
                last.key.clear();
            }
            return;
        }
        let Some(place) = place else { return };
        let is_listed = !last.is_object;
        let key = std::mem::take(&mut last.key);
        let node = &mut self.open[place].node;
        let set = |field: &mut String| {
            if field.is_empty() {
                *field = unescape(text);
            }
        };
        match &*key {
            "@type" => {
                let name = unescape(text);
                let name = name.rsplit(['/', '#', ':']).next().unwrap_or_default();
                node.types.push(name.to_owned());
            }
            "@id" => set(&mut node.id),
            "url" | "mainEntityOfPage" if node.addresses.len() < MOST_ADDRESSES => {
                node.addresses.push(unescape(text));
            }
            "headline" => set(&mut node.headline),
            // Some pages have the names of several authors in one object.
            "name" if is_listed && !node.name.is_empty() => {
                node.name.push_str(", ");
                node.name.push_str(&unescape(text));
            }
            "name" | "@value" => set(&mut node.name),
            "givenName" => set(&mut node.parts_of_name[0]),
            "familyName" => set(&mut node.parts_of_name[1]),
            "datePublished" | "pub_date" => set(&mut node.published),
            "dateCreated" | "datePosted" | "uploadDate" => set(&mut node.created),
            "author" => node.authors.push(plain(&unescape(text))),
            "creator" => node.creators.push(unescape(text)),
            "description" => set(&mut node.description),
            "address" | "streetAddress" => node.place.push(unescape(text)),
            "articleBody" | "text" | "recipeIngredient" | "recipeInstructions" => {
                node.bodies.push(unescape(text));
            }
            _ => {}
        }
        if let Some(last) = self.open.last_mut() {
            last.key = key;
        }
    }

    /// Adds a number, if it is a date in seconds or milliseconds.
    fn number(&mut self, digits: &str) {
        const DATES: [&str; 5] = [
            "datePublished",
            "pub_date",
            "dateCreated",
            "datePosted",
            "uploadDate",
        ];
        let is_date = |open: &Open| DATES.contains(&&*open.key);
        if matches!(digits.len(), 10 | 13) && self.open.last().is_some_and(is_date) {
            self.string(digits, false);
        }
    }

    fn end(&mut self) {
        if self.deeper > 0 {
            self.deeper -= 1;
            return;
        }
        let Some(open) = self.open.pop() else { return };
        if !open.is_object {
            return;
        }
        let mut node = open.node;
        if node.name.is_empty() {
            let [given, family] = &node.parts_of_name;
            // East Asian names have the family first, and no space.
            let is_wide =
                |letter| matches!(letter, '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}');
            node.name = match family.starts_with(is_wide) {
                true => format!("{family}{given}"),
                false => format!("{given} {family}").trim().to_owned(),
            };
        }
        let key = self
            .open
            .last()
            .map_or(String::new(), |outer| outer.key.clone());
        if matches!(&*key, "author" | "creator") && !node.name.is_empty() {
            let (name, is_author) = (plain(&node.name), key == "author");
            if let Some(place) = self.open.iter().rposition(|open| open.is_object) {
                let outer = &mut self.open[place].node;
                let names = if is_author {
                    &mut outer.authors
                } else {
                    &mut outer.creators
                };
                names.push(name);
            }
        }
        // "name": {"@value": "Ann Lee"}
        if key == "name"
            && let Some(outer) = self.open.iter_mut().rfind(|open| open.is_object)
            && outer.node.name.is_empty()
        {
            outer.node.name.clone_from(&node.name);
        }
        if matches!(&*key, "location" | "address")
            && let Some(outer) = self.open.iter_mut().rfind(|open| open.is_object)
        {
            outer.node.place.push(node.name.clone());
            outer.node.place.append(&mut node.place);
        }
        if key == "mainEntityOfPage"
            && let Some(outer) = self.open.iter_mut().rfind(|open| open.is_object)
            && outer.node.addresses.len() < MOST_ADDRESSES
        {
            outer.node.addresses.push(node.id.clone());
        }
        let refers = key == "author" && node.name.is_empty() && !node.id.is_empty();
        if refers && let Some(outer) = self.open.iter_mut().rfind(|open| open.is_object) {
            let ids = &mut outer.node.author_ids;
            if ids.len() < MOST_AUTHORS {
                ids.push(node.id.clone());
            }
        }
        if node.authors.is_empty() {
            node.authors = std::mem::take(&mut node.creators);
        }
        if node.published.is_empty() {
            node.published = std::mem::take(&mut node.created);
        }
        if self.nodes.len() < self.most && !node.types.is_empty() {
            self.nodes.push(node);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_have_authors_and_dates() {
        let mut nodes = Vec::new();
        read(
            r#"{"@context":"https://schema.org","@graph":[{"@type":["NewsArticle","Thing"],"headline":"Ferry\u0020\"late\"",
            "author":[{"@type":"Person","name":"Ann \ud83d\ude00 Lee"},"Bo Day"],"dateCreated":"2020-05-06",
            "comment":{"@type":"Comment","author":{"name":"troll"}}}]}"#,
            &mut nodes,
            usize::MAX,
        );
        let article = nodes.iter().find(|node| !node.headline.is_empty()).unwrap();
        assert_eq!(article.types, ["NewsArticle", "Thing"]);
        assert_eq!(article.headline, "Ferry \"late\"");
        assert_eq!(article.authors, ["Ann \u{1f600} Lee", "Bo Day"]);
        assert_eq!(article.published, "2020-05-06");
        let mut dated = Vec::new();
        read(
            r#"{"@type":"Article","wordCount":1709546400,"datePublished": 1709546400000}"#,
            &mut dated,
            1,
        );
        assert_eq!(dated[0].published, "1709546400000");
        let comment = nodes.iter().find(|node| node.types == ["Comment"]).unwrap();
        assert_eq!(
            (&*comment.path, &comment.authors[..]),
            ("@graph.comment", &["troll".to_owned()][..])
        );
    }

    #[test]
    fn malformed_json_is_tolerated() {
        for text in [
            "",
            "{",
            "}]",
            "{\"@type\":\"A\"",
            "\"\\",
            "{\"a\":\"\\u12",
            "[[[{\"name\":",
            "{\"@type\":\"\\ud800\"}",
        ] {
            read(text, &mut Vec::new(), usize::MAX);
        }
        let mut nodes = Vec::new();
        read(
            "{\"@type\": \"Article\", \"name\": 'x', \"headline\": \"y\",}",
            &mut nodes,
            usize::MAX,
        );
        assert_eq!(nodes[0].headline, "y");
    }
}
