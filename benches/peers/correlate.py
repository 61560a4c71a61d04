#!/usr/bin/env python3
"""`restrap correlate` beside loops in Numba that draw as many items and swaps: microseconds a resample, one thread.

    benches/peers/run --correlate

Both resample the items for studentised intervals of two correlations with a gold score and of their difference (Spearman and
Kendall: the correlations themselves), and swap the two metrics' standardised scores item by item for a test of the difference.
The loops are what an expert writes: Pearson in three passes over the drawn columns, Spearman by sorting, Kendall by merging
(Knight 1966). They are compiled and have their data in memory; restrap is timed as a whole process, less one with R = 2.
"""

import argparse
import resource
import statistics
import subprocess
import time
from pathlib import Path

import numba
import numpy as np


@numba.njit
def drawn(columns, into):
    for item in range(columns.shape[1]):
        taken = np.random.randint(0, columns.shape[1])
        for column in range(3):
            into[column, item] = columns[column, taken]


@numba.njit
def swapped(columns, into):
    for item in range(columns.shape[1]):
        swap = np.random.randint(0, 2)
        into[1, item] = columns[1 + swap, item]
        into[2, item] = columns[2 - swap, item]


@numba.njit
def r(x, y):
    mean_x, mean_y = x.mean(), y.mean()
    xx = yy = xy = 0.0
    for item in range(len(x)):
        dx, dy = x[item] - mean_x, y[item] - mean_y
        xx += dx * dx
        yy += dy * dy
        xy += dx * dy
    return xy / np.sqrt(xx * yy)


@numba.njit
def pearson(columns, resamples):
    n = columns.shape[1]
    x, y, z = columns.copy()
    found = np.empty((resamples, 4))
    sum_x, square_x = columns[0].sum(), (columns[0] ** 2).sum()
    root_x = np.sqrt(n * square_x - sum_x * sum_x)
    for resample in range(resamples):
        mx = my = mz = 0.0
        for item in range(n):
            taken = np.random.randint(0, n)
            x[item], y[item], z[item] = columns[0, taken], columns[1, taken], columns[2, taken]
            mx += x[item]
            my += y[item]
            mz += z[item]
        mx, my, mz = mx / n, my / n, mz / n
        xx = yy = zz = xy = xz = 0.0
        for item in range(n):
            dx, dy, dz = x[item] - mx, y[item] - my, z[item] - mz
            xx += dx * dx
            yy += dy * dy
            zz += dz * dz
            xy += dx * dy
            xz += dx * dz
        first, second = xy / np.sqrt(xx * yy), xz / np.sqrt(xx * zz)
        sx, sy, sz = np.sqrt(xx / n), np.sqrt(yy / n), np.sqrt(zz / n)
        of_first = of_second = of_both = 0.0
        for item in range(n):
            dx, dy, dz = (x[item] - mx) / sx, (y[item] - my) / sy, (z[item] - mz) / sz
            one = dx * dy - 0.5 * first * (dx * dx + dy * dy)
            two = dx * dz - 0.5 * second * (dx * dx + dz * dz)
            of_first += one * one
            of_second += two * two
            of_both += (one - two) ** 2
        found[resample, 0] = np.arctanh(first) / np.sqrt(of_first)
        found[resample, 1] = np.arctanh(second) / np.sqrt(of_second)
        found[resample, 2] = (second - first) / np.sqrt(of_both)
        sy = sz = yy = zz = xy = xz = 0.0
        for item in range(n):
            if np.random.randint(0, 2) == 1:
                one, two = columns[2, item], columns[1, item]
            else:
                one, two = columns[1, item], columns[2, item]
            sy += one
            sz += two
            yy += one * one
            zz += two * two
            xy += columns[0, item] * one
            xz += columns[0, item] * two
        first = (n * xy - sum_x * sy) / np.sqrt(n * yy - sy * sy)
        second = (n * xz - sum_x * sz) / np.sqrt(n * zz - sz * sz)
        found[resample, 3] = (second - first) / root_x
    return found


