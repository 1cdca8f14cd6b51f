"""Deduplication by other tools: `run TOOL DOCUMENTS WORK` runs one, `show TOOL DOCUMENTS WORK` prints what it would remove.

DOCUMENTS is a file of JSON Lines with `id` and `text`, WORK a folder of the tool's own. What is removed is a JSON object a line: `doc` is a
document, `block` the number of one of its paragraphs from 1 on; without it, the whole document.
"""

import glob
import gzip
import json
import os
import sys


def datatrove(documents, work):
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline import dedup
    from datatrove.pipeline.readers import JsonlReader
    from datatrove.pipeline.writers import JsonlWriter

    config = dedup.MinhashConfig()
    folder, name = os.path.split(documents)
    signatures, buckets, remove = (f"{work}/{step}" for step in ("signatures", "buckets", "remove"))

    def step(name, pipeline, tasks=1):
        LocalPipelineExecutor(pipeline=pipeline, tasks=tasks, workers=1, logging_dir=f"{work}/log-{name}").run()

    def read():
        return JsonlReader(folder, glob_pattern=name)

    step("signatures", [read(), dedup.MinhashDedupSignature(signatures, config)])
    step("buckets", [dedup.MinhashDedupBuckets(signatures, buckets, config=config)], config.num_buckets)
    step("cluster", [dedup.MinhashDedupCluster(buckets, remove, config=config)])
    writer = JsonlWriter(f"{work}/removed", compression=None)
    step("filter", [read(), dedup.MinhashDedupFilter(remove, exclusion_writer=writer), JsonlWriter(f"{work}/kept", compression=None)])


def datatrove_removed(documents, work):
    for path in glob.glob(f"{work}/removed/*"):
        for record in records(path):
            yield {"doc": record["id"]}


def text_dedup(documents, work):
    options = {
        "--path": "json",
        "--data_files": documents,
        "--split": "train",
        "--cache_dir": f"{work}/cache",
        "--output": f"{work}/kept",
        "--column": "text",
        "--num_proc": "1",
        "--batch_size": "10000",
    }
    os.environ["HF_HUB_OFFLINE"] = "1"
    command = [sys.executable, "-m", "text_dedup.minhash", *(word for option in options.items() for word in option)]
    os.execv(sys.executable, command)


def text_dedup_removed(documents, work):
    from datasets import load_from_disk

    kept = set(load_from_disk(f"{work}/kept")["id"])
    for record in records(documents):
        if record["id"] not in kept:
            yield {"doc": record["id"]}


def dolma_removed(documents, work):
    """Its attributes are ranges of characters, of whole paragraphs; what separates these counts as one, however long it is."""
    (path,) = glob.glob(f"{work}/attributes/*/*")
    for record, found in zip(records(documents), records(path)):
        starts = {range[0] for range in found["attributes"].get("copies", [])}
        at = 0
        for number, paragraph in enumerate(record["text"].split("\n\n"), 1):
            if at in starts:
                yield {"doc": record["id"], "block": number}
            at += len(paragraph) + 1


def records(path):
    open_it = gzip.open if path.endswith(".gz") else open
    with open_it(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def main(what, tool, documents, work):
    if what == "run":
        {"datatrove": datatrove, "text_dedup": text_dedup}[tool](documents, work)
        return
    removed = {"datatrove": datatrove_removed, "text_dedup": text_dedup_removed, "dolma": dolma_removed}[tool]
    for record in removed(documents, work):
        print(json.dumps(record))


if __name__ == "__main__":
    main(*sys.argv[1:])
