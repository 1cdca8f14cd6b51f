//! Tests of the one call.

use proptest::prelude::*;

use crate::{Coverage, Hit, Index, Item, Refused, Settings};

const QUESTION: &str = "A keeper lights four lamps before dusk and twice as many after it, then puts out three; how many lamps burn at midnight in the harbour?";

fn index(texts: &[&str]) -> Index {
    let items = texts
        .iter()
        .enumerate()
        .map(|(number, text)| Item::new(format!("q{number}"), *text));
    Index::new(items, &Settings::default()).unwrap()
}

fn hits(item: &str, text: &str) -> Vec<Hit> {
    index(&[item]).scan(text)
}

#[test]
fn an_item_inside_a_paragraph_is_found_whole() {
    let text = format!("deck and boat with cabin oar. {QUESTION} boat to was bell");
    let found = hits(QUESTION, &text);
    assert_eq!(found.len(), 1);
    assert_eq!(
        &text[found[0].bytes.clone()],
        QUESTION.trim_end_matches('?')
    );
    assert_eq!(
        (found[0].share, found[0].edits, found[0].expect < 1e-9),
        (1.0, 0, true)
    );
}

#[test]
fn edits_case_wraps_and_entities_do_not_hide_an_item() {
    let changed = "A KEEPER lights four lamps before dusk &amp; twice as\nmany after it, then puts\r\n\r\nout three: how many lights burn at midnight, in the harbour";
    let found = hits(QUESTION, &format!("Before it. {changed} and after it."));
    assert_eq!((found.len(), found[0].share), (1, 1.0));
    assert_eq!((found[0].equal, found[0].edits), (24, 2));
}

#[test]
fn words_divided_at_line_ends_and_tags_do_not_hide_an_item() {
    let whole = |item: &str, text: &str| {
        let found = hits(item, text);
        found.len() == 1 && (found[0].share, found[0].edits) == (1.0, 0)
    };
    let item = "Which well-known lighthouse keeper mended the telegraph?";
    for text in [
        "Which well-known light-\n    house keeper men-\nded the tele\u{ad}\ngraph?",
        "Which well-\nknown light- house keeper mended the telegraph?",
        "<p>Which <b>well</b>-<i>known</i> <a href='/l.html'>lighthouse</a> keeper<br>mended the tele<em>graph</em>?",
    ] {
        assert!(whole(item, text), "{text}");
        // The same if the item was copied with them.
        assert!(whole(text, text), "{text}");
    }
    let mut others = vec![item.to_owned()];
    others.extend((0..5000).map(|number| format!("quayside{number} harbour{number}")));
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    let found = index(&others).scan("Which well-\nknown lighthouse keeper mended the telegraph?");
    assert_eq!((found.len(), found[0].edits), (1, 0));
}

#[test]
fn short_items_are_matched_whole() {
    let text = "Quiz: what is the capital of France? And of Ruritania, what is it?";
    assert_eq!(hits("What is the capital of France?", text).len(), 1);
    assert_eq!(hits("What is the capital of Ruritania?", text).len(), 0);
    let three = hits(
        "photosynthesis requires chlorophyll",
        "a Photosynthesis requires, chlorophyll!",
    );
    assert_eq!((three.len(), three[0].words.clone()), (1, 1..4));
}

#[test]
fn a_short_question_with_another_number_is_another_question() {
    let item = Item::new("sum", "How many boats are left if 12 of the 30 boats sink?");
    let index = Index::new([item], &Settings::default()).unwrap();
    let count = |text: &str| index.scan(text).len();
    assert_eq!(
        count("How many barges are left if 12 of the 30 boats sink?"),
        1
    );
    assert_eq!(
        count("How many boats are left if 14 of the 30 boats sink?"),
        0
    );
}

