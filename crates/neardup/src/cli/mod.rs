//! The command line of neardup: options in, documents and records out.
//!
//! | module | what |
//! |---|---|
//! | `options` | the options, and which go together |
//! | `key` | exact keys, addresses among them |
//! | `stream` | each document is decided on when it comes |
//! | `sketches` | `--emit sketches` and `--sketches` |
//! | `groups` | which document of a group stays, when all have come |
//! | `index_file` | `--index`, `--add` and `--merge` |

mod groups;
mod index_file;
mod key;
mod options;
mod sketches;
mod stream;

use command::{CommonArgs, Error, Output, Process, Tool};

pub use options::Options;

use groups::Groups;
use index_file::Base;
use stream::{Finding, State};

/// The tool's name, which is also the key of what it adds to a record.
const TOOL: &str = "neardup";

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# keep the first of each group of similar documents
find books -name '*.txt' | neardup > unique.jsonl
# keep the longest of each group, and list which documents go and which stay instead
find books -name '*.txt' | neardup --keep longest --emit drop
# keep the documents that are new since earlier runs, and add them to the index
find books -name '*.txt' | neardup --index seen.idx --add > new.jsonl
# print the size of each document's group, for a sampler
find books -name '*.txt' | neardup --mark | jq -c '[.doc, .neardup.size]'
# find texts inside longer ones, such as teasers and quoted mails
find books -name '*.txt' | neardup --similarity containment --emit drop
# keep one record for each address, whatever its text is
neardup --key url --normalise-url crawl.jsonl";

    const MEMORY: &'static str = "\
About 110 bytes for each document that is similar to none before, whatever its length, and one document per thread. --emit drop, \
--emit pairs and --add also hold the names of these documents. A --keep other than first also holds about 240 bytes and the name of every document, and so do --mark, \
--single, --complete, --emit groups and --emit report. The documents that are to be written then wait in a compressed temporary file. --exact also holds the shingles of the documents that stay, 4 bytes for each word, \
and if groups are needed those of all documents. --similarity containment holds all shingles, \
which take 35 bytes for each word; with --method paper they take 1 to 2 bytes for each word. An index is read in place: only its directories are in memory, with one byte for eight documents.";

    const SECTIONS: &'static [&'static str] = &[include_str!("../methods.md")];

    fn common(&self) -> &CommonArgs {
        &self.common
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        self.check()?;
        if !self.merge.is_empty() {
            return index_file::merge(self, process, out);
        }
        let base = Base::open(self)?;
        let finding = Finding::new(self, process, base.as_ref());
        let mut state = State::new(self)?;
        let sources = self.sources();
        command::in_turn(
            process,
            &sources,
            self.threads.count(),
            out,
            &finding,
            &mut state,
        )?;
        state.check(self)?;
        let mut groups = std::mem::take(&mut state.groups);
        if self.sampler().is_some() {
            groups.link_by_shingles(self.measure(), self.settings().similarity);
        }
        let spool = state.spool.take();
        if !self.is_streaming() {
            let groups = Groups::new(self, groups);
            match spool {
                Some(spool) => groups.write_documents(process, spool, &sources, out)?,
                None => groups.write_records(out)?,
            }
        }
        let found = (&state.representatives, &state.names[..], state.next);
        index_file::add(self, base, found, process)
    }
}

impl Options {
    fn sources(&self) -> intake::Sources {
        let mut sources = self.documents.sources();
        // Without texts to compare a record need not have one.
        if !self.compares_texts() {
            sources.keys.text_is_optional = true;
            sources.any_fields = true;
        }
        // A part without documents has an empty file, which alone does not say what it is.
        if self.sketches && sources.format.is_auto() {
            sources.format = "jsonl".parse().expect("a format");
        }
        sources
    }
}
