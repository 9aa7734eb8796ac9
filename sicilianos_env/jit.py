"""The only place that compiles.

Rules, observations, heuristics and engine kernels are plain Python functions marked with `rule`.
Marking changes nothing: a marked function runs interpreted wherever it is called from Python, so it
can be debugged and its coverage measured. `compiled` makes the machine-code twin of a function
together with every marked function it calls, on demand; `bound` makes the interpreted twin.

Kernels are generic: they call names such as `step` that are UNBOUND in their module and stand for
one game's functions, given as `bindings`. A kernel is cloned with the globals of that game and a
`__qualname__` of its own, because numba never caches closures and its disk cache ignores globals.

numba's cache also misses changes in a *callee's* file. So the cache directory is named by a hash of
this file, of all sources of the packages that a function reaches (such as `sicilianos_env.games`:
what rules need must lie in these), and of numba's version.

Environment variables: `SICILIANOS_JIT=0` (or `NUMBA_DISABLE_JIT=1`) runs everything interpreted,
`SICILIANOS_CACHE_DIR` moves the cache, `SICILIANOS_QUIET=1` silences the compilation message.
"""

from __future__ import annotations

import dis
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from types import CodeType, FunctionType, MappingProxyType
from typing import Any, TypeVar

try:
    import fcntl
except ImportError:  # Windows, which locks files in another way
    fcntl = None  # type: ignore[assignment]

F = TypeVar("F", bound=Callable[..., Any])
Bindings = Mapping[str, Any]  # the generic names of a kernel: functions, dtypes, numbers

SECONDS_KEPT = 30 * 86_400  # of compiled code whose sources have changed
UNBOUND: Any = object()  # the value of a module's global name that `bindings` must give a meaning
NO_BINDINGS: Bindings = MappingProxyType({})

_rules: dict[Callable[..., Any], FunctionType] = {}  # marked functions, and what is compiled
_twins: dict[tuple[Callable[..., Any], str, bool], Callable[..., Any]] = {}


def rule(function: F) -> F:
    """Marks a function as one that `compiled` translates; returns it unchanged."""
    return compiled_as(function)(function)


def compiled_as(source: Callable[..., Any]) -> Callable[[F], F]:
    """Marks a function like `rule`, but its compiled twin is made from another one's source."""
    assert isinstance(source, FunctionType)

    def mark(function: F) -> F:
        _rules[function] = source
        return function

    return mark


def enabled() -> bool:
    """Whether `compiled` really compiles (it runs interpreted where the JIT is switched off)."""
    return os.environ.get("SICILIANOS_JIT") != "0" and os.environ.get("NUMBA_DISABLE_JIT") != "1"


def compiled(function: F, name: str = "", bindings: Bindings = NO_BINDINGS) -> F:
    """The compiled twin of a marked function.

    Args:
        function: a function marked with `rule`; all that it calls must be marked, bound or known
            to numba.
        name: what tells apart the twins made with different bindings, usually a game's name.
        bindings: what the generic names in `function` and its callees mean.
    """
    return _twin(function, name, bindings, compile_it=enabled())


def bound(function: F, name: str = "", bindings: Bindings = NO_BINDINGS) -> F:
    """The interpreted twin of a marked function: the same source, the same bindings."""
    return _twin(function, name, bindings, compile_it=False)


def _twin(function: F, name: str, bindings: Bindings, compile_it: bool) -> F:
    key = (function, name, compile_it)
    if key not in _twins and name and not _is_generic(function, bindings):
        _twins[key] = _twin(function, "", NO_BINDINGS, compile_it)
    if key not in _twins:
        source = _rules[function] if compile_it else function
        clone = _clone(source, name, bindings, compile_it)
        _twins[key] = _njit(clone, _packages(function, bindings)) if compile_it else clone
    return _twins[key]  # type: ignore[return-value]


def _clone(
    function: Callable[..., Any], name: str, bindings: Bindings, compile_it: bool
) -> FunctionType:
    assert isinstance(function, FunctionType)
    namespace = dict(function.__globals__)
    for used, value in _references(function, bindings):
        is_rule = isinstance(value, FunctionType) and value in _rules
        namespace[used] = _twin(value, name, bindings, compile_it) if is_rule else value
    clone = FunctionType(function.__code__, namespace, function.__name__, function.__defaults__)
    clone.__qualname__ = f"{function.__qualname__}-{name}" if name else function.__qualname__
    clone.__doc__ = function.__doc__
    return clone


@cache
def _global_names(code: CodeType) -> tuple[str, ...]:
    instructions = dis.get_instructions(code)
    return tuple({i.argval: None for i in instructions if i.opname == "LOAD_GLOBAL"})


