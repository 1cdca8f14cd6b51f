//! The best method: page frequencies of n-grams of several lengths.
//!
//! The paper counts occurrences, and looks for one cut point for all pages. Pages of today are mostly template, and a
//! site often has several templates. So this method uses n-grams in another way:
//!
//! 1. The page frequency of an n-gram is the number of pages that it occurs in. The commonness of a position is the
//!    highest page frequency of an n-gram that covers it.
//! 2. The level of a page is the number of pages made from its template: the highest commonness that 10 % of the page
//!    reaches (at least [`LEVEL_UNITS`](crate::constants::LEVEL_UNITS) units). Pages of one level are a group.
//! 3. A position is outside the template if its commonness is below `theta` times the level. The body is the range with
//!    the most positions outside the template in it, and the fewest around it (see `commonness.rs`):
//!    - Positions whose n-grams some page has twice count half.
//!    - A menu may be as unique to a page as its body, but a long stretch of template that no page has twice separates
//!      them. The part that it separates from an end of the range is dropped, if enough pages show the template.
//!    - Text before the range counts 1.5 times. Titles and summaries stand there, between headings that all pages have.
//!    - Links and tags count less the more pages have them. Many pages share the menu of a chapter, even if not all do.
//!    - Scripts, style sheets, the title and lists of links that a page has twice (see `markup/menus.rs`) never belong to a body.
//! 4. The `theta` of a group maximises the normalised mutual information of two divisions, by positions and by ranges
//!    (see `agreement.rs`).
//! 5. This is done for n-grams of several lengths, and the median of the answers is taken. A menu at the start of the
//!    body is dropped (see `leading_menu.rs`), and so are links at both of its ends (see `paired_links.rs`).
//! 6. Bodies move to where most bodies of their template begin and end (see `anchors.rs`), and include the elements
//!    that their ends cut in two (see `markup/elements.rs`). The majority decides whether all bodies are extended to
//!    the ends of the element that holds the pages' own text (see `containers.rs`). If bodies had little of that text,
//!    both steps are repeated with the anchors of the moved bodies.
//! 7. The useful parts of a page may be less or more than its body (see `useful.rs`).
//!
//! Steps 1 to 4 need each page once, and leave little of it in memory (see `measured.rs`); [`divide`] has the others. A
//! page that the template was not learned from takes the same steps with what was learned (`divide_other`).
//!
//! Pages of several templates are separated before: see [`crate::clusters()`].

mod agreement;
pub(crate) mod anchors;
mod commonness;
pub(crate) mod containers;
mod leading_menu;
mod measured;
mod paired_links;
mod useful;

use std::cell::OnceCell;
use std::ops::Range;

use platform::math;

use self::anchors::{Anchors, Example, OfPage, moved};
use self::commonness::Commonness;
use self::containers::{Rules, moved_by};
use self::leading_menu::{separators, without_contents};
use self::measured::{Answers, Measured};
use self::paired_links::without_frame;
use self::useful::{Own, Useful};
use crate::confidence::Signs;
use crate::constants::{
    CLUSTER_PAGES, Constants, FRAME_LACKS, LEAST_BODY, LEAST_FRAME, LENGTHS, LEVEL,
};
use crate::markup::elements::whole;
use crate::markup::kinds::kinds;
use crate::markup::menus::{Letters, kinds_without_menus};
use crate::ngrams::Index;
use crate::ngrams::frequencies::FrequencyClasses;
use crate::ngrams::nested::Run;

/// The division of a page.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Division {
    /// The number of pages made from the same template.
    pub level: u32,
    /// The useful ranges, as positions in the page.
    pub useful: Vec<Range<usize>>,
    /// The features of the confidence.
    pub signs: Signs,
}

/// The pages of one level; a group shares its thresholds.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The number of pages of their template.
    pub level: u32,
    /// The number of pages in the group.
    pub pages: u64,
    /// For each of [`LENGTHS`], the share of the level at which the template begins.
    pub thetas: [f64; LENGTHS.len()],
}

