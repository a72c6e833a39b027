"""Records that are good, and every way in which one can be bad: file, line, field, what was found, what was expected."""

from __future__ import annotations

import inspect
import os
import re

import pytest

from tarotref.checks import CHECKS
from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.reader import read
from tarotref.corpus.source_file import read_record, read_yaml
from tarotref.problem import READING
from tests import kit

GAME, OTHER, TRADITION = (
    "games/08.13-permesso.md",
    "games/08.14-four-handed-permesso.md",
    "traditions/piedmont-savoy.md",
)


def test_the_good_corpus_is_good(tmp_path):
    assert kit.problems(kit.make(tmp_path)) == []


BAD = [
    # code, file, text replaced, by what, words of the message, line of the new text (1-based within the file; 0: wherever)
    ("bad-value", GAME, "players: 3", "players: three", "whole number", 12),
    ("bad-value", GAME, "sides: alliance", "sides: allianse", "did you mean 'alliance'", 13),
    ("bad-value", GAME, "played: 1750~/1850~", "played: 1750-ish", "EDTF", 6),
    ("bad-value", GAME, "hand: 25", "hand: lots", "whole number", 14),
    ("bad-value", GAME, "base: 3", "base: [3, x]", "number", 17),
    ("bad-value", GAME, 'id: "8.13"', "id: eight", "catalogue number", 2),
    ("bad-value", GAME, "{of: kings, exactly: 4}", "{off: kings, exactly: 4}", "off", 20),
    ("unknown-key", GAME, "evidence: described", "evidense: described", "did you mean 'evidence'", 7),
    ("missing-key", GAME, "evidence: described\n", "", "'evidence' is missing", 0),
    (
        "unknown-key",
        GAME,
        "deal: {packets: free, hand: 25",
        "deal: {packets: free, handd: 25",
        "did you mean 'hand'",
        14,
    ),
    ("duplicate-key", GAME, "  sides: alliance", "  sides: alliance\n  sides: partners", "at line 13 already", 14),
    ("empty-value", GAME, "sides: alliance", "sides:", "no value", 13),
    ("yaml", GAME, "sides: alliance", "sides: [alliance", "never closed", 0),
    ("yaml-plain", GAME, "sides: alliance", "sides: &a alliance", "anchor", 13),
    ("front-matter", GAME, "---\nid", "id", "no beginning", 1),
    ("front-matter", GAME, "---\n## In brief", "## In brief", "no end", 34),
    ("front-matter", GAME, "main: PE-1787", "---\nmain: PE-1787", "amid the facts", 10),
    ("front-matter", GAME, "---\nid: ", "---\n---\nid: ", "amid the facts", 2),
    ("dangling", GAME, "places: [piedmont]", "places: [piedmontt]", "did you mean 'piedmont'", 5),
    ("renamed-id", "packs.yaml", "tarot-78-italian:", "tarot-78-italain:", "an id that others name stays as it is", 16),
    ("dangling", GAME, "main: PE-1787", "main: PE-1788", "did you mean 'PE-1787'", 10),
    ("dangling", GAME, "witnesses: [PE-1787, RI-1830]", "witnesses: [PE-1787, RI-1831]", "RI-1830", 9),
    ("dangling", TRADITION, "trump_order: piedmont", "trump_order: piemont", "did you mean 'piedmont'", 9),
    ("unknown-base", OTHER, 'like: "8.13"', 'like: "8.31"', "no game or tradition", 5),
    ("unknown-base", OTHER, 'like: "8.13"', "like: 8.13/RI-1831", "no ruleset", 5),
    ("unknown-base", OTHER, 'like: "8.13"', "like: RI-1830", "did you mean '8.14/RI-1830'", 5),
    ("nothing-to-withdraw", GAME, "solo: null", "none-such: null", "nothing of the kind is inherited", 27),
    (
        "nothing-to-withdraw",
        GAME,
        "extra: {dealer: 3}",
        "extra: {dealer: 3}, annul: {no-trumps: null}",
        "'annul' is replaced whole",
        14,
    ),
    ("note-path", GAME, "at: rules.win.at_least", "at: rules.win.at_most", "nothing stands", 31),
    ("duplicate-id", OTHER, 'id: "8.14"', 'id: "8.13"', "another record", 2),
    ("file-name", OTHER, 'id: "8.14"', 'id: "8.15"', "expected a name that begins with '08.15-'", 2),
    ("section-title", GAME, "## In brief", "## In breif", "did you mean 'In brief'", 0),
    ("card-name", GAME, "{of: kings, exactly: 4}", "{of: kingz, exactly: 4}", "kingz", 20),
    ("card-name", TRADITION, "won: agreed}", "won: agreed, only_if: {held: {of: kingz, at_least: 3}}}", "kingz", 13),
    ("card-name", TRADITION, "honours: [top, pagat, fool, kings]", "honours: [top, pagat, full, kings]", "full", 10),
    ("deal-sum", GAME, "extra: {dealer: 3}", "extra: {dealer: 2}", "3 x 25 + 2 = 77 cards", 14),
    ("packets-hand", GAME, "packets: free", "packets: [5, 10, 9]", "24", 14),
    ("fixed-sides", GAME, "sides: alliance", "sides: partners", "partners with 3 players", 13),
    (
        "stacks-hand",
        GAME,
        "packets: free",
        "packets: free, stacks: [20, 20]",
        "40 cards; the hand for 3 players has 25",
        14,
    ),
    ("stacks-hand", GAME, "packets: free", "packets: free, stacks: [4, 0]", "a stack of no cards", 14),
    ("pause-cards", GAME, "base: 3", "base: 3, on_cards: 25", "expected a number below 25", 17),
    (
        "pause-cards",
        GAME,
        "rules:\n  players: 3",
        "rules:\n  feats: {pagat-last: {announced: {on_cards: 30}}}\n  players: 3",
        "found 30 with 3 players",
        12,
    ),
    ("stock-drawn", GAME, "packets: free", "packets: free, stock_drawn: to-hand", "found no stock", 14),
    (
        "stated-total",
        GAME,
        "stated: {points: 91}",
        "stated: {points: 90}",
        "states 90; pack, values and method make 91",
        24,
    ),
    (
        "stated-total",
        GAME,
        "stated: {points: 91}",
        "stated: {points: [90, 91]}",
        "states 90 or 91; pack, values and method make 91 to 91",
        24,
    ),
    (
        "sum-bounds",
        GAME,
        "rules: {bids: {ad-una: {said: Ad una, base: 4, before: solo}}}",
        "rules: {sides: individual, counting: {by: 3, odd: {1: 0, 2: 1}}, deal: {hand: 24, extra: {dealer: 4, others: 1}}}",
        "the pack makes 78, but the piles of 3 players only 77 to 77",
        29,
    ),
    ("bad-value", GAME, "players: 3", "players: 1000000000", "six figures", 12),
    ("threshold", GAME, "at_least: 46}", "at_least: 92}", "only 91", 22),
    ("threshold", GAME, "at_least: 46}", "at_least: 40}", "both sides", 22),
    ("holding-fits", GAME, "{of: kings, exactly: 4}", "{of: suit-cards, at_least: 26}", "no hand of 25", 20),
    (
        "card-name",
        TRADITION,
        "honours: never}",
        "honours: never, sets: {all: [pagatt, {of: trumps, exactly: 3}]}}",
        "did you mean 'pagat'",
        12,
    ),
    (
        "discard-sets",
        TRADITION,
        "honours: never}",
        "honours: never, sets: {all: [pagat, {of: trumps, exactly: 4}]}}",
        "4 cards; expected 3",
        12,
    ),
    (
        "discard-sets",
        TRADITION,
        "honours: never}",
        "honours: never, sets: {all: [pagat, {of: trumps, exactly: 0}]}}",
        "no cards can",
        12,
    ),
    (
        "shares",
        GAME,
        "round: half-down}",
        "round: half-down, shares: {declarer: 3, opponents: 1}}",
        "one side gets 3 and the other pays 2",
        23,
    ),
    ("feat-tricks", TRADITION, "won: agreed}", "won: agreed, announced: {deadline: 26}}", "from 1 to 25", 13),
    (
        "announced-in-sentences",
        TRADITION,
        "won: agreed}",
        "won: agreed, announced: {deadline: 1, text: twenty before the discard}}",
        "'twenty before the discard', which is no sentence",
        13,
    ),
    (
        "feat-tricks",
        TRADITION,
        "do: all-tricks, won",
        "do: win-last, cards: pagat, tricks: 2, in_order: yes, won",
        "card for each",
        13,
    ),
    (
        "dangling",
        TRADITION,
        "won: agreed}",
        "won: agreed, cards: pagatt}",
        "has the id 'pagatt'; did you mean 'pagat'",
        13,
    ),
    ("dangling", TRADITION, "won: agreed}", "won: agreed, only_if: {bid: a-treh}}", "did you mean 'a-tre'", 13),
    ("worked-example", GAME, "pays: 5}", "pays: 6}", "we compute 5", 0),
    ("catalogue-number", OTHER, 'id: "8.14"', 'id: "8.99"', "no number of the catalogue", 2),
    ("witness-date", GAME, "played: 1750~/1850~", "played: 1850~/1900", "before the game is said", 0),
    ("trump-order", "trump-orders.yaml", "2 popess, 1 bagatto", "1 bagatto", "no place for 2", 1),
    ("playable", GAME, "players: 3", "players: unstated", "lacks how many play", 7),
    ("withdrawn-name", GAME, "One against two.", "The highest bid is *Solo*.", "8.13/RI-1830 (Solo)", 37),
    ("note-path", TRADITION, "at: rules.feats.slam", "at: rules.feats.slamm", "nothing stands", 17),
    ("seen-in", "sources.bib", "siglum = {PE}", "siglum = {PE}, seenin = {dm2005 ch. 1}", "did you mean 'dm2009'", 3),
    ("seen-in", "sources.bib", "siglum = {PE}", "siglum = {PE}, seenin = {PE-1787}", "seen in itself", 3),
    ("address-form", "sources.bib", "siglum = {PE}", "siglum = {PE}, url = {www.pagat.com}", "begins with http", 3),
    ("address-form", "sources.bib", "siglum = {PE}", "siglum = {PE}, checked = {yes}", "copy or cited", 3),
    (
        "address-form",
        "sources.bib",
        "siglum = {PE}",
        "siglum = {PE}, doi = {doi.org/10.5169/1}",
        "without its resolver",
        3,
    ),
    ("address-form", "sources.bib", "siglum = {PE}", "siglum = {PE}, isbn = {9780192141651}", "with its hyphens", 3),
    ("address-form", "sources.bib", "siglum = {PE}", "siglum = {PE}, isbn = {978-0-19-214165-2}", "check digit", 3),
    ("address-form", "sources.bib", "siglum = {PE}", "siglum = {PE}, isbn = {0-7156-2713-X}", "check digit", 3),
    (
        "variant-reported",
        GAME,
        "{title: Short, use: some,",
        "{title: Short, use: some, by: dm2009,",
        "no source or witness",
        29,
    ),
    ("bibtex", "sources.bib", "keywords = {authority}", "keywords = {book}", "role", 1),
    ("bibtex", "sources.bib", "siglum = {PE}", "sigulm = {PE}", "did you mean 'siglum'", 3),
    ("bibtex", "sources.bib", "@book{PE-1787", "@bok{PE-1787", "did you mean 'book'", 3),
    ("bibtex", "sources.bib", "@book{PE-1787", "book{PE-1787", "begins like @book", 3),
    ("bibtex", "sources.bib", "@book{RI-1830", "@book{PE-1787", "stands at line 3 already", 4),
    ("bibtex", "sources.bib", "year = {1787}", "year = {1787", "do not balance", 3),
    ("bibtex", "sources.bib", "year = {1787},", "year = {1787}", "not well-formed BibTeX", 3),
    ("bibtex", "sources.bib", "@book{PE-1787, title = {Primi Elementi},", "@book{PE-1787,", "'title' is missing", 3),
    ("bibtex", "sources.bib", "siglum = {PE}", "lang = {xx}", "no language has the code 'xx'", 3),
    ("bibtex", "sources.bib", "year = {1787}", "year = {1787}, dated = {1786-02-29}", "1786-02-29", 3),
    ("bibtex", "sources.bib", "year = {1787}", "year = {1887}, dated = {1787}", "not within", 3),
    ("bibtex", "sources.bib", "year = {1787}", "year = {1850/1750}, dated = {1787}", "ends before it begins", 3),
    ("bibtex", "sources.bib", "year = {1787}", "year = {someday}, dated = {1787}", "expected a year", 3),
    ("file", GAME, "One against two.", "One against tw\udcf2.", "the byte 0xF2, which is not UTF-8", 37),
    ("file", GAME, "title: Permesso", "title: Per\0messo", "U+0000", 3),
    ("file", GAME, "title: Permesso", "title: Per\u200bmesso", "ZERO WIDTH SPACE", 3),
    ("file", GAME, "---\nid", "\ufeff---\nid", "byte order mark", 1),
    ("file", "sources.bib", "Primi", "Prim\udcec", "not UTF-8", 3),
    ("bad-value", GAME, "players: 3", "players: ３", "expected the digits 0 to 9", 12),
    ("bad-value", GAME, "players: 3", "players: 40", "from 1 to 30", 12),
    ("bad-value", GAME, "hand: 25", "hand: 99999999", "six figures", 14),
    ("bad-value", GAME, "played: 1750~/1850~", "played: 1750/1750-02-30", "EDTF", 6),
    ("bad-value", GAME, "played: 1750~/1850~", "played: 1850/1750", "ends before it begins", 6),
    ("bad-value", GAME, "played: 1750~/1850~", "played: 1750/2790", "expected years from 1300 to", 6),
    ("bad-value", GAME, "extra: {dealer: 3}", "extra: {deaelr: 3}", "did you mean 'dealer'", 14),
    ("bad-value", GAME, "  bids:", "  tally: {like: [a]}\n  bids:", "expected the id", 15),
    ("bad-value", GAME, "  bids:", "  groups: {like: [a, b]}\n  bids:", "expected the id", 15),
    (
        "bad-value",
        GAME,
        "deal: {packets: free, hand: 25, extra: {dealer: 3}}",
        "deal: lots",
        "with any of direction",
        14,
    ),
    ("bad-value", GAME, "{of: kings, exactly: 4}", "{any: [" * 9 + "kings" + "]}" * 9, "more than 8 deep", 20),
    ("bad-value", GAME, "{of: kings, exactly: 4}", "{any: [" + "kings, " * 40 + "top]}", "1 to 24 holdings", 20),
    ("yaml", GAME, "sides: alliance", f"sides: {'[' * 1500}alliance{']' * 1500}", "nested more than", 13),
    ("yaml", GAME, "title: Permesso", "title: Permesso: at our club", "wants quotation marks", 3),
    ("yaml", GAME, "title: Permesso", 'title: "Permesso', "well-formed", 3),
    (
        "cycle",
        OTHER,
        "tradition: piedmont-savoy",
        "variants: {a: {title: A, of: b}, b: {title: B, of: a}}\ntradition: piedmont-savoy",
        "like itself",
        4,
    ),
    ("file-name", GAME, "title: Permesso", "title: Sedici", "expected '08.13-sedici'", 3),
    ("section-title", GAME, "## In brief", "##In brief", "a space after its signs", 35),
    ("section-title", GAME, "## In brief", "### In brief", "expected ## In brief", 35),
    ("section-title", GAME, "## In brief", "# In brief", "level 1", 35),
    ("section-title", GAME, "## In brief", "In brief\n--------", "level 2, written -", 35),
    ("section-title", GAME, "One against two.", "One.\n\n## In brief\n\nTwo.", "at line 35 already", 39),
    ("section-title", GAME, "One against two.", "One.\n\n## History\n\n## Play\n\nTwo.", "without text", 39),
    (
        "section-title",
        GAME,
        "One against two.",
        "One.\n\n## History\n\nA.\n\n## Play\n\nTwo.",
        "stands after 'History'",
        43,
    ),
    ("section-title", GAME, "## In brief", "Two.\n\n## In brief", "before the first heading", 35),
    ("text-markup", GAME, "One against two.", "One.\n\n```\nagainst two", "never closed", 39),
    ("text-markup", GAME, "One against", "One\n<b>against</b>", "found HTML: '<b>'", 38),
    ("text-markup", GAME, "One against two.", "<script>alert(1)</script>", "HTML", 37),
    ("text-markup", GAME, "One against two.", "```{include} /etc/passwd\n```", "the directive {include}", 37),
    ("text-markup", GAME, "One against two.", ":::{note}\nx\n:::", "the directive {note}", 37),
    ("one-authority", GAME, "One against two.", "One\nby {witness}`RI-1830`.", "the rules name 'RI-1830'", 38),
    (
        "version-passage",
        GAME,
        "One against two.",
        "One.\n\n:::{version} RI-1831\nTwo.\n:::",
        "did you mean 'RI-1830'",
        39,
    ),
    ("text-markup", GAME, "One against", "One {gmae}`8.13` against", "did you mean 'game'", 37),
    ("text-markup", GAME, "One against", "One {game}'8.13' against", "is written {game}`8.13`", 37),
    ("text-markup", GAME, "One against", "One [of](../../Makefile) against", "'../../Makefile'", 37),
    ("text-markup", GAME, "One against", "![One](one.png) against", "an image", 37),
    ("text-markup", GAME, "One against two.", "One\n\n***\n\nagainst two.", "a line across", 39),
    ("text-markup", GAME, "One against two.", "% hidden", "a comment", 37),
    ("text-markup", GAME, "One against two.", "Two cards make\n1. One against two.", "makes a list", 38),
    ("text-reference", GAME, "One against", "One\nand {game}`8.99` against", "did you mean '8.9'", 38),
    ("text-reference", GAME, "One against", "One {game}`8.14/RI-1831` against", "no ruleset 'RI-1831'", 37),
    ("text-reference", GAME, "One against", "One {witness}`this <RI-1831>` against", "did you mean 'RI-1830'", 37),
    ("text-reference", GAME, "One against", "One {place}`turn` against", "did you mean 'turin'", 37),
    ("text-reference", GAME, "One against", "One {order}`piemont` against", "did you mean 'piedmont'", 37),
    ("text-reference", GAME, "One against", "One {tradition}`family` {tradition}`8.13` against", "no tradition", 37),
    ("text-reference", GAME, "One against", "One {card}`XXIX` against", "no card of pack", 37),
    ("text-reference", GAME, "One against", "One {lang}`xx: uno` against", "no language", 37),
    ("stated-cards", GAME, "stated: {points: 91}", "stated: {points: 91, cards: 77}", "states 77; the pack has 78", 24),
    (
        "stated-cards",
        GAME,
        "stated: {points: 91}",
        "stated: {points: 91, talon: 3}",
        "states 3; the deal for 3 leaves 0",
        24,
    ),
    ("stated-cards", GAME, "stated: {points: 91}", "stated: {points: 91, tricks: 24}", "states 24; the hand for 3", 24),
    ("stated-cards", GAME, "stated: {points: 91}", "stated: {points: 91, discard: 4}", "states 4; the rules for 3", 24),
    (
        "discard-sum",
        GAME,
        "  bids:",
        "  discard: {cards: 4}\n  bids:",
        "gets 3 cards beyond the others and discards 4",
        15,
    ),
    (
        "bid-talon",
        GAME,
        "a-due: {said: A due,",
        "a-due: {talon: {takes: {declarer: 3}}, said: A due,",
        "from a talon of 0",
        17,
    ),
    ("threshold", GAME, "stated: {points: 91}", "stated: {points: 91, need: 47}", "states 47; the rules need 46", 24),
    (
        "dangling",
        GAME,
        "  bids:",
        "  feats: {pagat: {do: win-trick, cards: pagatt}}\n  bids:",
        "did you mean 'pagat'",
        15,
    ),
    ("card-name", "traditions/family.md", "{top: 5, pagat: 5,", "{top: 5, pagatt: 5,", "'pagatt' is no card", 8),
    (
        "card-name",
        GAME,
        "solo: {said: Solo, base: 5, rules: {",
        "solo: {said: Solo, base: 5, rules: {declarations: {kings: {holding: {of: kinsg, exactly: 4}}}, ",
        "kinsg",
        18,
    ),
    (
        "dangling",
        GAME,
        "worth: 10}",
        "worth: 10, kind: napoli}",
        "no kind of declarations of 8.13/main has the id 'napoli'",
        20,
    ),
    (
        "dangling",
        GAME,
        "  bids:",
        "  feats: {pagat: {do: win-trick, instead_of: salm}}\n  bids:",
        "did you mean 'slam'",
        15,
    ),
    (
        "dangling",
        GAME,
        "  bids:",
        "  feats: {pagat: {do: win-trick, announced: {won: 1, instead_of: [score, silent, declarations, salm]}}}\n  bids:",
        "did you mean 'slam'",
        15,
    ),
    ("dangling", GAME, "bid: a-due, points: 53", "bid: a-deu, points: 53", "did you mean 'a-due'", 33),
    (
        "dangling",
        GAME,
        "bid: a-due, points: 53",
        "feats: {salm: won}, bid: a-due, points: 53",
        "did you mean 'slam'",
        33,
    ),
    (
        "dangling",
        GAME,
        "bid: a-due, points: 53",
        "declared: kinsg, bid: a-due, points: 53",
        "did you mean 'kings'",
        33,
    ),
    (
        "claim-subject",
        "attestations.yaml",
        "of: tarot-78-italian",
        "of: tarot-78-itlaian",
        "did you mean 'tarot-78-italian'",
        1,
    ),
    (
        "claim-value",
        "attestations.yaml",
        "{what: pack, of: tarot-78-italian}",
        "{what: feature, of: counted_bye, value: twos}",
        "did you mean 'counted_by'",
        1,
    ),
    (
        "claim-value",
        "attestations.yaml",
        "{what: pack, of: tarot-78-italian}",
        "{what: feature, of: fool, value: excuses}",
        "did you mean 'excuse'",
        1,
    ),
    (
        "claim-value",
        "attestations.yaml",
        "{what: pack, of: tarot-78-italian}",
        "{what: feature, of: fool}",
        "is missing",
        1,
    ),
    (
        "claim-value",
        "attestations.yaml",
        "of: tarot-78-italian",
        "of: tarot-78-italian, value: 78",
        "expected no value",
        1,
    ),
    ("seen-date", GAME, "evidence: described", "evidence: described\nseen: 1740", "before it was first played", 8),
    (
        "name-once",
        GAME,
        "evidence: described",
        "evidence: described\nnames:\n  - {of: fool, name: il Matto, lang: it}\n  - {of: fool, name: il Matto, lang: it}",
        "in line 9 already",
        10,
    ),
    (
        "derivation-date",
        OTHER,
        "played: 1750~/1850~",
        "relations: [{to: '8.13', kind: derived-from, by: dm2004}]\nplayed: 1650",
        "first played later",
        7,
    ),
    (
        "unused-source",
        "sources.bib",
        "@book{PE-1787",
        "@book{PE-1788, title = {X}, keywords = {witness}}\n@book{PE-1787",
        "nothing uses",
        3,
    ),
    (
        "pack-rule",
        "packs.yaml",
        "  rule: {ranks: [A..K], trumps: 21, fool: yes}",
        "  rule: {ranks: [A..K], trmups: 21, fool: yes}",
        "did you mean 'trumps'",
        8,
    ),
    (
        "pack-rule",
        "packs.yaml",
        "  rule: {ranks: [A..K], trumps: 21, fool: yes}",
        "  rule: {ranks: {a: {b: c}}, trumps: 21}",
        "found a mapping",
        8,
    ),
    (
        "pack-rule",
        "packs.yaml",
        "  rule: {ranks: [A..K], trumps: 21, fool: yes}",
        "  rule: {ranks: [A..K], trumps: 210000000}",
        "numbers of trumps up to 100",
        8,
    ),
    ("pack-rule", "packs.yaml", "  cards: 78", "  cards: 77", "stated 77 cards", 9),
    (
        "dangling",
        "trump-orders.yaml",
        "like: marseille, swap",
        "called: {wrold: x}, like: marseille, swap",
        "no trump 'wrold'",
        3,
    ),
    ("trump-order", "trump-orders.yaml", "swap: [[world", "swap: [[wrold", "'wrold' is not in the order", 3),
    ("trump-order", "trump-orders.yaml", "like: marseille", "like: marseile", "did you mean 'marseille'", 3),
    ("subject-number", "subjects.yaml", "marseille: 21", "marseille: 20", "is the number of", 0),
    (
        "place-identifier",
        "places.yaml",
        "Piedmont, kind: region}\nturin: {title: Turin,",
        "Piedmont, kind: region, wikidata: Q495}\nturin: {title: Turin, wikidata: Q495,",
        "Q495 is 'piedmont' already",
        2,
    ),
    (
        "place-identifier",
        "places.yaml",
        "Piedmont, kind: region}\nturin: {title: Turin,",
        "Piedmont, kind: region, geonames: 3165524}\nturin: {title: Turin, geonames: 3165524,",
        "3165524 is 'piedmont' already",
        2,
    ),
    ("bad-value", "places.yaml", "kind: town", "kind: town, wikidata: 495", "expected an identifier such as Q1741", 2),
    (
        "bad-value",
        "places.yaml",
        "kind: town",
        "kind: town, geonames: Q495",
        "expected an identifier such as 3165524",
        2,
    ),
    ("reading-listed", GAME, "[PE-1787, RI-1830]", "[PE-1787]", "'RI-1830' is not among the witnesses", 26),
    ("second-coding", "second-coding.yaml", "players:", "palyers:", "did you mean 'players'", 3),
    ("second-coding", "second-coding.yaml", '"8.13":', '"8.31":', "no game has the id '8.31'", 1),
    (
        "second-coding",
        "second-coding.yaml",
        '"3"\n',
        '"3"\n  first:\n    players: "3"\n',
        "is no first coding that differs",
        5,
    ),
    ("hand-played", "hands.yaml", '"8.13":', '"8.31":', "no game has the id '8.31'", 1),
    ("hand-played", "hands.yaml", "III, VI, I, ", "III, K♣, VI, ", "you must follow suit: trumps", 7),
    ("hand-played", "hands.yaml", ", 3♥, 10♠", "", "the hand is not over", 7),
    ("hand-played", "hands.yaml", "bid a-tre, pass", "bid a-due, bid a-tre", "that bid may not be made now", 7),
    ("hand-played", "hands.yaml", "declarations.kings", "declarations.queens", "nothing at 'declarations.queens'", 5),
]


