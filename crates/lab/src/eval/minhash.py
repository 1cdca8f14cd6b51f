"""Pairs of documents by MinHash and LSH, with rensa: FILE WORDS THRESHOLD."""

import json
import re
import sys

from rensa import RMinHash, RMinHashLSH

HASHES = 128


def shingles(text, words):
    tokens = re.findall(r"\w+", text.lower())
    return [" ".join(tokens[at : at + words]) for at in range(len(tokens) - words + 1)]


def main(path, words, threshold):
    # Bands whose threshold (1 / bands) ^ (bands / hashes) is next to the one that is asked for.
    bands = min((2**n for n in range(1, 7)), key=lambda n: abs((1 / n) ** (n / HASHES) - threshold))
    index = RMinHashLSH(threshold=threshold, num_perm=HASHES, num_bands=bands)
    names, signatures = [], []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file):
            record = json.loads(line)
            signature = RMinHash(num_perm=HASHES, seed=42)
            signature.update(shingles(record["text"], words))
            for other in index.query(signature):
                if signature.jaccard(signatures[other]) >= threshold:
                    print(names[other], record["doc"], sep="\t")
            index.insert(number, signature)
            names.append(record["doc"])
            signatures.append(signature)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
