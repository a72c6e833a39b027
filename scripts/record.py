"""Brings up to date all that follows from records, and says in sentences what it changed and why: `make record`, after an edit.

What follows from records: the names of their files, the order of evidence, the schemas, the hands that pages show played out, what
hands come to (tests/data/frozen.csv), the answers of the page of questions, and the list of all that the machine says. A corpus with problems is left as it is.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.append(str(Path(__file__).resolve().parent))

import find_hands
import freeze
import questions
import sentences

from tarotref.checks.text import is_named_after, names_of_file
from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.files import survey
from tarotref.corpus.records import Corpus
from tarotref.corpus.source_file import read_yaml
from tarotref.dates import in_time
from tarotref.schema import KINDS, schema
from tarotref.store.checking import checked
from tarotref.store.earlier import Since, since
from tarotref.store.loading import of_files
from tarotref.tables.exports import dump

ROOT = Path(__file__).resolve().parent.parent
EVIDENCE = "corpus/attestations.yaml"


def main() -> int:
    """Bring everything up to date; 1 where the corpus has problems that only its author can mend."""
    if find_hands.FILE.parent.parent != ROOT:
        raise SystemExit("the scripts are of another checkout")
    done = [*files_named(), *evidence_ordered(), *schemas_written()]
    found = checked(ROOT)
    if found.problems:
        print(*done, *found.problems, sep="\n")
        print(f"{len(found.problems)} to be mended first; then run `make record` again", file=sys.stderr)
        return 1
    for line in chain(done, hands_found(ComputedCorpus(corpus())), answers_given(), sentences_listed()):
        print(line, flush=True)
    return 0


def corpus() -> Corpus:
    """Return the corpus as its files are now; only what has changed in them is read."""
    made, reading = of_files(ROOT, *survey(ROOT))
    return made.corpus() if made else reading.corpus


def files_named() -> Iterator[str]:
    """Give each file of a record the name that follows from its number and title."""
    for record in corpus().games.values():
        if not is_named_after(record):
            path = ROOT / record.source.path
            new = path.with_name(f"{names_of_file(record)[0]}.md")
            if not new.exists():
                path.rename(new)
                yield f"{path.name} is now {new.name}, after its number and title."


def in_order(text: str) -> str:
    """Return the text of the file of evidence with its entries in order of time; those of one date stay as they stand."""
    dated = {id: str(entry["dated"]) for id, entry in read_yaml(EVIDENCE, text).data.items()}
    head, *entries = re.split(r"\n\n(?=[\w-]+:\n)", text.rstrip("\n"))
    entries.sort(key=lambda entry: in_time(dated[entry.partition(":")[0]]))
    return "\n\n".join([head, *entries]) + "\n"


def evidence_ordered() -> Iterator[str]:
    """Put the pieces of evidence into order of time, where it has got lost; entries are moved whole, not changed."""
    file = ROOT / EVIDENCE
    text = file.read_text(encoding="utf-8")
    try:
        new = in_order(text)
    except (KeyError, TypeError, ValueError):
        return  # what is wrong with it is told by the check
    if new != text:
        file.write_text(new, encoding="utf-8")
        yield f"The pieces of {file.name} stand in order of time again."


def schemas_written() -> Iterator[str]:
    """Write the schemas anew that model and vocabulary have changed."""
    for kind in KINDS:
        file, text = ROOT / "schema" / f"{kind}.schema.json", dump(schema(kind))
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            yield f"{file.name} follows the format and the terms of today."


def hands_found(computed: ComputedCorpus) -> Iterator[str]:
    """Find hands where the kept ones no longer fit the rules, and freeze what hands of the changed rulesets come to."""
    try:
        before = since(ROOT)
    except (OSError, ValueError):
        before = None  # no git, or no commit: all that is stale is renewed all the same, without the reason
    for line in find_hands.renew(computed):
        game = line.partition(":")[0]
        yield line + (because(before, computed, game) if before else "") + "."
    computed = ComputedCorpus(corpus())
    known = {ruleset for ruleset, _ in freeze.frozen()}
    changed = before.rulesets(computed.corpus) if before else []
    wanted = [id for id in computed.corpus.rulesets if id in changed or id not in known]
    gone = [id for id in known if "/" in id and id not in computed.corpus.rulesets]
    if wanted or gone or (before and before.files):
        yield from (
            f"{line}{because(before, computed, line.partition('/')[0]) if before else ''}."
            for line in freeze.renew(computed, wanted)
        )


def because(before: Since, computed: ComputedCorpus, line: str) -> str:
    """Return why what follows from the rules of a game is not as it was, in words to stand at the end of a sentence."""
    game = line.partition(":")[0]
    causes = list(before.causes(computed.corpus, game)) if game in computed.corpus.games else []
    if not causes:
        return ""
    if game not in before.corpus.games:
        return ", because the game is new"
    return f", because {' and '.join(causes[:3])} changed"


def sentences_listed() -> Iterator[str]:
    """List anew what the machine says."""
    was = sentences.FILE.read_text(encoding="utf-8")
    new = sentences.written(sentences.sentences(ComputedCorpus(corpus())).values())
    if new != was:
        sentences.FILE.write_text(new, encoding="utf-8")
        n = len(set(new.splitlines()) - set(was.splitlines()))
        yield f"{sentences.FILE.relative_to(ROOT)} has {n} sentences that the machine did not say before: read them."


def answers_given() -> Iterator[str]:
    """Answer the questions of the page anew, and draw the answers that have changed."""
    text = questions.PAGE.read_text(encoding="utf-8")
    new = questions.page(text)
    if new == text:
        if not questions.as_told(text):
            questions.main()
            yield "The notebook of the page of questions has other words or addresses."
        return
    titles = [part.partition("\n")[0] for part in text.split("\n## ")[1:]]
    pairs = zip(titles, text.split("\n## ")[1:], new.split("\n## ")[1:], strict=True)
    changed = [title for title, one, other in pairs if one != other]
    questions.main()
    yield from (f"The page of questions has another answer to: {title}" for title in changed)


if __name__ == "__main__":
    sys.exit(main())