@pytest.mark.parametrize(
    ("code", "path", "old", "new", "words", "line"), BAD, ids=[f"{b[0]}-{n}" for n, b in enumerate(BAD)]
)
def test_a_bad_record_is_told_where_and_why(tmp_path, code, path, old, new, words, line):
    found = kit.problems(kit.make(tmp_path, change=(path, old, new)))
    mine = [p for p in found if p.code == code and words in p.message]
    assert mine, [str(p) for p in found]
    assert mine[0].path.endswith(path.rpartition("/")[2])
    if line:
        assert mine[0].line == line, str(mine[0])


@pytest.mark.parametrize(("seen", "found"), [("1749", True), ("1750", False)])
def test_a_game_was_last_seen_when_it_was_last_played(tmp_path, seen, found):
    changes = {
        "game": (GAME, "evidence: described", f"evidence: described\nplayed: 1700/..\nseen: {seen}"),
        "old": (GAME, "played: 1750~/1850~\n", ""),
        "piece": ("attestations.yaml", "shows: [", 'games: ["8.13"], shows: [{what: played, of: tarot}, '),
    }
    assert ("seen-date" in {p.code for p in kit.problems(kit.make(tmp_path, **changes))}) is found


def test_a_circle_of_likes_is_told(tmp_path):
    found = kit.problems(
        kit.make(tmp_path, change=(GAME, "tradition: piedmont-savoy", 'tradition: piedmont-savoy\nlike: "8.14"'))
    )
    assert {p.code for p in found} >= {"cycle"}