#[test]
fn one_edit_anywhere_does_not_hide_a_short_item() {
    let words: Vec<&str> = "Which harbour pilot steered the damaged freighter past seven wooden lighthouses during that winter of heavy storms".split(' ').collect();
    for length in 8..=16 {
        let item = words[..length].join(" ");
        let index = index(&[&item]);
        for changed in 0..length {
            for other in ["another", "two more", ""] {
                let mut edited = words[..length].to_vec();
                edited[changed] = other;
                let found = index.scan(&format!("Quiz. {}, and so on.", edited.join(" ")));
                let share = found.iter().map(|hit| hit.share).fold(0.0, f64::max);
                assert!(share >= 0.8, "{share}: {edited:?}");
            }
        }
    }
}

#[test]
fn edits_all_over_a_long_item_do_not_hide_it() {
    let words: Vec<String> = (0..150)
        .map(|at| format!("harbour{}", at * at % 997))
        .collect();
    let item = words.join(" ");
    let edited = |words: &[String], distance: usize| {
        let mut words = words.to_vec();
        words
            .iter_mut()
            .skip(3)
            .step_by(distance)
            .for_each(|word| *word = "lamp".to_owned());
        words.join(" ")
    };
    let index = index(&[&item]);
    for (distance, count) in [(8, 1), (6, 1), (5, 1), (3, 0)] {
        let text = format!("Before it. {}. And after it.", edited(&words, distance));
        assert_eq!(index.scan(&text).len(), count, "{distance}");
        // It must be there as a whole.
        let half = format!(
            "Before it. {}. And after it.",
            edited(&words[..75], distance)
        );
        assert_eq!(index.scan(&half).len(), 0, "{distance}");
    }
}

#[test]
fn links_and_emphasis_do_not_hide_an_item() {
    let item = "Which harbour pilot steered the old freighter past seven lighthouses?";
    let text = "Which [harbour pilot](https://pilots.example/all/of/them) _steered_ the **old** [freighter](/ships \"The old freighter\") \
        past ![seven](img/7.png) [`lighthouses`](#lights)?";
    let found = hits(item, text);
    assert_eq!(
        found
            .iter()
            .map(|hit| (hit.share, hit.edits))
            .collect::<Vec<_>>(),
        [(1.0, 0)]
    );
}

#[test]
fn half_of_a_short_item_is_not_found() {
    let item = "Which harbour pilot steered the damaged freighter past seven wooden lighthouses";
    for half in [
        "Which harbour pilot steered the damaged",
        "freighter past seven wooden lighthouses",
    ] {
        assert_eq!(hits(item, &format!("So {half} was it.")).len(), 0, "{half}");
    }
    // Without edits only a run of eight words begins a hit.
    let settings = Settings {
        max_edits: 0.0,
        ..Settings::default()
    };
    let exact = Index::new([Item::new("q", item)], &settings).unwrap();
    assert_eq!(exact.scan(&item.replace("damaged", "old")).len(), 0);
    assert_eq!(exact.scan(item).len(), 1);
}

#[test]
fn what_says_too_little_is_refused() {
    let index = index(&["42", "", "it is", QUESTION]);
    let refused: Vec<_> = index.items().iter().map(|item| item.refused).collect();
    assert_eq!(
        refused,
        [
            Some(Refused::Short),
            Some(Refused::Short),
            Some(Refused::Common),
            None
        ]
    );
    assert_eq!(index.scan("42 it is 42").len(), 0);
}

