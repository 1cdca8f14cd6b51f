//! Records within pages: altcount --emit records on made sites, whose records are known, on real listings whose records
//! were labelled, and compared with the gold text of real pages of several kinds.

mod labelled;

use std::collections::HashMap;
use std::path::Path;

use altcount::records;
use anyhow::Context;

use crate::corpora;
use crate::random::Random;

/// Pages of each made site.
const PAGES: u64 = 20;

/// A site: how a page of these records is written.
type Site = (&'static str, fn(&[Vec<String>], &mut Random) -> String);

/// Markup of five kinds: nested blocks with advertisements between them, a list of unlike items, a table, several elements a record, and rows of cards.
const SITES: [Site; 5] = [
    ("results between advertisements", results),
    ("list with optional parts", list),
    ("table", table),
    ("headings and paragraphs", flat),
    ("cards in rows of three", cards),
];

/// Prints the tables. `folder` has real pages: pages.tsv with columns id, type; html/ID.html, gold/ID.txt.
pub fn run(folder: Option<&Path>) -> anyhow::Result<()> {
    println!(
        "{:32} {:>8} {:>9} {:>7} {:>7} {:>9}",
        "made site", "records", "precision", "recall", "F1", "fields F1"
    );
    for (name, write) in SITES {
        let [mut found_all, mut true_all, mut right] = [0usize; 3];
        let mut fields = [0usize; 3];
        for page in 0..PAGES {
            let mut random = Random::new(page);
            let truth = make(&mut random);
            let found = records(&write(&truth, &mut random));
            found_all += found.len();
            true_all += truth.len();
            // A record is known by its title, and right if it holds its own fields and no other record's.
            for (record, others) in truth.iter().map(|record| (record, &truth)) {
                let own = found
                    .iter()
                    .find(|found| found.fields.iter().any(|field| field.contains(&record[0])));
                let Some(own) = own else { continue };
                let titles = others
                    .iter()
                    .filter(|other| own.fields.iter().any(|field| field.contains(&other[0])));
                right += usize::from(titles.count() == 1);
                let same = record
                    .iter()
                    .filter(|field| own.fields.contains(field))
                    .count();
                fields[0] += same;
                fields[1] += own.fields.len();
            }
            fields[2] += truth.iter().map(Vec::len).sum::<usize>();
        }
        let share = |a: usize, b: usize| a as f64 / b.max(1) as f64;
        println!(
            "{name:32} {true_all:8} {:9.3} {:7.3} {:7.3} {:9.3}",
            share(right, found_all),
            share(right, true_all),
            share(2 * right, found_all + true_all),
            share(2 * fields[0], fields[1] + fields[2]),
        );
    }
    let Some(folder) = folder else { return Ok(()) };
    let folder = corpora::unpacked(folder)?;
    labelled::run(&folder)?;
    real(&folder)
}

/// The share of the records' words that are gold text, and the share of the gold text that is in them. For listings
/// these are nearly the same text, although people have kept headings and introductions, too.
fn real(folder: &Path) -> anyhow::Result<()> {
    let table = std::fs::read_to_string(folder.join("pages.tsv")).context("pages.tsv")?;
    println!(
        "\n{:14} {:>6} {:>13} {:>9} {:>7}   words of records beside the gold text",
        "kind", "pages", "with records", "precision", "recall"
    );
    for kind in ["listing", "collection", "forum", "product", "article"] {
        let (mut pages, mut with, mut precision, mut recall) = (0, 0, 0.0, 0.0);
        for row in table.lines().skip(1) {
            let mut cells = row.split('\t');
            let (Some(id), Some(other)) = (cells.next(), cells.next()) else {
                continue;
            };
            if other != kind {
                continue;
            }
            let page = corpora::text(&folder.join(format!("html/{id}.html")))?;
            let gold = corpora::text(&folder.join(format!("gold/{id}.txt")))?;
            pages += 1;
            let found = records(&page);
            if found.is_empty() {
                continue;
            }
            with += 1;
            let text: Vec<String> = found.into_iter().flat_map(|record| record.fields).collect();
            let (text, gold) = (counts(&text.join(" ")), counts(&gold));
            let common: usize = text
                .iter()
                .map(|(word, count)| count.min(gold.get(word).unwrap_or(&0)))
                .sum();
            precision += common as f64 / text.values().sum::<usize>().max(1) as f64;
            recall += common as f64 / gold.values().sum::<usize>().max(1) as f64;
        }
        let mean = |sum: f64| sum / f64::from(with).max(1.0);
        println!(
            "{kind:14} {pages:6} {with:13} {:9.3} {:7.3}",
            mean(precision),
            mean(recall)
        );
    }
    Ok(())
}

fn counts(text: &str) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for word in text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
    {
        *counts.entry(word.to_lowercase()).or_default() += 1;
    }
    counts
}

