"""How the bots judge Deck Hand: what cards, positions and actions are worth."""
