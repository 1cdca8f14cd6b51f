"""Starts the binary under the name of the script that calls this."""

import os
import subprocess
import sys

from ._process import path


def main() -> None:
    """Replaces this process where the system can; else runs the tool, and exits with its code."""
    name = os.path.splitext(os.path.basename(sys.argv[0]))[0]
    binary = path("trommel")
    if os.name == "posix":
        os.execv(binary, [name, *sys.argv[1:]])
    sys.exit(subprocess.call([binary, name, *sys.argv[1:]]))
