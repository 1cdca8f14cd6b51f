//! `cargo lab bench bounds`: ratios that the tools were to reach, what they are, and what bounds them.
//!
//! Each bound is measured in the same run. It is one of three: the least program that reads, divides and writes the
//! same bytes and accesses as much memory (`lab bench floor`); `cat` of the same bytes through the same pipe or file;
//! two processes that share nothing, instead of two threads.

use std::path::{Path, PathBuf};

use clap::Args;

use super::frequent_lines::synthetic;
use crate::bench::{all, blockdedup};
use crate::corpora;
use crate::measure::{Candidate, Usage, in_turn, release_tools, shell, write_figures};

/// The data to run it on.
#[derive(Args)]
pub struct Options {
    /// The folder of text files; an unpacked corpus or one that holds a .tar.zst
    #[arg(default_value = corpora::SMALL)]
    folder: PathBuf,
    /// Runs of each command, after a warm-up
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// The same for commands that take more than ten seconds
    #[arg(long, default_value_t = 3)]
    long_rounds: usize,
    /// Millions of synthetic lines
    #[arg(long, default_value_t = 20)]
    millions: u64,
    /// The same for the back end external
    #[arg(long, default_value_t = 80)]
    external_millions: u64,
    /// Millions of words for blockdedup, few and many
    #[arg(long, value_delimiter = ',', default_values_t = [10, 200])]
    words: Vec<u64>,
    /// Run only these groups
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "books,tiny,json,sorted,threads,words,external"
    )]
    only: Vec<String>,
    /// Write the table into crates/lab/record/bench.md
    #[arg(long)]
    write: bool,
}

/// The bytes of linenorm's record of a line without the line itself, in the mean of the books.
const FRAME: usize = 75;
/// The share of the synthetic lines that is distinct.
const DISTINCT: f64 = 0.6;
/// The slots and the lines of the table of 20 million synthetic lines in MiB; of these, `--store` accesses the lines.
const SLOTS: usize = 128;
/// The number of lines that the back end external holds at a time, with 64 MiB.
const TOGETHER: usize = 400_000;
const EXTERNAL_TABLE: usize = 48;
/// The bytes that external writes to its file, lines and then sorted runs, in those of the input.
const WRITTEN: f64 = 1.4;
/// The table of blockdedup in bytes a word of its synthetic text.
const TABLE: f64 = 8.5;

/// A sum of figures of candidates, each with a factor.
type Sum = Vec<(f64, usize)>;

#[derive(Clone, Copy)]
enum Figure {
    Cpu,
    Wall,
}

/// One ratio: a figure of `measured`, divided by that of the candidate `beside`.
struct Row {
    name: &'static str,
    bar: f64,
    figure: Figure,
    beside: usize,
    measured: Sum,
    bound: Sum,
    /// The name of the bound.
    by: &'static str,
}

impl Row {
    /// The ratio and its bound.
    fn of(&self, usages: &[Usage]) -> (f64, f64) {
        let figure = |at: usize| match self.figure {
            Figure::Cpu => usages[at].cpu,
            Figure::Wall => usages[at].wall,
        };
        let sum = |sum: &Sum| {
            sum.iter()
                .map(|&(factor, at)| factor * figure(at))
                .sum::<f64>()
        };
        let beside = figure(self.beside);
        (sum(&self.measured) / beside, sum(&self.bound) / beside)
    }
}

/// Commands that run in turn, and the ratios of their figures.
struct Group {
    candidates: Vec<Candidate>,
    rows: Vec<Row>,
    is_long: bool,
}

type Maker = fn(&Place) -> anyhow::Result<Group>;

/// The tables in the documentation, by the names of their markers, and their groups: those of some minutes, and larger ones.
const TABLES: [(&str, &[(&str, Maker)]); 2] = [
    (
        "bounds",
        &[
            ("books", Place::books),
            ("tiny", Place::tiny),
            ("json", Place::json),
            ("sorted", Place::sorted),
            ("threads", Place::threads),
        ],
    ),
    (
        "bounds-large",
        &[("words", Place::words), ("external", Place::external)],
    ),
];