def test_all_problems_come_in_one_run_sorted(tmp_path):
    found = kit.problems(
        kit.make(
            tmp_path,
            a=(GAME, "sides: alliance", "sides: allianse"),
            b=(OTHER, "evidence: described", "evidence: hearsay"),
            c=(TRADITION, "honours: never", "honours: seldom"),
        )
    )
    assert {p.path.rpartition("/")[2] for p in found} >= {
        "08.13-permesso.md",
        "08.14-four-handed-permesso.md",
        "piedmont-savoy.md",
    }
    assert found == sorted(found)


def test_the_field_of_a_fault_is_the_fact_that_it_follows_from(tmp_path):
    """Not one of the values that the fact is made of, which give only the line."""
    old = "rules: {bids: {ad-una: {said: Ad una, base: 4, before: solo}}}"
    new = "rules: {sides: individual, counting: {by: 3, odd: {1: 0, 2: 1}}, deal: {hand: 24, extra: {dealer: 4, others: 1}}}"
    found = kit.problems(kit.make(tmp_path, change=(GAME, old, new)))
    assert "variants.short.rules.counting" in {p.field for p in found if p.code == "sum-bounds"}


def test_empty_rows_at_the_end_are_no_text():
    text = "---\nid: x\n---\n## Play\n\nOne."
    assert read_record("x.md", text + "\n\n \n\n").body == read_record("x.md", text).body == "## Play\n\nOne.\n"


