//! Refits → what they say of every pair of variables.

use std::collections::BTreeMap;

use super::refit::{Outcome, Refit};
use super::support::{Pair, Support};

/// What was seen of i and j, i < j.
#[derive(Default)]
struct Seen {
    forward: usize,
    reverse: usize,
    open: usize,
    positive: usize,
    /// Weights of i → j, and of j → i, also where the direction is open.
    weights: [Vec<f64>; 2],
}

/// The pairs that any refit joins: (i, j), with what is said of i → j, the more frequent of the two
/// directions. The most frequent pairs come first.
pub fn count(refits: &[Refit], variables: usize) -> Vec<(usize, usize, Support)> {
    let mut seen: BTreeMap<(usize, usize), Seen> = BTreeMap::new();
    let found = refits.iter().filter_map(|refit| match &refit.outcome {
        Outcome::Found(arrows) => Some((refit, arrows)),
        Outcome::Failed(_) => None,
    });
    let (mut together, mut lacking) = (0, vec![]);
    for (refit, arrows) in found {
        together += 1;
        lacking.extend((!refit.left_out.is_empty()).then_some(refit.left_out.as_slice()));
        for &(i, j, weight, open) in arrows.iter().filter(|a| a.0.max(a.1) < variables) {
            let pair = seen.entry((i.min(j), i.max(j))).or_default();
            match (open, i < j) {
                (true, _) => pair.open += 1,
                (false, true) => pair.forward += 1,
                (false, false) => pair.reverse += 1,
            }
            pair.positive += usize::from(weight.is_some_and(|weight| weight > 0.0));
            pair.weights[usize::from(i > j)].extend(weight);
        }
    }
    let support = |((i, j), seen): ((usize, usize), Seen)| {
        let without = lacking.iter().filter(|out| out.contains(&i) || out.contains(&j)).count();
        seen.support(i, j, together - without)
    };
    let mut pairs: Vec<_> = seen.into_iter().map(support).collect();
    pairs.sort_by(|a, b| {
        let (x, y) = (&a.2, &b.2);
        y.frequency.total_cmp(&x.frequency).then(y.forward.total_cmp(&x.forward))
    });
    pairs
}

/// The same by name.
pub fn named(pairs: &[(usize, usize, Support)], names: &[String]) -> Vec<Pair> {
    let pair = |(i, j, support): &(usize, usize, Support)| Pair {
        source: names[*i].clone(),
        target: names[*j].clone(),
        support: support.clone(),
    };
    pairs.iter().map(pair).collect()
}

impl Seen {
    /// Over so many refits in which both vary.
    fn support(self, i: usize, j: usize, refits: usize) -> (usize, usize, Support) {
        let [there, back] = &self.weights;
        let turned = (self.reverse, back.len()) > (self.forward, there.len());
        let (forward, reverse) = match turned {
            true => (self.reverse, self.forward),
            false => (self.forward, self.reverse),
        };
        let weights = if turned { back } else { there };
        let share = |count: usize| count as f64 / refits.max(1) as f64;
        let joined = self.forward + self.reverse + self.open;
        let weighted = there.len() + back.len();
        let positive = self.positive as f64 / weighted.max(1) as f64;
        let mean = mean(weights);
        let support = Support {
            frequency: share(joined),
            forward: share(forward),
            reverse: share(reverse),
            open: share(self.open),
            mean,
            deviation: mean.and_then(|mean| deviation(weights, mean)),
            positive,
            negative: if weighted > 0 { 1.0 - positive } else { 0.0 },
            calibrated: None,
        };
        if turned { (j, i, support) } else { (i, j, support) }
    }
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// √(Σ(x − x̄)²/(K − 1)).
fn deviation(values: &[f64], mean: f64) -> Option<f64> {
    let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
    (values.len() > 1).then(|| (squares / (values.len() - 1) as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refit(number: u64, left_out: &[usize], arrows: &[(usize, usize, f64, bool)]) -> Refit {
        let arrow = |&(i, j, weight, open): &(usize, usize, f64, bool)| (i, j, Some(weight), open);
        let outcome = Outcome::Found(arrows.iter().map(arrow).collect());
        Refit { number, left_out: left_out.to_vec(), outcome }
    }

    #[test]
    fn by_hand() {
        let refits = [
            refit(0, &[], &[(1, 0, 2.0, false), (0, 2, -1.0, true)]),
            refit(1, &[], &[(1, 0, 4.0, false), (2, 0, 1.0, true)]),
            refit(2, &[2], &[(0, 1, 3.0, false)]),
            refit(3, &[], &[]),
            Refit { number: 4, left_out: vec![], outcome: Outcome::Failed("no".into()) },
        ];
        let pairs = count(&refits, 3);
        assert_eq!(pairs.len(), 2);
        let (i, j, support) = &pairs[0];
        assert_eq!((*i, *j, support.frequency, support.forward), (1, 0, 0.75, 0.5));
        assert_eq!((support.reverse, support.open, support.mean), (0.25, 0.0, Some(3.0)));
        assert_eq!((support.deviation, support.positive), (Some(2f64.sqrt()), 1.0));
        // The third refit does not know column 2: two of three, a sign each.
        let (i, j, support) = &pairs[1];
        assert_eq!((*i, *j, support.frequency, support.open), (0, 2, 2.0 / 3.0, 2.0 / 3.0));
        assert_eq!((support.positive, support.negative, support.mean), (0.5, 0.5, Some(-1.0)));
        assert_eq!((support.deviation, support.is_sound()), (None, true));
    }
}
