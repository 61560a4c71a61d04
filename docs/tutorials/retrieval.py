# %% [markdown]
# # Which rankings are better, and how many queries would tell?
#
# Twelve queries with judged documents and two runs, in the formats of TREC (`datasets/outputs`, artificial). Run this from the root of a
# checkout. The unit is the query: the results hold for queries and judgements like these.

# %%
import restrap

OUTPUTS = "datasets/outputs"
paths = [f"base={OUTPUTS}/baseline.run", f"new={OUTPUTS}/system.run"]
result = restrap.compare(*paths, metric="ndcg@10", qrels=f"{OUTPUTS}/qrels.txt")
print(f"{result.difference:+.3f} nDCG@10 on {result.n} queries, p {result.pvalue:.4f}")
print(result.verdict)
#> +0.040 nDCG@10 on 12 queries, p 0.5151
#> new scored 0.040 nDCG@10 above base on these 12 items, not significant at 0.05 (paired permutation test, p = 0.515): the interval allows 0.094 worse to 0.166 better.

# %% [markdown]
# Which queries? `score` has the value of every query, by its id, for a frame or a plot.

# %%
scores = restrap.score("ndcg@10", *paths, qrels=f"{OUTPUTS}/qrels.txt")
base, new = (next(iter(scores.per_item[name].values())) for name in ("base", "new"))
changes = dict(zip(scores.items, new - base))
for query in sorted(changes, key=changes.get)[:3]:
    print(f"{query}: {changes[query]:+.3f}")
#> 7: -0.423
#> 1: -0.288
#> 10: -0.080

# %% [markdown]
# Scores that another program computed (ir_measures, pytrec_eval, ranx: `restrap.adapters.retrieval`) are dictionaries from queries to
# scores. They pair by query, whatever their order.

# %%
again = restrap.compare(dict(zip(scores.items, base)), dict(zip(reversed(scores.items), reversed(new))))
print(f"{again.difference:+.3f}, p {again.pvalue:.4f}")
#> +0.040, p 0.5151

# %% [markdown]
# Three or more runs are ranked together: every pair is decided under one error rate, and ranks, tiers and letters say what was decided.

# %%
mixed = (base + new) / 2
ranking = restrap.rank({"base": base, "new": new, "fused": mixed})
for system in ranking:
    print(f"{system.name}: {system.score:.3f}, rank {system.rank.low} to {system.rank.high}")
#> new: 0.882, rank 1 to 3
#> fused: 0.862, rank 1 to 3
#> base: 0.841, rank 1 to 3

# %% [markdown]
# How many queries would it take to see a gain of 0.02, if queries differ as much as these do?

# %%
plan = restrap.power.plan(base, new, gain=0.02, simulations=0)
print(plan.scenarios[0].methods[0].items_needed)
#> 864
