"""Outcomes of other programs, from the programs themselves where they run here."""

import json

import numpy as np
import pytest
import restrap
from conftest import DATA, DATASETS
from restrap.adapters import inspect as of_inspect
from restrap.adapters import lm_eval, retrieval

OUTPUTS = DATASETS / "outputs"


def test_sacrebleu_named_systems_go_in_as_they_are():
    sacrebleu = pytest.importorskip("sacrebleu")
    references = [(OUTPUTS / "reference.txt").read_text(encoding="utf-8").splitlines()]
    named = [(name, (OUTPUTS / f"{name}.txt").read_text(encoding="utf-8").splitlines()) for name in ("baseline", "system")]
    result = restrap.compare(*named, metric="bleu", references=references)
    told = result.to_dict()["systems"]
    for (name, texts), system in zip(named, told):
        assert system["name"] == name
        assert system["score"] == pytest.approx(sacrebleu.corpus_bleu(texts, references).score, abs=1e-9)


def qrels_and_runs():
    qrels, runs = {}, {}
    for line in (OUTPUTS / "qrels.txt").read_text().splitlines():
        query, _, document, relevance = line.split()
        qrels.setdefault(query, {})[document] = int(relevance)
    for name in ("baseline", "system"):
        for line in (OUTPUTS / f"{name}.run").read_text().splitlines():
            query, _, document, _, score, _ = line.split()
            runs.setdefault(name, {}).setdefault(query, {})[document] = float(score)
    return qrels, runs


def test_queries_of_pytrec_eval():
    pytrec_eval = pytest.importorskip("pytrec_eval")
    qrels, runs = qrels_and_runs()
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut_10"})
    evaluated = {name: evaluator.evaluate(run) for name, run in runs.items()}
    scores = [(name, retrieval.per_query(of, "ndcg_cut_10")) for name, of in evaluated.items()]
    by_engine = restrap.compare(*runs.items(), metric="ndcg@10", qrels=qrels)
    by_queries = restrap.compare(*scores, missing="zero")
    assert by_queries.difference == pytest.approx(by_engine.difference, abs=1e-9)
    with pytest.raises(restrap.InputError, match="expected the measure map, found ndcg_cut_10"):
        retrieval.per_query(evaluated["system"], "map")


def test_queries_of_ir_measures():
    ir_measures = pytest.importorskip("ir_measures")
    qrels, runs = qrels_and_runs()
    measure = ir_measures.parse_measure("nDCG@10")
    scores = [(name, retrieval.per_query(ir_measures.iter_calc([measure], qrels, run), measure)) for name, run in runs.items()]
    by_engine = restrap.compare(*runs.items(), metric="ndcg@10", qrels=qrels)
    assert restrap.compare(*scores, missing="zero").difference == pytest.approx(by_engine.difference, abs=1e-9)


def test_queries_of_ranx(monkeypatch):
    # Compiling takes half a minute, and changes no score.
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    ranx = pytest.importorskip("ranx")
    qrels, runs = qrels_and_runs()
    made = {name: ranx.Run(run) for name, run in runs.items()}
    for run in made.values():
        ranx.evaluate(ranx.Qrels(qrels), run, "ndcg@10", make_comparable=True)
    result = restrap.compare(*((name, retrieval.per_query(run.scores, "ndcg@10")) for name, run in made.items()), missing="zero")
    by_engine = restrap.compare(*runs.items(), metric="ndcg@10", qrels=qrels)
    assert result.difference == pytest.approx(by_engine.difference, abs=1e-9)


def test_labels_of_scikit_learn():
    sklearn = pytest.importorskip("sklearn")
    from sklearn.datasets import load_iris
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import f1_score
    from sklearn.model_selection import cross_val_predict, cross_val_score
    from sklearn.naive_bayes import GaussianNB

    assert sklearn.__version__
    features, labels = load_iris(return_X_y=True)
    rng = np.random.default_rng(0)
    features = features + rng.normal(0, 1, features.shape)
    old, new = (cross_val_predict(model, features, labels, cv=5) for model in (GaussianNB(), LogisticRegression(max_iter=1000)))
    result = restrap.compare(("bayes", old), ("logistic", new), metric="f1(average=macro)", gold=labels)
    told = [system["score"] for system in result.to_dict()["systems"]]
    assert told == pytest.approx([f1_score(labels, each, average="macro") for each in (old, new)], abs=1e-9)
    folds = restrap.ci(cross_val_score(GaussianNB(), features, labels, cv=5), over="folds")
    assert folds.n == 5 and folds.to_dict()["over"] == "folds"


