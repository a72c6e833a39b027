"""The mathematics of cards: cards, packs, orders, counting, holdings, odds. Nothing here knows records or files."""