/// Some words, with a number that no other text has.
fn words(random: &mut Random, least: u64, most: u64) -> String {
    const WORDS: [&str; 16] = [
        "rain", "mill", "roof", "night", "chalk", "bench", "ladder", "string", "door", "key",
        "walk", "hill", "water", "bridge", "stone", "field",
    ];
    let count = least + random.below(most - least + 1);
    let mut text = format!("{:x}", random.next() >> 40);
    for _ in 0..count {
        text += " ";
        text += WORDS[random.below(16) as usize];
    }
    text
}

/// Records of a title, a text and a price.
fn make(random: &mut Random) -> Vec<Vec<String>> {
    let count = 5 + random.below(30);
    let record = |random: &mut Random| {
        vec![
            words(random, 1, 6),
            words(random, 4, 40),
            format!("{} pence", random.below(1 << 20)),
        ]
    };
    (0..count).map(|_| record(random)).collect()
}

/// The page around the records: a menu, a heading, a column with links, and a footer.
fn around(random: &mut Random, records: &str) -> String {
    let links = |random: &mut Random, count: u64| -> String {
        (0..count)
            .map(|n| format!("<li><a href=/m{n}>{}</a></li>", words(random, 1, 2)))
            .collect()
    };
    format!(
        "<html><head><title>Results</title><style>p {{}}</style></head><body><ul class=menu>{}</ul><h1>Results</h1><p>{}</p><div id=main>{records}</div>\
         <div class=side><h2>More</h2><ul>{}</ul></div><footer><p>{}</p><p>All rights reserved by the mill.</p></footer></body></html>",
        links(random, 8),
        words(random, 20, 60),
        links(random, 15),
        words(random, 5, 20)
    )
}

fn results(records: &[Vec<String>], random: &mut Random) -> String {
    let mut page = String::new();
    for (n, record) in records.iter().enumerate() {
        page += &format!(
            "<div class='hit x{n}'><h3><a href='/{n}'>{}</a></h3><p>{}</p><span>Price:</span> <b>{}</b></div>",
            record[0], record[1], record[2]
        );
        if n % 4 == 1 {
            page += &format!("<div class=advert><p>{}</p></div>", words(random, 10, 30));
        }
    }
    around(random, &page)
}

fn list(records: &[Vec<String>], random: &mut Random) -> String {
    let item = |(n, record): (usize, &Vec<String>)| {
        let seal = if n % 3 == 0 {
            "<img src=s.png><em>New</em>"
        } else {
            ""
        };
        let text = record[1].replacen(' ', " <br>", 1).replace("<br>", "");
        format!(
            "<li>{seal}<a href='/{n}'>{}</a> <p>{text}</p><div class=price>{}</div>",
            record[0], record[2]
        )
    };
    let items: String = records.iter().enumerate().map(item).collect();
    around(random, &format!("<ol>{items}</ol>"))
}

fn table(records: &[Vec<String>], random: &mut Random) -> String {
    let row =
        |record: &Vec<String>| format!("<tr><td>{}<td>{}<td>{}", record[0], record[1], record[2]);
    let rows: String = records.iter().map(row).collect();
    around(
        random,
        &format!("<table><tr><th>Title<th>Text<th>Price{rows}</table>"),
    )
}

fn flat(records: &[Vec<String>], random: &mut Random) -> String {
    let record = |record: &Vec<String>| {
        format!(
            "<h3>{}</h3><p>{}</p><p class=price>{}</p>",
            record[0], record[1], record[2]
        )
    };
    let page: String = records.iter().map(record).collect();
    around(random, &page)
}

fn cards(records: &[Vec<String>], random: &mut Random) -> String {
    let card = |record: &Vec<String>| {
        format!(
            "<div class=card><img src=x.png><h4>{}</h4><p>{}</p><button>Buy</button><i>{}</i></div>",
            record[0], record[1], record[2]
        )
    };
    let row = |row: &[Vec<String>]| {
        format!(
            "<div class=row>{}</div>",
            row.iter().map(card).collect::<String>()
        )
    };
    let page: String = records.chunks(3).map(row).collect();
    around(random, &page)
}
