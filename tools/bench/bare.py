"""The convolutions of nets as bare primitives of oneDNN, one behind the other:
the limit of what a library that calls oneDNN can reach (bare_layers.cc)."""

import os
import subprocess
from typing import List, NamedTuple

from rows import program


class BareTimes(NamedTuple):
    """Milliseconds of all convolutions of a net."""
    later: float
    start: float  # from plain filters to the end of the first run


def bare_times(lines: List[str], threads: int, rounds: int, *options: str
               ) -> BareTimes:
    """Runs the layers that bare_layers.cc would read in these lines, in a
    process of its own. With the option "train", with their gradients."""
    output = subprocess.run(
        [program("bare_layers"), str(rounds), *options],
        input="\n".join(lines).encode(), check=True, stdout=subprocess.PIPE,
        env=dict(os.environ, OMP_NUM_THREADS=str(threads))).stdout
    return BareTimes(*map(float, output.split()))
