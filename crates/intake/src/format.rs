//! The option `--input-format`.

use std::str::FromStr;

use crate::CONTAINERS;

/// The value of `--input-format`: a container, or `auto`.
#[derive(Debug, Clone, Copy, Default)]
pub struct InputFormat(Option<usize>);

impl FromStr for InputFormat {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        if name == "auto" {
            return Ok(InputFormat(None));
        }
        let found = CONTAINERS.iter().position(|row| row.name == name);
        found
            .map(|number| InputFormat(Some(number)))
            .ok_or_else(|| format!("'{name}' is not one of {}", InputFormat::names().join(", ")))
    }
}

impl InputFormat {
    /// Returns all names.
    pub fn names() -> Vec<&'static str> {
        std::iter::once("auto")
            .chain(CONTAINERS.iter().map(|row| row.name))
            .collect()
    }

    /// Returns the index of the chosen container.
    pub(crate) fn number(self) -> Option<usize> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_has_a_name() {
        assert!("parquet".parse::<InputFormat>().is_ok());
        assert!("auto".parse::<InputFormat>().is_ok());
        assert!("doc".parse::<InputFormat>().is_err());
    }
}
