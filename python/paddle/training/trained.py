"""The interface of a trainer that the parts of training use."""

from typing import (
    TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Protocol,
    Sequence)

from .. import core
from ..data.feeder import DataFeeder
from ..io.files import Path
from ..reader import Reader
from .measures import MetricOf

if TYPE_CHECKING:
    from ..distributed import Job


class Trained(Protocol):
    """A network that is being trained: its program and where its values are.

    A run steps it, and a checkpoint holds it. pd.Trainer is one.
    """

    program: core.Program
    loss: core.Variable
    scope: core.Scope
    executor: core.Executor
    interrupted: bool  # whether Ctrl-C is what ends the run
    job: "Optional[Job]"  # of which the trainer is a member
    stopping: bool  # whether the run ends after this step

    @property
    def metrics(self) -> Mapping[str, MetricOf]:
        """The metrics besides the loss, by name."""

    def measure(self, reader: Reader, feeder: DataFeeder) -> Dict[str, float]:
        """Returns the loss and the metrics over all batches of a reader."""

    def save_params(self, path: Path) -> None:
        """Writes parameters and running statistics to a file."""

    def load_params(self, path: Path) -> None:
        """Reads what save_params has written."""

    def step(self, batch: Any, feed: Callable[[Any], Any],
             names: Sequence[str]) -> List[List[Any]]:
        """Runs a step with what `feed` makes of a batch; returns what is
        fetched for each batch. Outside of a job there is one; in a job, each
        shard of this trainer that has a batch has one."""

    def send_state(self) -> None:
        """Has the servers of the job, if any, go on from the values in the
        scope."""

    def stop(self) -> None:
        """Ends the run after this step."""