/// Prints the tables, and writes them into the documentation.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let place = Place::new(options)?;
    for (recipe, groups) in TABLES {
        let is_wanted = |(name, _): &&(&str, Maker)| options.only.iter().any(|only| only == name);
        let wanted: Vec<_> = groups.iter().filter(is_wanted).collect();
        if wanted.is_empty() {
            continue;
        }
        let mut table =
            "| work | bar | measured | bound | what bounds it |\n|---|---|---|---|---|\n"
                .to_owned();
        let mut seconds = String::from("| command | CPU s | wall s |\n|---|---|---|\n");
        for (_, make) in &wanted {
            measure(&make(&place)?, options, &mut table, &mut seconds)?;
        }
        if options.write {
            let names: Vec<_> = wanted.iter().map(|(name, _)| *name).collect();
            let how = format!(
                "`cargo lab bench bounds FOLDER --only {}`, medians of {} runs in turn, {} of the long ones",
                names.join(","),
                options.rounds,
                options.long_rounds
            );
            write_figures(recipe, &how, &format!("{table}\n{seconds}"))?;
        }
    }
    Ok(())
}

/// Runs a group, prints its rows and adds them to both tables: the ratios, and what each command takes.
fn measure(
    group: &Group,
    options: &Options,
    table: &mut String,
    seconds: &mut String,
) -> anyhow::Result<()> {
    let rounds = match group.is_long {
        true => options.long_rounds,
        false => options.rounds,
    };
    let usages = in_turn(&group.candidates, rounds)?;
    for (candidate, usage) in group.candidates.iter().zip(&usages) {
        let name = candidate.name.replace('|', "\\|");
        let row = format!("| `{name}` | {:.2} | {:.2} |\n", usage.cpu, usage.wall);
        eprint!("{row}");
        *seconds += &row;
    }
    for row in &group.rows {
        let (measured, bound) = row.of(&usages);
        let line = format!(
            "| {} | {:.2} | {measured:.2} | {bound:.2} | {} |\n",
            row.name, row.bar, row.by
        );
        print!("{line}");
        *table += &line;
    }
    Ok(())
}

/// Where everything is.
struct Place {
    tools: PathBuf,
    floor: String,
    work: PathBuf,
    list: String,
    millions: u64,
    external_millions: u64,
    words: Vec<u64>,
}

impl Place {
    fn new(options: &Options) -> anyhow::Result<Self> {
        let tools = release_tools()?;
        let corpus = corpora::unpacked(&options.folder)?;
        // Records have the names of documents: where the folder lies is not to make a difference.
        let files: Vec<PathBuf> = (corpora::text_files(&corpus)?.iter())
            .map(|file| file.strip_prefix(&corpus).unwrap_or(file).to_owned())
            .collect();
        let list = corpora::list(&files, "bench-bounds.list")?;
        std::env::set_current_dir(&corpus)?;
        let work = crate::root().join("target/bench");
        std::fs::create_dir_all(&work)?;
        Ok(Place {
            tools,
            floor: format!("{} bench floor", std::env::current_exe()?.display()),
            work,
            list: list.display().to_string(),
            millions: options.millions,
            external_millions: options.external_millions,
            words: options.words.clone(),
        })
    }

    fn tool(&self, name: &str) -> String {
        self.tools.join(name).display().to_string()
    }

    fn file(&self, name: &str) -> String {
        self.work.join(name).display().to_string()
    }

    /// A command on each half of the lines of a file, at the same time.
    fn halves(&self, file: &str, command: impl Fn(&str) -> String) -> anyhow::Result<String> {
        let half = self.file("half.");
        shell(&format!(
            "rm -f {half}*; split -n l/2 {file} {half}{}.",
            name_of(file)
        ))?;
        let [first, second] =
            ["aa", "ab"].map(|which| command(&format!("{half}{}.{which}", name_of(file))));
        Ok(format!("{first} & {second} & wait"))
    }

