//! Tables 1 to 3 and figures 2 to 4 of Kaser & Lemire 2007 for another corpus.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::Context;
use plotters::chart::SeriesLabelPosition;
use serde_json::Value;

use super::plot::{Plot, Series, series, write_tsv};
use crate::measure::{shell, shell_output};
use crate::random::Random;

/// Lines of figure 2 occur so often.
const FREQUENT: u64 = 100;
/// The files of figure 2.
const SAMPLE: usize = 100;
/// The lengths of the n-grams of table 3.
const LENGTHS: [usize; 8] = [10, 8, 6, 5, 4, 3, 2, 1];
/// The lengths of gaps in figure 3; the paper's is 10.
const GAPS: [u32; 4] = [5, 10, 15, 20];
/// Frequent lines of figure 4.
const SHOWN: usize = 40;

/// Table 1: how many files say that they were released in which year.
pub fn table_1(out: &Path, files: &[PathBuf]) -> anyhow::Result<()> {
    let mut years: BTreeMap<u32, usize> = BTreeMap::new();
    for file in files {
        let bytes = fs::read(file).with_context(|| file.display().to_string())?;
        let head = String::from_utf8_lossy(&bytes[..bytes.len().min(20_000)]);
        if let Some(year) = release_year(&head) {
            *years.entry(year).or_default() += 1;
        }
    }
    let dated: usize = years.values().sum();
    println!(
        "table 1: {dated} of {} files name the year of their release",
        files.len()
    );
    let rows = years
        .iter()
        .map(|(year, files)| format!("{year}\t{files}\n"));
    write_tsv(out, "table-1", "year\tfiles", rows)
}

/// The year in the line that names the date of the release.
fn release_year(head: &str) -> Option<u32> {
    let line = head.lines().find(|line| {
        let line = line.to_lowercase();
        line.contains("release date:") || line.contains("posting date:")
    })?;
    let digits = |part: &str| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_digit());
    let year = line
        .split(|c: char| !c.is_ascii_digit())
        .find(|part| digits(part))?;
    year.parse().ok()
}

/// Table 2: what there is to count. `counts` are the occurrences of the distinct lines at the ends of files.
pub fn table_2(
    out: &Path,
    files: &[PathBuf],
    counts: &[u64],
    more_than: u64,
) -> anyhow::Result<()> {
    let bytes: u64 = files
        .iter()
        .map(|file| file.metadata().map_or(0, |metadata| metadata.len()))
        .sum();
    let frequent = counts.iter().filter(|&&count| count > more_than).count();
    let items = [
        ("text files", files.len() as u64),
        ("bytes", bytes),
        ("lines at their ends, normalised", counts.iter().sum()),
        ("distinct ones", counts.len() as u64),
        ("frequent ones", frequent as u64),
    ];
    let rows = items.iter().map(|(item, size)| format!("{item}\t{size}\n"));
    write_tsv(out, "table-2", "item\tsize", rows)
}

/// Table 3: how many different n-grams of words there are, estimated in one pass and counted. The exact number is that of all n-grams, less the
/// occurrences of those that occur more than once, but one each.
pub fn table_3(out: &Path, blockdedup: &Path, list: &Path) -> anyhow::Result<()> {
    println!(
        "table 3: n, distinct n-grams estimated, the error that it states (19 of 20 are less), counted, error; the same for those that occur more than once"
    );
    let mut rows = Vec::new();
    for n in LENGTHS {
        let emit = |part: &str| {
            let (tool, list) = (blockdedup.display(), list.display());
            format!("{tool} --emit {part} --tokens space -n {n} < {list}")
        };
        let record: Value = serde_json::from_str(&shell_output(&emit("estimate"))?)?;
        let number = |key: &str| record[key].as_f64().with_context(|| format!("no {key}"));
        let file = out.join("grams.tsv");
        shell(&format!(
            "{} --format tsv > {}",
            emit("grams"),
            file.display()
        ))?;
        let mut counted = [number("grams")?, 0.0];
        for line in BufReader::new(File::open(&file)?).lines() {
            let count: u64 = line?.split('\t').next().unwrap_or_default().parse()?;
            counted[0] -= (count - 1) as f64;
            counted[1] += 1.0;
        }
        fs::remove_file(&file)?;
        let mut row = n.to_string();
        print!("  {n:2}");
        for (what, counted) in ["distinct", "repeated"].into_iter().zip(counted) {
            let (estimated, error) = (number(what)?, number(&format!("{what}_error"))?);
            let off = estimated / counted - 1.0;
            let percent = [100.0 * error, 100.0 * off];
            print!(
                "   {estimated:.3e}  {:.2} %  {counted:.3e}  {:+.2} %",
                percent[0], percent[1]
            );
            row += &format!("\t{estimated}\t{error:.5}\t{counted}\t{off:.5}");
        }
        println!();
        rows.push(row + "\n");
    }
    let columns = |what: &str| format!("\t{what}_estimated\tstated_error\t{what}\terror");
    let header = format!("n{}{}", columns("distinct"), columns("repeated"));
    write_tsv(out, "table-3", &header, rows.into_iter())
}

