//! Scripts in `tests/cases/TOOL/NAME.sh` and what they must print in `NAME.out`: standard output, standard error behind
//! `! `, and the exit code where it is not 0. `UPDATE_EXPECT=1 cargo test cases` writes the outputs anew.

use std::fs;

use expect_test::expect_file;

use crate::harness::{Workplace, copy, root};

#[test]
fn scripts_print_what_they_must() {
    let mut scripts: Vec<_> = fs::read_dir(root().join("tests/cases"))
        .unwrap()
        .flat_map(|tool| fs::read_dir(tool.unwrap().path()).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sh"))
        .collect();
    scripts.sort();
    assert!(!scripts.is_empty());
    for script in scripts {
        let here = Workplace::with_books();
        here.add_site();
        copy(&root().join("tests/corpus/edge"), &here.path("edge"));
        let done = here.shell(&fs::read_to_string(&script).unwrap());
        let mut shown = String::from_utf8_lossy(&done.out).into_owned();
        shown.extend(done.err.lines().map(|line| format!("! {line}\n")));
        if done.code != Some(0) {
            shown += &format!("exit {:?}\n", done.code);
        }
        expect_file![script.with_extension("out")].assert_eq(&shown);
    }
}