def test_a_note_answers_for_a_figure_that_does_not_add_up(tmp_path):
    note = "notes:\n  - {at: stated.points, kind: discrepancy, text: The source says 90.}"
    root = kit.make(tmp_path, a=(GAME, "stated: {points: 91}", "stated: {points: 90}"), b=(GAME, "notes:", note))
    assert kit.problems(root) == []


def test_a_note_on_one_worked_example_answers_for_no_other(tmp_path):
    note = "notes:\n  - {at: examples.0, kind: discrepancy, by: tarotref, text: The source pays 6.}"
    example = "  - {at: p. 1, bid: a-due, points: 53, pays: 5}\n"
    two = example.replace("pays: 5", "pays: 6") + example.replace("pays: 5", "pays: 7")
    found = kit.problems(kit.make(tmp_path, a=(GAME, example, two), b=(GAME, "notes:", note)))
    assert [(p.code, p.field) for p in found] == [("worked-example", "examples.1.pays")], [str(p) for p in found]


def test_a_note_on_a_whole_variant_answers_for_no_sum(tmp_path):
    note = "notes:\n  - {at: variants.short, kind: discrepancy, by: tarotref, text: Something else.}"
    short = "short: {title: Short, use: some, rules: {deal: {talon: 1}, bids"
    old = "short: {title: Short, use: some, rules: {bids"
    found = kit.problems(kit.make(tmp_path, a=(GAME, old, short), b=(GAME, "notes:", note)))
    assert [p.code for p in found] == ["deal-sum"], [str(p) for p in found]


