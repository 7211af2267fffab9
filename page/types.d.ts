// Types that the page's modules share; checked, never shipped.

export type Room = 'networks' | 'bridgit' | 'coins';
/** SHORT and CUT in the switching game; the two players of the coin game. */
export type Side = 'short' | 'cut' | 'one' | 'two';
/** A friend is a person elsewhere, whose moves come by links. */
export type PlayerKind =
  'human' | 'friend' | 'random' | 'greedy' | 'min-cut' | 'analog' | 'strength' | 'perfect' | 'exploit:analog';
export type Tool = 'draw' | 'move' | 'terminals' | 'coins' | 'erase';
export type Mode = 'draw' | 'play';
export type Outcome = 'short' | 'cut' | 'first';

export interface GraphNode {
  name: string;
  x: number;
  y: number;
}
/** Edges and nodes are known by their place; files count from one, the page from zero. */
export interface Graph {
  nodes: GraphNode[];
  edges: [number, number][];
  left: number | null;
  right: number | null;
  /** In the join-all game SHORT has to join all nodes; the terminals then mean nothing and are not shown. */
  target?: 'all';
}
/** Whose words are spoken: a room's, or those of the join-all game, which is played in the room of networks. */
export type Rules = Room | 'all';
export interface Move {
  by: Side;
  edge: number | null;
}
export interface Game {
  /** Null before the game starts. */
  players: Partial<Record<Side, PlayerKind>> | null;
  first: Side;
  moves: Move[];
  resigned: Side | null;
  /** The players agreed on a draw, after a repetition. */
  drawn: boolean;
  /** The machine's first move, while the human still chooses a side. */
  offer: number | null;
}
/** Everything that undo brings back. */
export interface Doc {
  title: string;
  graph: Graph;
  /** How many coins stand on each node at the start. */
  coins: number[];
  /** The M of a Bridg-It board. */
  size: number | null;
  game: Game;
  /** How many moves are shown; replay moves it. */
  at: number;
}
export interface View {
  x: number;
  y: number;
  k: number;
}
export interface RoomState {
  doc: Doc;
  past: Doc[];
  future: Doc[];
  /** The gesture whose steps make one entry of the past. */
  gesture: string | null;
  mode: Mode;
  tool: Tool;
  /** Null until the board has been fitted to the screen. */
  view: View | null;
  node: number | null;
  edge: number | null;
  /** The nodes that were selected by a box. */
  picked: number[];
}
export interface Prefs {
  theme: 'auto' | 'light' | 'dark';
  sound: boolean;
  ghosts: boolean;
  numbers: boolean;
  snap: boolean;
  values: boolean;
  labels: boolean;
  overlay: Overlay;
  /** What is shown of an edge of P, P* or R. */
  part: 'circuit' | 'trees';
  both: boolean;
  /** Whether the dual of a network is shown beside it. */
  dual: boolean;
  /** Whether verdicts, proofs and marks are shown during a game, too. */
  analysis: boolean;
  seat: 'choose' | 'first' | 'second' | 'both' | 'links' | 'watch';
  /** Which player one is where the seat is one's own and the game is played with coins. */
  coinSeat: 'first' | 'second';
  opponent: MachineKind;
  other: MachineKind;
  coinOpponent: MachineKind;
  coinOther: MachineKind;
  start: 'first' | 'second';
  strength: number;
  /** Milliseconds between two machines' moves, and before a machine's reply. */
  pace: number;
  pause: number;
}
export type MachineKind = Exclude<PlayerKind, 'human' | 'friend'>;
export type Overlay = 'none' | 'trees' | 'reply' | 'partition' | 'clumps' | 'currents' | 'chase';
export interface State {
  room: Room;
  rooms: Record<Room, RoomState>;
  prefs: Prefs;
  /** Where one is: in the rooms, or among the lessons or puzzles, which have boards of their own. */
  place: Place;
  quest: Quest | null;
  /** What was left at the other places. */
  away: Partial<Record<Place, { room: Room; rooms: Record<Room, RoomState>; quest: Quest | null }>>;
}
export type Place = 'home' | 'learn' | 'puzzles';

