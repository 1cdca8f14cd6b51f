//! The command line of lcsdup.

mod documents;
mod draw;
mod finder;
mod groups;
mod lines;
mod options;
mod page;
mod pairs;
mod side;
mod texts;

use command::{CommonArgs, Error, Output, Process, RecordArgs, Tool};

use crate::align::Book;
use crate::search::FoundPair;
use crate::{Collection, Shard, Task};
use documents::{DocumentInfo, WordsReader};
use finder::Finder;
use lines::{PAIR_COLUMNS, PASSAGE_COLUMNS};
pub use options::Options;
use options::OutputKind;

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# partial duplicates among books
find books -name '*.txt' | uniqwords | lcsdup
# the most alike first
find books -name '*.txt' | uniqwords | lcsdup | jq -sc 'sort_by(-.excess)[]'
# DUPNIQ as in the paper
find books -name '*.txt' | uniqwords | lcsdup --score its
# new books against old ones
uniqwords old/*.txt > old.jsonl; uniqwords new/*.txt | lcsdup --against old.jsonl
# passages of 100 words, also in badly scanned books
find books -name '*.txt' | uniqwords --dense | lcsdup
# the books to keep: of duplicates the longest, by name
find books -name '*.txt' | uniqwords | lcsdup --emit keep -r > keep.txt
# contamination: find benchmark text in documents, and show it
uniqwords old > bench.jsonl; uniqwords new | lcsdup --against bench.jsonl --emit passages --texts old --texts new
# a page that shows where books match, and their passages side by side
find books -name '*.txt' | uniqwords | lcsdup --emit html --texts books -o duplicates.html
# ten jobs that together do the whole
for i in 1 2 3 4 5 6 7 8 9 10; do lcsdup --shard $i/10 words.jsonl; done";

    const MEMORY: &'static str = "\
Whole input, as numbers: 5 to 6 bytes for each word of a record, some 40 bytes for each distinct word while reading, and 400 MB for the work. Each pair found takes 48 bytes more, and each passage 40. With up to 1,000 documents, and with --exhaustive, each word takes 8 more. With --score alone, without --align, --svg or --emit html, a word takes 4 bytes, and a word that few documents have takes 8. A seed of uniqwords --dense takes 8 bytes, and 16 more if two documents have it. A document may
have any number of words; it takes time n log n, and 6 times the memory of its record.";

    fn common(&self) -> &CommonArgs {
        &self.common
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        let criterion = self.criterion()?;
        self.check()?;
        let columns: &[&str] = match self.what() {
            OutputKind::Passages => &PASSAGE_COLUMNS,
            _ => &PAIR_COLUMNS,
        };
        self.format.write_header(columns, out)?;
        let (mut reader, against) = self.read(process)?;
        if let Some(path) = &self.spread {
            reader.read_spread(path)?;
        }
        process.stage("comparing the documents");
        let documents = reader.documents;
        let finder = Finder::new(self, process, &documents, reader.seeds);
        let work = Work {
            collection: reader.builder.finish(),
            task: Task {
                against,
                shard: self.shard.unwrap_or(Shard::WHOLE),
                threads: self.threads.count(),
                ..Task::new(criterion)
            },
            documents,
            finder,
        };
        match self.what() {
            OutputKind::Clusters => self.write_clusters(&work, out),
            OutputKind::Keep | OutputKind::Drop => self.write_choice(&work, process, out),
            OutputKind::Pairs | OutputKind::Passages | OutputKind::Html => {
                self.write_pairs(&work, process, out)
            }
        }?;
        work.finder.warn_of_short(self, process, &work.documents);
        Ok(())
    }
}

/// The documents and the search.
struct Work {
    documents: Vec<DocumentInfo>,
    collection: Collection,
    task: Task,
    finder: Finder,
}

impl Work {
    /// Calls `emit` with each pair found, ordered by `a`, then by `b`.
    fn each(&self, emit: impl FnMut(FoundPair) -> Result<(), Error>) -> Result<(), Error> {
        self.finder.each(&self.collection, &self.task, emit)
    }

    /// Calls `with` with the books of a pair.
    fn books<T>(&self, pair: [u32; 2], with: impl FnOnce(Book<'_>, Book<'_>) -> T) -> T {
        let [a, b] = pair.map(|document| document as usize);
        let [in_a, in_b] =
            [a, b].map(|document| self.collection.positions(document).collect::<Vec<_>>());
        let book = |document: usize, positions| Book {
            words: self.collection.words(document),
            positions,
            extent: self.documents[document].extent(),
        };
        with(book(a, &in_a), book(b, &in_b))
    }

    /// All pairs found.
    fn all(&self) -> Result<Vec<FoundPair>, Error> {
        let mut pairs = Vec::new();
        self.each(|found| {
            pairs.push(found);
            Ok(())
        })?;
        Ok(pairs)
    }
}

impl Options {
    /// Reads the input and the file of --against; returns the number of documents of the input if there is such a file.
    fn read<'a>(&'a self, process: &'a Process) -> Result<(WordsReader<'a>, Option<usize>), Error> {
        let with_positions = self.wants_segments() || self.kinds().is_some();
        let mut reader = WordsReader::new(process, with_positions, &self.keep);
        reader.read(&self.records);
        let Some(file) = &self.against else {
            return Ok((reader, None));
        };
        let against = reader.documents.len();
        let records = RecordArgs {
            files: vec![file.into()],
            ..self.records.clone()
        };
        process.need("--against", || {
            reader.read(&records);
            Ok(())
        })?;
        Ok((reader, Some(against)))
    }
}
