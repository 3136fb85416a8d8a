"""Grounds a corpus on Apache Spark: tables of records in, a data set out that the program opens in place.

    spark-submit ground.py INPUT OUTPUT [--json] [--program corpus-atlas] [--cores 1] [--partitions N]

INPUT is a file or a folder of Parquet or, with --json, of JSON lines (also .gz), with the columns id, title, text and, where there are any,
those of docs/data-sets.md. OUTPUT is a folder that is not there yet. Every record of INPUT is one row of OUTPUT; one that could not be placed
has the reason in the column `error`.

Each task starts the program once and passes it Arrow batches through a pipe, so that the model is loaded once a task. Spark does the rest: a
task that fails, or whose executor is killed, is done again, one that lags is done twice (speculation), and the rows of exactly one attempt of
each task are in the output, because a task's file is moved into place when Spark's committer accepts it.

This is Python because Spark runs functions over Arrow batches in Python, Scala or Java alone.
"""

import argparse
import itertools
import subprocess
import threading

import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

# Records that a task passes on at a time: enough for the program to order by length, and few enough to hold.
BATCH = 256


def command(program, cores):
    return [program, "ground", "-", "--format", "arrow", "--cores", str(cores)]


def result_schema(program, cores):
    """The columns that the program gives, asked of itself with a stream without records."""
    nothing = pa.BufferOutputStream()
    with pa.ipc.new_stream(nothing, pa.schema([("id", pa.string())])):
        pass
    asked = subprocess.run(
        command(program, cores), input=nothing.getvalue().to_pybytes(), stdout=subprocess.PIPE, check=True
    )
    return from_arrow_schema(pa.ipc.open_stream(asked.stdout).schema)


def grounder(program, cores):
    """A function for `mapInArrow`: batches of records to batches of as many placed ones."""

    def ground(batches):
        first = next(batches, None)
        if first is None:
            return
        child = subprocess.Popen(command(program, cores), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        failures = []
        given = returned = 0

        def feed():
            nonlocal given
            try:
                with child.stdin, pa.ipc.new_stream(child.stdin, first.schema) as stream:
                    for batch in itertools.chain([first], batches):
                        given += batch.num_rows
                        stream.write_batch(batch)
            except Exception as failure:  # told by the task, below
                failures.append(failure)

        # Beside reading what comes back, or both pipes could fill.
        feeder = threading.Thread(target=feed, daemon=True)
        feeder.start()
        try:
            for batch in pa.ipc.open_stream(child.stdout):
                returned += batch.num_rows
                yield batch
            feeder.join()
            code = child.wait()
            # 1: some records have no place; or it broke off, which the rows tell.
            if failures or code not in (0, 1) or given != returned:
                raise RuntimeError(f"the program ended with {code}, {returned} of {given} rows; {failures}")
        finally:
            child.kill()

    return ground


def main():
    parser = argparse.ArgumentParser(description="Ground a corpus on Apache Spark.")
    parser.add_argument("input")
    parser.add_argument("output")
    parser.add_argument("--json", action="store_true", help="INPUT is JSON lines, not Parquet")
    parser.add_argument("--program", default="corpus-atlas", help="the program, on every machine")
    parser.add_argument("--cores", type=int, default=1, help="cores of a task: spark.task.cpus")
    parser.add_argument("--partitions", type=int, help="tasks; more than executors, so that a lost one costs little")
    given = parser.parse_args()

    spark = (
        SparkSession.builder.appName("corpus-atlas")
        .config("spark.task.cpus", given.cores)
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", BATCH)
        .config("spark.speculation", "true")
        # A task's output becomes visible when the job is committed, all or nothing.
        .config("spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version", "1")
        .getOrCreate()
    )
    records = spark.read.json(given.input) if given.json else spark.read.parquet(given.input)
    if given.partitions:
        records = records.repartition(given.partitions)
    schema = result_schema(given.program, given.cores)
    placed = records.mapInArrow(grounder(given.program, given.cores), schema)
    (
        placed.write.option("compression", "zstd")
        # One document is read out of the file without unpacking many.
        .option("parquet.page.row.count.limit", 64)
        .parquet(given.output)
    )
    spark.stop()


if __name__ == "__main__":
    main()
