"""The Sphinx domain `tarot`: what can be linked to, where it stands, and which pages depend on what."""

from __future__ import annotations

from collections.abc import Iterator, Set
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from docutils import nodes
from docutils.utils.smartquotes import educateQuotes
from sphinx.addnodes import pending_xref
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from tarotref.problem import nearest
from tarotref.sphinxext.nodes import references
from tarotref.sphinxext.watched import Reads

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from tarotref.pages.elements import Ref

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
    "assumption": "assumption",
    "feature": "feature",
}
"""Kinds of objects, and what each is called."""


class Entry(NamedTuple):
    """Where an object stands."""

    title: str
    docname: str
    anchor: str


class Shown(NamedTuple):
    """What a page shows of the corpus: digests of what is made of facts and of the text it inherits, its frame, its views, and
    what was read to make a record's page."""

    facts: str
    text: str
    frame: dict[str, Any] = {}
    views: tuple[str, ...] = ()
    reads: Reads = ()


class TarotRole(XRefRole):
    """Links to an object by id; the text is its title unless another is given."""

    def __init__(self) -> None:
        super().__init__(warn_dangling=True, innernodeclass=nodes.inline)


class TarotDomain(Domain):
    """Games, traditions, packs, orders, places, sources, terms, attestations, tables, assumptions and features."""

    name = "tarot"
    label = "tarotref"
    object_types = {
        kind: ObjType(label, *((kind, "witness") if kind == "source" else (kind,))) for kind, label in KINDS.items()
    }
    roles = {kind: TarotRole() for kind in (*KINDS, "witness")}
    initial_data: ClassVar[dict[str, Any]] = {"objects": {}, "uses": {}, "shown": {}, "written": {}}
    data_version = 5

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

    @property
    def shown(self) -> dict[str, Shown]:
        """What each page shows of the corpus."""
        return self.data["shown"]  # type: ignore[no-any-return]

    def note_shown(self, docname: str, *shown: Any) -> None:
        """Remember what a page showed of the corpus when it was read."""
        self.shown[docname] = Shown(*shown)

    def clear_doc(self, docname: str) -> None:
        for key in [k for k, e in self.objects.items() if e.docname == docname]:
            del self.objects[key]
        self.data["uses"].pop(docname, None)
        self.shown.pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for (kind, id), entry in otherdata["objects"].items():
            if entry.docname in docnames:
                self.note(kind, id, *entry)
        for shelf in ("uses", "shown"):
            self.data[shelf].update({d: v for d, v in otherdata[shelf].items() if d in docnames})

    def process_doc(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        xrefs = (n for n in document.findall(pending_xref) if n.get("refdomain") == "tarot")
        uses = {(self.kind(n["reftype"]), n["reftarget"]) for n in xrefs}
        uses |= {(self.kind(ref.kind), ref.target) for ref in references(document)}
        self.data["uses"][docname] = sorted(uses)

    @staticmethod
    def kind(role: str) -> str:
        """Return the kind of object that a role links to."""
        return "source" if role == "witness" else role

    def find(self, kind: str, target: str) -> Entry | None:
        """Return where an object stands; a ruleset's id means its game's page."""
        entry = self.objects.get((kind, target))
        if entry is None and kind == "game" and "/" in target:
            entry = self.objects.get((kind, target.partition("/")[0]))
        return entry

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
        entry = self.find(self.kind(typ), target)
        if entry is None:
            return None
        inner = contnode if node.get("refexplicit") else nodes.inline("", educateQuotes(entry.title, "en"))
        made = make_refnode(builder, fromdocname, entry.docname, entry.anchor, inner)
        if typ == "witness" and not node.get("refexplicit"):
            made["classes"].append("siglum")
        return made

    def link(self, ref: Ref, fromdocname: str, builder: Builder) -> str:
        """Return a link of a generated part as HTML; where it leads nowhere, say so and return its text."""
        text = escape(ref.text, quote=False)
        entry = self.find(self.kind(ref.kind), ref.target)
        if entry is None:
            self.warn(ref.kind, ref.target, fromdocname)
            return text
        to = "" if entry.docname == fromdocname else builder.get_relative_uri(fromdocname, entry.docname)
        whole = to and ref.kind in ("game", "tradition") and entry.docname.startswith("corpus/")  # a page of its own
        where = escape(to if whole or not entry.anchor else f"{to}#{entry.anchor}")
        cls = f' class="{ref.cls}"' if ref.cls else ""
        return f'<a{cls} href="{where}">{text}</a>'

    def warn(self, role: str, target: str, location: Any) -> None:
        """Say that a link leads nowhere."""
        kind = self.kind(role)
        near = nearest(target, [id for k, id in self.objects if k == kind])
        log.warning(
            "no %s has the id %r%s", KINDS[kind], target, near, location=location, type="tarot", subtype="dangling"
        )

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


def warn_missing(app: Sphinx, domain: Domain | None, node: pending_xref) -> bool | None:
    """Say in our words that a role leads nowhere (`warn-missing-reference`)."""
    if not isinstance(domain, TarotDomain):
        return None
    domain.warn(node["reftype"], node["reftarget"], node)
    return True


def the_domain(env: BuildEnvironment) -> TarotDomain:
    """Return the domain of a build."""
    domain = env.domains[TarotDomain.name]
    assert isinstance(domain, TarotDomain)
    return domain
