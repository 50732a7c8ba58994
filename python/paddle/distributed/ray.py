"""Runs a script on the nodes of a cluster of Ray.

    import ray
    from paddle.distributed.ray import run

    ray.init("auto")
    run("train.py", nodes=4, store="etcd://10.0.0.1:2379/run", job="seven")

Ray finds the nodes and starts what is lost elsewhere; it carries no tensors. On
each node an actor runs `paddle run`, so that everything is as it is there.
"""

import os
import sys
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence

_CLI = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(
    __file__))), "cli")


def run(script: str, arguments: Sequence[str] = (), *, nodes: int, store: str,
        job: str, nproc: int = 1, cpus: Optional[float] = None,
        gpus: float = 0.0, options: Sequence[str] = (), restarts: int = 3,
        environ: Mapping[str, str] = {}, spread: bool = True) -> None:
    """Runs a script as a job; returns when it has ended well.

    `ray.init` comes first. Python, Paddle and the script have the same paths on
    all nodes. An actor that is lost, with its node, is made again, where Ray
    has room; the trainers of the others wait for it, as `paddle run --nnodes`
    says.

    Args:
      script: a file, which the nodes have, too.
      arguments: of the script.
      nodes: how many take part.
      store: the URL of etcd, with a prefix, which the nodes reach.
      job: a name that no other job has there.
      nproc: processes of each node.
      cpus: of each node, `nproc` by default.
      gpus: of each node.
      options: more of `paddle run`, "--shards=8" say.
      restarts: how many actors may be made again.
      environ: variables of the trainers, beside those of the nodes.
      spread: each actor has a node of its own; False if some may share one.

    Raises:
      ImportError: Ray is not installed.
      RuntimeError: the job has ended with an exit status, or more actors were
        lost than that.

    Example:
      >>> def train(address):
      ...     from paddle.distributed.ray import run
      ...     run("train.py", ["--epochs", "5"], nodes=4, nproc=8,
      ...         store=f"etcd://{address}/run", job="seven")
    """
    from ..cli import run as launcher

    command = ["--nnodes", str(nodes), "--nproc", str(nproc), "--store", store,
               "--job", job, *options]
    launcher.parse([*command, script])  # Says what is wrong here, not there.
    import ray  # type: ignore[import]
    from ray.util import (  # type: ignore[import]
        placement_group, remove_placement_group)

    cpus = nproc if cpus is None else cpus
    group = placement_group(
        [_resources(cpus, gpus)] * nodes,
        strategy="STRICT_SPREAD" if spread else "SPREAD")
    try:
        ray.get(group.ready())
        _Agents(ray, group, cpus=cpus, gpus=gpus,
                arguments=([*command, "--address"],
                           [os.path.abspath(script), *arguments],
                           dict(environ))).run(nodes, restarts)
    finally:
        remove_placement_group(group)


def _resources(cpus: float, gpus: float) -> Dict[str, float]:
    return {name: count for name, count in (("CPU", cpus), ("GPU", gpus))
            if count}


def _agent() -> type:
    """Returns the class of actors. Ray sends it as it is, since it is local:
    an actor has no need of the engine."""
    python, folder, cli = sys.executable, os.getcwd(), _CLI

    class Agent:
        """Runs `paddle run` on a node."""

        def run(self, before: List[str], after: List[str],
                environ: Dict[str, str]) -> int:
            """Returns the exit status."""
            import subprocess

            import ray  # type: ignore[import]

            return subprocess.run(
                [python, f"{cli}/die_with_parent.py", str(os.getpid()),
                 python, cli, "run", *before, ray.util.get_node_ip_address(),
                 *after], cwd=folder, env={**os.environ, **environ}
            ).returncode

    return Agent


class _Agents:
    """The actors of a job.

    arguments: of each actor's `run`.
    """

    def __init__(self, ray: Any, group: Any, cpus: float, gpus: float,
                 arguments: Sequence[Any]) -> None:
        self._ray, self._arguments = ray, arguments
        from ray.util.scheduling_strategies import (  # type: ignore[import]
            PlacementGroupSchedulingStrategy)

        actor = ray.remote(num_cpus=cpus, num_gpus=gpus)(_agent())
        self._make: Callable[[int], Any] = lambda index: actor.options(
            scheduling_strategy=PlacementGroupSchedulingStrategy(
                group, placement_group_bundle_index=index)).remote()
        self._actors: Dict[int, Any] = {}

    def _start(self, index: int) -> Any:
        self._actors[index] = self._make(index)
        return self._actors[index].run.remote(*self._arguments)

    def run(self, count: int, restarts: int) -> None:
        """Returns when all have ended well."""
        running = {self._start(index): index for index in range(count)}
        while running:
            (ended, *_), _ = self._ray.wait(list(running))
            index = running.pop(ended)
            try:
                status = self._ray.get(ended)
            except self._ray.exceptions.RayActorError as error:
                if restarts == 0:
                    raise RuntimeError(
                        f"actor {index} is lost, and no restarts are left: "
                        f"{error}") from error
                restarts -= 1
                running[self._start(index)] = index
                continue
            if status:
                raise RuntimeError(f"paddle run of actor {index} has ended "
                                   f"with the exit status {status}")
