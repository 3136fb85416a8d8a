"""Counts under a filter in DuckDB, as a rival of the library's own (docs/scale.md).

    corpus-atlas export LIBRARY documents.parquet
    python3 docs/experiments/duckdb.py documents.parquet

Python, because DuckDB's own client is; it needs the package `duckdb` and is part of no build or test.
"""

import random
import statistics
import sys
import time

import duckdb

FACETS = ("year", "kind", "journal", "structure", "source")

con = duckdb.connect()
con.execute(
    "create table d as select row_number() over () as key, title, structure, year, kind, journal, source_path as source from read_parquet(?)",
    [sys.argv[1]],
)
random.seed(1)
asked = [row[0] for row in con.execute("select structure from d using sample 100").fetchall()]
times = []
for structure in asked:
    began = time.perf_counter()
    con.execute("select key, title, structure, year from d where structure = ? order by key limit 50", [structure]).fetchall()
    con.execute("select count(*) from d where structure = ?", [structure]).fetchone()
    for facet in FACETS:
        con.execute(f"select {facet}, count(*) from d where structure = ? group by 1 order by 2 desc", [structure]).fetchall()
    times.append((time.perf_counter() - began) * 1e3)
times.sort()
print(f"duckdb {duckdb.__version__}: median {statistics.median(times):.1f} ms, slowest of {len(times)} {times[-1]:.1f} ms")
