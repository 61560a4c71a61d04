"""The plugin of pytest: gates that are undecided have an outcome of their own, and all gates stand at the end of the session."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytest import CallInfo, Config, Item, TerminalReporter, TestReport

# A property of a test, which JUnit files and other processes of a session have, too.
_PROPERTY = "restrap"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: Item, call: CallInfo[None]) -> Generator[None, TestReport, TestReport]:
    """Write down how the gates of a test went."""
    report = yield
    import sys

    # A session without gates does not load what they need.
    testing = sys.modules.get("restrap.testing")
    if testing is None or call.when != "call":
        return report
    found = [(_PROPERTY, f"{how}: {told}") for how, told in testing.gates]
    testing.gates.clear()
    item.user_properties += found
    report.user_properties = [*report.user_properties, *found]
    if call.excinfo is not None and call.excinfo.errisinstance(testing.GateUndecided):
        report.user_properties.append((_PROPERTY, "undecided"))
    return report


def pytest_report_teststatus(report: TestReport, config: Config) -> tuple[str, str, str] | None:
    """An undecided gate: the system neither failed nor passed."""
    if report.failed and (_PROPERTY, "undecided") in getattr(report, "user_properties", ()):
        return "undecided", "U", "UNDECIDED"
    return None


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """List every gate of the session."""
    lines = []
    for category in ("passed", "undecided", "failed"):
        for report in terminalreporter.getreports(category):
            gates = [told for name, told in getattr(report, "user_properties", []) if name == _PROPERTY and told != "undecided"]
            lines += [f"{report.nodeid}: {told}" for told in gates]
            if category == "undecided":
                terminalreporter.section(f"undecided: {report.nodeid}", sep="_")
                terminalreporter.line(report.longreprtext)
    if lines:
        terminalreporter.section("gates of restrap")
        for line in lines:
            terminalreporter.line(line)
