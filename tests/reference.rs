//! The slow reference programs, where they are found: `oracles` in the folder that TROMMEL_SHARED names, or in
//! `../shared`.

use std::path::PathBuf;
use std::process::Command;

use crate::harness::{Workplace, root};

fn reference(name: &str) -> Option<PathBuf> {
    let shared =
        std::env::var_os("TROMMEL_SHARED").map_or_else(|| root().join("../shared"), PathBuf::from);
    let path = shared.join("oracles").join(name).canonicalize().ok()?;
    let runs = Command::new("python3")
        .args(["-c", "import regex"])
        .output()
        .is_ok_and(|done| done.status.success());
    runs.then_some(path)
}

#[test]
fn lines_and_bounds_are_those_of_the_reference() {
    let Some(reference) = reference("lines.py") else {
        println!("not run: no reference program, or no Python with the module regex");
        return;
    };
    let here = Workplace::with_books();
    crate::harness::copy(&root().join("tests/corpus/edge"), &here.path("edge"));
    let reference = reference.display();
    here.shell(&format!(
        "set -e
        find books edge -type f | LC_ALL=C sort > list
        python3 {reference} norm < list > theirs; linenorm < list > ours; cmp theirs ours
        python3 {reference} norm --ends 40 < list > theirs; linenorm --ends 40 < list > ours; cmp theirs ours
        python3 {reference} freq < theirs > freq.jsonl; freqlines < ours | cmp freq.jsonl -
        for option in '' --no-markers; do
            python3 {reference} cut $option --freq freq.jsonl < list > theirs
            cutbounds --method paper $option --freq freq.jsonl < list | sed 's/,\"preamble_rule.*/}}/' | cmp theirs -
        done"
    ))
    .quietly();
}

#[test]
fn words_and_pairs_are_those_of_the_reference() {
    let Some(reference) = reference("dupniq.py") else {
        println!("not run: no reference program, or no Python with the module regex");
        return;
    };
    let here = Workplace::with_books();
    let reference = reference.display();
    here.shell(&format!(
        "set -e
        # The reference program reads UTF-8 only.
        for book in $(find books -type f | LC_ALL=C sort); do
            if iconv -f utf-8 -t utf-8 $book > copy 2>&1; then echo $book >> list; fi
        done
        for book in $(head -n 20 list); do
            python3 {reference} uniq $book > theirs
            uniqwords -r $book | cut -f 2 | tr ' ' '\\n' | cmp theirs -
        done
        uniqwords < list > words
        for score in its cs; do
            python3 {reference} $score $(cat list) > theirs 2> /dev/null
            test -s theirs
            for threads in 1 2; do
                lcsdup --score $score -j $threads --format tsv words | awk -F '\\t' -v OFS='\\t' '
                    {{ $7 = sprintf(\"%.6f\", $7); $8 = sprintf(\"%.6f\", $8); NF = 8; print }}' | cmp theirs -
            done
        done"
    ))
    .quietly();
}
