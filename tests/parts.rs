//! A corpus whose parts are deduplicated by themselves, in rounds: the same bytes as in one run.

use std::fmt::Write;

use crate::harness::{Workplace, has, root};

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
        // Shorter than an n-gram, and most of them are there before.
        if number % 9 == 4 {
            let short = below(6);
            let _ = writeln!(out, "{{\"id\":\"s{number}\",\"text\":\"w{short} w2\"}}");
        }
    }
    out
}

#[test]
fn parts_are_what_the_whole_is() {
    if !has("bash") {
        return;
    }
    let here = Workplace::new();
    here.write("corpus.jsonl", corpus());
    here.shell("mkdir 'the parts'; split -l 45 corpus.jsonl 'the parts/part '")
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
    ] {
        let whole = here
            .shell(&format!("blockdedup -q {flags} corpus.jsonl"))
            .quietly();
        let parts = format!(
            "FLAGS='-q {flags}' JOBS=3 RANGES=2 bash '{}' out 'the parts'/part*; cat out/1 out/2 out/3 out/4 out/5",
            script.display()
        );
        let parts = here.shell(&parts).quietly();
        assert!(parts.out == whole.out, "{flags}");
        outputs.push(whole.out);
    }
    // The options made a difference.
    outputs.sort();
    outputs.dedup();
    assert_eq!(outputs.len(), 7);
}

#[test]
fn parts_that_are_only_compared_with_come_first() {
    let here = Workplace::new();
    here.write("corpus.jsonl", corpus());
    here.shell("head -n 60 corpus.jsonl > old; tail -n +61 corpus.jsonl > new")
        .quietly();
    for (option, counts) in [("", "kept"), ("--against-only", "nothing")] {
        let whole = here
            .shell(&format!("blockdedup --against old {option} new"))
            .quietly();
        let parts = here
            .shell(&format!(
                "blockdedup --emit keys --part 0 old > keys.0; blockdedup --emit keys --part 1 new > keys.1
                 cat keys.0 keys.1 | blockdedup --emit repeated > repeated
                 blockdedup --emit outline --part 0 --counts all --repeated repeated -- old > part.0
                 blockdedup --emit outline --part 1 --counts {counts} --repeated repeated \
                     --blocks-before $(tail -c 8 keys.0 | od -An -tu8) -- new > part.1
                 cat part.0 part.1 | blockdedup --emit before > before
                 blockdedup --emit kept --round 2 --frames 1 --counts {counts} part.1 before > part.1.2
                 blockdedup --emit before --round 2 part.0 part.1 part.1.2 | wc -c >&2
                 cat part.1 part.1.2 | blockdedup --part 1 --verdicts /dev/stdin new"
            ))
            .expect(0);
        assert_eq!(parts.err.trim(), "0", "nothing is behind the second part");
        assert!(parts.out == whole.out && !whole.out.is_empty(), "{option}");
    }
}

#[test]
fn what_is_of_another_part_is_refused() {
    let here = Workplace::new();
    here.write("a.jsonl", corpus());
    here.shell(
        "blockdedup --emit keys a.jsonl > keys; head -c 2000 keys > short; (cat keys; echo more) > long
         blockdedup --emit repeated keys > repeated; blockdedup --emit outline --repeated repeated -- a.jsonl > part
         blockdedup -n 5 --emit keys a.jsonl > other; (head -c 60 keys; head -c 80000 /dev/zero) > zero
         blockdedup --verdicts part a.jsonl > whole; blockdedup a.jsonl | cmp - whole",
    )
    .quietly();
    for (command, message) in [
        ("--emit repeated nowhere", "nowhere: No such file"),
        (
            "--emit repeated a.jsonl",
            "a.jsonl: damaged: this is not a part of a divided corpus",
        ),
        ("--emit repeated short", "short: damaged: cut short"),
        ("--emit repeated long", "long: damaged"),
        ("--emit repeated zero", "zero: damaged"),
        (
            "--emit repeated other",
            "other: not made with the same options",
        ),
        (
            "--threshold .3 --verdicts part a.jsonl",
            "part: not made with the same options",
        ),
        ("--emit keys --against a.jsonl a.jsonl", "--emit"),
        ("--emit keys --format tsv a.jsonl", "--emit"),
        ("--emit keys --out-dir x a.jsonl", "--emit"),
        ("--emit outline --vertical a.jsonl", "--emit"),
        ("--emit outline --repeated repeated -S 1K -- a.jsonl", "-S"),
        ("--emit report --verdicts part a.jsonl", "--verdicts"),
    ] {
        let done = here.shell(&format!("blockdedup {command}")).expect(2);
        assert!(done.err.contains(message), "{command}: {}", done.err);
        assert!(done.out.is_empty(), "{command}");
    }
    for other in ["head -n 3 a.jsonl", "tail -n 3 a.jsonl"] {
        let done = here
            .shell(&format!("{other} | blockdedup --verdicts part"))
            .expect(2);
        assert!(
            done.err.contains("--verdicts: these are of"),
            "{}",
            done.err
        );
    }
}

