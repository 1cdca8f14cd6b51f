//! Compares every back end with a plain map, to verify its guarantee.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use freqlines::backend::{BACKENDS, Backend, Guarantee};
use freqlines::{
    Batch, Buffer, Counts, FrequencySet, Frequent, Hash, Key, Options, Order, Slot, Stats,
    line_hash,
};
use platform::random::mix;
use proptest::prelude::*;

/// An emitted line with an owned text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    count: u64,
    error: Option<u64>,
    key: Key,
    text: Option<Vec<u8>>,
}

/// Options that stress each back end: few counters, little memory.
fn variants(more_than: u64) -> Vec<Options> {
    let base = Options {
        more_than,
        bits: 6,
        counters: 7,
        memory: 1 << 16,
        ..Options::default()
    };
    vec![
        base.clone(),
        Options {
            hash: Hash::Crc64,
            counter_bits: 8,
            rows: 1,
            counters: 1,
            ..base.clone()
        },
        Options {
            bits: 14,
            counter_bits: 16,
            rows: 2,
            counters: 1000,
            rate: 1.0,
            memory: 1 << 30,
            ..base
        },
    ]
}

fn count(backend: &Backend, options: &Options, lines: &[Vec<u8>]) -> Vec<Found> {
    finish(counted(backend, options, lines))
}

fn counted(
    backend: &Backend,
    options: &Options,
    lines: &[Vec<u8>],
) -> Box<dyn freqlines::Structure> {
    let mut counter = backend.build(options).unwrap();
    let mut buffer = Buffer::default();
    for pass in 0..backend.passes {
        if pass > 0 {
            counter.end_pass();
        }
        // Batches of various sizes.
        let mut rest: Vec<&[u8]> = lines.iter().map(|line| &line[..]).collect();
        for size in (0..).map(|n| 1 + n * n) {
            let tail = rest.split_off(size.min(rest.len()));
            counter.add(&Batch::new(&rest, None, &mut buffer)).unwrap();
            rest = tail;
            if rest.is_empty() {
                break;
            }
        }
    }
    counter
}

fn finish(counter: Box<dyn freqlines::Structure>) -> Vec<Found> {
    finish_with_stats(counter).0
}

fn finish_with_stats(counter: Box<dyn freqlines::Structure>) -> (Vec<Found>, Stats) {
    let mut found = Vec::new();
    let stats = counter
        .finish(&mut |&Frequent {
                          count,
                          error,
                          key,
                          text,
                      }| {
            found.push(Found {
                count,
                error,
                key,
                text: text.map(<[u8]>::to_vec),
            });
            Ok(ControlFlow::Continue(()))
        })
        .unwrap();
    (found, stats)
}

/// Adds up earlier counts.
fn merge(backend: &Backend, options: &Options, pieces: &[Vec<Found>]) -> Vec<Found> {
    let mut counter = backend.build(options).unwrap();
    let mut buffer = Buffer::default();
    for pass in 0..backend.passes {
        if pass > 0 {
            counter.end_pass();
        }
        for Found {
            count,
            error,
            key,
            text,
        } in pieces.concat()
        {
            let text = text.as_deref();
            if key == Key::Text {
                let lines = [text.unwrap()];
                counter
                    .add(&Batch::new(&lines, Some(&[count]), &mut buffer))
                    .unwrap();
            } else {
                assert!(
                    counter
                        .absorb(&Frequent {
                            count,
                            error,
                            key,
                            text
                        })
                        .unwrap()
                );
            }
        }
    }
    finish(counter)
}

fn truth(lines: &[Vec<u8>]) -> BTreeMap<Vec<u8>, u64> {
    let mut counts = BTreeMap::new();
    for line in lines {
        *counts.entry(line.clone()).or_insert(0) += 1;
    }
    counts
}

/// Returns the key of a line in the output of a back end with these options.
fn key_of(backend: &Backend, options: &Options, line: &[u8]) -> Key {
    let fingerprint = |hash: Hash| {
        Key::Fingerprint(freqlines::Fingerprint {
            hash,
            value: hash.of(line),
        })
    };
    match backend.name {
        "fingerprint" => fingerprint(options.hash),
        "countmin" => fingerprint(Hash::Xxh3),
        "counters" => Key::Slot(Slot::of(line_hash(line), options.bits)),
        _ => Key::Text,
    }
}

