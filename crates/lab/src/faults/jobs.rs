//! The jobs of the tools.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::Context;
use trommel::{Input, TOOLS};

use crate::measure::shell;

/// Copies of the small corpus that the documents are made of.
const COPIES: usize = 40;
/// Copies whose words are compared with each other.
const COMPARED: usize = 5;

/// Jobs besides the one that the conformance tests give each tool: those that write temporary files or many files.
const MORE: &[(&str, &str)] = &[
    ("freqlines", "-k 0 --backend external -S 1b -T {spill}"),
    (
        "cutbounds",
        "--freq {case}/freq.jsonl --emit body --out-dir {out}",
    ),
    (
        "factorends",
        "--bounds {case}/bounds.jsonl --freq {case}/freq.jsonl --out-dir {out}",
    ),
    ("blockdedup", "--emit grams -S 1M -T {spill}"),
];

/// A tool with its arguments.
pub struct Job {
    pub tool: &'static str,
    pub input: Input,
    /// The arguments, where `{out}` and `{spill}` stand for folders.
    pub arguments: Vec<String>,
    /// A file with the documents or records that it reads.
    pub file: PathBuf,
}

impl Job {
    /// Its name in tables.
    pub fn name(&self) -> String {
        let words = self.arguments.iter().filter(|word| !word.contains('/'));
        let options: Vec<&str> = words.map(|word| &word[..]).collect();
        match self.writes_folder() || self.spills() {
            true => format!("`{} {}`", self.tool, options.join(" "))
                .replace(" {out}", " DIR")
                .replace(" {spill}", " DIR"),
            false => format!("`{}`", self.tool),
        }
    }

    /// Whether it writes a folder of files.
    pub fn writes_folder(&self) -> bool {
        self.arguments.iter().any(|word| word == "{out}")
    }

    /// Whether it writes temporary files.
    pub fn spills(&self) -> bool {
        self.arguments.iter().any(|word| word == "{spill}")
    }

    /// The arguments with these folders.
    pub fn with(&self, out: &Path, spill: &Path) -> Vec<String> {
        let put = |word: &String| match &word[..] {
            "{out}" => out.display().to_string(),
            "{spill}" => spill.display().to_string(),
            _ => word.clone(),
        };
        self.arguments.iter().map(put).collect()
    }

    /// The arguments for a shell.
    pub fn shell(&self, out: &Path, spill: &Path) -> String {
        let words = self.with(out, spill);
        words.iter().map(|word| format!(" '{word}'")).collect()
    }
}

/// The tools, and what they read.
pub struct Bench {
    pub tools: PathBuf,
    pub folder: PathBuf,
    pub jobs: Vec<Job>,
}

impl Bench {
    /// Makes the input of the tools in a folder. `only`: these tools, or all.
    pub fn new(tools: PathBuf, folder: PathBuf, only: &[String]) -> anyhow::Result<Self> {
        let root = crate::root();
        fs::create_dir_all(&folder)?;
        let documents = documents(&root.join("tests/corpus/books"))?;
        fs::write(folder.join("documents.jsonl"), documents.concat())?;
        let compared = documents.len() / COPIES * COMPARED;
        fs::write(
            folder.join("compared.jsonl"),
            documents[..compared].concat(),
        )?;
        for tool in TOOLS {
            copy(
                &root.join("tests/cases").join(tool.name),
                &folder.join(tool.name),
            )?;
        }
        shell(&format!(
            "cd '{}' && PATH='{}':$PATH && linenorm documents.jsonl -o lines.jsonl && uniqwords compared.jsonl -o words.jsonl \
             && cutbounds --freq cutbounds/freq.jsonl documents.jsonl -o factorends/bounds.jsonl",
            folder.display(),
            tools.display()
        ))?;
        let mut jobs = Vec::new();
        for tool in TOOLS {
            if !only.is_empty() && !only.iter().any(|name| name == tool.name) {
                continue;
            }
            let case = folder.join(tool.name);
            let file = match (tool.name, tool.input) {
                (_, Input::Documents) => folder.join("documents.jsonl"),
                ("freqlines", _) => folder.join("lines.jsonl"),
                ("lcsdup", _) => folder.join("words.jsonl"),
                _ => {
                    let sample = fs::read(case.join("sample.jsonl"))?;
                    fs::write(case.join("many.jsonl"), sample.repeat(2000))?;
                    case.join("many.jsonl")
                }
            };
            let usual = fs::read_to_string(case.join("arguments")).unwrap_or_default();
            let more = MORE.iter().filter(|(name, _)| *name == tool.name);
            for arguments in
                std::iter::once(&usual[..]).chain(more.map(|(_, arguments)| *arguments))
            {
                let put = |word: &str| word.replace("{case}", &case.display().to_string());
                jobs.push(Job {
                    tool: tool.name,
                    input: tool.input,
                    arguments: arguments.split_whitespace().map(put).collect(),
                    file: file.clone(),
                });
            }
        }
        Ok(Bench {
            tools,
            folder,
            jobs,
        })
    }

    /// The job that the conformance tests give each tool.
    pub fn usual_jobs(&self) -> impl Iterator<Item = &Job> {
        self.jobs
            .iter()
            .filter(|job| !job.writes_folder() && !job.spills())
    }

    /// A command that runs a tool, with nothing on standard input and its messages in a pipe.
    pub fn command(&self, tool: &str) -> Command {
        let mut command = Command::new(self.tools.join(tool));
        command
            .current_dir(&self.folder)
            .env_remove("RUST_BACKTRACE");
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        command
    }
}

/// How a process has ended, for a table.
pub fn ending(output: &Output) -> String {
    match (output.status.code(), output.status.signal()) {
        (Some(code), _) => format!("exit {code}"),
        (_, Some(signal)) => format!("signal {signal}"),
        _ => "?".into(),
    }
}

/// The messages of the process.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The files below a folder with their contents.
pub fn files(folder: &Path) -> anyhow::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        match path.is_dir() {
            true => found.extend(files(&path)?),
            false => drop(found.insert(path.clone(), fs::read(&path)?)),
        }
    }
    Ok(found)
}

/// A record a line: copies of the books with names of their own.
fn documents(books: &Path) -> anyhow::Result<Vec<String>> {
    let mut records = Vec::new();
    let books = files(books)?;
    for copy in 0..COPIES {
        for (path, text) in &books {
            let name = path
                .file_name()
                .context("a file has a name")?
                .to_string_lossy();
            let text = format!(
                "{}\nCopy number {copy} of this book.\n",
                String::from_utf8_lossy(text)
            );
            records.push(
                serde_json::json!({"doc": format!("{copy}/{name}"), "text": text}).to_string()
                    + "\n",
            );
        }
    }
    Ok(records)
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    for (path, content) in files(from)? {
        let to = to.join(path.strip_prefix(from)?);
        fs::create_dir_all(to.parent().context("a folder")?)?;
        fs::write(to, content)?;
    }
    Ok(())
}
