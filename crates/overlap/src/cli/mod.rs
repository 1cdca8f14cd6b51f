//! The command line of overlap.

mod common;
mod cut;
mod items;
mod options;
mod page;
mod run;

use std::sync::atomic::AtomicU64;

use command::{CommonArgs, Error, Output, Process, Tool};

use options::Kind;
pub use options::Options;
use run::{Run, State};

/// The name of the tool, which is also its key in document records.
const TOOL: &str = "overlap";

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# keep the documents in which no test question was found
overlap --items questions.jsonl --item-text question --emit clean documents.jsonl > clean.jsonl
# find the passages of books that quote another book, with the text of both
find books -name '*.txt' | overlap --items books/on-chalk.txt --texts > hits.jsonl
# print how much of each item is in the corpus, and where
find books -name '*.txt' | overlap --items books/on-chalk.txt --emit items
# follow a published rule: gpt3 cuts 200 characters around each run of 13 words
overlap --items questions.jsonl --item-text question --rule gpt3 --emit cut documents.jsonl > cut.jsonl
# ignore lines that all books have
find books -name '*.txt' | linenorm | freqlines > common.jsonl
find books -name '*.txt' | overlap --items books/on-chalk.txt --common common.jsonl > hits.jsonl";

    const SECTIONS: &'static [&'static str] = &[include_str!("../methods.md")];

    const MEMORY: &'static str = "\
That of the items: about 60 bytes a word of theirs, with --texts and --emit html their text as well, and with --emit items the names of up to
ten documents each. Of the corpus, a document or 256 KiB of records per thread are held; a document in which something was found takes 4
bytes a word more.";

    fn common(&self) -> &CommonArgs {
        &self.common_args
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        self.check()?;
        let rule = self.rule();
        let index = self.index(&rule.settings, process, out)?;
        let run = Run {
            index: &index,
            rule: &rule,
            kind: self.emit,
            snap: self.snap,
            date: "date".parse().expect("a path"),
            emptied: AtomicU64::new(0),
        };
        if self.emit == Kind::Html {
            out.write(page::begin().as_bytes())?;
        }
        let mut state = State::default();
        command::in_turn(
            process,
            &self.documents.sources(),
            self.threads.count(),
            out,
            &run,
            &mut state,
        )?;
        match self.emit {
            Kind::Items => run.write_items(&state, out)?,
            Kind::Html => {
                if out.left_out() > 0 {
                    let more = format!(
                        "<p class=\"more\">{} more passages are left out of this page.</p>\n",
                        out.left_out()
                    );
                    out.write(more.as_bytes())?;
                }
                out.write(html::page::END.as_bytes())?;
            }
            _ => {}
        }
        run.warn_of_parts(&state, process);
        run.summarise(&state, process);
        Ok(())
    }
}
