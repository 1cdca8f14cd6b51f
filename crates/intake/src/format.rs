//! The option `--input-format`.

/// The value of `--input-format`: a container, or `auto`.
#[derive(Debug, Clone, Copy, Default)]
pub struct InputFormat(pub(crate) Option<usize>);

impl InputFormat {
    /// Whether it is detected for each file.
    #[must_use]
    pub fn is_auto(self) -> bool {
        self.0.is_none()
    }

    /// Returns the index of the chosen container.
    pub(crate) fn number(self) -> Option<usize> {
        self.0
    }
}
