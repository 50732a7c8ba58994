"""Functions from program to program.

`pd.optimize` runs them; an `Executor` runs those of level 1 over what it
compiles, those of level 2 too if it is made with `optimize=2`, and none with
`optimize=False`.
"""

import builtins
from typing import Any, NamedTuple, Optional, Sequence, Tuple

from . import core

# optimize is a function of the package.
__all__ = ["Served", "ServerPrograms", "StagePrograms", "list",
           "parameter_server", "pipeline", "place"]


class ServerPrograms(NamedTuple):
    """The programs of a server.

    Members:
      main: has its parameters, and blocks that are called by name.
      startup: gives them their first values.

    Example:
      >>> x = pd.layer.data("x", [None, 2])
      >>> pairs = pd.optimizer.SGD(0.1).minimize(
      ...     pd.layer.mean(pd.layer.fc(x, 1)))
      >>> server, = pd.passes.parameter_server(
      ...     pd.default_main_program(), pd.default_startup_program()).server
      >>> [op.type for op in server.startup.global_block().ops]
      ['uniform_random', 'fill_constant', 'fill_constant']
    """
    main: core.Program
    startup: core.Program


class Served(NamedTuple):
    """The programs of trainers and of their servers.

    Members:
      main: what a trainer runs for its last shard of a step.
      shard: what it runs for each of the others; None with one shard.
      idle: what it runs in a step without rows; None with one shard.
      startup: fetches the parameters from the servers.
      server: those of each server.

    Example:
      >>> x = pd.layer.data("x", [None, 2])
      >>> pairs = pd.optimizer.SGD(0.1).minimize(
      ...     pd.layer.mean(pd.layer.fc(x, 1)))
      >>> cut = pd.passes.parameter_server(
      ...     pd.default_main_program(), pd.default_startup_program())
      >>> [op.type for op in cut.startup.global_block().ops]
      ['pull_parameter']
    """
    main: core.Program
    shard: Optional[core.Program]
    idle: Optional[core.Program]
    startup: core.Program
    server: Tuple[ServerPrograms, ...]


def parameter_server(main: core.Program, startup: core.Program, *,
                     servers: int = 1, shards: int = 1,
                     bucket_bytes: int = 25 << 20, min_piece: int = 8192,
                     push_every: int = 0, trainers: int = 1) -> Served:
    """Cuts a training program into that of trainers and those of servers.

    A trainer pushes its gradients where the optimizer was, and pulls the
    parameters. A server has some of the parameters, and runs what the
    optimizer did to them, unchanged. Of the tables of
    `pd.layer.embedding(distributed=True)` each server has some rows: trainers
    pull those that they look up. Job.parallelize(servers="sync") cuts a program
    so, and runs it.

    Args:
      main: trains: it has an optimizer.
      startup: gives its parameters their first values.
      servers: how many there are; large parameters are placed first.
      shards: parts into which the rows of a step are shared out.
      bucket_bytes: gradients travel in buckets of about this size.
      min_piece: parameters are cut into row pieces, one for each server, but
        of at least so many elements.
      push_every: if not 0, trainers keep the optimizer, and push how far they
        have come after so many of their steps, as
        Job.parallelize(servers="geo") has them do it.
      trainers: how many there are, of push_every.

    Raises:
      ValueError: the program has no optimizer, or there is no server.
      NotImplementedError: an operator needs the gradients of parameters that
        different servers have, such as clipping by the global norm; or an
        optimizer without lazy_mode, or weight decay, changes all rows of a
        distributed table.

    Example:
      >>> x = pd.layer.data("x", [None, 2])
      >>> pairs = pd.optimizer.SGD(0.1).minimize(
      ...     pd.layer.mean(pd.layer.fc(x, 1)))
      >>> cut = pd.passes.parameter_server(
      ...     pd.default_main_program(), pd.default_startup_program())
      >>> [op.type for op in cut.server[0].main.blocks[1].ops]
      ['sgd', 'sgd']
    """
    last, shard, idle, fetching, pairs = core._parameter_server(
        main, startup, servers, shards, bucket_bytes, min_piece, push_every,
        trainers)
    return Served(last, shard, idle, fetching,
                  tuple(ServerPrograms(*pair) for pair in pairs))


class StagePrograms(NamedTuple):
    """The programs of a stage.

    Members:
      main: computes what is on the stage, and exchanges it with others.
      startup: gives its parameters their first values.

    Example:
      >>> with pd.device("stage:0"):
      ...     x = pd.layer.relu(pd.layer.data("x", [None, 2]))
      >>> stage, = pd.passes.place(pd.default_main_program(),
      ...                          pd.default_startup_program())
      >>> [op.type for op in stage.main.global_block().ops]
      ['relu']
    """
    main: core.Program
    startup: core.Program


