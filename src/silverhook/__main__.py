"""`python -m silverhook` is the command `silverhook`."""

from silverhook.cli import main

main()
