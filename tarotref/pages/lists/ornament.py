"""What the front page shows for ornament."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tarotref.pages.drawings import cards as drawings
from tarotref.pages.elements import E, El, Raw
from tarotref.pages.lists.registry import view

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


@view("fan")
def fan(computed: ComputedCorpus) -> Iterator[El]:
    """Yield a hand of cards of an Italian pack, for ornament: the Fool, trumps with their subjects, a King."""
    subjects = computed.corpus.shared["subjects"]
    trumps = {"XX": "angel", "XVIIII": "sun", "I": "bagatto"}
    hand: list[dict[str, str | bool]] = [
        {"fool": True},
        *({"trump": number, "subject": id, "title": subjects[id].title} for number, id in trumps.items()),
        {"suit": "swords", "rank": "K"},
    ]
    yield E("p", Raw(drawings.fan(hand), ""), cls="ornament")
