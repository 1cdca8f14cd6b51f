# The recipes of this repository. Each works without just, too: the lines are for a shell.

# List the recipes
default:
    @just --list

# Run the main job on the small corpus
demo:
    cargo xtask demo

# Run all tests
test:
    cargo test

# Run what CI runs
ci:
    bash .ci/run

# Write man/ and completions/ anew
gen:
    cargo xtask gen

# Write the expected outputs of tests/cases anew
cases:
    UPDATE_EXPECT=1 cargo test --test cases

# Compare the main job with what people use today
bench FOLDER="tests/corpus/books":
    cargo lab bench main {{FOLDER}}

# Compare the bounds of labelled books with the labels
eval-gutenberg FOLDER:
    cargo lab eval gutenberg {{FOLDER}}

# Build binaries tuned for speed and size
dist:
    cargo build --profile dist --bins

# Run the tests of the tools as Windows programs; needs wine64 and gcc-mingw-w64-x86-64
windows:
    bash .ci/windows

# Make what a release offers, in target/release-files: archives, Debian package, wheel, checksums
release:
    bash .ci/release

# Put manual pages and completions below PREFIX/share, where man(1) and the shells look for them
install-docs PREFIX="$HOME/.local":
    install -d {{PREFIX}}/share/man/man1 {{PREFIX}}/share/man/man5 {{PREFIX}}/share/man/man7 {{PREFIX}}/share/bash-completion/completions {{PREFIX}}/share/zsh/site-functions {{PREFIX}}/share/fish/vendor_completions.d
    for n in 1 5 7; do install -m 644 man/*.$n {{PREFIX}}/share/man/man$n/; done
    for f in completions/*.bash; do install -m 644 $f {{PREFIX}}/share/bash-completion/completions/$(basename $f .bash); done
    install -m 644 completions/_* {{PREFIX}}/share/zsh/site-functions/
    install -m 644 completions/*.fish {{PREFIX}}/share/fish/vendor_completions.d/

# Build the Python wheel into target/wheels; needs maturin
wheel:
    crates/python/wheel --out ../../target/wheels

# Kill the tools, fill their disk, cut their files, take their memory, and tell what happened
faults:
    cargo lab faults

# Send files of Python's datasets and warcio through the tools
check-producers PYTHON="python3":
    cargo lab check-producers --python {{PYTHON}}

# Compare PySpark and GNU parallel with one machine; BIN is the folder of spark-submit
check-spark BIN=".venv/bin":
    cargo lab check-spark --python {{BIN}}
