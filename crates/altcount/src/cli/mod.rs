//! The command line of altcount.

mod model;
mod options;
mod pages;
mod show;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use command::rows::{write_csv, write_tsv};
use command::{Emit, Error, Format, Output, Process, Tool};
use intake::{Document, Messages, Sources};
use platform::threads::lock;
use record::Object;

use crate::learned::{Divided, Learned};
use crate::records::{Missing, find_records};
use crate::score::{Score, between, complement};
use crate::site::{CountedGrams, Cut, Method, Paper, Settings, Site};
use crate::text::{Page, Unit};
use crate::{CutPoint, Index};

use model::Model;
pub use options::Options;
use options::Part;
use pages::{Held, View};
use show::Shown;

impl Tool for Options {
    const SECTIONS: &'static [&'static str] = &[include_str!("../methods.md")];
    const EXAMPLES: &'static str = "\
# write the main text of every page as document records
find site -name '*.html' | altcount > articles.jsonl
# write the main text as plain text
find site -name '*.html' | altcount -r > articles.txt
# write the main text with its markup
find site -name '*.html' | altcount --emit useful > sources.jsonl
# list the cut points that the paper's search visits
find site -name '*.html' | altcount --trace
# write each page with its template in grey, to look at
find site -name '*.html' | altcount --emit html --out-dir grey/
# find what a page repeats, such as search results or products, with their fields
find site -name '*.html' | altcount --emit records
# learn the template from a sample of the pages, then remove it from all of them
find site -name '*.html' | altcount --fit-on 50 --model site.jsonl
find site -name '*.html' | altcount --apply site.jsonl > articles.jsonl
# score the paper's method on pages where tags mark the main text
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

