#!/usr/bin/env python3
"""Write the Parquet and Arrow files of crates/io/tests/data/columnar, and what Python reads from them.

Needs pyarrow (made with 26.0.1) and numpy. The files are committed: other versions write the same content in other
bytes.

    python3 crates/io/tests/data/make_columnar_fixtures.py
"""

import decimal
import json
import math
import pathlib

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq

FOLDER = pathlib.Path(__file__).resolve().parent / "columnar"
ROWS = 12


def table() -> pa.Table:
    """Twelve rows with a column of every type that is read, and two that are passed over."""
    rng = np.random.default_rng(5)
    scores = rng.random(ROWS)
    return pa.table({
        "qid": pa.array([f"q{row:02}" for row in range(ROWS)]),
        "f64": pa.array(scores),
        "f32": pa.array(scores.astype(np.float32)),
        "f16": pa.array(scores.astype(np.float16)),
        "i64": pa.array([2**53 - row if row % 2 else -row for row in range(ROWS)], pa.int64()),
        "u8": pa.array(range(244, 256), pa.uint8()),
        "ok": pa.array([row % 3 == 0 for row in range(ROWS)]),
        "price": pa.array([decimal.Decimal(row * 37 - 100) / 1000 for row in range(ROWS)], pa.decimal128(9, 3)),
        "wide": pa.array([decimal.Decimal(row) / 100 for row in range(ROWS)], pa.decimal256(40, 2)),
        "split": pa.array(["dev" if row % 4 else "test" for row in range(ROWS)]).dictionary_encode(),
        "level": pa.array([row % 3 / 2 for row in range(ROWS)]).dictionary_encode(),
        "large": pa.array([f"ü{row}" for row in range(ROWS)], pa.large_string()),
        "day": pa.array([row * 100 for row in range(ROWS)], pa.date32()),
        "tokens": pa.array([[row, row + 1] for row in range(ROWS)]),
    })


def readable(value) -> str:
    """A cell as text: for numbers the digits that read back as the nearest double."""
    return value if isinstance(value, str) else repr(float(value))


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    whole = table()
    # Parquet has 256-bit decimals and 16-bit floats since pyarrow 15.
    for codec in ["none", "snappy", "gzip", "zstd", "lz4", "brotli"]:
        pq.write_table(whole, FOLDER / f"{codec}.parquet", compression=codec)
    pq.write_table(
        whole, FOLDER / "groups.parquet", row_group_size=5, data_page_version="2.0", use_dictionary=False,
        write_statistics=False, write_page_checksum=True,
        column_encoding={"f64": "BYTE_STREAM_SPLIT", "i64": "DELTA_BINARY_PACKED"},
    )
    pa.feather.write_feather(whole, FOLDER / "lz4.feather", compression="lz4", chunksize=5)
    pa.feather.write_feather(whole, FOLDER / "zstd.feather", compression="zstd")
    with pa.ipc.new_file(FOLDER / "plain.arrow", whole.schema) as file:
        file.write_table(whole, max_chunksize=5)
    with pa.ipc.new_stream(FOLDER / "plain.arrows", whole.schema) as stream:
        stream.write_table(whole, max_chunksize=7)
    pa.feather.write_feather(whole.select(["qid", "f64"]), FOLDER / "old.feather", version=1)

    gaps = pa.table({
        "qid": pa.array(["a", "b", None, "d"]),
        "null": pa.array([0.5, None, 0.25, 1.0]),
        "nan": pa.array([0.5, 0.25, math.nan, 1.0]),
        "inf": pa.array([0.5, 0.25, 1.0, -math.inf]),
        "big": pa.array([1, 2, 3, 2**53 + 1], pa.int64()),
        "none": pa.array([None] * 4, pa.null()),
    })
    pq.write_table(gaps, FOLDER / "gaps.parquet")
    pa.feather.write_feather(gaps, FOLDER / "gaps.arrow", compression="uncompressed")
    twice = pa.Table.from_arrays([pa.array([1, 2]), pa.array([3, 4]), pa.array(["x", "x"])], ["a", "a", "id"])
    pq.write_table(twice, FOLDER / "twice.parquet")
    pq.write_table(pa.table({"a": pa.array([], pa.float64())}), FOLDER / "empty.parquet")
    pq.write_table(pa.table({"s": pa.array([{"x": 1.0}])}), FOLDER / "nested.parquet")
    small = pa.table({"qid": ["a", "b", "c"], "s": [0.5, 0.25, -1.0]}).replace_schema_metadata(None)
    pq.write_table(small, FOLDER / "small.parquet", store_schema=False, compression="snappy")
    pa.feather.write_feather(small, FOLDER / "small.feather", compression="lz4")
    with pa.ipc.new_stream(FOLDER / "small.arrows", small.schema) as stream:
        stream.write_table(small)

    expected = {
        name: [readable(value) for value in whole[name].to_pylist()]
        for name in whole.column_names if name not in ["day", "tokens"]
    }
    (FOLDER / "expected.json").write_text(json.dumps(expected, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
