"""The command `tarotref`, and how it shows rulesets in a terminal."""
