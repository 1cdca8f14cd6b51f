//! The command line of blockdedup.

mod options;

use kit::{Document, Emit, Error, InTurn, Output, Process, Tool};
use record::Removed;

use crate::{Fate, Filter, Grams, Judged, Rules, Seen};

pub use options::Options;
use options::{Method, Part};

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# remove what repeats earlier text
find books -name '*.txt' | blockdedup > unique.jsonl";

    const MEMORY: &'static str = "\
Grows with distinct keys: at most 12 bytes for each n-gram that is kept, up to -S.";

    fn common(&self) -> &kit::CommonArgs {
        &self.common
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        let mut filter = Filter::new(self.rules(), Seen::new(self.rules().method.width(), u64::MAX, false), false);
        kit::in_turn(
            process,
            &self.documents,
            self.threads.count(),
            out,
            &Dedup { options: self },
            &mut filter,
        )
    }
}

impl Options {
    fn rules(&self) -> Rules {
        Rules {
            method: match self.method {
                _ if self.exact => crate::Method::Exact,
                Method::Paper => crate::Method::Paper,
                Method::Best => crate::Method::Best,
            },
            threshold: self.threshold,
            stub: (!self.no_smoothing).then_some(self.stub),
            keep_within: self.keep_within,
        }
    }
}

struct Dedup<'a> {
    options: &'a Options,
}

#[derive(Default)]
struct Prepared {
    grams: Option<Grams>,
    judged: Vec<Judged>,
}

impl InTurn for Dedup<'_> {
    type Worker = Vec<Grams>;
    type Prepared = Prepared;
    type State = Filter;

    fn worker(&self) -> Self::Worker {
        Vec::new()
    }

    fn prepare(&self, worker: &mut Vec<Grams>, document: &Document) -> Prepared {
        let mut grams = worker.pop().unwrap_or_else(|| Grams::new(self.options.n, self.options.rules().method.width()));
        grams.clear();
        grams.read(document.text, self.options.unit.into(), self.options.tokens());
        Prepared {
            grams: Some(grams),
            judged: Vec::new(),
        }
    }

    fn take_turn(&self, filter: &mut Filter, _: &Document, prepared: &mut Prepared) {
        let grams = prepared.grams.as_ref().expect("prepared");
        filter.judge(grams, &mut prepared.judged).expect("room");
    }

    fn write(&self, worker: &mut Vec<Grams>, document: &Document, prepared: Prepared, emit: &mut Emit) {
        let grams = prepared.grams.expect("prepared");
        let text = document.text;
        match self.options.emit {
            Part::Documents => {
                let mut kept = String::new();
                let mut removed = 0;
                for (block, judged) in grams.blocks().iter().zip(&prepared.judged) {
                    if judged.fate == Fate::Kept {
                        if !kept.is_empty() {
                            kept.push_str("\n\n");
                        }
                        kept.push_str(&text[block.bytes.clone()]);
                    } else {
                        removed += 1;
                    }
                }
                if !kept.is_empty() {
                    document.rewrite(emit.out(), &kept, "blockdedup", |added| {
                        added.integer("blocks", grams.blocks().len() as u64).integer("removed", removed);
                    });
                }
            }
            _ => {
                for ((number, block), judged) in (1..).zip(grams.blocks()).zip(&prepared.judged) {
                    if judged.fate != Fate::Kept {
                        Removed {
                            doc: document.name.clone(),
                            block: number,
                            reason: if judged.fate == Fate::Duplicate { "duplicate" } else { "stub" },
                            tokens: block.tokens.len() as u64,
                            seen: judged.covered as u64,
                            source: None,
                        }
                        .write(emit.out());
                    }
                }
            }
        }
        emit.settle();
        worker.push(grams);
    }
}
