//! linenorm