/// The divisions of all pages, and the learned template.
#[derive(Debug, Clone, PartialEq)]
pub struct Template {
    /// The division of each page.
    pub divisions: Vec<Division>,
    /// The groups, by level.
    pub groups: Vec<Group>,
    /// The anchors.
    pub anchors: Vec<Example>,
    /// The elements that hold bodies, with their rules.
    pub elements: Vec<containers::Example>,
    /// The number of n-grams of all [`LENGTHS`] that occur on several pages.
    pub grams: u64,
}

/// Divides the pages of an index. `units` returns the units of a page. If it returns none, the page is treated as text
/// without markup.
///
/// Pages with the same content should have the same content number in the index ([`Index::with_contents`]). Otherwise
/// text that only they share counts as template.
pub fn divide<Units: AsRef<[u32]>>(
    index: &Index,
    units: impl Fn(usize) -> Units,
    constants: Constants,
) -> Template {
    let shared = FrequencyClasses::new(index);
    let mut measured = Measured::default();
    for page in 0..index.pages().count() {
        let units = units(page);
        let units = units.as_ref();
        let kinds = kinds_without_menus(units);
        let commonness = shared.of_page(index, page, |n, runs| {
            Commonness::new(runs, n).with(&kinds, constants)
        });
        measured.add(units, &commonness, constants);
    }
    let grams = shared.grams;
    drop(shared);
    let groups = measured.groups();
    let answers = measured.pages.iter().enumerate().map(|(page, measured)| {
        let answers = measured.answers(&groups[&measured.level].thetas);
        let body = middle(&answers)
            .map(|body| without_menus(units(page).as_ref(), body, &measured.separators));
        (body, spread(&answers))
    });
    let (bodies, spreads): (Vec<Option<Range<usize>>>, Vec<f64>) = answers.unzip();
    let (bodies, anchors, elements) = moved_by_majority(index, &units, &measured, bodies);
    let pages = measured.pages.iter().zip(&measured.owns);
    let mut divisions: Vec<Division> = (pages.zip(bodies).zip(spreads).enumerate())
        .map(|(page, (((measured, own), body), spread))| {
            let length = index.pages().range(page).len();
            let units = units(page);
            Division::new(measured.level, body, own, spread, units.as_ref(), length)
        })
        .collect();
    let length = |page: usize| index.pages().range(page).len();
    mark_unframed(&mut divisions, length);
    Template {
        divisions,
        groups: groups.into_values().collect(),
        anchors: anchors.examples(),
        elements,
        grams,
    }
}

/// Marks pages that have hardly any text before their useful parts, or behind them, where half of the pages have some. Such a page may share a
/// menu with the others and have a footer of its own, which is then useful. So nothing shows where its text ends, as if it were alone.
fn mark_unframed(divisions: &mut [Division], length: impl Fn(usize) -> usize) {
    let ends: [fn(&Division, usize) -> Option<usize>; 2] = [
        |division, _| Some(division.useful.first()?.start),
        |division, length| Some(length - division.useful.last()?.end),
    ];
    for end in ends {
        let outside = |(page, division): (usize, &Division)| end(division, length(page));
        let mut sorted: Vec<usize> = divisions.iter().enumerate().filter_map(outside).collect();
        sorted.sort_unstable();
        let Some(&usual) = sorted.get(sorted.len() / 2) else {
            continue;
        };
        if sorted.len() < CLUSTER_PAGES || usual < LEAST_FRAME {
            continue;
        }
        for (page, division) in divisions.iter_mut().enumerate() {
            if end(division, length(page)).is_some_and(|outside| FRAME_LACKS * outside < usual) {
                division.signs.pages = division.signs.pages.min(1);
            }
        }
    }
}

