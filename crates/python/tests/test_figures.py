"""Figures and pages, as notebooks show them."""

import xml.etree.ElementTree as xml

import numpy as np
import pytest
import restrap

RNG = np.random.default_rng(6)
OLD, NEW, BEST = RNG.random(80), RNG.random(80) + 0.1, RNG.random(80) + 0.4


def outcomes():
    return {
        "comparison": restrap.compare(OLD, NEW),
        "comparisons": restrap.compare(OLD, NEW, BEST, noninferior=0.05),
        "estimates": restrap.ci(OLD, NEW),
        "ranking": restrap.rank({"old": OLD, "new": NEW, "best": BEST}),
        "replication": restrap.replicate({"one": OLD, "two": NEW}, {"one": NEW, "two": BEST}),
        "audit": restrap.power.audit("80.0%", "82.4%", items=500),
    }


@pytest.mark.parametrize("name", outcomes())
def test_a_figure_is_svg_png_or_pdf(name, tmp_path):
    figure = outcomes()[name].plot(width=400, theme="dark")
    assert xml.fromstring(figure._repr_svg_()).tag.endswith("svg")
    assert figure.png().startswith(b"\x89PNG")
    figure.save(tmp_path / "figure.svg")
    assert (tmp_path / "figure.svg").read_text(encoding="utf-8") == figure.svg()
    figure.save(tmp_path / "figure.pdf")
    assert (tmp_path / "figure.pdf").read_bytes().startswith(b"%PDF-")
    with pytest.raises(restrap.InputError, match=r"ends in \.svg, \.png or \.pdf"):
        figure.save(tmp_path / "figure.gif")


def test_what_has_no_figure_says_so():
    plan = restrap.power.plan(gain=0.02, baseline=0.8, agreement=0.975, simulations=0)
    with pytest.raises(restrap.NotApplicable, match="no figure"):
        plan.plot()
    with pytest.raises(restrap.InputError, match="sepia"):
        restrap.compare(OLD, NEW).plot(theme="sepia")


def test_estimates_go_on_axes_of_matplotlib():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    _, ax = pyplot.subplots()
    result = outcomes()["comparisons"]
    assert result.plot(ax) is ax
    points = [line.get_xdata()[0] for line in ax.get_lines() if line.get_marker() == "o"]
    assert points == pytest.approx([one.difference for one in result])
    assert len([line for line in ax.get_lines() if len(line.get_xdata()) == 2 and line.get_ydata()[0] == line.get_ydata()[1]]) == 2
    assert [one.get_text() for one in ax.get_yticklabels()] == ["system 1", "system 2"]
    with pytest.raises(restrap.NotApplicable, match="not estimates and intervals"):
        outcomes()["audit"].plot(ax)


def test_a_cell_shows_the_fragment_of_the_page():
    for outcome in outcomes().values():
        cell, page = outcome._repr_html_(), outcome.to_html()
        assert cell.startswith("<style>") and '<main class="restrap">' in cell and "<svg" in cell
        assert page.startswith("<!") and "<html" in page and "restrap/" in page
        assert outcome.report in cell.replace("&#39;", "'")
    named = restrap.compare(("<script>alert(1)</script>", OLD), ("b", NEW))
    assert "<script" not in named._repr_html_() and "&lt;script&gt;" in named._repr_html_()
    scores = restrap.score("accuracy", ("<b>", ["yes", "no"]), gold=["yes", "yes"])
    assert scores._repr_html_().startswith('<pre class="restrap">') and "<b>" not in scores._repr_html_()