#[test]
fn signs_and_numbers_say_what_words_do_not() {
    for item in [
        "What is 2+2?",
        "\u{bf}Cu\u{e1}nto es 7x8?",
        "f(x)=x^2+1",
        "a[i] = b[i] + 1;",
        "2 H2 + O2 -> 2 H2O",
        "837*492",
        "How much is 9*9?",
        "Was ist 12 - 7?",
    ] {
        let index = index(&[item]);
        assert_eq!(index.item(0).refused, None, "{item}");
        for text in [
            format!("Quiz. {item} And so on."),
            format!("<li>{}</li>", item.to_uppercase().replace(' ', "\n")),
            item.replace('*', " &times; ").replace('-', "\u{2212}"),
        ] {
            let found = index.scan(&text);
            assert_eq!(
                found.iter().map(|hit| hit.share).collect::<Vec<_>>(),
                [1.0],
                "{text}"
            );
            assert!(found[0].expect <= 1.0, "{}", found[0].expect);
        }
        for (sign, other) in [('+', '/'), ('*', '/'), ('^', '*'), ('-', '+'), ('x', '+')] {
            let text = item.replace(sign, &other.to_string());
            assert_eq!(index.scan(&text).len(), usize::from(text == item), "{text}");
        }
    }
    let refused = [
        "42",
        "7+5",
        "1+1=2",
        "x = x + 1",
        "10 20 30",
        "8 16 32 64",
        "E = mc^2",
        "0 0 0 0 0 0 0",
        "1 2 3 4 5 6 7",
        "h2o",
    ];
    for item in refused {
        assert!(index(&[item]).item(0).refused.is_some(), "{item}");
    }
}

#[test]
fn a_short_sum_is_not_a_part_or_variant_of_another() {
    let sum = index(&["Compute the sum 12 + 7 - 3 now"]);
    for (text, count) in [
        ("compute the sum 12+7-3, now", 1),
        ("compute the sum (12 + 7) - 3 now", 0),
        ("compute the sum 12 - 7 + 3 now", 0),
        ("compute the sum 12 7 3 now", 0),
    ] {
        assert_eq!(sum.scan(text).len(), count, "{text}");
    }
    let numbers = index(&["Numbers of the lock: 47 5 42"]);
    assert_eq!(numbers.scan("numbers of the lock 47, 5, 42").len(), 1);
    assert_eq!(numbers.scan("numbers of the lock 47-5=42").len(), 0);
    let sum = index(&["What is 2+2?"]);
    for (text, count) in [
        ("what is 2+2*3", 0),
        ("what is 2+2.5", 0),
        ("what is 2+2, then?", 1),
        ("what is 2+2 = 4", 1),
        ("what is **2+2**?", 1),
    ] {
        assert_eq!(sum.scan(text).len(), count, "{text}");
    }
    // Hyphens of words make no difference where the words say enough.
    let words = index(&["Which x-axis label did the surveyor choose?"]);
    assert_eq!(
        words
            .scan("which x axis label did the surveyor choose")
            .len(),
        1
    );
    // Both have the same words.
    let both = index(&["What is 9*8?", "What is 9+8?", "What is 9 \u{d7} 8?"]);
    let found = both.scan("What is 9+8? What is 9*8?");
    assert_eq!(
        found
            .iter()
            .map(|hit| (hit.item, hit.alike))
            .collect::<Vec<_>>(),
        [(1, 1), (0, 2)]
    );
}

#[test]
fn a_part_of_an_item_has_its_share() {
    let words: Vec<&str> = QUESTION.split(' ').collect();
    let found = hits(QUESTION, &format!("xyz {} xyz", words[3..15].join(" ")));
    assert_eq!((found.len(), found[0].item_words.clone()), (1, 3..15));
    assert_eq!(found[0].share, 12.0 / words.len() as f64);
}

#[test]
fn pieces_in_one_text_and_in_several_add_up() {
    let words: Vec<&str> = QUESTION.split(' ').collect();
    let (first, last) = (words[..12].join(" "), words[12..].join(" "));
    let index = index(&[QUESTION]);
    let found = index.scan(&format!(
        "{last} but not so and here is more that is in no item: {first}"
    ));
    assert_eq!((found.len(), found[0].share, found[1].share), (2, 1.0, 1.0));
    let mut coverage = Coverage::default();
    for part in [&first, &last, &first] {
        coverage.add(&index, &index.scan(part));
    }
    let covered = coverage.of(&index, 0).unwrap();
    assert_eq!(
        (covered.words(), covered.texts, covered.longest),
        (words.len(), 3, words.len() - 12)
    );
    assert!(covered.best < 0.6);
}

