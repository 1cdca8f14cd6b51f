//! altcount by site: with all pages and with few, with pages of two sites in one folder, with advertisements in articles, and
//! how often its confidence is right.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::ops::Range;
use std::path::PathBuf;

use altcount::body::{Division, divide};
use altcount::constants::{CONFIDENCE_WEIGHTS, Constants, LENGTHS};
use altcount::ngrams::{Frequencies, Frequency};
use altcount::score::{Score, between};
use altcount::{Index, Kind, Page, clusters, kinds, runs};
use anyhow::Context;

use crate::corpora;
use crate::logistic::{Example, fit};
use crate::sites::{Set, sets};

/// The numbers of pages besides all.
const COUNTS: [usize; 3] = [5, 3, 2];
/// The number of choices of pages.
const CHOICES: usize = 6;
/// How many pages of each of two sites are in one folder.
const OF_EACH: usize = 40;
const THREADS: usize = 2;
/// The least number of sure pages of a site that is listed, and the number of sites named.
const LEAST_SURE: i32 = 5;
const WORST: usize = 5;

/// Prints the tables: of the sites that constants were chosen on, and of those that were held out.
pub fn run(chosen: &[PathBuf], held_out: &[PathBuf], grid: bool) -> anyhow::Result<()> {
    let read = |folders: &[PathBuf]| -> anyhow::Result<Vec<Site>> {
        let mut sites = Vec::new();
        for folder in folders {
            for set in sets(&corpora::unpacked(folder)?)? {
                sites.push(Site::read(&set)?);
            }
        }
        Ok(sites)
    };
    let chosen = read(chosen)?;
    if grid {
        choose(&chosen);
        return Ok(());
    }
    let mut examples = Vec::new();
    for (title, sites) in [
        ("Sites that constants were chosen on", chosen),
        ("Sites that were held out", read(held_out)?),
    ] {
        if sites.is_empty() {
            continue;
        }
        println!("{title}\n");
        examples.push((title, tables(&sites)));
        mixed(&sites);
        with_advertisements(&sites);
    }
    println!(
        "Confidence: pages by what it says, and how many of them have F1 of the text of .9 or more"
    );
    for (title, examples) in &examples {
        println!("{title}");
        calibration(examples);
    }
    if let Some((_, examples)) = examples.first() {
        let examples: Vec<Example> = (examples.iter())
            .flat_map(|(_, of_site)| of_site.iter().map(|(_, example)| example.clone()))
            .collect();
        let weights = fit(&examples);
        print!("weights fitted on the first:");
        for ((name, shipped), weight) in CONFIDENCE_WEIGHTS.iter().zip(weights) {
            print!(" {name} {weight:.3} (built in {shipped})");
        }
        println!();
    }
    Ok(())
}

/// The confidences of pages that were divided, each with an example for the model of the confidence.
type Examples = Vec<(f64, Example)>;

/// Prints a table of the sites; returns the examples by site.
fn tables(sites: &[Site]) -> Vec<(String, Examples)> {
    let results = each(sites, |site| site.results(Constants::default()));
    println!(
        "{:<15} {:>5} | {:>5} {:>5} {:>6} {:>5} {:>5} {:>5} | F1, F1 of the text, and that of what is on no other page, with {COUNTS:?} pages",
        "site", "pages", "acc", "prec", "recall", "F1", "text", "own"
    );
    let print = |name: &str, pages: &str, rows: &[Row]| {
        let all = &rows[0];
        print!("{name:<15} {pages:>5} |");
        for value in [
            all.accuracy,
            all.precision,
            all.recall,
            all.f1,
            all.text,
            all.own,
        ] {
            print!(" {value:.3}");
        }
        for row in &rows[1..] {
            print!(" | {:.3} {:.3} {:.3}", row.f1, row.text, row.own);
        }
        println!();
    };
    for (site, (rows, _)) in sites.iter().zip(&results) {
        print(&site.name, &site.pages.len().to_string(), rows);
    }
    let column = |at: usize| results.iter().map(move |(rows, _)| &rows[at]);
    let means: Vec<Row> = (0..=COUNTS.len()).map(|at| Row::mean(column(at))).collect();
    print("mean", "", &means);
    let worst = |what: &str, at: usize, of: fn(&Row) -> f64| {
        let rows = sites.iter().zip(column(at));
        if let Some((site, row)) = rows.min_by(|a, b| of(a.1).total_cmp(&of(b.1))) {
            println!("worst {what}: {} {:.3}", site.name, of(row));
        }
    };
    worst("accuracy", 0, |row| row.accuracy);
    worst("F1", 0, |row| row.f1);
    for (at, count) in (1..).zip(COUNTS) {
        worst(&format!("F1 with {count} pages"), at, |row| row.f1);
    }
    println!();
    let examples = results.into_iter().map(|(_, examples)| examples);
    (sites.iter().map(|site| site.name.clone()))
        .zip(examples)
        .collect()
}

