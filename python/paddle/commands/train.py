"""The verb `paddle train`: steps of a saved training program."""

import argparse
import os
from typing import Any, Dict, Iterator, List, Tuple

import numpy as np

from .. import core, io
from ..cli.arguments import Parser
from ..inference.model import infos
from . import arrays, options
from .inspect import read_program

DESCRIPTION = ("Trains a program, a file with what Program.serialize() returns "
               "of one with an optimizer, on arrays in files.")
EXAMPLE = ("paddle train main.program --startup startup.program "
           "--data data.npz --steps 1000 --fetch mean_0.tmp_0 --save trained")


def add_arguments(parser: Parser) -> None:
    parser.add_argument("program", metavar="PROGRAM",
                        help="a file with Program.serialize()")
    parser.add_argument("--data", action="append", required=True,
                        metavar="[NAME=]FILE", help="FILE.npz, whose arrays "
                        "have the names of data, or NAME=FILE.npy; sequences "
                        "as of paddle run")
    parser.add_argument("--startup", metavar="FILE", help="the program that "
                        "gives parameters their first values")
    parser.add_argument("--load", metavar="FILE", help="values to go on from, "
                        "as --save writes them")
    parser.add_argument("--steps", type=options.count, default=100,
                        metavar="N", help="(default: 100)")
    parser.add_argument("--batch", type=options.count, default=32, metavar="N",
                        help="samples of a step (default: 32)")
    parser.add_argument("--seed", type=options.number, default=0, metavar="N",
                        help="of the first values and the order of samples, "
                        "which is another one in each epoch (default: 0)")
    parser.add_argument("--fetch", action="append", default=[],
                        metavar="NAME", help="print the mean of a variable, "
                        "such as the loss; may be given again")
    parser.add_argument("--every", type=options.count, default=10, metavar="N",
                        help="after so many steps (default: 10)")
    parser.add_argument("--save", metavar="FILE", help="write parameters and "
                        "the state of the optimizer, at the end")
    parser.add_argument("--model", metavar="DIR", help="write the model of "
                        "--outputs for inference, at the end")
    parser.add_argument("--outputs", metavar="NAME,...", help="of --model")


def run(given: argparse.Namespace) -> int:
    """Trains, prints and saves."""
    if (given.model is None) != (given.outputs is None):
        raise ValueError("--model and --outputs belong together")
    program = read_program(given.program)
    data = arrays.values(*_data(program, given))
    scope = core.Scope()
    executor = core.Executor()
    _set_values(program, given, executor, scope)
    _train(program, data, given, executor, scope)
    if given.save is not None:
        io.save(given.save, program, scope=scope)
    if given.model is not None:
        _save_model(program, given, scope)
    return 0


def _data(program: core.Program,
          given: argparse.Namespace) -> Tuple[Any, Dict[str, Any]]:
    names = [v.name for v in program.global_block().vars if v.is_data]
    feeds = infos(program, names)
    found = arrays.read(given.data)
    known = {*names, *(name + arrays.LENGTHS for name in names)}
    for name in found:
        if name not in known:
            raise KeyError(f"the program has no data {name!r}; it has "
                           + "; ".join(map(str, feeds)))
    return feeds, found


def _set_values(program: core.Program, given: argparse.Namespace,
                executor: core.Executor, scope: core.Scope) -> None:
    program.random_seed = program.random_seed or given.seed
    if given.startup is not None:
        startup = read_program(given.startup)
        startup.random_seed = startup.random_seed or given.seed
        executor.run(startup, scope=scope)
    if given.load is not None:
        io.load(given.load, program, scope=scope)
    missing = [name for name in core._persistable_names(program)
               if scope.find_var(name) is None]
    if missing:
        raise ValueError(f"no values of {len(missing)} variables, such as "
                         f"{missing[0]}: give --startup FILE or --load FILE")


def _train(program: core.Program, data: Dict[str, Any],
           given: argparse.Namespace, executor: core.Executor,
           scope: core.Scope) -> None:
    sums = np.zeros(len(given.fetch))
    steps = 0
    for step, feed in enumerate(_steps(program, data, given), 1):
        values = executor.run(program, feed, given.fetch, scope)
        sums += [_mean(value) for value in values]
        steps += 1
        if given.fetch and (step % given.every == 0 or step == given.steps):
            words = [f"{name} {value / steps:.6g}"
                     for name, value in zip(given.fetch, sums)]
            print(f"step {step}: {', '.join(words)}", flush=True)
            sums[:] = 0
            steps = 0


def _mean(value: Any) -> float:
    return float(np.mean(np.concatenate(value) if isinstance(value, list)
                         else value))


def _steps(program: core.Program, data: Dict[str, Any],
           given: argparse.Namespace) -> Iterator[Dict[str, Any]]:
    """Yields the feeds of all steps: epochs, each in an order of its own."""
    feeds = infos(program, list(data))
    if 0 in arrays.counts_of(feeds, data).values():
        raise ValueError("the data have no samples")
    random = np.random.default_rng(given.seed)
    left = given.steps
    while True:
        for feed in arrays.batches(feeds, arrays.shuffled(feeds, data, random),
                                   given.batch):
            yield feed
            left -= 1
            if left == 0:
                return


def _save_model(program: core.Program, given: argparse.Namespace,
                scope: core.Scope) -> None:
    outputs: List[str] = given.outputs.split(",")
    test = program.clone(for_test=True)
    needed = [v.name for v in test.prune([], outputs).global_block().vars
              if v.is_data]
    io.save_inference_model(os.fspath(given.model), needed, outputs, test,
                            scope)
