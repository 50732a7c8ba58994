"""Sends a server three times as much as it can compute, and then less again.

    bazel build //tools/serve:paddle_serve
    ./tools/dev python tools/serve/overload.py \\
        bazel-bin/tools/serve/paddle_serve [--seconds 60]

The network and the sequences are those of load_lstm.py, requests come at random
times (open_loop.py), and the server has a core of its own. Printed are the
answers per second against those of a server that is kept busy but not
overloaded, by the clock and by the processor; how fast others are refused; the
server's memory; and after what time no request is refused or late any more.
Figures by the clock are good on an idle machine only.
"""

import argparse
import asyncio
import os
import tempfile
from typing import Dict, List, NamedTuple, Sequence, Set

import load
import load_lstm
from open_loop import Client, Sample, percentile, poisson

QUEUE = 64
LIGHT, HEAVY, AFTER = 0.8, 3.0, 0.5  # of the capacity


class Options(NamedTuple):
    """Seconds of each part."""

    busy: float = 10  # measures the capacity
    light: float = 10
    heavy: float = 60
    after: float = 5


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
    """The parts, one after the other."""

    busy: Part
    light: Part
    heavy: Part
    after: Part
    looks: List[Look]
    answers: Dict[int, Set[bytes]]

    def share(self) -> float:
        """Returns the answers per second under overload, of the capacity."""
        return (self.heavy.answered() / self.heavy.seconds) / (
            self.busy.answered() / self.busy.seconds)

    def processor_share(self) -> float:
        """Returns the same per second of the processor."""
        return (self.heavy.computed / self.heavy.processor) / (
            self.busy.computed / self.busy.processor)

    def growth(self) -> int:
        """Returns the bytes since a tenth of the overload."""
        begin = self.looks[-1].time / 10
        return self.looks[-1].memory - next(
            look.memory for look in self.looks if look.time >= begin)

    def recovery(self) -> float:
        """Returns how long after the overload something came that was refused
        or took more than twice as long as the p99 of light load."""
        limit = 2 * percentile(self.light.latencies(), 99)
        return max([s.due - self.heavy.seconds for s in self.after.samples
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


async def _busy(client: Client, process: int, seconds: float) -> Part:
    before, first = load.processor_time(process), len(client.samples)
    # Half of the queue: batches are full, and nothing is refused.
    samples = await client.keep(QUEUE // 2, seconds)
    return Part(samples, seconds, len(client.samples) - first,
                load.processor_time(process) - before)


async def overload(server: load.Process, requests: Sequence[bytes],
                   options: Options) -> Report:
    """Measures all parts, one after the other."""
    process, port = server[0].pid, server[1]
    client = Client(port, requests)
    await _busy(client, process, min(1.0, options.busy))  # caches are warm
    busy = await _busy(client, process, options.busy)
    rate = busy.answered() / busy.seconds
    light = Part(await client.send_at(poisson(LIGHT * rate, options.light)),
                 options.light)
    # Requests behind the overload do not wait for the end of those of it.
    times = poisson(HEAVY * rate, options.heavy)
    times += [options.heavy + time
              for time in poisson(AFTER * rate, options.after)]
    watch = asyncio.create_task(_watch(process, options.heavy))
    before = load.processor_time(process)
    samples = await client.send_at(times)
    used = load.processor_time(process) - before
    heavy = [s for s in samples if s.due < options.heavy]
    after = [s for s in samples if s.due >= options.heavy]
    computed = sum(s.status == 200 for s in samples)
    return Report(busy, light, Part(heavy, options.heavy, computed, used),
                  Part(after, options.after), await watch, client.answers)


def print_report(report: Report) -> None:
    busy, heavy = report.busy, report.heavy
    refusals = heavy.refusals()
    print(f"busy: {busy.answered() / busy.seconds:.1f} answers per second, "
          f"{busy.computed / busy.processor:.1f} of the processor")
    print(f"{LIGHT} of that: p99 "
          f"{percentile(report.light.latencies(), 99):.1f} ms")
    print(f"{HEAVY} times that: {report.share():.1%} of the answers per "
          f"second, {report.processor_share():.1%} of the processor; p99 "
          f"{percentile(heavy.latencies(), 99):.1f} ms")
    print(f"{len(refusals)} refused, p50 {percentile(refusals, 50):.1f} ms, "
          f"p99 {percentile(refusals, 99):.1f} ms; {heavy.other()} neither")
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
