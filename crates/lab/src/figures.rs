//! The tables of docs/figures.md: a recipe says what it measured, each cell is compared with the page, and `--write` puts the new
//! numbers there.

use std::fs;
use std::ops::Range;

use anyhow::Context;

/// The page.
pub const PAGE: &str = "docs/figures.md";
/// Each line with a recipe begins with it.
const RECIPE: &str = "Recipe: `cargo lab ";

/// What a recipe measured, by cells of the tables below it on the page.
pub struct Figures {
    recipe: &'static str,
    cells: Vec<Cell>,
}

struct Cell {
    row: String,
    column: String,
    numbers: Vec<f64>,
}

impl Figures {
    /// No figures yet of a recipe, for example `eval languages`.
    pub fn of(recipe: &'static str) -> Self {
        let cells = Vec::new();
        Self { recipe, cells }
    }

    /// Adds the first numbers of a cell: that of the row whose name begins so, and of this column. A share is at most 1, also where
    /// the page has per cent. NaN stands for a number that was not measured.
    pub fn add(&mut self, row: &str, column: &str, numbers: &[f64]) {
        self.cells.push(Cell {
            row: row.to_owned(),
            column: column.to_owned(),
            numbers: numbers.to_vec(),
        });
    }

    /// Prints `claim: value (was value)` for each cell that the page has, and which ones nothing was measured for. If `write`, the
    /// page gets the new numbers.
    pub fn settle(&self, write: bool) -> anyhow::Result<()> {
        let path = crate::root().join(PAGE);
        let page = fs::read_to_string(&path)?;
        let (new, said) = self.compared(&page)?;
        said.iter().for_each(|line| println!("{line}"));
        if write {
            fs::write(path, new)?;
        }
        Ok(())
    }

    /// The page with the new numbers, and what is said about each cell.
    fn compared(&self, page: &str) -> anyhow::Result<(String, Vec<String>)> {
        let recipe = format!("`cargo lab {}", self.recipe);
        let (mut new, mut said) = (String::new(), Vec::new());
        let (mut is_ours, mut columns) = (false, Vec::new());
        for line in page.lines() {
            if line.starts_with(RECIPE) || line.starts_with("# ") {
                is_ours = line.starts_with(RECIPE) && line.contains(&recipe);
            }
            let is_row = line.starts_with('|');
            let names = || cells(line).map(bare).collect::<Vec<_>>();
            if !is_row || !is_ours {
                columns.clear();
                new += line;
            } else if columns.is_empty() {
                columns = names();
                new += line;
            } else {
                new += &self.row(line, &columns, &mut said)?;
            }
            new.push('\n');
        }
        anyhow::ensure!(!said.is_empty(), "{PAGE} has no table of {recipe}");
        Ok((new, said))
    }

    /// A row of a table with the new numbers.
    fn row(
        &self,
        line: &str,
        columns: &[String],
        said: &mut Vec<String>,
    ) -> anyhow::Result<String> {
        let row = cells(line).next().map(bare).unwrap_or_default();
        let mut new = String::from("|");
        for (at, (old, column)) in cells(line).zip(columns).enumerate() {
            let ours = (self.cells.iter()).find(|cell| {
                at > 0
                    && cell.column.eq_ignore_ascii_case(column)
                    && !cell.row.is_empty()
                    && row.starts_with(&cell.row)
            });
            let cell = match ours {
                Some(cell) => with_numbers(old, &cell.numbers)
                    .with_context(|| format!("{row}, {column}: {old}"))?,
                None => old.to_owned(),
            };
            if ours.is_some() {
                said.push(format!(
                    "{row}, {column}: {} (was {})",
                    cell.trim(),
                    old.trim()
                ));
            } else if at > 0 && !numbers(old).is_empty() {
                said.push(format!(
                    "{row}, {column}: not measured (was {})",
                    old.trim()
                ));
            }
            new += &format!("{cell}|");
        }
        Ok(new)
    }
}

/// Replaces the whole table of a recipe on the page.
pub fn replace_table(recipe: &str, table: &str) -> anyhow::Result<()> {
    let path = crate::root().join(PAGE);
    let page = fs::read_to_string(&path)?;
    let from = page.find(&format!("{RECIPE}{recipe}"));
    let from = from.context("no such recipe")?;
    let from = from + page[from..].find("\n| ").context("no table")? + 1;
    let to = from + page[from..].find("\n\n").context("no end")? + 1;
    fs::write(path, [&page[..from], table, &page[to..]].concat())?;
    Ok(())
}

