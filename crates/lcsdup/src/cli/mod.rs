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

use crate::{Compared, Found, Settings, Shard, Task};
use documents::{DocumentInfo, WordsReader};
use lines::{PAIR_COLUMNS, PASSAGE_COLUMNS};
pub use options::Options;
use options::OutputKind;

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# find partial duplicates among books
find books -name '*.txt' | uniqwords | lcsdup
# list the books to keep: the longest of each group of duplicates
find books -name '*.txt' | uniqwords | lcsdup --emit keep -r > keep.txt
# write a page that shows where books match, and their passages side by side
find books -name '*.txt' | uniqwords | lcsdup --emit html --texts books -o duplicates.html
# sort the pairs, the most similar first
find books -name '*.txt' | uniqwords | lcsdup | jq -sc 'sort_by(-.excess)[]'
# use DUPNIQ's score, as in the paper
find books -name '*.txt' | uniqwords | lcsdup --score its
# compare new books with old ones
uniqwords old/*.txt > old.jsonl; uniqwords new/*.txt | lcsdup --against old.jsonl
# find passages of 100 words, also if 10 % of the characters are wrong
find books -name '*.txt' | uniqwords --dense | lcsdup
# find benchmark text in documents, and show it
uniqwords old > bench.jsonl; uniqwords new | lcsdup --against bench.jsonl --emit passages --texts old --texts new
# divide the work into ten jobs
for i in 1 2 3 4 5 6 7 8 9 10; do lcsdup --shard $i/10 words.jsonl; done";

    const MEMORY: &'static str = "\
Whole input, as numbers: 6 to 8 bytes for each word of a record, some 40 bytes for each distinct word while reading, and 400 MB for the work. Each pair found takes 48 bytes more, and each passage 40. With up to 1,000 documents, and with --exhaustive, each word takes 8 more. With --score alone, without --align, --svg or --emit html, a word takes 4 bytes, and a word that few documents have takes 8. A seed of uniqwords --dense takes 8 bytes, and 16 more if two documents have it. A document may
have any number of words; it takes time n log n, and 6 times the memory of its record.";

    const SECTIONS: &'static [&'static str] = &[include_str!("../methods.md")];

    fn common(&self) -> &CommonArgs {
        &self.common
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        let settings = self.settings()?;
        self.check()?;
        let columns: &[&str] = match self.what() {
            OutputKind::Passages => &PASSAGE_COLUMNS,
            _ => &PAIR_COLUMNS,
        };
        self.format.write_header(columns, out)?;
        let mut reader = self.read(process, settings)?;
        if let Some(path) = &self.spread {
            reader.read_spread(path)?;
        }
        process.stage("comparing the documents");
        let mut work = Work {
            documents: reader.documents,
            found: reader.finder.finish(),
        };
        // Those of --against are told apart from the others by the side on which they stand.
        let against = work.found.settings().task.against;
        let input = against.unwrap_or(work.documents.len());
        let (input, others) = work.documents.split_at_mut(input);
        documents::mark_ambiguous(input, process);
        documents::mark_ambiguous(others, process);
        finder::warn_of_lacks(self, process, &work.found);
        match self.what() {
            OutputKind::Clusters => self.write_clusters(&work, out),
            OutputKind::Keep | OutputKind::Drop => self.write_choice(&work, out),
            OutputKind::Pairs | OutputKind::Passages | OutputKind::Html => {
                self.write_pairs(&work, process, out)
            }
        }?;
        finder::warn_of_short(process, &work.found, &work.documents);
        Ok(())
    }
}

/// The documents, and what is found among them.
struct Work {
    documents: Vec<DocumentInfo>,
    found: Found,
}

impl Options {
    fn settings(&self) -> Result<Settings, Error> {
        Ok(Settings {
            find: self.find(),
            task: Task {
                shard: self.shard.unwrap_or(Shard::WHOLE),
                threads: self.threads.count(),
                ..Task::new(self.criterion()?)
            },
            expect: self.expect,
            of_pairs: self.of_pairs,
            min_share: self.min_share(),
            compared: match self.exhaustive {
                true => Compared::All,
                false => Compared::Proposed,
            },
        })
    }

    /// Reads the input and the file of --against.
    fn read<'a>(
        &'a self,
        process: &'a Process,
        settings: Settings,
    ) -> Result<WordsReader<'a>, Error> {
        let mut reader = WordsReader::new(process, settings, &self.keep);
        if self.wants_segments() {
            reader.finder.keep_positions();
        }
        reader.read(&self.records);
        let Some(file) = &self.against else {
            return Ok(reader);
        };
        reader.finder.compare_across();
        let records = RecordArgs {
            files: vec![file.into()],
            ..self.records.clone()
        };
        process.need("--against", || {
            reader.read(&records);
            Ok(())
        })?;
        Ok(reader)
    }
}
