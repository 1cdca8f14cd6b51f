//! `--method paper` compared with a plain implementation of onion 1.2 that uses words instead of hashes; and properties
//! of the default method.

use std::collections::HashSet;
use std::num::NonZero;

use blockdedup::{
    Fate, Filter, Grams, Judged, Method, Rules, Seen, Source, Stored, Tokens, Unit,
    seen::SeenBuilder,
};
use blockdedup::{Occurrences, vertical::Tags};
use proptest::prelude::*;

/// The algorithm without optimisations. A paragraph is a list of words.
struct Onion {
    n: usize,
    threshold: f32,
    stub: Option<usize>,
    global: HashSet<Vec<String>>,
}

impl Onion {
    /// For each paragraph of the next document whether it is removed.
    fn document(&mut self, paragraphs: &[Vec<String>]) -> Vec<bool> {
        let mut bad = Vec::new();
        let mut local = HashSet::new();
        let mut window: Vec<String> = Vec::new();
        for paragraph in paragraphs {
            let mut bad_tokens = 0;
            let mut covered = self.n;
            for token in paragraph {
                covered = covered.saturating_sub(1);
                window.push(token.clone());
                if window.len() > self.n {
                    window.remove(0);
                }
                if window.len() < self.n {
                    continue;
                }
                if local.contains(&window) || self.global.contains(&window) {
                    bad_tokens += self.n - covered;
                    covered = self.n;
                }
                local.insert(window.clone());
            }
            bad.push(
                !paragraph.is_empty()
                    && bad_tokens as f64 / paragraph.len() as f64 > f64::from(self.threshold),
            );
        }
        if let Some(most) = self.stub {
            let (mut last_bad, mut length) = (0, 0);
            for at in 0..=paragraphs.len() {
                if at == paragraphs.len() || bad[at] {
                    if length <= most {
                        bad[last_bad..at].fill(true);
                    }
                    (last_bad, length) = (at + 1, 0);
                } else {
                    length += paragraphs[at].len();
                }
            }
        }
        window.clear();
        for (paragraph, bad) in paragraphs.iter().zip(&bad) {
            for token in paragraph {
                window.push(token.clone());
                if window.len() > self.n {
                    window.remove(0);
                }
                if window.len() == self.n && !bad {
                    self.global.insert(window.clone());
                }
            }
        }
        bad
    }
}

type Documents = Vec<Vec<Vec<String>>>;

/// Documents made of a few sentences, so that they repeat each other, and of single words.
fn documents() -> impl Strategy<Value = Documents> {
    let sentence = prop_oneof![
        4 => (0u8..12, 2u8..14).prop_map(|(seed, length)| {
            (0..length).map(|at| format!("w{}", (seed * 7 + at * (seed % 3 + 1)) % 40)).collect::<Vec<_>>()
        }),
        2 => prop::collection::vec("[abc]", 0..6),
        1 => prop::collection::vec("[a-z]{3}", 0..25),
    ];
    let paragraph = prop::collection::vec(sentence, 0..3).prop_map(|sentences| sentences.concat());
    prop::collection::vec(prop::collection::vec(paragraph, 0..7), 0..10)
}

fn rules(method: Method, threshold: f64, stub: Option<usize>) -> Rules {
    Rules {
        method,
        threshold,
        stub,
        keep_within: false,
        source: Source::Any,
    }
}

fn filter(rules: Rules) -> Filter {
    Filter::new(
        rules,
        Seen::new(rules.method.width(), 1 << 30, Stored::Marks),
    )
}

fn grams(n: usize, method: Method, paragraphs: &[Vec<String>]) -> Grams {
    let mut grams = Grams::new(NonZero::new(n).unwrap(), method.width());
    for paragraph in paragraphs {
        paragraph
            .iter()
            .for_each(|word| grams.token(Tokens::hash(word.as_bytes())));
        grams.end_block(0..0);
    }
    grams
}

fn removed(filter: &mut Filter, grams: &Grams) -> Vec<bool> {
    let mut judged = Vec::new();
    filter.judge(grams, &mut judged).unwrap();
    judged
        .iter()
        .map(|judged: &Judged| judged.fate != Fate::Kept)
        .collect()
}

