#!/usr/bin/env python3
"""How seconds grow with items, ids, systems and classes: whole commands over four decades, with the slope of each.

    cargo build --release --locked
    benches/growth.py                    the table
    benches/growth.py --figure FILE      and a figure (needs matplotlib)

Seconds are CPU of one thread, the least of three runs. The slope is that of the logarithms over the last step, the start of the
program taken off: 1 is linear, 2 quadratic. A sort has 1.07 there, and all pairs of systems 2.
"""

import argparse
import math
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SIZES = {
    "items": (1_000, 10_000, 100_000, 1_000_000),
    "ids": (1_000, 10_000, 100_000, 1_000_000),
    "systems": (100, 1_000, 10_000, 100_000),
    "ranked": (8, 32, 128, 512),
    "classes": (10, 100, 1_000, 10_000),
    "fields": (100, 1_000, 10_000, 100_000),
}
# Name, what grows, command.
COMMANDS = [
    ("default, continuous", "items", "compare {0}.csv:base {0}.csv:new"),
    ("default, 0/1", "items", "compare {0}.csv:zero {0}.csv:one"),
    ("bootstrap, sampled", "items", "compare {0}.csv:base {0}.csv:new --test bootstrap --exact never --resamples 1000"),
    ("unpaired", "items", "compare {0}.csv:base {0}.csv:new --unpaired"),
    ("Wilcoxon", "items", "compare {0}.csv:base {0}.csv:new --test wilcoxon"),
    ("median", "items", "compare {0}.csv:base {0}.csv:new --metric median --resamples 200"),
    ("clusters", "items", "compare {0}.csv:base {0}.csv:new --cluster doc"),
    ("Pearson", "items", "correlate {0}.csv:base {0}.csv:new --gold {0}.csv:zero --resamples 100"),
    ("Kendall", "items", "correlate {0}.csv:base {0}.csv:new --gold {0}.csv:zero --agreement kendall --resamples 20"),
    ("JSON lines", "items", "compare {0}.jsonl:base {0}.jsonl:new"),
    ("ids in CSV", "ids", "compare {0}.csv:base {0}.csv:new --id id"),
    ("ids of two files", "ids", "compare {0}.csv:base {0}-shuffled.csv:new --id id"),
    ("ci", "systems", "ci wide-{0}.csv"),
    ("compare", "systems", "compare wide-{0}.csv"),
    ("rank: pairs", "ranked", "rank few-{0}.csv --resamples 1000"),
    ("macro-F1", "classes", "compare labels-{0}.csv:base labels-{0}.csv:new --gold labels-{0}.csv:gold --metric f1 --average macro --resamples 1000"),
    ("fields of a JSON line", "fields", "ci fields-{0}.jsonl"),
]


def write(folder, name, rows):
    (folder / name).write_text("".join(",".join(map(str, row)) + "\n" for row in rows))


def make(folder):
    draws = random.Random(7)
    for items in SIZES["items"]:
        rows, lines = [["id", "doc", "base", "new", "zero", "one"]], []
        for item in range(items):
            base, new = f"{draws.gauss(0, 1):.4f}", f"{draws.gauss(0.01, 1):.4f}"
            rows.append([f"i{item}", item // 10, base, new, int(draws.random() < 0.6), int(draws.random() < 0.61)])
            lines.append(f'{{"id":"i{item}","base":{base},"new":{new}}}\n')
        write(folder, f"{items}.csv", rows)
        (folder / f"{items}.jsonl").write_text("".join(lines))
        head, *rest = rows
        draws.shuffle(rest)
        write(folder, f"{items}-shuffled.csv", [head, *rest])
    for name, sizes, items in (("wide", SIZES["systems"], 20), ("few", SIZES["ranked"], 200)):
        for systems in sizes:
            cells = ([int(draws.random() < 0.6) for _ in range(systems)] for _ in range(items))
            write(folder, f"{name}-{systems}.csv", [[f"s{system}" for system in range(systems)], *cells])
    for classes in SIZES["classes"]:
        label = lambda gold: f"c{gold if draws.random() < 0.7 else draws.randrange(classes)}"
        golds = [draws.randrange(classes) for _ in range(20_000)]
        rows = ([f"c{gold}", label(gold), label(gold)] for gold in golds)
        write(folder, f"labels-{classes}.csv", [["gold", "base", "new"], *rows])
    for fields in SIZES["fields"]:
        line = lambda: "{" + ",".join(f'"s{field}":{draws.randrange(2)}' for field in range(fields)) + "}\n"
        (folder / f"fields-{fields}.jsonl").write_text("".join(line() for _ in range(3)))


def seconds(restrap, folder, command):
    least = math.inf
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        ran = subprocess.run([restrap, *command.split(), "--quiet", *([] if command.startswith("ci") else ["--threads", "1"])], cwd=folder, capture_output=True, text=True, check=False)
        if ran.returncode:
            sys.exit(f"{command}: {ran.stderr}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        if least > 5:
            break
    return least


def main():
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--restrap", type=Path, default=ROOT / "target/release/restrap")
    asked.add_argument("--figure", type=Path)
    asked = asked.parse_args()
    found = []
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        make(folder)
        start = seconds(asked.restrap, folder, "compare 1000.csv:zero 1000.csv:one --exact never --interval none --resamples 1")
        print(f"start of the program: {start * 1e3:.0f} ms\n")
        print("| command | what grows | seconds at each size | slope |\n|---|---|---|--:|")
        for name, grows, command in COMMANDS:
            sizes = SIZES[grows]
            taken = [seconds(asked.restrap, folder, command.format(size)) for size in sizes]
            net = [max(one - start, 1e-4) for one in taken[-2:]]
            slope = math.log(net[1] / net[0]) / math.log(sizes[-1] / sizes[-2])
            found.append((name, grows, sizes, taken))
            each = ", ".join(f"{one:.3g}" for one in taken)
            print(f"| {name} | {grows}, {sizes[0]:,} to {sizes[-1]:,} | {each} | {slope:.2f} |", flush=True)
    if asked.figure:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        figure, axes = pyplot.subplots(1, 2, figsize=(11, 5), sharey=True)
        for name, grows, sizes, taken in found:
            axis = axes[0] if grows in ("items", "ids") else axes[1]
            axis.loglog(sizes, taken, marker="o", markersize=3, label=name)
        for axis, title in zip(axes, ("items and ids", "systems, classes, fields")):
            axis.set(title=title, xlabel="number", ylabel="CPU seconds")
            axis.grid(alpha=0.3)
            axis.legend(fontsize=7)
        figure.tight_layout()
        figure.savefig(asked.figure, dpi=110)


if __name__ == "__main__":
    main()
