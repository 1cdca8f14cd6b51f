//! The command line of altcount.

mod model;
mod options;
mod pages;
mod show;

use std::collections::HashMap;
use std::sync::Mutex;

use command::rows::{write_csv, write_tsv};
use command::{Emit, Error, Format, Output, Process, Tool};
use intake::Document;
use platform::threads::lock;
use record::Object;

use crate::clusters::clusters;
use crate::column::Column;
use crate::learned::{Divided, Learned, save_best, save_paper};
use crate::records::records;
use crate::score::{Score, between, complement};
use crate::text::{Page, Unit};
use crate::{CutPoint, Index, cut_point, find_optimal, template};

use model::Model;
pub use options::Options;
use options::{Method, Part};
use pages::{Held, View};
use show::Shown;

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# the main text of every page, as document records
find site -name '*.html' | altcount > articles.jsonl
# the same as plain text
find site -name '*.html' | altcount -r > articles.txt
# with the markup that the main text has in the source
find site -name '*.html' | altcount --emit useful > sources.jsonl
# how the search for the paper's cut point went
find site -name '*.html' | altcount --trace
# look at what is taken for template: a file a page, with the template in grey
find site -name '*.html' | altcount --emit html --out-dir grey/
# what a page has many of, such as results or products, with their fields
find site -name '*.html' | altcount --emit records
# learn the template from a sample of the pages, then take it out of all of them
find site -name '*.html' | altcount --fit-on 50 --model site.jsonl
find site -name '*.html' | altcount --apply site.jsonl > articles.jsonl
# how well the paper's method does, where delimiters tell the truth
find site -name '*.html' | altcount --method paper --score '<article>' '</article>'";

    const MEMORY: &'static str = "\
Whole input: 10 bytes a character, of at most 2,147,483,647 in all, and 13 with --method paper or --emit cut (15 with --align); 1.4 more where
records are passed on; and some 1,000 bytes a document. With --fit-on N, that of a sample of N documents. With --apply, streaming: the learned template (up to 58 bytes for each of its
n-grams), and one document per thread.";

    fn common(&self) -> &command::CommonArgs {
        &self.common
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        self.check_combinations()?;
        self.directory.open(&self.documents, out)?;
        match &self.apply {
            _ if self.part() == Some(Part::Records) => self.records(process, out),
            Some(path) => {
                let learned = model::read(path)?;
                self.apply(&learned, process, out)
            }
            None => self.learn(process, out),
        }
    }
}

/// The minimum number of pages; fewer show too little of a template.
const FEW_PAGES: usize = 20;

impl Options {
    /// Applies a learned template to documents, one at a time.
    fn apply(&self, learned: &Learned, process: &Process, out: &mut Output) -> Result<(), Error> {
        let part = self.part();
        let score = Mutex::new(Score::default());
        let truth = self.truth(learned.unit());
        let show = Shown::new(self, part, out);
        let work = |_: &mut (), document: &Document, emit: &mut Emit| {
            let view = View::of(document, learned.unit());
            let units = view.page().to_units();
            let divided = learned.divide(&units);
            if !truth.is_empty() {
                let useful = complement(&divided.useless, units.len());
                let mut score = lock(&score);
                score.add(units.len(), &between(&units, &truth), &useful);
            }
            show.page(&view, &divided, emit);
        };
        show.begin(out)?;
        command::for_each_document(
            process,
            &self.documents.sources(),
            self.threads.count(),
            out,
            || (),
            work,
        )?;
        show.end(out)?;
        self.write_score(&score.into_inner().expect("no thread panics"), out)
    }

    /// Writes the records of each document by itself.
    fn records(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        let work = |_: &mut (), document: &Document, emit: &mut Emit| {
            for (number, found) in (1..).zip(records(document.text)) {
                record::PageRecord {
                    doc: &document.name,
                    number,
                    fields: &found.fields,
                    links: &found.links,
                }
                .write(emit.out());
            }
            emit.settle();
        };
        let (sources, threads) = (self.documents.sources(), self.threads.count());
        command::for_each_document(process, &sources, threads, out, || (), work)
    }

