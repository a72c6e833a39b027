"""What the page of comparison reads when it is used: all rulesets by name, and of each game what its rulesets tell; so of
what the games of a tradition share."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from tarotref.computed.columns import FEATURES
from tarotref.computed.comparison import BESIDE, LISTS, ORDER, group
from tarotref.computed.crossing import spread
from tarotref.corpus.records import Ruleset
from tarotref.model.record import Note
from tarotref.model.rules import SECTIONS, fields_of, shape
from tarotref.pages.advice import advised
from tarotref.pages.beside import NEAREST, akin
from tarotref.pages.clauses import TOPICS, clauses
from tarotref.pages.elements import prose, text_of
from tarotref.pages.wording import Labels
from tarotref.words.labels import STATUS

if TYPE_CHECKING:
    from sphinx.builders import Builder

    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.sphinxext.site import Folder, Site

BETWEEN = "\t"
"""Stands between the steps of a path."""


def write_compared(site: Site, builder: Builder, folder: Folder) -> None:
    """Write the files into a folder."""
    all_names = {"sections": sections(), "topics": list(TOPICS), "rulesets": names(site, builder)}
    folder.write("rulesets.js", lambda _: _script("compared", all_names))
    for game in site.computed.corpus.games:
        if site.computed.corpus.of_game(game):
            folder.write(f"{game}.js", partial(_of_game, game))
    for tradition in site.computed.common:
        folder.write(f"{tradition}.js", partial(_of_tradition, tradition))


def _of_game(game: str, computed: ComputedCorpus) -> str:
    return _script("told", {game: told(computed, computed.corpus.of_game(game))})


def _of_tradition(id: str, computed: ComputedCorpus) -> str:
    return _script("told", {id: told(computed, [computed.common[id]]) | {"spread": spread_of(computed, id)}})


def _script(name: str, data: Any) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"window.TAROTREF=window.TAROTREF||{{}};TAROTREF.{name}=Object.assign(TAROTREF.{name}||{{}},{text});\n"


def sections() -> dict[str, Any]:
    """Return the sections of a comparison in their order: title, shape, fields with their titles, whether it is a whole list."""
    found = {}
    for name in ORDER:
        titles = {f: field.title for f, field in fields_of(name).items()} if name in SECTIONS else {}
        found[name] = {
            "title": SECTIONS[name].title if name in SECTIONS else BESIDE[name],
            "group": group(name),
            "shape": "field" if name in BESIDE else shape(name),
            "fields": list(titles),
            "listed": name in LISTS,
        }
    return found


def names(site: Site, builder: Builder) -> dict[str, Any]:
    """Return every ruleset: its name, the page of its game, other words that find it, how soon its game is advised, what is near."""
    corpus, found = site.computed.corpus, {}
    places = {game: n for n, game in enumerate(advised(site.computed))}
    for r in corpus.rulesets.values():
        g = corpus.game(r.game)
        own = "" if r.key == "main" else site.labels.title("source", r.key) if r.kind == "reading" else ""
        own = own or (g.variants[r.key].title if r.kind == "variant" else "")
        found[r.id] = {
            "name": f"{r.game} {g.title}" + (f", {own}" if own else ""),
            "url": builder.get_target_uri(corpus.games[r.game].source.path.removesuffix(".md")),
            "words": " ".join([*(site.labels.title("place", p) for p in g.places), *g.aka]),
            "place": places.get(r.game, len(places)),
            "near": [id for id in kin(site, r) if id != r.id],
        }
        if r.kind == "reading":
            found[r.id]["reported"] = site.labels.reported(r)
    for id, r in site.computed.common.items():
        facts = corpus.tradition(id)
        found[r.id] = {
            "name": f"{facts.title}: shared rules",
            "url": builder.get_target_uri(corpus.traditions[id].source.path.removesuffix(".md")),
            "words": " ".join(["tradition", id, *(site.labels.title("place", p) for p in facts.places)]),
            "near": [f"{other}/main" for other in akin(site.computed, id)],
        }
    return found


def spread_of(computed: ComputedCorpus, tradition: str) -> list[tuple[str, str]]:
    """Return how the games of a tradition are spread over the values of each feature: its label, and the numbers in words."""
    games = computed.of_tradition(tradition)
    return [
        (f.label, " · ".join(f"{c.words} ({n})" for c, n in spread(computed, name, games).items()))
        for name, f in FEATURES.items()
    ]


def kin(site: Site, r: Ruleset) -> list[str]:
    """Return the rulesets that one is best compared with: its base, the others of its game, the main ones of the nearest games."""
    corpus = site.computed.corpus
    base = r.base if r.base in corpus.rulesets else f"{r.base}/main"
    near = [f"{game}/main" for game, _ in site.computed.nearest.get(r.game, [])[:NEAREST]]
    own = [o.id for o in corpus.of_game(r.game)]
    return list(dict.fromkeys([*([base] if base in corpus.rulesets else []), *own, *near]))


def told(computed: ComputedCorpus, rulesets: list[Ruleset]) -> dict[str, Any]:
    """Return what the rulesets of a game tell, each text once, and what each is in a few clauses."""
    comparison, names = computed.comparison, Labels(computed)
    texts: dict[str, int] = {}
    paths: dict[str, int] = {}
    notes: dict[tuple[str, str, str], int] = {}
    layers: dict[str, int] = {}
    labels: dict[str, str] = {}

    def number(shelf: dict[Any, int], key: Any) -> int:
        return shelf.setdefault(key, len(shelf))

    by_layer: dict[tuple[str, str], int] = {}
    by_note: dict[int, int] = {}

    def note_number(note: Note) -> int:
        if id(note) not in by_note:  # one note is on many facts, and of many rulesets
            by = "the editors" if note.by in (None, "tarotref") else text_of(names.source(str(note.by)))
            worded = names.term("note-kind", note.kind), "".join(map(text_of, prose(note.text, names.title))), by
            by_note[id(note)] = number(notes, worded)
        return by_note[id(note)]

    def layer_number(layer: str, game: str) -> int:
        if (layer, game) not in by_layer:
            by_layer[layer, game] = number(layers, "".join(map(text_of, names.layer(layer, game))))
        return by_layer[layer, game]

    found, wholes = {}, {}
    for r in rulesets:
        cells, side = [], comparison.of(r)
        things = dict.fromkeys(path[:2] for path in side if len(path) > 2 and shape(path[0]) == "things")
        wholes[r.id] = {
            number(paths, BETWEEN.join(whole)): number(texts, comparison.at(r, side, whole).value) for whole in things
        }
        for path, t in side.items():
            for end in range(2, len(path) + 1):
                if (joined := BETWEEN.join(path[:end])) not in labels:
                    labels[joined] = comparison.label(path[:end])
            who = [layer_number(layer, r.game) for layer in t.set_by]
            said = [note_number(note) for _, note in t.notes]
            value = t.value or STATUS["missing"]
            apart = len(path) > 1 and path[0] in SECTIONS and path[:2] not in things
            whole = comparison.said(path, t) if apart else value
            sentence = [] if whole == value else [number(texts, whole)]  # in a row with others of its section
            cells.append([number(paths, BETWEEN.join(path)), number(texts, value), t.status, who, said, *sentence])
        found[r.id] = cells
    first, *others = found
    found |= {id: runs(found[id], found[first]) for id in others}
    brief = {r.id: [number(texts, clause) for clause in clauses(computed, r)] for r in rulesets}
    lists = {"paths": list(paths), "texts": list(texts), "layers": list(layers), "notes": list(notes)}
    return {"labels": labels, "rulesets": found, "wholes": wholes, "brief": brief, **lists}


def runs(cells: list[list[Any]], first: list[list[Any]]) -> list[list[Any]]:
    """Return cells in their order, where some stand as they do in those of another ruleset only their places there: from, to."""
    places = {json.dumps(cell): n for n, cell in enumerate(first)}
    made: list[list[Any]] = []
    for cell in cells:
        n = places.get(json.dumps(cell))
        if n is None:
            made.append(cell)
        elif made and len(made[-1]) == 2 and made[-1][1] == n:
            made[-1][1] = n + 1
        else:
            made.append([n, n + 1])
    return made
