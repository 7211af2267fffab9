"""Pictures for notebooks: SVG and HTML that need nothing else."""

from __future__ import annotations

import html
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ._network import Certificate, Currents, Network
    from ._players import Record
    from ._position import Position
    from .coins import Game

Floats = NDArray[np.float64]

# Larger boards are described in words: nobody could see their edges.
MOST_EDGES = 600

WIDTH = 460.0
MARGIN = 26.0

INK = "#333"
FREE = "#9aa0a6"
SHORT = "#1a66c2"
CUT = "#c2371a"
SECOND = "#d98a00"
FAINT = "#dfe2e6"
PART_COLOURS = {"P": SHORT, "P*": CUT, "R": SECOND}


@dataclass(frozen=True)
class Picture:
    """A picture: notebooks show it, and ``svg`` is its text."""

    svg: str

    def save(self, path: str) -> None:
        """Writes the SVG into a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def _repr_svg_(self) -> str | None:
        return self.svg


@dataclass(frozen=True)
class Style:
    """How an edge is drawn."""

    colour: str = FREE
    width: float = 2.0
    dashed: bool = False
    label: str = ""


StyleOf = Callable[[int], Style]


def _too_large(words: str) -> Picture:
    text = html.escape(words)
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:.0f}" height="40">'
        f'<text x="8" y="25" font-family="sans-serif" font-size="14" fill="{INK}">{text}</text></svg>'
    )


def layout(n: int, ends: NDArray[np.int64], left: int | None = None, right: int | None = None) -> Floats:
    """Places for the vertices in the unit square: springs between neighbours, the terminals held at the sides.

    It depends on the graph alone, so that a picture is the same every time.
    """
    angle = np.arange(n) * (math.pi * (3 - math.sqrt(5)))
    radius = np.sqrt((np.arange(n) + 0.5) / max(n, 1)) * 0.45
    place = np.stack([0.5 + radius * np.cos(angle), 0.5 + radius * np.sin(angle)], axis=1)
    held = [(v, spot) for v, spot in ((left, (0.0, 0.5)), (right, (1.0, 0.5))) if v is not None]
    for vertex, spot in held:
        place[vertex] = spot
    if n < 2:
        return place
    between = ends[ends[:, 0] != ends[:, 1]]
    ideal = 0.8 / math.sqrt(n)
    for step in range(150):
        apart = place[:, None, :] - place[None, :, :]
        distance = np.sqrt((apart**2).sum(axis=2)) + 1e-9
        push = ((ideal**2 / distance**2)[:, :, None] * apart).sum(axis=1)
        if len(between):
            along = place[between[:, 0]] - place[between[:, 1]]
            pull = along * (np.sqrt((along**2).sum(axis=1)) / ideal)[:, None]
            np.add.at(push, between[:, 0], -pull)
            np.add.at(push, between[:, 1], pull)
        length = np.sqrt((push**2).sum(axis=1)) + 1e-9
        most = 0.12 * (1 - step / 150)
        place += push * (np.minimum(length, most) / length)[:, None]
        for vertex, spot in held:
            place[vertex] = spot
        np.clip(place, -0.3, 1.3, out=place)
    return place


def _scaled(place: Floats) -> tuple[Floats, float, float]:
    """Places in pixels, and the size of the picture."""
    if len(place) == 0:
        return place, WIDTH, 2 * MARGIN
    low, high = place.min(axis=0), place.max(axis=0)
    span = np.maximum(high - low, 1e-9)
    scale = (WIDTH - 2 * MARGIN) / max(float(span[0]), float(span[1]) * 0.75)
    size = span * scale
    pixels = (place - low) * scale + MARGIN
    return pixels, max(float(size[0]), 1.0) + 2 * MARGIN, max(float(size[1]), 1.0) + 2 * MARGIN


def _draw(
    network: Network, style_of: StyleOf, *, title: str = "", vertex_colour: Callable[[int], str] | None = None
) -> Picture:
    if network.m > MOST_EDGES or network.n > MOST_EDGES:
        return _too_large(f"{title or 'Network'}: {network.n} vertices and {network.m} edges are too many to draw.")
    own = network.coordinates
    left, right = network._core.left, network._core.right
    place = layout(network.n, network.ends(), left, right) if own is None else own
    pixels, width, height = _scaled(place)
    bars = {} if own is None else {left: pixels[left], right: pixels[right]}
    body = [_edges(network, pixels, style_of, bars)]
    shown = network.n <= 60
    for vertex in range(network.n):
        x, y = pixels[vertex]
        if vertex in bars:
            body.append(f'<rect x="8" y="{y - 5:.1f}" width="{width - 16:.1f}" height="10" rx="4" fill="{INK}"/>')
            continue
        terminal = vertex in (left, right) and network.target == "terminals"
        colour = vertex_colour(vertex) if vertex_colour else ("#fff" if not terminal else INK)
        name = html.escape(str(network._vertex_name(vertex)))
        size = 11 if shown and own is None else 4
        body.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size}" fill="{colour}" stroke="{INK}" stroke-width="1.5">'
            f"<title>{name}</title></circle>"
        )
        if shown and own is None and len(name) <= 4:
            ink = "#fff" if terminal and not vertex_colour else INK
            body.append(f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle" fill="{ink}">{name}</text>')
    return _svg(body, width, height, title)


def _edges(network: Network, pixels: Floats, style_of: StyleOf, bars: dict[int, Floats]) -> str:
    """All edges, parallel ones side by side."""
    lines = []
    places: dict[tuple[int, int], int] = {}
    groups: dict[tuple[int, int], int] = {}
    ends = network.ends().tolist()
    for u, v in ends:
        pair = (min(u, v), max(u, v))
        groups[pair] = groups.get(pair, 0) + 1
    for edge, (u, v) in enumerate(ends):
        pair = (min(u, v), max(u, v))
        order = places.get(pair, 0)
        places[pair] = order + 1
        # On a Bridg-It board an edge to a terminal goes straight to the bar, wherever that is.
        start = np.array([pixels[v][0], pixels[u][1]]) if u in bars else pixels[u]
        end = np.array([pixels[u][0], pixels[v][1]]) if v in bars else pixels[v]
        spread = 0 if (u in bars or v in bars) else order - (groups[pair] - 1) / 2
        if u > v:
            spread = -spread
        name = network.move_name(edge)
        lines.append(_edge(start, end, spread, style_of(edge), name, loop=u == v, order=order))
    return "".join(lines)


def _edge(start: Floats, end: Floats, spread: float, style: Style, name: str, *, loop: bool, order: int) -> str:
    dash = ' stroke-dasharray="3 5"' if style.dashed else ""
    pen = f'fill="none" stroke="{style.colour}" stroke-width="{style.width:.2f}"{dash}'
    title = f"<title>{html.escape(name)}</title>"
    if loop:
        size = 9 + 4 * order
        return f'<circle cx="{start[0]:.1f}" cy="{start[1] - size:.1f}" r="{size}" {pen}>{title}</circle>'
    across = np.array([start[1] - end[1], end[0] - start[0]])
    length = float(np.sqrt((across**2).sum())) or 1.0
    bend = (start + end) / 2 + across / length * spread * 26
    middle = (start + 2 * bend + end) / 4
    path = f"M{start[0]:.1f} {start[1]:.1f}Q{bend[0]:.1f} {bend[1]:.1f} {end[0]:.1f} {end[1]:.1f}"
    text = ""
    if style.label:
        text = (
            f'<text x="{middle[0]:.1f}" y="{middle[1] - 4:.1f}" text-anchor="middle" font-size="10" '
            f'fill="{INK}">{html.escape(style.label)}</text>'
        )
    return f'<path d="{path}" {pen}>{title}</path>{text}'


def _svg(body: Sequence[str], width: float, height: float, title: str) -> Picture:
    heading = f"<title>{html.escape(title)}</title>" if title else ""
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.1f} {height:.1f}" font-family="sans-serif" font-size="11" role="img">'
        f"{heading}{''.join(body)}</svg>"
    )


def of_network(network: Network, what: str) -> Picture:
    """The board, or what is known about it."""
    if what == "board":
        numbered = network.m <= 60 and network.coordinates is None
        return _draw(network, lambda edge: Style(label=str(edge) if numbered else ""), title=repr(network))
    if what == "proof":
        return of_certificate(network.solve().certificate)
    if what == "currents":
        return of_currents(network.currents())
    if what == "partition":
        parts = [str(part) for part in network.partition()]
        return _draw(network, lambda edge: Style(PART_COLOURS[parts[edge]], 3, label=parts[edge]), title="partition")
    if what == "clumps":
        return _of_clumps(network)
    raise ValueError(f"there is no picture {what!r}: there are board, proof, partition, currents and clumps")


def _of_clumps(network: Network) -> Picture:
    clump = network.forests().clump_of()
    sizes = np.bincount(clump, minlength=1)
    ends = network.ends()

    def colour(vertex: int) -> str:
        number = int(clump[vertex])
        return "#fff" if sizes[number] < 2 else f"hsl({(number * 137) % 360},65%,75%)"

    def style(edge: int) -> Style:
        u, v = ends[edge]
        return Style(INK, 2.5) if clump[u] == clump[v] else Style()

    return _draw(network, style, title="clumps", vertex_colour=colour)


def of_certificate(certificate: Certificate) -> Picture:
    """The two trees or forests of a proof; the first move of a side that must move first is the thick edge."""
    network = certificate.network
    parts = certificate.parts
    styles: dict[int, Style] = {}
    proof = parts.get("short") or parts.get("cut") or {}
    pair = proof.get("trees") or proof.get("forests") or ()
    for edges, colour in zip(pair, (SHORT, SECOND), strict=False):
        styles.update({int(edge): Style(colour, 4) for edge in edges})
    for edge in (*parts.get("path", ()), *parts.get("tree", ())):
        styles[int(edge)] = Style(SHORT, 5)
    if "move" in proof:
        styles[int(proof["move"])] = Style(INK, 7)
    return _draw(network, lambda edge: styles.get(edge, Style()), title=f"proof: {certificate.outcome}")


def of_currents(currents: Currents) -> Picture:
    """Wider edges carry more current; the best ones are marked."""
    flows = np.abs(currents.flows)
    most = float(flows.max()) if len(flows) else 1.0
    best = {int(edge) for edge in currents.best}
    numbered = currents.network.m <= 60

    def style(edge: int) -> Style:
        label = f"{flows[edge]:.3f}" if numbered else ""
        return Style(SECOND if edge in best else SHORT, 0.6 + 7 * float(flows[edge]) / (most or 1.0), label=label)

    return _draw(currents.network, style, title="currents")


def _claimed(claims: Sequence[int]) -> StyleOf:
    styles = {0: Style(), 1: Style(SHORT, 5), 2: Style(CUT, 1.5, dashed=True)}
    return lambda edge: styles[int(claims[edge])]


def of_position(position: Position) -> Picture:
    """SHORT's edges are thick, CUT's dashed."""
    return _draw(position.network, _claimed(position.claims.tolist()), title=repr(position))


def of_record(record: Record) -> str:
    """A game to step through: a page of its own, with the board after every move."""
    network = record.network
    if network.m > MOST_EDGES:
        return f"<p>{html.escape(repr(record))}</p>"
    # One drawing; every step is the list of claims, which a few lines of script turn into styles.
    start = record.position(0)
    picture = _draw(network, lambda edge: Style(label=""), title=repr(record)).svg
    first = start.claims.tolist()
    data = {
        "start": first,
        "moves": [[edge, 1 if (turn % 2 == 0) == (record.first == "short") else 2] for turn, edge in enumerate(record.moves)],
        "names": [network.move_name(edge) for edge in record.moves],
        "end": f"{record.winner} wins: {record.reason}" + (f" ({record.detail})" if record.detail else ""),
        "players": {"1": f"SHORT ({record.short})", "2": f"CUT ({record.cut})"},
    }
    page = _PAGE.replace("@PICTURE@", picture).replace("@DATA@", json.dumps(data).replace("</", "<\\/"))
    height = int(float(picture.split('height="', 1)[1].split('"', 1)[0])) + 90
    # A frame of its own keeps the script and its names away from the notebook.
    return (
        f'<iframe title="{html.escape(repr(record))}" width="{WIDTH + 20:.0f}" height="{height}" '
        f'style="border:0" sandbox="allow-scripts" srcdoc="{html.escape(page)}"></iframe>'
    )


_PAGE = """<!doctype html><meta charset="utf-8"><style>body{font:14px sans-serif;margin:4px}button{font:inherit}</style>
@PICTURE@<p><button id="first">⏮</button> <button id="back">◀</button> <button id="next">▶</button>
<button id="last">⏭</button> <span id="say" aria-live="polite"></span></p><script>
const game = @DATA@;
const edges = [...document.querySelectorAll('svg > path, svg > circle[fill="none"]')];
const styles = [['#9aa0a6', 2, ''], ['#1a66c2', 5, ''], ['#c2371a', 1.5, '3 5']];
let at = game.moves.length;
function show() {
  const claims = [...game.start];
  for (const [edge, claim] of game.moves.slice(0, at)) claims[edge] = claim;
  edges.forEach((line, edge) => {
    const [colour, width, dash] = styles[claims[edge]];
    line.setAttribute('stroke', colour);
    line.setAttribute('stroke-width', width);
    line.setAttribute('stroke-dasharray', dash);
  });
  const last = at > 0 ? `${at}. ${game.players[game.moves[at - 1][1]]}: ${game.names[at - 1]}` : 'Start';
  document.getElementById('say').textContent = last + (at === game.moves.length ? ` — ${game.end}` : '');
}
function go(to) { at = Math.max(0, Math.min(game.moves.length, to)); show(); }
document.getElementById('first').onclick = () => go(0);
document.getElementById('back').onclick = () => go(at - 1);
document.getElementById('next').onclick = () => go(at + 1);
document.getElementById('last').onclick = () => go(game.moves.length);
show();
</script>"""


def of_coins(game: Game) -> Picture:
    """The digraph with its labels."""
    if game.m > MOST_EDGES or game.n > MOST_EDGES:
        return _too_large(f"Digraph: {game.n} nodes and {game.m} arcs are too many to draw.")
    arcs = game._core.arcs().reshape(-1, 2)
    pixels, width, height = _scaled(layout(game.n, arcs))
    labels = list(game.labels().values())
    body = [
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        f'<path d="M0 0L8 4L0 8z" fill="{INK}"/></marker></defs>'
    ]
    for source, target in arcs.tolist():
        body.append(_arc(pixels[source], pixels[target], loop=source == target))
    for node in range(game.n):
        x, y = pixels[node]
        label = labels[node]
        text = str(label) if isinstance(label, int) else "∞(" + ",".join(map(str, sorted(label))) + ")"
        colour = "#fff" if isinstance(label, int) else "#f4e3c1"
        name = html.escape(str(game._name(node)))
        body.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="13" fill="{colour}" stroke="{INK}"><title>{name}</title></circle>'
            f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle" fill="{INK}">{html.escape(text)}</text>'
            f'<text x="{x + 14:.1f}" y="{y - 10:.1f}" font-size="9" fill="{INK}">{name}</text>'
        )
    return _svg(body, width, height, repr(game))


def _arc(start: Floats, end: Floats, *, loop: bool) -> str:
    pen = f'fill="none" stroke="{INK}" stroke-width="1.3" marker-end="url(#tip)"'
    if loop:
        x, y = start
        return f'<path d="M{x - 6:.1f} {y - 12:.1f}C{x - 24:.1f} {y - 40:.1f} {x + 24:.1f} {y - 40:.1f} {x + 6:.1f} {y - 13:.1f}" {pen}/>'
    across = np.array([start[1] - end[1], end[0] - start[0]])
    length = float(np.sqrt((across**2).sum())) or 1.0
    bend = (start + end) / 2 + across / length * 12
    into = end - bend
    tip = end - into / (float(np.sqrt((into**2).sum())) or 1.0) * 14
    return f'<path d="M{start[0]:.1f} {start[1]:.1f}Q{bend[0]:.1f} {bend[1]:.1f} {tip[0]:.1f} {tip[1]:.1f}" {pen}/>'


def html_table(rows: list[dict[str, Any]]) -> str:
    """Rows of the same fields as a table."""
    if not rows:
        return "<p>no games</p>"
    head = "".join(f"<th>{html.escape(str(name))}</th>" for name in rows[0])
    lines = ("".join(f"<td>{html.escape(str(value))}</td>" for value in row.values()) for row in rows)
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"
