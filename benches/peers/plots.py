"""Draws sweep.csv as SVG that reads on light and on dark pages and at half its width."""

import csv
import statistics
from pathlib import Path

import matplotlib
from matplotlib import pyplot as plt
from matplotlib.ticker import LogLocator, NullFormatter

GREY = "#808080"  # text and axes: readable on white and on black
# Okabe & Ito (2008), told apart by the colour-blind; marker and dash tell them apart in grey.
STYLES = {
    "restrap": dict(color="#D55E00", marker="o", linestyle="-", linewidth=2.6),
    "Numba, tuned": dict(color="#009E73", marker="s", linestyle="--", linewidth=1.8),
    "NumPy expert": dict(color="#56B4E9", marker="^", linestyle="-.", linewidth=1.8),
    "evaluatio": dict(color="#CC79A7", marker="D", linestyle=":", linewidth=1.8),
}
PLOTS = {
    "n": ("Time for 100,000 resamples, one thread", "items", "seconds_nominal", "seconds"),
    "R": ("Whole process, all cores, {n} items", "resamples", "seconds", "seconds"),
    "threads": ("ns per resample·item, {n} items", "threads", "ns_per_resample_item", "ns"),
}
LOOK = {
    "font.family": "sans-serif",
    "font.size": 12,
    "text.color": GREY,
    "axes.labelcolor": GREY,
    "axes.edgecolor": GREY,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "svg.fonttype": "path",  # looks the same where the font is missing
    "svg.hashsalt": "restrap",  # the same bytes from the same table
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def style(peer):
    return next((label, look) for label, look in STYLES.items() if peer.startswith(label))


def panel(ax, rows, x, y):
    """One curve a peer."""
    curves = {}
    for row in rows:
        if row[y] and float(row[y]) > 0:  # a disturbed row may not rise above its R = 1
            curves.setdefault(row["peer"], []).append((int(row[x]), float(row[y])))
    for peer, points in curves.items():
        label, look = style(peer)
        ax.plot(*zip(*sorted(points), strict=True), label=label, markersize=5, **look)
    ax.set_xscale("log", base=2 if x == "threads" else 10)
    ax.set_yscale("log")
    ax.xaxis.set_minor_formatter(NullFormatter())
    ax.yaxis.set_minor_formatter(NullFormatter())
    ax.yaxis.set_major_locator(LogLocator(numticks=6))
    if x == "threads":
        counts = sorted({int(row[x]) for row in rows})
        ax.set_xticks(counts, [str(k) for k in counts])
    else:
        ax.xaxis.set_major_locator(LogLocator(numticks=9))
    ax.grid(color=GREY, alpha=0.25, linewidth=0.6)


def one(rows, curve, out):
    """A grid of panels: scores down, tests across."""
    title, xlabel, y, ylabel = PLOTS[curve]
    scores, tests = (list(dict.fromkeys(row[key] for row in rows)) for key in ("scores", "test"))
    x = {"n": "n", "R": "r"}.get(curve, curve)
    size = (5.2, 1.9 * len(scores) + 1.3)  # inches of 100 px at most: small, so that a phone shows its letters
    fig, axes = plt.subplots(len(scores), len(tests), figsize=size, sharex=True, sharey=True, squeeze=False)
    for i, kind in enumerate(scores):
        for j, test in enumerate(tests):
            panel(axes[i][j], [r for r in rows if (r["scores"], r["test"]) == (kind, test)], x, y)
            axes[i][j].set_title(f"{kind}, {test}", fontsize=11)
    fig.suptitle(title.format(n=f"{int(statistics.mode(r['n'] for r in rows)):,}"), fontsize=14)
    for ax in axes[-1]:
        ax.set_xlabel(xlabel)
    for ax in axes[:, 0]:
        ax.set_ylabel(ylabel)
    lines = {}
    for ax in axes.flat:
        for line, label in zip(*ax.get_legend_handles_labels(), strict=True):
            lines.setdefault(label, line)
    order = [label for label in STYLES if label in lines]
    fig.legend(
        [lines[k] for k in order], order, loc="lower center", ncols=2 if len(order) == 4 else 3, frameon=False, fontsize=12
    )
    fig.tight_layout(rect=(0, 0.13, 1, 1), pad=0.6)
    # Without a date: the same table draws the same bytes.
    fig.savefig(out / f"{curve}.svg".lower(), transparent=True, metadata={"Date": None})
    plt.close(fig)


def draw(table, out):
    matplotlib.use("svg")
    out.mkdir(exist_ok=True)
    with Path(table).open(newline="") as file:
        rows = list(csv.DictReader(file))
    with plt.rc_context(LOOK):
        for curve in PLOTS:
            if mine := [row for row in rows if row["curve"] == curve]:
                one(mine, curve, out)
