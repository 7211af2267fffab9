//! The steps of Chase's algorithm of 1972 in words, for students.

use switchyard::graph::EdgeId;
use switchyard::switching::chase::{Search, Step, Tree};
use switchyard::switching::{Outcome, Side};

/// Longer lists are cut short.
const SHOWN: usize = 30;

/// What happened in this step, in a sentence or two.
pub fn step(step: &Step) -> String {
    match step {
        Step::Apart => "No path joins the terminals: CUT has won before anybody moves.".into(),
        Step::Start {
            tree,
            second,
            offers,
            outside,
        } => start(tree, second.as_deref(), offers, outside),
        Step::Offer { i, branch } => format!(
            "Offer {i}: edge {branch}. Can it enter T1 so that T1 and T2 share one edge fewer?"
        ),
        Step::Search {
            k,
            tree,
            reached,
            common,
            search,
        } => searched(*k, *tree, reached, common, *search),
        Step::Swap {
            tree,
            out,
            into,
            trees,
            ..
        } => format!(
            "In {} edge {into} replaces edge {out}: {0} = {}.",
            name(*tree),
            set(&trees[tree.index()])
        ),
        Step::Next { common, more, .. } => next(common, *more),
        Step::Evaluate {
            unplayable,
            outcome,
            ..
        } => evaluation(*unplayable, *outcome),
        Step::Human { side, branch, tree } => human(*side, *branch, *tree),
        Step::Reply {
            to,
            tree,
            path,
            choices,
            reply,
        } => format!(
            "Edge {to} is in {}. Its ends are joined in {} by the path {}, and {} on that path \
             would bridge the gap that {to} leaves: the machine takes edge {reply}.",
            name(*tree),
            name(tree.other()),
            set(path),
            set(choices),
        ),
        Step::Update {
            cut,
            connect,
            tree,
            trees,
        } => format!(
            "CUT has {cut}, SHORT has {connect}: in {}, {connect} stands in for {cut}. \
             T1 = {}, T2 = {}.",
            name(*tree),
            set(&trees[0]),
            set(&trees[1])
        ),
        Step::Over { winner } => format!("{winner} has won."),
    }
}

fn start(
    tree: &[EdgeId],
    second: Option<&[EdgeId]>,
    offers: &[EdgeId],
    outside: &[EdgeId],
) -> String {
    let (own, unplayable) = offers.split_at(offers.len() - 2);
    let aside = if outside.is_empty() {
        String::new()
    } else {
        let outside = set(outside);
        format!(" The edges {outside} are not connected to the terminals and are left out.")
    };
    let own = if own.is_empty() {
        "No edge is left over. T1 will be offered".to_string()
    } else {
        format!(
            "Left over: {}. T1 will be offered these in turn, then",
            list(own)
        )
    };
    let trees = match second {
        None => format!("T1 = T2 = {}, a spanning tree.", set(tree)),
        Some(second) => {
            let (one, two) = (set(tree), set(second));
            format!("T1 = {one} and T2 = {two}, the trees given.")
        }
    };
    format!(
        "{trees}{aside} {own} {} and {}: two unplayable edges that join the terminals.",
        unplayable[0], unplayable[1]
    )
}

fn searched(k: usize, tree: Tree, reached: &[EdgeId], common: &[EdgeId], search: Search) -> String {
    let exchanges = if k == 1 {
        "one exchange".to_string()
    } else {
        format!("{k} exchanges")
    };
    let found = format!(
        "B({k}) = {}: edges of {} that {exchanges} can free.",
        set(reached),
        name(tree)
    );
    match search {
        Search::Found(edge) => format!(
            "{found} New, and in both trees: S = {}. Take edge {edge}.",
            set(common)
        ),
        Search::Again => format!("{found} None of them is in both trees: look further."),
        Search::Closed if reached.is_empty() => {
            format!("{found} The edge is a loop and cannot help.")
        }
        Search::Closed => format!(
            "{found} That is B({}) again: the search is closed, the edge cannot help.",
            k - 2
        ),
    }
}

fn next(common: &[EdgeId], more: bool) -> String {
    let shared = match common.len() {
        0 => "T1 and T2 share no edge any more".to_string(),
        1 => format!("T1 and T2 still share one edge, {}", common[0]),
        n => format!("T1 and T2 still share {n} edges, {}", set(common)),
    };
    let then = match (common.is_empty(), more) {
        (true, _) => "they cannot be further apart.",
        (false, true) => "on to the next offer.",
        (false, false) => "and every edge has been offered.",
    };
    format!("{shared}: {then}")
}

fn evaluation([first, second]: [EdgeId; 2], outcome: Outcome) -> String {
    match outcome {
        Outcome::Short => format!(
            "Neither {first} nor {second} is in a tree: the network's own edges are enough. \
             SHORT wins, even moving second."
        ),
        Outcome::Cut => format!(
            "Both {first} and {second} are in the trees: the network's own edges are not enough, \
             even with one more. CUT wins, even moving second."
        ),
        Outcome::First => format!(
            "{first} is in T1 and not in T2, {second} in neither: one edge more or less decides. \
             Whoever moves first wins; the machine does, as though {first} were the human's move."
        ),
    }
}

fn human(side: Side, edge: EdgeId, tree: Option<Tree>) -> String {
    match tree {
        Some(_) => format!("The human, {side}, takes edge {edge}."),
        None => format!(
            "The human, {side}, takes edge {edge}. It is in both trees or in neither, so it \
             changes nothing: the machine passes."
        ),
    }
}

fn name(tree: Tree) -> &'static str {
    match tree {
        Tree::T1 => "T1",
        Tree::T2 => "T2",
    }
}

fn set(edges: &[EdgeId]) -> String {
    if edges.is_empty() {
        "∅".to_owned()
    } else {
        super::set(edges, SHOWN)
    }
}

fn list(edges: &[EdgeId]) -> String {
    super::list(edges, SHOWN)
}
