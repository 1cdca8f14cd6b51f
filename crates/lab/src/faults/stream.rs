//! Records that never repeat, without end.

use std::io::Write;

use clap::ValueEnum;

use crate::random::Random;

/// The records to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// Documents of some sixty lines.
    Documents,
    /// Web pages of some ten paragraphs.
    Pages,
    /// Lines.
    Lines,
}

/// Writes this number of megabytes of records to standard output.
pub fn run(what: What, megabytes: u64) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let mut random = Random::new(what as u64);
    let mut buffer = Vec::new();
    let (mut written, mut number) = (0, 0);
    while written < megabytes * 1_000_000 {
        buffer.clear();
        while buffer.len() < 1 << 20 {
            number += 1;
            match what {
                What::Documents => document(&mut buffer, number, &mut random, "", "\\n", 64),
                What::Pages => document(&mut buffer, number, &mut random, "<p>", "</p>\\n", 12),
                What::Lines => {
                    write!(buffer, "{{\"doc\":\"d\",\"line\":{number},\"text\":\"")?;
                    words(&mut buffer, &mut random, 9);
                    buffer.extend_from_slice(b"\"}\n");
                }
            }
        }
        if let Err(error) = out.write_all(&buffer) {
            // Who reads has enough.
            return match error.kind() {
                std::io::ErrorKind::BrokenPipe => Ok(()),
                _ => Err(error.into()),
            };
        }
        written += buffer.len() as u64;
    }
    Ok(())
}

/// A record of `pieces` pieces of text.
fn document(
    out: &mut Vec<u8>,
    number: u64,
    random: &mut Random,
    before: &str,
    after: &str,
    pieces: usize,
) {
    out.extend_from_slice(format!("{{\"doc\":\"{number}.txt\",\"text\":\"").as_bytes());
    let length = if before.is_empty() { 11 } else { 60 };
    for _ in 0..pieces {
        out.extend_from_slice(before.as_bytes());
        words(out, random, length);
        out.extend_from_slice(after.as_bytes());
    }
    out.extend_from_slice(b"\"}\n");
}

/// Words of two to five syllables; every third is a short one that is common.
fn words(out: &mut Vec<u8>, random: &mut Random, count: usize) {
    const CONSONANTS: &[u8; 16] = b"bcdfghjklmnprstv";
    const VOWELS: &[u8; 4] = b"aeio";
    const COMMON: [&[u8]; 8] = [b"the", b"of", b"and", b"to", b"in", b"a", b"that", b"was"];
    for word in 0..count {
        let mut bits = random.next();
        if word > 0 {
            out.push(b' ');
        }
        if word % 3 == 0 {
            out.extend_from_slice(COMMON[(bits & 7) as usize]);
            continue;
        }
        for _ in 0..2 + bits % 4 {
            bits >>= 6;
            out.extend([
                CONSONANTS[(bits & 15) as usize],
                VOWELS[(bits >> 4 & 3) as usize],
            ]);
        }
    }
}
