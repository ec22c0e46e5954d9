"""How the bots judge a position of Hanataz: by reasoning for the heuristic player, by quick rules in playouts."""
