"""The context in which operators are timed: pd.profiler()."""

import os
import threading
import time
from typing import Any, Optional, Union

from .. import core
from ..io.files import check_writable
from .op_profile import Profile

_Path = Union[str, "os.PathLike[str]"]
_running = threading.Lock()


class profiler:  # A function to its users.
    """Times every operator that this process runs while the context is open.

    profile = `with pd.profiler() as profile`: a Profile, filled at the end.
    print_table: print its table at the end.
    trace: a path to save the trace to at the end. OSError at the beginning if
    no file can be written there.
    max_events: calls that each thread keeps for the trace; those beyond are
    counted in the table alone.

    An operator costs about 0.1 microseconds more meanwhile, and nothing at
    other times. RuntimeError if a profiler is open already. Runs of other
    threads are seen as well.

    Example:
      >>> x = pd.layer.data("x", [None, 4])
      >>> y = pd.layer.relu(x)
      >>> with pd.profiler() as profile:
      ...     out = pd.Executor().run(
      ...         feed={"x": np.ones((2, 4), "float32")}, fetch_list=[y])
      >>> [row.name for row in profile.rows()]
      ['relu']
    """

    def __init__(self, print_table: bool = False, trace: Optional[_Path] = None,
                 max_events: int = 1 << 20):
        if max_events < 0:
            raise ValueError(f"max_events is at least 0, not {max_events}")
        self._print_table = print_table
        self._trace = None if trace is None else os.fspath(trace)
        self._max_events = max_events
        self._profile = Profile()
        self._begin = 0.0

    def __enter__(self) -> Profile:
        if self._trace is not None:
            check_writable(self._trace)
        if not _running.acquire(blocking=False):
            raise RuntimeError("a profiler is open already")
        self._profile = Profile()
        core._start_profile(self._max_events)
        self._begin = time.perf_counter()
        return self._profile

    def __exit__(self, *error: Any) -> None:
        try:
            seconds = time.perf_counter() - self._begin
            self._profile._fill(seconds, *core._stop_profile())
        finally:
            _running.release()
        if self._print_table:
            print(self._profile.table())
        if self._trace is not None:
            self._profile.save_trace(self._trace)