def place(main: core.Program, startup: core.Program, *,
          stages: int = 0) -> Tuple[StagePrograms, ...]:
    """Cuts a program into the stages on which its operators are (pd.device).

    What one stage computes and another one reads is sent as soon as it is
    there. Parameters, with their part of startup, are on the stage that changes
    them. The bits are those of one process.

    Args:
      main: any program.
      startup: gives its parameters their first values.
      stages: how many there are; 0: as many as operators name.

    Raises:
      ValueError: an operator is on a stage that is not there, no operator is
        on some stage, or two stages change one variable.
      NotImplementedError: something else than tensors would go from stage to
        stage.

    Example:
      >>> with pd.device("stage:0"):
      ...     h = pd.layer.relu(pd.layer.data("x", [None, 2]))
      >>> with pd.device("stage:1"):
      ...     y = pd.layer.tanh(h)
      >>> first, second = pd.passes.place(pd.default_main_program(),
      ...                                 pd.default_startup_program())
      >>> [op.type for op in first.main.global_block().ops]
      ['relu', 'send']
      >>> [op.type for op in second.main.global_block().ops]
      ['recv', 'tanh']
    """
    return tuple(StagePrograms(*pair)
                 for pair in core._place(main, startup, stages))


def pipeline(main: core.Program, startup: core.Program, *, stages: int = 0,
             micro_batches: int = 1,
             schedule: str = "1f1b") -> Tuple[StagePrograms, ...]:
    """Cuts a training program into stages that compute parts of a batch at the
    same time.

    Job.parallelize(pipeline=) cuts a program so, and runs it. Each micro-batch
    has operators of its own, in the order of the schedule; gradients are added
    up in the order of micro-batches, with the bits of accumulate_steps.

    Args:
      main: trains: it has an optimizer.
      startup: gives its parameters their first values.
      stages: how many there are; 0: as many as operators name.
      micro_batches: parts of a batch.
      schedule: "1f1b" or "gpipe"; see pd.distributed.Pipeline.

    Raises:
      ValueError: as place; or the program trains nothing, or a forward operator
        reads what a later stage computes.
      NotImplementedError: as place; or a gradient is sparse.

    Example:
      >>> with pd.device("stage:0"):
      ...     x = pd.layer.data("x", [None, 2])
      ...     loss = pd.layer.mean(pd.layer.fc(x, 1))
      >>> pairs = pd.optimizer.SGD(0.1).minimize(loss)
      >>> stage, = pd.passes.pipeline(pd.default_main_program(),
      ...                             pd.default_startup_program(),
      ...                             micro_batches=2)
      >>> [op.type for op in stage.main.global_block().ops][:2]
      ['micro_batch', 'mul']
    """
    return tuple(StagePrograms(*pair) for pair in core._pipeline(
        main, startup, stages, micro_batches, schedule))


def list() -> "builtins.list[core.Pass]":
    """The passes of this build, in the order in which they run.

    Example:
      >>> for each in pd.passes.list():
      ...     print(each.name, each.level)
      fold_constants 1
      prepare_weights 2
      cancel_squeezes 1
      cancel_transposes 1
      common_subexpressions 1
      hoist_invariants 1
      hoist_projections 2
      multiply_tables 2
      fold_batch_norm 2
      fold_quantization 2
      fuse_convolutions 2
      fuse_fc 2
      fuse_layer_norm 1
      channels_last 2
      convolve_channels_last 1
      fuse_elementwise 1
      fuse_optimizers 1
      tile_batch 2
      dead_operators 1
    """
    return core._passes()


def optimize(program: core.Program, only: Optional[Sequence[str]] = None,
             feeds: Any = None, targets: Any = None,
             level: int = 1,
             without: Optional[Sequence[str]] = None,
             place: Optional[core.Place] = None) -> core.Program:
    """A program that computes the same with less work.

    The program that is given stays as it is. Ids of operators stay, so that
    random numbers do, and so do the names of variables. After each pass that
    changed it the program is verified.

    Args:
      program: what to optimize.
      only: names of passes, to be run in this order; without it all of `level`
        and below run.
      feeds: variables or names that will be fed besides data variables.
      targets: variables or names that will be fetched: what neither they nor
        lasting effects (updates of parameters, prints) need is dropped.
        Without it any variable may be fetched, and nothing is dropped.
      level: 1: every bit of every result stays; 2: sums and products may be
        computed in another order.
      without: names of passes that do not run.
      place: where the program will run. With it there may be operators that
        only such a place has, and that have no gradients: executors run passes
        so by themselves, and such a program is not to be saved.

    Raises:
      KeyError: no pass, or no variable, has such a name.

    Example:
      >>> x = pd.layer.data("x", [None, 2])
      >>> y = pd.layer.scale(x, 2.0) + pd.layer.scale(x, 2.0)
      >>> program = pd.optimize(pd.default_main_program(), targets=[y])
      >>> [op.type for op in program.global_block().ops]
      ['scale', 'elementwise_add']
    """
    return core._optimize(program, only, feeds, targets, level, without,
                          place)
