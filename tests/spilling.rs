//! Tools leave nothing in their temporary directories, however they end; and they report that one is full.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use crate::harness::Workplace;

/// More distinct lines than the least memory of the back end holds.
fn lines() -> Vec<u8> {
    (0..100_000u32)
        .flat_map(|n| format!("line number {n}\n").into_bytes())
        .collect()
}

/// As many tokens in document records.
fn documents() -> Vec<u8> {
    (0..400u32)
        .flat_map(|number| {
            let words: Vec<String> = (0..1000)
                .map(|word| (1000 * number + word).to_string())
                .collect();
            format!(
                "{{\"doc\":\"{number}\",\"text\":\"{}\"}}\n",
                words.join(" ")
            )
            .into_bytes()
        })
        .collect()
}

#[test]
fn a_killed_process_leaves_no_temporary_file() {
    killed(
        "freqlines",
        &["-R", "--backend", "external", "-S", "1b"],
        &lines(),
    );
    killed("blockdedup", &["--emit", "grams", "-S", "1b"], &documents());
    // The documents that wait, and their n-grams.
    killed("blockdedup", &["-S", "1M", "--line-buffered"], &documents());
    killed("blockdedup", &["--keep", "last"], &documents());
}

fn killed(tool: &str, arguments: &[&str], text: &[u8]) {
    let here = Workplace::new();
    fs::create_dir(here.path("spill")).unwrap();
    let mut process = here
        .command(tool)
        .args(arguments)
        .args(["-T", "spill"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = process.stdin.take().unwrap();
    input.write_all(text).unwrap();
    input.flush().unwrap();
    // Linux shows open files without a name as deleted: so it is known that there is one.
    let deleted = || {
        let files = fs::read_dir(format!("/proc/{}/fd", process.id())).unwrap();
        let targets = files.filter_map(|file| fs::read_link(file.ok()?.path()).ok());
        targets
            .map(|target| target.to_string_lossy().into_owned())
            .any(|name| {
                name.starts_with(
                    &*fs::canonicalize(here.path("spill"))
                        .unwrap()
                        .to_string_lossy(),
                ) && name.ends_with(" (deleted)")
            })
    };
    while cfg!(target_os = "linux") && !deleted() {
        std::thread::yield_now();
    }
    assert_eq!(fs::read_dir(here.path("spill")).unwrap().count(), 0);
    process.kill().unwrap();
    let status = process.wait().unwrap();
    assert!(!status.success(), "it was killed before the end");
    assert_eq!(fs::read_dir(here.path("spill")).unwrap().count(), 0);
}

/// A limit on the size of files stands for a full disk: the write fails in the same way.
#[test]
fn a_full_temporary_directory_is_named() {
    let here = Workplace::new();
    fs::create_dir(here.path("spill")).unwrap();
    here.write("lines", lines());
    let done = here
        .shell(
            "trap '' XFSZ; ulimit -f 64; freqlines -R -k 0 --backend external -S 1b -T spill lines",
        )
        .expect(2);
    assert_eq!(
        (done.text(), &*done.err),
        ("", "freqlines: spill: File too large\n")
    );
    assert_eq!(fs::read_dir(here.path("spill")).unwrap().count(), 0);
    here.write("documents.jsonl", documents());
    for options in ["--emit grams -S 1b", "-S 1M", "--keep last"] {
        let done = here
            .shell(&format!(
                "trap '' XFSZ; ulimit -f 64; blockdedup {options} -T spill documents.jsonl > /dev/null"
            ))
            .expect(2);
        assert_eq!(done.err, "blockdedup: spill: File too large\n");
    }
}
