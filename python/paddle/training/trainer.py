"""Training with all that belongs to it: see Trainer."""

import os
from typing import (
    TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Sequence,
    Tuple, Union)

from .. import core, io
from ..data.feeder import DataFeeder, size_of
from ..data.read_ahead import check_positive
from ..reader import Reader, check_reader
from .checkpoint import Checkpoints
from .early_stopping import EarlyStopping
from .history import History
from .measures import Measures, MetricOf
from .predictions import Outputs, named, predictions
from .run import TrainingRun
from .tables import Tables

if TYPE_CHECKING:
    from ..distributed import Job

Network = Union[core.Variable, Callable[[], Any]]


class Trainer:
    """Trains a network, measures it, and keeps checkpoints.

        def network():
            image = pd.layer.data("image", [None, 784])
            label = pd.layer.data("label", [None, 1], "int64")
            out = pd.layer.fc(image, 10)
            loss = pd.layer.mean(
                pd.layer.softmax_with_cross_entropy(out, label))
            return loss, {"accuracy": pd.layer.accuracy(
                pd.layer.softmax(out), label)}

        trainer = pd.Trainer(network, pd.optimizer.Adam(0.001))
        trainer.train(reader, epochs=5, eval_reader=test_reader,
                      checkpoints="run1")
        print(trainer.test(test_reader))

    Args:
      network: a function that writes the network (into programs of the trainer)
        and returns its loss, or the loss and metrics, or these and what
        `predict` computes: a variable, several, or a dict of them by name; or
        the loss itself, of a program that is written.
      optimizer: what minimizes the loss, or a function that makes it, and may
        write to the program: a schedule of the learning rate, say. None: the
        program minimizes already.
      metrics: by name, either a variable, whose mean over samples is taken, or
        a pd.metric and the variables that its update takes, as a tuple.
      place: where to run; the CPU without it.
      startup: what gives the parameters of a written program their values; the
        default startup program without it.
      scope: where the values are; a new one without it. What has a value there
        keeps it; only what has none is initialised.
      job: the trainers that share the work, pd.distributed.init(). All make the
        same calls; each trains on its share of the batches, and measures of
        an epoch are those of all. Without it there is one. Servers, if it has
        any, make steps when all have given their gradients ("sync"). Where they
        keep tables (pd.layer.embedding(distributed=True)), what needs all
        rows in a trainer is a NotImplementedError: evaluation, saved
        parameters. Checkpoints have the rows.
      recompute: as of Optimizer.minimize: less memory for more time.

    Mistakes in the network are reported at the user's line, when it is
    written and when it runs.

    Example:
      >>> def network():
      ...     x = pd.layer.data("x", [None, 1])
      ...     y = pd.layer.data("y", [None, 1])
      ...     return pd.layer.mse_loss(pd.layer.fc(x, 1), y)
      >>> pd.seed(1)
      >>> trainer = pd.Trainer(network, pd.optimizer.SGD(0.1))
      >>> reader = lambda: iter([[([1.0], [2.0]), ([2.0], [4.0])]])
      >>> history = trainer.train(reader, epochs=200, progress=False)
      >>> trainer.test(reader)["loss"] < 0.1
      True
    """

    def __init__(self, network: Network,
                 optimizer: Union[None, core.Optimizer,
                                  Callable[[], core.Optimizer]] = None,
                 metrics: Optional[Mapping[str, MetricOf]] = None,
                 place: Optional[core.Place] = None,
                 startup: Optional[core.Program] = None,
                 scope: Optional[core.Scope] = None,
                 job: "Optional[Job]" = None,
                 recompute: Any = None) -> None:
        self.startup_program = startup or (
            core.Program() if callable(network)
            else core.default_startup_program())
        self.loss, own, self._outputs = self._write(network)
        self.program = self.loss.program
        self._metrics = {**own, **(metrics or {})}
        self.test_program = self.program.clone(for_test=True)
        if optimizer is not None:
            with core.program_guard(self.program, self.startup_program):
                made = optimizer() if callable(optimizer) else optimizer
                if not isinstance(made, core.Optimizer):
                    raise TypeError("optimizer is a pd.optimizer or a function "
                                    f"that makes one, not {made!r}")
                made.minimize(self.loss, recompute=recompute)
        self.job = job
        self._tables = Tables(self.program, job is not None and (
            job.servers > 0))
        self._stepped, self._fetching = self._cut()
        self.scope = core.Scope() if scope is None else scope
        self.executor = core.Executor(place or core.CPUPlace())
        self._initialize()
        self.interrupted = False  # whether Ctrl-C has ended train()
        self.stopping = False

    def _write(self, network: Network
               ) -> Tuple[core.Variable, Mapping[str, MetricOf],
                          Dict[str, str]]:
        if isinstance(network, core.Variable):
            return network, {}, {}
        if not callable(network):
            raise TypeError("network is a function or the loss, not "
                            + type(network).__name__)
        with core.program_guard(core.Program(), self.startup_program):
            made = network()
        loss, metrics, outputs = (
            *(made if isinstance(made, tuple) else (made,)), {}, {})[:3]
        if not isinstance(loss, core.Variable):
            raise TypeError("the network function returns its loss, or (loss, "
                            "metrics), or (loss, metrics, outputs), not "
                            f"{type(loss).__name__}")
        return loss, metrics, named(outputs)

    def _cut(self) -> Tuple[core.Program, Optional[core.Program]]:
        """Returns what a step runs, and what fetches the parameters where
        servers keep them."""
        if self.job is None:
            return self.program, None
        if not self.job.servers:
            return self.job.parallelize(self.program), None
        return self.job.parallelize(self.program, self.startup_program,
                                    servers="sync")

    def send_state(self) -> None:
        """Has the servers of the job, if any, go on from the values in the
        scope."""
        if self.job is not None and self._fetching is not None:
            self.job.send_state(self.scope)

    def _initialize(self) -> None:
        missing = [name for name in core._persistable_names(self.program)
                   if not self._has_value(name)]
        startup = self.startup_program
        if self.job is not None and self._fetching is not None:
            startup = self._fetching
            # The parameters come from the servers, which have these values.
            self.send_state()
            self.job.bind(self.scope)
        written = {v.name for v in startup.list_vars()}
        if written.intersection(missing):
            self.executor.run(
                startup.prune([], [n for n in missing if n in written]),
                scope=self.scope)

    def _has_value(self, name: str) -> bool:
        found = self.scope.find_var(name)
        return found is not None and found.get_tensor().initialized

    def train(self, reader: Reader, epochs: int = 1, *,
              feed_order: Optional[Sequence[Union[core.Variable, str]]] = None,
              event_handler: Optional[Callable[[Any], None]] = None,
              eval_reader: Optional[Reader] = None,
              eval_every: Optional[int] = None,
              checkpoints: Union[Checkpoints, str, None] = None,
              resume: bool = True,
              early_stopping: Optional[EarlyStopping] = None,
              progress: bool = True,
              log_every: int = 100,
              read_ahead: int = 0) -> History:
        """Trains; returns the metrics of each epoch, in a list.

        Args:
          reader: gives batches, what DataFeeder.feed takes: lists of samples,
            tuples of columns, or dicts. A pd.reader.DataPipeline has an exact
            position, which checkpoints save; of any other reader a resumed
            epoch drops the batches that it had seen.
          epochs: how many there are in all, those before a checkpoint included.
          feed_order: the data that the parts of a sample are for; all data of
            the program, in order, without it.
          event_handler: is called with each pd.event; it may call stop().
          eval_reader: batches to measure on, at the end of each epoch or each
            `eval_every` steps; the metrics are called "eval_loss" and so on.
          checkpoints: where they go: a pd.Checkpoints, or a folder.
            With them Ctrl-C lets the step end, saves a checkpoint and returns,
            with `interrupted` set; a second one is a KeyboardInterrupt at
            once. In a job each trainer writes its share, and all read all:
            the folder is one that all machines share. Another number of
            trainers may go on from one, to the same bits, but not another
            number of shards. OSError in all trainers, and nothing is left of
            it, if one cannot write its share.
          resume: go on from the newest checkpoint, if there is one, to the same
            bits: parameters, state of the optimizer (its learning rate, too),
            random numbers, position in the data, metrics.
          early_stopping: see pd.EarlyStopping.
          read_ahead: so many batches a thread reads and converts while steps
            compute, which pays where that takes a millisecond or more. Results
            and checkpoints are the same, but the reader is ahead of the steps
            wherever else its position is asked for, and runs in that thread.
            A job reads in its own way and ignores it.
          progress: whether to show it, on standard error: a bar, or, if that is
            no terminal, a line each `log_every` steps.
        """
        if isinstance(checkpoints, (str, os.PathLike)):
            checkpoints = Checkpoints(checkpoints)
        self._tables.refuse("eval_reader", eval_reader is not None)
        self._tables.refuse("restore_best", early_stopping is not None and (
            early_stopping.restore_best))
        if read_ahead:
            check_positive("read_ahead", read_ahead)
        for name, value in (("epochs", epochs), ("log_every", log_every),
                            ("eval_every", 1 if eval_every is None
                             else eval_every)):
            check_positive(name, value)
        first = self.job is None or self.job.is_first
        self.interrupted = self.stopping = False
        run = TrainingRun(
            self, reader, epochs, DataFeeder(feed_order, self.program),
            event_handler or (lambda event: None), eval_reader, eval_every,
            checkpoints, early_stopping, log_every if progress and first else 0,
            read_ahead)
        if checkpoints is not None and first:
            checkpoints.clean()
        return History(run.run(resume and checkpoints is not None))

    def step(self, batch: Any, feed: Callable[[Any], Any],
             names: Sequence[str]) -> List[List[Any]]:
        """Runs a step with what `feed` makes of a batch; returns what is
        fetched for each batch. Outside of a job there is one; in a job, each
        shard of this trainer that has a batch has one."""
        if self.job is not None:
            return self.job.run_each(self.executor, self._stepped, batch,
                                     names, self.scope, feed)
        return [list(self.executor.run(self.program, feed=feed(batch),
                                       fetch_list=names, scope=self.scope))]

    def stop(self) -> None:
        """Ends train() after this step, with a checkpoint; for handlers."""
        self.stopping = True

    def test(self, reader: Reader, feed_order: Optional[
            Sequence[Union[core.Variable, str]]] = None) -> Dict[str, float]:
        """The loss and the metrics over all that the reader gives, in test
        mode: dropout and the like are off, nothing is updated."""
        check_reader("reader", reader)
        feeder = DataFeeder(feed_order, self.program)
        return self.measure(reader, feeder)

    def measure(self, reader: Reader, feeder: DataFeeder) -> Dict[str, float]:
        """As test, with a feeder that is made."""
        self._tables.refuse("test")
        measures = Measures(self.loss, self.metrics)
        batch = None
        for batch in reader():
            values = self.executor.eval(
                self.test_program, feed=feeder.feed(batch),
                fetch_list=measures.names, scope=self.scope)
            measures.update(values, size_of(batch))
        if batch is None:
            raise ValueError("the reader to measure on gave no batch: it "
                             "returns a new iterator at each call")
        return measures.eval()

    def predict(self, reader: Reader, outputs: Optional[Outputs] = None,
                feed_order: Optional[
                    Sequence[Union[core.Variable, str]]] = None
                ) -> Dict[str, Any]:
        """Computes the network, in test mode, for all that the reader gives,
        in its order.

        Args:
          reader: gives batches, as of `train`. They may have all data of the
            program, or those that the outputs need: no labels, say.
          outputs: variables or their names, one or several, or a dict of them;
            without it what the network function has returned as the third.
          feed_order: the data that the parts of a sample are for; without it
            as they were defined.

        Returns:
          A dict by the names of the outputs. Arrays of the batches are put one
          behind the other along the first axis; of sequences there is a list.

        Raises:
          ValueError: there are no outputs, or no batches; or an output is one
            number for a whole batch.
          KeyError: there is no such variable.
        """
        self._tables.refuse("predict")
        chosen = self._outputs if outputs is None else named(outputs)
        if not chosen:
            raise ValueError("predict needs outputs: variables or their names, "
                             "or a network function that returns (loss, "
                             "metrics, outputs)")
        return predictions(self, self.test_program, reader, chosen, feed_order)

    def save_params(self, path: "io._Path") -> None:
        """Writes parameters and running statistics to a file (pd.io.save)."""
        self._tables.refuse("save_params")
        io.save(path, self.test_program, scope=self.scope)

    def load_params(self, path: "io._Path") -> None:
        """Reads what save_params has written. In a job with servers, all
        trainers call it, and the servers go on from these values."""
        self._tables.refuse("load_params")
        if self.job is not None and self._fetching is not None:
            # The scope may have other values of the optimizer from before.
            self.job.fetch_state(self.scope)
        io.load(path, self.test_program, scope=self.scope)
        self.send_state()

    def save_inference_model(self, folder: "io._Path", feeds: "io._Vars",
                             fetches: "io._Vars") -> None:
        """Writes the trained network to a folder: see
        pd.io.save_inference_model."""
        self._tables.refuse("save_inference_model")
        io.save_inference_model(folder, feeds, fetches, self.test_program,
                                self.scope)

    @property
    def metrics(self) -> Mapping[str, MetricOf]:
        """The metrics by name, those of the network function included."""
        return self._metrics
