//! Compares the tools with the programs that people use for the same jobs, all in one run, and makes
//! a table for the documentation.
//!
//! Rivals are measured in the same minutes, each command in turn. The inputs are made of one folder of books.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::ensure;
use clap::Args;

use super::Peers;
use crate::corpora;
use crate::figures::Figures;
use crate::measure::{Candidate, Usage, has_module, has_program, in_turn, release_tools, shell};
use crate::random::Random;

/// The data to run it on.
#[derive(Args)]
pub struct Options {
    /// The folder of text files; an unpacked corpus or one that holds a .tar.zst
    #[arg(default_value = crate::corpora::SMALL)]
    folder: PathBuf,
    /// The share of the data to take, up to 1
    #[arg(long, default_value_t = 1.0)]
    scale: f64,
    /// Runs of each command, after a warm-up
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    #[command(flatten)]
    peers: Peers,
}

/// Documents of 125 bytes.
pub const TINY: usize = 50_000;
/// Lines with a number below [`NUMBERS`].
const INTEGERS: f64 = 17_600_000.0;
const NUMBERS: u64 = 200;
/// Lines of a log.
const LOG: f64 = 10_000_000.0;
/// Bytes of documents of short paragraphs.
const PARAGRAPHS: f64 = 13e6;

/// Removes paragraphs that were there before, by a set of their hashes.
const PYTHON_PARAGRAPHS: &str = "\
import hashlib, json, sys
seen = set()
for line in sys.stdin.buffer:
    record = json.loads(line)
    kept = []
    for paragraph in record['text'].split('\\n'):
        key = hashlib.blake2b(paragraph.encode(), digest_size=8).digest()
        if key not in seen:
            seen.add(key)
            kept.append(paragraph)
    record['text'] = '\\n'.join(kept)
    sys.stdout.write(json.dumps(record, ensure_ascii=False) + '\\n')
";

/// Names the encoding of each file of a list.
const PYTHON_ENCODINGS: &str = "\
import importlib, sys
module = importlib.import_module(sys.argv[1])
detect = module.EncodingDetector if sys.argv[1] == 'chardetng_py' else module.detect
for path in sys.stdin.read().splitlines():
    with open(path, 'rb') as file:
        page = file.read()
    if sys.argv[1] == 'chardetng_py':
        detector = detect()
        detector.feed(page, last=True)
        print(detector.guess(tld=None, allow_utf8=True))
    else:
        print(detect(page)['encoding'])
";

/// Figures of the documentation: the number of a group, the row and the column, and the candidates whose CPU times are there.
const CLAIMS: [(usize, &str, &str, &[&str]); 6] = [
    (0, "lines of 297 MB", "trommel, CPU s", &["linenorm"]),
    (0, "lines of 297 MB", "other, CPU s", &["xargs cat | wc -l"]),
    (
        4,
        "counts of 4.3 M lines",
        "trommel, CPU s",
        &["freqlines -R -k 0"],
    ),
    (
        4,
        "counts of 4.3 M lines",
        "other, CPU s",
        &["sort | uniq -c", "runiq (distinct only)"],
    ),
    (
        6,
        "counts of 17.6 M integers",
        "trommel, CPU s",
        &["freqlines"],
    ),
    (6, "counts of 17.6 M integers", "other, CPU s", &["xan"]),
];

/// Commands that do about the same; the first is the yardstick.
struct Group {
    title: String,
    candidates: Vec<Candidate>,
    /// Programs and modules that are not installed.
    absent: Vec<String>,
}

impl Group {
    fn new(title: impl Into<String>) -> Self {
        Group {
            title: title.into(),
            candidates: Vec::new(),
            absent: Vec::new(),
        }
    }
}

/// Where everything is.
struct Place {
    tools: PathBuf,
    work: PathBuf,
    path: String,
    python: String,
    scale: f64,
    list: String,
    title: String,
}

