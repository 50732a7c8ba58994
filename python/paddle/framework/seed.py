"""The seed of everything random."""

from .. import core


def seed(value: int) -> None:
    """Makes what follows repeatable: initial parameters and dropout.

    The same seed gives the same bits for any number of threads. It holds for
    programs without a random_seed of their own, and starts the count of runs
    of the global scope anew. `value` is at least 0, else ValueError.

    Example:
      >>> pd.seed(7)
      >>> noise = pd.layer.gaussian_random([2])
      >>> one, = pd.Executor().run(fetch_list=[noise])
      >>> pd.seed(7)
      >>> two, = pd.Executor().run(fetch_list=[noise])
      >>> (one == two).all()
      True
    """
    if not hasattr(value, "__index__"):
        raise TypeError(f"a seed is an int, not {value!r}")
    if not 0 <= value < 2**64:
        raise ValueError(f"a seed is in [0, 2**64), not {value}")
    core._set_seed(value)
