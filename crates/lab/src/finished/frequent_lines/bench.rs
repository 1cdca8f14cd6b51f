//! `cargo lab bench freqlines`: compares each back end with the programs that people use today.

use std::path::{Path, PathBuf};

use clap::Args;

use super::inputs;
use crate::corpora;
use crate::measure::{Candidate, compare, has_module, installed, release_tools, shell};

/// How to run the benchmark.
#[derive(Args)]
pub struct Against {
    /// The corpus: a folder of text files, or one that holds a .tar.zst
    #[arg(default_value = "tests/corpus/books")]
    folder: PathBuf,
    /// Runs of each command
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Millions of synthetic lines (12 distinct in 20)
    #[arg(long, default_value_t = 20)]
    millions: u64,
    /// Megabytes of lines of the corpus, repeated with edits
    #[arg(long, default_value_t = 800)]
    megabytes: u64,
    /// Millions of synthetic lines for the back end external (80 are 4.2 GB); 0 leaves it out
    #[arg(long, default_value_t = 80)]
    external_millions: u64,
    /// Run only the tables whose title contains this
    #[arg(long, default_value = "")]
    only: String,
}

/// Runs the benchmark.
pub fn run(against: &Against) -> anyhow::Result<()> {
    let tools = release_tools()?;
    let work = crate::root().join("target/bench");
    let folder = corpora::unpacked(&against.folder)?;
    // Records have the names of documents: where the folder lies is not to make a difference.
    let files: Vec<PathBuf> = corpora::text_files(&folder)?
        .iter()
        .map(|file| file.strip_prefix(&folder).unwrap_or(file).to_owned())
        .collect();
    let list = corpora::list(&files, "bench.list")?.display().to_string();
    let there = format!("cd {} && ", folder.display());
    let linenorm = tools.join("linenorm").display().to_string();
    let freqlines = tools.join("freqlines").display().to_string();

    let synthetic = inputs::synthetic(&work, against.millions * 1_000_000)?;
    let normalised = work.join("normalised.txt");
    shell(&format!(
        "{there}{linenorm} -r < {list} > {}",
        normalised.display()
    ))?;
    let repeated = inputs::repeated_with_edits(&work, &normalised, against.megabytes * 1_000_000)?;

    let bench = Bench {
        freqlines,
        rounds: against.rounds,
        only: &against.only,
    };
    for (name, input) in [
        ("A, synthetic lines", &synthetic),
        ("B, lines of books", &repeated),
    ] {
        bench.every_line(name, input)?;
    }
    bench.back_ends("A, synthetic lines", &synthetic)?;
    bench.back_ends("B, lines of books", &repeated)?;
    if against.external_millions > 0 {
        bench.external(
            &inputs::synthetic(&work, against.external_millions * 1_000_000)?,
            &work,
        )?;
    }
    let freqlines = &bench.freqlines;
    bench.compare(
        "JSON Lines between linenorm and freqlines",
        &[
            Candidate::new(
                "linenorm -r | freqlines -R",
                format!("{there}{linenorm} -r < {list} | {freqlines} -R"),
            ),
            Candidate::new(
                "linenorm | freqlines",
                format!("{there}{linenorm} < {list} | {freqlines}"),
            ),
        ],
    )
}

struct Bench<'a> {
    freqlines: String,
    rounds: usize,
    only: &'a str,
}

