# %% [markdown]
# # Is one translation system better than another?
#
# Sixty sentences, two systems, one reference. The files are those of `datasets/outputs`: artificial, so the figures mean nothing, but the
# questions are those of every paper. Run this from the root of a checkout.

# %%
import restrap

OUTPUTS = "datasets/outputs"


def lines(name):
    with open(f"{OUTPUTS}/{name}.txt", encoding="utf-8") as file:
        return file.read().splitlines()


base, new, references = lines("baseline"), lines("system"), lines("reference")

# %% [markdown]
# BLEU is a value of the whole corpus: sentences have no BLEU that could be averaged. Each resample draws sentences and computes BLEU again
# from their counts; the test swaps the two translations of random sentences. The decision is about the first metric;
# chrF is tested beside it.

# %%
result = restrap.compare(("base", base), ("new", new), metric=["bleu", "chrf"], references=references)
print(f"{result.difference:.1f} BLEU, from {result.confidence_interval.low:.1f} to {result.confidence_interval.high:.1f}")
print(result.verdict)
#> 8.3 BLEU, from 3.0 to 13.7
#> Significant at 0.05: on these 60 items new scored 8.3 BLEU above base (95 % CI 3.0 to 13.7; paired permutation test, p = 0.00127).

# %% [markdown]
# In a notebook, `result` by itself displays the whole report, and `result.plot()` the figure. A paper needs one sentence and a
# table:

# %%
print(result.report)
latex = result.to_latex()
#> paired permutation test (random swaps; Noreen 1989), two-sided, ties with the observed value counted, p = (c + 1)/(R + 1): 100,000 resamples, seed 0, stream restrap-1; metric nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0; 60 items, unit of resampling: item; alpha 0.05; one comparison, no correction; 95 % interval of the difference by swap-calibrated; tests run: permutation; new − base = 8.3 [3.0, 13.7], p = 0.00127; restrap 0.1.0. Other kinds of items and other training runs were not sampled.

# %% [markdown]
# Sentences of one document depend on each other. With documents as clusters, the result holds for documents like these.
# Here every three neighbouring sentences are one document. `score` gives the counts of each sentence.

# %%
counts = restrap.score("bleu", ("base", base), ("new", new), references=references).per_item
documents = [f"d{at // 3}" for at in range(len(base))]
names = list(counts["base"])


def bleu(sums):
    """BLEU of rows of sums, by its definition."""
    import numpy as np

    of = {name: sums[:, at] for at, name in enumerate(names)}
    precisions = [of[f"correct_{n}"] / of[f"total_{n}"] for n in range(1, 5)]
    brevity = np.minimum(0, 1 - of["ref_len"] / of["sys_len"])
    return 100 * np.exp(brevity + np.log(precisions).mean(axis=0))


metric = restrap.Metric(bleu, columns=names)
by_document = restrap.compare(("base", counts["base"]), ("new", counts["new"]), metric=metric, cluster=documents)
print(f"{by_document.difference:.1f} BLEU on {by_document.to_dict()['clusters']} documents, p {by_document.pvalue:.4f}")
#> 8.3 BLEU on 20 documents, p 0.0004
