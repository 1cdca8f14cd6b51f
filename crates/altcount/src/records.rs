//! The records of a page: a repeated structure that a template fills again and again, such as search results or
//! products in a grid.
//!
//! Ikeda, Yamada & Hirokawa (2001, section 5) mention records as an application. Their SCOOP looks for record
//! delimiters, which begin with `<` and end with `>`, between frequent and rare parts of the page. Here a row of
//! elements of one kind under one parent delimits the records, so that records may hold any markup. The best row has
//! the most text, in records with similar markup and different text. Text that most records have in the same place is
//! template; the rest are their fields.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Range;

use crate::constants::{
    RECORD_LEAST_TEXT, RECORD_LIKENESS, RECORD_MOST_FIELDS, RECORD_MOST_TEXT,
    RECORD_TEMPLATE_SHARE, RECORD_WEIGHT_LINK, RECORD_WEIGHT_LINKED, RECORDS,
};
use html::elements::{Content, Element};
use html::tree::{Parser, Walk, walk};
use xxhash_rust::xxh3::xxh3_64;

/// Deeper elements count as children of the last element at this depth. Otherwise the time would be quadratic for
/// deeply nested pages.
const RECORD_LEVELS: usize = 100;
/// The number of classes read of an element.
const RECORD_CLASSES: usize = 4;

/// A record: the texts that fill its place in the template, and the addresses of its links.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Record {
    /// The fields, in order.
    pub fields: Vec<String>,
    /// The addresses of the links, each once.
    pub links: Vec<String>,
}

/// Why a page has no records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Missing {
    /// It has no tags.
    Markup,
    /// It has no three elements of one kind under one parent.
    Row,
    /// It has such elements, but they are not records.
    Records,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Missing::Markup => f.write_str("there is no markup"),
            Missing::Row => write!(f, "no element has {RECORDS} elements of one kind in it"),
            Missing::Records => write!(
                f,
                "elements of one kind are a menu or paragraphs, differ inside, or have fewer than {RECORD_LEAST_TEXT} characters each"
            ),
        }
    }
}

/// Returns the records of a page in order.
///
/// Time: linear in the page, times its depth (up to a hundred). Memory: some 200 bytes an element.
///
/// # Errors
/// The page has no row of records.
pub fn find_records(page: &str) -> Result<Vec<Record>, Missing> {
    let mut outline = Outline::default();
    walk(page, Parser::Standard, &mut outline);
    let rows = outline.rows();
    let missing = match rows.is_empty() {
        true if !page.contains('<') => Missing::Markup,
        true => Missing::Row,
        false => Missing::Records,
    };
    let best = rows
        .into_iter()
        .filter_map(|row| Some((outline.score(&row)?, row)))
        .max_by(|(a, first), (b, second)| a.total_cmp(b).then(second.cmp(first)));
    let (_, row) = best.ok_or(missing)?;
    Ok(outline.fields(&row))
}

/// Returns the records of a page as [`find_records`] does, or none.
pub fn records(page: &str) -> Vec<Record> {
    find_records(page).unwrap_or_default()
}

/// An element, or the page itself.
#[derive(Debug, Default)]
struct Node {
    parent: usize,
    /// Hashes of its name, and of its name with each class.
    kinds: Vec<u64>,
    children: Vec<usize>,
    /// The indexes of the pieces of text in it.
    texts: Range<usize>,
    /// The number of the first element after it.
    end: usize,
}

/// A piece of text, with its white space collapsed.
#[derive(Debug)]
struct Piece {
    text: String,
    /// The element that holds it.
    parent: usize,
    link: bool,
}

#[derive(Debug, Default)]
struct Outline {
    nodes: Vec<Node>,
    open: Vec<usize>,
    links: usize,
    /// The number of open elements whose text is hidden.
    hidden: usize,
    pieces: Vec<Piece>,
    /// The address of each link, with the number of its element.
    addresses: Vec<(usize, String)>,
}

/// Elements of one kind; a record begins at each.
type Row = Vec<usize>;