def test_a_group_at_fault_is_told_where_it_stands_and_not_where_it_is_named(tmp_path):
    groups = "  groups: {courts: [kings, quens]}\n  bids:"
    named = ("{of: kings, exactly: 4}", "{of: courts, exactly: 4}")
    found = kit.problems(kit.make(tmp_path, a=(GAME, "  bids:", groups), b=(GAME, *named)))
    assert [(p.code, p.field) for p in found] == [("card-name", "rules.groups.courts")], [str(p) for p in found]


def test_a_declaration_of_no_card_is_not_told_again_at_each_example(tmp_path):
    example = "  - {at: p. 1, bid: a-due, points: 53, pays: 5}\n"
    more = example + "  - {at: p. 2, hand: [K of swords], scores: 0}\n"
    assert kit.problems(kit.make(tmp_path / "good", a=(GAME, example, more))) == []
    named = ("{of: kings, exactly: 4}", "{of: kinsg, exactly: 4}")
    found = kit.problems(kit.make(tmp_path / "bad", a=(GAME, example, more), b=(GAME, *named)))
    assert [(p.code, p.field) for p in found] == [("card-name", "rules.declarations.kings.holding")], list(
        map(str, found)
    )


def test_cards_add_up_also_where_only_their_number_is_known(tmp_path):
    root = kit.make(tmp_path, a=(GAME, "  players: 3", "  pack: ferrara-62\n  players: 3"))
    found = [p.message for p in kit.problems(root) if p.code == "deal-sum"]
    assert found and all("the pack has 62" in message for message in found)