fn check(backend: &Backend, options: &Options, lines: &[Vec<u8>]) {
    let found = count(backend, options, lines);
    let truth = truth(lines);
    let context = || format!("{} with {options:?}: {found:?}", backend.name);

    let order = |line: &Found| (std::cmp::Reverse(line.count), line.text.clone());
    assert!(found.is_sorted_by_key(order), "{}", context());
    let unsorted = Options {
        order: Order::Unsorted,
        ..options.clone()
    };
    let mut unsorted = count(backend, &unsorted, lines);
    unsorted.sort_by_key(|line| (order(line), line.key));
    assert_eq!(unsorted, found, "the order changes what is found");
    assert!(
        found.iter().all(|line| line.count > options.more_than),
        "{}",
        context()
    );
    let mut keys: Vec<_> = found
        .iter()
        .map(|line| (line.key, (line.key == Key::Text).then_some(&line.text)))
        .collect();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), found.len(), "a key comes once: {}", context());

    let mut set = FrequencySet::default();
    for line in &found {
        let text = line.text.as_deref().unwrap();
        assert!(set.insert(line.key, Some(text)));
        assert!(
            set.contains(text),
            "an example has its own key: {}",
            context()
        );
        assert!(
            truth.contains_key(text),
            "nobody wrote this line: {}",
            context()
        );
    }
    let reported = |line: &[u8]| {
        let key = key_of(backend, options, line);
        found.iter().find(|found| {
            found.key == key && (key != Key::Text || found.text.as_deref() == Some(line))
        })
    };
    for (line, &count) in &truth {
        match backend.guarantee {
            Guarantee::Exact => {
                assert_eq!(
                    reported(line).map(|found| found.count),
                    (count > options.more_than).then_some(count)
                );
                assert_eq!(
                    set.contains(line),
                    count > options.more_than,
                    "{}",
                    context()
                );
            }
            Guarantee::NeverUnder if count > options.more_than => {
                assert!(
                    reported(line).is_some_and(|found| found.count >= count),
                    "{line:?} {count} {}",
                    context()
                );
                assert!(set.contains(line), "{}", context());
            }
            Guarantee::NeverOver => {
                let kept = reported(line);
                if let Some(found) = kept {
                    let error = found.error.expect("a bound");
                    assert!(
                        found.count <= count && count <= found.count + error,
                        "{line:?} {count} {}",
                        context()
                    );
                    assert!(
                        error <= lines.len() as u64 / (options.counters as u64 + 1),
                        "{}",
                        context()
                    );
                }
                let guaranteed = count * (options.counters as u64 + 1) > lines.len() as u64;
                assert!(
                    kept.is_some() || options.more_than > 0 || !guaranteed,
                    "{line:?} {count} {}",
                    context()
                );
            }
            // Expectations are tested separately.
            Guarantee::NeverUnder | Guarantee::Unbiased => {}
        }
    }
}

/// Options with which a back end emits all its lines.
fn everything(counters: usize) -> Options {
    Options {
        more_than: 0,
        counters,
        ..Options::default()
    }
}

