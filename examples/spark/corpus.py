"""trommel on Spark: the tools run in RDD.pipe, one process chain for each partition.

    spark-submit corpus.py books FOLDER OUT [--parts N]   # frequent lines, books without notices, pairs of books
    spark-submit corpus.py pages FOLDER OUT [--parts N]   # main text of web pages, each passage once

FOLDER and OUT are on storage that all workers see, and the tools are on the PATH of the one who submits the job. The result is that of one machine: the
order of the input is kept, and what is merged adds up. A tool that could not read everything ends with 2, and with
checkCode that ends the job.
"""

import argparse
import os
import shlex

from pyspark import SparkConf, SparkContext


def piped(rdd, command):
    """A shell pipeline on each partition."""
    # Without env the processes have no PATH.
    return rdd.pipe("bash -o pipefail -c " + shlex.quote(command), env=dict(os.environ), checkCode=True)


def save(rdd, path):
    """Writes a file; the partitions come one after the other."""
    with open(path + ".new", "w", encoding="utf-8", newline="\n") as out:
        for record in rdd.toLocalIterator():
            out.write(record + "\n")
    os.rename(path + ".new", path)
    return shlex.quote(path)


def books(spark, files, out, parts):
    # Counts add up: each partition counts everything it has (-k 0), one process adds, selects and sorts.
    counts = piped(files, "linenorm --ends 300 | freqlines -k 0 --unsorted")
    freq = save(piped(counts.coalesce(1), "freqlines"), out + "/freq.jsonl")

    # With the frequent lines known, books do not depend on each other.
    save(piped(files, f"cutbounds --freq {freq}"), out + "/bounds.jsonl")
    words = piped(files, f"cutbounds --freq {freq} --emit body | uniqwords")
    all_words = save(words, out + "/words.jsonl")

    # Pairs by shards: each reads all words and makes one of N equal shares of the comparisons.
    numbers = spark.parallelize(range(1, parts + 1), parts)
    save(piped(numbers, f"read i; lcsdup --shard $i/{parts} {all_words}"), out + "/pairs.jsonl")

    # Pairs by blocks, where no machine holds all words: each block by itself, and against each later one.
    blocks = []
    for number, block in enumerate(words.glom().toLocalIterator()):
        blocks.append(f"{out}/words-{number}.jsonl")
        save(spark.parallelize(block, 1), blocks[-1])
    own = [f"lcsdup {shlex.quote(a)}" for a in blocks]
    cross = [
        f"lcsdup {shlex.quote(a)} --against {shlex.quote(b)}"
        for i, a in enumerate(blocks)
        for b in blocks[i + 1 :]
    ]
    tasks = spark.parallelize(own + cross, len(own + cross))
    save(piped(tasks, 'read -r task; eval "$task"'), out + "/pairs-by-blocks.jsonl")


def pages(spark, files, out, parts):
    # Encodings and main text are found page by page.
    text = save(piped(files, "charset --language en --to-utf8 | htmlblocks --emit text"), out + "/text.jsonl")

    # What repeats is told from all that came before: one stream. The n-grams that occur more than once come first, so that
    # the stream needs the memory of those alone.
    one = spark.parallelize([0], 1)
    grams = save(piped(one, f"blockdedup --emit grams -S 64M {text}"), out + "/grams.jsonl")
    save(piped(one, f"blockdedup --grams {grams} {text}"), out + "/corpus.jsonl")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("job", choices=["books", "pages"])
    options.add_argument("folder")
    options.add_argument("out")
    options.add_argument("--parts", type=int, default=4)
    options = options.parse_args()
    os.makedirs(options.out, exist_ok=True)
    files = sorted(os.path.join(folder, name) for folder, _, names in os.walk(options.folder) for name in names)
    spark = SparkContext.getOrCreate(SparkConf().setAppName("trommel"))
    job = {"books": books, "pages": pages}[options.job]
    job(spark, spark.parallelize(files, options.parts), options.out, options.parts)
    spark.stop()


if __name__ == "__main__":
    main()
