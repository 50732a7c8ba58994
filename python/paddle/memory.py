"""Memory in use: what the allocator of a place counts."""

from typing import NamedTuple, Optional

from . import core

__all__ = ["MemoryStats"]  # The functions are those of the package.


class MemoryStats(NamedTuple):
    """The result of memory_stats, in bytes except the last field.

    Example:
      >>> pd.memory.MemoryStats._fields
      ('current', 'peak', 'cached', 'allocations')
    """
    current: int  # held by tensors and running programs, as they asked for it
    peak: int  # the largest `current` since the last reset, or the start
    cached: int  # given back, and kept for whoever asks next
    allocations: int  # how often memory was asked for


def memory_stats(place: Optional[core.Place] = None) -> MemoryStats:
    """Returns how much memory of a place (default: the CPU) is in use.

    Counted are the bytes of tensors: parameters and other variables of scopes,
    fetched values, and what the frames of programs hold for intermediate
    results, which they keep between runs. Not counted are arrays of NumPy,
    also those that tensors share, and what libraries take on their own. The
    process holds about `current + cached` bytes, and up to a quarter of
    `current` more, as sizes are rounded up. Counting is always on and of the
    whole process. OSError for a place that this build or machine lacks.

    Example:
      >>> before = pd.memory_stats()
      >>> ones, = pd.Executor().run(
      ...     fetch_list=[pd.layer.fill_constant([1000], "float32", 1)])
      >>> pd.memory_stats().current - before.current >= ones.nbytes
      True
    """
    return MemoryStats(*core._memory_stats(_place(place)))


def reset_peak_memory_stats(place: Optional[core.Place] = None) -> None:
    """Makes the memory in use the peak, to measure what follows; OSError as
    of memory_stats.

    Example:
      >>> pd.reset_peak_memory_stats()
      >>> stats = pd.memory_stats()
      >>> stats.peak == stats.current
      True
    """
    core._reset_peak_memory_stats(_place(place))


def _place(place: Optional[core.Place]) -> core.Place:
    return core.CPUPlace() if place is None else place
