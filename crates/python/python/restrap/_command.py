"""The command `restrap`: the command line of the engine."""

import signal
import sys

from restrap import _native


def main() -> int:
    """Do what the words of the command line ask; the exit code."""
    # Ctrl-C is the engine's: while it draws, the first one asks for what is finished.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.command(["restrap", *sys.argv[1:]])
