//! Reads any bytes in a detected or given format. The file must be read to its end in bounded
//! memory, twice with the same result, and documents must not exceed the allowed size.
#![no_main]

use libfuzzer_sys::fuzz_target;

/// The maximum allowed size of a document in bytes.
const LARGEST: u64 = 100_000;

fuzz_target!(|input: &[u8]| {
    let Some((&format, file)) = input.split_first() else {
        return;
    };
    let formats = intake::InputFormat::names();
    let mut sources = intake::Sources::default();
    // Half of all inputs are recognised by their bytes.
    if let Some(name) = formats.get(usize::from(format)) {
        sources.format = name.parse().expect("it is one of the names");
    }
    sources.max_document_size = LARGEST;
    sources.warc.min_size = Some(0);
    sources.warc.max_size = 10_000;
    let (documents, _) = intake::read::documents(file, &sources);
    for (_, text) in &documents {
        // A byte becomes at most three if it is not UTF-8.
        assert!(text.len() as u64 <= 3 * LARGEST, "{}", text.len());
    }
    let (again, _) = intake::read::documents(file, &sources);
    assert!(documents == again);
});
