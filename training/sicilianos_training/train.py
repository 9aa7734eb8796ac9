"""`sicilianos train`: MaskablePPO against the compiled agents of a game, and its evaluation."""

from __future__ import annotations

import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure

from sicilianos_agents.base import Agent
from sicilianos_agents.policy import PolicyAgent, PolicyCard, PolicyNetwork, save_policy
from sicilianos_agents.registry import RANDOM, ladder, make_agent
from sicilianos_env.adapters.sb3 import LearnerVecEnv
from sicilianos_env.engine.options import read_rules, saved_rules
from sicilianos_env.engine.registry import find_game
from sicilianos_training import run_folder
from sicilianos_training.estimate import Estimate
from sicilianos_training.evaluation import LESSONS, TRAINING, seed_for, share_rows
from sicilianos_training.imitation import imitate, watch_teacher
from sicilianos_training.progress import Tell
from sicilianos_training.run_folder import Run
from sicilianos_training.settings import Settings

RECENT_GAMES = 2000  # the moving window of the share of wins while training
FOREVER = 10**12  # decisions: the clock ends the training
SECONDS_BETWEEN_SAVES = 60.0
LESSON_GAMES = 1024  # side by side, while the teacher plays
LESSON_SHARE = 0.4  # of the time of imitation, spent on watching


def new_run(game: str, options: dict[str, Any], seed: int, hidden: tuple[int, ...]) -> Run:
    """A run that has not begun: against all baselines of the game.

    Raises:
        ValueError: with one sentence, for a wrong game, option or seed.
    """
    contract = find_game(game)
    rules = read_rules(contract.rules, contract.presets, options)
    seed_for(TRAINING, seed)  # refuses what is no seed
    return Run(game, saved_rules(rules), list(ladder(game)), seed, list(hidden), contract.version)


def train(run: Run, folder: Path, settings: Settings, tell: Tell) -> None:
    """Trains for `settings.minutes` and leaves the learner, the policy and the curve in the folder.

    Goes on from the folder's learner where there is one. Ctrl-C ends the training early.
    """
    env = _training_env(run, settings, settings.num_envs, TRAINING)
    learner = _new_learner(env, run, settings, seed=run.seed + run.next_episode)
    learner.set_logger(configure(str(folder / "tensorboard"), ["tensorboard"]))
    if (folder / run_folder.LEARNER).exists():
        run_folder.read_learner(folder, learner.policy, learner.policy.optimizer)
    elif run.minutes > 0:
        raise ValueError(f"{folder} has lost its {run_folder.LEARNER}; it cannot go on.")
    run_folder.write_run(folder, run, settings)
    teacher = _teacher(run)
    _compile(env, teacher)
    training = _Training(env, run, settings, folder, tell)
    learner.num_timesteps = run.decisions
    with suppress(KeyboardInterrupt):
        if not run.has_imitated:
            _head_start(learner, teacher, training)
            run.has_imitated = True
            training.save(learner)
        learner.learn(FOREVER, callback=training, reset_num_timesteps=False)
    training.save(learner)


def _training_env(run: Run, settings: Settings, num_envs: int, purpose: int) -> LearnerVecEnv:
    has_scores = find_game(run.game).score_unit is not None
    return LearnerVecEnv(
        run.game,
        num_envs,
        run.opponents,
        seed=seed_for(purpose, run.seed),
        shaping=settings.shaping if has_scores else 0.0,
        first_episode=run.next_episode,
        **run.options,
    )


def _new_learner(env: LearnerVecEnv, run: Run, settings: Settings, seed: int) -> MaskablePPO:
    """An untrained network and its learner."""
    widths = list(run.hidden)
    return MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=settings.learning_rate,
        n_steps=settings.num_steps,
        batch_size=settings.minibatch,
        n_epochs=settings.epochs,
        gamma=settings.gamma,
        gae_lambda=settings.gae_lambda,
        ent_coef=settings.entropy,
        policy_kwargs={"net_arch": {"pi": widths, "vf": widths}},
        seed=seed % 2**32,
        device="cpu",
    )


def _teacher(run: Run) -> Agent:
    """The strongest baseline: compiled agents are named from mild to strong."""
    return make_agent(run.opponents[-1], run.game, seed=seed_for(LESSONS, run.seed))


def _compile(env: LearnerVecEnv, teacher: Agent) -> None:
    """Makes the kernels before the clock starts."""
    env.reset()
    teacher.act(env.records(), env.action_masks().view(np.int8))
    env.step(env.action_masks().argmax(axis=1))
    env.seconds = 0.0


def _head_start(learner: MaskablePPO, teacher: Agent, training: _Training) -> None:
    """Imitates the strongest baseline, where there is one, for a share of the time."""
    run, settings = training.run, training.settings
    if settings.imitation == 0 or len(run.opponents) < 2:
        return
    training.tell(0.0, f"watching {teacher.name}, the teacher")
    env = _training_env(run, settings, LESSON_GAMES, LESSONS)
    seconds = 60 * settings.minutes * settings.imitation
    lessons = watch_teacher(env, teacher, seconds * LESSON_SHARE, settings.lessons)
    imitate(
        learner.policy,
        lessons,
        env.scale,
        seconds - 60 * training.minutes,
        run.seed,
        lambda text: training.tell(training.minutes, text),
    )


