"""The engine: what a game is, random streams, single games and batches of them."""