def test_samples_of_lm_eval():
    folder = DATA / "lm-eval-logs"
    results = {}
    for name in ("ngram-3", "ngram-9"):
        (path,) = (folder / name).glob("samples_bbhs_snarks_*.jsonl")
        samples = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        results[name] = {"samples": {"bbhs_snarks": samples}}
    scores = [(name, lm_eval.scores(of, "bbhs_snarks", "acc_norm")) for name, of in results.items()]
    result = restrap.compare(*scores)
    assert [round(system["score"], 4) for system in result.to_dict()["systems"]] == [0.65, 0.5333]
    assert result.n == 60
    with pytest.raises(restrap.InputError, match="expected samples of the task other, found bbhs_snarks"):
        lm_eval.scores(results["ngram-3"], "other")
    with pytest.raises(restrap.InputError, match="expected f1 of every document of bbhs_snarks"):
        lm_eval.scores(results["ngram-3"], "bbhs_snarks", "f1")


def test_a_run_of_lm_eval(tmp_path, monkeypatch):
    evaluate = pytest.importorskip("lm_eval").simple_evaluate
    from lm_eval.tasks import TaskManager

    for name in ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE"):
        monkeypatch.setenv(name, "1")
    documents = [{"question": f"Is {number} even?", "choices": ["yes", "no"], "answer": number % 2} for number in range(40)]
    (tmp_path / "documents.jsonl").write_text("\n".join(map(json.dumps, documents)), encoding="utf-8")
    task = {
        "task": "even", "dataset_path": "json", "dataset_kwargs": {"data_files": {"test": str(tmp_path / "documents.jsonl")}},
        "test_split": "test", "output_type": "multiple_choice", "doc_to_text": "{{question}}", "doc_to_choice": "{{choices}}",
        "doc_to_target": "answer", "metric_list": [{"metric": "acc", "aggregation": "mean", "higher_is_better": True}],
    }  # fmt: skip
    # JSON is YAML.
    (tmp_path / "even.yaml").write_text(json.dumps(task), encoding="utf-8")
    tasks = TaskManager(include_path=str(tmp_path), include_defaults=False)
    runs = [evaluate("dummy", tasks=["even"], task_manager=tasks, log_samples=True, bootstrap_iters=0, cache_requests=False) for _ in "ab"]
    result = restrap.compare(*(lm_eval.scores(run, "even") for run in runs))
    assert result.n == 40
    assert [system["score"] for system in result.to_dict()["systems"]] == pytest.approx(
        [run["results"]["even"]["acc,none"] for run in runs]
    )


OLD, NEW = [0.0, 1.0, 0.0, 1.0] * 30, [1.0, 1.0, 0.0, 1.0] * 30


def test_a_run_of_mlflow(tmp_path, monkeypatch):
    mlflow = pytest.importorskip("mlflow")
    for name in ("MLFLOW_ALLOW_FILE_STORE", "MLFLOW_DISABLE_TELEMETRY"):
        monkeypatch.setenv(name, "true")
    mlflow.set_tracking_uri(tmp_path.as_uri())
    mlflow.set_experiment("restrap")
    result = restrap.compare(OLD, ("new (v2)", NEW))
    with mlflow.start_run() as run:
        mlflow.log_metrics(result.flat())
        mlflow.log_text(result.to_html(), "restrap.html")
    kept = mlflow.get_run(run.info.run_id).data.metrics
    assert kept == pytest.approx(result.flat()) and kept["restrap/new _v2_/difference"] == 0.25
    assert "<html" in mlflow.artifacts.load_text(f"{run.info.artifact_uri}/restrap.html")


def test_a_run_of_wandb(tmp_path, monkeypatch):
    wandb = pytest.importorskip("wandb")
    monkeypatch.setenv("WANDB_SILENT", "true")
    outcomes = [restrap.compare(OLD, NEW), restrap.rank({"old": OLD, "new": NEW}), restrap.ci(OLD)]
    with wandb.init(project="p", mode="offline", dir=str(tmp_path)) as run:
        for result in outcomes:
            run.log({**result.flat(), "restrap": wandb.Html(result.to_html())})
        kept = dict(run.summary)
    assert kept["restrap/system/difference"] == 0.25 and kept["restrap/new/rank_high"] == outcomes[1]["new"].rank.high
    assert kept["restrap/system/score"] == 0.5
    assert list(tmp_path.rglob("*.wandb"))


