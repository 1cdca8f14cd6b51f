//! freqlines