/// Prints the table, and writes it into the documentation.
pub fn run(options: &Options) -> anyhow::Result<()> {
    ensure!(
        options.scale > 0.0 && options.scale <= 1.0,
        "--scale is a share of the data"
    );
    let place = Place::new(options)?;
    let groups = [
        place.lines()?,
        place.tiny()?,
        place.tiny_pages()?,
        place.pipe()?,
        place.counts()?,
        place.log()?,
        place.integers()?,
        place.long()?,
        place.paragraphs()?,
        place.encodings()?,
    ];
    let mut figures = Figures::of("bench all");
    let mut table =
        String::from("| | CPU s | ratio | wall s | peak MiB |\n|---|---|---|---|---|\n");
    for (number, group) in groups.iter().enumerate() {
        let usages = in_turn(&group.candidates, options.rounds)?;
        let rows = rows(group, &usages);
        print!("{rows}");
        table.push_str(&rows);
        for (_, row, column, names) in CLAIMS.into_iter().filter(|claim| claim.0 == number) {
            let cpu = |name: &&str| {
                let found = group.candidates.iter().position(|one| one.name == **name);
                found.map(|at| usages[at].cpu)
            };
            if let Some(numbers) = names.iter().map(cpu).collect::<Option<Vec<f64>>>() {
                figures.add(row, column, &numbers);
            }
        }
    }
    // The documentation has figures of all data.
    if options.scale == 1.0 {
        figures.settle(options.peers.write)?;
    }
    fs::remove_dir_all(&place.work)?;
    if options.peers.write {
        let how = format!(
            "`cargo lab bench all FOLDER --scale {}`, medians of {} runs in turn",
            options.scale, options.rounds
        );
        crate::measure::write_figures("all", &how, &table)?;
    }
    Ok(())
}

/// The bound of a command that writes these bytes into a pipe: the same bytes from one `cat` to another.
fn piped(what: &str, file: &str) -> Candidate {
    Candidate::new(&format!("cat | cat of {what}"), format!("cat {file} | cat"))
}

/// Writes this number of files into folders of a thousand, and returns the list of them, which is next to the
/// folder.
pub fn many_files(
    folder: &Path,
    files: usize,
    text: impl Fn(usize) -> String,
) -> anyhow::Result<String> {
    let mut list = String::new();
    for number in 0..files {
        let place = folder.join((number / 1000).to_string());
        if number % 1000 == 0 {
            fs::create_dir_all(&place)?;
        }
        let file = place.join(number.to_string());
        fs::write(&file, text(number))?;
        let _ = writeln!(list, "{}", file.display());
    }
    let listed = folder.with_extension("list");
    fs::write(&listed, list)?;
    Ok(listed.display().to_string())
}

/// A document of 125 bytes.
pub fn tiny(number: usize) -> String {
    format!(
        "Document {number:06} has a line of more than thirty characters,\nand another line that has as many of them, too.\n\n\n\n"
    )
}

fn rows(group: &Group, usages: &[Usage]) -> String {
    let mut rows = format!("| **{}** | | | | |\n", group.title);
    for (candidate, usage) in group.candidates.iter().zip(usages) {
        let ratio = usage.cpu / usages[0].cpu;
        let peak = usage.peak as f64 / 1048576.0;
        let name = candidate.name.replace('|', "\\|");
        let _ = writeln!(
            rows,
            "| `{name}` | {:.2} | {ratio:.2} | {:.2} | {peak:.0} |",
            usage.cpu, usage.wall
        );
    }
    if !group.absent.is_empty() {
        let _ = writeln!(
            rows,
            "| not installed: {} | | | | |",
            group.absent.join(", ")
        );
    }
    rows
}

impl Place {
    fn new(options: &Options) -> anyhow::Result<Self> {
        let tools = release_tools()?;
        let corpus = corpora::unpacked(&options.folder)?;
        let files = corpora::text_files(&corpus)?;
        let wanted = (files.len() as f64 * options.scale).ceil() as usize;
        // Every n-th, so that all kinds of them are there.
        let taken: Vec<PathBuf> = (0..wanted)
            .map(|at| &files[at * files.len() / wanted])
            .filter_map(|file| file.strip_prefix(&corpus).ok())
            .map(Path::to_owned)
            .collect();
        std::env::set_current_dir(&corpus)?;
        let bytes: u64 = taken
            .iter()
            .filter_map(|file| file.metadata().ok())
            .map(|file| file.len())
            .sum();
        let work = crate::root().join("target/bench-all");
        fs::create_dir_all(&work)?;
        Ok(Place {
            tools,
            list: corpora::list(&taken, "bench-all.list")?
                .display()
                .to_string(),
            path: options.peers.path()?,
            python: options.peers.python.clone(),
            scale: options.scale,
            title: format!("{} books, {:.0} MB", taken.len(), bytes as f64 / 1e6),
            work,
        })
    }

