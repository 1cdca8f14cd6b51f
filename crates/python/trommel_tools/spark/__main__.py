"""The functions from a shell, for people who write no Python.

    python -m trommel_tools.spark JOB IN OUT [--option ...]

JOB is a function of trommel_tools.spark, and its keywords are options: --order-by url, --parts 200. What is none of them is an option
of the tool. IN and OUT are folders of Parquet, on any file system of Spark, or of what --in-format and --out-format name; for
read_warc and read_documents IN is a name or a pattern of files. --errors DIR writes what was rejected there, instead of ending the job.

cutbounds counts the frequent lines itself, unless --frequent FILE names them; overlap takes its items from --items FILE; lcsdup finds
the words itself where IN has no column `words`. Spark is set up as for any job: by SPARK_CONF_DIR, or by
PYSPARK_SUBMIT_ARGS='--master yarn --archives env.tar.gz#env pyspark-shell'.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from pyspark.sql import DataFrame, SparkSession

from trommel_tools import spark as trommel

if TYPE_CHECKING:
    Function = Callable[..., Any]

NOT_JOBS = ("bound_batches", "open_with_pyarrow", "register")
JOBS = sorted(name for name in trommel.__all__ if inspect.isfunction(getattr(trommel, name)) and name not in NOT_JOBS)


def keywords(function: Function) -> dict[str, inspect.Parameter]:
    """What can be said of a function from a shell; functions that pass keywords on have those of `pipeline`, too."""
    found = dict(inspect.signature(function).parameters)
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in found.values()):
        further = {trommel.read_warc: trommel.read_documents, trommel.neardup: trommel.near_duplicates}.get(function, trommel.pipeline)
        found = {**inspect.signature(further).parameters, **found}
    hidden = ("files", "extra", "result", "opened", "errors", "df", "spark", "paths", "items")
    wanted = ("stages",) if function is trommel.pipeline else ()
    return {name: p for name, p in found.items() if (p.kind is p.KEYWORD_ONLY or name in wanted) and name not in hidden}


def parser(job: str) -> argparse.ArgumentParser:
    """The options of a job."""
    function = getattr(trommel, job)
    about = argparse.RawDescriptionHelpFormatter
    options = argparse.ArgumentParser(
        prog=f"trommel_tools.spark {job}", description=inspect.getdoc(function), formatter_class=about, allow_abbrev=False
    )
    options.add_argument("input", metavar="IN")
    options.add_argument("output", metavar="OUT")
    options.add_argument("--in-format", default="parquet")
    options.add_argument("--out-format", default="parquet")
    options.add_argument("--mode", default="error", help="what to do where OUT is there: overwrite, append, ignore")
    options.add_argument("--errors", metavar="DIR")
    if job == "cutbounds":
        options.add_argument("--frequent", metavar="FILE", help="what freqlines has written, on the driver")
        options.add_argument("--more-than", type=int, default=10, metavar="K")
    if job == "overlap":
        options.add_argument("--items", metavar="FILE", required=True, help="the items, on the driver")
    for name, parameter in keywords(function).items():
        kind = str(parameter.annotation)
        flag = "--" + name.replace("_", "-")
        required = parameter.default is parameter.empty
        if kind == "bool":
            options.add_argument(flag, dest=name, action=argparse.BooleanOptionalAction, default=argparse.SUPPRESS)
        elif "Stage" in kind:
            options.add_argument("--stage", dest=name, action="append", default=argparse.SUPPRESS, required=required)
        else:
            value = int if kind in ("int", "int | None") else float if kind == "float" else str
            if "Sequence[str]" in kind:
                value = _list
            options.add_argument(flag, dest=name, type=value, default=argparse.SUPPRESS, required=required)
    return options


def _list(text: str) -> list[str]:
    return text.split(",")


def main(arguments: Sequence[str] | None = None, spark: SparkSession | None = None) -> None:
    """Runs a job."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    if not arguments or arguments[0] not in JOBS:
        asked = arguments and arguments[0] in ("-h", "--help")
        print(f"{__doc__}\nJobs: {', '.join(JOBS)}. JOB --help tells the options of one.", file=sys.stdout if asked else sys.stderr)
        sys.exit(0 if asked else 2)
    job = arguments[0]
    options, of_tool = parser(job).parse_known_args(arguments[1:])
    how = {name: value for name, value in vars(options).items() if name in keywords(getattr(trommel, job))}
    mine = spark is None
    spark = spark or SparkSession.builder.appName(f"trommel {job}").getOrCreate()
    trommel.bound_batches(spark)
    found = _run(job, spark, options, of_tool, how)
    good, bad = found if isinstance(found, tuple) else (found, None)
    good.write.mode(options.mode).format(options.out_format).save(options.output)
    if bad is not None and options.errors:
        bad.write.mode(options.mode).format(options.out_format).save(options.errors)
    if mine:
        spark.stop()


def _run(job: str, spark: SparkSession, options: argparse.Namespace, of_tool: list[str], how: dict[str, Any]) -> Any:
    function = getattr(trommel, job)
    if options.errors:
        how["errors"] = True
    if job in ("read_warc", "read_documents"):
        return function(spark, options.input.split(","), *of_tool, **how)
    df = _read(spark, options, options.input)
    if "against" in how:
        how["against"] = _read(spark, options, how["against"])
    if job == "pipeline":
        return function(df, how.pop("stages"), **how)
    if job == "cutbounds":
        text = how.get("text", "text")
        frequent = options.frequent or trommel.freqlines(df.where(df[text].isNotNull()), more_than=options.more_than, text=text)
        return function(df, frequent, *of_tool, **how)
    if job == "overlap":
        return function(df, options.items, *of_tool, **how)
    if job == "lcsdup" and how.get("words", "words") not in df.columns:
        df = trommel.uniqwords(df)
    return function(df, *of_tool, **how)


def _read(spark: SparkSession, options: argparse.Namespace, path: str) -> DataFrame:
    return spark.read.format(options.in_format).load(path)


if __name__ == "__main__":
    main()
