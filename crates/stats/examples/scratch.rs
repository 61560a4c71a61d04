use restrap_stats::Law;
use std::collections::BTreeMap;
use std::time::Instant;
fn time<T: std::fmt::Debug>(what: &str, f: impl Fn() -> T) { let s=Instant::now(); let r=f(); println!("{what}: {r:?} {:.2} ms", s.elapsed().as_secs_f64()*1e3); }
fn main() {
    let text = std::fs::read_to_string("../shared/data/msmarco-dev-per-query/bm25_ance.mrr10_recall100.csv").unwrap();
    for (name, q) in [("2520", 2520.0), ("1e6", 1e6)] {
        let mut c: BTreeMap<i64,u64> = BTreeMap::new();
        let mut sum = 0i128;
        for line in text.lines().skip(1) {
            let f: Vec<f64> = line.split(',').map(|x| x.parse().unwrap()).collect();
            let d = (f[2]*q).round() as i64 - (f[1]*q).round() as i64;
            sum += d as i128; *c.entry(d).or_default() += 1;
        }
        let v: Vec<(i64,u64)> = c.into_iter().collect();
        println!("{name} distinct {} sum {sum}", v.len());
        let s=Instant::now(); let law = Law::permutation(&v); println!("build {:?}", s.elapsed());
        let t = law.at_least(sum);
        println!("log10 two-sided {}", t.probability.scaled(2.0).log10());
        time("p", || law.at_least(sum));
        time("p mid", || law.at_least(sum/10));
        let s=Instant::now(); let law = Law::bootstrap(&v); println!("build {:?}", s.elapsed());
        time("q.025", || law.quantile(0.025));
        time("q.975", || law.quantile(0.975));
        time("P<=0", || law.at_most(0));
        time("P>=2s", || law.at_least(2*sum));
    }
    for n in [10u64, 1000, 200_000, 1_000_000] {
        for f in [0.5, 0.501, 0.507, 0.52, 0.6, 0.9, 1.0] {
            let b = (n as f64 * f) as i128; let t = 2*b - n as i128;
            let law = Law::permutation(&[(1, n)]);
            let s = Instant::now();
            let r = law.at_least(t);
            println!("{n} {b} {:?} rel {:e} {} {:?}", r.probability.ln(), r.relative_error, r.complete, s.elapsed());
        }
    }
    // continuous
    for n in [1000usize, 100_000, 1_000_000] {
        let mut x = 12345u64;
        let mut u = || { x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); (x >> 33) as f64 / (1u64<<31) as f64 };
        let v: Vec<(i64,u64)> = (0..n).map(|_| { let g = (0..12).map(|_| u()).sum::<f64>() - 6.0 + 0.002; ((g * (1u64<<27) as f64) as i64, 1) }).collect();
        let sum: i128 = v.iter().map(|x| x.0 as i128).sum();
        println!("n {n}");
        let s=Instant::now(); let law = Law::permutation(&v); println!("build {:?}", s.elapsed());
        time("p", || law.at_least(sum));
        let s=Instant::now(); let law = Law::bootstrap(&v); println!("build {:?}", s.elapsed());
        time("q.025", || law.quantile(0.025));
        time("q.975", || law.quantile(0.975));
        time("P<=0", || law.at_most(0));
    }
}
