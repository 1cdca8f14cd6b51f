"""The tools of trommel from Python: where they are, and ways to run them.

Text goes through the tools as processes do it: a stream in, a stream out, and memory for what is on the way.
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
from subprocess import PIPE, CalledProcessError

__all__ = ["PIPE", "TOOLS", "CalledProcessError", "path", "run", "stream"]

#: The tools, in the order in which data flows through them.
TOOLS = (
    "linenorm",
    "freqlines",
    "cutbounds",
    "factorends",
    "uniqwords",
    "lcsdup",
    "charset",
    "htmlblocks",
    "altcount",
    "blockdedup",
    "neardup",
    "overlap",
    "textstats",
    "trommel-report",
)


def path(name):
    """The path of a tool's binary: the one that was installed with this module, else one on PATH.

    Raises ValueError for a name that is no tool's, and FileNotFoundError where it is not installed.
    """
    if name not in TOOLS:
        raise ValueError(f"'{name}' is none of {', '.join(TOOLS)}")
    file = name + (sysconfig.get_config_var("EXE") or "")
    here = os.path.dirname(os.path.abspath(__file__))
    folders = [
        # `pip install --target DIR`, or an archive of that: what came with this module, whatever else is installed.
        os.path.join(os.path.dirname(here), "bin"),
        sysconfig.get_path("scripts"),
        # `pip install --user`.
        sysconfig.get_path("scripts", scheme=sysconfig.get_preferred_scheme("user")) if sys.version_info >= (3, 10) else None,
    ]
    for folder in filter(None, folders):
        found = os.path.join(folder, file)
        if os.path.isfile(found):
            return found
    found = shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"{name} is neither in {', '.join(filter(None, folders))} nor on PATH")
    return found


def run(name, *arguments, check=True, **options):
    """Runs a tool to its end, as `subprocess.run` does, and returns what that returns.

    `arguments` are strings, bytes or paths; `options` are those of `subprocess.run`. With `check`, trouble raises
    CalledProcessError.
    """
    return subprocess.run([path(name), *arguments], check=check, **options)


def stream(name, *arguments, records=None, lines=None):
    """Runs a tool on a stream, and yields the records that it writes, as dictionaries.

    `records` is an iterable of dictionaries, or `lines` one of strings or bytes without line feeds (paths, or plain lines with
    -R). A thread feeds the tool, so neither side is held in memory. An error of the iterable ends the tool and is raised; exit
    code 2 raises CalledProcessError after the last record.
    """
    if (records is None) == (lines is None):
        raise TypeError("one of records and lines is needed")
    arguments = [path(name), *arguments]
    process = subprocess.Popen(arguments, stdin=PIPE, stdout=PIPE)
    failed = []

    def feed():
        try:
            with process.stdin as to:
                if records is not None:
                    for record in records:
                        to.write(json.dumps(record, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n")
                else:
                    for line in lines:
                        to.write((line if isinstance(line, bytes) else os.fsencode(line)) + b"\n")
        except BrokenPipeError:
            pass  # The tool has ended; its exit code says why.
        except BaseException as error:
            failed.append(error)
            process.kill()

    feeder = threading.Thread(target=feed, daemon=True)
    feeder.start()
    try:
        with process.stdout as out:
            for line in out:
                yield json.loads(line)
        feeder.join()
        code = process.wait()
        if failed:
            raise failed[0]
        if code:
            raise CalledProcessError(code, arguments)
    finally:
        # The caller may have stopped early.
        if process.poll() is None:
            process.kill()
            process.wait()
