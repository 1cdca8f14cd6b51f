# The recipes of this repository. Each is one line that works without just, too.

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
    SNAPSHOTS=overwrite cargo test --test all cases

# Compare the main job with what people use today
bench FOLDER="tests/corpus/books":
    cargo lab bench main {{FOLDER}}

# Compare the bounds of labelled books with the labels
eval-gutenberg FOLDER:
    cargo lab eval gutenberg {{FOLDER}}

# Build binaries tuned for speed and size
dist:
    cargo build --profile dist --bins

# Build the Python wheel into target/wheels; needs maturin
wheel:
    cd crates/python && maturin build --release --out ../../target/wheels

# Kill the tools, fill their disk, cut their files, take their memory, and tell what happened
faults:
    cargo lab faults

# Send files of Python's datasets and warcio through the tools
check-producers PYTHON="python3":
    cargo lab check-producers --python {{PYTHON}}

# Compare PySpark and GNU parallel with one machine; BIN is the folder of spark-submit
check-spark BIN=".venv/bin":
    cargo lab check-spark --python {{BIN}}
