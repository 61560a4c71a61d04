//! The works that a methods section cites: author and year for its sentences, an entry for BibTeX.

use restrap_stats::Adjustment;

use crate::outcome::IntervalKind;
use crate::request::Test;
use crate::request::profile::Profile;

/// A work that is cited.
pub(crate) struct Work {
    pub key: &'static str,
    pub cited: &'static str,
    pub entry: &'static str,
}

macro_rules! works {
    ($($name:ident: $key:literal, $cited:literal, $kind:literal, $fields:literal;)*) => {
        $(pub(crate) const $name: Work = Work {
            key: $key,
            cited: $cited,
            entry: concat!("@", $kind, "{", $key, ",\n", $fields, "\n}"),
        };)*
        #[cfg(test)]
        pub(crate) const ALL: &[&Work] = &[$(&$name),*];
    };
}

works! {
    NOREEN: "noreen1989", "Noreen 1989", "book",
        "  author = {Eric W. Noreen},\n  title = {Computer-Intensive Methods for Testing Hypotheses: An Introduction},\n  publisher = {Wiley},\n  year = {1989}";
    EFRON_TIBSHIRANI: "efron1993", "Efron and Tibshirani 1993", "book",
        "  author = {Bradley Efron and Robert J. Tibshirani},\n  title = {An Introduction to the Bootstrap},\n  publisher = {Chapman \\& Hall},\n  year = {1993}";
    EFRON_BCA: "efron1987", "Efron 1987", "article",
        "  author = {Bradley Efron},\n  title = {Better Bootstrap Confidence Intervals},\n  journal = {Journal of the American Statistical Association},\n  volume = {82},\n  number = {397},\n  pages = {171--185},\n  year = {1987}";
    STUDENT: "student1908", "Student 1908", "article",
        "  author = {Student},\n  title = {The Probable Error of a Mean},\n  journal = {Biometrika},\n  volume = {6},\n  number = {1},\n  pages = {1--25},\n  year = {1908}";
    FISHER_T: "fisher1925", "Fisher 1925", "article",
        "  author = {Ronald A. Fisher},\n  title = {Applications of ``{Student's}'' Distribution},\n  journal = {Metron},\n  volume = {5},\n  number = {3},\n  pages = {90--104},\n  year = {1925}";
    HODGES_LEHMANN: "hodges1963", "Hodges and Lehmann 1963", "article",
        "  author = {J. L. Hodges and E. L. Lehmann},\n  title = {Estimates of Location Based on Rank Tests},\n  journal = {The Annals of Mathematical Statistics},\n  volume = {34},\n  number = {2},\n  pages = {598--611},\n  year = {1963}";
    MIETTINEN_NURMINEN: "miettinen1985", "Miettinen and Nurminen 1985", "article",
        "  author = {Olli Miettinen and Markku Nurminen},\n  title = {Comparative Analysis of Two Rates},\n  journal = {Statistics in Medicine},\n  volume = {4},\n  number = {2},\n  pages = {213--226},\n  year = {1985}";
    CAMPBELL: "campbell2007", "Campbell 2007", "article",
        "  author = {Ian Campbell},\n  title = {Chi-squared and {Fisher-Irwin} Tests of Two-by-two Tables with Small Sample Recommendations},\n  journal = {Statistics in Medicine},\n  volume = {26},\n  number = {19},\n  pages = {3661--3675},\n  year = {2007}";
    HALL: "hall1992", "Hall 1992", "article",
        "  author = {Peter Hall},\n  title = {On the Removal of Skewness by Transformation},\n  journal = {Journal of the Royal Statistical Society, Series B},\n  volume = {54},\n  number = {1},\n  pages = {221--228},\n  year = {1992}";
    WESTFALL_YOUNG: "westfall1993", "Westfall and Young 1993", "book",
        "  author = {Peter H. Westfall and S. Stanley Young},\n  title = {Resampling-Based Multiple Testing: Examples and Methods for p-Value Adjustment},\n  publisher = {Wiley},\n  year = {1993}";
    ROMANO_WOLF: "romano2005", "Romano and Wolf 2005", "article",
        "  author = {Joseph P. Romano and Michael Wolf},\n  title = {Stepwise Multiple Testing as Formalized Data Snooping},\n  journal = {Econometrica},\n  volume = {73},\n  number = {4},\n  pages = {1237--1282},\n  year = {2005}";
    CARTERETTE: "carterette2012", "Carterette 2012", "article",
        "  author = {Benjamin A. Carterette},\n  title = {Multiple Testing in Statistical Analysis of Systems-Based Information Retrieval Experiments},\n  journal = {ACM Transactions on Information Systems},\n  volume = {30},\n  number = {1},\n  pages = {4:1--4:34},\n  year = {2012}";
    DAVIDSON: "davidson1970", "Davidson 1970", "article",
        "  author = {Roger R. Davidson},\n  title = {On Extending the Bradley-Terry Model to Accommodate Ties in Paired Comparison Experiments},\n  journal = {Journal of the American Statistical Association},\n  volume = {65},\n  number = {329},\n  pages = {317--328},\n  year = {1970}";
    DROR_DATA_SETS: "dror2017", "Dror et al. 2017", "article",
        "  author = {Rotem Dror and Gili Baumer and Marina Bogomolov and Roi Reichart},\n  title = {Replicability Analysis for Natural Language Processing: Testing Significance with Multiple Datasets},\n  journal = {Transactions of the Association for Computational Linguistics},\n  volume = {5},\n  pages = {471--486},\n  year = {2017}";
    DEMSAR: "demsar2006", "Dem\u{161}ar 2006", "article",
        "  author = {Janez Dem\\v{s}ar},\n  title = {Statistical Comparisons of Classifiers over Multiple Data Sets},\n  journal = {Journal of Machine Learning Research},\n  volume = {7},\n  pages = {1--30},\n  year = {2006}";
    FRIEDMAN: "friedman1937", "Friedman 1937", "article",
        "  author = {Milton Friedman},\n  title = {The Use of Ranks to Avoid the Assumption of Normality Implicit in the Analysis of Variance},\n  journal = {Journal of the American Statistical Association},\n  volume = {32},\n  number = {200},\n  pages = {675--701},\n  year = {1937}";
    COCHRAN: "cochran1954", "Cochran 1954", "article",
        "  author = {William G. Cochran},\n  title = {The Combination of Estimates from Different Experiments},\n  journal = {Biometrics},\n  volume = {10},\n  number = {1},\n  pages = {101--129},\n  year = {1954}";
    MAXWELL: "maxwell1970", "Maxwell 1970", "article",
        "  author = {A. E. Maxwell},\n  title = {Comparing the Classification of Subjects by Two Independent Judges},\n  journal = {The British Journal of Psychiatry},\n  volume = {116},\n  number = {535},\n  pages = {651--655},\n  year = {1970}";
    DELONG: "delong1988", "DeLong et al. 1988", "article",
        "  author = {Elizabeth R. DeLong and David M. DeLong and Daniel L. Clarke-Pearson},\n  title = {Comparing the Areas under Two or More Correlated Receiver Operating Characteristic Curves: A Nonparametric Approach},\n  journal = {Biometrics},\n  volume = {44},\n  number = {3},\n  pages = {837--845},\n  year = {1988}";
    WELCH: "welch1947", "Welch 1947", "article",
        "  author = {B. L. Welch},\n  title = {The Generalization of `{Student's}' Problem when Several Different Population Variances are Involved},\n  journal = {Biometrika},\n  volume = {34},\n  number = {1--2},\n  pages = {28--35},\n  year = {1947}";
    EFRON_1981: "efron1981", "Efron 1981", "article",
        "  author = {Bradley Efron},\n  title = {Nonparametric Standard Errors and Confidence Intervals},\n  journal = {Canadian Journal of Statistics},\n  volume = {9},\n  number = {2},\n  pages = {139--158},\n  year = {1981}";
    WAUDBY_SMITH: "waudbysmith2024", "Waudby-Smith and Ramdas 2024", "article",
        "  author = {Ian Waudby-Smith and Aaditya Ramdas},\n  title = {Estimating Means of Bounded Random Variables by Betting},\n  journal = {Journal of the Royal Statistical Society Series B},\n  volume = {86},\n  number = {1},\n  pages = {1--27},\n  year = {2024}";
    SATTERTHWAITE: "satterthwaite1946", "Satterthwaite 1946", "article",
        "  author = {F. E. Satterthwaite},\n  title = {An Approximate Distribution of Estimates of Variance Components},\n  journal = {Biometrics Bulletin},\n  volume = {2},\n  number = {6},\n  pages = {110--114},\n  year = {1946}";
    BELL_MCCAFFREY: "bell2002", "Bell and McCaffrey 2002", "article",
        "  author = {Robert M. Bell and Daniel F. McCaffrey},\n  title = {Bias Reduction in Standard Errors for Linear Regression with Multi-stage Samples},\n  journal = {Survey Methodology},\n  volume = {28},\n  number = {2},\n  pages = {169--181},\n  year = {2002}";
    DIXON_MOOD: "dixon1946", "Dixon and Mood 1946", "article",
        "  author = {W. J. Dixon and A. M. Mood},\n  title = {The Statistical Sign Test},\n  journal = {Journal of the American Statistical Association},\n  volume = {41},\n  number = {236},\n  pages = {557--566},\n  year = {1946}";
    MCNEMAR: "mcnemar1947", "McNemar 1947", "article",
        "  author = {Quinn McNemar},\n  title = {Note on the Sampling Error of the Difference between Correlated Proportions or Percentages},\n  journal = {Psychometrika},\n  volume = {12},\n  number = {2},\n  pages = {153--157},\n  year = {1947}";
    WILCOXON: "wilcoxon1945", "Wilcoxon 1945", "article",
        "  author = {Frank Wilcoxon},\n  title = {Individual Comparisons by Ranking Methods},\n  journal = {Biometrics Bulletin},\n  volume = {1},\n  number = {6},\n  pages = {80--83},\n  year = {1945}";
    PHIPSON_SMYTH: "phipson2010", "Phipson and Smyth 2010", "article",
        "  author = {Belinda Phipson and Gordon K. Smyth},\n  title = {Permutation P-values Should Never Be Zero: Calculating Exact P-values when Permutations are Randomly Drawn},\n  journal = {Statistical Applications in Genetics and Molecular Biology},\n  volume = {9},\n  number = {1},\n  year = {2010}";
    TANGO: "tango1998", "Tango 1998", "article",
        "  author = {Toshiro Tango},\n  title = {Equivalence Test and Confidence Interval for the Difference in Proportions for the Paired-sample Design},\n  journal = {Statistics in Medicine},\n  volume = {17},\n  number = {8},\n  pages = {891--908},\n  year = {1998}";
    WILSON: "wilson1927", "Wilson 1927", "article",
        "  author = {Edwin B. Wilson},\n  title = {Probable Inference, the Law of Succession, and Statistical Inference},\n  journal = {Journal of the American Statistical Association},\n  volume = {22},\n  number = {158},\n  pages = {209--212},\n  year = {1927}";
    CLOPPER_PEARSON: "clopper1934", "Clopper and Pearson 1934", "article",
        "  author = {C. J. Clopper and E. S. Pearson},\n  title = {The Use of Confidence or Fiducial Limits Illustrated in the Case of the Binomial},\n  journal = {Biometrika},\n  volume = {26},\n  number = {4},\n  pages = {404--413},\n  year = {1934}";
    NEWCOMBE: "newcombe1998", "Newcombe 1998", "article",
        "  author = {Robert G. Newcombe},\n  title = {Improved Confidence Intervals for the Difference between Binomial Proportions Based on Paired Data},\n  journal = {Statistics in Medicine},\n  volume = {17},\n  number = {22},\n  pages = {2635--2650},\n  year = {1998}";
    HOLM: "holm1979", "Holm 1979", "article",
        "  author = {Sture Holm},\n  title = {A Simple Sequentially Rejective Multiple Test Procedure},\n  journal = {Scandinavian Journal of Statistics},\n  volume = {6},\n  number = {2},\n  pages = {65--70},\n  year = {1979}";
    DUNN: "dunn1961", "Dunn 1961", "article",
        "  author = {Olive Jean Dunn},\n  title = {Multiple Comparisons among Means},\n  journal = {Journal of the American Statistical Association},\n  volume = {56},\n  number = {293},\n  pages = {52--64},\n  year = {1961}";
    SIDAK: "sidak1967", "\u{160}id\u{e1}k 1967", "article",
        "  author = {Zbyn\\v{e}k \\v{S}id\\'{a}k},\n  title = {Rectangular Confidence Regions for the Means of Multivariate Normal Distributions},\n  journal = {Journal of the American Statistical Association},\n  volume = {62},\n  number = {318},\n  pages = {626--633},\n  year = {1967}";
    HOCHBERG: "hochberg1988", "Hochberg 1988", "article",
        "  author = {Yosef Hochberg},\n  title = {A Sharper {Bonferroni} Procedure for Multiple Tests of Significance},\n  journal = {Biometrika},\n  volume = {75},\n  number = {4},\n  pages = {800--802},\n  year = {1988}";
    HOMMEL: "hommel1988", "Hommel 1988", "article",
        "  author = {Gerhard Hommel},\n  title = {A Stagewise Rejective Multiple Test Procedure Based on a Modified {Bonferroni} Test},\n  journal = {Biometrika},\n  volume = {75},\n  number = {2},\n  pages = {383--386},\n  year = {1988}";
    BENJAMINI_HOCHBERG: "benjamini1995", "Benjamini and Hochberg 1995", "article",
        "  author = {Yoav Benjamini and Yosef Hochberg},\n  title = {Controlling the False Discovery Rate: A Practical and Powerful Approach to Multiple Testing},\n  journal = {Journal of the Royal Statistical Society: Series B},\n  volume = {57},\n  number = {1},\n  pages = {289--300},\n  year = {1995}";
    BENJAMINI_YEKUTIELI: "benjamini2001", "Benjamini and Yekutieli 2001", "article",
        "  author = {Yoav Benjamini and Daniel Yekutieli},\n  title = {The Control of the False Discovery Rate in Multiple Testing under Dependency},\n  journal = {The Annals of Statistics},\n  volume = {29},\n  number = {4},\n  pages = {1165--1188},\n  year = {2001}";
    FISHER: "fisher1935", "Fisher 1935", "book",
        "  author = {Ronald A. Fisher},\n  title = {The Design of Experiments},\n  publisher = {Oliver and Boyd},\n  year = {1935}";
    MANN_WHITNEY: "mann1947", "Mann and Whitney 1947", "article",
        "  author = {H. B. Mann and D. R. Whitney},\n  title = {On a Test of Whether One of Two Random Variables Is Stochastically Larger than the Other},\n  journal = {The Annals of Mathematical Statistics},\n  volume = {18},\n  number = {1},\n  pages = {50--60},\n  year = {1947}";
    EDWARDS: "edwards1948", "Edwards 1948", "article",
        "  author = {Allen L. Edwards},\n  title = {Note on the `Correction for Continuity' in Testing the Significance of the Difference between Correlated Proportions},\n  journal = {Psychometrika},\n  volume = {13},\n  number = {3},\n  pages = {185--187},\n  year = {1948}";
    FAGERLAND: "fagerland2013", "Fagerland et al. 2013", "article",
        "  author = {Morten W. Fagerland and Stian Lydersen and Petter Laake},\n  title = {The {McNemar} Test for Binary Matched-pairs Data: Mid-p and Asymptotic Are Better than Exact Conditional},\n  journal = {BMC Medical Research Methodology},\n  volume = {13},\n  pages = {91},\n  year = {2013}";
    SUISSA_SHUSTER: "suissa1991", "Suissa and Shuster 1991", "article",
        "  author = {Samy Suissa and Jonathan J. Shuster},\n  title = {The 2 x 2 Matched-pairs Trial: Exact Unconditional Design and Analysis},\n  journal = {Biometrics},\n  volume = {47},\n  number = {2},\n  pages = {361--372},\n  year = {1991}";
    BERGER_BOOS: "berger1994", "Berger and Boos 1994", "article",
        "  author = {Roger L. Berger and Dennis D. Boos},\n  title = {P Values Maximized over a Confidence Set for the Nuisance Parameter},\n  journal = {Journal of the American Statistical Association},\n  volume = {89},\n  number = {427},\n  pages = {1012--1016},\n  year = {1994}";
    PRATT: "pratt1959", "Pratt 1959", "article",
        "  author = {John W. Pratt},\n  title = {Remarks on Zeros and Ties in the {Wilcoxon} Signed Rank Procedures},\n  journal = {Journal of the American Statistical Association},\n  volume = {54},\n  number = {287},\n  pages = {655--667},\n  year = {1959}";
    NEWCOMBE_APART: "newcombe1998independent", "Newcombe 1998", "article",
        "  author = {Robert G. Newcombe},\n  title = {Interval Estimation for the Difference between Independent Proportions: Comparison of Eleven Methods},\n  journal = {Statistics in Medicine},\n  volume = {17},\n  number = {8},\n  pages = {873--890},\n  year = {1998}";
    CHAN_ZHANG: "chan1999", "Chan and Zhang 1999", "article",
        "  author = {Ivan S. F. Chan and Zhongxin Zhang},\n  title = {Test-Based Exact Confidence Intervals for the Difference of Two Binomial Proportions},\n  journal = {Biometrics},\n  volume = {55},\n  number = {4},\n  pages = {1202--1209},\n  year = {1999}";
    BANDOS: "bandos2005", "Bandos et al. 2005", "article",
        "  author = {Andriy I. Bandos and Howard E. Rockette and David Gur},\n  title = {A Permutation Test Sensitive to Differences in Areas for Comparing {ROC} Curves from a Paired Design},\n  journal = {Statistics in Medicine},\n  volume = {24},\n  number = {18},\n  pages = {2873--2893},\n  year = {2005}";
    NEWCOMBE_SINGLE: "newcombe1998single", "Newcombe 1998", "article",
        "  author = {Robert G. Newcombe},\n  title = {Two-sided Confidence Intervals for the Single Proportion: Comparison of Seven Methods},\n  journal = {Statistics in Medicine},\n  volume = {17},\n  number = {8},\n  pages = {857--872},\n  year = {1998}";
    CONOVER: "conover1999", "Conover 1999", "book",
        "  author = {W. J. Conover},\n  title = {Practical Nonparametric Statistics},\n  edition = {3rd},\n  publisher = {Wiley},\n  address = {New York},\n  year = {1999}";
    SCHUIRMANN: "schuirmann1987", "Schuirmann 1987", "article",
        "  author = {Donald J. Schuirmann},\n  title = {A Comparison of the Two One-sided Tests Procedure and the Power Approach for Assessing the Equivalence of Average Bioavailability},\n  journal = {Journal of Pharmacokinetics and Biopharmaceutics},\n  volume = {15},\n  number = {6},\n  pages = {657--680},\n  year = {1987}";
    HANLEY: "hanley1983", "Hanley and Lippman-Hand 1983", "article",
        "  author = {James A. Hanley and Abby Lippman-Hand},\n  title = {If Nothing Goes Wrong, Is Everything All Right? Interpreting Zero Numerators},\n  journal = {JAMA},\n  volume = {249},\n  number = {13},\n  pages = {1743--1745},\n  year = {1983}";
    BICKEL: "bickel1997", "Bickel et al. 1997", "article",
        "  author = {Peter J. Bickel and Friedrich G{\\\"o}tze and Willem R. van Zwet},\n  title = {Resampling Fewer than n Observations: Gains, Losses, and Remedies for Losses},\n  journal = {Statistica Sinica},\n  volume = {7},\n  number = {1},\n  pages = {1--31},\n  year = {1997}";
    POLITIS: "politis1999", "Politis et al. 1999", "book",
        "  author = {Dimitris N. Politis and Joseph P. Romano and Michael Wolf},\n  title = {Subsampling},\n  publisher = {Springer},\n  year = {1999}";
    DAVISON_HINKLEY: "davison1997", "Davison and Hinkley 1997", "book",
        "  author = {A. C. Davison and D. V. Hinkley},\n  title = {Bootstrap Methods and Their Application},\n  publisher = {Cambridge University Press},\n  year = {1997}";
    JANSEN: "jansen", "Jansen, n.d.", "misc",
        "  author = {Peter Jansen},\n  title = {Non-parametric Bootstrap Resampling},\n  note = {Primer on bootstrap resampling for natural language processing, n.d.}";
    CAMERON: "cameron2011", "Cameron et al. 2011", "article",
        "  author = {A. Colin Cameron and Jonah B. Gelbach and Douglas L. Miller},\n  title = {Robust Inference with Multiway Clustering},\n  journal = {Journal of Business and Economic Statistics},\n  volume = {29},\n  number = {2},\n  pages = {238--249},\n  year = {2011}";
    NADEAU_BENGIO: "nadeau2003", "Nadeau and Bengio 2003", "article",
        "  author = {Claude Nadeau and Yoshua Bengio},\n  title = {Inference for the Generalization Error},\n  journal = {Machine Learning},\n  volume = {52},\n  number = {3},\n  pages = {239--281},\n  year = {2003}";
    ANGELOPOULOS: "angelopoulos2023", "Angelopoulos et al. 2023", "misc",
        "  author = {Anastasios N. Angelopoulos and John C. Duchi and Tijana Zrnic},\n  title = {{PPI++}: Efficient Prediction-Powered Inference},\n  note = {arXiv:2311.01453},\n  year = {2023}";
    DEL_BARRIO: "delbarrio2018", "del Barrio et al. 2018", "incollection",
        "  author = {Eustasio del Barrio and Juan A. Cuesta-Albertos and Carlos Matr{\\'a}n},\n  title = {An Optimal Transportation Approach for Assessing Almost Stochastic Order},\n  booktitle = {The Mathematics of the Uncertain},\n  publisher = {Springer},\n  pages = {33--44},\n  year = {2018}";
    DROR_ASO: "dror2019", "Dror et al. 2019", "inproceedings",
        "  author = {Rotem Dror and Segev Shlomov and Roi Reichart},\n  title = {Deep Dominance - How to Properly Compare Deep Neural Models},\n  booktitle = {Proceedings of the 57th Annual Meeting of the Association for Computational Linguistics},\n  pages = {2773--2785},\n  year = {2019}";
    RUBIN: "rubin1981", "Rubin 1981", "article",
        "  author = {Donald B. Rubin},\n  title = {The {Bayesian} Bootstrap},\n  journal = {The Annals of Statistics},\n  volume = {9},\n  number = {1},\n  pages = {130--134},\n  year = {1981}";
    BOSCHLOO: "boschloo1970", "Boschloo 1970", "article",
        "  author = {R. D. Boschloo},\n  title = {Raised Conditional Level of Significance for the 2 $\\times$ 2-table when Testing the Equality of Two Probabilities},\n  journal = {Statistica Neerlandica},\n  volume = {24},\n  number = {1},\n  pages = {1--9},\n  year = {1970}";
    BARNARD: "barnard1947", "Barnard 1947", "article",
        "  author = {G. A. Barnard},\n  title = {Significance Tests for 2 $\\times$ 2 Tables},\n  journal = {Biometrika},\n  volume = {34},\n  pages = {123--138},\n  year = {1947}";
    ALPAYDIN: "alpaydin1999", "Alpayd\u{131}n 1999", "article",
        "  author = {Ethem Alpayd{\\i}n},\n  title = {Combined 5 $\\times$ 2 cv {F} Test for Comparing Supervised Classification Learning Algorithms},\n  journal = {Neural Computation},\n  volume = {11},\n  number = {8},\n  pages = {1885--1892},\n  year = {1999}";
    BERG_KIRKPATRICK: "berg2012", "Berg-Kirkpatrick et al. 2012", "inproceedings",
        "  author = {Taylor Berg-Kirkpatrick and David Burkett and Dan Klein},\n  title = {An Empirical Investigation of Statistical Significance in {NLP}},\n  booktitle = {Proceedings of EMNLP-CoNLL},\n  pages = {995--1005},\n  year = {2012}";
    JURAFSKY_MARTIN: "jurafsky", "Jurafsky and Martin, draft", "misc",
        "  author = {Dan Jurafsky and James H. Martin},\n  title = {Speech and Language Processing},\n  note = {Third edition, draft, chapter 4}";
    KOEHN: "koehn2004", "Koehn 2004", "inproceedings",
        "  author = {Philipp Koehn},\n  title = {Statistical Significance Tests for Machine Translation Evaluation},\n  booktitle = {Proceedings of EMNLP},\n  pages = {388--395},\n  year = {2004}";
    RIEZLER_MAXWELL: "riezler2005", "Riezler and Maxwell 2005", "inproceedings",
        "  author = {Stefan Riezler and John T. Maxwell},\n  title = {On Some Pitfalls in Automatic Evaluation and Significance Testing for {MT}},\n  booktitle = {Proceedings of the ACL Workshop on Intrinsic and Extrinsic Evaluation Measures for Machine Translation and/or Summarization},\n  pages = {57--64},\n  year = {2005}";
    POST: "post2018", "Post 2018", "inproceedings",
        "  author = {Matt Post},\n  title = {A Call for Clarity in Reporting {BLEU} Scores},\n  booktitle = {Proceedings of the Third Conference on Machine Translation},\n  pages = {186--191},\n  year = {2018}";
    MOSES: "koehn2007", "Koehn et al. 2007", "inproceedings",
        "  author = {Philipp Koehn and Hieu Hoang and Alexandra Birch and others},\n  title = {{Moses}: Open Source Toolkit for Statistical Machine Translation},\n  booktitle = {Proceedings of ACL, Demo and Poster Sessions},\n  pages = {177--180},\n  year = {2007}";
    CLARK: "clark2011", "Clark et al. 2011", "inproceedings",
        "  author = {Jonathan H. Clark and Chris Dyer and Alon Lavie and Noah A. Smith},\n  title = {Better Hypothesis Testing for Statistical Machine Translation: Controlling for Optimizer Instability},\n  booktitle = {Proceedings of ACL},\n  pages = {176--181},\n  year = {2011}";
    NEUBIG: "neubig2019", "Neubig et al. 2019", "inproceedings",
        "  author = {Graham Neubig and Zi-Yi Dou and Junjie Hu and Paul Michel and Danish Pruthi and Xinyi Wang},\n  title = {compare-mt: A Tool for Holistic Comparison of Language Generation Systems},\n  booktitle = {Proceedings of NAACL, Demonstrations},\n  pages = {35--41},\n  year = {2019}";
    REI: "rei2020", "Rei et al. 2020", "inproceedings",
        "  author = {Ricardo Rei and Craig Stewart and Ana C. Farinha and Alon Lavie},\n  title = {{COMET}: A Neural Framework for {MT} Evaluation},\n  booktitle = {Proceedings of EMNLP},\n  pages = {2685--2702},\n  year = {2020}";
    VIRTANEN: "virtanen2020", "Virtanen et al. 2020", "article",
        "  author = {Pauli Virtanen and Ralf Gommers and Travis E. Oliphant and others},\n  title = {{SciPy} 1.0: Fundamental Algorithms for Scientific Computing in {Python}},\n  journal = {Nature Methods},\n  volume = {17},\n  pages = {261--272},\n  year = {2020}";
    RASCHKA: "raschka2018", "Raschka 2018", "article",
        "  author = {Sebastian Raschka},\n  title = {{MLxtend}: Providing Machine Learning and Data Science Utilities and Extensions to {Python}'s Scientific Computing Stack},\n  journal = {Journal of Open Source Software},\n  volume = {3},\n  number = {24},\n  pages = {638},\n  year = {2018}";
    BASSANI: "bassani2022", "Bassani 2022", "inproceedings",
        "  author = {Elias Bassani},\n  title = {ranx: A Blazing-Fast {Python} Library for Ranking Evaluation and Comparison},\n  booktitle = {Advances in Information Retrieval (ECIR)},\n  pages = {259--264},\n  year = {2022}";
    DROR: "dror2018", "Dror et al. 2018", "inproceedings",
        "  author = {Rotem Dror and Gili Baumer and Segev Shlomov and Roi Reichart},\n  title = {The Hitchhiker's Guide to Testing Statistical Significance in Natural Language Processing},\n  booktitle = {Proceedings of ACL},\n  pages = {1383--1392},\n  year = {2018}";
    URBANO: "urbano2019", "Urbano et al. 2019", "inproceedings",
        "  author = {Juli{\\'a}n Urbano and Harlley Lima and Alan Hanjalic},\n  title = {Statistical Significance Testing in Information Retrieval: An Empirical Analysis of Type {I}, Type {II} and Type {III} Errors},\n  booktitle = {Proceedings of SIGIR},\n  pages = {505--514},\n  year = {2019}";
    PAPINENI: "papineni2002", "Papineni et al. 2002", "inproceedings",
        "  author = {Kishore Papineni and Salim Roukos and Todd Ward and Wei-Jing Zhu},\n  title = {{BLEU}: A Method for Automatic Evaluation of Machine Translation},\n  booktitle = {Proceedings of ACL},\n  pages = {311--318},\n  year = {2002}";
    POPOVIC: "popovic2015", "Popovi\u{107} 2015", "inproceedings",
        "  author = {Maja Popovi{\\'c}},\n  title = {{chrF}: Character n-gram {F}-score for Automatic {MT} Evaluation},\n  booktitle = {Proceedings of the Tenth Workshop on Statistical Machine Translation},\n  pages = {392--395},\n  year = {2015}";
    POPOVIC_WORDS: "popovic2017", "Popovi\u{107} 2017", "inproceedings",
        "  author = {Maja Popovi{\\'c}},\n  title = {{chrF++}: Words Helping Character n-grams},\n  booktitle = {Proceedings of the Second Conference on Machine Translation},\n  pages = {612--618},\n  year = {2017}";
    SNOVER: "snover2006", "Snover et al. 2006", "inproceedings",
        "  author = {Matthew Snover and Bonnie Dorr and Richard Schwartz and Linnea Micciulla and John Makhoul},\n  title = {A Study of Translation Edit Rate with Targeted Human Annotation},\n  booktitle = {Proceedings of AMTA},\n  pages = {223--231},\n  year = {2006}";
    LIN: "lin2004", "Lin 2004", "inproceedings",
        "  author = {Chin-Yew Lin},\n  title = {{ROUGE}: A Package for Automatic Evaluation of Summaries},\n  booktitle = {Text Summarization Branches Out},\n  pages = {74--81},\n  year = {2004}";
    JARVELIN: "jarvelin2002", "J\u{e4}rvelin and Kek\u{e4}l\u{e4}inen 2002", "article",
        "  author = {Kalervo J{\\\"a}rvelin and Jaana Kek{\\\"a}l{\\\"a}inen},\n  title = {Cumulated Gain-based Evaluation of {IR} Techniques},\n  journal = {ACM Transactions on Information Systems},\n  volume = {20},\n  number = {4},\n  pages = {422--446},\n  year = {2002}";
    MATTHEWS: "matthews1975", "Matthews 1975", "article",
        "  author = {B. W. Matthews},\n  title = {Comparison of the Predicted and Observed Secondary Structure of {T4} Phage Lysozyme},\n  journal = {Biochimica et Biophysica Acta},\n  volume = {405},\n  number = {2},\n  pages = {442--451},\n  year = {1975}";
    COHEN: "cohen1960", "Cohen 1960", "article",
        "  author = {Jacob Cohen},\n  title = {A Coefficient of Agreement for Nominal Scales},\n  journal = {Educational and Psychological Measurement},\n  volume = {20},\n  number = {1},\n  pages = {37--46},\n  year = {1960}";
}

