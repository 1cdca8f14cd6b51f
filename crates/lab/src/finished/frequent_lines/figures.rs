//! The numbers behind the figures of Kaser & Lemire 2007.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use freqlines::{Batch, Buffer, Counter, Options, Settings, Slot, backend, line_hash};

use crate::random::Random;

/// Distinct lines: the hash and the number of occurrences of each.
pub type Counted = Vec<(u64, u64)>;

/// Counts lines exactly.
pub fn count(text: &[u8]) -> anyhow::Result<Counted> {
    let settings = Settings {
        more_than: 0,
        ..Settings::default()
    };
    let mut counter = Counter::new(settings)?;
    counter.add_block(text)?;
    let counted = counter.finish()?.into_iter();
    Ok(counted
        .map(|(count, line)| (line_hash(&line), count))
        .collect())
}

/// Counts the lines of `text` with a back end and hands each frequent one with its count to `each`.
fn run(
    name: &str,
    options: &Options,
    text: &[u8],
    each: &mut dyn FnMut(&[u8], u64),
) -> anyhow::Result<()> {
    let mut counter = backend::find(name)
        .expect("a back end of the table")
        .build(options)?;
    let lines: Vec<&[u8]> = text
        .strip_suffix(b"\n")
        .unwrap_or(text)
        .split(|&byte| byte == b'\n')
        .collect();
    let mut buffer = Buffer::default();
    for lines in lines.chunks(4096) {
        counter.add(&Batch::new(lines, None, &mut buffer))?;
    }
    counter.finish(&mut |line| {
        each(line.text.unwrap_or_default(), line.count);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(())
}

/// Figure 5: for each number of occurrences, how many lines have it, and the probability that a line picked at random
/// has it or more.
pub fn skew(counted: &Counted) -> Vec<(u64, u64, f64)> {
    let mut lines: BTreeMap<u64, u64> = BTreeMap::new();
    for &(_, count) in counted {
        *lines.entry(count).or_default() += 1;
    }
    let total = counted.len() as f64;
    let mut at_least = counted.len() as u64;
    let rows = lines.into_iter().map(|(count, lines)| {
        let row = (count, lines, at_least as f64 / total);
        at_least -= lines;
        row
    });
    rows.collect()
}

/// A point of figure 6.
pub struct FalselyFrequent {
    /// The number of counters.
    pub counters: u64,
    /// For each threshold, the share of all lines that share a counter with others, are infrequent, and look frequent.
    pub shares: Vec<f64>,
    /// The bound for any distribution, `1 - exp(-(n - 1) / c)`.
    pub bound: f64,
    /// The bound for a skewed distribution, `p (n - 1) / c`.
    pub skewed_bound: f64,
}

/// Figure 6: the share of lines (each occurrence is one) falsely found frequent, by the number of counters.
pub fn falsely_frequent(counted: &Counted, thresholds: &[u64], p: f64) -> Vec<FalselyFrequent> {
    let total: u64 = counted.iter().map(|(_, count)| count).sum();
    let others = counted.len().saturating_sub(1) as f64;
    let point = |bits: u8| {
        let counters = 1u64 << bits;
        let mut sums = vec![0u64; counters as usize];
        let slot = |hash| Slot::of(hash, bits).slot as usize;
        for &(hash, count) in counted {
            sums[slot(hash)] += count;
        }
        let share = |&threshold: &u64| {
            let falsely = counted
                .iter()
                .filter(|&&(hash, count)| count <= threshold && sums[slot(hash)] > threshold);
            falsely.map(|(_, count)| count).sum::<u64>() as f64 / total as f64
        };
        FalselyFrequent {
            counters,
            shares: thresholds.iter().map(share).collect(),
            bound: -(-others / counters as f64).exp_m1(),
            skewed_bound: p * others / counters as f64,
        }
    };
    (10..=26).map(point).collect()
}

/// Figure 7: what share of the counters of the majority algorithm holds the most frequent items, exactly these, for data
/// in which the item of rank r has a frequency proportional to 1/r^x. The mean of `orders` random orders of about
/// 100,000 items of 1,000 kinds.
pub fn efficiency(x: f64, counters: usize, orders: u64) -> anyhow::Result<f64> {
    const KINDS: usize = 1000;
    const ITEMS: f64 = 100_000.0;
    let weights: Vec<f64> = (1..=KINDS).map(|rank| (rank as f64).powf(-x)).collect();
    let scale = ITEMS / weights.iter().sum::<f64>();
    let frequencies: Vec<u64> = weights
        .iter()
        .map(|weight| (weight * scale).round() as u64)
        .collect();
    let items: Vec<u16> = (0..KINDS as u16)
        .flat_map(|kind| std::iter::repeat_n(kind, frequencies[usize::from(kind)] as usize))
        .collect();
    let mut sum = 0.0;
    for order in 0..orders {
        let mut items = items.clone();
        let mut random = Random::new(order << 32 | (x * 1000.0) as u64);
        for end in (1..items.len()).rev() {
            items.swap(end, random.below(end as u64 + 1) as usize);
        }
        let text: String = items.iter().map(|item| format!("{item}\n")).collect();
        let mut found = Vec::new();
        let options = Options {
            more_than: 0,
            counters,
            ..Options::default()
        };
        run("majority", &options, text.as_bytes(), &mut |line, _| {
            let kind: usize = std::str::from_utf8(line)
                .expect("digits")
                .parse()
                .expect("a number");
            found.push(frequencies[kind]);
        })?;
        sum += exact_top(&found, &frequencies) as f64 / counters as f64;
    }
    Ok(sum / orders as f64)
}

/// The largest k for which the first k found are k of the most frequent. Both hold true frequencies: what was found by
/// its counters, descending, and everything there is, descending.
fn exact_top(found: &[u64], all: &[u64]) -> usize {
    let mut least = u64::MAX;
    let mut top = 0;
    for (at, &frequency) in found.iter().enumerate() {
        least = least.min(frequency);
        if least >= all[at] {
            top = at + 1;
        }
    }
    top
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_is_exact_up_to_the_last_place_where_it_is() {
        assert_eq!(exact_top(&[9, 7, 8], &[9, 8, 7, 1]), 3);
        assert_eq!(exact_top(&[9, 7, 1], &[9, 8, 7, 1]), 1);
        assert_eq!(exact_top(&[1, 9], &[9, 8, 7, 1]), 0);
        assert_eq!(exact_top(&[5, 5], &[5, 5, 5]), 2);
    }

    #[test]
    fn skew_and_false_frequency_of_known_lines() {
        let counted = count(b"a\nb\na\nc\na\n").unwrap();
        assert_eq!(skew(&counted), [(1, 2, 1.0), (3, 1, 1.0 / 3.0)]);
        for point in falsely_frequent(&counted, &[1, 5], 0.001) {
            assert!(point.shares[0] <= 0.4 && point.shares[1] == 0.0);
        }
    }

    /// The sums of the figure are the counters of the back end.
    #[test]
    fn the_back_end_finds_the_lines_of_figure_6_frequent() {
        let text: String = (0..30_000u64)
            .map(|n| format!("line {}\n", n * n % 7001))
            .collect();
        let counted = count(text.as_bytes()).unwrap();
        let threshold = 10;
        let options = Options {
            more_than: threshold,
            bits: 10,
            ..Options::default()
        };
        let mut counter = backend::find("counters").unwrap().build(&options).unwrap();
        let lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
        counter
            .add(&Batch::new(&lines, None, &mut Buffer::default()))
            .unwrap();
        let mut set = freqlines::FrequencySet::default();
        counter
            .finish(&mut |line| {
                set.insert(line.key, line.text);
                Ok(ControlFlow::Continue(()))
            })
            .unwrap();
        let exact: std::collections::HashMap<u64, u64> = counted.iter().copied().collect();
        let falsely = lines
            .iter()
            .filter(|line| set.contains(line) && exact[&line_hash(line)] <= threshold);
        let share = falsely.count() as f64 / lines.len() as f64;
        assert_eq!(
            falsely_frequent(&counted, &[threshold], 0.001)[0].shares[0],
            share
        );
        assert!(share > 0.0);
    }
}
