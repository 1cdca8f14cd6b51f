//! All tools in one program.

use std::fs;

use trommel::{TOOLS, all};

use crate::harness::{Workplace, tools};

#[test]
fn a_tool_is_the_same_under_any_name() {
    let here = Workplace::with_books();
    here.run(all::NAME, &["--install", "links"]).quietly();
    here.run(all::NAME, &["--install", "links"]).quietly();
    for tool in TOOLS {
        let linked = here.run(tool.name, &["--help"]).quietly();
        let named = here.run(all::NAME, &[tool.name, "--help"]).quietly();
        let helped = here.run(all::NAME, &["help", tool.name]).quietly();
        let installed = here.shell(&format!("links/{} --help", tool.name)).quietly();
        for other in [named, helped, installed] {
            assert_eq!(linked.text(), other.text());
        }
        let wrong = here.run(tool.name, &["--no-such-option"]).expect(2);
        let named = here
            .run(all::NAME, &[tool.name, "--no-such-option"])
            .expect(2);
        assert_eq!(wrong.err, named.err);
    }
    let own = here
        .shell("find books -name '*.txt' | linenorm --ends 30 | freqlines -k 5")
        .quietly();
    for run in [
        "find books -name '*.txt' | trommel linenorm --ends 30 | trommel freqlines -k 5",
        "find books -name '*.txt' | links/linenorm --ends 30 | links/freqlines -k 5",
    ] {
        assert_eq!(own.text(), here.shell(run).quietly().text());
    }
    here.run(all::NAME, &["report", "--help"]).quietly();
}

#[test]
fn it_lists_the_tools() {
    let here = Workplace::new();
    let help = here.run(all::NAME, &["--help"]).quietly();
    let also = here.run(all::NAME, &["help"]).quietly();
    assert_eq!(help.text(), also.text());
    let short = here.run(all::NAME, &["-h"]).quietly();
    for tool in TOOLS {
        assert!(help.text().contains(tool.name), "{}", tool.name);
        assert!(short.text().contains(tool.name), "{}", tool.name);
    }
    let version = here.run(all::NAME, &["--version"]).quietly();
    assert_eq!(
        version.text(),
        format!("trommel {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn a_wrong_name_is_an_error_with_a_suggestion() {
    let here = Workplace::new();
    for arguments in [&["linenrom"][..], &["help", "linenrom"]] {
        let done = here.run(all::NAME, arguments).expect(2);
        assert!(done.err.starts_with("trommel: "), "{}", done.err);
        assert!(done.err.contains("linenorm"), "{}", done.err);
    }
    let none: [&str; 0] = [];
    here.run(all::NAME, &none).expect(2);
}

#[test]
fn links_are_made_where_nothing_is() {
    let here = Workplace::new();
    here.write("links/uniqwords", "mine");
    let done = here.run(all::NAME, &["--install", "links"]).expect(0);
    assert!(done.err.contains("uniqwords"), "{}", done.err);
    assert_eq!(fs::read(here.path("links/uniqwords")).unwrap(), b"mine");
    assert!(here.path("links/linenorm").exists());
    // A copy with links to it goes wherever it is moved, and makes missing links beside itself.
    fs::rename(here.path("links"), here.path("moved")).unwrap();
    fs::remove_file(here.path("moved/freqlines")).unwrap();
    let done = here.shell("moved/trommel --install").expect(0);
    assert_eq!(done.err.lines().count(), 1, "{}", done.err);
    here.shell("moved/linenorm --version && moved/freqlines --version")
        .quietly();
    here.write("file", "");
    here.run(all::NAME, &["--install", "file"]).expect(2);
    assert!(tools().join(all::NAME).exists());
}

#[test]
fn help_to_a_full_disk_is_an_error() {
    let here = Workplace::new();
    if fs::metadata("/dev/full").is_ok() {
        assert_eq!(here.shell("trommel --help > /dev/full").code, Some(2));
    }
    here.shell("trommel --help | head -n 0").expect(0);
}