    fn books(&self) -> anyhow::Result<Group> {
        let list = &self.list;
        let (linenorm, frequencies) = (self.tool("linenorm"), self.file("bounds.freq.jsonl"));
        shell(&format!(
            "{linenorm} --ends 300 < {list} | {} > {frequencies}",
            self.tool("freqlines")
        ))?;
        let cutbounds = format!("{} --freq {frequencies}", self.tool("cutbounds"));
        let floor = format!("{} documents {list}", self.floor);
        Ok(Group {
            candidates: vec![
                Candidate::new(
                    "xargs cat | wc -l",
                    format!("xargs -d '\\n' cat < {list} | wc -l"),
                ),
                Candidate::new("linenorm | cat", format!("{linenorm} < {list} | cat")),
                Candidate::new(
                    "floor documents --frame | cat",
                    format!("{floor} --frame {FRAME} | cat"),
                ),
                Candidate::new("cutbounds | cat", format!("{cutbounds} < {list} | cat")),
                Candidate::new(
                    "cutbounds --method paper | cat",
                    format!("{cutbounds} --method paper < {list} | cat"),
                ),
                Candidate::new("floor documents", floor),
            ],
            rows: vec![
                Row {
                    name: "`linenorm`, books, beside `xargs cat \\| wc -l`",
                    bar: 1.2,
                    figure: Figure::Cpu,
                    beside: 0,
                    measured: vec![(1.0, 1)],
                    bound: vec![(1.0, 2)],
                    by: "reading the files, checking UTF-8, finding line feeds, and as many bytes in a pipe",
                },
                Row {
                    name: "`cutbounds`, the same",
                    bar: 1.5,
                    figure: Figure::Cpu,
                    beside: 0,
                    measured: vec![(1.0, 3)],
                    bound: vec![(1.0, 4)],
                    by: "the paper's method: reading the files, and of both ends normalising and looking up each line",
                },
            ],
            is_long: false,
        })
    }

    fn tiny(&self) -> anyhow::Result<Group> {
        let listed = all::many_files(&self.work.join("tiny"), all::TINY, all::tiny)?;
        let linenorm = self.tool("linenorm");
        let halves = self.halves(&listed, |half| format!("{linenorm} < {half}"))?;
        let floor = format!("{} documents {listed}", self.floor);
        // The work that is divided between the threads, and the extra cost of reading in two threads of a
        // process.
        let row = |name, bar, figure, share| Row {
            name,
            bar,
            figure,
            beside: 0,
            measured: vec![(1.0, 1)],
            bound: vec![(share, 0), (1.0, 4), (-share, 3)],
            by: "what one thread takes, divided, and what two threads of one process take more to open, read and close the files and do nothing else",
        };
        Ok(Group {
            candidates: vec![
                Candidate::new("linenorm", format!("{linenorm} < {listed}")),
                Candidate::new("linenorm -j 2", format!("{linenorm} -j 2 < {listed}")),
                Candidate::new("linenorm & linenorm, half each", halves),
                Candidate::new("floor documents", floor.clone()),
                Candidate::new("floor documents -j 2", format!("{floor} -j 2")),
            ],
            rows: vec![
                row(
                    "`linenorm -j 2`, 50,000 files of 125 bytes, wall",
                    0.6,
                    Figure::Wall,
                    0.5,
                ),
                row("the same, CPU", 1.15, Figure::Cpu, 1.0),
            ],
            is_long: false,
        })
    }

