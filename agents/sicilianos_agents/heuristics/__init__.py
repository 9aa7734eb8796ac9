"""Heuristic agents, one module a game, compiled; they read nothing but the observation record.

A module has `NAMES`, the agents' names from mild to strong with "random" first,
`choose(kind, observation, mask, stream)`, which plays the kind-th of them, and `APART_FOR`, for how
many players each is stronger than the milder ones. Where some of them do not stand in such a line,
`LADDER` names those that do: these are the game's baselines.
"""
