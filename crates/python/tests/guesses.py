"""Fifty calls as users of notebooks guess them, written before any was tried, each with what it has to give.

Each is a name, the code, and either an expression that is true of `result`, or words that stand in the message or the hint of the error
(`refused`).
"""

PRELUDE = """
import numpy as np, pandas as pd, polars as pl, pyarrow as pa, restrap
rng = np.random.default_rng(7)
n = 40
old = rng.normal(0.50, 0.10, n).round(3)
new = (old + rng.normal(0.03, 0.08, n)).round(3)
third = (old + rng.normal(0.00, 0.08, n)).round(3)
qid = [f"q{i:02}" for i in range(n)]
lang = ["de", "fr"] * (n // 2)
doc = [f"d{i // 4}" for i in range(n)]
gold = rng.choice(["yes", "no"], n)
pred_old = np.where(rng.random(n) < 0.7, gold, np.where(gold == "yes", "no", "yes"))
pred_new = np.where(rng.random(n) < 0.9, gold, np.where(gold == "yes", "no", "yes"))
y = (gold == "yes").astype(int)
prob_old = np.clip(0.5 + 0.2 * (2 * y - 1) + rng.normal(0, 0.2, n), 0.01, 0.99).round(3)
prob_new = np.clip(0.5 + 0.3 * (2 * y - 1) + rng.normal(0, 0.2, n), 0.01, 0.99).round(3)
refs = [f"the cat number {i} sat on the mat" for i in range(n)]
hyp_old = [r if i % 3 else r.replace("sat", "sits") for i, r in enumerate(refs)]
hyp_new = [r if i % 7 else r.replace("sat", "sits") for i, r in enumerate(refs)]
qrels = {f"q{i}": {f"d{j}": int(j % 3 == 0) for j in range(6)} for i in range(8)}
run_old = {f"q{i}": {f"d{j}": float((i * j + i) % 7) for j in range(6)} for i in range(8)}
run_new = {f"q{i}": {f"d{j}": float((i * j + j) % 5) for j in range(6)} for i in range(8)}
df = pd.DataFrame(dict(qid=qid, lang=lang, doc=doc, old=old, new=new, gold=gold, pred_old=pred_old, pred_new=pred_new, y=y, prob_old=prob_old, prob_new=prob_new))
tidy = pd.concat([pd.DataFrame(dict(model=m, qid=qid, seed=s, score=v + 0.001 * s)) for m, v in (("old", old), ("new", new)) for s in range(3)])
plain = restrap.compare(old, new)
"""