/** What a lesson or a puzzle asks for; the server judges the attempts. */
export type Task =
  | { kind: 'move'; side: 'short' | 'cut' }
  | { kind: 'outcome' | 'trees' | 'current' | 'push' | 'coin-outcome' }
  | { kind: 'side'; first: 'short' | 'cut' }
  | { kind: 'part'; part: 'p' | 'p_star' | 'r' }
  | { kind: 'label'; node: string }
  | { kind: 'win'; side: Side; opponent: MachineKind; first?: Side };
/** A step of a lesson, or a puzzle, and how far one has come with it. */
export interface Quest {
  /** The part of the address that leads here. */
  link: string;
  title: string;
  text: string;
  /** What is said when it is done. */
  after: string;
  task: Task | null;
  /** The edges that have been picked: of the first and the second tree, or of one set. */
  picked: [number[], number[]];
  /** Which of the two trees a click adds to. */
  brush: 0 | 1;
  /** The label that is being typed. */
  typed: string;
  judged: Judgement | null;
  tries: number;
  done: boolean;
  /** Overlays and marks that belong to the step. */
  show: Partial<Prefs>;
  lesson?: { id: string; step: number; steps: number };
  puzzle?: Puzzle;
}
export interface Judgement {
  right: boolean;
  sentence: string;
  reply?: number;
  push?: { from: number; to: number };
  edges?: number[];
}
export interface Puzzle {
  kind: string;
  network: string;
  side: 'short' | 'cut' | null;
  coins?: string[];
  node?: string;
  question: string;
  answer: any;
  difficulty: number;
  seed?: number;
  title?: string;
}
/** A lesson as a teacher writes it: docs/lessons.md. */
export interface Lesson {
  id: string;
  title: string;
  line: string;
  steps: LessonStep[];
}
export interface LessonStep {
  text: string;
  /** A board of the gallery, or one that is drawn here; without it, the board of the step before. */
  board?: string | { at: Record<string, [number, number]>; edges?: string; arrows?: string; coins?: string };
  /** The size of a Bridg-It board. */
  bridgit?: number;
  short?: string;
  cut?: string;
  coins?: string;
  task?: Task;
  after?: string;
  show?: Partial<Prefs>;
}
export interface Progress {
  streak: number;
  best: number;
  solved: number;
  /** How many steps of each lesson are done. */
  lessons: Record<string, number>;
}

/** A small picture of a board: places in a box of 60 by 44, the ends of the edges, the terminals. */
export type Sketch = [at: [number, number][], pairs: [number, number][], ends: number[]];

/** A part of a board that is copied: the ends of its edges are places in its own list of nodes. */
export interface Part {
  nodes: { name: string; x: number; y: number }[];
  edges: [number, number][];
  coins: number[];
}

export type Action =
  | { type: 'room'; room: Room }
  | { type: 'go'; place: Place }
  | { type: 'quest'; place: Place; room: Room; doc: Doc; quest: Quest }
  | { type: 'quest/set'; set: Partial<Quest> }
  | { type: 'mode'; mode: Mode }
  | { type: 'tool'; tool: Tool }
  | { type: 'view'; view: View | null }
  | { type: 'select'; node?: number | null; edge?: number | null }
  | { type: 'pref'; set: Partial<Prefs> }
  | { type: 'node/add'; x: number; y: number; name?: string }
  | { type: 'node/move'; node: number; x: number; y: number; gesture: string }
  | { type: 'node/name'; node: number; name: string }
  | { type: 'node/delete'; node: number }
  | { type: 'edge/add'; u: number; v: number }
  | { type: 'edge/delete'; edge: number }
  | { type: 'terminal'; which: 'left' | 'right'; node: number }
  | { type: 'target'; target: 'terminals' | 'all' }
  | { type: 'coin'; node: number; by: number }
  | { type: 'rewrite'; graph: Graph; gesture: string }
  | { type: 'nodes/pick'; nodes: number[] }
  | { type: 'nodes/move'; nodes: number[]; dx: number; dy: number; gesture: string }
  | { type: 'nodes/delete'; nodes: number[] }
  | { type: 'nodes/paste'; part: Part }
  | { type: 'place'; at: [number, number][]; gesture: string }
  | { type: 'open'; doc: Doc; mode?: Mode }
  | { type: 'furnish'; room: Room; doc: Doc }
  | { type: 'game/new'; players: Partial<Record<Side, PlayerKind>>; first: Side; offer?: number | null }
  | { type: 'game/take'; human: Side; opponent: PlayerKind }
  | { type: 'game/seat'; side: Side; player: PlayerKind }
  | { type: 'game/leave' }
  | { type: 'play'; by: Side; edge: number | null }
  | { type: 'back' }
  | { type: 'draw' }
  | { type: 'resign'; by: Side }
  | { type: 'title'; title: string }
  | { type: 'at'; at: number }
  | { type: 'undo' }
  | { type: 'redo' };

