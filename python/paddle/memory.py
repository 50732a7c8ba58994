"""Memory in use: what the allocator of a place counts."""

from typing import NamedTuple, Optional

from . import core

__all__ = ["MemoryStats"]  # The functions are those of the package.


class MemoryStats(NamedTuple):
    """The result of memory_stats, in bytes except `allocations`.

    Example:
      >>> pd.memory.MemoryStats._fields[:4]
      ('current', 'peak', 'cached', 'allocations')
    """
    current: int  # held by tensors and running programs, as they asked for it
    peak: int  # the largest `current` since the last reset, or the start
    cached: int  # given back, and kept for whoever asks next
    allocations: int  # how often memory was asked for
    arena: int  # of `current`: arenas of programs, for intermediate results
    arena_peak: int  # the largest `arena` since the last reset
    variables: int  # of `current`: what the scope holds, such as parameters


def memory_stats(place: Optional[core.Place] = None) -> MemoryStats:
    """Returns how much memory of a place (default: the CPU) is in use.

    Counted are the bytes of tensors: parameters and other variables of scopes,
    fetched values, and what the frames of programs hold for intermediate
    results, which they keep between runs. Not counted are arrays of NumPy,
    also those that tensors share, and what libraries take on their own. The
    process holds about `current + cached` bytes, and up to a quarter of
    `current` more, as sizes are rounded up. Counting is always on and of the
    whole process, but for `variables`, which are those of the current scope and
    its parents; while a run changes them this waits for its end. pd.memory_plan
    tells what lies in an arena. OSError for a place that this build or machine
    lacks.

    Example:
      >>> before = pd.memory_stats()
      >>> ones, = pd.Executor().run(
      ...     fetch_list=[pd.layer.fill_constant([1000], "float32", 1)])
      >>> pd.memory_stats().current - before.current >= ones.nbytes
      True
    """
    where = _place(place)
    return MemoryStats._make(
        [*core._memory_stats(where), core._variable_bytes(where)])


def reset_peak_memory_stats(place: Optional[core.Place] = None) -> None:
    """Makes the memory in use the peak (of arenas, too), to measure what
    follows; OSError as of memory_stats.

    Example:
      >>> pd.reset_peak_memory_stats()
      >>> stats = pd.memory_stats()
      >>> stats.peak == stats.current
      True
    """
    core._reset_peak_memory_stats(_place(place))


def _place(place: Optional[core.Place]) -> core.Place:
    return core.CPUPlace() if place is None else place
