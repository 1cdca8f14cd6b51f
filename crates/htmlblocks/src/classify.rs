//! jusText's classification of blocks: context-free, then context-sensitive (PRESEMT 2012, section 5.2; jusText 3.0.2).

use crate::segment::{Block, Page};
use crate::stoplist::{StopList, width};

/// The class of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Main content.
    Good,
    /// Close to good; the neighbours decide.
    NearGood,
    /// Too short to classify; the neighbours decide.
    Short,
    /// Boilerplate.
    Bad,
}

impl Class {
    /// All classes.
    pub const ALL: [Class; 4] = [Class::Good, Class::NearGood, Class::Short, Class::Bad];

    /// The name in records.
    pub fn as_str(self) -> &'static str {
        match self {
            Class::Good => "good",
            Class::NearGood => "neargood",
            Class::Short => "short",
            Class::Bad => "bad",
        }
    }
}

/// jusText's parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameters {
    /// A block with fewer characters is short, or bad if it has a link.
    pub length_low: usize,
    /// A block with many stop words is good if it has more characters than this, otherwise neargood.
    pub length_high: usize,
    /// The least stop word density of a neargood block.
    pub stopwords_low: f64,
    /// The least stop word density of a good block. A block that is not long is only neargood at this density.
    pub stopwords_high: f64,
    /// A block with a higher link density is bad.
    pub max_link_density: f64,
    /// The greatest number of characters between a heading and the good block that makes it good.
    pub max_heading_distance: usize,
    /// Whether headings are treated differently from other blocks.
    pub headings: bool,
    /// Whether the first heading stage never finds a good block, which is a defect of jusText 3.0.2.
    pub no_first_heading_stage: bool,
    /// Whether Han characters and kana count as three characters, and stop word thresholds are scaled by the coverage
    /// of a built-in list. jusText does neither, and finds little in Chinese, Japanese, Korean or Turkish.
    pub allow_for_language: bool,
}

impl Default for Parameters {
    fn default() -> Self {
        Parameters {
            length_low: 70,
            length_high: 200,
            stopwords_low: 0.30,
            stopwords_high: 0.32,
            max_link_density: 0.2,
            max_heading_distance: 200,
            headings: true,
            no_first_heading_stage: false,
            allow_for_language: true,
        }
    }
}

/// The classification of a block.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Verdict {
    /// The context-free class.
    pub context_free: Class,
    /// The context-sensitive class: good or bad.
    pub class: Class,
    /// The stop word density: the fraction of words that are stop words.
    pub stopword_density: f64,
    /// The probability that it is main content, by [`crate::best`].
    pub score: Option<f32>,
}

/// Classifies the blocks of a page, in document order. Without a stop list, every block passes the stop word
/// thresholds.
pub fn classify(page: &Page, stoplist: Option<&StopList>, parameters: &Parameters) -> Vec<Verdict> {
    let parameters = &match stoplist {
        Some(list) if parameters.allow_for_language => Parameters {
            stopwords_low: parameters.stopwords_low * list.completeness(),
            stopwords_high: parameters.stopwords_high * list.completeness(),
            ..*parameters
        },
        Some(_) => *parameters,
        None => Parameters {
            stopwords_low: 0.0,
            stopwords_high: 0.0,
            ..*parameters
        },
    };
    let lengths: Vec<usize> = page
        .blocks
        .iter()
        .map(|block| match parameters.allow_for_language {
            true if block.chars as usize != block.text.len() => width(page.text(block)),
            _ => block.chars as usize,
        })
        .collect();
    let mut verdicts: Vec<Verdict> = page
        .blocks
        .iter()
        .zip(&lengths)
        .map(|(block, &length)| {
            let text = page.text(block);
            let stopword_density = stoplist.map_or(0.0, |list| list.density(text));
            let class = context_free(block, text, length, stopword_density, parameters);
            Verdict {
                context_free: class,
                class,
                stopword_density,
                score: None,
            }
        })
        .collect();
    revise(&page.blocks, &lengths, &mut verdicts, parameters);
    verdicts
}