/// Prints how well pages of two sites in one folder are divided, compared with the pages of each
/// site alone.
fn mixed(sites: &[Site]) {
    let numbers: Vec<usize> = (0..sites.len()).collect();
    let results = each(&numbers, |&number| {
        let pair = [&sites[number], &sites[(number + 1) % sites.len()]];
        let chosen = pair.map(|site| site.spread(OF_EACH.min(site.pages.len()), 0));
        let of = |which: usize| {
            chosen[which]
                .iter()
                .map(move |&page| &pair[which].pages[page])
        };
        let together: Vec<&Vec<u32>> = of(0).chain(of(1)).collect();
        let divisions = divided(&together, Constants::default());
        let (first, second) = divisions.split_at(chosen[0].len());
        let scores = [(0, first), (1, second)].map(|(which, divisions)| {
            let alone: Vec<&Vec<u32>> = of(which).collect();
            let alone = divided(&alone, Constants::default());
            let score = |divisions| pair[which].score(&chosen[which], divisions, true);
            [divisions, &alone].map(|divisions| score(divisions).f1().unwrap_or(0.0))
        });
        (format!("{} and {}", pair[0].name, pair[1].name), scores)
    });
    let count = 2.0 * results.len() as f64;
    let mean = |at: usize| {
        let all = results.iter().flat_map(|(_, scores)| scores);
        all.map(|scores| scores[at]).sum::<f64>() / count
    };
    let loss = |scores: &[[f64; 2]; 2]| {
        let losses = scores.iter().map(|[mixed, alone]| alone - mixed);
        losses.fold(0.0, f64::max)
    };
    let worst = results
        .iter()
        .max_by(|a, b| loss(&a.1).total_cmp(&loss(&b.1)));
    println!(
        "F1 of the text with {OF_EACH} pages of each of two sites in one folder: {:.3}; of each alone: {:.3}",
        mean(0),
        mean(1)
    );
    if let Some((name, scores)) = worst {
        println!("greatest loss: {name}, {:.3}\n", loss(scores));
    }
}

/// Prints how well pages are divided in whose articles there is an advertisement, one of three.
fn with_advertisements(sites: &[Site]) {
    let without = Constants {
        long: u32::MAX,
        ..Constants::default()
    };
    for (name, count) in [("all", usize::MAX), ("10", 10)] {
        let means = [without, Constants::default()].map(|constants| {
            let scores = each(sites, |site| {
                let site = site.with_advertisements();
                let chosen = site.spread(count.min(site.pages.len()), 0);
                site.f1_of_text(&chosen, constants)
            });
            scores.iter().sum::<f64>() / scores.len() as f64
        });
        println!(
            "F1 of the text with an advertisement in each article, {name} pages: {:.3}; {:.3} where none is looked for",
            means[1], means[0]
        );
    }
    println!();
}

/// Prints the mean F1 with each of some constants.
fn choose(sites: &[Site]) {
    for parting in [0, 9, 20] {
        for program in [16, -16] {
            for often in [8, 4] {
                for (long, least) in [(u32::MAX, 2), (100, 2), (100, 4), (200, 4)] {
                    let constants = Constants {
                        parting,
                        program,
                        often,
                        long,
                        least,
                    };
                    let results = each(sites, |site| site.results(constants).0);
                    let mean = |at: usize| Row::mean(results.iter().map(|rows| &rows[at]));
                    print!("{constants:?}:");
                    for at in 0..=COUNTS.len() {
                        print!(" {:.4} {:.4}", mean(at).f1, mean(at).text);
                    }
                    println!();
                }
            }
        }
    }
}

