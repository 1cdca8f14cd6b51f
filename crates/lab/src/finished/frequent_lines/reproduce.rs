//! `cargo lab reproduce frequent-lines`: tables 1 to 3 and figures 2 to 7 and 9 of Kaser & Lemire 2007, as TSV and as SVG.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use plotters::chart::SeriesLabelPosition;

use super::plot::{Plot, Series, series, write_tsv};
use super::{corpus, figures};
use crate::corpora;
use crate::measure::{median_of, release_tools, shell};

/// The figures to reproduce, and their folder.
#[derive(Args)]
pub struct Figures {
    /// The corpus: a folder of text files, or one that holds a .tar.zst
    #[arg(default_value = "tests/corpus/books")]
    folder: PathBuf,
    /// Where the figures go
    #[arg(long, default_value = "target/reproduce/frequent-lines")]
    out: PathBuf,
    /// Runs of each command that is timed
    #[arg(long, default_value_t = 3)]
    rounds: usize,
}

/// Lines that occur more often are frequent: the paper's K.
const MORE_THAN: u64 = 10;
/// The thresholds of figure 6.
const THRESHOLDS: [u64; 4] = [5, 10, 50, 100];
/// The share of lines that are frequent, in the bound for skewed distributions: the paper's.
const P: f64 = 0.001;
/// Figure 7: the number of counters, and of random orders.
const COUNTERS: usize = 30;
const ORDERS: u64 = 30;

/// Writes all figures.
pub fn run(figures: &Figures) -> anyhow::Result<()> {
    let tools = release_tools()?;
    fs::create_dir_all(&figures.out)?;
    let files = corpora::text_files(&corpora::unpacked(&figures.folder)?)?;
    let list = corpora::list(&files, "reproduce.list")?;
    let lines = figures.out.join("lines.txt");
    let linenorm = tools.join("linenorm");
    shell(&format!(
        "{} --ends 300 -r < {} > {}",
        linenorm.display(),
        list.display(),
        lines.display()
    ))?;
    let counted = figures::count(&fs::read(&lines)?)?;
    let total: u64 = counted.iter().map(|(_, count)| count).sum();
    println!(
        "{} files, {total} lines at their ends, {} distinct",
        files.len(),
        counted.len()
    );
    let counts: Vec<u64> = counted.iter().map(|&(_, count)| count).collect();
    corpus::table_1(&figures.out, &files)?;
    corpus::table_2(&figures.out, &files, &counts, MORE_THAN)?;
    corpus::table_3(&figures.out, &tools.join("blockdedup"), &list)?;
    corpus::figure_2(&figures.out, &tools, &list, &files)?;
    corpus::figure_3(&figures.out)?;
    corpus::figure_4(&figures.out, &tools.join("freqlines"), &lines, MORE_THAN)?;
    figure_5(&figures.out, &counted)?;
    figure_6(&figures.out, &counted)?;
    figure_7(&figures.out)?;
    figure_9(
        &figures.out,
        &tools.join("freqlines"),
        &lines,
        figures.rounds,
    )?;
    println!(
        "tables 1 to 3, figures 2 to 7 and 9 are in {}",
        figures.out.display()
    );
    Ok(())
}

fn figure_5(out: &Path, counted: &figures::Counted) -> anyhow::Result<()> {
    let skew = figures::skew(counted);
    let rows = skew
        .iter()
        .map(|(count, lines, share)| format!("{count}\t{lines}\t{share:e}\n"));
    write_tsv(
        out,
        "figure-5",
        "occurrences\tlines\tprobability_of_at_least",
        rows,
    )?;
    let points = skew
        .iter()
        .map(|&(count, lines, _)| (count as f64, lines as f64))
        .collect();
    Plot {
        title: "Figure 5a: number of lines with so many occurrences",
        x: "occurrences",
        y: "lines",
        log_x: true,
        log_y: true,
        legend: SeriesLabelPosition::UpperRight,
        series: vec![Series {
            name: "lines".into(),
            points,
            scattered: true,
        }],
    }
    .write(&out.join("figure-5a.svg"))?;
    let points = skew
        .iter()
        .map(|&(count, _, share)| (count as f64, share))
        .collect();
    Plot {
        title: "Figure 5b: probability that a distinct line has at least so many occurrences",
        x: "occurrences",
        y: "probability",
        log_x: true,
        log_y: true,
        legend: SeriesLabelPosition::UpperRight,
        series: vec![series("probability", points)],
    }
    .write(&out.join("figure-5b.svg"))
}