/// Returns lines, some of them frequent.
fn lines() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let line = prop_oneof![
        4 => "[ab]{0,2}".prop_map(String::into_bytes),
        3 => "[a-h]{2}".prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..40),
        1 => (250usize..260).prop_map(|len| vec![b'x'; len]),
    ];
    prop::collection::vec(line, 0..300)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 4))]

    #[test]
    fn guarantees_hold(lines in lines(), more_than in 0u64..6) {
        for backend in BACKENDS {
            for options in variants(more_than) {
                check(backend, &options, &lines);
            }
        }
    }

    #[test]
    fn a_block_counts_as_its_lines_do(
        mut lines in lines(),
        at in any::<prop::sample::Index>(),
        ended: bool,
        more_than in 0u64..6,
    ) {
        lines.iter_mut().for_each(|line| line.retain(|&byte| byte != b'\n'));
        let (first, second) = lines.split_at(at.index(lines.len() + 1));
        let blocks = [first, second].map(|lines| lines.iter().fold(Vec::new(), |block, line| [&block[..], line, b"\n"].concat()));
        let [first, mut second] = blocks;
        // An empty line without a line feed is not a line.
        if !ended && !second.ends_with(b"\n\n") && second != b"\n" {
            second.pop();
        }
        let morris = Options { morris: true, ..variants(more_than)[0].clone() };
        for backend in BACKENDS {
            for options in variants(more_than).iter().chain([&morris]) {
                let mut counter = backend.build(options).unwrap();
                for pass in 0..backend.passes {
                    if pass > 0 {
                        counter.end_pass();
                    }
                    for block in [&first, &second] {
                        counter.add_block(block, &mut Buffer::default()).unwrap();
                    }
                }
                prop_assert_eq!(finish(counter), count(backend, options, &lines), "{}", backend.name);
            }
        }
    }

    #[test]
    fn pieces_add_up_to_the_whole(
        lines in lines(),
        at in any::<prop::sample::Index>(),
        more_than in 0u64..6,
    ) {
        let (first, second) = lines.split_at(at.index(lines.len() + 1));
        for backend in BACKENDS.iter().filter(|backend| backend.adds_up) {
            for (everything, options) in variants(0).iter().zip(variants(more_than)) {
                let pieces = [first, second].map(|piece| count(backend, everything, piece));
                let whole = count(backend, everything, &lines);
                prop_assert_eq!(merge(backend, everything, &pieces), whole, "{}", backend.name);
                let without_examples = |found: Vec<Found>| {
                    let mut counts: Vec<_> = found
                        .into_iter()
                        .map(|line| (line.count, line.key, line.text.filter(|_| line.key == Key::Text)))
                        .collect();
                    counts.sort();
                    counts
                };
                prop_assert_eq!(
                    without_examples(merge(backend, &options, &pieces)),
                    without_examples(count(backend, &options, &lines)),
                    "{}", backend.name
                );
            }
        }
    }

    /// Pieces with equal errors and no common text cannot be distinguished, so the test has none.
    #[test]
    fn errors_of_pieces_bound_what_their_sums_are_under(
        pieces in prop::collection::vec((lines(), 1usize..8), 1..6),
    ) {
        let majority = freqlines::backend::find("majority").unwrap();
        let exact = freqlines::backend::find("exact").unwrap().build(&everything(0)).unwrap();
        let mut counts = Counts::new(exact, 0);
        let (mut all, mut errors) = (Vec::new(), BTreeSet::new());
        for (lines, counters) in pieces {
            let found = count(majority, &everything(counters), &lines);
            let error = found.first().and_then(|line| line.error);
            if !error.is_some_and(|error| errors.insert(error)) {
                continue;
            }
            all.extend(lines);
            for Found { count, error, key, text } in found {
                let text = text.as_deref();
                let counted = Frequent { count, error, key, text };
                prop_assert!(counts.add_counted(&counted).unwrap());
            }
        }
        let truth = truth(&all);
        counts.finish(&mut |line| {
            let count = truth[line.text.unwrap()];
            assert_eq!(line.error, Some(errors.iter().sum()));
            assert!(line.count <= count && count <= line.count + line.error.unwrap());
            Ok(ControlFlow::Continue(()))
        }).unwrap();
    }

    /// Merged sketches do not have the same numbers, but they keep the guarantee.
    #[test]
    fn merged_sketches_are_never_under(lines in lines(), at in any::<prop::sample::Index>()) {
        let (first, second) = lines.split_at(at.index(lines.len() + 1));
        let backend = freqlines::backend::find("countmin").unwrap();
        let options = Options { more_than: 0, bits: 5, ..Options::default() };
        let pieces = [first, second].map(|piece| count(backend, &options, piece));
        let merged = merge(backend, &options, &pieces);
        for (line, count) in truth(&lines) {
            let key = key_of(backend, &options, &line);
            prop_assert!(merged.iter().any(|found| found.key == key && found.count >= count));
        }
    }
}

#[test]
fn counters_are_coarser_views_of_each_other() {
    let lines: Vec<Vec<u8>> = (0..500u32)
        .map(|n| (n % 171).to_string().into_bytes())
        .collect();
    let backend = freqlines::backend::find("counters").unwrap();
    let with = |bits| Options {
        more_than: 0,
        bits,
        ..Options::default()
    };
    let coarse = count(backend, &with(5), &lines);
    let keys = |found: &[Found]| {
        found
            .iter()
            .map(|line| (line.key, line.count))
            .collect::<BTreeMap<_, _>>()
    };
    assert_eq!(
        keys(&merge(
            backend,
            &with(5),
            &[count(backend, &with(9), &lines)]
        )),
        keys(&coarse)
    );
    let mut finer = backend.build(&with(9)).unwrap();
    let Found {
        count, error, key, ..
    } = coarse[0];
    assert!(
        !finer
            .absorb(&Frequent {
                count,
                error,
                key,
                text: None
            })
            .unwrap(),
        "bits that nobody has"
    );
}

