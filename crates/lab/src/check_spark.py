"""check_spark.py MASTER FOLDER JOB CORPUS MEGABYTES [NAME=VALUE ...]: jobs of trommel_tools.spark beside what one machine has written to FOLDER."""

import collections
import glob
import gzip
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time

from pyspark.sql import SparkSession
from pyspark.sql import functions as F
from trommel_tools import spark as trommel

master, folder, job, corpus, megabytes, *more = sys.argv[1:]
folder = pathlib.Path(folder)
gigabytes = float(megabytes) / 1000
known = dict(word.split("=", 1) for word in more)
events = folder / "events"
#: Name, begin and end of each step, in milliseconds.
steps = []


def stat(path):
    """The name in a /proc/N/stat, and the fields after it; None for a process that has ended."""
    try:
        name, _, fields = pathlib.Path(path).read_text().rpartition(")")
    except OSError:
        return None
    return name.partition("(")[2], fields.split()


def processes():
    """The processes of this session: id, name, and the fields of /proc/N/stat after the name."""
    for path in glob.glob("/proc/[0-9]*/stat"):
        if (found := stat(path)) and int(found[1][3]) == os.getsid(0):
            yield int(path.split("/")[2]), *found


def cpu():
    """CPU seconds of this session so far, ended processes included.

    The JIT compiler and the garbage collector are told by the names of their threads. The tools are the children of Python that have
    ended; a Python worker that was idle for a minute ends as well, and counts as a tool from then on.
    """
    found = collections.Counter()
    for pid, name, fields in processes():
        own, ended = (sum(map(int, fields[at : at + 2])) for at in (11, 13))
        if name != "java":
            found.update({"Python": own, "tools": ended})
            continue
        found.update({"JVM": own, "Python": ended})
        for path in glob.glob(f"/proc/{pid}/task/*/stat"):
            thread = stat(path)
            kind = thread and ("JIT" if "Compiler" in thread[0] else "GC" if thread[0].startswith(("GC ", "G1 ")) else None)
            if kind:
                used = sum(map(int, thread[1][11:13]))
                found.update({kind: used, "JVM": -used})
    return {kind: ticks / os.sysconf("SC_CLK_TCK") for kind, ticks in found.items()}


def is_executor(pid):
    try:
        return b"CoarseGrainedExecutorBackend" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def session():
    shutil.rmtree(events, ignore_errors=True)
    events.mkdir()
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.memory": "512m",
        "spark.driver.maxResultSize": "8m",
        "spark.rpc.message.maxSize": "8",
        # So that shuffles of finished steps go from the disks.
        "spark.cleaner.periodicGC.interval": "1min",
        "spark.eventLog.enabled": "true",
        "spark.eventLog.compress": "false",
        "spark.eventLog.dir": events.as_uri(),
        "spark.sql.shuffle.partitions": known.get("parts", "16"),
        "spark.local.dir": str(folder / "local"),
    }
    builder = SparkSession.builder.master(master).appName("check-spark")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    trommel.bound_batches(spark)
    # The workers' Python, too.
    spark.range(4, numPartitions=4).mapInArrow(lambda batches: batches, "id long").count()
    return spark


def checksum(frame, *columns):
    """A number for the rows of a frame, in whatever order."""
    row = frame.agg(F.count("*"), F.sum(F.xxhash64(*columns).cast("decimal(38,0)"))).collect()[0]
    return int(row[0]), int(row[1] or 0)


def step(name, run):
    """Runs a step; prints what it took, and how that compares with one machine."""
    before, start = cpu(), time.time()
    result = run()
    used = {kind: seconds - before.get(kind, 0) for kind, seconds in cpu().items()}
    took, wall = sum(used.values()), time.time() - start
    steps.append((name, start * 1000, time.time() * 1000))
    bare = float(known.get(name, 0))
    over = f", {(took - bare) / gigabytes:.1f} CPU s/GB over the bare pipe, {took / bare:.2f} times one machine" if bare else ""
    print(f"  {name}: {took:.0f} CPU s, {took / gigabytes:.1f} CPU s/GB{over}; {wall:.0f} s")
    print("    " + ", ".join(f"{kind} {seconds:.1f}" for kind, seconds in sorted(used.items())), flush=True)
    return result


