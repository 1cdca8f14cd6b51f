//! The results of slow reference programs for the corpus of this repository, kept in
//! `tests/cases/reference`.
//!
//! The programs were written independently of the tools, in Python and straight from the papers, without any index,
//! table or thread. No snapshot option writes these files: a difference is a fault of a tool.

use crate::harness::{Workplace, root};

/// The books and the edge documents, the list of all of them, and as `expected` what the reference programs say.
fn workplace() -> Workplace {
    let here = Workplace::with_books();
    crate::harness::copy(&root().join("tests/corpus/edge"), &here.path("edge"));
    crate::harness::copy(
        &root().join("tests/cases/reference"),
        &here.path("expected"),
    );
    here.shell("find books edge -type f | LC_ALL=C sort > list")
        .quietly();
    here
}

/// `lines.jsonl` has the first and last three lines of each document; the frequent lines and the bounds follow from forty.
#[test]
fn lines_and_bounds_are_those_of_the_reference() {
    let here = workplace();
    here.shell(
        "set -e
        linenorm --input-format text --ends 3 < list | cmp expected/lines.jsonl -
        linenorm --input-format text --ends 40 < list | freqlines | cmp expected/frequent.jsonl -
        # The corpus itself has no book with the markers of Project Gutenberg.
        book=books/on-chalk.txt
        {
            sed -n '1,30p' $book; echo '*** START OF THIS PROJECT GUTENBERG EBOOK ON CHALK ***'; sed -n '31,60p' $book
            echo 'End of the Project Gutenberg EBook of On Chalk'; sed -n '61,$p' $book
        } > marked.txt
        echo marked.txt >> list
        for markers in '' -no-markers; do
            cutbounds --method paper --input-format text ${markers:+-$markers} --freq expected/frequent.jsonl < list |
                sed 's/,\"preamble_rule.*/}/' | cmp expected/bounds$markers.jsonl -
        done",
    )
    .quietly();
}

/// All lines of all documents: 700 kB, so only the checksum is kept.
#[test]
fn all_lines_are_those_of_the_reference() {
    let here = workplace();
    let sum = here.shell("linenorm --input-format text < list | sha256sum | cut -d ' ' -f 1");
    assert_eq!(sum.quietly().text(), ALL_LINES);
}

const ALL_LINES: &str = "fb63048a2d5d21fdf07fac03a0f2d93ce9636771de913a6c3d760accf23683e9\n";

#[test]
fn unique_words_are_those_of_the_reference() {
    let here = workplace();
    here.shell(
        "set -e
        for book in on-chalk songs-for-a-slow-horse a-letter-for-the-river; do
            uniqwords -r books/$book.txt | cut -f 2 | tr ' ' '\\n' | cmp expected/unique-$book.txt -
        done",
    )
    .quietly();
}

/// The reference program reads UTF-8 only, so the others are left out; with `cs` it took the first 25 documents.
#[test]
fn pairs_are_those_of_the_reference() {
    let here = workplace();
    here.shell(
        "set -e
        grep '^books' list | while read -r book; do
            if iconv -f utf-8 -t utf-8 $book > copy 2>&1; then echo $book; fi
        done > readable
        test $(wc -l < readable) -eq 57
        uniqwords < readable > words-its
        head -n 25 readable | uniqwords > words-cs
        for score in its cs; do
            for threads in 1 2; do
                lcsdup --score $score -j $threads --format tsv words-$score | awk -F '\\t' -v OFS='\\t' '
                    { $7 = sprintf(\"%.6f\", $7); $8 = sprintf(\"%.6f\", $8); NF = 8; print }' |
                    cmp expected/pairs-$score.tsv -
            done
        done",
    )
    .quietly();
}