#[test]
fn like_items_are_found_once() {
    let index = index(&[
        QUESTION,
        "nothing of this kind is in the text at all",
        &QUESTION.to_uppercase(),
    ]);
    let found = index.scan(QUESTION);
    assert_eq!((found.len(), found[0].item, found[0].alike), (1, 0, 2));
    assert_eq!(index.first_alike(2), 0);
}

#[test]
fn a_run_that_many_items_share_begins_no_hit() {
    let template = "Read the question and give the letter of the right answer on the last line";
    let items = (0..300).map(|number| {
        Item::new(
            number.to_string(),
            format!("{template}: quokka{number} or zeppelin{number}?"),
        )
    });
    let index = Index::new(items, &Settings::default()).unwrap();
    assert_eq!(index.scan(&format!("{template}. Nothing else.")).len(), 0);
    let found = index.scan(&format!("{template}: quokka7 or zeppelin7?"));
    assert_eq!((found.len(), found[0].item, found[0].share), (1, 7, 1.0));
}

#[test]
fn a_passage_that_many_items_mostly_consist_of_is_found() {
    let passage: Vec<String> = (0..200).map(|at| format!("w{}", at * at % 997)).collect();
    let passage = passage.join(" ");
    for count in [100, 101, 500] {
        let items = (0..count).map(|number| {
            Item::new(
                "",
                format!("{passage}: did quokka {number} or zeppelin {number} sail on it?"),
            )
        });
        let index = Index::new(items, &Settings::default()).unwrap();
        let found = index.scan(&format!("Before it. {passage}. Behind it."));
        assert_eq!(found.len(), count);
        assert!(found.iter().all(|hit| hit.share > 0.9), "{count}");
    }
}

#[test]
fn half_of_a_template_of_short_items_begins_no_hit() {
    let items = (0..300).map(|number| {
        Item::new(
            number.to_string(),
            format!("Which lamp burns longest at harbour number {number} tonight?"),
        )
    });
    let index = Index::new(items, &Settings::default()).unwrap();
    assert_eq!(
        index
            .scan("Which lamp burns longest at harbour number 7777 tonight?")
            .len(),
        0
    );
    let found = index.scan("Which lamp burns brightest at harbour number 7 tonight?");
    assert_eq!((found.len(), found[0].item, found[0].edits), (1, 7, 1));
}

#[test]
fn common_wording_does_not_count() {
    let common = "The opinions expressed in this article are those of the author";
    let mut index = index(&[common, QUESTION]);
    let text = format!("{common}. {QUESTION}");
    assert_eq!(index.scan(&text).len(), 2);
    index.add_common(&format!("{common}."), 400.0);
    let found = index.scan(&text);
    assert_eq!((found.len(), found[0].item), (1, 1));
}

#[test]
fn repetition_takes_no_more_than_its_length() {
    let item = "again and ".repeat(60);
    let text = "again and ".repeat(20_000);
    let found = hits(&item, &text);
    assert_eq!(found.len(), 40_000_usize.div_ceil(120));
    assert!(found.iter().all(|hit| hit.share == 1.0));
}

#[test]
fn places_in_a_long_text_are_those_in_a_short_one() {
    let text = format!(
        "{}{QUESTION} and {}",
        "so it is ".repeat(150_000),
        "so be it ".repeat(150_000)
    );
    let found = hits(QUESTION, &text);
    assert_eq!(found.len(), 1);
    assert_eq!(
        &text[found[0].bytes.clone()],
        QUESTION.trim_end_matches('?')
    );
    assert_eq!(found[0].words.start, 450_000);
}

#[test]
fn scripts_without_spaces_are_matched_by_characters() {
    let item = "雨が屋根に降った。一晩中降り続いた。";
    let found = hits(item, &format!("昨日の話。{item}そして朝が来た。"));
    assert_eq!((found.len(), found[0].share), (1, 1.0));
}