/** What the pointer or the keyboard has begun: an edge from a node, with a line that follows the pointer. */
export interface Gesture {
  from: number | null;
  rubber: { x: number; y: number } | null;
  /** The box by which nodes are being selected. */
  box: { from: { x: number; y: number }; to: { x: number; y: number } } | null;
  /** The edges whose names the pointer is on, in a text. */
  lit: number[];
}

/**
 * What is known about a room. `known` says whether the answer is about the position that is shown;
 * until that answer arrives, the last one is shown, with the side that was to move then.
 */
export interface RoomAnalysis {
  answer: Answer | null;
  coin: CoinAnswer | null;
  /** The edges that the answer is about. */
  of: object | null;
  known: boolean;
  mover: Side;
  error: string | null;
  /** Why the overlay that was wished for is not there. */
  refused: string | null;
  /** Whether the question waits for the reader's word. */
  asks: boolean;
  busy: boolean;
  hint: number | null;
  /** Why the hint is what it is, in a lost position. */
  hintReason: LostReason | null;
  paused: boolean;
  /** Who won the game, once its last position has been seen. */
  ended: Side | null;
  /** What would have been better than the move that led to what is shown. */
  better: Better | null;
  /** Why the losing side made the last move, or what it should have tried. */
  lost: { edge: number; by: Side; reason: LostReason } | null;
  /** Why the winning side, a perfect machine, made the last move and not another winning one. */
  won: { edge: number; by: Side; reason: WonReason } | null;
  /** Why an edge is in P, P* or R; `of` is the board. */
  part: { of: object; why: EdgeReason } | null;
  /** The dual network, while it is shown; or why there is none. */
  dual: { graph: Graph | null; error: string | null } | null;
  /** Moves that wait for the server's answer about the position. */
  held: (number | null)[];
  /** Why the last move is answered as it is; `none` if nobody had to answer it. */
  explanation: Explanation | 'none' | null;
  chase: Chase | null;
  /** The labelling of a digraph; it shares the place among its steps with Chase's algorithm. */
  labelling: { steps: LabelStep[]; error?: string } | null;
  chaseAt: number;
  chaseError: string | null;
  board: BridgitBoard | null;
  outcomes: (string | null)[];
}

/** What one drawing shows. */
export interface Shown {
  state: State;
  room: RoomState;
  analysis: RoomAnalysis;
  /** What the page waits for, in words. */
  waiting: string | null;
  /** Whether it has waited long enough to say so. */
  slow: boolean;
  dark: boolean;
  gallery: GalleryItem[];
  /** What the machine announced when this game began. */
  opening: { game: object; text: string } | null;
  edgeName: (edge: number, by: Side) => string;
  /** This browser's games against each opponent. */
  scores: Scores;
  /** Whether verdicts and marks may be seen now. */
  analysing: boolean;
  /** Whether the banner of the last ending has been put away. */
  dismissed: boolean;
  /** Whether a hint was given in this game, or the analysis was on: then it does not count. */
  helped: boolean;
  lessons: Lesson[];
  progress: Progress;
}
export type Scores = Record<string, { won: number; lost: number; drawn: number }>;
export interface Better {
  /** The moves that would have kept the win, or the draw. */
  edges: number[];
  result: 'win' | 'draw';
}