    fn tool(&self, name: &str) -> String {
        self.tools.join(name).display().to_string()
    }

    fn file(&self, name: &str) -> String {
        self.work.join(name).display().to_string()
    }

    /// A peer, if `program` is installed.
    fn peer(&self, group: &mut Group, program: &str, name: &str, command: &str) {
        if has_program(&self.path, program) {
            let command = format!("{}{command}", self.path);
            group.candidates.push(Candidate::new(name, command));
        } else {
            group.absent.push(program.to_owned());
        }
    }

    /// A Python script, if it finds its module.
    fn module(&self, group: &mut Group, module: &str, name: &str, command: &str) {
        if has_module(&self.python, module) {
            group.candidates.push(Candidate::new(name, command));
        } else {
            group.absent.push(module.to_owned());
        }
    }

    fn lines(&self) -> anyhow::Result<Group> {
        let (linenorm, list) = (self.tool("linenorm"), &self.list);
        let frequencies = self.file("freq.jsonl");
        shell(&format!(
            "{linenorm} --ends 300 < {list} | {} > {frequencies}",
            self.tool("freqlines")
        ))?;
        let cutbounds = format!("{} --freq {frequencies}", self.tool("cutbounds"));
        let mut group = Group::new(self.title.clone());
        let cat = format!("xargs -d '\\n' cat < {list} | wc -l");
        let written = self.file("lines.jsonl");
        shell(&format!("{linenorm} < {list} > {written}"))?;
        group.candidates = vec![
            Candidate::new("xargs cat | wc -l", cat),
            // Two bounds of linenorm, whatever it does with the lines: reading the files, and its records in a pipe,
            // which are twice as long as the lines.
            Candidate::new("xargs cat", format!("xargs -d '\\n' cat < {list}")),
            piped("what linenorm writes", &written),
            Candidate::new("linenorm", format!("{linenorm} < {list} | cat")),
            Candidate::new("linenorm -j 2", format!("{linenorm} -j 2 < {list} | cat")),
            Candidate::new("cutbounds", format!("{cutbounds} < {list} | cat")),
            Candidate::new(
                "uniqwords",
                format!("{} < {list} | cat", self.tool("uniqwords")),
            ),
        ];
        Ok(group)
    }

    fn many(&self, name: &str, text: impl Fn(usize) -> String) -> anyhow::Result<(usize, String)> {
        let files = (TINY as f64 * self.scale) as usize;
        Ok((files, many_files(&self.work.join(name), files, text)?))
    }

    /// The cost of a page before its content counts. If 50,000 pages take a second, a page takes 20 microseconds.
    fn tiny_pages(&self) -> anyhow::Result<Group> {
        let (files, listed) = self.many("pages", |number| {
            format!(
                "<html><head><title>Tide {number}</title></head><body><p>The tide of day {number} came in over the sand and went.</p></body></html>\n"
            )
        })?;
        let (linenorm, htmlblocks) = (self.tool("linenorm"), self.tool("htmlblocks"));
        let mut group = Group::new(format!("{files} web pages of some 130 bytes"));
        group.candidates = vec![
            Candidate::new("linenorm", format!("{linenorm} < {listed}")),
            Candidate::new("htmlblocks", format!("{htmlblocks} < {listed}")),
            Candidate::new(
                "htmlblocks --method paper",
                format!("{htmlblocks} --method paper < {listed}"),
            ),
        ];
        Ok(group)
    }

    fn tiny(&self) -> anyhow::Result<Group> {
        let (files, listed) = self.many("tiny", tiny)?;
        let linenorm = self.tool("linenorm");
        let mut group = Group::new(format!("{files} files of some 125 bytes"));
        group.candidates = vec![
            Candidate::new("xargs cat | wc -l", format!("xargs cat < {listed} | wc -l")),
            Candidate::new("linenorm", format!("{linenorm} < {listed}")),
            Candidate::new("linenorm -j 2", format!("{linenorm} -j 2 < {listed}")),
        ];
        Ok(group)
    }

