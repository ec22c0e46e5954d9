"""How the bots judge a position of Hanataz: the heuristic player by reasoning, playouts by quick rules."""