/// All documents through a filter that knows beforehand which n-grams occur more than once.
fn in_two_passes(rules: Rules, documents: &[Grams]) -> Vec<Vec<bool>> {
    let width = rules.method.width();
    let mut occurrences = Occurrences::new(width, 0, std::env::temp_dir());
    for grams in documents {
        grams
            .all()
            .iter()
            .for_each(|&gram| occurrences.push(gram).unwrap());
    }
    let mut expected = SeenBuilder::new(width, 1 << 30, Stored::Marks);
    occurrences
        .finish(|occurring| {
            expected.add(occurring.gram, occurring.mark);
            Ok::<_, platform::spill::Error>(())
        })
        .unwrap();
    let mut filter = Filter::expecting(rules, expected.finish().unwrap());
    documents
        .iter()
        .map(|grams| removed(&mut filter, grams))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn the_papers_method_removes_what_onion_removes(
        documents in documents(), n in 1usize..9, threshold in prop_oneof![Just(0.5), Just(0.7), 0.0..1.0],
        stub in prop_oneof![Just(None), (0usize..30).prop_map(Some)],
    ) {
        let mut onion = Onion { n, threshold: threshold as f32, stub, global: HashSet::new() };
        let rules = rules(Method::Paper, threshold, stub);
        let mut ours = filter(rules);
        let all: Vec<Grams> = documents.iter().map(|document| grams(n, Method::Paper, document)).collect();
        let expected: Vec<_> = documents.iter().map(|document| onion.document(document)).collect();
        let found: Vec<_> = all.iter().map(|grams| removed(&mut ours, grams)).collect();
        prop_assert_eq!(&found, &expected);
        prop_assert_eq!(in_two_passes(rules, &all), expected);
    }

    /// All ways of storing n-grams give the same decisions.
    #[test]
    fn two_passes_remove_what_one_pass_removes(
        documents in documents(), n in 1usize..9, stub in prop_oneof![Just(None), Just(Some(20))],
    ) {
        let rules = rules(Method::Best, 0.5, stub);
        let all: Vec<Grams> = documents.iter().map(|document| grams(n, Method::Best, document)).collect();
        let mut one = filter(rules);
        let found: Vec<_> = all.iter().map(|grams| removed(&mut one, grams)).collect();
        prop_assert_eq!(in_two_passes(rules, &all), found);
    }

    /// If repeated blocks have nothing in common, exactly one instance of each is kept, the first, in any order and
    /// in any documents.
    #[test]
    fn exactly_one_instance_is_kept_and_it_is_the_first(
        documents in prop::collection::vec(prop::collection::vec(0u32..30, 0..8), 0..12), n in 1usize..9, extra in 0u32..9,
    ) {
        let mut ours = filter(rules(Method::Best, 0.5, None));
        let mut seen = HashSet::new();
        for document in documents {
            let paragraph = |id: &u32| (0..n as u32 + extra).map(|at| format!("{id}-{at}")).collect();
            let paragraphs: Vec<Vec<String>> = document.iter().map(paragraph).collect();
            let expected: Vec<bool> = document.iter().map(|id| !seen.insert(*id)).collect();
            prop_assert_eq!(removed(&mut ours, &grams(n, Method::Best, &paragraphs)), expected);
        }
    }

    /// A document without repetitions loses nothing, however short it is.
    #[test]
    fn what_repeats_nothing_is_kept(documents in documents(), n in 1usize..9) {
        let mut ours = filter(rules(Method::Best, 0.5, Some(20)));
        let mut number = 0;
        for mut document in documents {
            for word in document.iter_mut().flatten() {
                number += 1;
                *word = format!("{word}{number}");
            }
            let expected = vec![false; document.len()];
            prop_assert_eq!(removed(&mut ours, &grams(n, Method::Best, &document)), expected);
        }
    }

    /// If a document repeats a block, the first instance is kept.
    #[test]
    fn the_first_instance_inside_a_document_stays(
        order in prop::collection::vec(0usize..5, 0..12), length in 21usize..40, stub in prop_oneof![Just(None), Just(Some(20))],
    ) {
        let block = |&kind: &usize| (0..length + kind).map(|word| format!("{kind}:{word}")).collect();
        let document: Vec<Vec<String>> = order.iter().map(block).collect();
        let mut seen = HashSet::new();
        let expected: Vec<bool> = order.iter().map(|kind| !seen.insert(kind)).collect();
        let mut ours = filter(rules(Method::Best, 0.5, stub));
        prop_assert_eq!(removed(&mut ours, &grams(3, Method::Best, &document)), expected);
    }

    /// No n-gram crosses the boundary of two documents.
    #[test]
    fn no_match_spans_documents(words in prop::collection::vec("[a-z]{4}", 2..20), cut in any::<prop::sample::Index>()) {
        let whole = [words.clone()];
        let cut = 1 + cut.index(words.len() - 1);
        let parts = [vec![words[..cut].to_vec()], vec![words[cut..].to_vec()]];
        for method in [Method::Paper, Method::Best] {
            let mut ours = filter(rules(method, 0.0, None));
            let n = words.len();
            for part in &parts {
                removed(&mut ours, &grams(n, method, part));
            }
            prop_assert_eq!(removed(&mut ours, &grams(n, method, &whole)), [false]);
        }
    }

    #[test]
    fn checksums_find_equal_blocks_only(documents in documents()) {
        let mut ours = filter(rules(Method::Exact, 0.5, Some(20)));
        let mut seen = HashSet::new();
        for document in documents {
            let expected: Vec<bool> = document.iter()
                .map(|paragraph| !paragraph.is_empty() && !seen.insert(paragraph.clone())).collect();
            prop_assert_eq!(removed(&mut ours, &grams(7, Method::Exact, &document)), expected);
        }
    }

    #[test]
    fn repeats_inside_a_document_can_be_spared(document in documents()) {
        let document = document.concat();
        for method in [Method::Paper, Method::Best, Method::Exact] {
            let mut ours = filter(Rules { keep_within: true, ..rules(method, 0.5, None) });
            let grams = grams(3, method, &document);
            prop_assert_eq!(removed(&mut ours, &grams), vec![false; document.len()]);
            let again = removed(&mut ours, &grams);
            let expected = document.iter().scan(0, |before, paragraph| {
                let reached = *before + paragraph.len() >= 3;
                *before += paragraph.len();
                Some(if method == Method::Exact { !paragraph.is_empty() } else { reached && !paragraph.is_empty() })
            });
            // This leaves out blocks at the beginning, where n-grams cover less than half.
            for (again, expected) in again.into_iter().zip(expected).skip(4) {
                prop_assert_eq!(again, expected);
            }
        }
    }

    /// Vertical text: the output equals that of onion -s.
    #[test]
    fn vertical_text_is_written_as_onion_writes_it(
        lines in prop::collection::vec(prop_oneof![
            6 => "[abc]", 2 => Just("<p>".to_owned()), 1 => Just("<p id=\"1\">".to_owned()), 2 => Just("</p>".to_owned()),
            1 => Just("<g/>".to_owned()), 1 => Just("<pre>".to_owned()),
        ], 0..60),
        n in 1usize..4, stub in prop_oneof![Just(None), (0usize..9).prop_map(Some)],
    ) {
        let document = [vec!["<doc>".to_owned()], lines, vec!["</doc>".to_owned()]].concat();
        // Paragraphs as onion delimits them: at a tag, and after the end of another one.
        let mut paragraphs: Vec<Vec<&String>> = vec![vec![&document[0]]];
        let mut start_next = false;
        for line in &document[1..] {
            if line == "</doc>" {
                // It belongs to the paragraph before it.
            } else if start_next || line == "<p>" || line.starts_with("<p ") {
                paragraphs.push(Vec::new());
                start_next = false;
            } else if line == "</p>" {
                start_next = true;
            }
            paragraphs.last_mut().unwrap().push(line);
        }
        let words: Vec<Vec<String>> = paragraphs.iter()
            .map(|lines| lines.iter().filter(|line| !line.starts_with('<')).map(|line| line.to_string()).collect()).collect();
        let mut onion = Onion { n, threshold: 0.5, stub, global: HashSet::new() };
        let bad = onion.document(&words);
        let all_bad = !words.iter().zip(&bad).any(|(words, bad)| !bad && !words.is_empty());
        let mut expected = String::new();
        let (mut number, count) = (0, document.len());
        for (paragraph, bad) in paragraphs.iter().zip(&bad) {
            for line in paragraph {
                let bad = if number == 0 || number == count - 1 { all_bad } else { *bad };
                if !bad {
                    expected += line;
                    expected += "\n";
                }
                number += 1;
            }
        }
        let text = document.join("\n") + "\n";
        let tags = Tags::new("doc", "p", Method::Paper);
        let mut grams = Grams::new(NonZero::new(n).unwrap(), Method::Paper.width());
        tags.read(text.as_bytes(), Tokens::Space, &mut false, &mut grams);
        let mut judged = Vec::new();
        filter(rules(Method::Paper, 0.5, stub)).judge(&grams, &mut judged).unwrap();
        let mut out = Vec::new();
        tags.write(text.as_bytes(), &grams, &judged, true, &mut out);
        prop_assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}

/// A block that is removed because half of it is old never causes the removal of another one that repeats its new
/// half.
#[test]
fn what_only_a_removed_block_says_stays_once() {
    let words = |name: &str, count: usize| -> Vec<String> {
        (0..count).map(|number| format!("{name}{number}")).collect()
    };
    let (old, new) = (words("old", 52), words("new", 48));
    let document = [[old.clone(), new.clone()].concat(), new.clone(), new];
    for (method, expected) in [
        (Method::Best, [true, false, true]),
        (Method::Paper, [true, true, true]),
    ] {
        let mut ours = filter(rules(method, 0.5, Some(20)));
        removed(&mut ours, &grams(7, method, std::slice::from_ref(&old)));
        assert_eq!(removed(&mut ours, &grams(7, method, &document)), expected);
    }
}

#[test]
fn a_document_of_twenty_tokens_goes_with_the_papers_method_only() {
    let twenty: Vec<String> = (0..20).map(|number| number.to_string()).collect();
    let more: Vec<String> = (0..21).map(|number| format!("x{number}")).collect();
    for (method, goes) in [(Method::Paper, true), (Method::Best, false)] {
        let mut ours = filter(rules(method, 0.5, Some(20)));
        assert_eq!(
            removed(&mut ours, &grams(7, method, std::slice::from_ref(&twenty))),
            [goes]
        );
        assert_eq!(
            removed(&mut ours, &grams(7, method, std::slice::from_ref(&more))),
            [false]
        );
    }
}

#[test]
fn a_changed_block_in_its_place_goes_and_a_new_one_stays() {
    let passage = |number: u32, length: u32| -> Vec<String> {
        (0..length).map(|at| format!("{number}.{at}")).collect()
    };
    let block = |number: u32| passage(number, 40);
    let original: Vec<Vec<String>> = (0..6)
        .map(|number| {
            if number == 2 {
                passage(2, 8)
            } else {
                block(number)
            }
        })
        .collect();
    let mut ours = filter(rules(Method::Best, 0.5, Some(20)));
    assert_eq!(
        removed(&mut ours, &grams(7, Method::Best, &original)),
        [false; 6]
    );
    let mut copy = original.clone();
    // Two changed words in a short block leave none of its n-grams. That it is no new block shows in the one before: it is changed, too.
    copy[1][20] = "also".into();
    copy[2][2] = "other".into();
    copy[2][5] = "words".into();
    // New text between consecutive blocks of the passage is kept, because the document contains much else.
    copy.insert(4, passage(50, 9));
    copy.push(passage(60, 100));
    let removed = removed(&mut ours, &grams(7, Method::Best, &copy));
    assert_eq!(removed, [true, true, true, true, false, true, true, false]);
}

#[test]
fn one_n_gram_in_a_block_alone_is_chance() {
    let words = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
    let mut ours = filter(rules(Method::Best, 0.5, None));
    let first = words("but he shook his head and said that it was much too late for any of this");
    let chance = words("he shook his head and said that she must not go");
    let whole = words("his head and said that it was");
    assert_eq!(
        removed(&mut ours, &grams(7, Method::Best, &[first])),
        [false]
    );
    assert_eq!(
        removed(
            &mut ours,
            &grams(7, Method::Best, std::slice::from_ref(&chance))
        ),
        [false]
    );
    assert_eq!(
        removed(&mut ours, &grams(7, Method::Best, &[whole])),
        [true]
    );
    assert_eq!(
        removed(&mut ours, &grams(7, Method::Best, &[chance])),
        [true]
    );
}

#[test]
fn a_refrain_is_no_repetition_of_its_own_first_instance() {
    let refrain: Vec<String> = ["row"; 30].map(str::to_owned).to_vec();
    let mut ours = filter(rules(Method::Best, 0.5, None));
    assert_eq!(
        removed(
            &mut ours,
            &grams(7, Method::Best, &[refrain.clone(), refrain])
        ),
        [false, true]
    );
    let mut grams = Grams::new(NonZero::new(7).unwrap(), Method::Best.width());
    grams.read("Row, row!\n\nRow.", Unit::Block, Tokens::WordFold);
    assert_eq!(removed(&mut ours, &grams), [false, false]);
}

/// The tags of a document are written together, whatever its line ends.
#[test]
fn what_is_left_of_a_document_has_both_of_its_tags() {
    let old = [
        "<doc>\r\n",
        "<p>\r\n",
        "a\r\n",
        "b\r\n",
        "</p>\r\n",
        "</doc>\r\n",
    ];
    let new = ["<doc>\r\n", "<p>\r\n", "c\r\n", "d\r\n", "</p>\r\n"];
    let tags = Tags::new("doc", "p", Method::Best);
    let mut ours = filter(rules(Method::Best, 0.5, None));
    let mut written = Vec::new();
    for lines in [old.concat(), new.concat() + &old[1..].concat()] {
        let mut grams = Grams::new(NonZero::new(2).unwrap(), Method::Best.width());
        tags.read(lines.as_bytes(), Tokens::Space, &mut false, &mut grams);
        let mut judged = Vec::new();
        ours.judge(&grams, &mut judged).unwrap();
        written.clear();
        tags.write(lines.as_bytes(), &grams, &judged, true, &mut written);
    }
    assert_eq!(String::from_utf8(written).unwrap(), new.concat() + old[5]);
}