/// A hash of a place in the template, and the index of the piece of text there.
type Placed = (u64, usize);

/// The elements and pieces of text of a record.
struct Span {
    elements: Range<usize>,
    pieces: Range<usize>,
}

impl Outline {
    fn begin(&mut self) {
        if self.nodes.is_empty() {
            self.nodes.push(Node::default());
            self.open.push(0);
        }
    }

    /// Returns the parent of the next element or text.
    fn parent(&self) -> usize {
        self.open[self.open.len().min(RECORD_LEVELS) - 1]
    }

    /// Returns the rows of elements of one kind under one parent.
    fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        for node in self.nodes.iter().filter(|node| !node.children.is_empty()) {
            let mut by_kind: HashMap<(u64, u64), Row> = HashMap::new();
            for &child in &node.children {
                for &kind in &self.nodes[child].kinds {
                    by_kind.entry((0, kind)).or_default().push(child);
                    // In a grid, the records are one level deeper, in rows or columns.
                    for &below in &self.nodes[child].children {
                        for &other in &self.nodes[below].kinds {
                            by_kind.entry((kind, other)).or_default().push(below);
                        }
                    }
                }
            }
            rows.extend(by_kind.into_values().filter(|row| row.len() >= RECORDS));
        }
        rows.sort();
        rows.dedup();
        rows
    }

    /// Returns the elements and the pieces of text of each record of a row. A record ends at the next one, or after as
    /// many siblings as the two nearest records are apart.
    fn spans(&self, row: &Row) -> Vec<Span> {
        let siblings = |node: usize| &self.nodes[self.nodes[node].parent].children;
        let place = |node: usize| siblings(node).partition_point(|&child| child < node);
        let distance = |pair: &[usize]| {
            let same = self.nodes[pair[0]].parent == self.nodes[pair[1]].parent;
            same.then(|| place(pair[1]) - place(pair[0]))
        };
        let usual = row.windows(2).filter_map(distance).min().unwrap_or(1);
        let span = |&node: &usize| {
            let last = (place(node) + usual).min(siblings(node).len()) - 1;
            let (first, last) = (&self.nodes[node], &self.nodes[siblings(node)[last]]);
            Span {
                elements: node..last.end,
                pieces: first.texts.start..last.texts.end,
            }
        };
        row.iter().map(span).collect()
    }

    /// Returns a score that grows with the amount of the page's text in the records of a row, or `None` if they are not
    /// records.
    fn score(&self, row: &Row) -> Option<f64> {
        let spans = self.spans(row);
        let shapes: Vec<HashMap<u64, i32>> = spans
            .iter()
            .map(|span| self.shape(&span.elements))
            .collect();
        let pairs = shapes.windows(2).map(|pair| alike(&pair[0], &pair[1]));
        let alike = pairs.sum::<f64>() / (shapes.len() - 1) as f64;
        let fields = self.split(row, &spans);
        let weight = |pieces: &Vec<Placed>| {
            let weight = |&(_, piece): &Placed| {
                let piece = &self.pieces[piece];
                let chars = piece.text.chars().count() as f64;
                if piece.link {
                    RECORD_WEIGHT_LINK * chars
                } else {
                    chars
                }
            };
            pieces.iter().map(weight).sum::<f64>().min(RECORD_MOST_TEXT)
        };
        let total: f64 = fields.iter().map(weight).sum();
        let linked = if self.lead_elsewhere(&spans) {
            RECORD_WEIGHT_LINKED
        } else {
            1.0
        };
        let filled = fields.iter().filter(|pieces| !pieces.is_empty()).count();
        let pieces: usize = fields.iter().map(Vec::len).sum();
        let parts = (pieces as f64 / row.len() as f64).clamp(1.0, RECORD_MOST_FIELDS);
        // A menu has one link each, and a running text one paragraph.
        let is_linked = linked > 1.0;
        let has_text = match is_linked && parts > 1.5 {
            true => true,
            false => total >= RECORD_LEAST_TEXT * row.len() as f64,
        };
        let is_prose = !is_linked && parts <= 1.0 && self.nodes[row[0]].kinds[0] == xxh3_64(b"p");
        let enough = alike >= RECORD_LIKENESS && filled >= RECORDS && has_text && !is_prose;
        enough.then(|| total * alike * alike * linked * parts.powf(0.75) * (row.len() as f64).ln())
    }

    /// Whether most records link to another address than the record before.
    fn lead_elsewhere(&self, spans: &[Span]) -> bool {
        let first = |span: &Span| {
            let at = self.first_address(span.elements.start);
            let (node, address) = self.addresses.get(at)?;
            (*node < span.elements.end).then_some(&address[..])
        };
        let firsts: Vec<_> = spans.iter().map(first).collect();
        let other = firsts
            .windows(2)
            .filter(|pair| pair[1].is_some() && pair[0] != pair[1]);
        2 * other.count() >= spans.len()
    }

    /// Returns the index of the first address at or after an element.
    fn first_address(&self, element: usize) -> usize {
        self.addresses.partition_point(|(node, _)| *node < element)
    }

    /// Counts the paths of element names below a record's first element.
    fn shape(&self, elements: &Range<usize>) -> HashMap<u64, i32> {
        let mut shape = HashMap::new();
        let mut paths: HashMap<usize, u64> = HashMap::new();
        for at in elements.clone() {
            let node = &self.nodes[at];
            let above = paths.get(&node.parent).copied().unwrap_or(0);
            let path = above.rotate_left(7) ^ node.kinds[0];
            paths.insert(at, path);
            *shape.entry(path).or_default() += 1;
        }
        shape
    }

    /// Returns the pieces of text of each record that are not template, each with its place in the template.
    fn split(&self, row: &Row, spans: &[Span]) -> Vec<Vec<Placed>> {
        let placed: Vec<Vec<Placed>> = row
            .iter()
            .zip(spans)
            .map(|(&node, span)| {
                let parent = self.nodes[node].parent;
                let mut seen: HashMap<u64, u64> = HashMap::new();
                (span.pieces.clone())
                    .map(|piece| {
                        let path = self.path(self.pieces[piece].parent, parent);
                        let number = seen.entry(path).or_default();
                        *number += 1;
                        (path.rotate_left(9) ^ *number, piece)
                    })
                    .collect()
            })
            .collect();
        let mut counts: HashMap<(u64, &str), usize> = HashMap::new();
        for &(place, piece) in placed.iter().flatten() {
            *counts.entry((place, &self.pieces[piece].text)).or_default() += 1;
        }
        let most = RECORD_TEMPLATE_SHARE * row.len() as f64;
        let is_field = |&(place, piece): &Placed| {
            counts[&(place, &self.pieces[piece].text[..])] as f64 <= most
        };
        let fields = |pieces: &Vec<Placed>| pieces.iter().copied().filter(is_field).collect();
        placed.iter().map(fields).collect()
    }

    /// Returns a hash of the names of the elements from `node` up to `top`, which is excluded.
    fn path(&self, mut node: usize, top: usize) -> u64 {
        let mut path = 0u64;
        while node != top && node != 0 {
            path = path.rotate_left(7) ^ self.nodes[node].kinds[0];
            node = self.nodes[node].parent;
        }
        path
    }

    /// Returns the records of a row.
    fn fields(&self, row: &Row) -> Vec<Record> {
        let spans = self.spans(row);
        let record = |(pieces, span): (Vec<Placed>, &Span)| {
            let fields = pieces
                .iter()
                .map(|&(_, piece)| self.pieces[piece].text.clone());
            let mut links: Vec<String> = Vec::new();
            let mut known = HashSet::new();
            let first = self.first_address(span.elements.start);
            let own = self.addresses[first..].iter();
            for (_, address) in own.take_while(|(node, _)| *node < span.elements.end) {
                if known.insert(address) {
                    links.push(address.clone());
                }
            }
            Record {
                fields: fields.collect(),
                links,
            }
        };
        let records = self.split(row, &spans).into_iter().zip(&spans).map(record);
        records.filter(|record| !record.fields.is_empty()).collect()
    }
}

