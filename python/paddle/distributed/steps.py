"""Runs the steps of a trainer, again where others are lost meanwhile."""

import warnings
from typing import Any, Callable, Dict, List, Optional, Sequence, Set

from .. import core
from . import environment


# A step that fails so often has a fault of its own, and no trainer was lost.
_MOST_ATTEMPTS = 20


class Steps:
    """The programs of a trainer and how it runs them.

    binds: whether programs find the group of trainers, and the servers, in the
      scope.
    are_served: whether servers keep the parameters of one of them.
    """

    def __init__(self, job: "core._Job") -> None:
        self._job = job
        self._made: Dict[int, "core._TrainerPrograms"] = {}  # by id of main
        self._mains: List[core.Program] = []  # so that ids stay their own
        self._other_runs = 0  # of programs that are not made
        self._silent: Set[str] = set()  # the servers that were told of
        self.binds = job.shards > 1
        self.are_served = False

    def add(self, made: "core._TrainerPrograms") -> core.Program:
        """Makes the programs known, if they are those of several shards;
        returns the main one."""
        if made.shard is not None:
            self._know(made)
        main: core.Program = made.main
        return main

    def add_served(self, made: "core._TrainerPrograms") -> None:
        """Makes programs known whose parameters are on servers."""
        self._know(made)
        self.binds = self.are_served = True

    def _know(self, made: "core._TrainerPrograms") -> None:
        self._mains.append(made.main)
        self._made[id(made.main)] = made

    def run(self, exe: core.Executor, program: core.Program,
            feeds_of: Callable[[], List[Any]], fetch_list: Any,
            where: core.Scope) -> List[List[Any]]:
        """Makes a step with the feeds of the shards that this trainer has by
        then; returns what is fetched for each, nothing for a step that was made
        without it."""
        made = self._made.get(id(program))
        if made is None:
            return self._run_once(exe, program, None, feeds_of(), fetch_list,
                                  where)
        self._job.begin_step(made.main, where)
        attempts = 0
        while not self._job.replaying:
            feeds = feeds_of()  # whose errors are the user's
            attempts += 1
            try:
                fetched = self._run_once(exe, program, made, feeds, fetch_list,
                                         where)
                self._job.complete_step()
                return fetched
            except OSError as error:
                self._tell_of_servers(str(error))
                if attempts == _MOST_ATTEMPTS:
                    raise
                repaired = self._job.repair_step()
                if repaired == "failed":
                    raise
                if repaired == "again":
                    continue
            fetched = self._recall(exe, made, feeds_of(), fetch_list, where)
            self._job.take_over_step()
            return fetched
        self._job.replay_step()
        return []

    def _tell_of_servers(self, error: str) -> None:
        """Warns of a server that does not answer, once, where the step is made
        again: nothing else would be heard of it for many minutes."""
        if not self._job.has_agent or not self.are_served:
            return
        for address in environment.read().servers:
            if address in error and address not in self._silent:
                self._silent.add(address)
                warnings.warn(
                    f"{error.splitlines()[0]}; with --restarts the step is "
                    f"made again, up to {_MOST_ATTEMPTS} times",
                    RuntimeWarning, stacklevel=5)

    def _recall(self, exe: core.Executor, made: "core._TrainerPrograms",
                feeds: Sequence[Any], fetch_list: Any,
                where: core.Scope) -> List[List[Any]]:
        """Returns what a step has fetched in which this trainer was
        interrupted, but which the others have completed. Its variables are
        still those before the step."""
        fetched = []
        begin, _ = self._job.own_shards
        first = (self._job.steps - 1) * self._job.shards + begin + 1
        for number, feed in enumerate(feeds):
            core._set_step(where, first + number)
            fetched.append(list(exe.eval(made.main, feed=feed, scope=where,
                                         fetch_list=fetch_list)))
        return fetched

    def _run_once(self, exe: core.Executor, program: core.Program,
                  made: "Optional[core._TrainerPrograms]",
                  feeds: Sequence[Any], fetch_list: Any,
                  where: core.Scope) -> List[List[Any]]:
        first = self._job.bind_step(where) if self.binds else 1
        if made is None:  # no step of the job, but with numbers of its own
            first += self._other_runs * self._job.shards
            self._other_runs += 1
        if not feeds and made is not None and made.idle is not None:
            exe.run(made.idle, scope=where)
            return []
        if len(feeds) > 1 and made is None:
            raise ValueError(f"{len(feeds)} batches for a program that "
                             "parallelize has not made")
        fetched = []
        for number, feed in enumerate(feeds or [{}]):
            if self._job.shards > 1:
                # Each shard of a step draws random numbers of its own.
                core._set_step(where, first + number)
            run = program
            if made is not None and number < len(feeds) - 1:
                run = made.shard
            fetched.append(list(exe.run(run, feed=feed, scope=where,
                                        fetch_list=fetch_list)))
        return fetched
