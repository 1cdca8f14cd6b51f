//! cutbounds