impl Walk for Outline {
    type Mark = usize;

    fn start(&mut self, element: Element, name: &str, attributes: &str) -> usize {
        self.begin();
        let at = self.nodes.len();
        let parent = self.parent();
        let own = xxh3_64(name.as_bytes());
        let mut kinds = vec![own];
        let class = html::attributes::value(attributes, "class").unwrap_or_default();
        let classes = class
            .split_ascii_whitespace()
            .take(RECORD_CLASSES)
            .map(|class| own.rotate_left(3) ^ xxh3_64(class.as_bytes()));
        for kind in classes {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        if element == Element::A {
            self.links += 1;
            let address = html::attributes::value(attributes, "href").unwrap_or_default();
            if !address.is_empty() {
                self.addresses
                    .push((at, html::entities::decode_value(address).into_owned()));
            }
        }
        self.hidden += usize::from(element.content() != Content::Markup);
        self.nodes[parent].children.push(at);
        self.nodes.push(Node {
            parent,
            kinds,
            texts: self.pieces.len()..self.pieces.len(),
            end: at + 1,
            children: Vec::new(),
        });
        self.open.push(at);
        at
    }

    fn end(&mut self, element: Element, mark: usize) {
        self.links -= usize::from(element == Element::A);
        self.hidden -= usize::from(element.content() != Content::Markup);
        let siblings = &self.nodes[self.nodes[mark].parent].children;
        // Only elements below the last level have siblings that began before they ended.
        let next = siblings.get(siblings.partition_point(|&child| child <= mark));
        let (pieces, nodes) = match next {
            Some(&next) => (self.nodes[next].texts.start, next),
            None => (self.pieces.len(), self.nodes.len()),
        };
        self.nodes[mark].texts.end = pieces;
        self.nodes[mark].end = nodes;
        match self.open.last() {
            Some(&last) if last == mark => drop(self.open.pop()),
            _ => self.open.retain(|&open| open != mark),
        }
    }

    fn text(&mut self, text: &str) {
        self.begin();
        if self.hidden > 0 || text.trim().is_empty() {
            return;
        }
        let parent = self.parent();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.pieces.push(Piece {
            text,
            parent,
            link: self.links > 0,
        });
    }
}

/// Returns the cosine similarity of two shapes.
fn alike(a: &HashMap<u64, i32>, b: &HashMap<u64, i32>) -> f64 {
    // The product of two counts may exceed 32 bits on a large page.
    let times = |one: i32, other: i32| i64::from(one) * i64::from(other);
    let of_both = a
        .iter()
        .map(|(path, count)| times(*count, b.get(path).copied().unwrap_or(0)));
    let product = of_both.sum::<i64>() as f64;
    let length = |shape: &HashMap<u64, i32>| {
        shape
            .values()
            .map(|&count| times(count, count))
            .sum::<i64>() as f64
    };
    product / (length(a) * length(b)).sqrt().max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(page: &str) -> Vec<Vec<String>> {
        records(page)
            .into_iter()
            .map(|record| record.fields)
            .collect()
    }

    #[test]
    fn a_list_of_results_is_split_into_fields() {
        let menu = "<ul><li><a href=/>Home</a><li><a href=/a>About us all</a><li><a href=/c>Contact the mill</a></ul>";
        let result = |n: usize| {
            format!(
                "<div class='hit n{n}'><h3><a href='/{n}?a&amp;b'>Title {n}</a></h3><p>What page {n} has to say.</p><span>Price:</span> <b>{n} pence</b></div>"
            )
        };
        let page = format!(
            "<body>{menu}<main><h1>Results</h1>{}{}<div class=advert>Buy this, and nothing else, at once, as all others do.</div>{}</main>",
            result(1),
            result(2),
            result(3)
        );
        let found = records(&page);
        assert_eq!(found.len(), 3);
        assert_eq!(
            found[1].fields,
            ["Title 2", "What page 2 has to say.", "2 pence"]
        );
        assert_eq!(found[1].links, ["/2?a&b"]);
    }

    #[test]
    fn records_with_links_of_their_own_count_twice() {
        let score = |address: fn(usize) -> usize| {
            let record = |n: usize| {
                let text = format!("The boat of {n} and what it costs").repeat(2);
                format!("<li><p>{n} <a href=/{}>{text}</a>", address(n))
            };
            let mut outline = Outline::default();
            let page: String = (0..5).map(record).collect();
            walk(&format!("<ul>{page}</ul>"), Parser::Standard, &mut outline);
            outline.score(&outline.rows()[0]).unwrap()
        };
        assert_eq!(score(|n| n), RECORD_WEIGHT_LINKED * score(|_| 7));
    }

    #[test]
    fn records_lead_elsewhere_if_half_of_them_have_a_link_of_their_own() {
        let lead = |addresses: &[&str]| {
            let link = |address: &&str| match address.is_empty() {
                true => "<a>A page</a>".to_owned(),
                false => format!("<a href={address}>A page</a>"),
            };
            let page: String = addresses.iter().map(link).collect();
            let mut outline = Outline::default();
            walk(&format!("<p>{page}</p>"), Parser::Standard, &mut outline);
            let rows = outline.rows();
            outline.lead_elsewhere(&outline.spans(&rows[0]))
        };
        assert!(lead(&["/a", "/b", "/c", "/d"]));
        // Nothing precedes the first one.
        assert!(lead(&["/a", "/b", "/c", "/d", "/d", "/d"]));
        assert!(!lead(&["/a", "/b", "/c", "/c", "/c", "/c"]) && !lead(&["/a", "/a", "/b"]));
        assert!(lead(&["", "/b", "", "/d"]) && !lead(&["", "/b", "", ""]));
    }

    /// Records need twelve characters each, so a calendar is not a list of records.
    #[test]
    fn records_have_text() {
        let table = |word: &str| {
            let row = |n: usize| {
                let cells: String = (0..3).map(|m| format!("<td>{word}{}", 3 * n + m)).collect();
                format!("<tr>{cells}</tr>")
            };
            format!("<table>{}</table>", (0..4).map(row).collect::<String>())
        };
        assert_eq!(records(&table("")).len(), 0);
        assert_eq!(records(&table("number ")).len(), 4);
    }

    #[test]
    fn records_may_have_several_elements() {
        let page = (1..5)
            .map(|n| format!("<dt>Word {n} of them<dd>What it means, number {n}."))
            .collect::<String>();
        assert_eq!(
            fields(&format!("<dl>{page}</dl>"))[3],
            ["Word 4 of them", "What it means, number 4."]
        );
        let rows: String = (1..5)
            .map(|n| format!("<tr><td>Town {n}<td>{n}000 people live here"))
            .collect();
        assert_eq!(fields(&format!("<table>{rows}</table>")).len(), 4);
    }

    #[test]
    fn an_article_has_no_records() {
        assert_eq!(
            fields("<p>One paragraph.<p>Another one."),
            Vec::<Vec<String>>::new()
        );
        assert_eq!(fields(""), Vec::<Vec<String>>::new());
        assert_eq!(
            fields("<ul><li><a>Home</a><li><a>News</a><li><a>Help</a></ul>"),
            Vec::<Vec<String>>::new()
        );
    }

    #[test]
    fn a_page_without_records_has_a_reason() {
        for (page, missing) in [
            ("Boat 1\nBoat 2\nBoat 3", Missing::Markup),
            ("<p>One paragraph.<p>Another one.", Missing::Row),
            (
                "<ul><li><a>Home</a><li><a>News</a><li><a>Help</a></ul>",
                Missing::Records,
            ),
        ] {
            assert_eq!(find_records(page), Err(missing), "{page}");
        }
    }
}
