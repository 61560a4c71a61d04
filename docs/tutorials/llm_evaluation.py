# %% [markdown]
# # Is the new model better, worse, or is this benchmark too small to say?
#
# Two versions of a classifier on sentences of newspaper editorials, movie reviews, product reviews and tweets (`datasets/sentiment`, real
# results): 1 for a right answer, 0 for a wrong one. Read "model" for system and "prompt" for sentence. Run this from the root of a checkout.

# %%
import restrap

SENTIMENT = "datasets/sentiment"
editorials = f"{SENTIMENT}/editorials.csv"
paths = [f"old={editorials}:vader_lexicon", f"new={editorials}:vader"]
alone = restrap.compare(*paths, item="id")
print(f"{alone.difference:+.4f} on {alone.n} sentences, p {alone.pvalue:.2g}")
#> +0.0055 on 4946 sentences, p 0.028

# %% [markdown]
# Sentences of one article are not independent, just as questions about one passage are not. So draw articles:

# %%
result = restrap.compare(*paths, item="id", cluster="article")
low, high = result.confidence_interval
print(f"{result.to_dict()['clusters']} articles, p {result.pvalue:.2g}, from {low:+.4f} to {high:+.4f}")
#> 498 articles, p 0.039, from +0.0004 to +0.0104

# %% [markdown]
# One benchmark is one kind of text. On several, count those on which the gain holds, all decided together:

# %%
sets = ["movie-reviews", "product-reviews", "tweets"]
tables = {name: restrap.read(f"{SENTIMENT}/{name}.csv", item="id", systems="vader_lexicon,vader") for name in sets}
old, new = ({name: table[column] for name, table in tables.items()} for column in ("vader_lexicon", "vader"))
replication = restrap.replicate(("old", old), ("new", new))
count = replication.counts[0]
print(f"better on at least {count.k_bonferroni} of {count.n}: {', '.join(count.named)}")
for cell in replication.cells:
    print(f"{cell.dataset}: {cell.difference:+.4f}, adjusted p {cell.p_adjusted:.2g}")
#> better on at least 3 of 3: movie-reviews, product-reviews, tweets
#> movie-reviews: +0.0166, adjusted p 8.7e-13
#> product-reviews: +0.0324, adjusted p 5.3e-12
#> tweets: +0.0126, adjusted p 3.8e-07

# %% [markdown]
# A language model answers each prompt several times. Records of any harness become a table if you name the paths of the fields; the
# answers to a prompt are one item, and `reduce` says how they become one value.

# %%
questions = restrap.read("datasets/ten-questions/ten-questions.csv", item="question")
records = [
    {"model": {"name": name}, "test": question, "epoch": epoch, "grade": {"pass": bool(right) or (epoch == 1 and at % 3 == 0)}}
    for name in ("baseline", "experimental")
    for at, (question, right) in enumerate(zip(questions.items, questions[name]))
    for epoch in range(2)
]
table = restrap.from_records(records, system="model.name", item="test", score="grade.pass", repeat="epoch")
sampled = restrap.compare(table, reduce="pass@1")
print(f"{sampled.difference:+.2f} on {sampled.n} questions, p {sampled.pvalue:.2f}")
#> +0.00 on 10 questions, p 1.00

# %% [markdown]
# Ten questions are too few. How many are needed if the experimental model is five points better?

# %%
plan = restrap.power.plan(questions["baseline"], questions["experimental"], gain=0.05, simulations=0)
print(plan.scenarios[0].methods[0].items_needed)
#> 1125

# %% [markdown]
# In a test suite the same question is a gate: it passes, fails, or says that these items cannot tell.

# %%
from restrap.testing import GateUndecided, assert_not_worse

print(assert_not_worse(*paths, item="id", margin="1pt").gate.passed)
try:
    assert_not_worse(questions["baseline"], questions["experimental"], margin="1pt")
except GateUndecided as undecided:
    print(str(undecided).splitlines()[0])
#> True
#> noninferior is undecided: neither it nor the opposite is significant
