"""Files of any kind to a corpus with DataTrove: python datatrove_pages.py FOLDER OUT."""

import sys

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.writers import JsonlWriter
from trommel_tools import datatrove as trommel


def main(folder: str, out: str, tasks: int = 1) -> None:
    steps = [
        trommel.Read(folder),
        trommel.Extract(metadata=True),
        trommel.Language(),
        trommel.RemoveRepeats(),
        trommel.Stats(),
        JsonlWriter(out, compression=None),
    ]
    LocalPipelineExecutor(steps, tasks=tasks, logging_dir=f"{out}/logs").run()


if __name__ == "__main__":
    main(*sys.argv[1:])
