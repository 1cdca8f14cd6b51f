//! A corpus whose parts are deduplicated by themselves, in rounds: the same bytes as in one run.

use std::fmt::Write;

use crate::harness::{Workplace, installed, root};

/// Documents that share paragraphs, many of them changed, in an order that takes several rounds.
fn corpus() -> String {
    let mut state = 5u64;
    let mut below = |limit: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    };
    let paragraphs: Vec<Vec<usize>> = (0..120)
        .map(|_| (0..4 + below(50)).map(|_| below(900)).collect())
        .collect();
    let mut out = String::new();
    for number in 0..200 {
        let mut text = String::new();
        for _ in 0..1 + below(8) {
            let first = below(paragraphs.len() - 3);
            for paragraph in &paragraphs[first..first + 1 + 2 * (below(4) / 3)] {
                for &word in paragraph {
                    let word = if below(14) == 0 { below(900) } else { word };
                    let _ = write!(text, "w{word} ");
                }
                text.push_str("\\n\\n");
            }
        }
        let _ = writeln!(out, "{{\"id\":\"{number}\",\"text\":\"{text}\"}}");
    }
    out
}

#[test]
fn parts_are_what_the_whole_is() {
    if !installed("bash") {
        println!("not run: bash is not installed");
        return;
    }
    let here = Workplace::new();
    here.write("corpus.jsonl", corpus());
    here.shell("mkdir 'the parts'; split -l 40 corpus.jsonl 'the parts/part '")
        .quietly();
    here.shell("blockdedup --emit grams corpus.jsonl > grams.jsonl")
        .quietly();
    let script = root().join("examples/dedup-parts");
    let mut outputs = Vec::new();
    for flags in [
        "",
        "--keep-within",
        "--exact",
        "--method paper",
        "--no-smoothing --unit line",
        "--unit document --threshold .3",
        "--unit span --min-span 12",
        "--grams grams.jsonl",
    ] {
        let whole = here
            .shell(&format!("blockdedup -q {flags} corpus.jsonl"))
            .quietly();
        let parts = format!(
            "FLAGS='-q {flags}' JOBS=3 bash '{}' out 'the parts'/part*; cat out/1 out/2 out/3 out/4 out/5",
            script.display()
        );
        let parts = here.shell(&parts).quietly();
        assert!(parts.out == whole.out, "{flags}");
        outputs.push(whole.out);
    }
    // The options made a difference, but for --grams, which must make none.
    assert_eq!(outputs.first(), outputs.last());
    outputs.sort();
    outputs.dedup();
    assert_eq!(outputs.len(), 7);
}

#[test]
fn what_is_no_file_of_another_part_is_refused() {
    let here = Workplace::new();
    here.write("a.jsonl", corpus());
    here.shell(
        "blockdedup --emit seen a.jsonl > seen; head -c 2000 seen > short; cat seen seen > long",
    )
    .quietly();
    here.shell("blockdedup -n 5 --emit seen a.jsonl > other; (head -n 1 seen; head -c 80000 /dev/zero) > zero").quietly();
    here.shell("blockdedup --seen seen a.jsonl > /dev/null")
        .quietly();
    for (file, message) in [
        ("nowhere", "nowhere: No such file"),
        ("a.jsonl", "a.jsonl: no file of --emit seen"),
        ("short", "short: cut short"),
        ("long", "long: longer than it says"),
        ("zero", "zero: damaged"),
        (
            "other",
            "other: not made with the same --method, -n and --tokens",
        ),
    ] {
        let done = here
            .shell(&format!("blockdedup --seen {file} a.jsonl"))
            .expect(2);
        assert!(done.err.contains(message), "{file}: {}", done.err);
        assert!(done.out.is_empty());
    }
    for wrong in [
        "--seen seen --emit report",
        "--seen seen --emit grams",
        "--seen seen --against a.jsonl",
        "--emit seen --against a.jsonl",
        "--emit seen --format tsv",
        "--emit seen --out-dir x",
        "--emit seen -S 1K",
    ] {
        let done = here.shell(&format!("blockdedup {wrong} a.jsonl")).expect(2);
        assert!(done.out.is_empty() && !done.err.is_empty(), "{wrong}");
    }
}
