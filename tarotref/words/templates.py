"""The sentence for each fact that is told outside a table: by its field, or by its field and what it says.

`{}` is the value in words, `{!}` the same with a large first letter. An empty sentence says nothing: what it would tell is told by
another, or is no difference to a player.
"""

from __future__ import annotations

from tarotref.sheets import sheet

_SAID: dict[str, dict[str, str]] = sheet(
    __name__, ("of-rules", "of-things", "about", "discarded", "open", "used", "claimed")
)
OF_RULES = _SAID["of-rules"]
"""What is otherwise in a contract or case."""
OF_THINGS = _SAID["of-things"]
"""What is told of a thing with a name, field by field, where it stands in no table with a column for each."""
ABOUT = _SAID["about"]
"""The end of a sentence which says that something is not told."""
DISCARDED = _SAID["discarded"]
"""Whether a class of cards may be discarded."""
OPEN = _SAID["open"]
"""Why a fact has no value."""
USED = _SAID["used"]
"""How common a thing is."""
CLAIMED = _SAID["claimed"]
"""What a piece of evidence shows of a column of comparison, with its value; of others that it is so, or is not."""