@numba.njit
def ranks(column):
    order, n = np.argsort(column), len(column)
    found, first = np.empty(n), 0
    while first < n:
        last = first
        while last + 1 < n and column[order[last + 1]] == column[order[first]]:
            last += 1
        for place in range(first, last + 1):
            found[order[place]] = 0.5 * (first + last)
        first = last + 1
    return found


@numba.njit
def spearman(columns, resamples):
    into, found = columns.copy(), np.empty((resamples, 3))
    gold = ranks(columns[0])
    for resample in range(resamples):
        drawn(columns, into)
        of_gold = ranks(into[0])
        found[resample, 0] = r(of_gold, ranks(into[1]))
        found[resample, 1] = r(of_gold, ranks(into[2]))
        swapped(columns, into)
        found[resample, 2] = r(gold, ranks(into[2])) - r(gold, ranks(into[1]))
    return found


@numba.njit
def inversions(column, spare):
    n, width, found = len(column), 1, 0
    while width < n:
        for low in range(0, n, 2 * width):
            middle, high = min(low + width, n), min(low + 2 * width, n)
            left, right = low, middle
            for place in range(low, high):
                if right >= high or (left < middle and column[left] <= column[right]):
                    spare[place] = column[left]
                    left += 1
                else:
                    spare[place] = column[right]
                    right += 1
                    found += middle - left
        column, spare = spare, column
        width *= 2
    return found


@numba.njit
def kendall(columns, resamples):
    into, found, spare = columns.copy(), np.empty((resamples, 3)), columns[0].copy()
    of_gold = np.argsort(columns[0])
    for resample in range(resamples):
        drawn(columns, into)
        order = np.argsort(into[0])
        found[resample, 0] = inversions(into[1][order], spare)
        found[resample, 1] = inversions(into[2][order], spare)
        swapped(columns, into)
        found[resample, 2] = inversions(into[2][of_gold], spare) - inversions(into[1][of_gold], spare)
    return found


def children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--restrap", required=True, type=Path)
    asked.add_argument("--data", required=True, type=Path)
    asked = asked.parse_args()
    asked.data.mkdir(parents=True, exist_ok=True)
    print("| agreement | items | Numba, µs a resample | restrap | Numba / restrap |\n|---|--:|--:|--:|--:|")
    for items in (1_000, 10_000):
        draws = np.random.default_rng(1).normal(size=(3, items))
        columns = np.round(np.stack([draws[0], draws[0] + draws[1], draws[0] + draws[2]]), 3)
        table = asked.data / f"correlate-{items}.csv"
        np.savetxt(table, columns.T, delimiter=",", header="human,one,two", comments="", fmt="%.3f")

        def restrap(name, resamples):
            before = children()
            command = [asked.restrap, "correlate", table, "--gold", "human", "--agreement", name, "--resamples", resamples]
            subprocess.run([*map(str, command), "--threads", "1", "--quiet"], check=True, stdout=subprocess.DEVNULL)
            return children() - before

        for loop, resamples in ((pearson, 20_000_000), (spearman, 1_000_000), (kendall, 1_000_000)):
            name, resamples = loop.__name__, resamples // items
            loop(columns, 1)
            of_numba, of_restrap = [], []
            for _ in range(5):
                before = time.process_time()
                loop(columns, resamples)
                of_numba.append((time.process_time() - before) / resamples * 1e6)
                many = 5 * resamples
                of_restrap.append((restrap(name, many) - restrap(name, 2)) / (many - 2) * 1e6)
            numba_us, restrap_us = statistics.median(of_numba), statistics.median(of_restrap)
            print(f"| {name} | {items:,} | {numba_us:.1f} | {restrap_us:.1f} | {numba_us / restrap_us:.1f} |", flush=True)


if __name__ == "__main__":
    main()