/** What the views can do. */
export interface Commands {
  dispatch: (action: Action) => void;
  pref: (set: Partial<Prefs>) => void;
  redraw: () => void;
  game: {
    start: () => void;
    take: (side: 'short' | 'cut') => void;
    rematch: () => void;
    retry: () => void;
    /** Lets the one who knows play against Shannon's robot, and takes the seat back from it. */
    beatRobot: () => void;
    stand: () => void;
    pass: () => void;
    resign: () => void;
    back: () => void;
    draw: () => void;
    next: () => void;
  };
  /** Lights edges on the board, whose names the pointer is on. */
  light: (edges: number[]) => void;
  dismiss: () => void;
  review: { decisive: (at: number) => void; end: () => void };
  analyse: {
    hint: () => void;
    pause: (on: boolean) => void;
    retry: () => void;
    overlay: (overlay: Overlay) => void;
    showChase: () => void;
    stepTo: (at: number) => void;
  };
  board: {
    fit: () => void;
    zoom: (factor: number) => void;
    layout: (how?: 'forces' | 'circle' | 'layers' | 'planar') => void;
    clear: () => void;
    /** Copies what is selected, and perhaps deletes it; puts a copy on the board; both at once; selects all. */
    copy: (deletes?: boolean) => void;
    paste: () => void;
    duplicate: () => void;
    selectAll: () => void;
  };
  files: {
    openBridgit: (size: number) => Promise<string>;
    openGallery: (item: GalleryItem) => void;
    openRandom: (wish: { nodes: number; edges: number; outcome: string; few?: number }) => Promise<string>;
    /** The game of an edge: between its ends, on the rest of the graph. */
    openEdgeGame: (edge: number) => void;
    openText: (text: string, name?: string) => Promise<string>;
    pickFile: () => void;
    /** The names of the boards that are saved in this browser. */
    shelf: (room: Room) => string[];
    /** A saved board as a small picture, in JSON; nothing if it is large. */
    sketch: (name: string) => string | null;
    saveBoard: (name: string) => string;
    openSaved: (name: string) => void;
    removeSaved: (name: string) => void;
    exportGraph: (format: string) => void;
    exportRecord: () => void;
    exportSvg: () => void;
    exportPng: () => void;
    exportTikz: () => void;
    share: () => void;
    /** Whether links of this page open on this machine only. */
    isLocal: () => boolean;
  };
  quest: {
    enter: (place: 'learn' | 'puzzles') => void;
    lesson: (id: string, step: number) => void;
    puzzle: (wish?: { kind?: string; difficulty?: string }) => void;
    wish: () => { kind: string; difficulty: string };
    say: (said: string) => void;
    check: () => void;
    again: () => void;
    reveal: () => void;
  };
  page: { sound: () => void; help: () => void; closeHelp: () => void; tab: (tab: string) => void };
}

/** Each view takes the part of this that it needs, and no more: tsc holds it to that. */
export type Context = Shown & Commands;

// The JSON of the API. Numbers of vertices and edges count from one.

export interface WireNetwork {
  vertices: number;
  edges: [number, number][];
  left: number;
  right: number;
  target?: 'all';
}
export interface WireMove {
  side: 'short' | 'cut';
  edge: number;
}
export type WireProof =
  | { kind: 'two_trees'; vertices: number[]; trees: [number[], number[]] }
  | { kind: 'two_forests'; classes: number[][]; forests: [number[], number[]]; apart?: [number, number] };
export interface WireOpening {
  edge: number;
  proof: WireProof;
}
export type WireCertificate =
  | { kind: 'joined'; path: number[] }
  | { kind: 'spanned'; tree: number[] }
  | { kind: 'parted'; vertices: number[] }
  | { kind: 'second'; proof: WireProof }
  | { kind: 'first'; short: WireOpening; cut: WireOpening };
