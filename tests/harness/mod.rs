//! Running tools and shells, and what is needed around them.

pub mod ebooks;

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsStr;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use platform::files;
use trommel::{TOOLS, all};

/// The folder of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A folder with `trommel`, which this test run has built, and a link to it for each tool. Symbolic links stay right when it is built
/// anew, so those of an earlier run are kept, unless the folder was copied and they lead to another one. Windows has hard links here,
/// which are made anew.
pub fn tools() -> &'static Path {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let program = Path::new(env!("CARGO_BIN_EXE_trommel"));
        let folder = program.with_file_name("tools");
        fs::create_dir_all(&folder).unwrap();
        for name in TOOLS.iter().map(|tool| tool.name).chain([all::NAME]) {
            let link = folder.join(format!("{name}{EXE_SUFFIX}"));
            if cfg!(windows) && link.exists()
                || fs::read_link(&link).is_ok_and(|target| target != program)
            {
                fs::remove_file(&link).unwrap();
            }
            match files::link(program, &link) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => (),
                made => made.unwrap(),
            }
        }
        folder
    });
    &FOLDER
}

/// The result of a finished process.
#[derive(Debug)]
pub struct Done {
    /// The exit code; a signal has none.
    pub code: Option<i32>,
    /// Standard output.
    pub out: Vec<u8>,
    /// Standard error.
    pub err: String,
}

impl Done {
    fn of(output: Output) -> Self {
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        Done {
            code: output.status.code(),
            out: output.stdout,
            err,
        }
    }

    /// Standard output as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.out).expect("UTF-8 on standard output")
    }

    /// Fails unless the process has ended with this code.
    #[track_caller]
    pub fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}", self.err);
        self
    }

    /// Fails unless the process has ended with 0 and complained of nothing.
    #[track_caller]
    pub fn quietly(self) -> Self {
        assert_eq!(self.complaints(), "");
        self.expect(0)
    }

    /// Standard error without the lines in which overlap says what it found of each set.
    pub fn complaints(&self) -> String {
        let lines = self.err.split_inclusive('\n');
        lines
            .filter(|line| !line.starts_with("overlap: set "))
            .collect()
    }
}

/// A folder of its own for a test, and tools that run in it.
pub struct Workplace {
    // Tests work in a folder in it, so that `..` is their own, too.
    place: tempfile::TempDir,
}

impl Workplace {
    /// An empty folder.
    pub fn new() -> Self {
        let place = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(place.path().join("here")).expect("a folder");
        Workplace { place }
    }

    /// A folder with the small corpus of this repository as `books`.
    pub fn with_books() -> Self {
        let here = Self::new();
        copy(&root().join("tests/corpus/books"), &here.path("books"));
        here
    }

    /// Adds a folder `site`: the small corpus as the pages of a web site with a template, one page a book.
    pub fn add_site(&self) {
        for (number, (name, book)) in books().into_iter().enumerate() {
            let title = name.trim_end_matches(".txt").replace('-', " ");
            let paragraphs: Vec<String> = String::from_utf8_lossy(&book)
                .split("\n\n")
                .skip(12)
                .take(6)
                .map(|paragraph| paragraph.replace('&', "&amp;").replace('<', "&lt;"))
                .collect();
            let page = format!(
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n  <meta charset=\"utf-8\">\n  \
                 <link rel=\"stylesheet\" href=\"/style/lantern.css\">\n  <title>{title} | The Lantern Library</title>\n\
                 </head>\n<body class=\"shelf\">\n<nav><a href=\"/\">The Lantern Library</a> <a href=\"/shelves/\">All shelves</a> \
                 <a href=\"/readers/\">Distributed Readers</a> <a href=\"/lend/\">Lend us a book</a></nav>\n\
                 <article>\n<p>{}</p>\n</article>\n\
                 <footer>\n<p>Free of charge and very nearly free of conditions. Read it, lend it, read it to somebody.</p>\n\
                 <p><a href=\"/report?page={number}\">Report a mistake on this page</a> or write to the reading room.</p>\n\
                 </footer>\n<script src=\"/script/lamp.js\" defer></script>\n</body>\n</html>\n",
                paragraphs.join("</p>\n<p>")
            );
            self.write(format!("site/{}.html", name.trim_end_matches(".txt")), page);
        }
    }

