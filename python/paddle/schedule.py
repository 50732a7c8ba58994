"""Learning rates that change from run to run.

    rate = pd.schedule.cosine(0.1, steps=1000)
    rate = pd.schedule.linear_warmup(rate, 100, start=0.0, end=0.1)
    pd.optimizer.Momentum(rate, 0.9).minimize(loss)

A schedule is written into the default main program, as operators that count
its runs: it is saved with the program, and training resumes where the counter,
a persistable variable that all schedules of the program share, was saved. In
the formulas t is the number of runs before this one. Inference clones have no
schedule. Each function returns a float64 scalar, the rate, which can be
fetched; settings out of range are ValueError.
"""

from . import core
from ._composed import made_from

__all__ = ["cosine", "cosine_restarts", "exponential", "inverse_time",
           "linear_warmup", "natural_exp", "noam", "piecewise", "polynomial"]

_schedule = made_from(core._schedule)


@_schedule
def noam() -> None:
    """A scalar: learning_rate / sqrt(d_model) * min(n ** -0.5, n * warmup_steps
    ** -1.5) with n = t + 1 (Vaswani et al. 2017).

    Example:
      >>> rate = pd.schedule.noam(d_model=512, warmup_steps=4000)
      >>> rate.shape, rate.dtype
      ((), 'float64')
    """


@_schedule
def exponential() -> None:
    """A scalar: learning_rate * decay_rate ** (t / decay_steps), the exponent
    rounded down in a staircase.

    Example:
      >>> rate = pd.schedule.exponential(0.1, decay_steps=1000, decay_rate=0.5)
      >>> rate.shape, rate.dtype
      ((), 'float64')
    """


@_schedule
def natural_exp() -> None:
    """A scalar: learning_rate * exp(-decay_rate * t / decay_steps), with t /
    decay_steps rounded down in a staircase.

    Example:
      >>> rate = pd.schedule.natural_exp(0.1, decay_steps=1000, decay_rate=0.5)
      >>> rate.shape, rate.dtype
      ((), 'float64')
    """


@_schedule
def inverse_time() -> None:
    """A scalar: learning_rate / (1 + decay_rate * t / decay_steps), with t /
    decay_steps rounded down in a staircase.

    Example:
      >>> rate = pd.schedule.inverse_time(0.1, decay_steps=1000, decay_rate=0.5)
      >>> rate.shape, rate.dtype
      ((), 'float64')
    """


@_schedule
def polynomial() -> None:
    """A scalar from learning_rate to end_learning_rate in decay_steps, as (1 -
    t / decay_steps) ** power. In a cycle decay_steps grows by itself whenever
    it has passed; else the rate stays at the end.

    Example:
      >>> rate = pd.schedule.polynomial(0.1, decay_steps=1000, power=2.0)
      >>> rate.shape, rate.dtype
      ((), 'float64')
    """


@_schedule
def piecewise() -> None:
    """values[i] for the first boundaries[i] > t, values[-1] behind all.

    The boundaries ascend; there is one value more.

    Example:
      >>> rate = pd.schedule.piecewise([1000, 2000], [0.1, 0.01, 0.001])
      >>> rate.shape, rate.dtype
      ((), 'float64')
    """


@_schedule
def cosine() -> None:
    """From learning_rate to end_learning_rate in `steps`, as half a wave of a
    cosine; then it stays there (Loshchilov and Hutter 2017).

    Example:
      >>> rate = pd.schedule.cosine(0.1, steps=1000)
      >>> rate.shape, rate.dtype
      ((), 'float64')
    """


@_schedule
def cosine_restarts() -> None:
    """cosine, which begins again each time it has ended; each period is
    `factor` (at least 1) times as long as the one before.

    Example:
      >>> rate = pd.schedule.cosine_restarts(0.1, steps=1000, factor=2.0)
      >>> rate.shape, rate.dtype
      ((), 'float64')
    """


@_schedule
def linear_warmup() -> None:
    """start + (end - start) * t / warmup_steps while t < warmup_steps, then
    learning_rate: a number, or another schedule, whose t counts from the
    beginning, too.

    Example:
      >>> rate = pd.schedule.cosine(0.1, steps=1000)
      >>> rate = pd.schedule.linear_warmup(rate, 100, start=0.0, end=0.1)
      >>> rate.shape, rate.dtype
      ((), 'float64')
    """
