"""Where and when a game belongs: the region its places lie in, the centuries in which it was played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tarotref.dates import LATEST, about, bounds
from tarotref.notation import roman

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


def region(computed: ComputedCorpus, place: str) -> str | None:
    """Return the largest region below a country in which a place lies, or which it is; None for a country, and outside all."""
    places = computed.corpus.shared["places"]
    found, seen = None, set[str]()
    while place in places and place not in seen:
        seen.add(place)
        if places[place].kind in ("region", "island"):
            found = place
        place = places[place].within or ""
    return found


def one_region(computed: ComputedCorpus, ids: Sequence[str]) -> str | None:
    """Return the region in which all of several places lie; None where they lie in more than one, or in none."""
    found = {region(computed, id) for id in ids}
    return found.pop() if len(found) == 1 else None


def centuries(dated: str) -> range | None:
    """Return the centuries that a date may fall in, the 18th as 18; None where its beginning is open.

    Where its end is open, it comes down to the present. `17XX` is the 18th; what begins in 1700 begins in it, what ends then ends
    in the 17th.
    """
    first, last = bounds(dated)
    if first is None:
        return None
    begun = first // 100 + 1
    return range(begun, max(begun, ((LATEST if last is None else last) - 1) // 100 + 1) + 1)


def era(dated: str) -> str | None:
    """Return the centuries of a date in Roman numerals: `XVIII`, `XVIII-XX`; None where its beginning is open."""
    found = centuries(dated)
    if not found:
        return None
    return "-".join(dict.fromkeys((roman(found[0]), roman(found[-1]))))


def vague(dated: str) -> bool:
    """Say whether a date is approximate, or given by centuries or decades alone."""
    return about(dated) or "X" in dated
