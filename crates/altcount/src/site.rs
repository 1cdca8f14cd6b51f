//! Divides the pages of a site by what they have in common.

use std::collections::HashMap;

use record::Template;

use crate::clusters::Samples;
use crate::constants::{Constants, LENGTHS};
use crate::learned::{Divided, Learned, Reader, save_best, save_paper};
use crate::ngrams::column::Column;
use crate::text::{Page, Unit};
use crate::twins::originals;
use crate::{CutPoint, Error, Index, body, cut_point, find_optimal};

/// The settings of [`Site`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    /// The method.
    pub method: Method,
}

/// A way to find the template.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// Compares the page frequencies of n-grams of several lengths.
    #[default]
    Best,
    /// Uses the paper's cut point. All pages count, also identical ones.
    Paper(Paper),
}

/// Settings of the paper's method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Paper {
    /// The cut point: a length of n-grams in units and a percentage of them. `None` searches for the cut point with the
    /// fewest alternations.
    pub at: Option<(usize, u8)>,
    /// The n-grams that are counted.
    pub grams: CountedGrams,
}

/// The n-grams that the paper's method counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CountedGrams {
    /// All.
    #[default]
    All,
    /// Those without a delimiter (`<`, `>`, `.` or `?`) except at their ends (section 5).
    Aligned,
}

/// A function that takes the records of a learned template in order.
pub type Save<'s, E> = &'s mut dyn FnMut(&Template) -> Result<(), E>;

/// The pages of a site.
///
/// ```
/// use altcount::Site;
///
/// let page = |number: u32| {
///     let own: String = (0..60).map(|word| format!("w{}{} ", number * 7919 + word, word * word)).collect();
///     format!("<nav>Home, catalogue, how to order, and where we are</nav><p>{own}</p><hr>Printed on paper in the old mill")
/// };
/// let pages: Vec<String> = (0..30).map(page).collect();
/// let (first, further) = (&pages[..25], &pages[25]);
///
/// let site = Site::new(first.iter().map(String::as_str));
/// let divided = site.divide()?;
/// let main = divided[0].useful_text(&pages[0]);
/// assert!(!main.contains("where we are") && main.contains("w33"));
///
/// // What was learned divides further pages, one at a time.
/// let learned = site.learn()?;
/// let main = learned.divide_text(further).useful_text(further);
/// assert!(!main.contains("where we are") && main.contains("w1979761"));
/// # Ok::<(), altcount::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Site<'p> {
    /// The distinct pages.
    pages: Vec<Page<'p>>,
    /// The index of each page among the distinct ones.
    which: Vec<usize>,
    /// For each distinct page, the first one with the same content.
    originals: Vec<usize>,
    settings: Settings,
}

impl<'p> Site<'p> {
    /// Creates a site from texts, with markup or without, and the default settings.
    pub fn new(pages: impl IntoIterator<Item = &'p str>) -> Self {
        let pages = pages.into_iter().map(Page::Characters);
        Site::of(pages, Settings::default())
    }

    /// Creates a site from pages that all have the same [`Unit`].
    ///
    /// # Panics
    /// If some are of characters and others of bytes.
    pub fn of(pages: impl IntoIterator<Item = Page<'p>>, settings: Settings) -> Self {
        let mut site = Site {
            pages: Vec::new(),
            which: Vec::new(),
            originals: Vec::new(),
            settings,
        };
        let mut known = HashMap::new();
        for page in pages {
            let new = site.pages.len();
            let which = match settings.method {
                Method::Paper(_) => new,
                Method::Best => *known.entry(page.source()).or_insert(new),
            };
            if which == new {
                site.pages.push(page);
            }
            site.which.push(which);
        }
        let unit = site.unit();
        assert!(site.pages.iter().all(|page| page.unit() == unit));
        let count = site.pages.len();
        site.originals = match settings.method {
            Method::Paper(_) => (0..count).collect(),
            Method::Best => originals(count, |page| site.pages[page].to_units()),
        };
        site
    }

    /// Returns the number of pages that count. With [`Method::Best`] pages with the same content count once.
    pub fn distinct(&self) -> usize {
        let originals = self.originals.iter().enumerate();
        originals
            .filter(|(page, original)| page == *original)
            .count()
    }

    /// Divides all pages, in their order.
    ///
    /// # Errors
    /// The pages cannot be indexed.
    pub fn divide(&self) -> Result<Vec<Divided>, Error> {
        self.divide_and_save(None)
    }

