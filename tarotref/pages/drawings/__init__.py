"""Drawings as SVG: cards, packs, trump orders, timelines, maps."""
