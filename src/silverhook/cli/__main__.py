"""`python -m silverhook.cli` is the command `silverhook`."""

from silverhook.cli import main

main()