/// The cells of a row, with the blanks around them. `\|` does not end a cell.
fn cells(row: &str) -> impl Iterator<Item = &str> {
    let inside = row.trim().trim_start_matches('|');
    let mut escaped = false;
    let is_end = move |char| {
        let is_end = char == '|' && !escaped;
        escaped = char == '\\';
        is_end
    };
    inside.strip_suffix('|').unwrap_or(inside).split(is_end)
}

/// A name without marks of Markdown.
fn bare(cell: &str) -> String {
    cell.trim().replace(['`', '*'], "")
}

/// Where the numbers of a cell are: `.944, 4,987 (n-gram of 5)` has three.
fn numbers(cell: &str) -> Vec<Range<usize>> {
    let bytes = cell.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let is_inside = |at: usize| is_digit(at) || b".,".contains(&bytes[at]) && is_digit(at + 1);
    let mut found: Vec<Range<usize>> = Vec::new();
    for at in (0..bytes.len()).filter(|&at| is_inside(at)) {
        let goes_on = found.last().is_some_and(|last| last.end == at);
        match found.last_mut() {
            Some(last) if goes_on => last.end = at + 1,
            _ => found.push(at..at + 1),
        }
    }
    found
}

/// A cell whose first numbers are new, with as many decimals as the old ones.
fn with_numbers(cell: &str, new: &[f64]) -> anyhow::Result<String> {
    let places = numbers(cell);
    anyhow::ensure!(
        places.len() >= new.len(),
        "{} numbers were measured",
        new.len()
    );
    let mut text = cell.to_owned();
    for (place, &number) in places.iter().zip(new).rev() {
        if number.is_nan() {
            continue;
        }
        let old = &cell[place.clone()];
        let is_share = cell[place.end..].trim_start().starts_with('%');
        let number = if is_share { 100.0 * number } else { number };
        let decimals = old
            .split_once('.')
            .map_or(0, |(_, decimals)| decimals.len());
        let mut written = format!("{number:.decimals$}");
        if old.starts_with('.') {
            written = written.replacen("0.", ".", 1);
        } else if decimals == 0 {
            written = with_commas(&written);
        }
        text.replace_range(place.clone(), &written);
    }
    Ok(text)
}

/// An integer whose thousands have commas.
fn with_commas(digits: &str) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLES: &str = "# One\n\nRecipe: `cargo lab eval one DIR`, and more.\n\n| | pieces | `ours` | peer |\n|---|---|---|---|\n\
        | short texts | 1,999 | .981 | **97.8 %** (peer 2) |\n| long | 3 | 1.000 | .5 |\n\n# Two\n\nRecipe: `cargo lab eval two`.\n\n| | ours |\n|---|---|\n| long | 7 |\n";

    #[test]
    fn cells_get_the_new_numbers_in_the_form_of_the_old_ones() {
        let mut figures = Figures::of("eval one");
        figures.add("short", "ours", &[0.9]);
        figures.add("short", "pieces", &[12345.0]);
        figures.add("short", "peer", &[0.9876]);
        figures.add("long", "ours", &[0.99999]);
        let (new, said) = figures.compared(TABLES).unwrap();
        assert!(
            new.contains("| short texts | 12,345 | .900 | **98.8 %** (peer 2) |"),
            "{new}"
        );
        assert!(
            new.contains("| long | 3 | 1.000 | .5 |") && new.contains("| long | 7 |"),
            "{new}"
        );
        assert!(
            said.contains(&"short texts, ours: .900 (was .981)".to_owned()),
            "{said:?}"
        );
        assert!(
            said.contains(&"long, peer: not measured (was .5)".to_owned()),
            "{said:?}"
        );
    }

    #[test]
    fn a_recipe_that_the_page_lacks_and_numbers_without_a_place_are_errors() {
        assert!(Figures::of("eval three").compared(TABLES).is_err());
        let mut figures = Figures::of("eval two");
        figures.add("long", "ours", &[1.0, 2.0]);
        assert!(figures.compared(TABLES).is_err());
    }
}