def test_records_of_promptfoo_and_deepeval():
    promptfoo = {"results": {"results": [
        {"provider": {"id": model}, "testCase": {"vars": {"q": f"q{at}"}, "metadata": {"doc": f"d{at // 2}"}}, "success": passed, "score": passed}
        for model, grades in (("old", "1000"), ("new", "1101")) for at, passed in enumerate(map(int, grades))
    ]}}  # fmt: skip
    table = restrap.from_records(promptfoo["results"]["results"], system="provider.id", item="testCase.vars.q", score="success")
    assert restrap.compare(table).difference == 0.5
    by_document = restrap.from_records(
        promptfoo["results"]["results"], system="provider.id", item="testCase.vars.q", score="score", cluster="testCase.metadata.doc"
    )
    assert restrap.compare(by_document).to_dict()["clusters"] == 2
    deepeval = {
        name: [{"name": f"t{at}", "metricsData": [{"name": "Faithfulness", "score": score}]} for at, score in enumerate(scores)]
        for name, scores in (("old", [0.5, 0.25, 1.0]), ("new", [0.75, 0.5, None]))
    }
    table = restrap.from_records(deepeval, item="name", score="metricsData.0.score")
    assert restrap.compare(table, missing="drop").difference == 0.25
    with pytest.raises(restrap.InputError, match="expected id in record 1, found no id in name, metricsData"):
        restrap.from_records(deepeval)
    with pytest.raises(restrap.InputError, match="expected a number as the score of record 1, found 'high'"):
        restrap.from_records([{"model": "a", "id": 1, "score": "high"}])


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    inspect_ai = pytest.importorskip("inspect_ai")
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelOutput, ModelUsage, get_model
    from inspect_ai.scorer import match
    from inspect_ai.solver import generate

    def run(name, answers, epochs):
        dataset = [Sample(id=f"q{i}", input="?", target="yes", metadata={"doc": f"d{i // 2}"}) for i in range(6)]
        outputs = [ModelOutput.from_content("mockllm/model", answer) for answer in answers]
        for output in outputs:
            # Counted otherwise with tables from the network.
            output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        task = inspect_ai.Task(name=name, dataset=dataset, solver=generate(), scorer=match())
        (log,) = inspect_ai.eval(
            task,
            model=get_model("mockllm/model", custom_outputs=outputs),
            epochs=epochs,
            display="none",
            max_samples=1,
            log_dir=str(tmp_path_factory.mktemp("logs")),
        )
        return log

    return {"old": run("old", ["no", "yes"] * 6, 2), "new": run("new", ["yes"] * 12, 2)}


def test_logs_of_inspect(logs):
    table = of_inspect.table(logs, cluster="doc")
    assert table.words["repeat"] == "epoch"
    result = restrap.compare(table)
    assert result.to_dict()["unit"] == "cluster"
    plain = restrap.compare(of_inspect.table(logs))
    assert (plain.n, plain.difference) == (6, 0.5)
    assert plain.to_dict()["comparisons"][0]["answers"] is not None
    with pytest.raises(restrap.InputError, match="expected a number or one of C, P, I, N as a score, found 'maybe'"):
        of_inspect._number("maybe")


def test_tables_of_runs_of_mlflow(tmp_path, monkeypatch):
    mlflow = pytest.importorskip("mlflow")
    pandas = pytest.importorskip("pandas")
    from restrap.adapters import mlflow as adapter

    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    mlflow.set_tracking_uri(tmp_path.as_uri())
    mlflow.set_experiment("restrap")
    runs, frames = [], {}
    for name, step in (("old", 3), ("new", 5)):
        frames[name] = pandas.DataFrame(
            {
                "inputs": [f"question {at}" for at in range(40)],
                "correct/v1/score": [int((at * step) % 7 > 2) for at in range(40)],
                "latency/v1/score": [round(0.1 + (at * step % 11) / 10, 1) for at in range(40)],
            }
        )
        with mlflow.start_run(run_name=name) as run:
            mlflow.log_table(frames[name], adapter.TABLE)
        runs.append(run.info.run_id)
    found = adapter.compare_runs(*runs, item="inputs", scorers=["correct/v1/score"])
    direct = restrap.compare(("old", frames["old"]), ("new", frames["new"]), item="inputs", metric=["correct/v1/score"])
    assert (found.baseline, found.system, found.n) == ("old", "new", 40) and found.pvalue == direct.pvalue
    both = adapter.compare_runs(*runs, item="inputs")
    assert both.to_dict()["family"]["size"] == 2 or both.p_adjusted is not None
    adapter.log(found, runs[1])
    kept = mlflow.get_run(runs[1])
    assert "restrap/new/pvalue" in kept.data.metrics
    assert "<html" in mlflow.artifacts.load_text(f"{kept.info.artifact_uri}/restrap/answer.html")


def test_estimators_of_scikit_learn_are_compared_on_their_folds():
    sklearn = pytest.importorskip("sklearn")
    from restrap.sklearn import compare_cv
    from sklearn.datasets import load_breast_cancer
    from sklearn.dummy import DummyClassifier
    from sklearn.model_selection import cross_validate
    from sklearn.tree import DecisionTreeClassifier

    assert sklearn.__version__
    X, y = load_breast_cancer(return_X_y=True)
    models = (DummyClassifier(), DecisionTreeClassifier(random_state=0))
    found = compare_cv(*models, X, y, cv=5, names=("dummy", "tree"))
    assert (found.baseline, found.system, found.n) == ("dummy", "tree", 5) and found.shown
    results = [cross_validate(model, X, y, cv=5, return_indices=True) for model in models]
    assert compare_cv(*results, names=("dummy", "tree")).pvalue == pytest.approx(found.pvalue, rel=1e-6)
    with pytest.raises(restrap.InputError, match="share of items in a test fold"):
        compare_cv({"test_score": [0.5, 0.6]}, {"test_score": [0.7, 0.6]})
    with pytest.raises(restrap.InputError, match="one scorer"):
        compare_cv({"fit_time": [1]}, {"fit_time": [1]}, test_fraction=0.2)