#[test]
fn common_phrases_of_scripts_without_spaces_are_refused() {
    let index = index(&["することができます", "ไม่สามารถที่จะ", "信号所東端発破坑道"]);
    let refused: Vec<_> = index.items().iter().map(|item| item.refused).collect();
    assert_eq!(
        refused,
        [Some(Refused::Common), Some(Refused::Common), None]
    );
}

#[test]
fn an_item_that_ends_as_it_begins_is_found_behind_its_own_words() {
    let verse = "The miller had a daughter and the daughter had a hen that laid an egg on Sunday";
    let chorus = "Row on, you boatmen of the bay, the lamps are lit and supper is today";
    for (item, text) in [
        (
            [chorus, verse, chorus].join(". "),
            [verse, chorus, verse, chorus].join(". "),
        ),
        (
            [chorus, verse, QUESTION, chorus].join(". "),
            [QUESTION, chorus, verse, QUESTION, chorus].join(". "),
        ),
    ] {
        let found = hits(&item, &format!("They sang. {text}. They went home."));
        assert_eq!(found.len(), 2, "{found:?}");
        let words = index(&[&item]).item(0).words;
        assert_eq!((found[1].share, found[1].equal), (1.0, words));
        // What stands before it is a passage of its own.
        assert_eq!(found[0].words.end, found[1].words.start);
    }
}

#[test]
fn an_index_is_the_same_for_any_number_of_threads() {
    let items = || {
        (0..3000).map(|number: u32| {
            let words =
                (0..20 + number % 9).map(|at| format!("w{}", (number / 2 * 7 + at * at) % 900));
            Item::new(number.to_string(), words.collect::<Vec<_>>().join(" "))
        })
    };
    let of = |threads| {
        let index = Index::with_threads(items(), &Settings::default(), threads).unwrap();
        let found = index.scan(
            &items()
                .step_by(3)
                .map(|item| item.text)
                .collect::<Vec<_>>()
                .join(" "),
        );
        let tables = index
            .tables
            .iter()
            .map(|(n, _, table)| (*n, table.to_string()));
        (tables.collect::<Vec<_>>(), index.items().to_vec(), found)
    };
    let one = of(1);
    assert!(one.2.len() > 1000);
    for threads in [2, 5] {
        assert!(of(threads) == one);
    }
}

proptest! {
    /// A planted item is found whole, wherever it is and whatever surrounds it.
    #[test]
    fn what_is_planted_is_found(words in proptest::collection::vec("[a-f]{4,7}", 8..40), before in "[a-f ,.]{0,900}", after in "[a-f ,.\n]{0,900}") {
        let item = words.join(" ");
        let found = hits(&item, &format!("{before} {item} {after}"));
        prop_assert!(found.iter().any(|hit| hit.share == 1.0), "{found:?}");
    }

    /// Each run of `n` words that an item has begins or ends in a hit, and each hit is in the item word by word.
    #[test]
    fn no_run_of_an_item_is_missed(
        n in 2usize..16,
        texts in proptest::collection::vec(proptest::collection::vec("[a-c]", 16..40), 1..4),
        before in proptest::collection::vec("[a-d]", 0..700),
        after in proptest::collection::vec("[a-d]", 0..40),
    ) {
        let settings = Settings { n, max_edits: 0.0, expect: f64::INFINITY, ..Settings::default() };
        let items = texts.iter().map(|words| Item::new("", words.join(" ")));
        let index = Index::new(items, &settings).unwrap();
        let mut words = before;
        words.extend(texts[0][2..].iter().cloned());
        words.extend(after);
        let found = index.scan(&words.join(" "));
        for hit in &found {
            prop_assert_eq!(&words[hit.words.clone()], &texts[hit.item][hit.item_words.clone()]);
        }
        for (at, run) in words.windows(n).enumerate() {
            if texts.iter().any(|item| item.windows(n).any(|other| other == run)) {
                let is_found = |hit: &Hit| hit.words.contains(&at) || hit.words.contains(&(at + n - 1));
                prop_assert!(found.iter().any(is_found), "{at}: {found:?}");
            }
        }
    }
}