/// Moves all bodies to where most bodies of their template begin and end (step 6). Returns them with the anchors and
/// the elements that they were moved to.
fn moved_by_majority<Units: AsRef<[u32]>>(
    index: &Index,
    units: &impl Fn(usize) -> Units,
    measured: &Measured,
    bodies: Vec<Option<Range<usize>>>,
) -> (Vec<Range<usize>>, Anchors, Vec<containers::Example>) {
    let anchored_by = |anchors: &Anchors, bodies: Vec<Option<Range<usize>>>| {
        let moved = bodies.into_iter().enumerate().map(|(page, body)| {
            let of_page = anchors.of_page(page);
            let body = body.and_then(|body| anchored(units(page).as_ref(), body, of_page));
            body.unwrap_or_default()
        });
        moved.collect::<Vec<_>>()
    };
    let in_elements = |anchors: &Anchors| {
        let bodies = anchored_by(anchors, bodies.clone());
        let containers = &measured.containers;
        containers::moved(&containers.fits(units, &measured.owns, bodies))
    };
    let is_any_short =
        |elements: &[containers::Example]| elements.iter().any(|element| element.rule.is_short);
    let mut anchors = Anchors::new(index, &bodies);
    let (mut moved, mut elements) = in_elements(&anchors);
    if is_any_short(&elements) {
        // Bodies that missed much of their pages' own text led to wrong anchors.
        anchors = Anchors::new(index, &some(moved));
        (moved, elements) = in_elements(&anchors);
        if is_any_short(&elements) {
            moved = anchored_by(&anchors, some(moved));
        }
    }
    (moved, anchors, elements)
}

/// Replaces empty bodies by `None`.
fn some(bodies: Vec<Range<usize>>) -> Vec<Option<Range<usize>>> {
    let bodies = bodies.into_iter();
    bodies
        .map(|body| (!body.is_empty()).then_some(body))
        .collect()
}

impl Division {
    fn new(
        level: u32,
        body: Range<usize>,
        own: &Own,
        spread: f64,
        units: &[u32],
        length: usize,
    ) -> Self {
        let Useful {
            ranges,
            covered,
            scattered,
            is_lost,
        } = own.useful(units, body.clone(), level);
        let letters = |part: &Range<usize>| match units.get(part.clone()) {
            Some(units) => Letters::of(units).all(),
            None => part.len(),
        };
        let letters = ranges.iter().map(letters).sum();
        let size = body.len();
        Division {
            level,
            useful: ranges,
            signs: Signs {
                pages: level,
                covered,
                scattered,
                spread: spread / size.max(LEAST_BODY) as f64,
                part: size as f64 / length.max(1) as f64,
                letters,
                // The text of an empty page is right.
                is_lost: (is_lost || letters == 0) && length > 0,
            },
        }
    }
}

/// Divides a page that the template was not learned from.
///
/// `frequencies` has for each of [`LENGTHS`] runs of the numbers of the [`Frequency`]s at the positions of the page.
/// `anchors` are the anchors that decide on the page, `rules` the rules of the elements, and `units` the page's units.
pub(crate) fn divide_other(
    groups: &[Group],
    anchors: OfPage,
    rules: &Rules,
    frequencies: &[Vec<Run>],
    units: &[u32],
) -> Division {
    let kinds = kinds_without_menus(units);
    let commonness: Vec<Commonness> = (frequencies.iter().zip(LENGTHS))
        .map(|(runs, n)| Commonness::new(runs, n).with(&kinds, Constants::default()))
        .collect();
    let level = commonness[LEVEL].level();
    // The group with the nearest level by ratio; among equals the first.
    let distance = |group: &Group| {
        (math::ln(f64::from(group.level.max(1))) - math::ln(f64::from(level))).abs()
    };
    let nearest = groups
        .iter()
        .min_by(|a, b| distance(a).total_cmp(&distance(b)));
    let mut answers = Answers::default();
    if let Some(group) = nearest {
        for ((answer, commonness), theta) in answers.iter_mut().zip(&commonness).zip(group.thetas) {
            *answer = commonness.answer(theta, commonness.level());
        }
    }
    let parts = &commonness[LEVEL].parts;
    let separators = separators(units, parts, level, Constants::default());
    let own = Own::new(units, parts, level, Constants::default());
    let body = middle(&answers)
        .map(|body| without_menus(units, body, &separators))
        .and_then(|body| anchored(units, body, anchors));
    let mut body = moved_by(rules, units, &own, body.unwrap_or_default());
    if rules.values().any(|rule| rule.is_short) && !body.is_empty() {
        body = anchored(units, body, anchors).unwrap_or_default();
    }
    Division::new(
        level,
        body,
        &own,
        spread(&answers),
        units,
        commonness[LEVEL].length,
    )
}

