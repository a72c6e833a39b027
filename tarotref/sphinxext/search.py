"""Search that does not mind accents: `Konigrufen` finds Königrufen, `poignee` finds poignée."""

from __future__ import annotations

from functools import cache

from sphinx.search import SearchLanguage
from sphinx.search.en import SearchEnglish

from tarotref.notation import folded

_stem = cache(folded)


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

    def split(self, input: str) -> list[str]:
        """Return the words of a text, each once: the index asks which pages have a word, not how often."""
        return list(dict.fromkeys(super().split(input)))

    def stem(self, word: str) -> str:
        return _stem(word)

    def word_filter(self, word: str) -> bool:
        return len(word) > 1 and word.lower() not in self.stopwords