/// The recommended minimum number of pages. Fewer show too little of a template.
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
            let divided = learned.divide(view.page());
            if !truth.is_empty() {
                let units = view.page().to_units();
                let useful = complement(&divided.useless, units.len());
                let mut score = lock(&score);
                score.add(units.len(), &between(&units, &truth), &useful);
            }
            show.page(&view, &divided, emit);
        };
        show.begin(out)?;
        command::for_each_document(
            process,
            &self.sources(out)?,
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
        let (found, without) = (AtomicU64::new(0), Mutex::new(BTreeMap::new()));
        let work = |_: &mut (), document: &Document, emit: &mut Emit| {
            let records = find_records(document.text).unwrap_or_else(|missing| {
                *lock(&without).entry(missing).or_insert(0) += 1;
                Vec::new()
            });
            found.fetch_add(records.len() as u64, Relaxed);
            for (number, found) in (1..).zip(records) {
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
        command::for_each_document(process, &sources, threads, out, || (), work)?;
        let without: BTreeMap<Missing, u64> = without.into_inner().expect("no thread panics");
        process.count("documents without records", without.values().sum());
        // Most pages of a site have none, so only an empty output is surprising.
        if found.into_inner() == 0 {
            for (missing, documents) in without {
                let documents = match documents {
                    1 => "one document".to_owned(),
                    more => format!("{more} documents"),
                };
                process.warn(
                    "--emit records",
                    format_args!("{documents} without records: {missing}"),
                );
            }
        }
        Ok(())
    }

    /// Reads all documents, learns their template, and writes the requested output.
    fn learn(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        let pages = self.read_pages(process, out)?;
        process.stage("looking for what repeats");
        let shown = |method| {
            let pages = pages.iter().map(|page| page.view(self.unit).page());
            Site::of(pages, Settings { method })
        };
        let paper = Method::Paper(Paper {
            at: self.at,
            grams: match self.align {
                true => CountedGrams::Aligned,
                false => CountedGrams::All,
            },
        });
        let site = shown(match self.needs_cut_point() {
            true => paper,
            false => Method::Best,
        });
        self.warn_of_few(site.distinct(), process);
        let mut divided = None;
        if self.needs_cut_point() {
            let cut = site.cut().map_err(cannot_index)?;
            warn_of_cut_point(&cut, pages.len(), process);
            if self.part() == Some(Part::Cut) {
                let columns = ["n", "a", "alternations", "grams", "distinct"];
                self.format.write_header(&columns, out)?;
                self.write_cut_points(cut.path(), out)?;
            }
            if self.method() == options::Method::Paper {
                divided = Some(self.saving(|save| cut.divide_and_save(save))?);
            } else if self.model.is_none() && self.score.is_empty() {
                return Ok(());
            }
        }
        let divided = match divided {
            Some(divided) => divided,
            None => {
                let site = match self.needs_cut_point() {
                    true => shown(Method::Best),
                    false => site,
                };
                self.saving(|save| site.divide_and_save(save))?
            }
        };
        warn_of_share(&divided, process);
        self.write_pages(&pages, &divided, process, out)
    }

    /// Divides pages by `divide`, which saves the learned template if that was requested.
    fn saving(
        &self,
        divide: impl FnOnce(
            Option<&mut dyn FnMut(&record::Template) -> Result<(), Fatal>>,
        ) -> Result<Vec<Divided>, Fatal>,
    ) -> Result<Vec<Divided>, Error> {
        let Some(path) = &self.model else {
            return Ok(divide(None)?);
        };
        let mut file = Model::create(path)?;
        let divided = divide(Some(&mut |record| Ok(file.write(record)?)))?;
        file.finish()?;
        Ok(divided)
    }

    fn warn_of_few(&self, count: usize, process: &Process) {
        if (1..FEW_PAGES).contains(&count) {
            process.warn(
                "input",
                format_args!(
                    "fewer than {FEW_PAGES} different pages ({count}) show too little of what they share; add pages of the site, or use htmlblocks"
                ),
            );
        }
    }

    fn method(&self) -> options::Method {
        match (self.method, self.at) {
            (Some(method), _) => method,
            (None, Some(_)) => options::Method::Paper,
            (None, None) => options::Method::Best,
        }
    }

    /// Whether the paper's cut point is needed; its n-grams may have any length.
    pub(super) fn needs_cut_point(&self) -> bool {
        self.method() == options::Method::Paper || self.part() == Some(Part::Cut)
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

    /// Writes the requested output for each page, and the score.
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
            emit.data_set(view.data_set);
            show.page(&view, divided, &mut emit);
            emit.settle();
        }
        emit.finish();
        show.end(out)?;
        self.write_score(&score, out)
    }

    /// The documents. Texts of data sets are written back to them, pages are files.
    fn sources(&self, out: &Output) -> Result<Sources, Error> {
        let as_text = self.format.raw_output || !self.is_text();
        self.directory.sources(&self.documents, as_text, out)
    }

    /// Reads all documents, or the requested sample of them.
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
        command::for_each_document(process, &self.sources(out)?, 1, out, || (), work)?;
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

    /// Returns the delimiters as units, preprocessed like pages.
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

/// The error that ends the division of pages.
struct Fatal(Error);

impl From<Error> for Fatal {
    fn from(error: Error) -> Self {
        Fatal(error)
    }
}

impl From<crate::Error> for Fatal {
    fn from(error: crate::Error) -> Self {
        Fatal(cannot_index(error))
    }
}

impl From<Fatal> for Error {
    fn from(Fatal(error): Fatal) -> Self {
        error
    }
}

fn cannot_index(error: crate::Error) -> Error {
    let way_out = match error {
        crate::Error::TooManySymbols(_) => "use --unit byte",
        _ => WAY_OUT,
    };
    Error::new("input", format_args!("{error}; {way_out}"))
}

fn warn_of_cut_point(cut: &Cut, pages: usize, process: &Process) {
    if let Some(point) = cut.path().last()
        && point.alternations < pages as u64
    {
        process.warn(
            "input",
            format_args!(
                "{} alternations in {pages} pages: the cut point leaves nearly everything on one side",
                point.alternations
            ),
        );
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
                "{share:.1} % of it is useful: the pages may share no template, or be all template; look at some, or use htmlblocks"
            ),
        );
    }
}

const WAY_OUT: &str =
    "learn from a sample with --fit-on N --model FILE, then use --apply FILE on all pages";