def test_one_mistake_gives_one_message(tmp_path):
    found = kit.problems(kit.make(tmp_path, change=(GAME, "evidence: described", "evidence: heard")))
    assert [p.code for p in found] == ["bad-value"], [str(p) for p in found]


def test_every_rule_has_a_case_that_breaks_it():
    from tests import test_history, test_inheritance

    # A rule on the machine itself is broken by tampering with what the machine has made, one on versions by having published some.
    sources = map(inspect.getsource, (test_inheritance, test_history))
    tampered = {id for source in sources for id in re.findall(r'CHECKS\["([a-z-]+)"\]', source)}
    assert {bad[0] for bad in BAD} | tampered == {*READING, *CHECKS}


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("traditions/family.md", "values: {top: 5", "values: [top: 5"),
        ("traditions/family.md", "suit_order: original", "suit_order: orignal"),
        ("traditions/family.md", "---\nid: family", "id: family"),
        (TRADITION, "pack: tarot-78-italian", "pack: {of: tarot-78-italian}"),
        (TRADITION, "id: piedmont-savoy", "id: Piedmont"),
        (GAME, "hand: 25", "hand: lots"),
        (GAME, "bids:\n", "bids: [\n"),
        (GAME, "evidence: described", "evidense: described"),
        (GAME, "rules:\n  players", "rulse:\n  players"),
        (GAME, "played: 1750~/1850~", "played:"),
        ("sources.bib", "@book{dm2004, author = {", "@book{dm2004, author = {{"),
        ("sources.bib", "@book{dm2004,", "@book(dm2004,"),
        ("places.yaml", "piedmont: {title", "piedmont: [title"),
        ("places.yaml", "kind: region", "kind: regoin"),
        ("packs.yaml", "rule: {ranks: [A..K], trumps: 21, fool: yes}", "rule: {ranks: [A..Z], trumps: 21, fool: yes}"),
        ("packs.yaml", "tarot-78-italian:\n  title:", "tarot-78-italian:\n  title: '"),
        ("trump-orders.yaml", "20 angel", "20 agnel"),
        ("vocabulary.yaml", "sides:\n", "sides: [\n"),
    ],
)
def test_one_fault_is_one_report(tmp_path, path, old, new):
    found = kit.problems(kit.make(tmp_path, change=(path, old, new)))
    assert 1 <= len(found) <= 2, [str(p) for p in found]
    assert found[0].path.endswith(path)


