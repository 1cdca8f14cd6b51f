//! Tables of tab-separated values whose first line names the columns.

use anyhow::Context;

/// A row of a table.
pub struct Row<'t> {
    header: &'t str,
    line: &'t str,
}

/// Returns the rows of a table.
pub fn rows(table: &str) -> impl Iterator<Item = Row<'_>> {
    let mut lines = table.lines();
    let header = lines.next().unwrap_or_default();
    lines.map(move |line| Row { header, line })
}

impl<'t> Row<'t> {
    /// Returns the cell in the column with this name.
    pub fn get(&self, column: &str) -> Option<&'t str> {
        let at = self.header.split('\t').position(|name| name == column)?;
        self.line.split('\t').nth(at)
    }

    /// Like [`Row::get`].
    ///
    /// # Errors
    /// There is no such cell.
    pub fn cell(&self, column: &str) -> anyhow::Result<&'t str> {
        self.get(column)
            .with_context(|| format!("no {column} in: {}", self.line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_by_the_names_of_their_columns() {
        let table: Vec<Row> = rows("id\turl\n1\thttp://a/\n2\n").collect();
        let cells = table.iter().map(|row| (row.get("id"), row.get("url")));
        let expected = [(Some("1"), Some("http://a/")), (Some("2"), None)];
        assert!(cells.eq(expected));
        assert!(table[1].cell("url").is_err() && table[0].get("kind").is_none());
    }
}
