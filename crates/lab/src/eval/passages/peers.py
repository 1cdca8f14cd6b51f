"""Pairs of documents by other programs: FILE. Lines of a method's name and two documents' names.

passim 2 (pip install git+https://github.com/dasmiq/passim.git, with Java 17) with its defaults, up to the passages that it has aligned; a line says so
if it is not installed. datasketch and rensa as their manuals begin: 128 permutations; datasketch's own default threshold (0.9); for rensa, which has none, 0.8 in
16 bands; sets of the runs of five words. datasketch once more at a threshold of 0.1.
"""

import importlib.util
import json
import re
import subprocess
import sys
import tempfile

import xxhash
from datasketch import MinHash, MinHashLSH
from rensa import RMinHash, RMinHashLSH

HASHES = 128
WORDS = 5


def shingles(text):
    tokens = re.findall(r"\w+", text.lower())
    return {" ".join(tokens[at : at + WORDS]) for at in range(len(tokens) - WORDS + 1)}


def main(path):
    default, low = MinHashLSH(num_perm=HASHES), MinHashLSH(threshold=0.1, num_perm=HASHES)
    banded = RMinHashLSH(threshold=0.8, num_perm=HASHES, num_bands=16)
    names = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file):
            record = json.loads(line)
            name, grams = record["doc"], shingles(record["text"])
            signature = MinHash(num_perm=HASHES, hashfunc=xxhash.xxh32_intdigest)
            signature.update_batch([gram.encode() for gram in grams])
            for method, index in (("datasketch", default), ("datasketch at .1", low)):
                for other in index.query(signature):
                    print(method, other, name, sep="\t")
                index.insert(name, signature)
            signature = RMinHash(num_perm=HASHES, seed=42)
            signature.update(list(grams))
            for other in banded.query(signature):
                print("rensa", names[other], name, sep="\t")
            banded.insert(number, signature)
            names.append(name)


def passim(path):
    if importlib.util.find_spec("passim") is None:
        print("passim 2", "not installed", sep="\t")
        return
    import pyarrow.parquet

    with open(path, encoding="utf-8") as file:
        names = [json.loads(line)["doc"] for line in file]
    with tempfile.TemporaryDirectory() as folder:
        # A process of its own: it prints, and ends Spark.
        script = "import sys; from passim import seriatim; seriatim.main(sys.argv[1:])"
        command = [sys.executable, "-c", script, "--id", "doc", "--to-extents", path, f"{folder}/out"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        found = pyarrow.parquet.read_table(f"{folder}/out/tmp/extents.parquet", columns=["uid", "uid2"]).to_pylist()
    # Spark hashes a string with the seed 42.
    by_uid = {xxhash.xxh64_intdigest(name.encode(), 42): name for name in names}
    # The earlier document first, as the other programs have it.
    pairs = {tuple(sorted((by_uid[row["uid"] % 2**64], by_uid[row["uid2"] % 2**64]), key=names.index)) for row in found}
    for pair in sorted(pairs):
        print("passim 2", *pair, sep="\t")


if __name__ == "__main__":
    main(sys.argv[1])
    passim(sys.argv[1])