    /// Learns a template that divides further pages of the site.
    ///
    /// # Errors
    /// The pages cannot be indexed.
    pub fn learn(&self) -> Result<Learned, Error> {
        let mut reader = Reader::default();
        let mut line = Vec::new();
        self.divide_and_save::<Error>(Some(&mut |record| {
            line.clear();
            record.write(&mut line);
            reader.add_line(&line).expect("a record that was written");
            Ok(())
        }))?;
        Ok(reader.finish().expect("a whole template"))
    }

    /// Divides all pages, in their order, and passes the records of the learned template to `save`.
    ///
    /// # Errors
    /// The pages cannot be indexed, or `save` fails.
    pub fn divide_and_save<E: From<Error>>(
        &self,
        mut save: Option<Save<E>>,
    ) -> Result<Vec<Divided>, E> {
        if let Method::Paper(_) = self.settings.method {
            return self.cut()?.divide_and_save(save);
        }
        let mut divided: Vec<Option<Divided>> = vec![None; self.pages.len()];
        let samples = Samples::of(self.pages.len(), |page| self.pages[page].to_units());
        for cluster in samples.clusters() {
            let units = |page: usize| self.pages[cluster[page]].to_units();
            let index =
                Index::build_short(cluster.len(), &LENGTHS, |page| self.units(cluster[page]))?
                    .with_contents(self.contents(&cluster, &samples.odd(&cluster)));
            let template = body::divide(&index, units, Constants::default());
            if let Some(save) = &mut save {
                save_best(self.unit(), units, &index, &template, save)?;
            }
            for (page, division) in cluster.into_iter().zip(template.divisions) {
                let units = self.pages[page].to_units();
                divided[page] = Some(Divided::of(&division, self.pages[page], &units));
            }
        }
        let divided: Vec<Divided> = divided.into_iter().flatten().collect();
        Ok(self
            .which
            .iter()
            .map(|&which| divided[which].clone())
            .collect())
    }

    /// Searches for the paper's cut point, whatever the method.
    ///
    /// # Errors
    /// The pages cannot be indexed.
    pub fn cut(&self) -> Result<Cut<'_, 'p>, Error> {
        let paper = match self.settings.method {
            Method::Paper(paper) => paper,
            Method::Best => Paper::default(),
        };
        let units = |page: usize| self.units(page);
        let mut index = Index::build(self.pages.len(), units)?;
        if paper.grams == CountedGrams::Aligned {
            index = index.aligned(units, is_delimiter);
        }
        let path = match paper.at {
            Some((n, a)) => vec![cut_point(&index, n, a)],
            None => find_optimal(&index),
        };
        Ok(Cut {
            site: self,
            index,
            path,
        })
    }

    /// Returns for each page of a cluster the first of its pages with the same content, as an index into the cluster.
    /// Odd pages get `u32::MAX`, so they are not counted.
    fn contents(&self, cluster: &[usize], odd: &[bool]) -> Vec<u32> {
        let mut first = HashMap::new();
        let pages = (0..).zip(cluster).zip(odd);
        pages
            .map(|((at, &page), odd)| match odd {
                true => u32::MAX,
                false => *first.entry(self.originals[page]).or_insert(at),
            })
            .collect()
    }

    fn unit(&self) -> Unit {
        self.pages.first().map_or(Unit::Char, Page::unit)
    }

    fn units(&self, page: usize) -> impl Iterator<Item = u32> + use<'p> {
        self.pages[page].units().map(|(_, unit)| unit)
    }
}

/// The paper's cut point of a site, and the path of the search.
#[derive(Debug)]
pub struct Cut<'s, 'p> {
    site: &'s Site<'p>,
    index: Index,
    path: Vec<CutPoint>,
}

impl Cut<'_, '_> {
    /// The points that the search visited; the last one is the cut point.
    pub fn path(&self) -> &[CutPoint] {
        &self.path
    }

    /// Divides all pages at the cut point, and passes the records of the learned template to `save`.
    ///
    /// # Errors
    /// `save` fails.
    pub fn divide_and_save<E>(&self, save: Option<Save<E>>) -> Result<Vec<Divided>, E> {
        let (index, site) = (&self.index, self.site);
        let point = self.path.last().expect("at least the first point");
        let column = Column::new(index, point.n, point.a);
        if let Some(save) = save {
            let units = |page: usize| site.pages[page].to_units();
            save_paper(site.unit(), units, index, &column, point, save)?;
        }
        let divided = (index.pages().lengths().enumerate()).map(|(page, length)| Divided {
            length,
            useless: column.useless(index, page, point.a),
            confidence: None,
        });
        Ok(divided.collect())
    }
}

/// Whether a unit is one of the delimiters of section 5 of the paper.
fn is_delimiter(unit: u32) -> bool {
    ['<', '>', '.', '?'].map(u32::from).contains(&unit)
}