    fn pipe(&self) -> anyhow::Result<Group> {
        let (linenorm, freqlines) = (self.tool("linenorm"), self.tool("freqlines"));
        let list = &self.list;
        let (plain, json) = (self.file("lines"), self.file("lines.jsonl"));
        shell(&format!("{linenorm} -r < {list} > {plain}"))?;
        shell(&format!("{linenorm} < {list} > {json}"))?;
        let mut group = Group::new("Between the tools");
        group.candidates = vec![
            Candidate::new(
                "linenorm -r | freqlines -R",
                format!("{linenorm} -r < {list} | {freqlines} -R"),
            ),
            Candidate::new(
                "linenorm | freqlines",
                format!("{linenorm} < {list} | {freqlines}"),
            ),
            piped("the lines", &plain),
            piped("the records", &json),
        ];
        Ok(group)
    }

    fn counts(&self) -> anyhow::Result<Group> {
        let lines = self.file("lines");
        shell(&format!(
            "{} -r < {} > {lines}",
            self.tool("linenorm"),
            self.list
        ))?;
        let freqlines = format!("{} -R -k 0 --format tsv", self.tool("freqlines"));
        let counts = self.file("counts");
        let lab = std::env::current_exe()?;
        let floor = format!("{} bench floor lines {lines}", lab.display());
        shell(&format!("{freqlines} {lines} > {counts}"))?;
        let mut group = Group::new("Counts of their lines");
        group.candidates = vec![
            Candidate::new(
                "sort | uniq -c",
                format!("LC_ALL=C sort -S 2G --parallel=2 {lines} | uniq -c"),
            ),
            Candidate::new("freqlines -R -k 0", format!("{freqlines} {lines}")),
            Candidate::new(
                "freqlines -R -k 0 -j 2",
                format!("{freqlines} -j 2 {lines}"),
            ),
            Candidate::new(
                "freqlines -R -k 0 --backend fingerprint",
                format!("{freqlines} --backend fingerprint {lines}"),
            ),
            // The bounds of any count. One hashes each line once, and accesses slots and lines of the sizes that
            // freqlines has here. The other reads the lines and writes the counts, without counting.
            Candidate::new("the lines hashed", floor.clone()),
            Candidate::new(
                "hashed, an access to 48 and to 164 MiB",
                format!("{floor} --tables 48,164"),
            ),
            Candidate::new("wc -l", format!("wc -l {lines}")),
            piped("the counts", &counts),
        ];
        for (program, name) in [
            ("huniq", "huniq -c (unsorted)"),
            ("cuniq", "cuniq -c -s"),
            ("runiq", "runiq (distinct only)"),
        ] {
            let command = match program {
                "huniq" => format!("huniq -c < {lines}"),
                "cuniq" => format!("cuniq -c -s {lines}"),
                _ => format!("runiq {lines}"),
            };
            self.peer(&mut group, program, name, &command);
        }
        Ok(group)
    }

    /// A log: the lines repeat, all of them about as often.
    fn log(&self) -> anyhow::Result<Group> {
        let log = self.file("log");
        let lines = (LOG * self.scale) as u64;
        let mut file = BufWriter::new(fs::File::create(&log)?);
        let mut random = Random::new(2);
        for _ in 0..lines {
            let kind = random.below(lines.div_ceil(100));
            let (host, code) = (kind % 251, 200 + kind % 7);
            writeln!(
                file,
                "10.0.{host}.{} - - \"GET /shelf/{kind}/view HTTP/1.1\" {code} {}",
                kind % 97,
                1000 + kind % 9973
            )?;
        }
        file.flush()?;
        let freqlines = format!("{} -R", self.tool("freqlines"));
        let mut group = Group::new(format!(
            "Frequent lines of a log, {:.1} M, 1 % of them distinct",
            lines as f64 / 1e6
        ));
        group.candidates = vec![
            Candidate::new(
                "freqlines -R --backend fingerprint",
                format!("{freqlines} --backend fingerprint {log}"),
            ),
            Candidate::new("freqlines -R", format!("{freqlines} {log}")),
            Candidate::new("wc -l", format!("wc -l {log}")),
        ];
        Ok(group)
    }

