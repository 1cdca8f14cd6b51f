//! Fuzzes without any tool besides the stable compiler: changes files at random and reads them in
//! their original format.
//!
//!     cargo run --release -p trommel-intake --features formats,parquet --example mutate -- SECONDS FILE...
//!
//! Ends with an error at the first panic, and leaves the file that causes it as mutant.bin. The
//! libFuzzer targets in fuzz/ find more.

use std::time::{Duration, Instant};

/// The maximum size of a document in bytes.
const LARGEST: u64 = 1 << 20;

/// A random number generator (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % most.max(1)
    }
}

fn mutant(file: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        let length = random.below(64).min(bytes.len() - at);
        match random.below(6) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..at + length)),
            2 => {
                let copy = bytes[at..at + length].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, copy);
            }
            3 if at < bytes.len() => bytes[at] = [0, 0xFF, 0x7F, 0x80, b'"', b'<'][random.below(6)],
            _ if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            _ => {}
        }
        if bytes.is_empty() {
            bytes.push(0);
        }
    }
    bytes
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds: u64 = arguments
        .next()
        .and_then(|text| text.parse().ok())
        .expect("SECONDS");
    let files: Vec<Vec<u8>> = arguments
        .map(|path| std::fs::read(path).expect("a file"))
        .collect();
    let mut sources = intake::Sources::default();
    sources.max_document_size = LARGEST;
    sources.warc.min_size = Some(0);
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut random, mut runs, mut documents, mut errors) =
        (Random(88_172_645_463_325_252), 0, 0, 0);
    while Instant::now() < end {
        let file = mutant(&files[random.below(files.len())], &mut random);
        std::fs::write("mutant.bin", &file).expect("a file");
        let (read, failed) = intake::read::documents(&file, &sources);
        runs += 1;
        documents += read.len();
        errors += failed.len();
    }
    std::fs::remove_file("mutant.bin").expect("the last file");
    println!("{runs} files, {documents} documents, {errors} errors");
}