GUESSES = [
    # Frames and names of columns.
    ("columns of a frame", "result = restrap.compare('old', 'new', data=df)", "result.pvalue == plain.pvalue"),
    ("columns of a polars frame", "result = restrap.compare('old', 'new', data=pl.from_pandas(df))", "result.pvalue == plain.pvalue"),
    ("a frame with two columns", "result = restrap.compare(df[['old', 'new']])", "result.pvalue == plain.pvalue and result.system == 'new'"),
    ("series", "result = restrap.compare(df.old, df.new)", "result.baseline == 'old' and result.pvalue == plain.pvalue"),
    ("an Arrow table", "result = restrap.compare('old', 'new', data=pa.Table.from_pandas(df))", "result.pvalue == plain.pvalue"),
    ("series of another order", "a = df.set_index('qid'); result = restrap.compare(a.old, a.new.sample(frac=1, random_state=1))", "result.pvalue == plain.pvalue"),
    ("clusters by name", "result = restrap.compare('old', 'new', data=df, cluster='doc')", "result.n == 40 and result.pvalue != plain.pvalue"),
    ("groups=", "result = restrap.compare('old', 'new', data=df, groups='doc')", "refused: cluster"),
    ("clusters as a list", "result = restrap.compare(old, new, cluster=doc)", "result.pvalue == restrap.compare('old', 'new', data=df, cluster='doc').pvalue"),
    ("by as a series", "result = restrap.compare(df.old, df.new, by=df.lang)", "set(result.by) == {'de', 'fr'}"),
    ("strata as a list", "result = restrap.compare(old, new, stratum=lang, test='bootstrap', n_resamples=500)", "result.n == 40"),
    ("index as items", "result = restrap.compare(df.set_index('qid').old.to_dict(), df.set_index('qid').new.to_dict())", "result.pvalue == plain.pvalue"),
    ("a column that is not there", "result = restrap.compare('old', 'neww', data=df)", "refused: new"),
    ("a whole frame without saying more", "result = restrap.compare(df)", "refused: metric"),
    ("a lazy frame", "result = restrap.compare('old', 'new', data=pl.from_pandas(df).lazy())", "abs(result.difference - plain.difference) < 1e-9"),
    # Names of other packages.
    ("random_state", "result = restrap.compare(old, new, random_state=0)", "refused: seed"),
    ("n_resamples and alternative of SciPy", "result = restrap.compare(old, new, n_resamples=9999, alternative='greater')", "refused: better"),
    ("paired t test", "result = restrap.compare(old, new, test='ttest_rel')", "refused: t"),
    ("wilcoxon", "result = restrap.compare(old, new, test='wilcoxon')", "0 < result.pvalue < 1"),
    ("mcnemar", "result = restrap.compare((pred_old == gold), (pred_new == gold), test='mcnemar')", "0 < result.pvalue <= 1"),
    ("y_true", "result = restrap.compare(pred_old, pred_new, y_true=gold, metric='accuracy')", "refused: gold"),
    ("nan_policy", "result = restrap.compare(old, new, nan_policy='omit')", "refused: missing"),
    ("axis", "result = restrap.compare(old, new, axis=0)", "refused: axis"),
    # Metrics.
    ("accuracy", "result = restrap.compare(pred_old, pred_new, gold=gold, metric='accuracy')", "abs(result.difference - ((pred_new == gold).mean() - (pred_old == gold).mean())) < 1e-9"),
    ("macro F1 as in scikit-learn", "result = restrap.compare(pred_old, pred_new, gold=gold, metric='f1_macro')", "'f1' in str(result.to_dict()['metric']).lower()"),
    ("average=", "result = restrap.compare(pred_old, pred_new, gold=gold, metric='f1', average='macro')", "refused: f1(average=macro)"),
    ("a function of scikit-learn", "from sklearn.metrics import f1_score; result = restrap.compare('pred_old', 'pred_new', data=df, gold='gold', metric=lambda t, p: f1_score(t, p, average='macro'), n_resamples=99)", "result.n == 40"),
    ("roc auc", "result = restrap.compare('prob_old', 'prob_new', data=df, gold='y', metric='roc_auc')", "result.difference > 0"),
    ("labels without gold", "result = restrap.compare(pred_old, pred_new)", "refused: gold"),
    ("bleu", "result = restrap.compare(hyp_old, hyp_new, references=refs, metric='bleu', n_resamples=500)", "result.difference > 0"),
    ("bleu with a list of references each", "result = restrap.compare(hyp_old, hyp_new, references=[refs, hyp_old], metric='bleu', n_resamples=500)", "result.n == 40"),
    ("exact match by cluster in a frame", "f = pd.DataFrame(dict(a=hyp_old, b=hyp_new, ref=refs, doc=doc)); result = restrap.compare('a', 'b', data=f, references='ref', metric='exact-match', cluster='doc')", "result.n == 40"),
    ("ndcg of dicts", "result = restrap.compare(run_old, run_new, qrels=qrels, metric='ndcg@5')", "result.n == 8"),
    ("ndcg of frames", "f = lambda run: pd.DataFrame([(q, d, s) for q, ds in run.items() for d, s in ds.items()], columns=['query_id', 'doc_id', 'score']); result = restrap.compare(('old', f(run_old)), ('new', f(run_new)), qrels=qrels, metric='ndcg@5')", "result.pvalue == restrap.compare(run_old, run_new, qrels=qrels, metric='ndcg@5').pvalue"),
    ("several metrics", "result = restrap.compare(pred_old, pred_new, gold=gold, metric=['accuracy', 'f1(average=macro)'])", "result.n == 40"),
    # Designs.
    ("tidy frame of runs", "result = restrap.compare(restrap.from_frame(tidy, score='score', seed_col='seed'))", "abs(result.difference - plain.difference) < 1e-9"),
    ("seed as the column of seeds", "result = restrap.compare('old', 'new', data=df, seed='lang')", "refused: seed_col"),
    ("unpaired samples", "result = restrap.compare(old, new[:30], unpaired=True)", "result.pvalue is not None"),
    ("arrays of unequal length", "result = restrap.compare(old, new[:30])", "refused: unpaired"),
    ("a missing score", "b = new.copy(); b[3] = np.nan; result = restrap.compare(old, b)", "refused: missing"),
    ("a missing score, left out", "b = new.copy(); b[3] = np.nan; result = restrap.compare(old, b, missing='drop')", "result.n == 39"),
    ("a two-dimensional array", "result = restrap.compare(np.stack([old, new]))", "result.pvalue == plain.pvalue"),
    # Answers.
    ("significance", "result = plain.significant", "refused: shown"),
    ("result['pvalue']", "result = plain['pvalue']", "result == plain.pvalue"),
    ("frame of an answer", "result = restrap.rank({'01': old, 'NA': new, '=a': third}).to_frame()", "set(result.iloc[:, 0]) >= {'01', 'NA', '=a'} or set(result['system']) == {'01', 'NA', '=a'}"),
    ("unpack like SciPy", "result = list(plain)", "refused: pvalue"),
    ("plot", "import matplotlib; matplotlib.use('agg'); import matplotlib.pyplot as plt; fig, ax = plt.subplots(); result = plain.plot(ax)", "result is ax"),
    ("adjust a list", "result = restrap.adjust([0.01, 0.02, 0.03])", "'0.03' in repr(result) or 'adjust' in repr(result)"),
    ("plan", "result = restrap.power.plan(gain='2pt', baseline=0.7)", "'items' in dir(result) or 'n' in dir(result)"),
    ("cross-validation", "from sklearn.linear_model import LogisticRegression as L; from sklearn.dummy import DummyClassifier as D; from restrap.sklearn import compare_cv; X = np.c_[prob_old, prob_new]; result = compare_cv(D(), L(), X, y, cv=5)", "0 <= result.pvalue <= 1"),
]