@pytest.mark.parametrize(
    "path", ["games/08.13-permesso.md", "traditions/family.md", "places.yaml", "sources.bib", "vocabulary.yaml"]
)
@pytest.mark.parametrize(
    "make",
    [
        lambda file: file.mkdir(),
        lambda file: file.symlink_to("nowhere"),
        lambda file: file.symlink_to(file.name),
        lambda file: file.symlink_to("/dev/zero"),
        os.mkfifo,
        lambda file: None,
    ],
    ids=["folder", "broken link", "circle", "device", "pipe", "nothing"],
)
def test_a_file_that_cannot_be_read_is_told_and_nothing_else(tmp_path, path, make):
    root = kit.make(tmp_path)
    (root / "corpus" / path).unlink()
    make(root / "corpus" / path)
    found = kit.problems(root)
    if path.startswith("games/") and not os.path.lexists(root / "corpus" / path):
        assert {p.code for p in found} == {"unknown-base", "second-coding"}
        return
    assert [(p.path, p.code) for p in found] == [(f"corpus/{path}", "file")], [str(p) for p in found]


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("games/08.15-another.markdown", "nothing reads this"),
        ("plcaes.yaml", "did you mean 'corpus/places.yaml'"),
        ("more.bib", "nothing reads this"),
        ("records/08.15-another.md", "nothing reads this"),
        ("games/old/08.15-another.md", "nothing reads this"),
    ],
)
def test_a_file_that_nothing_reads_is_told(tmp_path, path, words):
    found = kit.problems(kit.write(kit.make(tmp_path), {path: "x"}))
    assert len(found) == 1 and words in found[0].message and found[0].code == "file", [str(p) for p in found]


def test_a_record_in_the_wrong_folder_is_told_once(tmp_path):
    root = kit.make(tmp_path)
    (root / "corpus" / GAME).rename(root / "corpus/traditions/permesso.md")
    found = kit.problems(root)
    assert [p.message for p in found] == ["this is the record of a game; expected it in corpus/games/"]


def test_what_editors_leave_is_no_file_of_the_corpus(tmp_path):
    assert (
        kit.problems(kit.write(kit.make(tmp_path), {"games/.08.13.md.swp": "x", "games/08.13-permesso.md~": "x"})) == []
    )


def test_a_corpus_without_games_says_so(tmp_path):
    root = kit.make(tmp_path)
    for path in (GAME, OTHER):
        (root / "corpus" / path).unlink()
    history = '"0.1":\n  date: 2026-01-01\n  first: ["8.13", "8.14"]\n'
    (root / "corpus/history.yaml").write_text(history, encoding="utf-8")
    found = kit.problems(root)
    assert "holds no record of a game" in [p.message for p in found]
    assert "published-record" not in [p.code for p in found], "follows from that"


@pytest.mark.parametrize("text", ["", "  \n\n"])
@pytest.mark.parametrize("name", ["vocabulary", "packs"])
def test_a_shared_file_that_holds_nothing_says_so(tmp_path, name, text):
    root = kit.make(tmp_path)
    (root / f"corpus/{name}.yaml").write_text(text, encoding="utf-8")
    assert ("holds nothing", f"corpus/{name}.yaml") in [(p.message, p.path) for p in kit.problems(root)]


def test_all_that_is_wrong_with_a_record_comes_in_one_run(tmp_path):
    found = kit.problems(
        kit.make(
            tmp_path,
            a=(GAME, "evidence: described\n", ""),
            b=(GAME, "source: {dm2004: game 8.13}\n", ""),
            c=(GAME, "sides: alliance", "sides: allianse"),
            d=(GAME, "places: [piedmont]", "places: [piedmnot]"),
            e=(GAME, "## In brief", "## In breif"),
            f=(GAME, "One against", "One {game}`8.99` against"),
        )
    )
    assert [p.code for p in found] == [
        "missing-key",
        "missing-key",
        "dangling",
        "bad-value",
        "section-title",
        "text-reference",
    ]


def test_a_source_named_where_a_fault_is_is_not_called_unused(tmp_path):
    for old, new in (
        ("witnesses: [PE-1787", "witnesess: [PE-1787"),
        ("witnesses: [PE-1787, RI-1830]", "witnesses: [PE-1787, RI-1830"),
    ):
        root = kit.make(tmp_path, a=(GAME, old, new), b=(TRADITION, old, new), c=(OTHER, old, new))
        assert "unused-source" not in {p.code for p in kit.everything(root)}


def test_a_comment_may_stand_above_the_facts(tmp_path):
    comment = "# yaml-language-server: $schema=../../schema/game.schema.json\n---\nid"
    assert kit.problems(kit.make(tmp_path, change=(GAME, "---\nid", comment))) == []


def test_points_may_be_mixed_numbers(tmp_path):
    assert (
        kit.problems(kit.make(tmp_path, change=(GAME, "win: {aim: points,", "win: {par: 19 1/2, aim: points,"))) == []
    )


def test_lines_may_end_as_on_other_systems(tmp_path):
    root = kit.make(tmp_path)
    file = root / "corpus" / GAME
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert kit.problems(root) == []


# -- layers


