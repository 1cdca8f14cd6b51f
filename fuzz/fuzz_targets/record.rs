//! Everything that the record reader accepts, serde_json accepts, too. A document is written back
//! without loss.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &[u8]| {
    let _ = record::Line::read(line);
    let _ = record::Frequency::read(line);
    let _ = record::Bounds::read(line);
    if let Ok(words) = record::Words::read(line) {
        let mut out = Vec::new();
        words.write(&mut out);
        assert_eq!(record::Words::read(&out).as_ref(), Ok(&words));
    }
    if let Ok(document) = record::Document::read(line) {
        let mut out = Vec::new();
        document.rewrite(&mut out, &document.text, "fuzz", |_| ());
        let again = record::Document::read(&out).expect("what was written can be read");
        assert_eq!((&again.name, &again.text), (&document.name, &document.text));
    }
});
