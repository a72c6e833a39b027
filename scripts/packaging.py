"""Hatchling's hooks: a wheel carries the corpus compiled, and a package says where the project lives.

Usage: none by hand; `pip install .`, `pip wheel .` and `python -m build` run them. An editable install has the files
themselves and needs no snapshot.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface


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
            from tarotref.tables.exports import BESIDE, ZENODO
        finally:
            sys.path.remove(self.root)
        self.made = Path(tempfile.mkdtemp(prefix="tarotref-"))
        try:
            compile_to(self.made / "_snapshot", Path(self.root))
        except CorpusError as error:
            raise SystemExit(
                f"{error}\n{len(error.problems)} problems in corpus/: no wheel is built of a corpus that cannot be read"
            ) from None
        for name in (*BESIDE, ZENODO):
            shutil.copyfile(Path(self.root, name), self.made / "_snapshot" / name)
        build_data["force_include"][str(self.made / "_snapshot")] = "tarotref/_snapshot"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.made:
            shutil.rmtree(self.made, ignore_errors=True)


class ProjectUrls(MetadataHookInterface):
    """Makes the project's addresses of that of its repository, `tarotref.release.REPOSITORY`; none while that is empty."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        release: dict[str, Any] = {}
        exec(Path(self.root, "tarotref", "release.py").read_text(encoding="utf-8"), release)
        repository = release["REPOSITORY"]
        pages = {"Repository": "", "Issues": "/issues", "Changelog": "/blob/main/CHANGELOG.md"}
        metadata["urls"] = {name: repository + page for name, page in pages.items()} if repository else {}