class _Training(BaseCallback):
    """Watches a training: stops it in time, keeps the curve, saves, and tells how it goes."""

    def __init__(
        self, env: LearnerVecEnv, run: Run, settings: Settings, folder: Path, tell: Tell
    ) -> None:
        super().__init__()
        self.run, self.settings, self.tell = run, settings, tell
        self._env, self._folder = env, folder
        self._curve = run_folder.read_curve(folder)
        self._minutes_before = run.minutes
        self._began = self._saved = time.perf_counter()
        self._recent: deque[float] = deque(maxlen=RECENT_GAMES)
        self._recent_by: dict[str, deque[float]] = {
            name: deque(maxlen=RECENT_GAMES) for name in run.opponents
        }

    @property
    def minutes(self) -> float:
        """Since this training began."""
        return (time.perf_counter() - self._began) / 60

    def save(self, learner: MaskablePPO) -> None:
        """Writes all that the folder needs to play and to go on."""
        self._saved = time.perf_counter()
        run = self.run
        run.decisions = learner.num_timesteps
        run.minutes = self._minutes_before + self.minutes
        run.next_episode = self._env.next_episode
        run_folder.write_learner(self._folder, learner.policy, learner.policy.optimizer)
        card = PolicyCard(
            game=run.game,
            observation_version=run.game_version,
            rules=run.options,
            hidden=tuple(run.hidden),
            seed=run.seed,
            decisions=run.decisions,
            minutes=run.minutes,
            packages=run_folder.package_versions(),
        )
        save_policy(self._folder, policy_network(learner), card)
        run_folder.write_json(self._folder / run_folder.CURVE, self._curve)
        run_folder.write_run(self._folder, run, self.settings)

    def _on_training_start(self) -> None:
        self._learning_since, self._decisions_before = time.perf_counter(), self.num_timesteps

    def _on_step(self) -> bool:
        for row in np.flatnonzero(self.locals["dones"]):
            self._note_game(self.locals["infos"][row])
        return self.minutes < self.settings.minutes

    def _note_game(self, info: dict[str, Any]) -> None:
        players = len(info["lineup"])
        share = (info["utility"] * (players - 1) + 1) / players
        self._recent.append(share)
        others = set(info["lineup"]) - {"learner"}
        if len(others) == 1:
            self._recent_by[others.pop()].append(share)

    def _on_rollout_end(self) -> None:
        if time.perf_counter() - self._saved > SECONDS_BETWEEN_SAVES:
            assert isinstance(self.model, MaskablePPO)
            self.save(self.model)
        if self._recent:
            self._note_progress()

    def _note_progress(self) -> None:
        share = float(np.mean(self._recent))
        by_opponent = {n: float(np.mean(s)) for n, s in self._recent_by.items() if s}
        self._curve.append(
            {
                "minutes": self._minutes_before + self.minutes,
                "decisions": self.num_timesteps,
                "share": share,
                "by_opponent": by_opponent,
            }
        )
        self.logger.record("games/share_of_wins", share)
        for name, value in by_opponent.items():
            self.logger.record(f"games/share_against_{name}", value)
        seconds = time.perf_counter() - self._learning_since
        rate = (self.num_timesteps - self._decisions_before) / seconds
        self.logger.record("time/engine_share", self._env.seconds / seconds)
        against = " ".join(f"{name} {value:.2f}" for name, value in by_opponent.items())
        self.tell(
            self.minutes,
            f"{self.num_timesteps:,} decisions ({rate:,.0f}/s, engine "
            f"{self._env.seconds / seconds:.0%}) wins {share:.2f}, all others {against}",
        )


def policy_network(learner: MaskablePPO) -> PolicyNetwork:
    """The policy of a MaskablePPO learner as a network of its own."""
    policy = learner.policy
    inner: Any = policy.mlp_extractor.policy_net
    hidden = [layer for layer in inner if isinstance(layer, torch.nn.Linear)]
    layers = [*hidden, policy.action_net]
    widths = tuple(layer.out_features for layer in hidden)
    network = PolicyNetwork(layers[0].in_features, widths, layers[-1].out_features)
    mine = [layer for layer in network.layers if isinstance(layer, torch.nn.Linear)]
    for target, source in zip(mine, layers, strict=True):
        target.load_state_dict(source.state_dict())
    return network


def untrained_agent(run: Run, settings: Settings) -> PolicyAgent:
    """The network of the run's seed before any training."""
    env = _training_env(run, settings, 1, TRAINING)
    learner = _new_learner(env, run, settings, seed=run.seed)
    players = run.options["num_players"]
    return PolicyAgent("untrained", run.game, policy_network(learner), players, seed=run.seed)


def evaluation_table(run: Run, folder: Path, settings: Settings) -> dict[str, dict[str, Estimate]]:
    """Share of wins of the trained agent, the untrained network and each baseline (rows) against
    each baseline at the other seats (columns), all on the same deals.

    In games with roles the trained agent and random have a row for each role as well.
    """
    trained = make_agent(f"ppo:{folder}", run.game, seed=run.seed)
    trained.name = "trained"
    baselines = [make_agent(name, run.game, seed=run.seed) for name in run.opponents]
    contract = find_game(run.game)
    rules = read_rules(contract.rules, contract.presets, run.options)
    table: dict[str, dict[str, Estimate]] = {}
    for agent in (trained, untrained_agent(run, settings), *baselines):
        by_role = agent.name in ("trained", RANDOM)
        deals = settings.evaluation_deals
        table |= share_rows(run.game, rules, agent, baselines, deals, run.seed, by_role)
    return table
