"""Hatchling's build hook: a wheel carries the corpus compiled, so that nothing is parsed where it is installed.

Usage: none by hand; `pip install .`, `pip wheel .` and `python -m build` run it. An editable install has the files
themselves and needs no snapshot.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCorpus(BuildHookInterface):
    """Compiles `corpus/` into a folder outside the checkout and puts that into the wheel as `tarotref/_snapshot`."""

    PLUGIN_NAME = "custom"
    made: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        sys.path.insert(0, self.root)
        try:
            from tarotref.problem import CorpusError
            from tarotref.store.loading import compile_to
        finally:
            sys.path.remove(self.root)
        self.made = Path(tempfile.mkdtemp(prefix="tarotref-"))
        try:
            compile_to(self.made / "_snapshot", Path(self.root))
        except CorpusError as error:
            raise SystemExit(
                f"{error}\n{len(error.problems)} problems in corpus/: no wheel is built of a corpus that cannot be read"
            ) from None
        build_data["force_include"][str(self.made / "_snapshot")] = "tarotref/_snapshot"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.made:
            shutil.rmtree(self.made, ignore_errors=True)