#[test]
fn samples_are_right_on_average() {
    let lines: Vec<Vec<u8>> = (0..600)
        .map(|n: u32| vec![if n.is_multiple_of(3) { b'a' } else { b'b' }])
        .collect();
    for backend in BACKENDS
        .iter()
        .filter(|backend| backend.guarantee == Guarantee::Unbiased)
    {
        for rate in [0.03, 0.3, 0.7] {
            let seeds = 200;
            let mut sums = BTreeMap::from([(b"a".to_vec(), 0.0), (b"b".to_vec(), 0.0)]);
            for seed in 0..seeds {
                let options = Options {
                    more_than: 0,
                    rate,
                    seed,
                    ..Options::default()
                };
                for line in count(backend, &options, &lines) {
                    *sums.get_mut(&line.text.unwrap()).unwrap() += line.count as f64;
                }
            }
            for (line, true_count) in truth(&lines) {
                let mean = sums[&line] / seeds as f64;
                let deviation = (true_count as f64 * (1.0 - rate) / rate / seeds as f64).sqrt();
                assert!(
                    (mean - true_count as f64).abs() < 5.0 * deviation,
                    "{line:?}: {mean} for {true_count}"
                );
            }
        }
    }
}

#[test]
fn extreme_lines_are_counted_like_others() {
    let long = vec![0; 5 << 18];
    let mut other = long.clone();
    other.push(b'x');
    let lines = [
        vec![],
        long.clone(),
        vec![0],
        other,
        long,
        vec![],
        vec![0xff; 300],
    ];
    for backend in BACKENDS {
        for options in variants(0) {
            check(backend, &options, &lines);
            check(backend, &options, &[]);
            check(backend, &options, &vec![vec![]; 200]);
        }
    }
}

#[test]
fn counters_that_are_full_say_so() {
    for (name, most) in [
        ("counters", u64::from(u8::MAX)),
        ("countmin", u64::from(u32::MAX)),
    ] {
        let options = Options {
            counter_bits: 8,
            bits: 4,
            rows: 1,
            ..Options::default()
        };
        let mut counter = freqlines::backend::find(name)
            .unwrap()
            .build(&options)
            .unwrap();
        let lines = [&b"line"[..]; 2];
        counter
            .add(&Batch::new(
                &lines,
                Some(&[most - 1, 3]),
                &mut Buffer::default(),
            ))
            .unwrap();
        let mut counts = Vec::new();
        let stats = counter.finish(&mut |line| {
            counts.push(line.count);
            Ok(ControlFlow::Continue(()))
        });
        assert_eq!(
            (counts, stats.unwrap().saturated),
            (vec![most], Some(1)),
            "{name}"
        );
    }
}

/// Returns two lists of lines. In the first all lines occur once; in the second about half do.
fn rare_lines() -> [Vec<Vec<u8>>; 2] {
    let distinct = (0..64_000).map(|number: u64| number.to_string().into_bytes());
    let skewed = (0..64_000).map(|number| match mix(number) {
        often if often % 2 == 0 => format!("often {}", 3000 / (1 + mix(often) % 3000)),
        _ => number.to_string(),
    });
    [distinct.collect(), skewed.map(String::into_bytes).collect()]
}

#[test]
fn the_share_of_falsely_frequent_lines_is_about_the_expected_one() {
    for (name, bits, rows, more_than) in [
        ("counters", 16, 1, 1),
        ("counters", 16, 1, 2),
        ("counters", 13, 1, 9),
        ("countmin", 15, 2, 1),
        ("countmin", 13, 4, 2),
        ("countmin", 12, 3, 4),
    ] {
        for lines in rare_lines() {
            let backend = freqlines::backend::find(name).unwrap();
            let options = Options {
                more_than,
                bits,
                rows,
                ..Options::default()
            };
            let (found, stats) = finish_with_stats(counted(backend, &options, &lines));
            let keys: BTreeSet<_> = found.iter().map(|line| line.key).collect();
            let truth = truth(&lines);
            let once = truth.iter().filter(|(_, count)| **count == 1);
            let is_found = once.map(|(line, _)| keys.contains(&key_of(backend, &options, line)));
            let is_found: Vec<bool> = is_found.collect();
            let falsely = is_found.iter().filter(|found| **found).count() as f64;
            let share = falsely / is_found.len() as f64;
            let expected = stats.falsely_frequent.unwrap();
            assert!(
                share > 0.02 && (share / expected - 1.0).abs() < 0.1,
                "{name} with {options:?}: {share} of {}, expected {expected}",
                is_found.len()
            );
        }
    }
}

