"""Serves a folder, the built site by default, with parts of files for whoever asks for parts: `make serve`.

    .venv/bin/python -P scripts/serve.py [FOLDER] [--port 8000]

DuckDB, pyarrow and fsspec read tables from it by their address, and of a Parquet file only the parts that they need.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from aiohttp import web

SITE = Path(__file__).resolve().parent.parent / "build" / "site"


def application(folder: Path) -> web.Application:
    """Return what answers with the files of a folder, with the `index.html` of one below it, and else with its `404.html`."""
    root = folder.resolve()

    async def answer(request: web.Request) -> web.StreamResponse:
        file = (root / request.match_info["path"]).resolve()
        if file.is_dir() and request.path.endswith("/"):
            file /= "index.html"
        if not file.is_relative_to(root):
            raise web.HTTPNotFound
        if file.is_dir():
            raise web.HTTPMovedPermanently(f"{request.path}/")
        if not file.is_file():
            lost = root / "404.html"
            text = lost.read_text(encoding="utf-8") if lost.exists() else "There is no such file here."
            return web.Response(status=404, text=text, content_type="text/html")
        return web.FileResponse(file)

    made = web.Application()
    made.router.add_get("/{path:.*}", answer)
    return made


def main(argv: list[str] | None = None) -> int:
    """Serve until interrupted; 1 where there is no such folder."""
    top = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    top.add_argument("folder", nargs="?", type=Path, default=SITE, help="what to serve (default: the built site)")
    top.add_argument("--port", type=int, default=8000)
    args = top.parse_args(argv)
    if not args.folder.is_dir():
        print(f"there is no folder {args.folder}; `make site` builds the site", file=sys.stderr)
        return 1
    web.run_app(application(args.folder), host="127.0.0.1", port=args.port)
    return 0


if __name__ == "__main__":
    sys.exit(main())
