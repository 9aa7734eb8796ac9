"""Random legal play of any PettingZoo environment, to measure its speed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def aec_play(env: Any) -> Callable[[], int]:
    """Plays one game of any masked AEC environment; the masks may stand in the infos."""
    random = np.random.Generator(np.random.SFC64(0))

    def play() -> int:
        decisions = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = info["action_mask"] if "action_mask" in info else observation["action_mask"]
            legal = mask.nonzero()[0]
            env.step(legal[int(random.random() * len(legal))])
            decisions += 1
        return decisions

    return play