/// Prints how often the confidence is right: for all pages, and by site for those of a confidence of .9 or more.
fn calibration(sites: &[(String, Examples)]) {
    // The number of pages, the mean of their confidences, and the share of those with the expected F1.
    let row = |pages: &mut dyn Iterator<Item = &(f64, Example)>| {
        let (mut count, mut sums) = (0, [0.0; 2]);
        for (said, example) in pages {
            count += 1;
            sums[0] += said;
            sums[1] += f64::from(u8::from(example.is_true));
        }
        let [said, is_true] = sums.map(|sum| sum / f64::from(count.max(1)));
        (count, said, is_true)
    };
    let all = || sites.iter().flat_map(|(_, examples)| examples);
    for (low, high) in [(0.0, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.0)] {
        let (count, said, is_true) = row(&mut all().filter(|one| (low..high).contains(&one.0)));
        println!("  {low:.1} to {high:.1}: {count:>5} pages, {said:.3} said, {is_true:.3} true");
    }
    let errors = all().map(|(said, example)| said - f64::from(u8::from(example.is_true)));
    let squares: f64 = errors.map(|error| error * error).sum();
    println!("  Brier score {:.4}", squares / all().count().max(1) as f64);
    let mut rows: Vec<_> = (sites.iter())
        .map(|(name, examples)| (row(&mut examples.iter().filter(|one| one.0 >= 0.9)), name))
        .filter(|((count, ..), _)| *count >= LEAST_SURE)
        .collect();
    rows.sort_by(|(a, _), (b, _)| a.2.total_cmp(&b.2));
    let mean = rows.iter().map(|(row, _)| row.2).sum::<f64>() / rows.len().max(1) as f64;
    print!(
        "  .9 and more, by site: {} sites, mean {mean:.3} true, worst",
        rows.len()
    );
    for ((count, _, is_true), name) in rows.iter().take(WORST) {
        print!(" {name} {is_true:.3} of {count}");
    }
    println!();
}

/// Calls a function with each item, on a few threads.
fn each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let share = items.len().div_ceil(THREADS).max(1);
    let work = &work;
    let start = |items: &[T]| items.iter().map(work).collect::<Vec<R>>();
    let start = &start;
    std::thread::scope(|scope| {
        let running: Vec<_> = (items.chunks(share))
            .map(|items| scope.spawn(move || start(items)))
            .collect();
        let done = running
            .into_iter()
            .map(|thread| thread.join().expect("no panic"));
        done.flatten().collect()
    })
}

/// How well pages of a site were divided.
#[derive(Debug, Clone, Copy, Default)]
struct Row {
    accuracy: f64,
    precision: f64,
    recall: f64,
    f1: f64,
    /// F1 of the text without tags.
    text: f64,
    /// That of the text that is on no other page.
    own: f64,
}

impl Row {
    fn fields(&mut self) -> [&mut f64; 6] {
        [
            &mut self.accuracy,
            &mut self.precision,
            &mut self.recall,
            &mut self.f1,
            &mut self.text,
            &mut self.own,
        ]
    }

    fn mean<'a>(rows: impl Iterator<Item = &'a Row>) -> Row {
        let (mut mean, mut count) = (Row::default(), 0.0);
        for row in rows {
            let mut row = *row;
            for (sum, value) in mean.fields().into_iter().zip(row.fields()) {
                *sum += *value;
            }
            count += 1.0;
        }
        mean.fields().into_iter().for_each(|sum| *sum /= count);
        mean
    }
}

/// Pages as altcount sees them.
struct Site {
    name: String,
    pages: Vec<Vec<u32>>,
    /// The main content of each page.
    truth: Vec<Vec<Range<usize>>>,
}

fn units(text: &str) -> Vec<u32> {
    Page::Characters(text).to_units()
}

impl Site {
    fn read(set: &Set) -> anyhow::Result<Site> {
        let encoding = encoding_rs::Encoding::for_label(set.encoding.as_bytes())
            .with_context(|| format!("{}: encoding {}", set.name, set.encoding))?;
        let delimiters: Vec<_> = (set.delimiters.iter())
            .map(|(left, right)| (units(left), units(right)))
            .collect();
        let pages: Vec<Vec<u32>> = (set.pages.iter())
            .map(|page| Ok(units(&encoding.decode(&fs::read(page)?).0)))
            .collect::<anyhow::Result<_>>()?;
        Ok(Site {
            name: set.name.clone(),
            truth: pages
                .iter()
                .map(|page| between(page, &delimiters))
                .collect(),
            pages,
        })
    }

