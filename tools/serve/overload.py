"""Sends a server three times as much as it can compute, and then less again.

    bazel build //tools/serve:paddle_serve
    ./tools/dev python tools/serve/overload.py \\
        bazel-bin/tools/serve/paddle_serve [--seconds 60]

The network and the sequences are those of load_lstm.py, requests come at random
times (open_loop.py), and the server has a core of its own. Printed are the
answers per second against those of a server that is kept busy but not
overloaded, by the clock and by the processor; how fast others are refused; the
server's memory; and after what time no request is refused or late any more.
Overload and measurements of the capacity take turns, as the speed of a machine
that others use changes; other figures by the clock are good on an idle one.
"""

import argparse
import asyncio
import os
import statistics
import tempfile
from typing import (
    Callable, Dict, List, NamedTuple, Sequence, Set, Tuple)

import load
import load_lstm
from open_loop import Client, Sample, percentile, poisson

QUEUE = 64
LIGHT, HEAVY, AFTER = 0.8, 3.0, 0.5  # of the capacity


class Options(NamedTuple):
    """Seconds of each part, all its turns together."""

    busy: float = 18  # measures the capacity
    light: float = 10
    heavy: float = 60
    after: float = 5
    turns: int = 6


class Part(NamedTuple):
    """One part of the measurement."""

    samples: List[Sample]
    seconds: float
    computed: int = 0  # answers, also those that came later
    processor: float = 0  # seconds that the server has used for these

    def latencies(self, status: int = 200) -> List[float]:
        return [s.latency * 1e3 for s in self.samples if s.status == status]

    def answered(self) -> int:
        """Returns how many had an answer before the part was over."""
        return sum(s.status == 200 and s.ended <= self.seconds
                   for s in self.samples)

    def rate(self) -> float:
        """Returns the answers per second."""
        return self.answered() / self.seconds

    def processor_rate(self) -> float:
        """Returns the answers per second of the processor."""
        return self.computed / self.processor

    def other(self) -> int:
        """Returns how many were neither answered nor refused."""
        return sum(s.status not in (200, 503) for s in self.samples)

    def refusals(self) -> List[float]:
        """Returns the milliseconds from the sending of what was refused."""
        return [(s.ended - s.sent) * 1e3 for s in self.samples
                if s.status == 503]


class Look(NamedTuple):
    """The memory of the server at a time of the overload."""

    time: float
    memory: int


class Report(NamedTuple):
    """The parts: light load, then busy and heavy turns with one more busy one
    at the end. Some requests come after the last heavy turn."""

    busy: List[Part]
    light: Part
    heavy: List[Part]
    after: Part
    looks: List[Look]
    answers: Dict[int, Set[bytes]]

    def _share(self, rate: Callable[[Part], float]) -> float:
        """Returns the median of turns, each against the busy ones beside."""
        busy = [rate(part) for part in self.busy]
        return statistics.median(
            2 * rate(heavy) / (before + behind)
            for heavy, before, behind in zip(self.heavy, busy, busy[1:]))

    def share(self) -> float:
        """Returns the answers per second under overload, of the capacity."""
        return self._share(Part.rate)

    def processor_share(self) -> float:
        """Returns the same per second of the processor."""
        return self._share(Part.processor_rate)

    def growth(self) -> int:
        """Returns the bytes since a tenth of the overload."""
        begin = self.looks[-1].time / 10
        return self.looks[-1].memory - next(
            look.memory for look in self.looks if look.time >= begin)

    def recovery(self) -> float:
        """Returns how long after the overload something came that was refused
        or took more than twice as long as the p99 of light load."""
        limit = 2 * percentile(self.light.latencies(), 99)
        return max([s.due - self.heavy[-1].seconds
                    for s in self.after.samples
                    if s.status != 200 or s.latency * 1e3 > limit],
                   default=0.0)


