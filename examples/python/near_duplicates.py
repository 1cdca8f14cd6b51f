"""Clusters of near-duplicates, with no other package: python near_duplicates.py FILE.jsonl prints the clusters that have several documents."""

import json
import sys
from collections.abc import Iterable

import trommel_tools


def clusters(texts: Iterable[str]) -> list[list[int]]:
    """The numbers of the texts, in clusters: each text joins the cluster of the earlier text that is most similar to it."""
    seen = trommel_tools.NearDup()
    found: dict[int, list[int]] = {}
    first: dict[int, int] = {}
    for number, text in enumerate(texts):
        match = seen.push(text)
        first[number] = number if match is None else first[match.document]
        found.setdefault(first[number], []).append(number)
    return list(found.values())


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as lines:
        for cluster in clusters(json.loads(line)["text"] for line in lines):
            if len(cluster) > 1:
                print(*cluster)
