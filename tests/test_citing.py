"""Citations say how a fact is known, in every style, and whatever has an id can be cited."""

from __future__ import annotations

import json

import pytest

import tarotref

STYLES = ("text", "bibtex", "csl", "ris")


@pytest.mark.parametrize("form", STYLES)
@pytest.mark.parametrize(
    ("id", "known"),
    [
        ("8.13/RI-1830#deal.packets", "ot reported of RI 1830, carried over from game 8.13"),
        ("8.13#play.must_follow", "nherited from the tradition"),
    ],
)
def test_how_a_fact_is_known_stands_in_every_style(id, known, form):
    assert known in tarotref.cite(id, form)


def test_every_fact_that_the_ruleset_does_not_set_says_so(computed):
    """One fact of each provenance of each kind of ruleset is enough: how they are told is one function."""
    from tarotref.computed.standing import basis

    words = {"inherited": "inherited from", "presumed": "presumed to be", "not-reported": "not reported of"}
    seen = {}
    for r in computed.corpus.rulesets.values():
        for path, origin in r.origin.items():
            seen.setdefault((r.kind, basis(origin, r)), (r, ".".join(map(str, path))))
    assert {known for _, known in seen} >= {*words, "own", "reported"}
    for (_, known), (r, field) in seen.items():
        cited = tarotref.cite(f"{r.id}#{field}")
        assert [w for w in words.values() if w in cited] == [w for k, w in words.items() if k == known], (r.id, field)


@pytest.mark.parametrize("form", STYLES)
@pytest.mark.parametrize("id", ["bologna", "RI-1830", "tarot-78-italian", "table:rulesets", "term:matto", "DM8.11"])
def test_whatever_has_an_id_is_cited(id, form):
    cited = tarotref.cite(id, form)
    assert cited and (form != "csl" or json.loads(cited))


def test_one_piece_of_evidence_and_one_order_are_cited(computed):
    for shelf, kind in (("attestations", "evidence"), ("trump-orders", "order")):
        id, one = next(iter(computed.corpus.shared[shelf].items()))
        assert one.title in tarotref.cite(f"{kind}:{id}")


def test_of_several_things_with_an_id_a_word_before_it_says_which():
    tradition, order = tarotref.cite("minchiate"), tarotref.cite("order:minchiate")
    assert tradition == tarotref.cite("tradition:minchiate") != order
    with pytest.raises(KeyError, match="did you mean 'tarot-78-italian'"):
        tarotref.cite("pack:tarot-78-italien")


def test_works_are_found_by_a_number_or_an_address(computed):
    """At least 150 are borne out by a copy or by another work, and each stands in the citation."""
    works = computed.corpus.bibliography.values()
    found = [work for work in works if {"doi", "isbn", "url"} & set(work.fields)]
    borne = [work for work in works if "checked" in work.fields]
    assert len(borne) >= 150 and set(map(id, borne)) <= set(map(id, found))
    for work in found:
        told = tarotref.cite(f"witness:{work.key}")
        assert (work.fields.get("doi") or work.fields.get("url") or f"ISBN {work.fields['isbn']}") in told
