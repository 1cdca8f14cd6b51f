//! All tools in one program.

use std::fs;

use trommel::{TOOLS, all};

use crate::harness::{Workplace, root, tools};

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
        for other in [named, installed] {
            assert_eq!(linked.text(), other.text());
        }
        // With the sections to which the help refers.
        let sections = helped.text().strip_prefix(linked.text()).expect("the help");
        for section in tool.sections {
            assert!(sections.contains(section.trim()), "{}", tool.name);
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
    let done = here.run(all::NAME, &["help", "porridge"]).expect(2);
    assert!(done.err.contains("recipes"), "{}", done.err);
}

#[test]
fn its_own_commands_have_help() {
    let here = Workplace::new();
    for name in ["help", "man", "completions"] {
        let done = here.run(all::NAME, &["help", name]).quietly();
        assert!(done.text().contains("Usage: "), "{}", done.text());
    }
}

#[test]
fn links_are_made_where_nothing_is() {
    let here = Workplace::new();
    here.write("links/uniqwords", "mine");
    let done = here.run(all::NAME, &["--install", "links"]).expect(0);
    assert!(done.err.contains("uniqwords"), "{}", done.err);
    assert_eq!(fs::read(here.path("links/uniqwords")).unwrap(), b"mine");
    assert!(here.path("links/linenorm").exists());
    // A copy with links to it goes wherever it is moved, and makes missing links next to itself.
    fs::rename(here.path("links"), here.path("moved")).unwrap();
    fs::remove_file(here.path("moved/freqlines")).unwrap();
    let done = here.shell("moved/trommel --install").expect(0);
    assert_eq!(done.err.lines().count(), 1, "{}", done.err);
    assert!(done.text().contains("freqlines"), "{}", done.text());
    assert!(!done.text().contains("uniqwords"), "{}", done.text());
    here.shell("moved/linenorm --version && moved/freqlines --version")
        .quietly();
    here.write("file", "");
    here.run(all::NAME, &["--install", "file"]).expect(2);
    assert!(tools().join(all::NAME).exists());
}

/// Older tools of the same name are replaced; a folder named bin has its pages and completions next to
/// it.
#[test]
fn an_installation_is_whole() {
    let here = Workplace::new();
    here.write("bin/linenorm", "#!/bin/sh\necho linenorm 0.1.0\n");
    here.write("bin/freqlines", "#!/bin/sh\necho freqlines of my own\n");
    let done = here
        .shell("chmod +x bin/*; trommel --install bin")
        .expect(0);
    assert!(
        done.err.contains("bin/freqlines: is another program"),
        "{}",
        done.err
    );
    assert!(
        done.text().contains("bin is not in PATH"),
        "{}",
        done.text()
    );
    let version = here.shell("bin/linenorm --version").quietly();
    assert_eq!(
        version.text(),
        format!("linenorm {}\n", env!("CARGO_PKG_VERSION"))
    );
    for file in [
        "man/man1/linenorm.1",
        "man/man7/trommel-recipes.7",
        "bash-completion/completions/trommel",
        "zsh/site-functions/_charset",
        "fish/vendor_completions.d/lcsdup.fish",
    ] {
        assert!(here.path("share").join(file).exists(), "{file}");
    }
}

#[test]
fn the_manual_is_in_the_program() {
    let here = Workplace::new();
    let pages = here.run(all::NAME, &["man"]).quietly();
    let mut files: Vec<String> = fs::read_dir(root().join("man"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "pages.rs")
        .collect();
    files.sort();
    assert!(
        pages.text().lines().eq(files.iter()),
        "run `cargo xtask gen`"
    );
    for name in &files {
        let page = here.run(all::NAME, &["man", name]).quietly();
        let file = fs::read(root().join("man").join(name)).unwrap();
        assert!(page.out == file, "{name}: run `cargo xtask gen`");
    }
    let short = here.run(all::NAME, &["man", "record"]).quietly();
    assert!(short.text().contains("TROMMEL-RECORD"));
    let guide = here.run(all::NAME, &["help", "recipes"]).quietly();
    assert_eq!(guide.out, fs::read(root().join("docs/recipes.md")).unwrap());
    for (shell, file) in [
        ("bash", "trommel.bash"),
        ("zsh", "_trommel"),
        ("fish", "trommel.fish"),
    ] {
        let script = here.run(all::NAME, &["completions", shell]).quietly();
        assert_eq!(
            script.out,
            fs::read(root().join("completions").join(file)).unwrap()
        );
    }
    let done = here.run(all::NAME, &["man", "linenrom"]).expect(2);
    assert!(
        done.err.contains("no manual page 'linenrom'"),
        "{}",
        done.err
    );
}

#[test]
fn help_to_a_full_disk_is_an_error() {
    let here = Workplace::new();
    if fs::metadata("/dev/full").is_ok() {
        assert_eq!(here.shell("trommel --help > /dev/full").code, Some(2));
    }
    here.shell("trommel --help | head -n 0").expect(0);
}
