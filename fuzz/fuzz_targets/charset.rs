//! Detects the encoding of any bytes. Candidates must be sorted by their distance from the best.
#![no_main]

use std::io::Cursor;
use std::sync::LazyLock;

use charset::{Detector, Models, Settings};
use libfuzzer_sys::fuzz_target;

static MODELS: LazyLock<Models> = LazyLock::new(Models::built_in);

fuzz_target!(|bytes: &[u8]| {
    let settings = Settings::default();
    let mut detector = Detector::new(&MODELS, &settings);
    let found = detector.detect(&mut Cursor::new(bytes), None).expect("memory can be read");
    assert!(found.candidates.windows(2).all(|pair| pair[0].behind <= pair[1].behind));
});
