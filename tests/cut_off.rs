//! Files that one tool writes and another one reads: is it noticed if they were cut off?

use std::fs;

use crate::harness::Workplace;

/// What notices that the last lines of a file are missing.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Whole {
    /// The file says how long it is.
    Counted,
    /// Nothing, because a part may have none of these: only a cut within one is noticed.
    Frames,
    /// Nothing: users sort, filter and join such lists. Only a cut within a record is noticed.
    Lines,
}

/// Makes FILE from corpus.jsonl; reads it.
struct Row {
    make: &'static str,
    read: &'static str,
    whole: Whole,
}

const fn row(make: &'static str, read: &'static str, whole: Whole) -> Row {
    Row { make, read, whole }
}

const ROWS: [Row; 16] = [
    row(
        "blockdedup --emit grams corpus.jsonl > FILE",
        "blockdedup --grams FILE corpus.jsonl",
        Whole::Counted,
    ),
    row(
        "blockdedup --emit grams corpus.jsonl > FILE",
        "overlap --items items.jsonl --common FILE corpus.jsonl",
        Whole::Counted,
    ),
    row(
        "blockdedup --emit seen corpus.jsonl > FILE",
        "blockdedup --seen FILE corpus.jsonl",
        Whole::Counted,
    ),
    row(
        "blockdedup --emit keys corpus.jsonl > FILE",
        "blockdedup --emit repeated FILE",
        Whole::Counted,
    ),
    row(
        "blockdedup --emit keys corpus.jsonl | blockdedup --emit repeated > FILE",
        "blockdedup --emit outline --repeated FILE -- corpus.jsonl",
        Whole::Frames,
    ),
    row(
        "blockdedup --emit keys corpus.jsonl | blockdedup --emit repeated > repeated
         blockdedup --emit outline --repeated repeated -- corpus.jsonl > FILE",
        "blockdedup --verdicts FILE corpus.jsonl",
        Whole::Counted,
    ),
    row(
        "neardup --index FILE --add corpus.jsonl",
        "neardup --index FILE corpus.jsonl",
        Whole::Counted,
    ),
    row(
        "neardup --emit sketches corpus.jsonl > FILE",
        "neardup --sketches --emit drop FILE",
        Whole::Lines,
    ),
    row(
        "altcount --model FILE corpus.jsonl",
        "altcount --apply FILE corpus.jsonl",
        Whole::Counted,
    ),
    row(
        "linenorm corpus.jsonl | freqlines -k 1 > FILE",
        "cutbounds --freq FILE corpus.jsonl",
        Whole::Lines,
    ),
    row(
        "linenorm corpus.jsonl | freqlines -k 1 > FILE",
        "freqlines FILE",
        Whole::Lines,
    ),
    row(
        "linenorm corpus.jsonl | freqlines -k 1 > freq; cutbounds --freq freq corpus.jsonl > FILE",
        "factorends --freq freq --bounds FILE --out-dir new --force corpus.jsonl",
        Whole::Lines,
    ),
    row(
        "mkdir -p pages; linenorm --keep-trivial -r items.jsonl | split -l 5 - pages/p
         linenorm --keep-trivial pages | freqlines -k 1 > freq; cutbounds --freq freq --keep-trivial pages > bounds
         factorends --freq freq --bounds bounds --force --out-dir site pages; cp site/manifest.jsonl FILE",
        "cp FILE site/manifest.jsonl; factorends --restore site --force --out-dir back",
        Whole::Lines,
    ),
    row(
        "uniqwords corpus.jsonl > FILE",
        "lcsdup FILE",
        Whole::Lines,
    ),
    row(
        "cat corpus.jsonl items.jsonl | neardup --emit drop > FILE",
        "blockdedup --except FILE corpus.jsonl",
        Whole::Lines,
    ),
    row(
        "cp items.jsonl FILE",
        "overlap --items FILE corpus.jsonl",
        Whole::Lines,
    ),
];

#[test]
fn a_file_between_two_tools_that_was_cut_off_is_noticed() {
    let here = Workplace::new();
    let document = |number: usize| {
        let own = format!("Line {number} says what nobody else says of {number} and {number}.");
        let shared = "The mill is open from nine to five on weekdays, and on market days until ten at night.";
        format!(
            "{{\"doc\":\"{number}\",\"text\":\"{shared}\\n\\n{own}\\n\\n{shared} {}\"}}\n",
            number % 7
        )
    };
    here.write("corpus.jsonl", (0..60).map(document).collect::<String>());
    here.write("items.jsonl", (0..30).map(document).collect::<String>());
    let mut wrong = String::new();
    for Row { make, read, whole } in ROWS {
        let name = |script: &str| script.replace("FILE", "passed.on");
        here.shell(&name(make)).expect(0);
        let file = here.path("passed.on");
        let bytes = fs::read(&file).unwrap();
        assert!(bytes.len() > 100, "{make}: {} bytes", bytes.len());
        here.shell(&name(read)).expect(0);
        let middle = bytes.len() / 2;
        let feed = middle + memchr::memchr(b'\n', &bytes[middle..]).unwrap_or(0);
        let within = (feed - 3, true);
        let between = (feed + 1, whole == Whole::Counted);
        let empty = (0, whole == Whole::Counted);
        for (length, is_noticed) in [within, between, empty] {
            here.write("passed.on", &bytes[..length]);
            let done = here.shell(&name(read));
            let names = ["passed.on", "manifest.jsonl", "--common"];
            let is_named = names.iter().any(|name| done.err.contains(name));
            if is_noticed && (done.code != Some(2) || !is_named) {
                let of = bytes.len();
                wrong += &format!("{read}: {length} of {of}: {:?} {}\n", done.code, done.err);
            }
        }
        fs::remove_file(&file).unwrap();
    }
    assert!(wrong.is_empty(), "{wrong}");
}