/// Returns a body without a menu at its start, and without links at both of its ends (step 5).
fn without_menus(units: &[u32], body: Range<usize>, separators: &[usize]) -> Range<usize> {
    without_frame(units, without_contents(units, body, separators))
}

/// Moves a body to anchors, and completes its elements. Links at both of its ends are dropped again, since anchors may
/// be before them.
fn anchored(units: &[u32], body: Range<usize>, anchors: OfPage) -> Option<Range<usize>> {
    // Computed only if needed, and at most once.
    let runs = OnceCell::new();
    let letters = |part| Letters::within(units, runs.get_or_init(|| kinds(units)), part);
    let moved = moved(body.clone(), anchors, letters)?;
    let moved = whole(units, moved);
    // Otherwise the links at its ends are dropped already.
    Some(match moved == body {
        true => body,
        false => without_frame(units, moved),
    })
}

/// Returns the range from the median start to the median end, if most answers are not empty.
fn middle(answers: &Answers) -> Option<Range<usize>> {
    let found: Vec<&Range<usize>> = answers.iter().filter(|range| !range.is_empty()).collect();
    if 2 * found.len() <= answers.len() {
        return None;
    }
    let sorted = |of: fn(&Range<usize>) -> usize| {
        let mut values: Vec<usize> = found.iter().map(|range| of(range)).collect();
        values.sort_unstable();
        values
    };
    let start = sorted(|range| range.start)[found.len() / 2];
    let end = sorted(|range| range.end)[(found.len() - 1) / 2];
    (start < end).then_some(start..end)
}