/// Seen n-grams are kept, and later documents are decided on as if they had come in the same run.
#[test]
fn a_corpus_that_grows_is_what_one_run_makes_of_all_of_it() {
    let here = Workplace::new();
    here.write("corpus.jsonl", corpus());
    here.shell("split -l 80 corpus.jsonl part.").quietly();
    for flags in ["", "--method paper", "--exact", "--unit span --min-span 12"] {
        let grown = here
            .shell(&format!(
                "export LC_ALL=C; blockdedup -q {flags} part.aa
                 blockdedup -q {flags} --emit seen part.aa > aa.seen
                 blockdedup -q {flags} --seen aa.seen part.ab
                 blockdedup -q {flags} --seen aa.seen --emit seen part.ab > ab.seen
                 blockdedup -q {flags} --seen aa.seen --seen ab.seen part.ac"
            ))
            .quietly();
        let whole = here.shell(&format!("blockdedup -q {flags} corpus.jsonl"));
        assert!(grown.out == whole.quietly().out, "{flags}");
    }
}

#[test]
fn what_is_no_file_of_what_was_seen_is_refused() {
    let here = Workplace::new();
    here.write("a.jsonl", corpus());
    here.shell(
        "blockdedup --emit seen a.jsonl > seen; head -c 2000 seen > short; cat seen seen > long",
    )
    .quietly();
    here.shell("blockdedup -n 5 --emit seen a.jsonl > other; (head -n 1 seen; head -c $(tail -n +2 seen | wc -c) /dev/zero) > zero").quietly();
    here.shell("blockdedup --seen seen a.jsonl > /dev/null")
        .quietly();
    for (file, message) in [
        ("nowhere", "nowhere: No such file"),
        ("a.jsonl", "a.jsonl: no file of --emit seen"),
        ("short", "short: cut short"),
        ("long", "long: longer than it says"),
        ("zero", "zero: its checksum is wrong"),
        (
            "other",
            "other: not made with the same --method, -n, --tokens and --fold",
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
        "--seen seen --emit keys",
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

/// Blocks of documents are compared by themselves and with each other: the same scores, if it is known how often words occur in all.
#[test]
fn passages_of_blocks_are_those_of_one_run() {
    let here = Workplace::with_books();
    let find = "lcsdup --find both --exhaustive --of-pairs $(($(wc -l < w) * ($(wc -l < w) - 1) / 2)) --spread spread";
    let blocks = here
        .shell(&format!(
            "export LC_ALL=C; find books -name '*.txt' | sort | uniqwords > w; split -n l/3 w w.
             sed 's/.*\"words\":\\[//; s/\\].*//' w | tr -d '\"' | tr , '\\n' | sort | uniq -c | awk '$1 > 1 {{print $2 \"\\t\" $1}}' > spread
             {{ for a in w.aa w.ab w.ac; do {find} $a; done
               {find} w.aa --against w.ab; {find} w.aa --against w.ac; {find} w.ab --against w.ac; }} | sort"
        ))
        .quietly();
    let whole = here
        .shell("LC_ALL=C; export LC_ALL; lcsdup --find both w | sort")
        .quietly();
    assert!(blocks.out == whole.out && whole.out.len() > 1000);
    here.shell("echo no tab > spread").quietly();
    let done = here.shell("lcsdup --spread spread w").expect(2);
    assert!(done.err.contains("spread:1: no word"), "{}", done.err);
}
