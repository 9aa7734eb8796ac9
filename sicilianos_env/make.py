"""Makes environments by a game's name, and tells PettingZoo and Gymnasium which there are.

Adapters are imported when they are used, so that importing the package stays quick.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import gymnasium
import pettingzoo

from sicilianos_env.engine.registry import find_game, games

if TYPE_CHECKING:
    from sicilianos_env.adapters.aec import AECGame
    from sicilianos_env.adapters.openspiel import OpenSpielGame
    from sicilianos_env.adapters.vector_aec import VectorAEC

NAMESPACE = "sicilianos"


def make(name: str, **options: Any) -> pettingzoo.AECEnv:
    """A PettingZoo AEC environment, wrapped as PettingZoo does (order of calls, action bounds).

    Args:
        name: the game's name.
        options: `utility`, `illegal`, `render_mode`, `interpreted`, `preset` and fields of the
            game's rules object; `adapters.aec.AECGame` explains them, and what an environment
            gives.

    Raises:
        ValueError: with one sentence, for a game, option or setting that does not exist.
    """
    from pettingzoo.utils import wrappers

    raw = make_raw(name, **options)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))


def make_raw(name: str, **options: Any) -> AECGame:
    """As `make`, without PettingZoo's wrappers, which take longer than a move of a game."""
    from sicilianos_env.adapters.aec import AECGame

    return AECGame(name, **options)


def make_vec(
    name: str,
    num_envs: int,
    seed: int | None = None,
    threads: int | None = None,
    utility: str = "win",
    interpreted: bool = False,
    **options: Any,
) -> VectorAEC:
    """Many games side by side, in arrays that are written in place; the games have begun.

    Args:
        name: the game's name.
        num_envs: how many games.
        seed: of all chance, 0 … 2**64 − 1; None takes one at random.
        threads: at most so many; None takes the processors available.
        utility: "win", "score" or "rank".
        interpreted: run the rules as plain Python, which needs no compilation.
        options: `preset`, and fields of the game's rules object. `adapters.vector_aec.VectorAEC`
            explains the arrays.

    Raises:
        ValueError: with one sentence, for a game, option or setting that does not exist.
    """
    from sicilianos_env.adapters.vector_aec import VectorAEC

    return VectorAEC(
        name,
        num_envs,
        seed=seed,
        threads=threads,
        utility=utility,
        interpreted=interpreted,
        **options,
    )


def openspiel_game(name: str, utility: str = "win", **options: Any) -> OpenSpielGame:
    """A game for OpenSpiel (a `pyspiel.Game`); the extra `openspiel` brings what it needs.

    Args:
        name: the game's name.
        utility: "win", "score", "rank" or "exact".
        options: `preset`, and fields of the game's rules object. `adapters.openspiel` explains what
            such a game can do.

    Raises:
        ValueError: with one sentence, for a game, option or utility that does not exist.
        ImportError: without OpenSpiel.
    """
    from sicilianos_env.adapters.openspiel import made_game

    return made_game(name, utility=utility, **options)


def versioned(module: str) -> tuple[Callable[..., pettingzoo.AECEnv], Callable[..., AECGame]]:
    """The functions `env` and `raw_env` of a module named as PettingZoo does: `<game>_v<version>`.

    Raises:
        ImportError: if the game now has another version.
    """
    name, _, version = module.rpartition(".")[2].rpartition("_v")
    now = find_game(name).version
    if version != str(now):
        raise ImportError(f"{name} is at version {now}; import {name}_v{now}.")

    def env(**options: Any) -> pettingzoo.AECEnv:
        return make(name, **options)

    def raw_env(**options: Any) -> AECGame:
        return make_raw(name, **options)

    env.__doc__, raw_env.__doc__ = make.__doc__, make_raw.__doc__
    return env, raw_env


def register_all() -> None:
    """Registers every game with Gymnasium, and with PettingZoo where it has a registry (1.27).

    The ids are `sicilianos/<Game>-v<version>` for Gymnasium, `sicilianos/<game>_v<version>` for
    PettingZoo. Entry points are named, not loaded.
    """
    for name in games():
        version = find_game(name).version
        _register_gymnasium(name, version)
        if hasattr(pettingzoo, "register"):
            _register_pettingzoo(name, version)


def _register_gymnasium(name: str, version: int) -> None:
    title = "".join(word.capitalize() for word in name.split("_"))
    identifier = f"{NAMESPACE}/{title}-v{version}"
    if identifier not in gymnasium.registry:
        entry_point = "sicilianos_env.adapters.gymnasium:SingleAgentEnv"
        gymnasium.register(identifier, entry_point=entry_point, kwargs={"game": name})


def _register_pettingzoo(name: str, version: int) -> None:
    identifier = f"{NAMESPACE}/{name}_v{version}"
    if f"{NAMESPACE}/{name}-v{version}" not in pettingzoo.aec_registry:
        entry_point = "sicilianos_env.make:make"
        pettingzoo.register("aec", identifier, entry_point=entry_point, kwargs={"name": name})
