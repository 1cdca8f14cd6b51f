//! Scripts in `tests/cases/TOOL/NAME.sh` and what they must print in `NAME.out`: standard output, standard error behind
//! `! `, and the exit code where it is not 0. Each is a test of its own. `UPDATE_EXPECT=1 cargo test --test cases` writes the
//! outputs anew; `cargo test --test cases charset` runs those of a tool.

#[allow(dead_code)]
mod harness;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use expect_test::expect_file;
use libtest_mimic::{Arguments, Failed, Trial};

use crate::harness::{Workplace, copy, installed, root, scripts};

/// Programs that scripts use and a machine may lack.
const OPTIONAL: [&str; 5] = ["bzip2", "jq", "python3", "xz", "zstd"];

fn main() {
    let mut lacking: BTreeMap<&str, usize> = BTreeMap::new();
    let trials: Vec<Trial> = scripts()
        .into_iter()
        .map(|script| {
            let text = fs::read_to_string(&script).unwrap();
            let words: Vec<&str> = text.split([' ', '\n', ';', '|', '(', ')', '`']).collect();
            let missing = OPTIONAL
                .into_iter()
                .find(|program| words.contains(program) && !installed(program));
            if let Some(program) = missing {
                *lacking.entry(program).or_default() += 1;
            }
            Trial::test(name(&script), move || run(&script, &text))
                .with_ignored_flag(missing.is_some())
        })
        .collect();
    assert!(!trials.is_empty());
    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials);
    for (program, scripts) in lacking {
        println!("not run: needs {program} ({scripts} scripts)");
    }
    conclusion.exit();
}

/// `charset/errors` for `tests/cases/charset/errors.sh`.
fn name(script: &Path) -> String {
    let path = script.strip_prefix(root().join("tests/cases")).unwrap();
    path.with_extension("").display().to_string()
}

fn run(script: &Path, text: &str) -> Result<(), Failed> {
    let here = Workplace::with_books();
    here.add_site();
    copy(&root().join("tests/corpus/edge"), &here.path("edge"));
    let done = here.shell(text);
    let mut shown = String::from_utf8_lossy(&done.out).into_owned();
    shown.extend(done.err.lines().map(|line| format!("! {line}\n")));
    if done.code != Some(0) {
        shown += &format!("exit {:?}\n", done.code);
    }
    expect_file![script.with_extension("out")].assert_eq(&shown);
    Ok(())
}
