//! The works that a methods section cites: author and year for its sentences, an entry for BibTeX.

use restrap_stats::Adjustment;

use crate::outcome::IntervalKind;
use crate::request::Test;
use crate::request::profile::Profile;

/// A work that is cited, by the key of its entry in `works.bib`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Work(&'static str);

/// Entries of BibTeX, each below a comment that says how sentences cite it.
const ENTRIES: &str = include_str!("works.bib");

impl Work {
    /// Returns how sentences cite it, and its entry.
    fn found(self) -> (&'static str, &'static str) {
        let is_own = |entry: &&str| {
            let key = entry
                .split_once('{')
                .and_then(|(_, rest)| rest.split_once(','));
            key.is_some_and(|(key, _)| key == self.0)
        };
        let blocks = ENTRIES.trim_end().split("\n\n");
        let mut entries = blocks.filter_map(|block| block.strip_prefix("% ")?.split_once('\n'));
        entries.find(|(_, entry)| is_own(entry)).unwrap_or_default()
    }

    /// The key of its entry.
    pub fn key(self) -> &'static str {
        self.0
    }

    /// Author and year, as sentences have them.
    pub fn cited(self) -> &'static str {
        self.found().0
    }

    /// The entry for BibTeX.
    pub fn entry(self) -> &'static str {
        self.found().1
    }
}

macro_rules! works {
    ($($name:ident = $key:literal;)*) => {
        $(pub(crate) const $name: Work = Work($key);)*
        #[cfg(test)]
        const ALL: &[Work] = &[$($name),*];
    };
}

works! {
    NOREEN = "noreen1989";
    EFRON_TIBSHIRANI = "efron1993";
    EFRON_BCA = "efron1987";
    STUDENT = "student1908";
    FISHER_T = "fisher1925";
    HODGES_LEHMANN = "hodges1963";
    MIETTINEN_NURMINEN = "miettinen1985";
    CAMPBELL = "campbell2007";
    HALL = "hall1992";
    WESTFALL_YOUNG = "westfall1993";
    ROMANO_WOLF = "romano2005";
    CARTERETTE = "carterette2012";
    DAVIDSON = "davidson1970";
    DROR_DATA_SETS = "dror2017";
    DEMSAR = "demsar2006";
    FRIEDMAN = "friedman1937";
    COCHRAN = "cochran1954";
    MAXWELL = "maxwell1970";
    DELONG = "delong1988";
    WELCH = "welch1947";
    EFRON_1981 = "efron1981";
    WAUDBY_SMITH = "waudbysmith2024";
    SATTERTHWAITE = "satterthwaite1946";
    BELL_MCCAFFREY = "bell2002";
    DIXON_MOOD = "dixon1946";
    MCNEMAR = "mcnemar1947";
    WILCOXON = "wilcoxon1945";
    PHIPSON_SMYTH = "phipson2010";
    TANGO = "tango1998";
    WILSON = "wilson1927";
    CLOPPER_PEARSON = "clopper1934";
    NEWCOMBE = "newcombe1998";
    HOLM = "holm1979";
    DUNN = "dunn1961";
    SIDAK = "sidak1967";
    HOCHBERG = "hochberg1988";
    HOMMEL = "hommel1988";
    BENJAMINI_HOCHBERG = "benjamini1995";
    BENJAMINI_YEKUTIELI = "benjamini2001";
    FISHER = "fisher1935";
    MANN_WHITNEY = "mann1947";
    EDWARDS = "edwards1948";
    FAGERLAND = "fagerland2013";
    SUISSA_SHUSTER = "suissa1991";
    BERGER_BOOS = "berger1994";
    PRATT = "pratt1959";
    NEWCOMBE_APART = "newcombe1998independent";
    CHAN_ZHANG = "chan1999";
    BANDOS = "bandos2005";
    NEWCOMBE_SINGLE = "newcombe1998single";
    CONOVER = "conover1999";
    SCHUIRMANN = "schuirmann1987";
    HANLEY = "hanley1983";
    BICKEL = "bickel1997";
    POLITIS = "politis1999";
    DAVISON_HINKLEY = "davison1997";
    JANSEN = "jansen";
    CAMERON = "cameron2011";
    NADEAU_BENGIO = "nadeau2003";
    ANGELOPOULOS = "angelopoulos2023";
    DEL_BARRIO = "delbarrio2018";
    DROR_ASO = "dror2019";
    RUBIN = "rubin1981";
    BOSCHLOO = "boschloo1970";
    BARNARD = "barnard1947";
    ALPAYDIN = "alpaydin1999";
    BERG_KIRKPATRICK = "berg2012";
    JURAFSKY_MARTIN = "jurafsky";
    KOEHN = "koehn2004";
    RIEZLER_MAXWELL = "riezler2005";
    POST = "post2018";
    MOSES = "koehn2007";
    CLARK = "clark2011";
    NEUBIG = "neubig2019";
    REI = "rei2020";
    VIRTANEN = "virtanen2020";
    RASCHKA = "raschka2018";
    BASSANI = "bassani2022";
    DROR = "dror2018";
    URBANO = "urbano2019";
    PAPINENI = "papineni2002";
    POPOVIC = "popovic2015";
    POPOVIC_WORDS = "popovic2017";
    SNOVER = "snover2006";
    LIN = "lin2004";
    JARVELIN = "jarvelin2002";
    MATTHEWS = "matthews1975";
    COHEN = "cohen1960";
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_cited_and_every_work_has_one() {
        for (place, work) in ALL.iter().enumerate() {
            let (cited, entry) = work.found();
            assert!(entry.starts_with('@') && entry.ends_with("\n}"), "{work:?}");
            assert!(!ALL[..place].contains(work), "{work:?} twice");
            let braces = |brace| entry.matches(brace).count();
            assert_eq!(braces('{'), braces('}'), "{entry}");
            let year: String = cited.chars().filter(char::is_ascii_digit).collect();
            assert!(
                entry.contains(&format!("year = {{{year}}}")) != year.is_empty(),
                "{cited}: {entry}"
            );
        }
        assert_eq!(ENTRIES.matches("\n@").count(), ALL.len());
    }
}