impl Bench<'_> {
    fn compare(&self, title: &str, candidates: &[Candidate]) -> anyhow::Result<()> {
        if title.contains(self.only) {
            compare(title, candidates, self.rounds)
        } else {
            Ok(())
        }
    }

    /// Everything is counted and printed, as `sort | uniq -c` does; sorted, unless the name says otherwise.
    fn every_line(&self, name: &str, input: &Path) -> anyhow::Result<()> {
        let (freqlines, file) = (&self.freqlines, input.display().to_string());
        let mut candidates = vec![
            Candidate::new(
                "freqlines -R -k 0 --unsorted --format tsv",
                format!("{freqlines} -R -k 0 --unsorted --format tsv {file}"),
            ),
            Candidate::new(
                "freqlines -R -k 0 --format tsv",
                format!("{freqlines} -R -k 0 --format tsv {file}"),
            ),
            Candidate::new(
                "freqlines -R -k 0 (JSON Lines)",
                format!("{freqlines} -R -k 0 {file}"),
            ),
            Candidate::new(
                "sort -S 2G --parallel=2 | uniq -c",
                format!("LC_ALL=C sort -S 2G --parallel=2 {file} | uniq -c"),
            ),
        ];
        if installed("mawk") {
            let script = r#"{ n[$0]++ } END { for (line in n) print n[line] "\t" line }"#;
            candidates.push(Candidate::new(
                "mawk (unsorted)",
                format!("mawk '{script}' {file}"),
            ));
        }
        if installed("huniq") {
            candidates.push(Candidate::new(
                "huniq -c (unsorted)",
                format!("huniq -c < {file}"),
            ));
        }
        if installed("cuniq") {
            candidates.push(Candidate::new("cuniq -c -s", format!("cuniq -c -s {file}")));
        }
        for (order, how) in [("", " (unsorted)"), ("ORDER BY n DESC, line", "")] {
            if has_module("python3", "duckdb") {
                let query = format!(
                    "COPY (SELECT count(*) n, line FROM read_csv('{file}', columns={{'line': 'VARCHAR'}}, delim='\\x01', \
                     quote='', escape='', header=false, auto_detect=false) GROUP BY line {order}) \
                     TO '/dev/stdout' (FORMAT csv, DELIMITER '\\t', HEADER false)"
                );
                candidates.push(Candidate::new(
                    &format!("DuckDB{how}"),
                    python(&format!(
                        "import duckdb; duckdb.execute(r\"\"\"{query}\"\"\")"
                    )),
                ));
            }
            if has_module("python3", "chdb") {
                let query = format!(
                    "SELECT count() AS n, line FROM file('{file}', 'LineAsString') GROUP BY line {order}"
                );
                let program = format!(
                    "import chdb, sys; sys.stdout.buffer.write(chdb.query(\"\"\"{query}\"\"\", 'TSV').bytes())"
                );
                candidates.push(Candidate::new(
                    &format!("ClickHouse (chdb){how}"),
                    python(&program),
                ));
            }
        }
        self.compare(&format!("Every line printed: {name}"), &candidates)
    }

    /// The frequent lines, by every back end.
    fn back_ends(&self, name: &str, input: &Path) -> anyhow::Result<()> {
        let (freqlines, file) = (&self.freqlines, input.display().to_string());
        let mut candidates = vec![Candidate::new("wc -l", format!("wc -l {file}"))];
        for options in [
            "exact",
            "exact -k 0",
            "exact -k 0 --unsorted",
            "external",
            "external -S 64M",
            "external -S 64M -k 0",
            "external -S 64M -k 0 --unsorted",
            "twopass --bits 26",
            "fingerprint",
            "fingerprint --hash crc64",
            "counters --bits 23 --counter-bits 8",
            "counters --bits 26 --counter-bits 8",
            "counters --bits 30 --counter-bits 8",
            "counters --bits 26 --morris",
            "majority --counters 65536",
            "countmin --bits 23 --rows 4",
            "sample --rate 0.01",
        ] {
            candidates.push(Candidate::new(
                options,
                format!("{freqlines} -R -q --backend {options} {file}"),
            ));
        }
        self.compare(&format!("Back ends, -k 10: {name}"), &candidates)
    }

    fn external(&self, input: &Path, temporary: &Path) -> anyhow::Result<()> {
        let (freqlines, file, temporary) = (
            &self.freqlines,
            input.display().to_string(),
            temporary.display().to_string(),
        );
        self.compare(
            "External, -S 64M: A, synthetic lines",
            &[
                Candidate::new(
                    "freqlines --backend external -k 0 --unsorted (every line)",
                    format!("{freqlines} -R -k 0 --unsorted --format tsv --backend external -S 64M -T {temporary} {file}"),
                ),
                Candidate::new(
                    "freqlines --backend external -k 0 (every line)",
                    format!("{freqlines} -R -k 0 --format tsv --backend external -S 64M -T {temporary} {file}"),
                ),
                Candidate::new(
                    "freqlines --backend external -k 10 (the frequent lines)",
                    format!("{freqlines} -R --format tsv --backend external -S 64M -T {temporary} {file}"),
                ),
                Candidate::new(
                    "sort -S 64M | uniq -c (every line)",
                    format!("LC_ALL=C sort -S 64M -T {temporary} {file} | uniq -c"),
                ),
                // A part of what bounds both. freqlines writes 1.4 times as many bytes to its file if it sorts, and reads them back.
                Candidate::new(
                    "cat to a file and back",
                    format!("cat {file} > {temporary}/copy; cat {temporary}/copy; rm {temporary}/copy"),
                ),
            ],
        )
    }
}

fn python(program: &str) -> String {
    format!("python3 - <<'PROGRAM'\n{program}\nPROGRAM")
}
