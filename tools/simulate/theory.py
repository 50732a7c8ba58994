"""Says by closed formulas what simulate() should find, for failures without
memory; `rate` is that of the whole job, in failures a second."""

import math


def young_interval(rate: float, write: float) -> float:
    """Returns the best seconds of work between checkpoints (Young, "A first
    order approximation to the optimum checkpoint interval", 1974)."""
    return math.sqrt(2 * write / rate)


def daly_interval(rate: float, write: float) -> float:
    """As young_interval, to a higher order (Daly, "A higher order estimate of
    the optimum checkpoint interval for restart dumps", 2006, equation 37)."""
    if write >= 2 / rate:
        return 1 / rate
    part = write * rate / 2
    return young_interval(rate, write) * (1 + math.sqrt(part) / 3 + part / 9
                                          ) - write


def checkpoint_slowdown(rate: float, pause: float, write: float,
                        interval: float) -> float:
    """Returns the seconds that a second of work takes, with a checkpoint after
    each interval (Daly 2006, equation 20)."""
    return (math.exp(rate * pause) * math.expm1(rate * (interval + write))
            / (rate * interval))


def in_place_seconds(rate: float, pause: float, step: float) -> float:
    """Returns the seconds of a step that is repeated until nobody fails: a
    checkpoint after each step that takes no time."""
    return step * checkpoint_slowdown(rate, pause, 0.0, step)


def latest(jitter: float, members: int) -> float:
    """Returns how late the latest of so many is, on average, if each is late by
    an exponential time with this mean: a harmonic number of times it."""
    if members < 1000:
        return jitter * sum(1 / rank for rank in range(1, members + 1))
    return jitter * (math.log(members) + 0.5772156649 + 1 / (2 * members))


def members_there(workers: int, mean: float, away: float) -> float:
    """Returns how many of the workers are there, on average, if each is away
    for so long after it has lived for `mean` seconds."""
    return workers * mean / (mean + away)


def bubble(stages: int, micro_batches: int) -> float:
    """Returns the share of time for which stages of a pipeline are idle (Huang
    et al., "GPipe", 2019)."""
    return (stages - 1) / (micro_batches + stages - 1)
