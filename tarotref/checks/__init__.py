"""What must be true of the corpus: one small function for each rule. Its docstring is the rule, its name the code."""

from tarotref.checks import arithmetic, claims, figures, hand, inheritance, played, references, sources, text  # noqa: F401  (they register their rules)
from tarotref.checks.registry import CHECKS, Check, check, faults

__all__ = ["CHECKS", "Check", "check", "faults"]
