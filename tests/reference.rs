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