/// Figure 2: where the lines that occur most often stand in a hundred files.
pub fn figure_2(out: &Path, tools: &Path, list: &Path, files: &[PathBuf]) -> anyhow::Result<()> {
    let frequent: HashMap<String, u64> = frequencies(&format!(
        "{0}/linenorm --head 300 < {1} | {0}/freqlines --min-count {FREQUENT}",
        tools.display(),
        list.display()
    ))?
    .into_iter()
    .collect();
    let mut random = Random::new(2);
    let mut rows = Vec::new();
    let mut points = Vec::new();
    for number in 1..=SAMPLE.min(files.len()) {
        let file = &files[random.below(files.len() as u64) as usize];
        let lines = shell_output(&format!(
            "{}/linenorm -q --head 300 -r -- '{}'",
            tools.display(),
            file.display().to_string().replace('\'', "'\\''")
        ))?;
        for (position, line) in lines.lines().enumerate() {
            if frequent.contains_key(line) {
                rows.push(format!("{number}\t{}\n", position + 1));
                points.push((number as f64, (position + 1) as f64));
            }
        }
    }
    write_tsv(out, "figure-2", "file\tposition", rows.into_iter())?;
    Plot {
        title: "Figure 2: where lines that occur 100 times and more stand in 100 files",
        x: "file",
        y: "position of the normalised line",
        log_x: false,
        log_y: false,
        legend: SeriesLabelPosition::UpperRight,
        series: vec![Series {
            name: "lines".into(),
            points,
            scattered: true,
        }],
    }
    .write(&out.join("figure-2.svg"))
}

/// Figure 3: how many lines behind a preamble are taken for a part of it (section 3.2, proposition 1).
pub fn figure_3(out: &Path) -> anyhow::Result<()> {
    let shares: Vec<f64> = (1..=50).map(|percent| f64::from(percent) / 100.0).collect();
    let rows = shares.iter().map(|&p| {
        let cells: String = GAPS
            .iter()
            .map(|&gap| format!("\t{:e}", misclassified(p, gap)))
            .collect();
        format!("{p}{cells}\n")
    });
    let names: String = GAPS.iter().map(|gap| format!("\tgap_{gap}")).collect();
    write_tsv(out, "figure-3", &format!("p{names}"), rows)?;
    let line = |&gap: &u32| {
        let points = shares.iter().map(|&p| (p, misclassified(p, gap))).collect();
        series(format!("gap of {gap}"), points)
    };
    Plot {
        title: "Figure 3: lines of the text taken for the preamble",
        x: "probability that a line of the text is frequent (p)",
        y: "lines",
        log_x: false,
        log_y: true,
        legend: SeriesLabelPosition::UpperLeft,
        series: GAPS.iter().map(line).collect(),
    }
    .write(&out.join("figure-3.svg"))
}

/// The expected number of lines before `gap` infrequent ones in a row, less these.
fn misclassified(p: f64, gap: u32) -> f64 {
    let sum: f64 = (1..=gap as i32).map(|k| (1.0 - p).powi(-k)).sum();
    sum - f64::from(gap)
}

/// Figure 4: some of the frequent lines, in the order of the alphabet.
pub fn figure_4(out: &Path, freqlines: &Path, lines: &Path, more_than: u64) -> anyhow::Result<()> {
    let mut sorted = frequencies(&format!(
        "{} -q -R -k {more_than} {}",
        freqlines.display(),
        lines.display()
    ))?;
    sorted.sort();
    let step = (sorted.len() / SHOWN).max(1);
    let rows = sorted
        .iter()
        .step_by(step)
        .map(|(text, count)| format!("{count}\t{text}\n"));
    write_tsv(out, "figure-4", "count\tline", rows)
}

/// The lines, with their counts, of a command that writes frequency records.
fn frequencies(command: &str) -> anyhow::Result<Vec<(String, u64)>> {
    let records = shell_output(command)?;
    let read = |line: &str| {
        let record = record::Frequency::read(line.as_bytes())?;
        let text = String::from_utf8_lossy(&record.text.unwrap_or_default()).into_owned();
        Ok((text, record.count))
    };
    records.lines().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_those_of_the_release() {
        let head = "The Project\nRelease Date: May 5, 2004 [EBook #12345]\n";
        assert_eq!(release_year(head), Some(2004));
        assert_eq!(release_year("Posting Date: 12 [1999]"), Some(1999));
        assert_eq!(release_year("printed in 1850"), None);
    }

    /// With gaps of ten and a fifth of the text's lines frequent, some 32 lines: the paper wants no more than that.
    #[test]
    fn the_expected_number_is_that_of_the_proposition() {
        assert_eq!(misclassified(0.0, 10), 0.0);
        assert!((misclassified(0.5, 1) - 1.0).abs() < 1e-12);
        assert!((misclassified(0.2, 10) - 31.566).abs() < 0.001);
    }
}
