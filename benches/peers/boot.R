# R's boot::boot (Davison & Hinkley 1997), as peers.py drives it: "load<TAB>FILE" reads differences (raw little-endian
# doubles), "run<TAB>R" answers the share of R resampled means at or below 0, with + 1. One line in, one line out.

suppressMessages(library(boot))
set.seed(1)
input <- file("stdin", "r")
d <- NULL
while (length(line <- readLines(input, n = 1)) > 0) {
  word <- strsplit(line, "\t", fixed = TRUE)[[1]]
  if (word[1] == "load") {
    d <- readBin(word[2], "double", n = file.size(word[2]) / 8, size = 8, endian = "little")
    answer <- length(d)
  } else {
    r <- as.integer(word[2])
    law <- boot(d, function(x, i) mean(x[i]), R = r)$t
    answer <- (sum(law <= 0) + 1) / (r + 1)
  }
  cat(format(answer, digits = 15), "\n", sep = "")
  flush(stdout())
}