fn context_free(
    block: &Block,
    text: &str,
    chars: usize,
    stopwords: f64,
    parameters: &Parameters,
) -> Class {
    if block.link_density() > parameters.max_link_density
        || text.contains('\u{A9}')
        || text.contains("&copy")
        || block.select
    {
        Class::Bad
    } else if chars < parameters.length_low {
        match block.link_chars {
            0 => Class::Short,
            _ => Class::Bad,
        }
    } else if stopwords >= parameters.stopwords_high {
        match chars > parameters.length_high {
            true => Class::Good,
            false => Class::NearGood,
        }
    } else if stopwords >= parameters.stopwords_low {
        Class::NearGood
    } else {
        Class::Bad
    }
}

/// Runs the context-sensitive stages. Each is a pass over the blocks.
fn revise(blocks: &[Block], lengths: &[usize], verdicts: &mut [Verdict], parameters: &Parameters) {
    let is_near = |distance: Option<usize>| {
        distance.is_some_and(|distance| distance <= parameters.max_heading_distance)
    };
    let is_heading = |block: &Block| parameters.headings && block.heading;

    if !parameters.no_first_heading_stage {
        // The number of characters up to the next good block.
        let mut distance = None;
        for ((block, length), verdict) in blocks.iter().zip(lengths).zip(&mut *verdicts).rev() {
            match verdict.class {
                Class::Good => {
                    distance = Some(0);
                    continue;
                }
                Class::Short if is_heading(block) && is_near(distance) => {
                    verdict.class = Class::NearGood;
                }
                _ => {}
            }
            distance = distance.map(|chars| chars + length);
        }
    }
    revise_short(verdicts);
    revise_near_good(verdicts);
    // This pass runs backwards, and a heading that becomes good does not reset the distance. Only good blocks of
    // earlier stages count.
    let mut distance = None;
    for ((block, length), verdict) in blocks.iter().zip(lengths).zip(verdicts).rev() {
        if verdict.class == Class::Good {
            distance = Some(0);
            continue;
        }
        if is_heading(block) && verdict.context_free != Class::Bad && is_near(distance) {
            verdict.class = Class::Good;
        }
        distance = distance.map(|chars| chars + length);
    }
}

/// Reclassifies short blocks, by the classes before this stage.
fn revise_short(verdicts: &mut [Verdict]) {
    // For each block, two classes after it: the first that is good or bad, and the first that is not short. Both are
    // bad at the end of the page.
    let mut behind = vec![(Class::Bad, Class::Bad); verdicts.len()];
    let mut next = (Class::Bad, Class::Bad);
    for (verdict, behind) in verdicts.iter().zip(&mut behind).rev() {
        *behind = next;
        next = passed(next, verdict.class);
    }
    let mut previous = (Class::Bad, Class::Bad);
    for (verdict, next) in verdicts.iter_mut().zip(behind) {
        let class = verdict.class;
        if class == Class::Short {
            verdict.class = match (previous.0, next.0) {
                (Class::Good, Class::Good) => Class::Good,
                (Class::Bad, Class::Bad) => Class::Bad,
                (Class::Bad, _) if previous.1 == Class::NearGood => Class::Good,
                (_, Class::Bad) if next.1 == Class::NearGood => Class::Good,
                _ => Class::Bad,
            };
        }
        previous = passed(previous, class);
    }
}

/// Returns the nearest classes (good or bad; good, bad or neargood) from a block of `class` on.
fn passed(nearest: (Class, Class), class: Class) -> (Class, Class) {
    match class {
        Class::Good | Class::Bad => (class, class),
        Class::NearGood => (nearest.0, Class::NearGood),
        Class::Short => nearest,
    }
}

/// Reclassifies neargood blocks one by one, by the new classes of the blocks before.
fn revise_near_good(verdicts: &mut [Verdict]) {
    let mut behind = vec![Class::Bad; verdicts.len()];
    let mut next = Class::Bad;
    for (verdict, behind) in verdicts.iter().zip(&mut behind).rev() {
        *behind = next;
        next = passed((next, next), verdict.class).0;
    }
    let mut previous = Class::Bad;
    for (verdict, next) in verdicts.iter_mut().zip(behind) {
        if verdict.class == Class::NearGood {
            verdict.class = match (previous, next) {
                (Class::Bad, Class::Bad) => Class::Bad,
                _ => Class::Good,
            };
        }
        previous = verdict.class;
    }
}
