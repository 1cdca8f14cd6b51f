//! The main job: linenorm, freqlines and cutbounds over a folder of text files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::corpora;
use crate::measure::{Candidate, compare, installed, release_tools, shell};

/// Commands with their names.
type Commands = Vec<(&'static str, String)>;

/// The tools, and lists of the files that they read.
struct Job {
    linenorm: String,
    freqlines: String,
    cutbounds: String,
    uniqwords: String,
    /// All files,
    list: String,
    /// and the first 100.
    few: String,
    /// The folder of made files.
    work: String,
}

pub fn run(folder: &Path, rounds: usize) -> anyhow::Result<()> {
    let job = Job::new(folder)?;
    let compare = |title: &str, commands: Commands, rounds: usize| {
        let commands = commands.into_iter();
        let candidates = commands.map(|(name, command)| Candidate::new(name, command));
        compare(title, &candidates.collect::<Vec<_>>(), rounds)
    };
    compare("Normalising whole files", job.normalising(), rounds)?;
    compare("JSON Lines between the tools", job.between(), rounds)?;
    let lines = job.lines()?;
    compare(
        "Counting the lines of whole files",
        job.counting(&lines),
        rounds,
    )?;
    let frequencies = job.frequencies()?;
    let cutting = vec![job.cat(), ("cutbounds", job.cut(&frequencies, &job.list))];
    compare("Cutting", cutting, rounds)?;
    let few_and_all = job.few_and_all(&frequencies);
    compare("Memory: 100 files and all of them", few_and_all, 1)?;
    let long = job.long()?;
    compare("Memory: all files as one document", job.one(&long), 1)?;
    fs::remove_file(long)?;
    Ok(())
}

impl Job {
    fn new(folder: &Path) -> anyhow::Result<Self> {
        let tools = release_tools()?;
        let corpus = corpora::unpacked(folder)?;
        let files = corpora::text_files(&corpus)?;
        let sizes = files.iter().filter_map(|file| file.metadata().ok());
        let bytes: u64 = sizes.map(|file| file.len()).sum();
        println!(
            "{} files, {:.1} MB, {}",
            files.len(),
            bytes as f64 / 1e6,
            folder.display()
        );
        // Users name files from where they are; long absolute names would make every record longer.
        std::env::set_current_dir(&corpus)?;
        let names: Vec<PathBuf> = files
            .iter()
            .filter_map(|file| file.strip_prefix(&corpus).ok())
            .map(Path::to_owned)
            .collect();
        let few = &names[..names.len().min(100)];
        let tool = |name: &str| tools.join(name).display().to_string();
        Ok(Job {
            linenorm: tool("linenorm"),
            freqlines: tool("freqlines"),
            cutbounds: tool("cutbounds"),
            uniqwords: tool("uniqwords"),
            list: corpora::list(&names, "bench.list")?.display().to_string(),
            few: corpora::list(few, "bench-few.list")?.display().to_string(),
            work: crate::root().join("target").display().to_string(),
        })
    }

    /// The yardstick: how long it takes to read the files.
    fn cat(&self) -> (&'static str, String) {
        let command = format!("xargs -d '\\n' cat < {} | wc -l", self.list);
        ("xargs cat | wc -l", command)
    }

    fn cut(&self, frequencies: &str, list: &str) -> String {
        format!("{} --freq {frequencies} < {list}", self.cutbounds)
    }

    fn normalising(&self) -> Commands {
        let Job { linenorm, list, .. } = self;
        let ends = format!("{linenorm} --ends 300 < {list}");
        let mut commands = vec![
            self.cat(),
            ("linenorm (JSON Lines)", format!("{linenorm} < {list}")),
            ("linenorm --raw-output", format!("{linenorm} -r < {list}")),
            ("linenorm --ends 300", ends),
        ];
        if installed("mawk") {
            // The part of the job that mawk can do: runs and ends of white space, stars and dashes,
            // short lines.
            let script = r#"{ gsub(/[ \t\r\f\v]+/, " "); gsub(/^ | $/, ""); gsub(/\*+/, "***"); gsub(/-+/, "---"); if (length($0) >= 30 && /[A-Za-z]/) print }"#;
            commands.push(("mawk", format!("xargs -d '\\n' mawk '{script}' < {list}")));
        }
        commands
    }

    fn between(&self) -> Commands {
        let (linenorm, freqlines, list) = (&self.linenorm, &self.freqlines, &self.list);
        let plain = format!("{linenorm} -r < {list} | {freqlines} -R");
        let json = format!("{linenorm} < {list} | {freqlines}");
        vec![
            ("linenorm -r | freqlines -R", plain),
            ("linenorm | freqlines", json),
        ]
    }

    /// Writes the lines of all files.
    fn lines(&self) -> anyhow::Result<String> {
        let lines = format!("{}/bench.lines", self.work);
        shell(&format!("{} -r < {} > {lines}", self.linenorm, self.list))?;
        Ok(lines)
    }

    fn counting(&self, lines: &str) -> Commands {
        let freqlines = &self.freqlines;
        let sorted = format!("LC_ALL=C sort -S 2G --parallel=2 {lines} | uniq -c");
        let all = format!("{freqlines} -R -k 0 --format tsv {lines}");
        vec![
            ("sort | uniq -c", sorted),
            ("freqlines, every line printed", all),
            ("freqlines", format!("{freqlines} -R {lines}")),
        ]
    }

    /// Writes the frequencies of the lines at the ends of all files.
    fn frequencies(&self) -> anyhow::Result<String> {
        let (linenorm, freqlines, list) = (&self.linenorm, &self.freqlines, &self.list);
        let frequencies = format!("{}/bench.freq.jsonl", self.work);
        shell(&format!(
            "{linenorm} --ends 300 < {list} | {freqlines} > {frequencies}"
        ))?;
        Ok(frequencies)
    }

    fn few_and_all(&self, frequencies: &str) -> Commands {
        let Job {
            linenorm,
            few,
            list,
            ..
        } = self;
        vec![
            ("linenorm, 100 files", format!("{linenorm} < {few}")),
            ("linenorm, all files", format!("{linenorm} < {list}")),
            ("cutbounds, 100 files", self.cut(frequencies, few)),
            ("cutbounds, all files", self.cut(frequencies, list)),
        ]
    }

    /// Writes all files as one.
    fn long(&self) -> anyhow::Result<String> {
        let long = format!("{}/bench.long", self.work);
        shell(&format!("xargs -d '\\n' cat < {} > {long}", self.list))?;
        Ok(long)
    }

    fn one(&self, long: &str) -> Commands {
        let (linenorm, uniqwords) = (&self.linenorm, &self.uniqwords);
        let ends = format!("{linenorm} -q --ends 300 {long}");
        let piped = format!("cat {long} | {linenorm} -q -");
        vec![
            ("wc -l", format!("wc -l {long}")),
            ("linenorm", format!("{linenorm} -q {long}")),
            ("linenorm --ends 300", ends),
            ("linenorm, from a pipe", piped),
            ("uniqwords", format!("{uniqwords} -q {long}")),
        ]
    }
}
