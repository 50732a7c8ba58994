"""One call of Trainer.train: the loop, and all that it carries on."""

import copy
import itertools
import os
import shutil
import tempfile
from typing import (
    Any, Callable, Dict, Iterable, Iterator, List, Optional, Tuple)

from .. import event
from ..data.feeder import DataFeeder, size_of
from ..data.read_ahead import close
from ..reader import Reader, check_reader
from . import agreement
from .checkpoint import Checkpoints
from .early_stopping import EarlyStopping
from .feeds import Fed, fed
from .interrupt import Interrupt
from .measures import Measures
from .progress import Progress
from .shares import Alone, Shares
from .state import load_state, set_random
from .tables import send_tables
from .trained import Trained


class TrainingRun:
    """The loop over epochs and batches. Its counters are what a checkpoint
    holds besides variables: see state_dict."""

    def __init__(self, trainer: Trained, reader: Reader, epochs: int,
                 feeder: DataFeeder, handler: Callable[[Any], None],
                 eval_reader: Optional[Reader], eval_every: Optional[int],
                 checkpoints: Optional[Checkpoints],
                 early: Optional[EarlyStopping], log_every: int,
                 read_ahead: int) -> None:
        self._trainer, self._reader = trainer, reader
        self._epochs, self._feeder = epochs, feeder
        # The job, if it divides the data.
        self._shared = trainer.job if (
            trainer.job is not None and (
                trainer.job.shards > 1 or trainer.job.servers)) else None
        self._tell = handler
        self._eval_reader, self._eval_every = eval_reader, eval_every
        self._checkpoints, self._early = checkpoints, early
        self._progress = Progress(epochs, log_every) if log_every else None
        self._read_ahead = read_ahead
        # The position of the reader behind the last step, if it has read on.
        self._position: Any = None
        self._measures = Measures(trainer.loss, trainer.metrics)
        self._epoch = self._batch = self._step = 0
        self._evaluated: Dict[str, Any] = {}
        self._history: List[Dict[str, Any]] = []
        self._best = ""  # a file, there if anything is known to be best
        self._saved = (-1, -1)  # epoch and batch of the last checkpoint
        self._missed = False  # whether others have made steps without it
        self._check()

    def _check(self) -> None:
        """Raises for what cannot be done, or contradicts itself."""
        check_reader("reader", self._reader)
        if self._eval_reader is not None:
            check_reader("eval_reader", self._eval_reader)
        if self._eval_every and self._eval_reader is None:
            raise ValueError("eval_every is given, but no eval_reader")
        names = list(self._measures.eval())
        if self._eval_reader is not None:
            names += [f"eval_{name}" for name in names]
        if self._early and self._early.monitor not in names:
            raise ValueError(f"early stopping monitors {self._early.monitor}; "
                             "there are " + ", ".join(names))
        if self._checkpoints is not None:
            self._state()  # Rather now than at the first checkpoint.

    def run(self, resume: bool) -> List[Dict[str, Any]]:
        """Trains to the end, or until something stops it."""
        with tempfile.TemporaryDirectory() as folder, Interrupt(
                self._interrupted, self._checkpoints is not None):
            self._best = os.path.join(folder, "best")
            if self._early is not None:
                self._early.reset()
            if resume:
                self._resume()
            while self._epoch < self._epochs and not self._stopping():
                self._run_epoch()
            if self._stopping() and self._saved != (self._epoch, self._batch):
                self._save()
            if not self._trainer.stopping:
                if self._shared is not None and self._early is not None:
                    agreement.best(self._shared, self._best, self._missed)
                if os.path.exists(self._best):
                    self._trainer.load_params(self._best)
        return self._history

    def _interrupted(self) -> None:
        self._trainer.interrupted = True
        self._trainer.stop()

    def _stopping(self) -> bool:
        return self._trainer.stopping or (
            self._early is not None and self._early.stopped)

    def _run_epoch(self) -> None:
        self._tell(event.BeginEpoch(self._epoch))
        if self._progress:
            self._progress.begin(self._epoch, self._batch, self._length())
        batches = self._fed()
        try:
            for batch in batches:
                self._skip()
                self._train_on(batch)
                if self._shared is None and self._stopping():
                    return
            self._skip()
            self._position = None
        finally:
            close(batches)
        if self._shared is not None and self._shared.asked_to_stop:
            self._trainer.stop()
            return
        if self._batch == 0:
            raise ValueError(
                f"the reader gave no batch in epoch {self._epoch}: it returns "
                "a new iterator at each call")
        self._end_epoch()

    def _skip(self) -> None:
        """Counts the steps that others have made without this trainer."""
        if self._shared is None:
            return
        skipped = self._shared.take_skipped()
        self._step += skipped
        self._batch += skipped
        self._missed = self._missed or skipped > 0
        if skipped and self._saves_here():
            self._saved = (self._epoch, self._batch)

    def _saves_here(self) -> bool:
        """Tells whether there is a checkpoint behind the last step."""
        return self._checkpoints is not None and (
            self._checkpoints.every is not None and
            self._step % self._checkpoints.every == 0)

    def _length(self) -> Optional[int]:
        try:
            return len(self._reader)  # type: ignore[arg-type]
        except TypeError:
            return None

    def _batches(self) -> Iterable[Any]:
        if self._shared is not None:
            return self._shared.shard(
                self._rest(self._batch * self._shared.shards), self._stopping,
                self._trainer.scope)
        return self._rest(self._batch)

    def _fed(self) -> Iterator[Fed]:
        """Returns the batches of this epoch, converted; those of a job, which
        may divide them anew, are converted in the step."""
        if self._trainer.job is not None:
            return fed(self._batches, lambda batch: None)
        return fed(self._batches, self._feeder.feed, self._place_of_reader,
                   self._read_ahead)

    def _place_of_reader(self) -> Any:
        """Returns what a checkpoint saves of the reader; it may go on to
        change its own."""
        return None if self._checkpoints is None else copy.deepcopy(
            _state_of(self._reader))

    def _rest(self, batches: int) -> Iterable[Any]:
        """Returns the data of this epoch after so many batches."""
        if batches == 0 or hasattr(self._reader, "load_state_dict"):
            return self._reader()
        return itertools.islice(self._reader(), batches, None)

    def _train_on(self, taken: Fed) -> None:
        metrics: Dict[str, float] = {}
        batch = taken.batch
        fetched = self._trainer.step(
            batch, self._feeder.feed if taken.feed is None
            else lambda _: taken.feed, self._measures.names)
        self._position = taken.position
        # Meanwhile this trainer may have got other shards.
        batches = [batch] if self._shared is None else (
            self._shared.batches_of(batch))
        for each, values in zip(batches, fetched):
            metrics = self._measures.update(values, size_of(each))
        self._step += 1
        self._batch += 1
        if self._progress:
            self._progress.step(self._measures.means())
        self._tell(event.EndStep(self._epoch, self._batch - 1, self._step,
                                 metrics))
        if self._eval_every and self._step % self._eval_every == 0:
            self._evaluate()
        if self._saves_here():
            self._save()

    def _end_epoch(self) -> None:
        if self._eval_reader is not None and not self._eval_every:
            self._evaluate()
        if self._shared is not None:
            self._measures.add_all(self._shared.gather)
        measured = self._measures.eval()
        self._watch(measured)
        metrics = {**measured, **self._evaluated}
        self._history.append(metrics)
        if self._progress:
            self._progress.end({name: value for name, value in metrics.items()
                                if isinstance(value, float)})
        self._tell(event.EndEpoch(self._epoch, self._step, metrics))
        self._epoch += 1
        self._batch = 0
        self._measures = Measures(self._trainer.loss, self._trainer.metrics)
        if self._checkpoints and not self._checkpoints.every:
            self._save()

    def _evaluate(self) -> None:
        assert self._eval_reader is not None
        measured: Dict[str, float] = {}
        if self._shared is None or not self._shared.replaying:
            measured = self._trainer.measure(self._eval_reader, self._feeder)
        if self._shared is not None:
            measured = agreement.measures(self._shared, measured, self._missed,
                                          self._early)
        self._evaluated = {f"eval_{name}": value
                           for name, value in measured.items()}
        self._tell(event.EndEvaluation(self._epoch, self._step,
                                       self._evaluated))
        self._watch(self._evaluated)

    def _watch(self, metrics: Dict[str, Any]) -> None:
        if self._early is None or self._early.monitor not in metrics:
            return
        if self._early.update(metrics[self._early.monitor]) and (
                self._early.restore_best):
            self._trainer.save_params(self._best)

    def _save(self) -> None:
        if self._checkpoints is None:
            return
        if self._shared is not None:
            self._shared.fetch_state(self._trainer.scope)
        Shares(self._checkpoints, self._trainer, self._shared or Alone()).save(
            self._state(), self._best, self._missed)
        self._saved = (self._epoch, self._batch)

    def _state(self) -> Dict[str, Any]:
        job = self._shared
        return {
            "epoch": self._epoch, "batch": self._batch, "step": self._step,
            "shards": 1 if job is None else job.shards,
            "job_steps": 0 if job is None else job.steps,
            "metrics": (self._measures.state_dict() if job is None else
                        self._measures.state_of_all(job.gather)),
            "evaluated": self._evaluated, "history": self._history,
            "early_stopping": _state_of(self._early),
            "reader": (_state_of(self._reader) if self._position is None
                       else self._position),
            "eval_reader": _state_of(self._eval_reader)}

    def _load(self) -> Tuple[Optional[str], Dict[str, Any]]:
        """Returns the folder of the newest checkpoint and its state, the same
        in all trainers of a job, and sets the variables."""
        assert self._checkpoints is not None
        if self._shared is None:
            return load_state(self._checkpoints, self._trainer)
        replaying = self._shared.replaying
        found: Tuple[Optional[str], Dict[str, Any]] = (None, {})
        if not replaying:  # else the others have read one, and give the values
            found = load_state(self._checkpoints, self._trainer)
        each = agreement.gathered(self._shared.gather, found)
        folder, state = each[0]
        self._check_equal(each)
        if replaying and folder is not None:
            set_random(self._trainer.scope, state["seed"],
                       state["random_step"])
        return folder, state

    def _check_equal(self, found: List[Any]) -> None:
        """Raises RuntimeError if trainers have read different checkpoints."""
        places = [(state.get("epoch", 0), state.get("batch", 0))
                  for _, state in found]
        for rank, place in enumerate(places):
            if place != places[0] or found[rank][1] != found[0][1]:
                assert self._checkpoints is not None
                raise RuntimeError(
                    f"trainer {rank} goes on at (epoch, batch) {place}, "
                    f"trainer 0 at {places[0]}: the folder "
                    f"{self._checkpoints.folder} is not the same on all "
                    "machines")

    def _resume(self) -> None:
        folder, state = self._load()
        if folder is None:
            return
        self._check_shards(folder, state.get("shards", 1))
        self._epoch, self._batch = state["epoch"], state["batch"]
        self._step, self._history = state["step"], state["history"]
        self._evaluated = state["evaluated"]
        if self._shared is None:
            self._measures.load_state_dict(state["metrics"])
        else:
            self._shared.steps = state["job_steps"]
            send_tables(folder, state, self._trainer)
            self._trainer.send_state()
            if self._shared.is_first:  # Those of all; the others add to them.
                self._measures.load_state_dict(state["metrics"])
        if state["early_stopping"] is not None:  # Else it watches from now on.
            _set_state("early_stopping", self._early, state)
        _set_state("reader", self._reader, state)
        _set_state("eval_reader", self._eval_reader, state)
        self._saved = (self._epoch, self._batch)
        if os.path.exists(os.path.join(folder, "best")):
            shutil.copyfile(os.path.join(folder, "best"), self._best)

    def _check_shards(self, folder: str, saved: int) -> None:
        shards = 1 if self._shared is None else self._shared.shards
        if saved != shards:
            raise ValueError(
                f"the checkpoint {folder} is of a training of {saved} "
                f"shard(s), and this one has {shards}: its position in the "
                "data means nothing here")


def _state_of(part: Any) -> Any:
    return part.state_dict() if hasattr(part, "state_dict") else None


def _set_state(name: str, part: Any, state: Dict[str, Any]) -> None:
    if not hasattr(part, "load_state_dict"):
        return
    if state[name] is None:
        raise ValueError(f"the checkpoint has no state of {name}: it was saved "
                         "without one, or by one without position")
    part.load_state_dict(state[name])
