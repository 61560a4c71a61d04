"""Processes that run one peer each, and how often they are asked: calibration, rounds, retries. See README.md."""

import dataclasses
import json
import math
import os
import statistics
import subprocess
import sys

import peers

ROUNDS = 3
RETRIES = 3  # further sets of rounds for a row that did not get its processors
UNDISTURBED = 0.9  # of a processor a thread
NOMINAL = 100_000  # resamples that a reader asks for
MOST = 5_000_000
SLOW = 3.0  # seconds of the least call after which a peer is timed once
PATIENCE = 2.5  # seconds that a peer may take to run all the NOMINAL resamples


@dataclasses.dataclass
class Round:
    """Seconds of a call, of the call at R = 1 just before where that is taken off, and processors used in between."""

    seconds: float
    at_1: float
    cpus: float


def environment(threads, **more):
    limit = dict.fromkeys(["OMP", "OPENBLAS", "NUMBA", "RAYON"], str(threads))
    env = os.environ | {f"{key}_NUM_THREADS": value for key, value in limit.items()}
    env |= {"POLARS_MAX_THREADS": str(threads), "OMP_WAIT_POLICY": "PASSIVE", "PEER_THREADS": str(threads)}
    return env | more


def pin(threads):
    """For a child about to start: as many processors as threads, the last of those allowed."""
    cores = sorted(os.sched_getaffinity(0))[-threads:]
    return lambda: os.sched_setaffinity(0, cores)


class Worker:
    """A process with one peer."""

    def __init__(self, name, test, threads, program, level="", script=peers.__file__):
        self.name, self.test, self.threads, self.level = name, test, threads, level
        self.info = peers.PEERS.get((name, test), {})
        self.process = subprocess.Popen(
            [sys.executable, script, name, test],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment(threads, PEER_RESTRAP=str(program), PEER_LEVEL=level),
            preexec_fn=pin(threads),
        )

    def ask(self, request):
        print(json.dumps(request), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline() or '{"error": "it died"}')
        self.error = self.error or answer.get("error")
        return answer

    def load(self, files):
        """New data: forgets the old rounds."""
        self.rounds = []
        self.r, self.base, self.wanted = 0, None, ROUNDS
        self.p = self.peak = self.error = None
        self.ask([str(file) for file in files])

    def call(self, r):
        """Seconds, and seconds of processors, of one call with r resamples; infinite seconds after a failure."""
        if self.error or self.process.poll() is not None:
            self.error = self.error or "it died"
            return math.inf, 0.0
        answer = self.ask(r)
        if self.error:
            return math.inf, 0.0
        if r == self.r:
            self.p, self.peak = answer["p"], answer["peak_mib"]
        return answer["seconds"], answer["cpu"]

    def round(self):
        """One round: the call at R = 1 where that is taken off, then the call."""
        before, cpu_before = self.call(self.base) if self.base else (0.0, 0.0)
        seconds, cpu = self.call(self.r)
        if not self.error:
            more = seconds - before
            self.rounds.append(Round(seconds, before, (cpu - cpu_before) / more if more > 0 else 0.0))

    def kept(self):
        """The least disturbed rounds, as many as wanted. Twentieths of a processor are noise: among equals the first count."""
        return sorted(self.rounds, key=lambda x: round(abs(x.cpus - self.threads) * 20))[: self.wanted]

    def median(self, field):
        return statistics.median(getattr(x, field) for x in self.kept())

    def disturbed(self):
        """Had less than its processors; or more, where a disturbed R = 1 was taken off. The exact rows cannot tell."""
        return bool(self.r and self.rounds) and abs(self.median("cpus") / self.threads - 1) > 1 - UNDISTURBED

    def rate(self):
        """Seconds a resample, without what is taken off."""
        more = self.r - (self.base or 0)
        return max(self.median("seconds") - self.median("at_1"), 0.0) / more

    def nominal(self):
        """Seconds of NOMINAL resamples."""
        return self.median("at_1") + self.rate() * (NOMINAL - (self.base or 0))

    def close(self):
        self.process.communicate()


def nice(r, least):
    """The largest 1, 2 or 5 times a power of ten that is not above r; at least `least`."""
    power = 10 ** math.floor(math.log10(max(r, 1)))
    return max(least, *(m * power for m in (1, 2, 5) if m * power <= max(r, 1)), 1)


def calibrate(worker, n, target, reach_nominal=True):
    """Sets worker.base (resamples taken off, or None), worker.r for calls of about `target` seconds, worker.wanted."""
    whole = worker.name == "restrap"
    worker.base = 1 if whole or worker.info.get("setup") else None
    least = worker.r = 1 if whole else worker.info["unit"](n)
    first, cpu = worker.call(least)
    if worker.error:
        return
    if first > SLOW and not worker.base:
        worker.wanted, worker.rounds = 1, [Round(first, 0.0, cpu / first)]
        return
    if worker.base:
        target = max(target, first / 2)  # above what start and reading scatter by
    seconds = target / 100 if worker.base else first
    while seconds < target / 5 and worker.r < MOST:
        worker.r = nice(min(MOST, worker.r * min(20, max(2, target / 2 / seconds))), least)
        seconds = max(1e-6, worker.call(worker.r)[0] - (first if worker.base else 0))
        if worker.error:
            return
    reach = worker.r * target / seconds
    if reach_nominal and reach < NOMINAL and NOMINAL / worker.r * seconds < PATIENCE:
        reach = NOMINAL
    worker.r = max(nice(min(MOST, reach), least), 1 + (worker.base or 0))


def run_rounds(workers):
    """In turn, so that a disturbance falls on all: each as often as wanted, then again those that were disturbed."""
    for _ in range(ROUNDS):
        for worker in workers:
            if not worker.error and len(worker.rounds) < worker.wanted:
                worker.round()
    for turn in range(RETRIES * ROUNDS):
        for worker in workers:
            if not worker.error and turn < RETRIES * worker.wanted and worker.disturbed():
                worker.round()
