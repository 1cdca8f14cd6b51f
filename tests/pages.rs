//! The pages that tools write, in a headless browser, where one is installed.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::Command;

use crate::harness::{Workplace, installed, root};

/// A page: the command that writes it in a folder with `books` and `site`, and a word that is to be read in it.
const PAGES: [(&str, &str); 6] = [
    (
        "find books -name '*.txt' | linenorm --ends 300 | freqlines -k 3 > freq.jsonl
        find books -name '*.txt' | sort | cutbounds --freq freq.jsonl --emit html",
        "preamble",
    ),
    ("find site -name '*.html' | sort | altcount -q --emit html", "useless"),
    ("find site -name '*.html' | sort | htmlblocks --emit html", "likely"),
    (
        "find books -name '*.txt' | sort | uniqwords --dense > words.jsonl
        lcsdup -q --find passages --emit html --texts books words.jsonl",
        "passage",
    ),
    (
        "find books -name '*.txt' | overlap -q --items books/on-chalk.txt --emit html",
        "on-chalk",
    ),
    (
        "find site -name '*.html' | htmlblocks --stats log.jsonl | blockdedup --stats log.jsonl > /dev/null
        trommel-report log.jsonl",
        "blockdedup",
    ),
];

#[test]
fn pages_forbid_what_they_do_not_need_and_show_line_ends_as_such() {
    let here = Workplace::with_books();
    crate::harness::copy(&root().join("tests/corpus/web"), &here.path("site"));
    here.shell("grep -rIlZ '' books site | xargs -0 sed -i 's/\\r*$/\\r/'")
        .quietly();
    for (command, word) in PAGES {
        let page = here.shell(&format!("set -e\n{command}")).quietly().out;
        let page = String::from_utf8(page).unwrap();
        assert!(page.contains(word), "{command}");
        assert!(page.contains("Content-Security-Policy"), "{command}");
        assert!(page.contains("default-src 'none'"), "{command}");
        assert!(!page.contains('\u{240D}'), "{command}");
        assert_eq!(
            page.contains("<script"),
            page.contains("script-src 'sha256-"),
            "{command}"
        );
    }
}

/// A browser that is installed.
fn browser() -> Option<&'static str> {
    ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|browser| installed(browser))
}

/// The width of a telephone.
const WIDTH: u32 = 420;

#[test]
fn pages_fit_a_narrow_window_and_need_no_script() {
    let Some(browser) = browser() else {
        println!("not run: needs Chromium");
        return;
    };
    let here = Workplace::with_books();
    crate::harness::copy(&root().join("tests/corpus/web"), &here.path("site"));
    // In their sandboxes the pages run no script. The test finds the visible parts and their widths from outside, in
    // one start of the browser.
    let mut frames = String::new();
    for (number, (command, _)) in PAGES.iter().enumerate() {
        let page = here.shell(&format!("set -e\n{command}")).quietly().out;
        assert!(page.len() < 5_000_000, "{command}: {} bytes", page.len());
        here.write(format!("page{number}.html"), page);
        frames += &format!(
            "<iframe sandbox='allow-same-origin' src='page{number}.html' style='border: 0; width: {WIDTH}px; height: 4000px'></iframe>
            <pre></pre>\n"
        );
    }
    let script = "<script>onload = () => document.querySelectorAll('iframe').forEach(frame => {
            const page = frame.contentDocument;
            frame.nextElementSibling.textContent = 'width ' + page.documentElement.scrollWidth + ' text ' + page.body.innerText;
        })</script>";
    here.write("frames.html", frames + script);
    let profile = format!("--user-data-dir={}", here.path("profile").display());
    let address = format!(
        "file://{}",
        fs::canonicalize(here.path("frames.html"))
            .unwrap()
            .display()
    );
    let dumped = Command::new(browser)
        .args([
            "--headless",
            "--disable-gpu",
            "--no-sandbox",
            "--allow-file-access-from-files",
        ])
        .args([
            &profile,
            "--dump-dom",
            "--virtual-time-budget=10000",
            &address,
        ])
        .output()
        .unwrap();
    let dumped = String::from_utf8_lossy(&dumped.stdout).to_lowercase();
    let seen: Vec<&str> = dumped.split("<pre>width ").skip(1).collect();
    assert_eq!(
        seen.len(),
        PAGES.len(),
        "a browser that runs the frames' script"
    );
    for ((command, word), seen) in PAGES.iter().zip(seen) {
        let (width, text) = seen.split_once(" text ").expect("a text");
        assert!(
            width.parse::<u32>().unwrap() <= WIDTH,
            "{command}: {width} wide"
        );
        assert!(text.contains(word), "{command}: no {word} in {text}");
    }
}

/// Serves the files of a folder to one browser, until the process ends; returns the address.
fn serve(folder: std::path::PathBuf) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut request = String::new();
            let mut reader = BufReader::new(&stream);
            reader.read_line(&mut request).unwrap();
            let mut header = String::from(" ");
            while !header.trim().is_empty() {
                header.clear();
                reader.read_line(&mut header).unwrap();
            }
            let path = request.split([' ', '?', '#']).nth(1).unwrap_or_default();
            let name = path.trim_start_matches('/');
            let name = if name.is_empty() { "index.html" } else { name };
            let kind = match name.rsplit('.').next() {
                Some("html") => "text/html",
                Some("js") => "text/javascript",
                Some("css") => "text/css",
                _ => "application/octet-stream",
            };
            let (status, body) = match fs::read(folder.join(name)) {
                Ok(body) => ("200 OK", body),
                Err(_) => ("404 Not Found", Vec::new()),
            };
            let length = body.len();
            let head = format!(
                "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
            );
            // The browser may have gone.
            drop(stream.write_all(head.as_bytes()));
            drop(stream.write_all(&body));
        }
    });
    address
}

#[test]
fn the_demo_says_what_goes_and_why() {
    let site = root().join("target/page");
    if !site.join("trommel-demo.wasm.gz").exists() {
        println!("not run: needs `cargo xtask page`");
        return;
    }
    let Some(browser) = browser() else {
        println!("not run: needs Chromium");
        return;
    };
    let here = Workplace::new();
    let profile = format!("--user-data-dir={}", here.path("profile").display());
    let address = serve(site) + "/#example";
    let dumped = Command::new(browser)
        .args(["--headless", "--disable-gpu", "--no-sandbox", &profile])
        .args(["--dump-dom", "--virtual-time-budget=60000", &address])
        .output()
        .unwrap();
    let page = String::from_utf8_lossy(&dumped.stdout);
    let blocks = |fate: &str| {
        page.matches(&format!("<div class=\"block {fate}\">"))
            .count()
    };
    assert!(page.contains("2 documents, "), "{page}");
    assert!(blocks("boilerplate") >= 2, "{page}");
    assert_eq!(blocks("repeated"), 1, "{page}");
    assert!(blocks("kept") >= 4, "{page}");
}