    /// Numbers, which programs for tables read without quotes.
    fn integers(&self) -> anyhow::Result<Group> {
        let integers = self.file("integers");
        let lines = (INTEGERS * self.scale) as u64;
        let mut file = BufWriter::new(fs::File::create(&integers)?);
        let mut random = Random::new(1);
        for _ in 0..lines {
            writeln!(file, "{}", random.below(NUMBERS))?;
        }
        file.flush()?;
        let freqlines = format!("{} -R -k 0", self.tool("freqlines"));
        let mut group = Group::new(format!(
            "Counts of {:.1} M integers below {NUMBERS}",
            lines as f64 / 1e6
        ));
        group.candidates = vec![
            Candidate::new("freqlines", format!("{freqlines} {integers}")),
            Candidate::new(
                "freqlines --backend sample --rate .01",
                format!("{freqlines} --backend sample --rate .01 {integers}"),
            ),
            Candidate::new(
                "freqlines --backend external",
                format!("{freqlines} --backend external {integers}"),
            ),
        ];
        for (program, command) in [
            ("xan", format!("xan frequency -n -A {integers}")),
            ("qsvlite", format!("qsvlite frequency -n -l 0 {integers}")),
            ("datamash", format!("datamash -s -g 1 count 1 < {integers}")),
            (
                "mlr",
                format!("mlr --inidx --ojson count-distinct -f 1 {integers}"),
            ),
        ] {
            self.peer(&mut group, program, program, &command);
        }
        Ok(group)
    }

    fn long(&self) -> anyhow::Result<Group> {
        let long = self.file("long.txt");
        shell(&format!("xargs -d '\\n' cat < {} > {long}", self.list))?;
        let (linenorm, uniqwords) = (self.tool("linenorm"), self.tool("uniqwords"));
        let mut group = Group::new("The books as one file");
        group.candidates = vec![
            Candidate::new("wc -l", format!("wc -l {long}")),
            Candidate::new("linenorm", format!("{linenorm} -q {long}")),
            Candidate::new(
                "linenorm --ends 300",
                format!("{linenorm} -q --ends 300 {long}"),
            ),
            Candidate::new("cat | linenorm -", format!("cat {long} | {linenorm} -q -")),
            Candidate::new("uniqwords", format!("{uniqwords} -q {long}")),
        ];
        Ok(group)
    }

    /// Documents of a hundred lines, each a paragraph.
    fn paragraphs(&self) -> anyhow::Result<Group> {
        let file = self.file("paragraphs.jsonl");
        let lines = fs::File::open(self.file("lines"))?;
        let wanted = (PARAGRAPHS * self.scale) as u64;
        let mut bytes = Vec::new();
        lines.take(wanted).read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().collect();
        let mut records = BufWriter::new(fs::File::create(&file)?);
        for (number, lines) in lines.chunks(100).enumerate() {
            let record = serde_json::json!({"doc": number.to_string(), "text": lines.join("\n")});
            writeln!(records, "{record}")?;
        }
        records.flush()?;
        let script = self.file("paragraphs.py");
        fs::write(&script, PYTHON_PARAGRAPHS)?;
        let blockdedup = self.tool("blockdedup");
        let mut group = Group::new(format!(
            "Repeated paragraphs of {:.0} MB",
            wanted as f64 / 1e6
        ));
        group.candidates = vec![
            Candidate::new(
                "a Python set of hashes",
                format!("{} {script} < {file}", self.python),
            ),
            Candidate::new(
                "blockdedup --unit line --exact",
                format!("{blockdedup} --unit line --exact {file}"),
            ),
        ];
        Ok(group)
    }

    fn encodings(&self) -> anyhow::Result<Group> {
        // The slowest of these reads 1 MB/s.
        let list = self.file("few.list");
        shell(&format!("awk 'NR % 50 == 1' {} > {list}", self.list))?;
        let script = self.file("encodings.py");
        fs::write(&script, PYTHON_ENCODINGS)?;
        let mut group = Group::new("Encodings of every 50th book");
        group.candidates.push(Candidate::new(
            "charset",
            format!("{} < {list}", self.tool("charset")),
        ));
        self.peer(
            &mut group,
            "uchardet",
            "uchardet",
            &format!("xargs -d '\\n' uchardet < {list}"),
        );
        for module in ["cchardet", "chardetng_py", "chardet", "charset_normalizer"] {
            let command = format!("{} {script} {module} < {list}", self.python);
            self.module(&mut group, module, module, &command);
        }
        Ok(group)
    }
}
