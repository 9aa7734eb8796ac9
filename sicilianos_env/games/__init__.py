"""The games, one folder each; `engine.registry` finds them."""