def same(name, frame, *columns):
    expected = checksum(spark.read.json(str(folder / f"{name}.jsonl")), *columns)
    found = checksum(frame, *columns)
    if found != expected:
        sys.exit(f"{name}: {found} is not {expected}")
    print(f"  {name}: the {found[0]} rows of one machine", flush=True)


def tasks():
    """The tasks that the event log tells of: begin and end, in milliseconds, and bytes written to shuffles."""
    for file in sorted(events.rglob("*")):
        if not file.is_file() or not file.name.startswith(("events_", "local-", "app-")):
            continue
        with open(file, encoding="utf-8") as lines:
            for event in map(json.loads, lines):
                if event["Event"] == "SparkListenerTaskEnd":
                    info, metrics = event["Task Info"], event.get("Task Metrics") or {}
                    shuffled = metrics.get("Shuffle Write Metrics", {}).get("Shuffle Bytes Written", 0)
                    yield info["Launch Time"], info["Finish Time"], shuffled


def slots(begin):
    """Prints the tasks and shuffles of each step, and for how much of the time how many tasks ran at once, by the event log."""
    found = [task for task in tasks() if task[0] >= begin]
    for name, start, end in steps:
        own = [task for task in found if start <= task[0] < end]
        print(f"  {name}: {len(own)} tasks, {sum(task[2] for task in own) / 1e6:.1f} MB shuffled")
    changes = sorted(change for start, end, _ in found for change in ((start, 1), (end, -1)))
    at, running, busy = begin, 0, {}
    for time_of, change in changes:
        busy[running] = busy.get(running, 0) + time_of - at
        at, running = time_of, running + change
    total = max(1, at - begin)
    shares = ", ".join(f"{count} tasks {share / total:.0%}" for count, share in sorted(busy.items()))
    print(f"  tasks at once between start-up and end ({total / 1000:.0f} s): {shares}", flush=True)


def peak():
    """Watches the memory of each executor with its Python and tools, in MiB."""
    most = [0]

    def watch():
        while True:
            parents = {pid: int(fields[1]) for pid, _, fields in processes()}
            # The processes below the Java of an executor: its Python, and the tools.
            executors = {pid for pid in parents if is_executor(pid)}
            below = dict.fromkeys(executors, 0)
            # Before it runs a program, a process that Java makes has the size of Java: so this is read anew.
            for pid, _, fields in processes():
                above = pid
                while above in parents and above not in executors:
                    above = parents[above]
                if pid not in executors and above in executors:
                    below[above] += int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
            most[0] = max([most[0], *below.values()])
            time.sleep(1)

    threading.Thread(target=watch, daemon=True).start()
    return most


def fresh(name):
    path = folder / name
    shutil.rmtree(path, ignore_errors=True)
    return str(path)


def made():
    """The corpus as Parquet."""
    path = fresh("corpus.parquet")
    frame = spark.read.json(corpus, schema="id string, text string")
    frame = frame.withColumn("n", F.monotonically_increasing_id() if job == "books" else F.col("id").cast("int"))
    frame.repartition(max(8, int(gigabytes * 16))).write.parquet(path)
    return spark.read.parquet(path)


def books():
    df = made()
    step("Parquet to Parquet without a tool", lambda: df.write.parquet(fresh("copy.parquet")))
    step(
        "Parquet to Parquet through Python without a tool",
        lambda: df.mapInArrow(lambda batches: batches, df.schema).write.parquet(fresh("copy.parquet")),
    )
    shutil.rmtree(folder / "copy.parquet")
    files = f"'{folder}'/corpus.parquet/*.parquet"
    step(
        "freqlines on one machine of the same Parquet files",
        lambda: subprocess.run(
            f"linenorm -j 1 --ends 300 {files} | freqlines -S 256M --backend external > /dev/null", shell=True, check=True
        ),
    )
    step("freqlines", lambda: trommel.freqlines(df).write.parquet(fresh("freqlines.parquet")))
    frequent = spark.read.parquet(str(folder / "freqlines.parquet"))
    out = fresh("cutbounds.parquet")
    step("cutbounds", lambda: trommel.cutbounds(df, frequent).write.parquet(out))
    same("freqlines", frequent, "count", "text")
    same("cutbounds", spark.read.parquet(out), "id", "text")