    fn folder(&self) -> PathBuf {
        self.place.path().join("here")
    }

    /// A path in the folder.
    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder().join(name)
    }

    /// Writes a file, and the folders that it is in.
    pub fn write(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("folders");
        fs::write(&path, content).expect("a file");
        path
    }

    /// A command of a tool, to run here.
    pub fn command(&self, tool: &str) -> Command {
        let mut command = Command::new(tools().join(tool));
        command.current_dir(self.folder());
        command
    }

    /// Runs a tool with nothing on standard input.
    pub fn run<S: AsRef<OsStr>>(&self, tool: &str, arguments: &[S]) -> Done {
        self.run_with(tool, arguments, b"")
    }

    /// Runs a tool with this on standard input.
    pub fn run_with<S: AsRef<OsStr>>(&self, tool: &str, arguments: &[S], input: &[u8]) -> Done {
        let mut command = self.command(tool);
        command.args(arguments);
        feed(command, input)
    }

    /// Runs a shell command here, the tools on its path.
    pub fn shell(&self, script: &str) -> Done {
        let mut command = Command::new("sh");
        command
            .args(["-c", script])
            .current_dir(self.folder())
            .env("PATH", path_with_tools());
        feed(command, b"")
    }
}

/// Runs a command with this on standard input.
pub fn feed(mut command: Command, input: &[u8]) -> Done {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        // A tool may end before it has read everything.
        scope.spawn(move || drop(stdin.write_all(input)));
        Done::of(child.wait_with_output().expect("an end"))
    })
}

fn path_with_tools() -> std::ffi::OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(tools().to_owned()).chain(std::env::split_paths(&path));
    std::env::join_paths(folders).expect("folders without a separator in their names")
}

/// Whether a program that a test could use is installed.
pub fn installed(program: &str) -> bool {
    let program = format!("{program}{EXE_SUFFIX}");
    std::env::split_paths(&path_with_tools()).any(|folder| folder.join(&program).is_file())
}

/// Whether a program that a test needs is installed. Says so where it is not.
pub fn has(program: &str) -> bool {
    let has = installed(program);
    if !has {
        println!("not run: needs {program}");
    }
    has
}

/// Whether there is a shell: on Windows that of Git, in wine none.
pub fn has_shell() -> bool {
    has("sh")
}

/// What the system says of a file that does not exist.
pub fn no_such_file() -> String {
    let message = std::io::Error::from_raw_os_error(2).to_string();
    message.trim_end_matches(" (os error 2)").to_owned()
}

/// Makes a symbolic link to a file. On Windows that needs a privilege, and wine does not follow them: false where there is none.
pub fn symlink(target: impl AsRef<Path>, link: impl AsRef<Path>) -> bool {
    #[cfg(unix)]
    std::os::unix::fs::symlink(&target, &link).expect("a link");
    #[cfg(windows)]
    if std::os::windows::fs::symlink_file(&target, &link).is_err() {
        return false;
    }
    fs::canonicalize(link).is_ok_and(|file| file.file_name() == target.as_ref().file_name())
}

/// Copies a folder of files.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder to copy") {
        let entry = entry.expect("an entry");
        fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
    }
}

/// The texts of the small corpus, in the order of their names, with these names.
pub fn books() -> Vec<(String, Vec<u8>)> {
    let mut books: Vec<_> = fs::read_dir(root().join("tests/corpus/books"))
        .expect("the corpus")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            (name, fs::read(&path).expect("a book"))
        })
        .collect();
    books.sort();
    books
}

/// Gzip-compressed bytes.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("a write to memory");
    encoder.finish().expect("a write to memory")
}

/// The scripts of the golden cases, in order.
pub fn scripts() -> Vec<PathBuf> {
    let mut scripts: Vec<_> = fs::read_dir(root().join("tests/cases"))
        .unwrap()
        .flat_map(|tool| fs::read_dir(tool.unwrap().path()).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sh"))
        .collect();
    scripts.sort();
    scripts
}
