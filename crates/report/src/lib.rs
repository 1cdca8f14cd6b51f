//! Reports on a pipeline: the amounts that each step read, wrote and left out, and its cost. Also
//! reports the yield of each host of a crawl.
//!
//! The table of the corpus follows PRESEMT's Table 2 (Pomikálek and others, 2012).

#[cfg(feature = "cli")]
pub mod cli;
pub mod corpus;
mod numbers;
pub mod page;
pub mod yields;

use record::{Slow, Stats, Trouble};

/// The maximum number of inputs of a step that are listed by name.
const MOST_LISTED: usize = 10;

/// A step of a pipeline: one run of a tool, or all its runs together.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Step {
    /// The sums over the runs; for `peak_memory` and `exit`, the maximum.
    pub stats: Stats,
    /// The number of runs.
    pub runs: u64,
}

/// Merges the runs of each tool that do the same job, ordered by the first run.
pub fn steps(runs: impl IntoIterator<Item = Stats>) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for run in runs {
        let at = steps.iter().position(|step| step.is_like(&run));
        match at {
            Some(at) => steps[at].add(run),
            None => steps.push(Step {
                stats: run,
                runs: 1,
            }),
        }
    }
    steps
}

impl Step {
    /// Whether this run does the same job.
    fn is_like(&self, run: &Stats) -> bool {
        (&self.stats.tool, &self.stats.step) == (&run.tool, &run.step)
    }

    /// The name of the tool, and of its job.
    pub fn name(&self) -> String {
        match &self.stats.step[..] {
            "" => self.stats.tool.clone(),
            step => format!("{} ({step})", self.stats.tool),
        }
    }

    fn add(&mut self, run: Stats) {
        let all = &mut self.stats;
        all.exit = all.exit.max(run.exit);
        all.documents += run.documents;
        all.records += run.records;
        all.bytes += run.bytes;
        all.words += run.words;
        all.documents_out += run.documents_out;
        all.records_out += run.records_out;
        all.bytes_out += run.bytes_out;
        all.words_out += run.words_out;
        for (name, number) in run.counts {
            *all.counts.entry(name).or_default() += number;
        }
        for (by, groups) in run.groups {
            let all = all.groups.entry(by).or_default();
            for (name, group) in groups {
                all.entry(name).or_default().add(&group);
            }
        }
        for (reason, number) in run.skipped {
            *all.skipped.entry(reason).or_default() += number;
        }
        all.troubles.extend(run.troubles);
        all.troubles.truncate(MOST_LISTED);
        all.slowest.extend(run.slowest);
        all.slowest.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
        all.slowest.truncate(MOST_LISTED);
        all.seconds += run.seconds;
        all.cpu_seconds += run.cpu_seconds;
        all.peak_memory = all.peak_memory.max(run.peak_memory);
        self.runs += 1;
    }
}

/// The documents and words that remain after a step that writes documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunnelStage {
    /// The name of the step; `None` for the input of the pipeline.
    pub after: Option<String>,
    /// The number of documents.
    pub documents: u64,
    /// The number of words in them; `None` if these are words of markup.
    pub words: Option<u64>,
}

/// The funnel: the input of the pipeline, and what remains after each step that writes documents.
pub fn funnel(steps: &[Step]) -> Vec<FunnelStage> {
    let steps: Vec<_> = (steps.iter())
        .filter(|step| step.stats.documents_out > 0)
        .collect();
    let Some(first) = steps.first() else {
        return Vec::new();
    };
    // Words before the step that reads markup, which counts the words that a reader sees.
    let divided = steps
        .iter()
        .position(|step| corpus::visible_words(step).is_some());
    let words = |number: usize, words: u64| match divided {
        Some(divided) if number < divided => None,
        Some(divided) if number == divided => corpus::visible_words(steps[divided]),
        _ => Some(words),
    };
    let mut funnel = vec![FunnelStage {
        after: None,
        documents: first.stats.documents,
        words: words(0, first.stats.words),
    }];
    for (number, step) in (1..).zip(&steps) {
        funnel.push(FunnelStage {
            after: Some(step.name()),
            documents: step.stats.documents_out,
            words: words(number, step.stats.words_out),
        });
    }
    funnel
}