    /// This number of pages, spread over all; `which` shifts the choice.
    fn spread(&self, count: usize, which: usize) -> Vec<usize> {
        let all = self.pages.len();
        let chosen = (0..count).map(|index| (index * all / count + which * 7) % all);
        chosen.collect::<BTreeSet<usize>>().into_iter().collect()
    }

    /// The row of all pages and the mean rows of fewer, and all pages that were divided as examples for the confidence.
    fn results(&self, constants: Constants) -> (Vec<Row>, Examples) {
        let all = self.pages.len();
        let mut examples = Vec::new();
        let mut rows = vec![self.row(&self.spread(all, 0), constants, &mut examples)];
        for count in COUNTS {
            let choices: Vec<Row> = (0..CHOICES)
                .map(|which| {
                    let chosen = self.spread(count.min(all), which);
                    self.row(&chosen, constants, &mut examples)
                })
                .collect();
            rows.push(Row::mean(choices.iter()));
        }
        // Each site weighs the same.
        let weight = 1.0 / examples.len().max(1) as f64;
        examples
            .iter_mut()
            .for_each(|(_, example)| example.weight = weight);
        (rows, examples)
    }

    fn row(&self, chosen: &[usize], constants: Constants, examples: &mut Examples) -> Row {
        let pages: Vec<&Vec<u32>> = chosen.iter().map(|&page| &self.pages[page]).collect();
        let divisions = divided(&pages, constants);
        for (&page, division) in chosen.iter().zip(&divisions) {
            let score = self.score(&[page], std::slice::from_ref(division), true);
            if score.correct > 0 {
                let example = Example {
                    values: division.signs.values().to_vec(),
                    is_true: score.f1().unwrap_or(0.0) >= 0.9,
                    weight: 1.0,
                };
                examples.push((division.signs.confidence(), example));
            }
        }
        let own: Vec<Division> = (own_text(&pages).into_iter())
            .map(|useful| Division {
                useful,
                ..Division::default()
            })
            .collect();
        let score = self.score(chosen, &divisions, false);
        let of_text = |divisions| self.score(chosen, divisions, true).f1().unwrap_or(0.0);
        Row {
            accuracy: score.accuracy().unwrap_or(0.0),
            precision: score.precision().unwrap_or(0.0),
            recall: score.recall().unwrap_or(0.0),
            f1: score.f1().unwrap_or(0.0),
            text: of_text(&divisions),
            own: of_text(&own),
        }
    }

    fn f1_of_text(&self, chosen: &[usize], constants: Constants) -> f64 {
        let pages: Vec<&Vec<u32>> = chosen.iter().map(|&page| &self.pages[page]).collect();
        let score = self.score(chosen, &divided(&pages, constants), true);
        score.f1().unwrap_or(0.0)
    }

    /// The score of some pages, by all characters or by those of the text that is read.
    fn score(&self, chosen: &[usize], divisions: &[Division], of_text: bool) -> Score {
        let mut score = Score::default();
        for (&page, division) in chosen.iter().zip(divisions) {
            let (units, truth) = (&self.pages[page], &self.truth[page]);
            match of_text {
                true => {
                    let [truth, useful] =
                        [truth, &division.useful].map(|ranges| text_in(units, ranges));
                    score.add(units.len(), &truth, &useful);
                }
                false => score.add(units.len(), truth, &division.useful),
            }
        }
        score
    }

    /// The site with an advertisement in the middle of each article, behind a paragraph.
    fn with_advertisements(&self) -> Site {
        let mut site = Site {
            name: self.name.clone(),
            pages: self.pages.clone(),
            truth: self.truth.clone(),
        };
        let paragraph = units("</p>");
        for (number, (page, truth)) in site.pages.iter_mut().zip(&mut site.truth).enumerate() {
            let Some(article) = truth.iter().max_by_key(|range| range.len()).cloned() else {
                continue;
            };
            let second_half = article.start + article.len() / 2..article.end;
            let ends = page[second_half.clone()]
                .windows(paragraph.len())
                .position(|window| window == paragraph);
            let Some(end) = ends.filter(|_| article.len() >= SHORTEST) else {
                continue;
            };
            let at = second_half.start + end + paragraph.len();
            let advertisement = units(ADVERTISEMENTS[number % ADVERTISEMENTS.len()]);
            let length = advertisement.len();
            page.splice(at..at, advertisement);
            let parts = truth.iter().flat_map(|range| match range {
                range if range.end <= at => [range.clone(), 0..0],
                range if range.start >= at => [range.start + length..range.end + length, 0..0],
                range => [range.start..at, at + length..range.end + length],
            });
            *truth = parts.filter(|range| !range.is_empty()).collect();
        }
        site
    }
}

