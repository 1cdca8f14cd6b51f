//! The inputs of the benchmarks. Everything is made from a seed, so every run counts the same
//! lines.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use platform::random::mix;

use crate::random::Random;

/// Text in which each word depends on the one before: as many different beginnings and as common ones as in prose.
struct Bigrams {
    words: Vec<String>,
    /// For each word, the words that may follow it, the likely ones first.
    followers: Vec<u16>,
}

impl Bigrams {
    const WORDS: usize = 4096;
    const FOLLOWERS: usize = 64;

    fn new(random: &mut Random) -> Self {
        let letters = b"etaoinshrdlucmfwypvbgkjqxz";
        let words = (0..Self::WORDS).map(|rank| {
            let length = 2 + (rank as f64).ln_1p() as usize / 2 + random.below(5) as usize;
            let letter = |random: &mut Random| {
                letters[(random.uniform() * random.uniform() * 26.0) as usize]
            };
            (0..length).map(|_| char::from(letter(random))).collect()
        });
        let words = words.collect();
        let followers = (0..Self::WORDS * Self::FOLLOWERS)
            .map(|_| zipf_rank(random) as u16)
            .collect();
        Bigrams { words, followers }
    }

    /// Writes line number `id`.
    fn line(&self, id: u64, line: &mut String) {
        let mut random = Random::new(mix(id));
        let length = 30 + random.below(38) as usize;
        let mut word = zipf_rank(&mut random);
        line.clear();
        loop {
            line.push_str(&self.words[word]);
            if line.len() >= length {
                return;
            }
            line.push(' ');
            let rank = (random.uniform() * random.uniform() * Self::FOLLOWERS as f64) as usize;
            word = self.followers[word * Self::FOLLOWERS + rank].into();
        }
    }
}

/// The rank of a word: word frequencies follow Zipf's law.
fn zipf_rank(random: &mut Random) -> usize {
    ((Bigrams::WORDS as f64).powf(random.uniform()) - 1.0) as usize
}

/// A file of `lines` synthetic lines, three fifths of them distinct; the others repeat earlier ones, the earlier the
/// more often. 20 million lines have 12 million distinct ones and 1 GB.
pub fn synthetic(folder: &Path, lines: u64) -> anyhow::Result<PathBuf> {
    make(folder, &format!("synthetic-{lines}.txt"), |out| {
        let mut random = Random::new(1);
        let text = Bigrams::new(&mut random);
        let mut distinct = 0;
        let mut line = String::new();
        for _ in 0..lines {
            let id = if distinct == 0 || random.uniform() < 0.6 {
                distinct += 1;
                distinct - 1
            } else {
                ((distinct as f64).powf(random.uniform().sqrt()) - 1.0) as u64
            };
            text.line(id, &mut line);
            line.push('\n');
            out.write_all(line.as_bytes())?;
        }
        Ok(())
    })
}

/// The lines of `original` again and again, up to `bytes`. From the second time on every third line is edited: one of
/// its spaces becomes the number of the time.
pub fn repeated_with_edits(folder: &Path, original: &Path, bytes: u64) -> anyhow::Result<PathBuf> {
    make(folder, "repeated.txt", |out| {
        let mut random = Random::new(2);
        let mut written = 0;
        for time in 0.. {
            for line in BufReader::new(File::open(original)?).split(b'\n') {
                let line = line?;
                let spaces = line.iter().filter(|&&byte| byte == b' ').count();
                let edit = (time > 0 && random.below(3) == 0)
                    .then(|| random.below(spaces.max(1) as u64) as usize);
                let place = edit.and_then(|edit| {
                    line.iter()
                        .enumerate()
                        .filter(|(_, byte)| **byte == b' ')
                        .nth(edit)
                });
                match place {
                    None => out.write_all(&line)?,
                    Some((at, _)) => write!(
                        out,
                        "{} {time} {}",
                        lossy(&line[..at]),
                        lossy(&line[at + 1..])
                    )?,
                }
                out.write_all(b"\n")?;
                written += line.len() as u64 + 1;
                if written >= bytes {
                    return Ok(());
                }
            }
            if written == 0 {
                return Ok(());
            }
        }
        Ok(())
    })
}

fn lossy(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// Makes a file, unless it was made before. It gets its name when it is complete.
fn make(
    folder: &Path,
    name: &str,
    write: impl FnOnce(&mut BufWriter<File>) -> anyhow::Result<()>,
) -> anyhow::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let path = folder.join(name);
    if !path.exists() {
        eprintln!("making {}", path.display());
        let unfinished = path.with_extension("unfinished");
        let mut out = BufWriter::with_capacity(1 << 18, File::create(&unfinished)?);
        write(&mut out)?;
        out.flush()?;
        fs::rename(&unfinished, &path)?;
    }
    Ok(path)
}