/// Returns some of the inputs that were left out, each with the tool.
pub fn troubles(steps: &[Step]) -> impl Iterator<Item = (&str, &Trouble)> {
    steps.iter().flat_map(|step| {
        let tool = &step.stats.tool[..];
        let troubles = step.stats.troubles.iter();
        troubles.map(move |trouble| (tool, trouble))
    })
}

/// Returns the slowest documents, each with the tool.
pub fn slowest(steps: &[Step]) -> Vec<(&str, &Slow)> {
    let all = steps.iter().flat_map(|step| {
        let tool = &step.stats.tool[..];
        let slowest = step.stats.slowest.iter();
        slowest.map(move |slow| (tool, slow))
    });
    // Shorter times are noise.
    let mut slowest: Vec<_> = all.filter(|(_, slow)| slow.seconds >= 0.001).collect();
    slowest.sort_by(|(_, a), (_, b)| b.seconds.total_cmp(&a.seconds));
    slowest.truncate(MOST_LISTED);
    slowest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(tool: &str, documents: u64, documents_out: u64) -> Stats {
        Stats {
            tool: tool.to_owned(),
            documents,
            documents_out,
            words: 10 * documents,
            words_out: 7 * documents_out,
            seconds: 1.5,
            peak_memory: documents,
            counts: [("blocks".to_owned(), 2.0)].into(),
            skipped: [("gone".to_owned(), 1)].into(),
            ..Stats::default()
        }
    }

    #[test]
    fn runs_of_a_tool_are_one_step() {
        let steps = steps([run("a", 5, 4), run("b", 4, 0), run("a", 3, 3)]);
        let tools: Vec<_> = steps
            .iter()
            .map(|step| (&step.stats.tool[..], step.runs))
            .collect();
        assert_eq!(tools, [("a", 2), ("b", 1)]);
        let all = &steps[0].stats;
        assert_eq!((all.documents, all.words_out, all.peak_memory), (8, 49, 5));
        assert_eq!(
            (all.seconds, all.counts["blocks"], all.skipped["gone"]),
            (3.0, 4.0, 2)
        );
    }

    #[test]
    fn the_funnel_passes_over_tools_that_write_no_documents() {
        let steps = steps([
            run("linenorm", 9, 0),
            run("charset", 9, 8),
            run("blockdedup", 8, 6),
        ]);
        let left = |after: Option<&str>, documents, words| FunnelStage {
            after: after.map(str::to_owned),
            documents,
            words: Some(words),
        };
        assert_eq!(
            funnel(&steps),
            [
                left(None, 9, 90),
                left(Some("charset"), 8, 56),
                left(Some("blockdedup"), 6, 42)
            ]
        );
        assert_eq!(funnel(&[]), []);
    }

    #[test]
    fn words_of_markup_are_not_counted_as_words() {
        let mut blocks = run("htmlblocks", 8, 8);
        blocks.counts = [
            ("words of main text".to_owned(), 50.0),
            ("words of boilerplate".to_owned(), 6.0),
        ]
        .into();
        let steps = steps([run("charset", 9, 8), blocks, run("blockdedup", 8, 6)]);
        let words: Vec<_> = funnel(&steps).iter().map(|stage| stage.words).collect();
        assert_eq!(words, [None, Some(56), Some(56), Some(42)]);
    }

    #[test]
    fn runs_of_a_tool_that_do_another_job_are_another_step() {
        let exact = Stats {
            step: "exact".to_owned(),
            ..run("blockdedup", 9, 8)
        };
        let steps = steps([exact.clone(), run("blockdedup", 8, 6), exact]);
        let seen: Vec<_> = steps.iter().map(|step| (step.name(), step.runs)).collect();
        let expected = [("blockdedup (exact)", 2), ("blockdedup", 1)];
        assert_eq!(seen, expected.map(|(name, runs)| (name.to_owned(), runs)));
    }
}