def web():
    df = made()
    out, work = fresh("blockdedup.parquet"), fresh("work")
    step("blockdedup", lambda: trommel.blockdedup(df, order_by="n", work=work, memory="256M").write.parquet(out))
    same("blockdedup", spark.read.parquet(out), "id", "text")
    size = sum(file.stat().st_size for file in pathlib.Path(work).rglob("*") if file.is_file())
    rounds = len(list(pathlib.Path(work).glob("step=round-*")))
    print(f"  blockdedup: {size / 1e6:.0f} MB in its work folder, {rounds} rounds", flush=True)


def faults():
    df = made()
    out, work = fresh("blockdedup.parquet"), fresh("work")
    done = threading.Event()
    stages = ("step=text", "step=round-1", "step=before-1")

    def kill():
        """An executor in the middle of each of three steps."""
        for stage in stages:
            while not done.is_set() and not (pathlib.Path(work) / stage / "_temporary").exists():
                time.sleep(0.05)
            time.sleep(1)
            executors = [pid for pid, *_ in processes() if is_executor(pid)]
            if executors and not done.is_set():
                os.kill(executors[0], signal.SIGKILL)
                print(f"  an executor was killed during {stage}", flush=True)

    if master.startswith("local-cluster"):
        threading.Thread(target=kill, daemon=True).start()
    step("blockdedup with executors that are killed", lambda: trommel.blockdedup(df, order_by="n", work=work).write.parquet(out))
    done.set()
    same("blockdedup", spark.read.parquet(out), "id", "text")

    # A thousand files, one of them cut off; a hundred lines are not records.
    files = pathlib.Path(fresh("files"))
    files.mkdir()
    with open(corpus, encoding="utf-8") as lines:
        records = [line for line, _ in zip(lines, range(5000))]
    names = {json.loads(record)["id"] for record in records}
    for number in range(1000):
        text = "".join(records[number * 5 : number * 5 + 5])
        if number % 10 == 3:
            text += '{"id":"bad","text":\n'
        data = gzip.compress(text.encode())
        (files / f"{number:04}.jsonl.gz").write_bytes(data)
    (files / "cut.jsonl.gz").write_bytes(gzip.compress(("".join(records[:50])).encode())[:-20])
    good, bad = trommel.read_documents(
        spark, str(files), stages=[["cutbounds", "--freq", "/dev/null", "--emit", "body"]], extra={}, errors=True, parts=8
    )
    rows = good.where("source not like '%/cut.jsonl.gz'").select("doc").collect()
    errors = bad.groupBy("source").count().collect()
    assert {row.doc for row in rows} == names and len(rows) == 5000, (len(rows), len(names))
    assert len(errors) == 101, len(errors)
    print(f"  1,001 files, one cut short, 100 with a bad record: all {len(rows)} good rows, errors of {len(errors)} files", flush=True)


spark = session()
print(f"{job}, {megabytes} MB, {master}: start-up {sum(cpu().values()):.0f} CPU s", flush=True)
most = peak()
begin = int(time.time() * 1000)
{"books": books, "web": web, "faults": faults}[job]()
spark.stop()
slots(begin)
print(f"  memory of an executor's Python and tools: at most {most[0] >> 20} MiB", flush=True)
for name in ("corpus.parquet", "work", "blockdedup.parquet", "cutbounds.parquet", "freqlines.parquet", "files", "local"):
    shutil.rmtree(folder / name, ignore_errors=True)