    /// Reads all documents, learns their template, and writes what was asked for.
    fn learn(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        let pages = self.read_pages(process, out)?;
        process.stage("looking for what repeats");
        let distinct = Distinct::new(&pages, self.unit, self.needs_cut_point());
        self.warn_of_few(distinct.pages.len(), process);
        let by_cut_point = match self.needs_cut_point() {
            true => self.by_cut_point(&distinct.pages, process, out)?,
            false => None,
        };
        let divided = match by_cut_point {
            Some(divided) => divided,
            None if self.part() == Some(Part::Cut)
                && self.model.is_none()
                && self.score.is_empty() =>
            {
                return Ok(());
            }
            None => self.by_template(&distinct.pages)?,
        };
        let divided = distinct.for_all(&divided);
        warn_of_share(&divided, process);
        self.write_pages(&pages, &divided, process, out)
    }

    /// Divides pages as the paper does, if that was asked for; writes the cut point if that was.
    fn by_cut_point(
        &self,
        pages: &[&Held],
        process: &Process,
        out: &mut Output,
    ) -> Result<Option<Vec<Divided>>, Error> {
        let all: Vec<usize> = (0..pages.len()).collect();
        let index = self.index(pages, &all)?;
        let path = self.search(&index, process);
        if self.part() == Some(Part::Cut) {
            let columns = ["n", "a", "alternations", "grams", "distinct"];
            self.format.write_header(&columns, out)?;
            self.write_cut_points(&path, out)?;
        }
        let Some(point) = path.last().filter(|_| self.method() == Method::Paper) else {
            return Ok(None);
        };
        let column = Column::new(&index, point.n, point.a);
        if let Some(path) = &self.model {
            let mut file = Model::create(path)?;
            let units = |page: usize| pages[page].view(self.unit).page().to_units();
            let write = |record: &record::Template| file.write(record);
            save_paper(self.unit, units, &index, &column, point, write)?;
            file.finish()?;
        }
        let divided = index
            .pages()
            .lengths()
            .enumerate()
            .map(|(page, length)| Divided {
                length,
                useless: column.useless(&index, page, point.a),
                confidence: None,
            });
        Ok(Some(divided.collect()))
    }

    /// Divides pages by the templates that they are made from, one after the other. What was learned is saved where that was
    /// asked for.
    fn by_template(&self, pages: &[&Held]) -> Result<Vec<Divided>, Error> {
        let units = |page: usize| pages[page].view(self.unit).page().to_units();
        let mut file = self
            .model
            .as_ref()
            .map(|path| Model::create(path))
            .transpose()?;
        let mut divided: Vec<Option<Divided>> = vec![None; pages.len()];
        for cluster in clusters(pages.len(), units) {
            let index = self.index(pages, &cluster)?;
            let units = |page: usize| units(cluster[page]);
            let template = template::divide(&index, units, template::Constants::default());
            if let Some(file) = &mut file {
                let write = |record: &record::Template| file.write(record);
                save_best(self.unit, units, &index, &template, write)?;
            }
            let lengths = index.pages().lengths();
            for ((page, length), division) in cluster.iter().zip(lengths).zip(template.divisions) {
                divided[*page] = Some(Divided::of(&division, length));
            }
        }
        file.map_or(Ok(()), Model::finish)?;
        Ok(divided.into_iter().flatten().collect())
    }

    fn warn_of_few(&self, count: usize, process: &Process) {
        if (1..FEW_PAGES).contains(&count) {
            process.warn(
                "input",
                format_args!(
                    "fewer than {FEW_PAGES} pages ({count}) show too little of what they share"
                ),
            );
        }
    }

    fn method(&self) -> Method {
        match (self.method, self.at) {
            (Some(method), _) => method,
            (None, Some(_)) => Method::Paper,
            (None, None) => Method::Best,
        }
    }

    /// Whether the paper's cut point is searched for, which n-grams of any length may have.
    pub(super) fn needs_cut_point(&self) -> bool {
        self.method() == Method::Paper || self.part() == Some(Part::Cut)
    }

