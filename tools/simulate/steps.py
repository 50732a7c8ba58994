"""Simulates the steps of a job of very many workers that fail and come back.

Each worker has a clock of its own for its failures. Between two events (a
failure, a return) steps are alike, so that they are drawn all at once; a day of
10^5 workers takes seconds. Policies are those of tools/docs/guide/trainers.md:
lost steps are repeated in place, by all members or without the lost one, or
everything begins again at the last checkpoint.
"""

import enum
import heapq
import math
from typing import Callable, List, NamedTuple, Tuple

import numpy as np


class Policy(enum.Enum):
    """Names what the others do when a worker is lost."""
    CHECKPOINT = "start again from the last checkpoint"
    IN_PLACE = "wait for its replacement, repeat the step"
    SHRINK = "go on without it until it is back"


class Work(NamedTuple):
    """One step; its shards are spread evenly over the members."""
    shards: int
    shard_seconds: float  # of computing one
    # Seconds for which members wait for the exchange, by how many they are.
    exposed: Callable[[int], float] = lambda members: 0.0
    # Seconds by which each member is late in a step, on average, by chance:
    # distributed exponentially, as the interruptions of a machine are.
    jitter: float = 0.0

    def seconds(self, members: int) -> float:
        """Returns the seconds of a step in which nobody is late."""
        most = -(-self.shards // members)
        return most * self.shard_seconds + self.exposed(members)


class Faults(NamedTuple):
    """The lives of workers, distributed as Weibull says; all begin new."""
    mean: float = math.inf  # seconds
    shape: float = 1.0  # 1: without memory; below: the young die first

    def draw(self, random: np.random.Generator, count: int) -> np.ndarray:
        """Returns so many lives, in seconds."""
        if math.isinf(self.mean):
            return np.full(count, math.inf)
        scale = self.mean / math.gamma(1 + 1 / self.shape)
        return scale * random.weibull(self.shape, count)


class Recovery(NamedTuple):
    """The price of a failure, all in seconds."""
    policy: Policy
    pause: float  # from a failure until steps are made again
    interval: float = math.inf  # CHECKPOINT: of steps, between two of them
    write: float = 0.0  # CHECKPOINT: for which steps wait for one
    away: float = 0.0  # SHRINK: until a lost worker is back
    join: float = 0.0  # SHRINK: for which steps wait for one who comes back


class Outcome(NamedTuple):
    """The steps that were made, and where the time went, in seconds."""
    seconds: float
    steps: int  # made, and not undone
    failures: int
    epochs: int  # changes of membership
    lost: float  # in steps that were made again
    paused: float
    written: float  # in checkpoints
    members: float  # on average

    def efficiency(self, ideal: float) -> float:
        """Returns the share of the time that steps of so many seconds take."""
        return self.steps * ideal / self.seconds


class _Job:
    """A job while it is simulated."""

    def __init__(self, workers: int, work: Work, faults: Faults,
                 recovery: Recovery, seed: int) -> None:
        self.work, self.faults, self.recovery = work, faults, recovery
        self.random = np.random.default_rng(seed)
        self.fails_at = faults.draw(self.random, workers)
        self.away: List[Tuple[float, int]] = []  # when back, who
        self.members = workers
        self.every = max(1, round(recovery.interval / work.seconds(workers))
                         ) if recovery.interval < math.inf else None
        self.now, self.steps, self.unsaved, self.unsaved_seconds = 0., 0, 0, 0.
        self.failures = self.epochs = 0
        self.lost = self.paused = self.written = self.attended = 0.0

    def durations(self, count: int) -> np.ndarray:
        """Returns the seconds of the next steps: those of the latest member,
        drawn from the distribution of the maximum."""
        seconds = np.full(count, self.work.seconds(self.members))
        if self.work.jitter > 0:
            tails = np.log(self.random.random(count)) / self.members
            seconds -= self.work.jitter * np.log(-np.expm1(tails))
        return seconds

    def make_steps(self, until: float, finish: bool) -> None:
        """Makes all steps that end in time, and with `finish` the one that is
        under way then; otherwise that one is lost."""
        while self.now < until:
            count = int((until - self.now) / self.work.seconds(self.members))
            ends, writes = self.ends(min(count, 1 << 16) + 2)
            made = int(np.searchsorted(ends, until, side="right"))
            if made == len(ends):
                self.commit(ends, writes, made)
                continue
            if finish:
                self.commit(ends, writes, made + 1)
                return
            self.commit(ends, writes, made)
            self.lost += until - self.now
            self.attended += (until - self.now) * self.members
            self.now = until

    def ends(self, count: int) -> Tuple[np.ndarray, np.ndarray]:
        """Returns when steps end, and the seconds of writing in each."""
        seconds, writes = self.durations(count), np.zeros(count)
        if self.every is not None:
            writes[self.every - 1 - self.unsaved::self.every
                   ] = self.recovery.write
        return self.now + np.cumsum(seconds + writes), writes

    def commit(self, ends: np.ndarray, writes: np.ndarray, made: int) -> None:
        """Makes the first of the steps that end then."""
        if made == 0:
            return
        begin, self.now = self.now, float(ends[made - 1])
        self.attended += (self.now - begin) * self.members
        self.written += float(writes[:made].sum())
        self.steps += made
        if self.every is None:
            return
        saved = self.unsaved + made
        self.unsaved = saved % self.every
        if saved < self.every:
            self.unsaved_seconds += self.now - begin
        else:
            last = made - self.unsaved  # steps that are safe now
            self.unsaved_seconds = self.now - float(ends[last - 1])

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.paused += seconds
        self.attended += seconds * self.members

    def fail(self, who: int) -> None:
        """A worker is lost now."""
        self.failures += 1
        self.epochs += 1
        back = self.now
        if self.recovery.policy is Policy.SHRINK:
            back += self.recovery.away
            heapq.heappush(self.away, (back, who))
            self.members -= 1
        elif self.recovery.policy is Policy.CHECKPOINT:
            self.lost += self.unsaved_seconds
            self.steps -= self.unsaved
            self.unsaved, self.unsaved_seconds = 0, 0.0
        self.fails_at[who] = back + self.faults.draw(self.random, 1)[0]

    def wait_for_recovery(self) -> None:
        """Those who fail meanwhile make it begin anew."""
        end = self.now + self.recovery.pause
        while self.fails_at.min() < end:
            who = int(self.fails_at.argmin())
            self.wait(max(0.0, float(self.fails_at[who]) - self.now))
            self.fail(who)
            end = self.now + self.recovery.pause
        self.wait(end - self.now)

    def welcome(self) -> None:
        """All who are back join, at the end of a step."""
        while self.away and self.away[0][0] <= self.now:
            heapq.heappop(self.away)
            self.members += 1
        self.epochs += 1
        self.wait(self.recovery.join)

    def run(self, seconds: float) -> None:
        while self.now < seconds:
            who = int(self.fails_at.argmin())
            failure = max(float(self.fails_at[who]), self.now)
            back = self.away[0][0] if self.away else math.inf
            if min(failure, back) >= seconds:
                self.make_steps(seconds, finish=True)
            elif self.members == 0 or back < failure:
                self.await_return(back)
            else:
                self.make_steps(failure, finish=False)
                self.fail(who)
                self.wait_for_recovery()

    def await_return(self, back: float) -> None:
        if self.members == 0:
            self.wait(max(0.0, back - self.now))
        else:
            self.make_steps(back, finish=True)
        self.welcome()


def simulate(workers: int, work: Work, faults: Faults, recovery: Recovery,
             seconds: float, seed: int = 0) -> Outcome:
    """Simulates a job for so many seconds of its own time.

    Args:
      workers: how many there are when all are there; at least one, and no
        more than there are shards.
      work: a step.
      faults: how long workers live.
      recovery: the consequences of a failure.
      seconds: when to end; the step under way then is still made.
      seed: of all random numbers: the same seed gives the same outcome.

    Raises:
      ValueError: not as many workers as that, or steps that take no time.
    """
    if not 0 < workers <= work.shards:
        raise ValueError(f"{workers} workers for {work.shards} shards")
    if work.seconds(workers) <= 0:
        raise ValueError("a step takes no time")
    job = _Job(workers, work, faults, recovery, seed)
    job.run(seconds)
    return Outcome(job.now, job.steps, job.failures, job.epochs, job.lost,
                   job.paused, job.written, job.attended / job.now)
