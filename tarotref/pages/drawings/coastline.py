"""The outlines of Europe and of the Alps for our maps: Natural Earth, public domain; `scripts/coastline.py` makes the file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

SQUEEZE = 0.6946583704589973
"""What a degree of longitude measures of one of latitude, at 46 degrees north."""


class Frame(NamedTuple):
    """A map: its bounds in degrees, units of its drawing for a degree of latitude, land and today's borders as paths."""

    west: float
    south: float
    east: float
    north: float
    scale: float
    land: str
    borders: str

    @property
    def width(self) -> float:
        """How wide the drawing is."""
        return (self.east - self.west) * SQUEEZE * self.scale

    @property
    def height(self) -> float:
        """How high the drawing is."""
        return (self.north - self.south) * self.scale

    def holds(self, lat: float, lon: float) -> bool:
        """Say whether a place lies within the map."""
        return self.south <= lat <= self.north and self.west <= lon <= self.east

    def at(self, lat: float, lon: float) -> tuple[float, float]:
        """Return where a place stands in the drawing."""
        return (lon - self.west) * SQUEEZE * self.scale, (self.north - lat) * self.scale


_FRAMES = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
EUROPE, ALPS = Frame(**_FRAMES["europe"]), Frame(**_FRAMES["alps"])