    /// The index of some of the pages.
    fn index(&self, pages: &[&Held], some: &[usize]) -> Result<Index, Error> {
        let units = |page: usize| {
            let units = pages[some[page]].view(self.unit).page().units();
            units.map(|(_, unit)| unit)
        };
        let index = match self.needs_cut_point() {
            true => Index::build(some.len(), units),
            false => Index::build_short(some.len(), &template::LENGTHS, units),
        };
        let index = match self.align {
            true => index.map(|index| index.aligned(units, is_delimiter)),
            false => index,
        };
        index.map_err(|error| {
            let way_out = match error {
                crate::Error::TooManySymbols(_) => "use --unit byte",
                _ => WAY_OUT,
            };
            Error::new("input", format_args!("{error}; {way_out}"))
        })
    }

    /// The cut points that the search visits.
    fn search(&self, index: &Index, process: &Process) -> Vec<CutPoint> {
        let count = index.pages().count();
        let path = match self.at {
            Some((n, a)) => vec![cut_point(index, n, a)],
            None => find_optimal(index),
        };
        if let Some(point) = path.last()
            && point.alternations < count as u64
        {
            process.warn(
                "input",
                format_args!(
                    "{} alternations in {count} pages: the cut point leaves nearly everything on one side",
                    point.alternations
                ),
            );
        }
        path
    }

    fn write_cut_points(&self, path: &[CutPoint], out: &mut Output) -> Result<(), Error> {
        let from = match self.trace {
            true => 0,
            false => path.len().saturating_sub(1),
        };
        path[from..]
            .iter()
            .try_for_each(|point| self.write_cut_point(point, out))
    }

    /// Writes what was asked for of each page, and the score.
    fn write_pages(
        &self,
        pages: &[Held],
        divided: &[Divided],
        process: &Process,
        out: &mut Output,
    ) -> Result<(), Error> {
        let truth = self.truth(self.unit);
        let mut score = Score::default();
        let show = Shown::new(self, self.part(), out);
        show.begin(out)?;
        let mut emit = Emit::direct(out, process);
        for (page, divided) in pages.iter().zip(divided) {
            let view = page.view(self.unit);
            if !truth.is_empty() {
                let units = view.page().to_units();
                let useful = complement(&divided.useless, divided.length);
                score.add(divided.length, &between(&units, &truth), &useful);
            }
            show.page(&view, divided, &mut emit);
            emit.settle();
        }
        emit.finish();
        show.end(out)?;
        self.write_score(&score, out)
    }

    /// All documents, or the sample that was asked for.
    fn read_pages(&self, process: &Process, out: &mut Output) -> Result<Vec<Held>, Error> {
        let keep = self.keep();
        let sample = Mutex::new(pages::Sample::new(self.fit_on));
        let work = |_: &mut (), document: &Document, _: &mut Emit| {
            let mut sample = lock(&sample);
            sample.add(|| Held::new(document, &keep));
            if sample.units() > Index::MAX_UNITS {
                let limit = Index::MAX_UNITS;
                process.end_now(Error::new(
                    document.display(),
                    format_args!("with this page there are more than {limit} characters, which is what an index holds; {WAY_OUT}"),
                ));
            }
        };
        command::for_each_document(process, &self.documents.sources(), 1, out, || (), work)?;
        Ok(sample.into_inner().expect("one thread").into_pages())
    }

    fn write_cut_point(&self, point: &CutPoint, out: &mut Output) -> Result<(), Error> {
        let record = record::CutPoint::from(point);
        let mut line = Vec::new();
        let numbers = [
            record.n,
            record.a,
            record.alternations,
            record.grams,
            record.distinct,
        ]
        .map(|number| number.to_string());
        let cells = numbers.each_ref().map(|number| number.as_bytes());
        match self.format.format() {
            Format::Tsv => write_tsv(&mut line, &cells),
            Format::Csv => write_csv(&mut line, &cells),
            Format::Jsonl | Format::Raw => record.write(&mut line),
        }
        out.write(&line)
    }

