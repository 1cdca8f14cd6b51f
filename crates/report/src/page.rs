//! Writes the report as a self-contained HTML page without scripts.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};

use html::escape;

use crate::corpus::{self, Row};
use crate::numbers::{bytes, count, grouped, seconds, share};
use crate::{FunnelStage, Step, funnel, slowest, troubles};

/// Writes the page.
pub fn write(title: &str, steps: &[Step]) -> String {
    let mut page = html::page::begin(title);
    let cpu: f64 = steps
        .iter()
        .fold(0.0, |sum, step| sum + step.stats.cpu_seconds);
    let peak = steps.iter().map(|step| step.stats.peak_memory).max();
    let _ = writeln!(
        page,
        "<h1>{}</h1>\n<p>{}, {} CPU, {} memory at most in one process</p>",
        escape(title),
        steps_of(steps.len()),
        seconds(cpu),
        bytes(peak.unwrap_or(0))
    );
    write_funnel(&mut page, &funnel(steps));
    write_languages(&mut page, steps);
    write_hosts(&mut page, steps);
    write_steps(&mut page, steps);
    write_counts(&mut page, steps);
    write_worst(&mut page, steps);
    page.push_str(html::page::END);
    page
}

/// Formats a number of steps in words.
fn steps_of(number: usize) -> String {
    match number {
        1 => "1 step".to_owned(),
        number => format!("{number} steps"),
    }
}

fn write_funnel(page: &mut String, funnel: &[FunnelStage]) {
    let Some(start) = funnel.first() else {
        return;
    };
    let columns = ["step", "words left", "words", "documents", "documents left"];
    begin(page, "What is left after each step", &columns, &[2, 3, 4]);
    let all_words = funnel.iter().find_map(|stage| stage.words).unwrap_or(0) as f64;
    for stage in funnel {
        let words = stage.words.map(|words| words as f64);
        let part = |part: u64, whole: u64| share(part as f64, whole as f64);
        row(
            page,
            &[
                text(stage.after.as_deref().unwrap_or("at the start")),
                match words {
                    Some(words) => bar(&share(words, all_words), words, all_words),
                    None => number("of markup"),
                },
                number(stage.words.map_or(String::new(), grouped)),
                number(grouped(stage.documents)),
                number(part(stage.documents, start.documents)),
            ],
        );
    }
    end(page);
}

fn write_steps(page: &mut String, steps: &[Step]) {
    let columns = [
        "step", "CPU", "memory", "skipped", "runs", "read", "written", "time",
    ];
    begin(page, "What each step cost", &columns, &[3, 4, 5, 6, 7]);
    let most = |of: fn(&Step) -> f64| steps.iter().map(of).fold(0.0, f64::max);
    let (most_cpu, most_memory) = (
        most(|step| step.stats.cpu_seconds),
        most(|step| step.stats.peak_memory as f64),
    );
    for step @ Step { stats, runs } in steps {
        let skipped: u64 = stats.skipped.values().sum();
        let class = if skipped > 0 { "number bad" } else { "number" };
        row(
            page,
            &[
                text(&format!("{} {}", step.name(), stats.version)),
                bar(&seconds(stats.cpu_seconds), stats.cpu_seconds, most_cpu),
                bar(
                    &bytes(stats.peak_memory),
                    stats.peak_memory as f64,
                    most_memory,
                ),
                format!("<td class=\"{class}\">{}</td>", grouped(skipped)),
                number(grouped(*runs)),
                number(amount(stats.documents, stats.records, stats.bytes)),
                number(amount(
                    stats.documents_out,
                    stats.records_out,
                    stats.bytes_out,
                )),
                number(seconds(stats.seconds)),
            ],
        );
    }
    end(page);
}

/// The maximum number of languages, which are columns, and of hosts, which are rows.
const MOST_LANGUAGES: usize = 8;
const MOST_HOSTS: usize = 20;