/// Where a test of the pair is published; `unpaired`: of different items.
pub(crate) fn of_test(test: Test, unpaired: bool) -> &'static Work {
    match test {
        Test::Permutation if unpaired => &FISHER,
        Test::Permutation => &NOREEN,
        Test::Bootstrap | Test::BootstrapPercentile => &EFRON_TIBSHIRANI,
        Test::T => &STUDENT,
        Test::Student => &FISHER_T,
        Test::Welch => &WELCH,
        Test::DeLong => &DELONG,
        Test::StuartMaxwell => &MAXWELL,
        Test::Sign => &DIXON_MOOD,
        Test::McNemar => &MCNEMAR,
        Test::Wilcoxon => &WILCOXON,
        Test::MannWhitney => &MANN_WHITNEY,
        Test::Boschloo => &BOSCHLOO,
        Test::ChanZhang => &CHAN_ZHANG,
        Test::Score => &CAMPBELL,
        Test::Barnard => &BARNARD,
        Test::Aso => &DEL_BARRIO,
        Test::FiveByTwo => &ALPAYDIN,
        Test::Binomial => &CLOPPER_PEARSON,
        Test::OneSample => &HALL,
    }
}

/// Where an interval is published, by its name in the outcome.
pub(crate) fn of_interval(method: IntervalKind, unpaired: bool) -> Option<&'static Work> {
    Some(match method {
        IntervalKind::Invert => &NOREEN,
        IntervalKind::Tango => &TANGO,
        IntervalKind::Unconditional => &BERGER_BOOS,
        IntervalKind::Bca => &EFRON_BCA,
        IntervalKind::Percentile
        | IntervalKind::BootstrapCentred
        | IntervalKind::Basic
        | IntervalKind::Normal
        | IntervalKind::Studentized => &EFRON_TIBSHIRANI,
        IntervalKind::PredictionWilson => &ANGELOPOULOS,
        IntervalKind::Wilson
        | IntervalKind::WilsonDispersed
        | IntervalKind::ClusterScore
        | IntervalKind::WinsWilson => &WILSON,
        IntervalKind::WinsMidP => &FAGERLAND,
        IntervalKind::WinsWilsonCorrected => &NEWCOMBE_SINGLE,
        IntervalKind::SignOrder => &CONOVER,
        IntervalKind::HallT => &HALL,
        IntervalKind::HodgesLehmann | IntervalKind::HodgesLehmannShift => &HODGES_LEHMANN,
        IntervalKind::ChanZhang => &CHAN_ZHANG,
        IntervalKind::MiettinenNurminen => &MIETTINEN_NURMINEN,
        IntervalKind::DeLong => &DELONG,
        IntervalKind::Newcombe if unpaired => &NEWCOMBE_APART,
        IntervalKind::Newcombe => &NEWCOMBE,
        IntervalKind::ClopperPearson | IntervalKind::AllRight => &CLOPPER_PEARSON,
        _ => return None,
    })
}