    /// The delimiters as units, preprocessed as pages are.
    fn truth(&self, unit: Unit) -> Vec<(Vec<u32>, Vec<u32>)> {
        let units = |text: &str| -> Vec<u32> {
            match (unit, self.documents.encoding) {
                (Unit::Char, _) => Page::Characters(text)
                    .units()
                    .map(|(_, unit)| unit)
                    .collect(),
                (Unit::Byte, intake::encoding::Label::Auto) => Page::Bytes(text.as_bytes())
                    .units()
                    .map(|(_, unit)| unit)
                    .collect(),
                (Unit::Byte, intake::encoding::Label::Named(encoding)) => {
                    Page::Bytes(&encoding.encode(text).0)
                        .units()
                        .map(|(_, unit)| unit)
                        .collect()
                }
            }
        };
        self.score
            .chunks_exact(2)
            .map(|pair| (units(&pair[0]), units(&pair[1])))
            .collect()
    }

    fn write_score(&self, score: &Score, out: &mut Output) -> Result<(), Error> {
        if self.score.is_empty() {
            return Ok(());
        }
        let mut line = Vec::new();
        let shares = [score.accuracy(), score.recall(), score.precision()];
        let numbers = [score.units, score.correct, score.useful, score.both];
        let write = match self.format.format() {
            Format::Tsv => write_tsv,
            Format::Csv => write_csv,
            Format::Jsonl | Format::Raw => {
                let mut object = Object::begin(&mut line);
                for (key, share) in ["accuracy", "recall", "precision"].into_iter().zip(shares) {
                    object.float(key, share.unwrap_or(f64::NAN));
                }
                for (key, number) in ["chars", "correct", "useful", "both"]
                    .into_iter()
                    .zip(numbers)
                {
                    object.integer(key, number);
                }
                object.float("f1", score.f1().unwrap_or(f64::NAN));
                object.end_line();
                return out.write(&line);
            }
        };
        let shares = shares.map(|share| share.map_or(String::new(), |share| share.to_string()));
        let f1 = score.f1().map_or(String::new(), |share| share.to_string());
        if self.part() != Some(Part::Cut) {
            let columns = [
                "accuracy",
                "recall",
                "precision",
                "chars",
                "correct",
                "useful",
                "both",
                "f1",
            ];
            self.format.write_header(&columns, out)?;
        }
        let cells = [
            &shares[..],
            &numbers.map(|number| number.to_string()),
            &[f1],
        ]
        .concat();
        write(
            &mut line,
            &cells.iter().map(|cell| cell.as_bytes()).collect::<Vec<_>>(),
        );
        out.write(&line)
    }
}

/// The distinct pages.
struct Distinct<'a> {
    pages: Vec<&'a Held>,
    /// For each page its index among the distinct ones.
    which: Vec<usize>,
}

impl<'a> Distinct<'a> {
    /// All pages where `all` is set: the paper counts each of them.
    fn new(pages: &'a [Held], unit: Unit, all: bool) -> Self {
        let mut known = HashMap::new();
        let mut distinct = Vec::new();
        let which = pages.iter().map(|page| {
            let new = distinct.len();
            let which = match all {
                true => new,
                false => *known.entry(page.view(unit).page().source()).or_insert(new),
            };
            if which == new {
                distinct.push(page);
            }
            which
        });
        let which = which.collect();
        Distinct {
            pages: distinct,
            which,
        }
    }

    /// Copies the results of the distinct pages to all pages.
    fn for_all<T: Clone>(&self, found: &[T]) -> Vec<T> {
        self.which
            .iter()
            .map(|&which| found[which].clone())
            .collect()
    }
}

fn warn_of_share(divided: &[Divided], process: &Process) {
    let units: usize = divided.iter().map(|page| page.length).sum();
    let useless = divided.iter().flat_map(|page| &page.useless);
    let useless: usize = useless.map(|range| range.len()).sum();
    let share = 100.0 * (units - useless) as f64 / units.max(1) as f64;
    if units > 0 && !(2.0..=98.0).contains(&share) {
        process.warn(
            "input",
            format_args!(
                "{share:.1} % of it is useful: the pages may share no template, or be all template"
            ),
        );
    }
}

/// The delimiters that section 5 of the paper names.
fn is_delimiter(unit: u32) -> bool {
    ['<', '>', '.', '?'].map(u32::from).contains(&unit)
}

const WAY_OUT: &str =
    "learn from a sample with --fit-on N --model FILE, then use --apply FILE on all pages";
