"""Power is what the command line says of it."""

import pytest
import restrap
from conftest import DATASETS, in_keywords
from restrap import power

LABELS = DATASETS / "outputs" / "labels.csv"
PILOT = DATASETS / "helped-hurt" / "n500-helped10-hurt7.csv"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            lambda: power.plan(gain=0.02, baseline=0.8, agreement=0.9, simulations=0),
            ["plan", "--gain", "0.02", "--baseline", "0.8", "--agreement", "0.9", "--simulations", 0],
        ),
        (
            lambda: power.plan(gain=0.02, baseline=0.8, items=500, simulations=200, seed=3),
            ["plan", "--gain", "0.02", "--baseline", "0.8", "--items", 500, "--simulations", 200, "--seed", 3],
        ),
        (
            lambda: power.plan(gain=0.03, variance=0.1, within=(0.1, 0.2), repeats=(3, 4)),
            ["plan", "--gain", "0.03", "--variance", "0.1", "--within", "0.1,0.2", "--repeats", "3,4"],
        ),
        (
            lambda: power.plan(noninferior=0.01, baseline=0.8, agreement=0.9),
            ["plan", "--noninferior", "0.01", "--baseline", "0.8", "--agreement", "0.9"],
        ),
        (
            lambda: power.plan(gain=0.03, variance=0.1, cluster_size=8, icc=0.2),
            ["plan", "--gain", "0.03", "--variance", "0.1", "--cluster-size", 8, "--icc", "0.2"],
        ),
        (
            lambda: power.plan(gain=0.03, variance=0.1, within=(0.1, 0.1), seeds=(3, 5), seed_variance=0.00001),
            ["plan", "--gain", "0.03", "--variance", "0.1", "--within", "0.1,0.1", "--seeds", "3,5", "--seed-variance", "0.00001"],
        ),
        (
            lambda: power.curve(items=[100], effect=[0.02], test="sign", alternative="better", alpha=0.01),
            ["curve", "--items", 100, "--effect", 2, "--test", "sign", "--alternative", "better", "--alpha", "0.01"],
        ),
        (
            lambda: power.curve(items=[50], effect=[0.04], profile="koehn", n_resamples=200, seed=3, exact="never"),
            ["curve", "--items", 50, "--effect", 4, "--profile", "koehn", "--resamples", 200, "--seed", 3, "--exact", "never"],
        ),
        (lambda: power.plan(PILOT, gain=0.02, simulations=0), ["plan", PILOT, "--gain", "0.02", "--simulations", 0]),
        (lambda: power.audit("80.0%", "82.4%", items=500), ["audit", "--baseline", "80.0%", "--system", "82.4%", "--items", 500]),
        (lambda: power.curve(items=[100], effect=[0.02]), ["curve", "--items", 100, "--effect", 2]),
        (
            lambda: power.compare(items=[25], effects=[0.0], methods=["sign", "t"], experiments=200),
            ["compare", "--items", 25, "--effect", 0, "--test", "sign,t", "--experiments", 200],
        ),
        (
            lambda: power.compare(PILOT, items=[50], methods=["t"], experiments=100),
            ["compare", PILOT, "--items", 50, "--test", "t", "--experiments", 100],
        ),
        (
            lambda: power.compare(
                f"{LABELS}:baseline",
                f"{LABELS}:system",
                metric="f1(average=macro)",
                gold=f"{LABELS}:gold",
                methods=["permutation", "bootstrap"],
                experiments=50,
                resamples=99,
            ),
            [
                *("compare", f"{LABELS}:baseline", f"{LABELS}:system", "--metric", "f1(average=macro)", "--gold", f"{LABELS}:gold"),
                *("--test", "permutation,bootstrap", "--experiments", 50, "--resamples", 99),
            ],
        ),
    ],
)
def test_the_json_is_that_of_the_command_line(told, call, words):
    answer = call()
    assert answer.to_json() == in_keywords(told("power", *words))
    assert restrap.load(answer.to_json()) == answer
    assert str(answer) and answer.report == answer.to_dict()["report"]


def test_what_is_wrong_is_said():
    with pytest.raises(restrap.InputError, match="a plan needs a baseline, a pilot or a variance"):
        power.plan(gain=0.02)
    with pytest.raises(restrap.InputError, match="unknown field `itmes`"):
        power.compare(itmes=[3])
    with pytest.raises(restrap.InputError, match="expected a share"):
        power.audit("eighty", "82%", items=100)
    assert power.plan([0, 1, 0, 1] * 20, [1, 1, 0, 1] * 20, gain=0.05, simulations=0).known == "pilot"


def test_clusters_of_a_pilot_are_of_files_and_of_values(tmp_path, told):
    rows = [(i, i // 4, i % 3 > 0, (i // 4) % 3 > 0 or i % 5 == 0) for i in range(120)]
    path = tmp_path / "pilot.csv"
    path.write_text("id,doc,old,new\n" + "".join(f"{i},d{doc},{int(old)},{int(new)}\n" for i, doc, old, new in rows))
    given = ["plan", f"{path}:old", f"{path}:new", "--id", "id", "--cluster", "doc", "--gain", "0.05", "--simulations", 0]
    of_files = power.plan(f"{path}:old", f"{path}:new", item="id", cluster="doc", gain=0.05, simulations=0)
    assert of_files.to_json() == in_keywords(told("power", *given))
    frame = {name: [row[at] for row in rows] for at, name in enumerate(("id", "doc", "old", "new"))}
    for cluster in ("doc", frame["doc"]):
        of_values = power.plan("old", "new", data=frame, cluster=cluster, gain=0.05, simulations=0)
        assert of_values.scenarios == of_files.scenarios
    with pytest.raises(restrap.NotApplicable, match="each item has its own cluster"):
        power.plan("old", "new", data=frame, cluster=frame["id"], gain=0.05, simulations=0)


def test_recipes_of_a_curve_exclude_each_other():
    with pytest.raises(restrap.InputError, match="found both"):
        power.curve(test="sign", profile="koehn")
    with pytest.raises(restrap.InputError, match="alternative is of a test"):
        power.curve(alternative="better")


def test_a_plan_takes_outputs_and_studies(tmp_path):
    words = ["the", "cat", "sees", "red", "trees"]
    lines = [[words[(item * 3 + at) % 5] for at in range(6)] for item in range(40)]
    (tmp_path / "ref.txt").write_text("\n".join(" ".join(line) for line in lines) + "\n")
    for name, every in [("base", 3), ("new", 5)]:
        noisy = [["x" if (item + at) % every == 0 else word for at, word in enumerate(line)] for item, line in enumerate(lines)]
        (tmp_path / f"{name}.txt").write_text("\n".join(" ".join(line) for line in noisy) + "\n")
    pilot = [str(tmp_path / f"{name}.txt") for name in ("base", "new")]
    answer = restrap.power.plan(*pilot, metric="bleu", references=str(tmp_path / "ref.txt"), gain=2, simulations=0)
    assert answer.scenarios[0].methods[0].items_needed > 0
    study = tmp_path / "STUDY.toml"
    (tmp_path / "a.csv").write_text("id,base,new\n" + "".join(f"q{item},{item % 3 > 0:d},{item % 4 > 0:d}\n" for item in range(60)))
    study.write_text('baseline = "base"\n[systems]\nbase = "Base"\nnew = "New"\n[datasets.a]\nid = "id"\nmetrics = ["right"]\nscores.right = "a.csv:{system}"\n')
    planned = restrap.power.plan(str(study), gain=0.05, simulations=0)
    assert (planned.dataset.name, planned.to_dict()["items"], planned.dataset.system) == ("a", 60, "New")
