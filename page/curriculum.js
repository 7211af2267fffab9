// The lessons of the page, in the order in which they are shown. docs/lessons.md describes the format.

/** @type {import('./types').Lesson[]} */
export const LESSONS = [
  {
    id: 'joining',
    title: 'Joining and cutting',
    line: 'The rules, and a first game.',
    steps: [
      {
        text: 'SHORT wants to join L and R by a chain of edges. This edge is all there is: you are SHORT. Claim it.',
        board: 'one-edge.net',
        task: {
          kind: 'move',
          side: 'short',
        },
        after: 'Claimed edges can never be destroyed. L and R are joined: SHORT has won.',
      },
      {
        text: 'CUT destroys edges, until no way from L to R is left. You are CUT and move first. One move is enough.',
        board: 'series.net',
        task: {
          kind: 'move',
          side: 'cut',
        },
        after: 'Either edge would do: SHORT needed both.',
      },
      {
        text: 'Now the edges are side by side. You are SHORT, and CUT has already destroyed one of them. Finish it.',
        board: 'parallel.net',
        cut: '1',
        task: {
          kind: 'move',
          side: 'short',
        },
        after: 'One edge is enough for SHORT here; CUT would need both.',
      },
      {
        text: 'A whole game: you are SHORT and move first. The other side plays at random.',
        board: 'course.net',
        task: {
          kind: 'win',
          side: 'short',
          opponent: 'random',
        },
        after: 'Every first move wins here, if the next ones are right.',
      },
      {
        text: 'The same as CUT, moving first.',
        task: {
          kind: 'win',
          side: 'cut',
          opponent: 'random',
        },
        after: 'You know the rules now.',
      },
    ],
  },
  {
    id: 'trees',
    title: 'Two trees',
    line: 'Why SHORT can afford to wait.',
    steps: [
      {
        text: 'A tree joins all nodes and has no circuit. Here are two trees without a common edge: solid in one colour, dashed in the other. SHORT wins on such a board, even if CUT moves first.',
        board: 'tetrahedron.net',
        show: {
          overlay: 'trees',
        },
      },
      {
        text: 'CUT has destroyed the edge L–1 of one tree: nodes fall off that tree. Claim an edge of the other tree that joins the two parts again. Any winning move will do.',
        board: {
          at: {
            L: [-180, 0],
            1: [0, -120],
            2: [0, 120],
            R: [180, 0],
          },
          edges: 'L-1 L-2 1-2 L-R 1-R 2-R',
        },
        cut: '1',
        task: {
          kind: 'move',
          side: 'short',
        },
        after: 'That edge now belongs to both trees, and both are whole again.',
      },
      {
        text: 'Find two such trees yourself: put each edge into one of them. There are several ways.',
        task: {
          kind: 'trees',
        },
        after: 'Two trees on four nodes have three edges each: six in all.',
      },
      {
        text: 'A wheel of six spokes. Spokes and rim are not two trees: the rim is a circuit. Find the two trees.',
        board: 'wheel.net',
        task: {
          kind: 'trees',
        },
      },
      {
        text: 'With two trees you need not move first. Win as SHORT; CUT begins and plays as well as it can.',
        board: 'tetrahedron.net',
        task: {
          kind: 'win',
          side: 'short',
          opponent: 'perfect',
          first: 'cut',
        },
        after: 'After each of CUT’s moves you repaired a tree.',
      },
    ],
  },
  {
    id: 'mending',
    title: 'Mending a break',
    line: 'The reply to every cut.',
    steps: [
      {
        text: 'Two islands and two bridges. CUT has destroyed one bridge. What must SHORT do?',
        board: 'two-bridges.net',
        cut: '13',
        task: {
          kind: 'move',
          side: 'short',
        },
        after:
          'The two trees ran over one bridge each. The broken one is mended by the other bridge, and by nothing else.',
      },
      {
        text: 'CUT has destroyed an edge on the left island instead. Now several replies mend the tree. Find one.',
        cut: '3',
        task: {
          kind: 'move',
          side: 'short',
        },
      },
      {
        text: 'Win as SHORT, moving second, against a perfect player.',
        task: {
          kind: 'win',
          side: 'short',
          opponent: 'perfect',
          first: 'cut',
        },
      },
    ],
  },
  {
    id: 'cut',
    title: 'Why CUT wins',
    line: 'Too few edges for two trees.',
    steps: [
      {
        text: 'A cube has 8 nodes and 12 edges. Two trees on 8 nodes would need 14. Who wins?',
        board: 'cube.net',
        task: {
          kind: 'outcome',
        },
        after: 'CUT keeps two forests instead: whatever SHORT claims, CUT destroys an edge that would close a chain.',
      },
      {
        text: 'The two forests are drawn. Together they hold every edge, and neither of them joins L and R.',
        show: {
          overlay: 'trees',
        },
      },
      {
        text: 'SHORT has claimed an edge at L. Answer as CUT, so that you still win.',
        short: '1',
        task: {
          kind: 'move',
          side: 'cut',
        },
      },
      {
        text: 'Three islands in a row, one bridge between neighbours. Who wins?',
        board: 'archipelago.net',
        task: {
          kind: 'outcome',
        },
        after: 'SHORT can take one bridge, and CUT destroys the other.',
      },
    ],
  },
  {
    id: 'first',
    title: 'First player’s games',
    line: 'The key edge.',
    steps: [
      {
        text: 'Two islands and a single bridge: whoever moves first wins. You are SHORT. Which edge is the key?',
        board: 'two-islands.net',
        task: {
          kind: 'move',
          side: 'short',
        },
        after: 'With the bridge claimed, each island has its two trees.',
      },
      {
        text: 'You are CUT here, and move first. Find a winning move.',
        task: {
          kind: 'move',
          side: 'cut',
        },
        after: 'CUT has many: the bridge, or any edge that spoils the trees of an island.',
      },
      {
        text: 'A needle in a haystack: one winning move for SHORT.',
        board: 'needle.net',
        task: {
          kind: 'move',
          side: 'short',
        },
      },
      {
        text: 'SHORT moves first. Which side would you take?',
        board: 'grid.net',
        task: {
          kind: 'side',
          first: 'short',
        },
        after: 'A corner has only two edges: CUT has time for everything.',
      },
    ],
  },
  {
    id: 'bridgit',
    title: 'Bridg-It and its twin',
    line: 'One game, two boards.',
    steps: [
      {
        text: 'SHORT bridges blue dots from top to bottom, CUT red dots from side to side. Where one builds, the other cannot. Build a blue bridge that wins.',
        bridgit: 2,
        task: {
          kind: 'move',
          side: 'short',
        },
        after:
          'A blue bridge is an edge claimed, a red one an edge destroyed: it is the switching game. On every square board the first player wins.',
      },
      {
        text: 'The same board as a network is this one. Whoever moves first wins. Find a winning move of CUT.',
        board: 'bridgit-2.net',
        task: {
          kind: 'move',
          side: 'cut',
        },
      },
      {
        text: 'Win as SHORT on a larger board, moving first.',
        bridgit: 3,
        task: {
          kind: 'win',
          side: 'short',
          opponent: 'greedy',
        },
      },
    ],
  },
  {
    id: 'chase',
    title: 'Chase’s algorithm',
    line: 'How a program found the trees in 1972.',
    steps: [
      {
        text: 'The program of 1972 put edges into two forests one after the other, and exchanged edges when a new one did not fit. Its own example is this network. Who wins it?',
        board: 'figure-3.net',
        task: {
          kind: 'outcome',
        },
        after:
          'It adds two edges between L and R in thought. Where one of them fits and the other does not, whoever moves first wins.',
      },
      {
        text: 'Do by hand what it did: find two trees here. If an edge closes a circuit in both, exchange one of the others.',
        board: {
          at: {
            L: [-170, 0],
            a: [-60, -110],
            b: [-60, 110],
            c: [70, -70],
            R: [170, 60],
          },
          edges: 'L-a L-b a-b a-c L-c b-c b-R c-R',
        },
        task: {
          kind: 'trees',
        },
        after: 'In the room Networks, the tab Steps shows every step of the algorithm on any board.',
      },
    ],
  },
  {
    id: 'partition',
    title: 'The principal partition',
    line: 'Every edge has a game of its own.',
    steps: [
      {
        text: 'Take an edge out and let its ends be the terminals: that is the game of the edge. P* holds the edges whose game CUT wins. Click all of them here.',
        board: {
          at: {
            L: [-200, 0],
            a: [-100, -110],
            b: [-100, 110],
            c: [20, 0],
            d: [120, 0],
            R: [220, 0],
          },
          edges: 'L-a L-b L-c a-b a-c b-c c-d d-R',
        },
        task: {
          kind: 'part',
          part: 'p_star',
        },
        after: 'Without a bridge nothing joins its ends: CUT has won before the game begins.',
      },
      {
        text: 'R holds the edges whose game the first player wins. Click them.',
        task: {
          kind: 'part',
          part: 'r',
        },
        after: 'The four nodes are exactly two trees; without one edge, somebody must move to complete them.',
      },
      {
        text: 'One edge more, a second one between a and c. Now there is a part P, whose games SHORT wins. Click it.',
        board: {
          at: {
            L: [-200, 0],
            a: [-80, -120],
            b: [-80, 120],
            c: [60, 0],
            R: [200, 0],
          },
          edges: 'L-a L-b L-c a-b a-c b-c a-c c-R',
        },
        task: {
          kind: 'part',
          part: 'p',
        },
        after: 'One edge too many for two trees: take any of them out, and two trees are still there.',
      },
    ],
  },
  {
    id: 'robot',
    title: 'Currents and the robot',
    line: 'Shannon’s machine of 1951, and where it errs.',
    steps: [
      {
        text: 'Shannon’s robot took each edge for a resistor, put a battery between L and R and played the edge with the largest current. Thick edges carry more. Which carries most?',
        board: {
          at: {
            L: [-200, 0],
            a: [-60, -100],
            b: [-60, 100],
            c: [70, 0],
            R: [200, 0],
          },
          edges: 'L-a L-b a-b a-c b-c c-R',
        },
        show: {
          overlay: 'currents',
          numbers: true,
        },
        task: {
          kind: 'current',
        },
        after: 'All the current goes through c–R. The robot takes it, and it is right: SHORT needs it.',
      },
      {
        text: 'The robot sees the currents and nothing else. Beat it: you are CUT and move first.',
        board: 'bridgit-3.net',
        task: {
          kind: 'win',
          side: 'cut',
          opponent: 'analog',
        },
        after: 'Against a perfect player its rule is not enough; on large Bridg-It boards it loses games that are won.',
      },
    ],
  },
  {
    id: 'coins',
    title: 'Nim, labels and ∞',
    line: 'Coins on arrows, and the Butler campus.',
    steps: [
      {
        text: 'A move pushes a coin along an arrow; whoever cannot move loses. A node without arrows has label 0. Any other gets the smallest number that none of its followers has. What is the label of c?',
        board: {
          at: {
            c: [0, -120],
            b: [-120, 0],
            a: [120, 0],
            z: [0, 110],
          },
          arrows: 'c>b c>a b>z a>b a>z',
        },
        coins: 'c',
        task: {
          kind: 'label',
          node: 'c',
        },
        after: 'z has 0, b has 1, a has 2: c sees 1 and 2, so the smallest number missing is 0.',
      },
      {
        text: 'Several coins: write the labels in binary and add them without carrying. If the sum is 0, whoever is to move loses. Coins are on a and b. Who wins?',
        coins: 'a b',
        task: {
          kind: 'coin-outcome',
        },
        after: '2 and 1 make 3, not 0: the player to move can make it 0.',
      },
      {
        text: 'Make the move that leaves the sum 0.',
        coins: 'a b',
        task: {
          kind: 'push',
        },
        after: 'Now both coins have the same label, and every move of the other can be answered.',
      },
      {
        text: 'Where play can go round, some nodes have no number: ∞ with the set of the numbers one arrow away. E and N2 lead to each other; the board shows the labels that are numbers. What is the label of E?',
        board: 'butler-thawed.coins',
        coins: 'E',
        task: {
          kind: 'label',
          node: 'E',
        },
        show: { labels: true },
        after: 'E has an arrow to A1, whose label is 1, and one to N2, which is ∞ itself.',
      },
      {
        text: 'Whoever is to move on ∞ with 0 in its set wins; otherwise the coin goes round, and it is a draw. This is the campus with coins on E, R2 and I. Make the best move.',
        coins: 'E R2 I',
        task: {
          kind: 'push',
        },
        after: 'You have seen all of it. The puzzles wait.',
      },
    ],
  },
];
