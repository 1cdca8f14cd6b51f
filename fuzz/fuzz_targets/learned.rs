//! Reads any bytes as each file that a tool leaves for later runs; the first byte is the number of the kind. What is
//! read must answer every question, without an end beyond the file.
#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;
use std::{fs, process};

use blockdedup::parts::{CountsAsSeen, Frame, Outline, RemovedUnit, Replay, ReplayOptions, Verdicts};
use blockdedup::{Method, Rules, Source};
use libfuzzer_sys::fuzz_target;
use neardup::{Index, Settings, Sketch, Sketcher};

const PAGE: &str = "<p>Home</p><p>The ferry leaves at noon.</p><p>Imprint</p>";

static FILE: LazyLock<PathBuf> =
    LazyLock::new(|| std::env::temp_dir().join(format!("trommel-fuzz-{}", process::id())));
static SKETCH: LazyLock<Sketch> = LazyLock::new(|| Sketcher::new(Settings::default()).sketch(PAGE));

fuzz_target!(|input: &[u8]| {
    let Some((&number, file)) = input.split_first() else {
        return;
    };
    let kinds = [index, template, rules, language, encodings, models, frames, outline];
    kinds[usize::from(number) % kinds.len()](file);
});

fn index(file: &[u8]) {
    let _ = Sketch::from_bytes(file, 0.8);
    fs::write(&*FILE, file).expect("the file for temporary use can be written");
    let Ok(index) = Index::open(&FILE) else {
        return;
    };
    let _ = index.verify();
    let _ = index.find(&SKETCH);
    for document in 0..index.documents().min(100) {
        if let Ok(name) = index.name(document) {
            assert!(name.len() <= file.len());
        }
    }
}

fn template(file: &[u8]) {
    let mut reader = altcount::learned::Reader::default();
    if file.split(|&byte| byte == b'\n').all(|line| reader.add_line(line).is_ok())
        && let Ok(template) = reader.finish()
    {
        let divided = template.divide_text(PAGE);
        assert!(divided.useful_text(PAGE).len() <= PAGE.len());
    }
}

fn rules(file: &[u8]) {
    if let Ok(rules) = textstats::Rules::read("fuzz", &String::from_utf8_lossy(file)) {
        let _ = rules.need_language();
        assert!(rules.measures().count() <= textstats::MEASURES.len());
    }
}

fn language(file: &[u8]) {
    if let Some(model) = charset::language::Model::open(file.to_vec()) {
        let _ = (model.languages().len(), model.size());
    }
}

fn encodings(file: &[u8]) {
    if let Ok(model) = charset::Model::from_bytes(file) {
        let again = charset::Model::from_bytes(&model.to_bytes()).expect("what was written can be read");
        assert_eq!(again.to_bytes(), model.to_bytes());
    }
}

fn models(file: &[u8]) {
    let _ = htmlblocks::best::Models::parse(&String::from_utf8_lossy(file));
}

fn frames(mut file: &[u8]) {
    let mut left = file.len();
    while let Ok(Some(frame)) = Frame::read(&mut file) {
        left = left.checked_sub(frame.payload.len()).expect("a frame is a part of its file");
    }
}

fn outline(file: &[u8]) {
    let _ = Verdicts::read(file, RemovedUnit::Blocks);
    let _ = Verdicts::read(file, RemovedUnit::Spans);
    // Larger numbers are documents that are too large for the memory of this process.
    if file.iter().any(|&byte| byte >= 0x80) {
        return;
    }
    let Ok(outline) = Outline::read(file) else {
        return;
    };
    let mut again = Vec::new();
    outline.write(0, &mut again);
    Outline::read(&again).expect("what was written can be read");
    for spans in [false, true] {
        let rules = Rules {
            method: Method::Best,
            threshold: 0.5,
            stub: Some(20),
            keep_within: false,
            source: Source::Any,
        };
        let n = 5.try_into().expect("it is not zero");
        let options = ReplayOptions { rules, n, spans, counts: CountsAsSeen::Kept };
        let mut replay = Replay::new(&outline);
        if replay.decide(options).is_ok() {
            let unit = if spans { RemovedUnit::Spans } else { RemovedUnit::Blocks };
            Verdicts::read(&replay.into_verdicts(), unit).expect("what was written can be read");
        }
    }
}
