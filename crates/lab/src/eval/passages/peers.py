"""Pairs of documents by MinHash and LSH: FILE. Lines of a method's name and two documents' names.

datasketch and rensa as their manuals begin: 128 permutations; datasketch's own default threshold (0.9); for rensa, which has none, 0.8 in
16 bands; sets of the runs of five words. datasketch once more at a threshold of 0.1.
"""

import json
import re
import sys

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


if __name__ == "__main__":
    main(sys.argv[1])