    fn json(&self) -> anyhow::Result<Group> {
        let (linenorm, freqlines, list) =
            (self.tool("linenorm"), self.tool("freqlines"), &self.list);
        let (plain, json) = (self.file("bounds.lines"), self.file("bounds.lines.jsonl"));
        shell(&format!("{linenorm} -r < {list} > {plain}"))?;
        shell(&format!("{linenorm} < {list} > {json}"))?;
        let documents = format!("{} documents {list}", self.floor);
        Ok(Group {
            candidates: vec![
                Candidate::new(
                    "linenorm -r | freqlines -R",
                    format!("{linenorm} -r < {list} | {freqlines} -R"),
                ),
                Candidate::new(
                    "linenorm | freqlines",
                    format!("{linenorm} < {list} | {freqlines}"),
                ),
                Candidate::new(
                    "floor documents --frame 0 | cat",
                    format!("{documents} --frame 0 | cat"),
                ),
                Candidate::new(
                    "floor documents --frame | cat",
                    format!("{documents} --frame {FRAME} | cat"),
                ),
                Candidate::new(
                    "floor lines, plain",
                    format!("{} lines {plain}", self.floor),
                ),
                Candidate::new(
                    "floor lines, records",
                    format!("{} lines {json}", self.floor),
                ),
            ],
            rows: vec![Row {
                name: "`linenorm \\| freqlines`, JSON beside plain lines",
                bar: 1.25,
                figure: Figure::Cpu,
                beside: 0,
                measured: vec![(1.0, 1)],
                bound: vec![(1.0, 0), (1.0, 3), (-1.0, 2), (1.0, 5), (-1.0, 4)],
                by: "the plain lines, and to write the bytes that records have more, pass them through a pipe, split and hash them: no escapes, no parser",
            }],
            is_long: false,
        })
    }

    fn sorted(&self) -> anyhow::Result<Group> {
        let file = synthetic(&self.work, self.millions * 1_000_000)?;
        let file = file.display();
        let floor = format!(
            "{} lines {file} --tables {SLOTS} --store {DISTINCT}",
            self.floor
        );
        Ok(Group {
            candidates: vec![
                Candidate::new(
                    "sort | uniq -c",
                    format!("LC_ALL=C sort -S 2G --parallel=2 {file} | uniq -c"),
                ),
                Candidate::new(
                    "freqlines -R -k 0 --format tsv",
                    format!("{} -R -k 0 --format tsv {file}", self.tool("freqlines")),
                ),
                Candidate::new("floor lines --tables --store", floor),
            ],
            rows: vec![Row {
                name: "`freqlines -R -k 0`, sorted, beside `sort \\| uniq -c`",
                bar: 1.0 / 9.0,
                figure: Figure::Cpu,
                beside: 0,
                measured: vec![(1.0, 1)],
                bound: vec![(1.0, 2)],
                by: "hashing the lines, an access to a slot and a line each, storing the distinct ones, sorting their first bytes and writing them",
            }],
            is_long: true,
        })
    }

    fn threads(&self) -> anyhow::Result<Group> {
        let file = synthetic(&self.work, self.millions * 1_000_000)?;
        let file = file.display().to_string();
        let freqlines = format!("{} -R", self.tool("freqlines"));
        let halves = self.halves(&file, |half| format!("{freqlines} {half}"))?;
        Ok(Group {
            candidates: vec![
                Candidate::new("freqlines -R", format!("{freqlines} {file}")),
                Candidate::new("freqlines -R -j 2", format!("{freqlines} -j 2 {file}")),
                Candidate::new("freqlines -R & freqlines -R, half each", halves),
            ],
            rows: vec![
                threads_row("`freqlines -R -j 2`, 1 GB, wall", 0.58, Figure::Wall, 0),
                threads_row("the same, CPU", 1.15, Figure::Cpu, 0),
            ],
            is_long: false,
        })
    }

