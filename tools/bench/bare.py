"""The convolutions and products of nets as bare primitives of oneDNN, one after
another: the limit of what a library that calls oneDNN can reach
(bare_layers.cc)."""

import os
import subprocess
from typing import List, NamedTuple, Tuple

from rows import program


class BareTimes(NamedTuple):
    """Milliseconds of all layers of a net."""
    later: float
    start: float  # from plain filters to the end of the first run


def bare_times(layers: List[Tuple[int, ...]], threads: int, rounds: int,
               *options: str) -> BareTimes:
    """Runs layers of these sizes, which bare_layers.cc explains, in a process
    of its own. With the option "train", with their gradients."""
    lines = [" ".join(map(str, sizes)) for sizes in layers]
    output = subprocess.run(
        [program("bare_layers"), str(rounds), *options],
        input="\n".join(lines).encode(), check=True, stdout=subprocess.PIPE,
        env=dict(os.environ, OMP_NUM_THREADS=str(threads))).stdout
    return BareTimes(*map(float, output.split()))