fn figure_6(out: &Path, counted: &figures::Counted) -> anyhow::Result<()> {
    let points = figures::falsely_frequent(counted, &THRESHOLDS, P);
    let rows = points.iter().map(|point| {
        let shares: String = point
            .shares
            .iter()
            .map(|share| format!("{share:e}\t"))
            .collect();
        format!(
            "{}\t{shares}{:e}\t{:e}\n",
            point.counters, point.bound, point.skewed_bound
        )
    });
    let thresholds: String = THRESHOLDS
        .iter()
        .map(|threshold| format!("more_than_{threshold}\t"))
        .collect();
    write_tsv(
        out,
        "figure-6",
        &format!("counters\t{thresholds}bound\tskewed_bound"),
        rows,
    )?;
    let line = |name: String, y: &dyn Fn(&figures::FalselyFrequent) -> f64| {
        series(
            name,
            points
                .iter()
                .map(|point| (point.counters as f64, y(point)))
                .collect(),
        )
    };
    let mut lines: Vec<Series> = THRESHOLDS
        .iter()
        .enumerate()
        .map(|(at, threshold)| line(format!("K = {threshold}"), &|point| point.shares[at]))
        .collect();
    lines.push(line("1 - exp(-(n - 1) / c)".into(), &|point| point.bound));
    lines.push(line(format!("p (n - 1) / c, p = {P}"), &|point| {
        point.skewed_bound
    }));
    Plot {
        title: "Figure 6: share of lines falsely found frequent",
        x: "counters (c)",
        y: "share of lines",
        log_x: true,
        log_y: true,
        legend: SeriesLabelPosition::LowerLeft,
        series: lines,
    }
    .write(&out.join("figure-6.svg"))
}

fn figure_7(out: &Path) -> anyhow::Result<()> {
    let mut points = Vec::new();
    // Without any skew every set of items is the most frequent, so x = 0 says nothing.
    for tenth in 1..=30 {
        let x = f64::from(tenth) / 10.0;
        points.push((x, figures::efficiency(x, COUNTERS, ORDERS)?));
    }
    let rows = points
        .iter()
        .map(|(x, efficiency)| format!("{x}\t{efficiency}\n"));
    write_tsv(out, "figure-7", "exponent\tefficiency", rows)?;
    Plot {
        title: "Figure 7: efficiency of Misra-Gries on Zipfian data, 30 counters",
        x: "x, where the item of rank r has a frequency proportional to 1/r^x",
        y: "efficiency",
        log_x: false,
        log_y: false,
        legend: SeriesLabelPosition::UpperRight,
        series: vec![series("efficiency", points)],
    }
    .write(&out.join("figure-7.svg"))
}

/// CPU seconds rather than the paper's seconds by the clock, and not less the time for reading, which has a line of its
/// own: the back end with two counters does little else.
fn figure_9(out: &Path, freqlines: &Path, lines: &Path, rounds: usize) -> anyhow::Result<()> {
    let seconds = |options: &str| -> anyhow::Result<f64> {
        let command = format!(
            "{} -q -R --top 0 --backend {options} {}",
            freqlines.display(),
            lines.display()
        );
        Ok(median_of(&command, rounds)?.cpu)
    };
    let sizes: Vec<u8> = (6..=24).step_by(2).collect();
    let constant =
        |options: &str| -> anyhow::Result<Vec<f64>> { Ok(vec![seconds(options)?; sizes.len()]) };
    let varying = |options: &dyn Fn(u8) -> String| -> anyhow::Result<Vec<f64>> {
        sizes.iter().map(|&bits| seconds(&options(bits))).collect()
    };
    let columns = [
        ("exact", constant("exact")?),
        ("external", constant("external -S 16M")?),
        ("crc64", constant("fingerprint --hash crc64")?),
        ("xxh3", constant("fingerprint")?),
        (
            "majority",
            varying(&|bits| format!("majority --counters {}", 1u64 << bits))?,
        ),
        (
            "counters",
            varying(&|bits| format!("counters --bits {bits}"))?,
        ),
        (
            "countmin",
            varying(&|bits| format!("countmin --rows 4 --bits {bits}"))?,
        ),
        ("23_bits", constant("counters --bits 23")?),
        ("reading", constant("counters --bits 1")?),
    ];
    let rows = sizes.iter().enumerate().map(|(at, bits)| {
        let row: String = columns
            .iter()
            .map(|(_, seconds)| format!("\t{:.3}", seconds[at]))
            .collect();
        format!("{}{row}\n", 1u64 << bits)
    });
    let names: String = columns
        .iter()
        .map(|(name, _)| format!("\t{name}"))
        .collect();
    write_tsv(out, "figure-9", &format!("counters{names}"), rows)?;
    let plotted = columns.iter().map(|(name, seconds)| {
        let points = sizes
            .iter()
            .zip(seconds)
            .map(|(&bits, &seconds)| ((1u64 << bits) as f64, seconds));
        series(name.replace('_', " "), points.collect())
    });
    Plot {
        title: "Figure 9: CPU seconds to count the lines, by back end",
        x: "counters",
        y: "CPU seconds",
        log_x: true,
        log_y: false,
        legend: SeriesLabelPosition::UpperRight,
        series: plotted.collect(),
    }
    .write(&out.join("figure-9.svg"))
}
