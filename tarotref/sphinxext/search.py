"""Search that does not mind accents: `Konigrufen` finds Königrufen, `poignee` finds poignée."""

from __future__ import annotations

import unicodedata

from sphinx.search import SearchLanguage
from sphinx.search.en import SearchEnglish

_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe"})


def fold(word: str) -> str:
    """Return a word in lower case without its accents."""
    return "".join(
        c for c in unicodedata.normalize("NFKD", word.lower().translate(_LETTERS)) if not unicodedata.combining(c)
    )


class Folded(SearchLanguage):
    """English search over words without accents, in the index and in what readers type."""

    lang = "folded"
    language_name = "English, accents folded"
    stopwords = SearchEnglish.stopwords
    js_stemmer_code = """
var Stemmer = function () {
  this.stemWord = function (word) {
    return word.toLowerCase().replace(/ß/g, "ss").replace(/ø/g, "o").replace(/ł/g, "l").replace(/đ/g, "d").replace(/æ/g, "ae").replace(/œ/g, "oe")
      .normalize("NFKD").replace(/[\\u0300-\\u036f]/g, "");
  };
};
"""

    def stem(self, word: str) -> str:
        return fold(word)

    def word_filter(self, word: str) -> bool:
        return len(word) > 1 and word.lower() not in self.stopwords
