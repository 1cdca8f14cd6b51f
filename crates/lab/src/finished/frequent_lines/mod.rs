//! Counting lines: the back ends of freqlines and their rivals, and the figures of Kaser & Lemire 2007.

mod bench;
mod corpus;
mod figures;
mod inputs;
mod plot;
mod reproduce;

pub use bench::{Against, run as bench};
pub use inputs::synthetic;
pub use reproduce::{Figures, run as reproduce};
