//! uniqwords