/// Returns how far the answers are apart, in units: the mean distance of their starts from the median start, plus that
/// of their ends from the median end.
fn spread(answers: &Answers) -> f64 {
    let ends: [fn(&Range<usize>) -> usize; 2] = [|range| range.start, |range| range.end];
    let of = |end: fn(&Range<usize>) -> usize| {
        let mut values = answers.each_ref().map(end);
        values.sort_unstable();
        let middle = values[LENGTHS.len() / 2];
        let apart: usize = values.iter().map(|value| value.abs_diff(middle)).sum();
        apart as f64 / LENGTHS.len() as f64
    };
    ends.into_iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ngrams::index::tests::short_index;

    /// Returns words that no other page has.
    fn own(page: usize, kind: &str, words: usize) -> String {
        (0..words)
            .map(|word| format!("{}{kind} ", (page * 1000 + word) * 7919 % 1_000_003))
            .collect()
    }

    /// Asserts that all is found except a few units at the ends, which neighbours may have made common.
    fn assert_near(found: &str, expected: &str) {
        assert!(expected.contains(found), "{found} is not in {expected}");
        assert!(expected.len() - found.len() < 20, "{found} of {expected}");
    }

    /// Returns the bodies of pages that consist of a common head and these parts.
    fn found(part: impl Fn(usize) -> Vec<String>) -> Vec<String> {
        let head = "a head that all of the pages have, and that names the site ".repeat(5);
        let page = |number| head.clone() + &part(number).concat();
        let texts: Vec<String> = (0..30).map(page).collect();
        let template = divide(&short_index(&texts, &LENGTHS), |_| [], Constants::default());
        let useful = texts.iter().zip(template.divisions);
        useful
            .map(|(text, division)| match &division.useful[..] {
                [range] => text[range.clone()].to_owned(),
                other => panic!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn links_behind_a_separator_are_not_of_the_body() {
        let separator =
            "<div class=\"sidebar\"><h2>what others wrote of this, and what to read next</h2>";
        let bodies = found(|page| {
            vec![
                own(page, "body", 150),
                separator.to_owned(),
                own(page, "link", 15),
            ]
        });
        for (page, body) in bodies.iter().enumerate() {
            assert_near(body, &own(page, "body", 150));
        }
    }

    #[test]
    fn pages_that_are_nearly_identical_have_bodies() {
        // The first and the last page differ in nothing but their numbers.
        let bodies = found(|page| {
            let body = own(page % 29, "body", 120);
            vec![
                body,
                format!("page {page}"),
                " of the same foot for all".to_owned(),
            ]
        });
        assert_near(&bodies[0], &(own(0, "body", 120) + "page 0"));
        assert_eq!(bodies[0].len(), bodies[29].len() - 1);
    }

    #[test]
    fn pages_like_others_as_a_whole_have_bodies() {
        // Three pages each have the same body except for a number, and hardly any template.
        let head = "a head that all have, of fifty characters or so ...";
        let texts: Vec<String> = (0..30)
            .map(|page| format!("{head}{}page {page}", own(page / 3, "body", 300)))
            .collect();
        let template = divide(&short_index(&texts, &LENGTHS), |_| [], Constants::default());
        for (page, (text, division)) in texts.iter().zip(template.divisions).enumerate() {
            let [range] = &division.useful[..] else {
                panic!("{page}: {division:?}");
            };
            let expected = own(page / 3, "body", 300) + &format!("page {page}");
            assert_near(&text[range.clone()], &expected);
        }
    }

    /// Returns the bodies of pages that have one each.
    fn bodies(texts: &[String]) -> Vec<&str> {
        let index = short_index(texts, &LENGTHS);
        let units = |page: usize| texts[page].chars().map(u32::from).collect::<Vec<_>>();
        let template = divide(&index, units, Constants::default());
        let body = |(text, division): (_, Division)| {
            let text: &String = text;
            let [range] = &division.useful[..] else {
                panic!("{division:?}");
            };
            &text[range.clone()]
        };
        texts.iter().zip(template.divisions).map(body).collect()
    }

    #[test]
    fn short_fields_before_a_paragraph_are_of_the_body() {
        let nav = "<div id=top><a href='/'>The shop for all that rows</a><form><button>Look for goods</button></form></div>";
        let page = |number: usize| {
            let price = number * 37 % 90 + 10;
            let fields = format!(
                "<h1>Boat {number}x</h1><p class=price>{price} crowns</p><table><tr><th>Weight</th><td>{} kg</td></tr><tr><th>Wood</th><td>{}</td></tr></table>",
                number * 13 % 40,
                ["oak", "ash", "elm"][number % 3]
            );
            let text = own(number, "body", 40);
            format!(
                "{nav}<div id=content>{fields}<p>{text}</p></div><div id=foot>All rights are reserved by the shop, and by nobody else</div>"
            )
        };
        let pages: Vec<String> = (0..25).map(page).collect();
        for (number, body) in bodies(&pages).into_iter().enumerate() {
            let is_whole = body.starts_with(&format!("<h1>Boat {number}x</h1>"));
            assert!(is_whole && body.ends_with("</p>"), "{number}: {body}");
        }
    }

    #[test]
    fn sentences_that_differ_only_in_values_are_of_the_body() {
        let nav = "<div id=top><a href='/'>The paper for all that row</a><form><button>Look for a boat</button></form></div>";
        let foot = "<div id=foot>All rights are reserved by the paper, and by nobody else</div>";
        let page = |number: usize, box_: &str| {
            let values = [number * 7919 % 9973, number % 4 + 2];
            let last = format!(
                "{} rowers came to the bridge.</p><p>Each boat had {} oars.</p>",
                values[0], values[1]
            );
            let text = own(number, "body", 20);
            format!("{nav}<div id=content><h1>{text}</h1><p>{text}</p><p>{last}{box_}</div>{foot}")
        };
        for box_ in [
            "",
            "<p>Members of the club vote at the end of March, and all others in the week after that</p>",
        ] {
            let pages: Vec<String> = (0..40).map(|number| page(number, box_)).collect();
            for (number, body) in bodies(&pages).into_iter().enumerate() {
                let end = format!("Each boat had {} oars.", number % 4 + 2);
                assert!(body.contains(&end), "{number}: {body}");
                assert!(!body.contains("Members"), "{number}: {body}");
            }
        }
    }

    #[test]
    fn scripts_of_a_page_are_not_of_its_body() {
        let head = "a head that both of the pages have, and that names the site ".repeat(5);
        let texts: Vec<String> = (0..4)
            .map(|page| {
                let script = own(page, "call", 60);
                let body = own(page, "body", 100);
                format!("{head}<p>{body}</p><script>{script}</script>")
            })
            .collect();
        for (page, found) in bodies(&texts).into_iter().enumerate() {
            // A short tag is not longer than the n-grams that separate the template from the rest.
            let found = found.strip_suffix("<script>").unwrap_or(found);
            assert_near(found, &format!("<p>{}</p>", own(page, "body", 100)));
        }
    }

    #[test]
    fn text_before_a_body_counts_for_more_than_behind_it() {
        // Each heading is longer than the text beyond it, and shorter than 1.5 times that text.
        let words = |first: usize| (0..50).map(move |word| format!("{} ", first + word * word));
        let heading = |first: usize| words(first).collect::<String>()[..80].to_owned();
        let parts = |page: usize| {
            vec![
                own(page, "before", 6),
                heading(100),
                own(page, "body", 30),
                heading(5000),
                own(page, "behind", 6),
            ]
        };
        for (page, body) in found(parts).iter().enumerate() {
            assert_near(body, &parts(page)[..3].concat());
        }
    }

    #[test]
    fn menus_that_differ_by_chapter_are_not_of_the_bodies_behind_them() {
        // The links are those of the chapter, except one that is the page's own.
        let head = "a head that all of the pages have, and that names the site ".repeat(5);
        let link = |page: usize, kind: &str| {
            let of = own(page, kind, 2);
            format!("<li class=\"{of}\"><a href=\"{of}\">{of}</a></li>")
        };
        let body = |page: usize| own(page, "body", 150);
        let texts: Vec<String> = (0..40)
            .map(|page| {
                let mut menu: Vec<String> = (0..12)
                    .map(|entry| link(100 * (page / 10) + entry, "entry"))
                    .collect();
                menu[6] = link(page, "own");
                format!("{head}{}<h1>{}", menu.concat(), body(page))
            })
            .collect();
        for (page, found) in bodies(&texts).into_iter().enumerate() {
            assert!(found.contains(&body(page)[20..]), "{page}: {found}");
            assert!(!found.contains("entry"), "{page}: {found}");
        }
    }

    #[test]
    fn what_bodies_repeat_does_not_end_them_on_few_pages() {
        let head = "a head that both of the pages have, and that names the site ".repeat(5);
        let body = |page: usize| {
            let row = |row: usize| {
                format!(
                    "<td class=\"of a table\">{}</td>\n",
                    own(page, "cell", row + 2)
                )
            };
            (0..30).map(row).collect::<String>()
        };
        let texts: Vec<String> = (0..3).map(|page| head.clone() + &body(page)).collect();
        let template = divide(&short_index(&texts, &LENGTHS), |_| [], Constants::default());
        for (page, division) in template.divisions.iter().enumerate() {
            let found: usize = division.useful.iter().map(|range| range.len()).sum();
            assert!(10 * found > 9 * body(page).len(), "{page}: {division:?}");
        }
    }

    #[test]
    fn what_stands_in_the_middle_of_all_bodies_does_not_divide_them() {
        let advertisement = "<aside>an advertisement in the middle of every article</aside>";
        let bodies = found(|page| {
            vec![
                own(page, "first", 70),
                advertisement.to_owned(),
                own(page, "second", 70),
                "a foot that all of the pages have".to_owned(),
            ]
        });
        for (page, body) in bodies.iter().enumerate() {
            let expected = own(page, "first", 70) + advertisement + &own(page, "second", 70);
            assert_near(body, &expected);
        }
    }

    #[test]
    fn bodies_end_where_most_do_before_the_end_of_the_page() {
        // Some have an example in front of their last words, whose markup is of the template.
        let row = |row: usize| format!("<span class=\"of an example\">{row}</span> ");
        let example = (0..60).map(row).collect::<String>();
        let parts = |page: usize| match page % 5 {
            0 => vec![
                own(page, "body", 100),
                example.clone(),
                own(page, "last", 2),
            ],
            _ => vec![own(page, "body", 160)],
        };
        for (page, body) in found(parts).iter().enumerate() {
            assert_near(body, &parts(page).concat());
        }
    }
}
