"""What every game shares: the record, chance, knowledge, the contract of a game. No I/O, no clock."""