def _references(function: FunctionType, bindings: Bindings) -> Iterator[tuple[str, Any]]:
    for name in _global_names(function.__code__):
        value = function.__globals__.get(name)
        if value is UNBOUND:
            value = bindings[name]
        if value is not None:
            yield name, value


def _reached(
    function: FunctionType, bindings: Bindings, seen: set[FunctionType]
) -> set[FunctionType]:
    if function not in seen:
        seen.add(function)
        for _, value in _references(function, bindings):
            if isinstance(value, FunctionType) and value in _rules:
                _reached(value, bindings, seen)
    return seen


def _is_generic(function: Callable[..., Any], bindings: Bindings) -> bool:
    """Whether the function or one that it calls has names to bind."""
    assert isinstance(function, FunctionType)
    return any(
        each.__globals__.get(name) is UNBOUND
        for each in _reached(function, bindings, set())
        for name in _global_names(each.__code__)
    )


def _packages(function: Callable[..., Any], bindings: Bindings) -> tuple[str, ...]:
    assert isinstance(function, FunctionType)
    reached = _reached(function, bindings, set())
    return tuple(sorted({".".join(each.__module__.split(".")[:2]) for each in reached}))


@cache
def _source_hash(package: str) -> str:
    """Of all sources of a package, or of the one file of a module."""
    module = sys.modules[package]
    if hasattr(module, "__path__"):
        files = [file for folder in module.__path__ for file in sorted(Path(folder).rglob("*.py"))]
    else:
        files = [Path(str(module.__file__))]
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


@cache
def _cache_root() -> Path:
    """The first writable folder: the user's choice, his cache, the one for temporary files."""
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    user = os.environ.get("USER") or "user"
    choices = [
        os.environ.get("SICILIANOS_CACHE_DIR"),
        os.path.join(caches, "sicilianos"),
        os.path.join(tempfile.gettempdir(), f"sicilianos-{user}"),
    ]
    for choice in filter(None, choices):
        try:
            Path(choice).mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.TemporaryFile(dir=choice):
                return Path(choice)
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="sicilianos-"))


@cache
def _cache_directory(packages: tuple[str, ...]) -> Path:
    import numba

    parts = [numba.__version__, *map(_source_hash, (__name__, *packages))]
    directory = _cache_root() / hashlib.sha256("".join(parts).encode()).hexdigest()[:16]
    if not directory.exists():
        _remove_old_directories()
        directory.mkdir(parents=True, exist_ok=True)
    return directory


def _remove_old_directories() -> None:
    """Of sources that were changed long ago."""
    for old in _cache_root().glob("[0-9a-f]" * 16):
        if time.time() - old.stat().st_mtime > SECONDS_KEPT:
            shutil.rmtree(old, ignore_errors=True)


def _njit(clone: FunctionType, packages: tuple[str, ...]) -> Callable[..., Any]:
    import numba

    _announce_compilation()
    translate = partial(numba.njit, nogil=True, error_model="numpy")
    if "__main__" in packages:  # a script or notebook being edited: nothing to key a cache by
        return translate()(clone)
    settings: Any = numba.config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(_cache_directory(packages))  # read when caching is switched on
    try:
        twin = translate(cache=True)(clone)
    finally:
        settings.CACHE_DIR = before
    _save_one_at_a_time(twin, _cache_directory(packages))
    return twin


def _save_one_at_a_time(twin: Any, directory: Path) -> None:
    """Numba numbers its files without a lock: two processes could give one number to two games."""
    save = twin._cache.save_overload

    def save_locked(*arguments: Any) -> None:
        with open(directory / "lock", "w") as lock:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
            save(*arguments)

    twin._cache.save_overload = save_locked


@cache
def _announce_compilation() -> None:
    """Prints one line when numba starts to compile one of our functions, and how long it took."""
    if os.environ.get("SICILIANOS_QUIET") == "1":
        return
    from numba.core import event

    events: Any = event

    class Announcer(event.Listener):
        depth, began, ours, told = 0, 0.0, False, False

        def on_start(self, event: Any) -> None:
            if self.depth == 0:
                self.ours = any(event.data["dispatcher"] is twin for twin in _twins.values())
                self.began = time.perf_counter()
                if self.ours and not self.told:
                    print("Compiling the rules for this machine (once) ...", file=sys.stderr)
                    self.told = True
            self.depth += 1

        def on_end(self, event: Any) -> None:
            self.depth -= 1
            seconds = time.perf_counter() - self.began
            if self.depth == 0 and self.ours and seconds > 1:
                name = event.data["dispatcher"].__name__
                print(f"  {name} compiled in {seconds:.0f} s", file=sys.stderr, flush=True)

    events.register("numba:compile", Announcer())