/// Writes PRESEMT's Table 2: a column for the corpus and for each of its largest languages.
fn write_languages(page: &mut String, steps: &[Step]) {
    let rows = corpus::rows(steps, "language");
    let (Some(first), Some(last)) = (steps.first(), rows.iter().rfind(|row| row.name == "words"))
    else {
        return;
    };
    let languages = corpus::largest(&rows, MOST_LANGUAGES);
    let names: Vec<_> = languages.iter().map(|name| escape(name)).collect();
    let mut columns = vec!["", "all"];
    columns.extend(names.iter().map(|name| &name[..]));
    let numbers: Vec<_> = (1..columns.len()).collect();
    begin(page, "The corpus", &columns, &numbers);
    let mut volume = vec![
        text("downloaded volume uncompressed"),
        number(bytes(first.stats.bytes)),
    ];
    volume.extend(languages.iter().map(|_| number("")));
    row(page, &volume);
    let cells = |row: &Row| {
        let group =
            |name: &&str| number(row.groups.get(*name).map_or(String::new(), |n| grouped(*n)));
        let groups: String = languages.iter().map(group).collect();
        number(grouped(row.all)) + &groups
    };
    let mut heading = &None;
    for one in &rows {
        if one.after != *heading {
            let after = one.after.as_deref().unwrap_or_default();
            let columns = columns.len();
            let _ = writeln!(
                page,
                "<tr><th colspan=\"{columns}\">{}</th></tr>",
                escape(after)
            );
            heading = &one.after;
        }
        row(page, &[text(&one.name), cells(one)]);
    }
    row(page, &[text("final size (words)"), cells(last)]);
    end(page);
}

/// Writes the same numbers of the largest hosts, a row each. The columns of a step stand together below its heading.
fn write_hosts(page: &mut String, steps: &[Step]) {
    let rows = corpus::rows(steps, "host");
    let hosts = corpus::largest(&rows, MOST_HOSTS);
    if hosts.is_empty() {
        return;
    }
    let of_steps = rows.chunk_by(|one, other| one.after == other.after);
    let headings: String = of_steps.fold(String::new(), |mut headings, of_step| {
        let after = of_step[0].after.as_deref().unwrap_or("as downloaded");
        let (columns, after) = (of_step.len(), escape(after));
        let _ = write!(headings, "<th colspan=\"{columns}\">{after}</th>");
        headings
    });
    // A document without an address counts for its folder.
    let (title, column) = match hosts
        .iter()
        .any(|host| host.contains('/') || host.is_empty())
    {
        true => ("The largest hosts and folders", "host or folder"),
        false => ("The largest hosts", "host"),
    };
    let mut columns = vec![column];
    columns.extend(rows.iter().map(Row::short_name));
    let numbers: Vec<_> = (1..columns.len()).collect();
    let above = format!("<th></th>{headings}</tr>\n<tr>");
    begin_below(page, title, &above, &columns, &numbers);
    for host in hosts {
        let cell = |row: &Row| number(row.groups.get(host).map_or(String::new(), |n| grouped(*n)));
        let cells: String = rows.iter().map(cell).collect();
        row(page, &[text(host), cells]);
    }
    end(page);
}

/// Formats the number of documents, or of records if there are no documents, and the number of
/// bytes.
fn amount(documents: u64, records: u64, all: u64) -> String {
    let inputs = match (documents, records) {
        (0, 0) => String::new(),
        (0, records) => format!("{} lines, ", grouped(records)),
        (documents, _) => format!("{} documents, ", grouped(documents)),
    };
    inputs + &bytes(all)
}

fn write_counts(page: &mut String, steps: &[Step]) {
    if steps.iter().all(|step| step.stats.counts.is_empty()) {
        return;
    }
    write_kinds(page, steps);
    let of_no_kind = || {
        steps.iter().flat_map(|step| {
            let counts = step.stats.counts.iter();
            let counts = counts.filter(|(name, _)| kind(name).is_none());
            counts.map(|(name, value)| (&step.stats.tool, name, *value))
        })
    };
    if of_no_kind().next().is_none() {
        return;
    }
    begin(
        page,
        "What the steps counted",
        &["step", "what", "number"],
        &[2],
    );
    for (tool, name, value) in of_no_kind() {
        row(page, &[text(tool), text(name), number(count(value))]);
    }
    end(page);
}

/// Splits the name of a count into its kind and the rest, as in `language: fr`.
fn kind(name: &str) -> Option<(&str, &str)> {
    name.split_once(": ")
        .filter(|(kind, _)| !kind.contains(' '))
}

/// Writes a table for each kind of count, such as languages, the largest number first.
fn write_kinds(page: &mut String, steps: &[Step]) {
    let mut kinds: BTreeMap<&str, Vec<(&str, &str, f64)>> = BTreeMap::new();
    for Step { stats, .. } in steps {
        for (name, &value) in &stats.counts {
            if let Some((kind, name)) = kind(name) {
                let rows = kinds.entry(kind).or_default();
                rows.push((&stats.tool, name, value));
            }
        }
    }
    for (kind, mut rows) in kinds {
        rows.sort_by(|one, other| other.2.total_cmp(&one.2));
        let title = format!("Documents by {}", escape(kind));
        let columns = [&*escape(kind), "documents", "share", "step"];
        begin(page, &title, &columns, &[1, 2]);
        for (tool, name, value) in &rows {
            // Each step counts all documents that it reads.
            let all: f64 = (rows.iter())
                .filter(|(of, ..)| of == tool)
                .map(|(.., value)| value)
                .sum();
            row(
                page,
                &[
                    text(name),
                    number(count(*value)),
                    number(share(*value, all)),
                    text(tool),
                ],
            );
        }
        end(page);
    }
}

