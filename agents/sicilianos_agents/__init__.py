"""Agents for the games of `sicilianos_env`, by name: `make_agent("greedy", game="sicilianos")`."""

from sicilianos_agents.base import Agent, CompiledAgent
from sicilianos_agents.registry import compiled_agents, ladder, make_agent

__all__ = ["Agent", "CompiledAgent", "compiled_agents", "ladder", "make_agent"]