    fn words(&self) -> anyhow::Result<Group> {
        let tool = self.tool("blockdedup");
        let [few, many] = [self.words[0], self.words[self.words.len() - 1]];
        let mut texts = Vec::new();
        for millions in [few, many] {
            let text = blockdedup::text(&self.work, millions)?;
            texts.push(text.display().to_string());
        }
        let halves = self.halves(&texts[1], |half| format!("{tool} {half}"))?;
        let accesses = |millions: u64, pages: &str| {
            let size = (millions as f64 * 1e6 * TABLE / f64::from(1 << 20)) as u64;
            format!("{} accesses {size} {millions}{pages}", self.floor)
        };
        let share = few as f64 / many as f64;
        let mut rows = vec![Row {
            name: "`blockdedup`, a word of 200 M beside one of 10 M",
            bar: 1.1,
            figure: Figure::Cpu,
            beside: 0,
            measured: vec![(share, 1)],
            bound: vec![(1.0, 0), (share, 5), (-1.0, 4)],
            by: "an access to the table for each word, in place of two: what it takes more in the larger one",
        }];
        rows.push(threads_row(
            "`blockdedup -j 2`, 200 M words, wall",
            0.65,
            Figure::Wall,
            1,
        ));
        Ok(Group {
            candidates: vec![
                Candidate::new("blockdedup, few words", format!("{tool} {}", texts[0])),
                Candidate::new("blockdedup, many words", format!("{tool} {}", texts[1])),
                Candidate::new(
                    "blockdedup -j 2, many words",
                    format!("{tool} -j 2 {}", texts[1]),
                ),
                Candidate::new("blockdedup & blockdedup, half each", halves),
                Candidate::new("floor accesses, few", accesses(few, "")),
                Candidate::new("floor accesses, many", accesses(many, "")),
                Candidate::new(
                    "floor accesses --huge-pages, few",
                    accesses(few, " --huge-pages"),
                ),
                Candidate::new(
                    "floor accesses --huge-pages, many",
                    accesses(many, " --huge-pages"),
                ),
            ],
            rows,
            is_long: true,
        })
    }

    fn external(&self) -> anyhow::Result<Group> {
        let file = synthetic(&self.work, self.external_millions * 1_000_000)?;
        let (file, temporary) = (file.display(), self.work.display());
        let floor = format!(
            "{} lines {file} --tables {EXTERNAL_TABLE} --store {DISTINCT} --together {TOGETHER}",
            self.floor
        );
        Ok(Group {
            candidates: vec![
                Candidate::new(
                    "sort -S 64M | uniq -c",
                    format!("LC_ALL=C sort -S 64M -T {temporary} {file} | uniq -c"),
                ),
                Candidate::new(
                    "freqlines --backend external -S 64M -R -k 0",
                    format!(
                        "{} -R -k 0 --format tsv --backend external -S 64M -T {temporary} {file}",
                        self.tool("freqlines")
                    ),
                ),
                Candidate::new("floor lines --tables --store --together", floor),
                Candidate::new(
                    "cat to a file and back",
                    format!(
                        "cat {file} > {temporary}/copy; cat {temporary}/copy; rm {temporary}/copy"
                    ),
                ),
            ],
            rows: vec![Row {
                name: "`freqlines --backend external -S 64M`, sorted, beside `sort -S 64M \\| uniq -c`",
                bar: 0.2,
                figure: Figure::Cpu,
                beside: 0,
                measured: vec![(1.0, 1)],
                bound: vec![(1.0, 2), (WRITTEN, 3)],
                by: "as for the sorted counts, in parts that fit into the memory, and `cat` of as many bytes to a file and back",
            }],
            is_long: true,
        })
    }
}

/// Two threads compared with one, bounded by two processes: three candidates one after the other, the first of them
/// `one`.
fn threads_row(name: &'static str, bar: f64, figure: Figure, one: usize) -> Row {
    Row {
        name,
        bar,
        figure,
        beside: one,
        measured: vec![(1.0, one + 1)],
        bound: vec![(1.0, one + 2)],
        by: "two processes that share nothing, with half of the input each",
    }
}

fn name_of(file: &str) -> String {
    let name = Path::new(file).file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
