//! Decodes any bytes. Candidates must be sorted by their distance from the best. Text must not grow more than a byte
//! does in UTF-8, and without reported damage it must be the bytes that were read, where the encoding can encode it. The
//! parts of a document must cover it.
#![no_main]

use std::io::Cursor;
use std::sync::LazyLock;

use charset::codec::encode;
use charset::{Detector, Encoding, Models, Settings, Unit};
use libfuzzer_sys::fuzz_target;

static MODELS: LazyLock<Models> = LazyLock::new(Models::built_in);

fuzz_target!(|bytes: &[u8]| {
    let settings = Settings::default();
    let mut detector = Detector::new(&MODELS, &settings);
    let found = detector.detect(&mut Cursor::new(bytes), None).expect("memory can be read");
    assert!(found.candidates.windows(2).all(|pair| pair[0].behind <= pair[1].behind));
    let decoded = settings.decode(bytes);
    assert!(decoded.text.len() <= 3 * bytes.len());
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() + 1;
    if let Some(damage) = decoded.damaged {
        assert!(damage.sequences > 0 && damage.line >= 1 && damage.line <= lines.max(bytes.len()));
    }
    match decoded.encoding {
        Some(Encoding::UTF_8) if decoded.damaged.is_none() => {
            let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
            assert_eq!(decoded.text.as_bytes(), text);
        }
        Some(encoding) if encoding.is_single_byte() && decoded.damaged.is_none() => {
            let mut again = Vec::new();
            if decoded.text.chars().all(|char| encode(encoding, char, &mut again)) {
                assert_eq!(again, bytes);
            }
        }
        Some(_) => {}
        None => assert!(decoded.text.is_empty()),
    }
    for unit in [Unit::Block, Unit::Line] {
        let settings = Settings { unit, ..Settings::default() };
        let parts = settings.decode(bytes).parts;
        let ends: Vec<usize> = parts.iter().map(|part| part.bytes.end).collect();
        let begins = parts.iter().skip(1).map(|part| part.bytes.start);
        assert!(begins.eq(ends.iter().take(ends.len().saturating_sub(1)).copied()));
        if let Some(last) = ends.last() {
            assert_eq!(*last, bytes.len());
        }
    }
});
