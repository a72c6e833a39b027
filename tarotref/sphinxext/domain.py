"""The Sphinx domain `tarot`: what can be linked to, where it stands, and which pages depend on what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from docutils import nodes
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from tarotref.problem import nearest

if TYPE_CHECKING:
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

log = logging.getLogger(__name__)

KINDS = {
    "game": "game",
    "tradition": "tradition",
    "pack": "pack",
    "order": "trump order",
    "place": "place",
    "source": "source",
    "term": "term",
    "attestation": "attestation",
    "table": "table",
}
"""Kinds of objects, and what each is called."""


class Entry(NamedTuple):
    """Where an object stands."""

    title: str
    docname: str
    anchor: str


class TarotRole(XRefRole):
    """Links to an object by id; the text is its title unless another is given."""

    def __init__(self) -> None:
        super().__init__(warn_dangling=True, innernodeclass=nodes.inline)


class TarotDomain(Domain):
    """Games, traditions, packs, orders, places, sources, terms, attestations and tables."""

    name = "tarot"
    label = "tarotref"
    object_types = {
        kind: ObjType(label, *((kind, "witness") if kind == "source" else (kind,))) for kind, label in KINDS.items()
    }
    roles = {kind: TarotRole() for kind in (*KINDS, "witness")}
    dangling_warnings = {
        kind: f"no {label} has the id %(target)r" for kind, label in {**KINDS, "witness": "source"}.items()
    }
    initial_data: ClassVar[dict[str, Any]] = {"objects": {}, "uses": {}, "digests": {}, "written": {}}
    data_version = 3

    @property
    def objects(self) -> dict[tuple[str, str], Entry]:
        """Every object by kind and id."""
        return self.data["objects"]  # type: ignore[no-any-return]

    def note(self, kind: str, id: str, title: str, docname: str, anchor: str) -> None:
        """Say where an object stands: on its record's page, rather than in a list that names it too."""
        other = self.objects.get((kind, id))
        if other and other.docname.startswith("corpus/") and not docname.startswith("corpus/"):
            return
        self.objects[kind, id] = Entry(title, docname, anchor)

    def note_digest(self, docname: str, digest: str) -> None:
        """Remember what a page showed of the corpus when it was read."""
        self.data["digests"][docname] = digest

    def clear_doc(self, docname: str) -> None:
        for key in [k for k, e in self.objects.items() if e.docname == docname]:
            del self.objects[key]
        self.data["uses"].pop(docname, None)
        self.data["digests"].pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        self.objects.update({k: e for k, e in otherdata["objects"].items() if e.docname in docnames})
        for shelf in ("uses", "digests"):
            self.data[shelf].update({d: v for d, v in otherdata[shelf].items() if d in docnames})

    def process_doc(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        from sphinx.addnodes import pending_xref

        uses = {
            (self.kind(n["reftype"]), n["reftarget"])
            for n in document.findall(pending_xref)
            if n.get("refdomain") == "tarot"
        }
        self.data["uses"][docname] = sorted(uses)

    @staticmethod
    def kind(role: str) -> str:
        """Return the kind of object that a role links to."""
        return "source" if role == "witness" else role

    def find(self, kind: str, target: str) -> tuple[str, Entry] | None:
        """Return an object and its id; a ruleset's id means its game's page, `family` the root tradition."""
        entry = self.objects.get((kind, target))
        if entry is None and kind == "game" and "/" in target:
            entry = self.objects.get((kind, target.partition("/")[0]))
        return (target, entry) if entry else None

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        found = self.find(self.kind(typ), target)
        if found is None:
            near = nearest(target, [id for k, id in self.objects if k == self.kind(typ)])
            if near:
                log.warning(
                    "no %s has the id %r%s",
                    KINDS[self.kind(typ)],
                    target,
                    near,
                    location=node,
                    type="tarot",
                    subtype="dangling",
                )
                node["refwarn"] = False
            return None
        entry = found[1]
        inner = contnode if node.get("refexplicit") else nodes.inline("", entry.title)
        classes = [
            *node.get("refclasses", ()),
            *(("siglum",) if typ == "witness" and not node.get("refexplicit") else ()),
        ]
        made = make_refnode(builder, fromdocname, entry.docname, entry.anchor, inner)
        made["classes"] = list(dict.fromkeys(classes))
        return made

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        found = []
        for kind in KINDS:
            if (kind, target) in self.objects:
                made = self.resolve_xref(env, fromdocname, builder, kind, target, node, contnode)
                if made is not None:
                    found.append((f"tarot:{kind}", made))
        return found

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        for (kind, id), entry in sorted(self.objects.items()):
            yield id, entry.title, kind, entry.docname, entry.anchor, 1 if kind == "game" else 2

    def get_full_qualified_name(self, node: nodes.Element) -> str | None:
        return f"{node.get('reftype')}.{node.get('reftarget')}"


def titles(domain: TarotDomain) -> dict[tuple[str, str], tuple[str, str, str]]:
    """Return what pages show of objects they link to."""
    return {key: (e.title, e.docname, e.anchor) for key, e in domain.objects.items()}


def stale(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Return pages to be written again, because the name or place of what they link to has changed since this builder last wrote."""
    domain = env.domains["tarot"]
    assert isinstance(domain, TarotDomain)
    now, around = titles(domain), neighbours(env)
    before = domain.data["written"].get(app.builder.name)
    domain.data["written"][app.builder.name] = (now, around)
    if before is None:
        return []
    changed = {k for k in before[0].keys() | now.keys() if before[0].get(k) != now.get(k)}
    naming = {doc for doc, uses in domain.data["uses"].items() if changed.intersection(map(tuple, uses))}
    return naming | {doc for doc, names in around.items() if doc in before[1] and before[1][doc] != names}


def neighbours(env: BuildEnvironment) -> dict[str, tuple[str, ...]]:
    """Return what each page shows of the pages before, after and above it: their names and titles."""
    found = {}
    for doc, relations in env.collect_relations().items():
        found[doc] = tuple(f"{other} {env.titles[other].astext()}" for other in relations if other in env.titles)
    return found
