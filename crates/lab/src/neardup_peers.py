"""Near-duplicates by other programs: `TOOL FILE SIMILARITY` prints a line for each document that goes, with the one that stays.

TOOL is rensa or datasketch. Both get the same shingles: runs of five words (`\\w+`) in lower case. A document is compared with those that
stay; 128 hashes make a signature. rensa's bands are 16 of 8 hashes, the most that its users ask for; datasketch chooses its own.
"""

import json
import re
import sys

HASHES = 128


def shingles(text):
    words = re.findall(r"\w+", text.lower())
    return {" ".join(words[at : at + 5]) for at in range(max(1, len(words) - 4))}


def rensa(similarity):
    from rensa import RMinHash, RMinHashLSH

    index = RMinHashLSH(threshold=similarity, num_perm=HASHES, num_bands=16)

    def signature(text):
        made = RMinHash(num_perm=HASHES, seed=42)
        made.update(list(shingles(text)))
        return made

    return index, signature


def datasketch(similarity):
    from datasketch import MinHash, MinHashLSH

    index = MinHashLSH(threshold=similarity, num_perm=HASHES)

    def signature(text):
        made = MinHash(num_perm=HASHES)
        made.update_batch([shingle.encode() for shingle in shingles(text)])
        return made

    return index, signature


def main(tool, path, similarity):
    index, signature = {"rensa": rensa, "datasketch": datasketch}[tool](similarity)
    stay = {}
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file):
            record = json.loads(line)
            made = signature(record["text"])
            for other in index.query(made):
                name, kept = stay[other]
                if kept.jaccard(made) >= similarity:
                    print(record["id"], name, sep="\t")
                    break
            else:
                index.insert(number, made)
                stay[number] = (record["id"], made)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]))
