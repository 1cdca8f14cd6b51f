"""Modules that answer as others do, for programs that switch. README.md has tables of the differences."""
