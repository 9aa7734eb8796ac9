"""Heuristic agents, one module a game, compiled; they read nothing but the observation record.

A module has `NAMES`, the agents' names from mild to strong with "random" first, and
`choose(kind, observation, mask, stream)`, which plays the kind-th of them.
"""