export interface Announcement {
  role: 'short' | 'cut' | 'choose';
  text: string;
  move: number | null;
}
export interface Currents {
  currents: number[];
  potentials: (number | null)[];
  best: number[];
}
export interface Answer {
  /** The verdict before the reply. */
  before?: Outcome;
  /** The position's own verdict, after the reply if one was asked for. */
  winner: 'short' | 'cut' | null;
  outcome: Outcome;
  winning_moves: { short: number[]; cut: number[] };
  sentence: string;
  announcement: Announcement;
  certificate: WireCertificate;
  reply?: { edge: number };
  /** Why that reply, if the position before it was lost. */
  reason?: LostReason;
  /** Why that reply and not another winning one, if the position before it was won. */
  won?: WonReason;
  partition?: { p: number[]; p_star: number[]; r: number[] };
  clumps?: number[][];
  currents?: Currents;
}
export interface LostReason {
  sentence: string;
  replies: number;
  winning: number;
  errs: string[];
  refutes?: string;
}
export interface WonReason {
  sentence: string;
  winning: number;
  /** Between the terminals, before and after; null where they are apart. */
  resistance: [number | null, number | null];
}
export interface EdgeReason {
  edge: number;
  class: 'p' | 'p_star' | 'r';
  steps: { tree: number; in: number; out: number | null }[];
  circuit?: number[];
  cutset?: number[];
  trees?: [number[], number[]];
  cotrees?: [number[], number[]];
  sentence: string;
}
export interface Plane {
  /** From −1 to 1; null if the graph is not planar. */
  places: [number, number][] | null;
  dual: { network: WireNetwork; places: [number, number][] } | null;
}
export interface WireLabelling {
  node: number;
  round: number;
  label: Label;
  arcs: [number, number][];
  reason: string;
}
/** A step of the labelling: the labels so far, the node that gets one, the arcs that decide it. */
export interface LabelStep {
  step: number;
  text: string;
  tags: Record<number, string>;
  node: number | null;
  arcs: [number, number][];
}
export interface Explanation {
  /** In the join-all game: two nodes that CUT keeps apart. */
  apart?: [number, number];
  /** The move that was answered, the answers that keep the win, the tree it broke. */
  hit: number;
  replies: number[];
  chosen: number | null;
  winner: 'short' | 'cut';
  broken: number[];
  whole: number[];
  path: number[];
  side: number[];
  sentence: string;
}
export interface ChaseStep {
  step: number;
  text: string;
  trees: [number[], number[]];
  inserting: number | null;
  levels: number[][];
  swap: { tree: number; out: number; in: number } | null;
}
export interface Chase {
  steps: ChaseStep[];
  extra: [number, number];
  error?: string;
}
/** A step as `ssg trace --json` writes it; the fields depend on the action. */
export interface WireStep {
  step: number;
  action: string;
  words: string;
  t1?: number[];
  t2?: number[];
  edge?: number;
  tree?: number;
  b?: number[];
  out?: number;
  in?: number;
}
export interface BridgitBoard {
  size: number;
  network: WireNetwork;
  /** The midpoint of every edge, and its name as CUT writes it. */
  points: [number, number][];
  names: string[];
}
export interface Label {
  value: number | null;
  infinite: number[] | null;
  order: number | null;
}
export interface CoinMove {
  from: number;
  to: number;
  result: 'win' | 'lose' | 'draw';
  text: string;
}
export interface CoinAnswer {
  over: boolean;
  outcome: 'first' | 'second' | 'draw';
  labels: Label[];
  value: Label;
  nim: { node: number; label: number }[];
  nim_sum: number;
  infinite: number[];
  moves: CoinMove[];
  best: { from: number; to: number } | null;
  sentence: string;
}
export interface GalleryItem {
  id: string;
  room: Room;
  title: string;
  line: string;
  coins?: string[];
}
export interface ReadFile {
  moves?: { side: 'short' | 'cut'; edge: number }[];
  kind: 'network' | 'coins';
  format: string;
  names: string[];
  edges: [number, number][];
  left: number | null;
  right: number | null;
  target?: 'all';
  notes: string[];
}