/// Returns the output of `external` and of `exact`, and the statistics of `external`. Each line has
/// this weight.
fn external_and_exact(
    lines: &[Vec<u8>],
    weight: u64,
    options: &Options,
) -> (Vec<Found>, Vec<Found>, Stats) {
    let mut stats = None;
    let [external, exact] = ["external", "exact"].map(|name| {
        let backend = freqlines::backend::find(name).unwrap();
        let mut counter = backend.build(options).unwrap();
        let mut buffer = Buffer::default();
        for lines in lines.chunks(1000) {
            let lines: Vec<&[u8]> = lines.iter().map(|line| &line[..]).collect();
            let weights = vec![weight; lines.len()];
            let weights = (weight != 1).then_some(&weights[..]);
            counter
                .add(&Batch::new(&lines, weights, &mut buffer))
                .unwrap();
        }
        let (found, finished) = finish_with_stats(counter);
        stats.get_or_insert(finished);
        found
    });
    (external, exact, stats.unwrap())
}

/// Enough lines for two levels of partitions and two levels of runs. The beginning of sorted input
/// is not representative.
#[test]
fn external_is_exact_byte_for_byte() {
    let line =
        |n: u64| format!("{:>1$}", n * 7919 % 100_003, 400 + (n % 7) as usize * 40).into_bytes();
    let lines: Vec<Vec<u8>> = (0..9000)
        .map(line)
        .chain((0..9000).step_by(7).map(line))
        .collect();
    let mut sorted = lines.clone();
    sorted.sort();
    let bytes: u64 = lines.iter().map(|line| line.len() as u64).sum();
    let all: &[u64] = &[1, 2 << 20, 512 << 20];
    for (lines, weight, more_than, memories) in [
        (&lines, 1, 0, all),
        (&sorted, 1, 1, &all[1..2]),
        (&lines, 5, 5, &all[1..2]),
        (&sorted, 5, 4, &all[..2]),
    ] {
        for &memory in memories {
            let with = |order| Options {
                more_than,
                memory,
                order,
                ..Options::default()
            };
            let (external, exact, stats) = external_and_exact(lines, weight, &with(Order::Sorted));
            assert_eq!(
                exact.len(),
                if more_than < weight {
                    9000
                } else {
                    9000usize.div_ceil(7)
                }
            );
            assert!(external == exact, "with {memory} bytes, {weight} each");
            let (mut external, _, unsorted) =
                external_and_exact(lines, weight, &with(Order::Unsorted));
            external.sort_by(|a, b| (b.count.cmp(&a.count)).then(a.text.cmp(&b.text)));
            assert!(external == exact, "with {memory} bytes, unsorted");
            assert_eq!(unsorted.distinct, stats.distinct);
            assert!(unsorted.spilled <= stats.spilled, "there are no runs");
            assert_eq!(stats.spilled > Some(0), memory < 100 << 20);
            assert!(
                stats.spilled < Some(6 * bytes),
                "{:?} of {bytes} bytes",
                stats.spilled
            );
            assert_eq!(stats.distinct, Some(9000));
            assert!(
                stats.bytes <= memory.max(1 << 19) || stats.spilled == Some(0),
                "{} of {memory}",
                stats.bytes
            );
        }
    }
}

/// Runs of such long lines are merged two at a time.
#[test]
fn external_is_exact_with_long_lines() {
    let line = |n: u64| format!("{:>1$}", n * 7919 % 1009, 40_000).into_bytes();
    let lines: Vec<Vec<u8>> = (0..200).chain((0..200).step_by(3)).map(line).collect();
    for (weight, more_than) in [(1, 0), (1, 1), (5, 4)] {
        let options = Options {
            more_than,
            memory: 1 << 19,
            ..Options::default()
        };
        let (external, exact, stats) = external_and_exact(&lines, weight, &options);
        assert_eq!(exact.len(), if more_than < weight { 200 } else { 67 });
        assert!(external == exact && stats.spilled > Some(0));
    }
}

/// If the low halves of two words equal those of their keys, both products are zero: the hash depends only on the sum
/// of the high halves.
#[test]
fn lines_that_were_made_to_have_the_same_hash_are_counted_in_bounded_memory() {
    let lines: Vec<Vec<u8>> = (0..3000u64)
        .map(|number| {
            let low = |key: u64| mix(key) & u64::from(u32::MAX);
            let words = [low(0) | number << 32, low(1) | (10_000 - number) << 32];
            [&words.map(u64::to_le_bytes).concat()[..], &[b'x'; 80]].concat()
        })
        .collect();
    assert!(
        lines
            .iter()
            .all(|line| line_hash(line) == line_hash(&lines[0]))
    );
    let options = Options {
        more_than: 0,
        memory: 1 << 19,
        order: Order::Unsorted,
        ..Options::default()
    };
    let (mut external, mut exact, stats) = external_and_exact(&lines, 1, &options);
    external.sort();
    exact.sort();
    assert!(external == exact && exact.len() == lines.len());
    assert!(
        stats.spilled > Some(0) && stats.bytes <= options.memory,
        "{stats:?}"
    );
}
