"""Measures what bad requests cost those who send good ones.

    bazel build //tools/serve:paddle_serve
    ./tools/dev python tools/serve/hostile_load.py \\
        bazel-bin/tools/serve/paddle_serve [--requests 10000] [--rate 200]

The server has a core of its own and is kept busy by the sequences of
load_lstm.py, for a while alone and then beside requests of hostile_test.py, on
connections of their own. Answers per second of the clock are good on an idle
machine only; those of the processor hold on a busy one, too.
"""

import argparse
import asyncio
import collections
import http.client
import os
import random
import socket
import tempfile
import threading
import time
from typing import Counter, Iterator

import load
import load_lstm
from hostile_test import bad_requests
from overload import Turns
from serving_case import Model, classifier


def status_of(port: int, data: bytes) -> int:
    """Returns the status that a request gets; 0: none."""
    try:
        with socket.create_connection(("127.0.0.1", port), 60) as link:
            link.sendall(data)
            reply = http.client.HTTPResponse(link)
            reply.begin()
            reply.read()
            return reply.status
    except (OSError, http.client.HTTPException):
        return 0


def endless(source: random.Random) -> Iterator[bytes]:
    while True:
        for _, data in bad_requests(source):
            yield data


class Hostile(threading.Thread):
    """Sends so many bad requests, one after the other."""

    def __init__(self, port: int, requests: int, rate: float) -> None:
        super().__init__()
        self.statuses: Counter[int] = collections.Counter()
        self._port, self._requests, self._rate = port, requests, rate

    def run(self) -> None:
        begin, source = time.monotonic(), endless(random.Random(5))
        for number in range(self._requests):
            wait = begin + number / self._rate - time.monotonic()
            if wait > 0:
                time.sleep(wait)
            self.statuses[status_of(self._port, next(source))] += 1


async def measure(name: str, turns: Turns, seconds: float) -> float:
    """Prints the good answers, and returns how many per second there are."""
    part = await turns.busy(seconds)
    bad = sum(sample.status != 200 for sample in part.samples)
    print(f"{name:8}{part.rate():8.1f} per second, "
          f"{part.processor_rate():8.1f} of the processor, {bad} not answered",
          flush=True)
    return part.rate()


async def compare(server: load.Process, options: argparse.Namespace) -> None:
    turns = Turns(server, load_lstm.bodies())
    seconds = options.requests / options.rate
    await measure("warm", turns, 2)
    alone = await measure("alone", turns, seconds)
    hostile = Hostile(server[1], options.requests, options.rate)
    hostile.start()
    beside = await measure("beside", turns, seconds)
    hostile.join()
    again = await measure("alone", turns, seconds)
    print(f"{2 * beside / (alone + again):.1%} of the answers beside bad "
          f"requests; these got {dict(sorted(hostile.statuses.items()))}")
    assert server[0].poll() is None, "the server has ended"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("--requests", type=int, default=10000)
    parser.add_argument("--rate", type=float, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        load.save(folder, "lstm", load_lstm.network, max_batch_rows=4096)
        os.makedirs(f"{folder}/mlp")
        Model(classifier).save(f"{folder}/mlp/1")
        with load.started(options.server, f"--models={folder}",
                          "--port=0") as server:
            asyncio.run(compare(server, options))


if __name__ == "__main__":
    os.sched_setaffinity(0, {0})
    main()
