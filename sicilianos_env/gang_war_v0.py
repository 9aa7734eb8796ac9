"""The game of this module's name, as PettingZoo names environments: `env()` and `raw_env()`."""

from sicilianos_env.make import versioned

env, raw_env = versioned(__name__)
