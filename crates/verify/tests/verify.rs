//! The short form of the long verification, and counts that are known from elsewhere.

use switchyard_oracle::graphs::{connected_graphs, digraph, multigraphs};
use switchyard_verify::{Findings, Item, Scope, Subject};

#[test]
fn nothing_disagrees_with_the_oracle() {
    let mut all = Findings::default();
    for item in Scope::QUICK.items() {
        all += Subject::LIBRARY.examine(&item);
    }
    assert_eq!((all.disagreements, &all.examples[..]), (0, &[][..]));
    let covered = all.covered;
    assert_eq!(covered.games, Scope::QUICK.games);
    assert_eq!(covered.digraphs, 2 + 16 + 512);
    // Multisets of 1 to 3 out of n nodes.
    assert_eq!(covered.sums, 2 * 3 + 16 * (2 + 3 + 4) + 512 * (3 + 6 + 10));
    assert!(covered.moves > covered.games, "{covered:?}");
}

#[test]
fn the_work_is_a_list_of_different_names_that_say_it_all() {
    for scope in [Scope::QUICK, Scope::FULL] {
        let items = scope.items();
        let mut names: Vec<String> = items.iter().map(Item::to_string).collect();
        for (item, name) in items.iter().zip(&names).step_by(37) {
            assert_eq!(name.parse::<Item>().as_ref(), Ok(item));
        }
        names.sort();
        names.dedup();
        assert_eq!(names.len(), items.len());
    }
    for name in [
        "",
        "graphs",
        "graphs/8/0-1",
        "graphs/7/0-854",
        "graphs/5/3-3",
        "graphs/5/3-2",
        "multigraphs/5/11/0-1",
        "multigraphs/2/1/0-3",
        "digraphs/4/65530-65537",
        "games/1/0",
        "games/1",
        "games/-1/5",
    ] {
        assert!(name.parse::<Item>().is_err(), "{name}");
    }
}

#[test]
fn the_full_scope_is_what_it_says() {
    let (mut graphs, mut multi, mut digraphs, mut games) = (0, 0, 0, 0);
    for item in Scope::FULL.items() {
        match item {
            Item::Graphs { range, .. } => graphs += range.1 - range.0,
            Item::Multigraphs { range, .. } => multi += range.1 - range.0,
            Item::Digraphs { range, .. } => digraphs += range.1 - range.0,
            Item::Games { count, .. } => games += count,
        }
    }
    assert_eq!(graphs, 1 + 2 + 6 + 21 + 112 + 853); // OEIS A001349
    let expected: usize = (2..=5)
        .flat_map(|n| (0..=9).map(move |m| burnside(n, m)))
        .sum();
    assert_eq!(multi, expected);
    assert_eq!(digraphs, 2 + 16 + 512 + 65_536);
    assert_eq!(games, 10_000_000);
}

/// How many multigraphs with loops there are up to isomorphism, by Burnside's lemma: the mean
/// over all permutations of the multisets of pairs that they leave alone.
fn burnside(n: usize, m: usize) -> usize {
    let pairs: Vec<(usize, usize)> = (0..n).flat_map(|v| (0..=v).map(move |u| (u, v))).collect();
    let (mut fixed, mut count) = (0, 0);
    let mut order: Vec<usize> = (0..n).collect();
    permute(&mut order, 0, &mut |order| {
        let image = |(u, v): (usize, usize)| {
            let (u, v) = (order[u], order[v]);
            (u.min(v), u.max(v))
        };
        // ways[k]: multisets of k pairs that take each cycle of pairs as a whole.
        let mut ways = vec![0; m + 1];
        ways[0] = 1;
        for &pair in &pairs {
            let mut length = 1;
            let (mut at, mut least) = (image(pair), true);
            while at != pair {
                least &= pair < at;
                at = image(at);
                length += 1;
            }
            // A cycle counts once, at its least pair.
            for k in length..=m {
                if least {
                    ways[k] += ways[k - length];
                }
            }
        }
        fixed += ways[m];
        count += 1;
    });
    assert_eq!(fixed % count, 0);
    fixed / count
}

fn permute(order: &mut Vec<usize>, from: usize, visit: &mut dyn FnMut(&[usize])) {
    if from == order.len() {
        return visit(order);
    }
    for other in from..order.len() {
        order.swap(from, other);
        permute(order, from + 1, visit);
        order.swap(from, other);
    }
}

#[test]
fn small_lists_are_as_many_as_is_known() {
    assert_eq!(connected_graphs(7).len(), 853);
    for n in 1..=4 {
        for m in 0..=6 {
            assert_eq!(multigraphs(n, m).len(), burnside(n, m), "{n} {m}");
        }
    }
    let full = digraph(3, 0b111_111_111);
    assert_eq!((full.node_count(), full.arc_count()), (3, 9));
    let arcs: Vec<_> = digraph(3, 0b000_100_010).arcs().collect();
    let arcs: Vec<_> = arcs.iter().map(|(u, v)| (u.index(), v.index())).collect();
    assert_eq!(arcs, [(0, 1), (1, 2)]);
}
