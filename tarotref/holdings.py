class HoldingError(ValueError):
    problems: list[tuple[str,str]]
def parse_holding(d, v): return d
def parse_worth(d): return d
