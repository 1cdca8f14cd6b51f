//! Recipes for this repository.

fn main() {}