def rules(computed, id):
    return computed.ruleset(id).rules


def test_layers_join_by_witness_and_do_not_leak(tmp_path):
    computed = ComputedCorpus(read(kit.make(tmp_path)))
    main, other = rules(computed, "8.13"), rules(computed, "8.13/RI-1830")
    assert main.discard.limits == {"honours": "never", "pagat": "only-trump"}
    assert other.discard.limits == {"honours": "never", "trumps": "never"}
    assert list(main.bids) == ["a-tre", "a-due", "solo"] and list(other.bids) == ["a-tre", "a-due"]
    assert (
        main.bids["a-tre"].base == (2,)
        and other.bids["a-tre"].base == (0,)
        and other.bids["a-tre"].said == ("Permesso",)
    )


def test_a_game_takes_another_as_base_witness_by_witness(tmp_path):
    computed = ComputedCorpus(read(kit.make(tmp_path)))
    assert rules(computed, "8.14").bids["a-tre"].base == (2,)
    assert rules(computed, "8.14/RI-1830").bids["a-tre"].base == (0,)
    assert computed.ruleset("8.14").origin[("bids", "a-tre", "base")].layer == "8.13"
    assert computed.ruleset("8.14").origin[("players",)].layer == "8.14"
    assert computed.ruleset("8.14").origin[("pack",)].layer == "piedmont-savoy"


def test_a_presumed_base_makes_all_it_gives_an_inference(tmp_path):
    computed = ComputedCorpus(read(kit.make(tmp_path, change=(OTHER, 'like: "8.13"', 'like: "8.13"\npresumed: yes'))))
    origin = computed.ruleset("8.14").origin
    assert origin[("bids", "a-tre", "base")].presumed and not origin[("players",)].presumed


def test_an_entry_can_stand_before_an_inherited_one(tmp_path):
    computed = ComputedCorpus(read(kit.make(tmp_path)))
    assert list(rules(computed, "8.13/short").bids) == ["a-tre", "a-due", "ad-una", "solo"]


def test_a_section_can_be_taken_from_elsewhere(tmp_path):
    computed = ComputedCorpus(
        read(
            kit.make(
                tmp_path,
                a=(OTHER, 'like: "8.13"\n', ""),
                b=(OTHER, "  players: 4", "  players: 4\n  declarations: {like: 8.13/RI-1830}"),
            )
        )
    )
    assert list(rules(computed, "8.14").declarations) == ["kings"] and rules(computed, "8.14").bids is None


def test_a_bid_lays_its_own_change_on_the_rules(tmp_path):
    computed = ComputedCorpus(read(kit.make(tmp_path)))
    assert computed.ruleset("8.13").cases["bids.solo"].rules.win.at_least == (50,)
    assert rules(computed, "8.13").win.at_least == (46,)


def test_a_note_travels_with_its_fact_and_dies_with_it(tmp_path):
    computed = ComputedCorpus(read(kit.make(tmp_path)))
    assert [(o, n.kind) for o, _, n in computed.corpus.notes(computed.ruleset("8.14"))] == [
        ("8.13", "inference"),
        ("piedmont-savoy", "comment"),
    ]
    computed = ComputedCorpus(
        read(kit.make(tmp_path, change=(OTHER, "  players: 4", "  players: 4\n  win: {at_least: 47}")))
    )
    assert [(o, n.kind) for o, _, n in computed.corpus.notes(computed.ruleset("8.14"))] == [
        ("piedmont-savoy", "comment")
    ]


@pytest.mark.parametrize(
    ("rules", "games", "kept"),
    [
        ("", "", True),
        ("  win: {at_least: 47}", "", False),
        ("  win: {aim: most}", "", False),  # a part of what the note is on
        ("  win: {at_least: null}", "", False),
        ("  score: {each: 2}", "", True),
        ("", ", games: ['8.13', '8.14']", True),
        ("", ", games: '8.13'", False),
    ],
)
def test_a_note_of_another_game_holds_where_nothing_that_it_is_on_has_changed(tmp_path, rules, games, kept):
    note = (GAME, "rules.win.at_least, kind: inference", f"rules.win, kind: inference{games}")
    change = (OTHER, "  players: 4", f"  players: 4\n{rules}")
    computed = ComputedCorpus(read(kit.make(tmp_path, note=note, change=change)))
    found = [owner for owner, _, _ in computed.corpus.notes(computed.ruleset("8.14"))]
    assert found == (["8.13"] if kept else []) + ["piedmont-savoy"]
    assert "8.13" in [owner for owner, _, _ in computed.corpus.notes(computed.ruleset("8.13"))]


def test_text_is_inherited_section_by_section(tmp_path):
    corpus = read(kit.make(tmp_path))
    text = {title: (owner, section.body) for title, (owner, section) in corpus.text("8.14").items()}
    assert list(text) == ["In brief", "Cards and terms", "Deal and discard", "Play", "Scoring"]
    assert text["In brief"] == ("8.14", "One against three.") and text["Play"] == ("family", "Follow suit.")


# -- reading


def test_scalars_stay_text():
    source = read_yaml("x.yaml", "a: 8.10\nb: 3:25\nc: no\nd: Null\non: yes\ne: null\nf: 1_000\n")
    assert source.data == {"a": "8.10", "b": "3:25", "c": "no", "d": "Null", "on": "yes", "e": None, "f": "1_000"}
    assert not source.problems


def test_every_value_knows_its_line():
    source = read_record(
        "x.md",
        "---\na: 1\nb:\n  - x\n  - {c: 2}\n---\n# T\n\n## One\n\ntext\n\n```\n## no heading\n```\n## Two\nmore\n",
    )
    assert source.lines[("b", 1, "c")] == 5 and source.body_line == 7
    assert {t: s.line for t, s in source.sections().items()} == {"": 7, "One": 9, "Two": 16}