/// Where an adjustment is published, and what it is called in a sentence.
pub(crate) fn of_adjustment(adjustment: Adjustment) -> (&'static str, &'static [&'static Work]) {
    match adjustment {
        Adjustment::Holm => ("Holm's procedure", &[&HOLM]),
        Adjustment::Bonferroni => ("the Bonferroni correction", &[&DUNN]),
        Adjustment::Sidak => ("the \u{160}id\u{e1}k correction", &[&SIDAK]),
        Adjustment::HolmSidak => (
            "Holm's procedure with \u{160}id\u{e1}k's levels",
            &[&HOLM, &SIDAK],
        ),
        Adjustment::Hochberg => ("Hochberg's procedure", &[&HOCHBERG]),
        Adjustment::Hommel => ("Hommel's procedure", &[&HOMMEL]),
        Adjustment::BenjaminiHochberg => {
            ("the Benjamini-Hochberg procedure", &[&BENJAMINI_HOCHBERG])
        }
        Adjustment::BenjaminiYekutieli => {
            ("the Benjamini-Yekutieli procedure", &[&BENJAMINI_YEKUTIELI])
        }
    }
}

/// Who published a profile's recipe, or the tool that runs it.
pub(crate) fn of_profile(profile: Profile) -> &'static [&'static Work] {
    match profile {
        Profile::Jansen => &[&JANSEN],
        Profile::Noreen => &[&NOREEN],
        Profile::EfronTibshirani => &[&EFRON_TIBSHIRANI],
        Profile::BergKirkpatrick => &[&BERG_KIRKPATRICK],
        Profile::Jurafsky => &[&JURAFSKY_MARTIN],
        Profile::Koehn => &[&KOEHN],
        Profile::SacrebleuBs => &[&KOEHN, &POST],
        Profile::SacrebleuAr => &[&RIEZLER_MAXWELL, &POST],
        Profile::Moses => &[&KOEHN, &MOSES],
        Profile::MultEval => &[&CLARK],
        Profile::CompareMt => &[&NEUBIG],
        Profile::Comet => &[&REI],
        Profile::Scipy => &[&VIRTANEN],
        Profile::Mlxtend => &[&RASCHKA],
        Profile::RanxFisher => &[&BASSANI],
        Profile::Dror => &[&DROR],
        Profile::Urbano => &[&URBANO],
    }
}

/// Where a metric is published, as far as it has one source.
pub(crate) fn of_metric(name: &str) -> &'static [&'static Work] {
    match name.split('@').next().unwrap_or(name) {
        "bleu" => &[&PAPINENI, &POST],
        "chrf" => &[&POPOVIC],
        "chrf++" => &[&POPOVIC_WORDS],
        "ter" => &[&SNOVER],
        "rouge-1" | "rouge-2" | "rouge-l" => &[&LIN],
        "ndcg" => &[&JARVELIN],
        "mcc" => &[&MATTHEWS],
        "kappa" => &[&COHEN],
        _ => &[],
    }
}