def memory_of(process: int) -> int:
    """Returns the bytes of a process that are in memory."""
    with open(f"/proc/{process}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def _watch(process: int, seconds: float) -> List[Look]:
    loop = asyncio.get_running_loop()
    begin = loop.time()
    looks: List[Look] = []
    while not looks or looks[-1].time < seconds:
        looks.append(Look(loop.time() - begin, memory_of(process)))
        await asyncio.sleep(min(0.2, seconds / 20))
    return looks


class Turns:
    """Sends requests for parts, and measures what the server takes."""

    def __init__(self, server: load.Process, requests: Sequence[bytes]) -> None:
        self.client = Client(server[1], requests)
        self._process = server[0].pid

    async def busy(self, seconds: float) -> Part:
        """Keeps the server busy with as many as it never refuses."""
        before = load.processor_time(self._process)
        first = len(self.client.samples)
        # Half of the queue: batches are full, and nothing is refused.
        samples = await self.client.keep(QUEUE // 2, seconds)
        return Part(samples, seconds, len(self.client.samples) - first,
                    load.processor_time(self._process) - before)

    async def heavy(self, rate: float, seconds: float, after: float
                    ) -> Tuple[Part, Part]:
        """The overload, and what comes behind it without waiting for it."""
        times = poisson(HEAVY * rate, seconds)
        times += [seconds + time for time in poisson(AFTER * rate, after)]
        before = load.processor_time(self._process)
        samples = await self.client.send_at(times)
        used = load.processor_time(self._process) - before
        heavy = [s for s in samples if s.due < seconds]
        behind = [s for s in samples if s.due >= seconds]
        computed = sum(s.status == 200 for s in samples)
        return Part(heavy, seconds, computed, used), Part(behind, after)


async def overload(server: load.Process, requests: Sequence[bytes],
                   options: Options) -> Report:
    """Measures all parts, one after the other."""
    turns = Turns(server, requests)
    each = options.busy / (options.turns + 1)
    await turns.busy(min(1.0, each))  # caches are warm
    busy = [await turns.busy(each)]
    heavy: List[Part] = []
    light = Part(await turns.client.send_at(
        poisson(LIGHT * busy[0].rate(), options.light)), options.light)
    watch = asyncio.create_task(_watch(
        server[0].pid, options.heavy + options.turns * each))
    while len(heavy) < options.turns:
        last = len(heavy) + 1 == options.turns
        part, after = await turns.heavy(
            busy[-1].rate(), options.heavy / options.turns,
            options.after if last else 0)
        heavy.append(part)
        busy.append(await turns.busy(each))
    return Report(busy, light, heavy, after, await watch,
                  turns.client.answers)


def print_report(report: Report) -> None:
    heavy = [s for part in report.heavy for s in part.samples]
    whole = Part(heavy, sum(part.seconds for part in report.heavy))
    refusals = whole.refusals()
    rates = sorted(part.rate() for part in report.busy)
    print(f"busy: {rates[0]:.1f} to {rates[-1]:.1f} answers per second")
    print(f"{LIGHT} of that: p99 "
          f"{percentile(report.light.latencies(), 99):.1f} ms")
    print(f"{HEAVY} times that: {report.share():.1%} of the answers per "
          f"second, {report.processor_share():.1%} of the processor; p99 "
          f"{percentile(whole.latencies(), 99):.1f} ms")
    print(f"{len(refusals)} refused, p50 {percentile(refusals, 50):.1f} ms, "
          f"p99 {percentile(refusals, 99):.1f} ms; {whole.other()} neither")
    print(f"memory {report.looks[0].memory >> 20} MiB, at the end "
          f"{report.looks[-1].memory >> 20} MiB, in between "
          f"{report.growth() / 2 ** 20:+.1f} MiB")
    print(f"recovered after {report.recovery():.2f} s")
    print(f"{max(len(each) for each in report.answers.values())} different "
          "answer to each request")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        load.save(folder, "lstm", load_lstm.network, max_batch_rows=4096,
                  queue=QUEUE)
        with load.started(given.server, f"--models={folder}",
                          "--port=0") as server:
            print_report(asyncio.run(overload(
                server, load_lstm.bodies(), Options(heavy=given.seconds))))


if __name__ == "__main__":
    os.sched_setaffinity(0, {0})
    main()
