"""The table in a terminal: plain prompts, drawn with Rich. No rule is computed here."""