/// Shorter articles are left without an advertisement.
const SHORTEST: usize = 1500;

const ADVERTISEMENTS: [&str; 3] = [
    "<div class=\"promo\"><a href=\"http://ads.example/1\"><img src=\"a1.png\" alt=\"\"></a><p><b>Subscribe to our weekly \
     letter</b> and get the best stories of the week, with no charge for the first three months. Cancel at any time.</p></div>",
    "<aside class=\"sponsored box\"><h4>Sponsored</h4><p>Are your savings working hard enough for you? Seven plain rules that \
     careful people follow, and one that nobody has told you about yet. Read the free guide of the Harbour Bank today.</p></aside>",
    "<div id=\"related-offer\"><span>Advertisement</span><p>Travel lighter: the folding bicycle that fits under your desk, now \
     in four colours. Order before Sunday and we deliver it to your door.</p><a href=\"/offers/3\">More offers</a></div>",
];

/// Divides pages as the command does: identical ones once, and those of unlike templates by themselves.
fn divided(pages: &[&Vec<u32>], constants: Constants) -> Vec<Division> {
    let mut known = HashMap::new();
    let mut distinct: Vec<&Vec<u32>> = Vec::new();
    let which: Vec<usize> = (pages.iter())
        .map(|&page| {
            *known.entry(page).or_insert_with(|| {
                distinct.push(page);
                distinct.len() - 1
            })
        })
        .collect();
    let mut found = vec![Division::default(); distinct.len()];
    for cluster in clusters(distinct.len(), |page| distinct[page].clone()) {
        let units = |page: usize| distinct[cluster[page]];
        let index = Index::build_short(cluster.len(), &LENGTHS, |page| units(page).iter().copied())
            .expect("a set of pages fits into an index");
        let template = divide(&index, units, constants);
        for (page, division) in cluster.iter().zip(template.divisions) {
            found[*page] = division;
        }
    }
    which
        .into_iter()
        .map(|which| found[which].clone())
        .collect()
}

/// The text of pages that is on no other of them: what anyone would take who has no better way.
fn own_text(pages: &[&Vec<u32>]) -> Vec<Vec<Range<usize>>> {
    const LENGTH: usize = 24;
    let index = Index::build_short(pages.len(), &LENGTHS, |page| pages[page].iter().copied())
        .expect("a set of pages fits into an index");
    let frequencies = Frequencies::new(&index, LENGTH);
    let own = |page: usize| {
        let mut shared_until = 0;
        let range = index.pages().range(page);
        let is_own = range.clone().map(|at| {
            if Frequency::from_number(frequencies.at(at)).pages() > 1 {
                shared_until = at + LENGTH;
            }
            at >= shared_until
        });
        text_in(pages[page], &runs(is_own))
    };
    (0..pages.len()).map(own).collect()
}

/// The text that is read in some ranges of a page.
fn text_in(page: &[u32], ranges: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut at = 0;
    let mut ranges = ranges.iter().peekable();
    for (kind, count) in kinds(page) {
        let end = at + count as usize;
        while let Some(range) = ranges.peek() {
            let both = range.start.max(at)..range.end.min(end);
            if !both.is_empty() && matches!(kind, Kind::Text | Kind::Link) {
                parts.push(both);
            }
            if range.end > end {
                break;
            }
            ranges.next();
        }
        at = end;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_ranges_is_found() {
        let page = units("<p>one</p><p>two <a>three</a></p><script>x</script>");
        let all = 0..page.len();
        let text = |ranges: &[Range<usize>]| -> String {
            let parts = text_in(&page, ranges)
                .into_iter()
                .flat_map(|part| &page[part]);
            parts.filter_map(|&unit| char::from_u32(unit)).collect()
        };
        assert_eq!(text(&[all]), "onetwo three");
        assert_eq!(text(&[0..5, 14..page.len()]), "onwo three");
        assert_eq!(text(&[]), "");
    }
}