fn write_worst(page: &mut String, steps: &[Step]) {
    let reasons = || {
        steps.iter().flat_map(|step| {
            let skipped = step.stats.skipped.iter();
            skipped.map(|(reason, number)| (&step.stats.tool, reason, *number))
        })
    };
    if reasons().next().is_some() {
        begin(
            page,
            "Why inputs were left out",
            &["step", "reason", "inputs"],
            &[2],
        );
        for (tool, reason, inputs) in reasons() {
            row(page, &[text(tool), text(reason), number(grouped(inputs))]);
        }
        end(page);
    }
    if troubles(steps).next().is_some() {
        begin(
            page,
            "Some of them",
            &["step", "input", "what was wrong"],
            &[],
        );
        for (tool, trouble) in troubles(steps) {
            row(
                page,
                &[text(tool), text(&trouble.source), text(&trouble.message)],
            );
        }
        end(page);
    }
    let slowest = slowest(steps);
    if !slowest.is_empty() {
        begin(
            page,
            "What took longest",
            &["step", "document", "size", "time"],
            &[2, 3],
        );
        for (tool, slow) in slowest {
            row(
                page,
                &[
                    text(tool),
                    text(&slow.doc),
                    number(bytes(slow.bytes)),
                    number(seconds(slow.seconds)),
                ],
            );
        }
        end(page);
    }
}

fn begin(page: &mut String, title: &str, columns: &[&str], numbers: &[usize]) {
    begin_below(page, title, "", columns, numbers);
}

/// Begins a table whose head has something above the columns.
fn begin_below(page: &mut String, title: &str, above: &str, columns: &[&str], numbers: &[usize]) {
    let _ = writeln!(
        page,
        "<h2>{title}</h2>\n<div class=\"scroll\"><table>\n<thead><tr>{above}"
    );
    for (index, column) in columns.iter().enumerate() {
        let class = if numbers.contains(&index) {
            " class=\"number\""
        } else {
            ""
        };
        let _ = write!(page, "<th scope=\"col\"{class}>{column}</th>");
    }
    page.push_str("</tr></thead>\n<tbody>\n");
}

fn row(page: &mut String, cells: &[String]) {
    let _ = writeln!(page, "<tr>{}</tr>", cells.concat());
}

fn end(page: &mut String) {
    page.push_str("</tbody></table></div>\n");
}

fn text(text: &str) -> String {
    format!("<td>{}</td>", escape(text))
}

fn number(number: impl Display) -> String {
    format!("<td class=\"number\">{number}</td>")
}

/// Returns a cell with a number and, below it, a bar with its share of the whole. Such columns come
/// first, because narrow screens show no more.
fn bar(number: &str, part: f64, whole: f64) -> String {
    let share = if whole > 0.0 {
        (100.0 * part / whole).clamp(0.0, 100.0)
    } else {
        0.0
    };
    format!(
        "<td class=\"plot\">{number}<svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{share:.0} %\">\
         <rect class=\"whole\" width=\"100\" height=\"10\"/><rect class=\"part\" width=\"{share:.2}\" height=\"10\"/></svg></td>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::{Stats, Trouble};

    #[test]
    fn whatever_a_name_holds_is_text() {
        let stats = Stats {
            tool: "<b>".into(),
            skipped: [("<script>alert(1)</script>".into(), 3)].into(),
            troubles: vec![Trouble {
                source: "a\"&'<".into(),
                message: "\u{1}".into(),
            }],
            ..Stats::default()
        };
        let page = write("<title>", &crate::steps([stats]));
        for bad in ["<script", "<b>", "<title><", "\u{1}"] {
            assert!(!page.contains(bad), "{bad}");
        }
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    }

    #[test]
    fn a_bar_never_leaves_its_place() {
        for (part, whole) in [(0.0, 0.0), (3.0, 2.0), (f64::NAN, 1.0), (1.0, 4.0)] {
            let bar = bar("n", part, whole);
            assert!(bar.contains("width=\"100\" height"), "{bar}");
        }
        assert!(bar("n", 3.0, 2.0).contains("width=\"100.00\""));
        assert!(bar("n", 1.0, 4.0).contains("width=\"25.00\""));
    }
}
