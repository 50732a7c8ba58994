"""A saved model, as a function of arrays: see Predictor."""

import difflib
from typing import (
    Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple)

import numpy as np

from .. import core
from ..argument_errors import error_of
from ..errors import NotFoundError
from .model import Path, TensorInfo, infos, load
from .precision import dtype_of, lowered


class Predictor:
    """Computes a saved model.

        predictor = pd.Predictor("model.onnx")
        probabilities = predictor(images)

    `predictor(...)` returns what a model of PyTorch or Keras would: the array
    of a single fetch, a list of several. `predict` takes the same and returns a
    dict by the names of the fetches. Both take a dict by the names of the
    feeds, or the values in the order of `feeds`.

    A value is an array of the feed's data type, or numbers in lists, which
    become it. Where `feeds` says "sequences", a value is a list of arrays of
    whatever lengths, [rows of the sequence, ...] each, and so is what comes
    back: nothing is padded. (An LoDTensor is taken as well.) Where it says "a
    list", a value is a list of arrays, which may be empty; None is the empty
    one, and an array counts as a list of itself. So are sequences of ONNX
    models, and optionals of which only a call tells whether they are there: an
    empty list is one that is not.

    A predictor is compiled, and its weights are packed for this processor, when
    it is made, and not in its first call.

    Several threads may call one predictor at once, without waiting for each
    other: the program is compiled once, and each call has memory of its own.
    Results are the same bits as one after the other, for any number of threads.

    Args:
      model: a folder of pd.io.save_inference_model, or a file *.onnx.
      dtype: "float32": computes as the model was saved, which may be in fewer
        bits; "bfloat16" or "int8": in fewer bits where that is faster, as
        pd.amp.cast and pd.quantization.quantize do. Feeds and fetches keep
        their data types.
      threads: of the machine, that a call may compute with; the default is
        pd.num_threads(), which is also the most.
      calibration: of "int8": some values of real data, each what `predict`
        takes: a dict, a tuple of values, or the value of a single feed. LSTMs
        need none.
      method: how calibration chooses ranges; one of pd.quantization.METHODS.
      optimize: passes of this level and below run (pd.passes): 2 may compute
        sums and products in another order, 1 keeps every bit.
      place: where to run; the CPU without it.
      mmap: the parameters of a folder stay in its file, mapped into memory:
        nothing is copied, and processes share them. The folder may be exchanged
        meanwhile, as pd.io.save_inference_model does; a file that is cut off or
        written in place ends the process or changes results. Without it they
        are copied.

    Members:
      feeds: what the model takes: a tuple; each has a name, a dtype, a shape
        a lod_level and an is_list (paddle.inference.model.TensorInfo).
      fetches: what it gives.
      dtype: what it computes in: "float32", "bfloat16", "float16" or "int8".
      program: what runs; for pd.summary, say.

    Raises:
      OSError: the model is missing or damaged.
      NotImplementedError: the file has operators that cannot be imported.
      ValueError: another dtype or number of threads; int8 without calibration;
        a model that was saved in other few bits, or has nothing to quantize.

    Example:
      >>> import tempfile
      >>> x = pd.layer.data("x", [None, 2])
      >>> y = pd.layer.scale(x, 2.0)
      >>> folder = tempfile.mkdtemp()
      >>> pd.io.save_inference_model(folder, feeds=[x], fetches=[y])
      >>> predictor = pd.Predictor(folder)
      >>> print(predictor.feeds[0])
      x [N, 2] float32
      >>> predictor([[1, 2]]).tolist()
      [[2.0, 4.0]]
      >>> predictor.predict({"x": [[1, 2]]})[y.name].tolist()
      [[2.0, 4.0]]
    """

    def __init__(self, model: Path, dtype: str = "float32",
                 threads: Optional[int] = None, *,
                 calibration: Optional[Iterable[Any]] = None,
                 method: str = "minmax", optimize: int = 2,
                 place: Optional[core.Place] = None,
                 mmap: bool = True) -> None:
        self._executor = core.Executor(place or core.CPUPlace(),
                                       optimize=optimize, threads=threads)
        self._scope = core.Scope()
        loaded = load(model, self._scope, mmap)
        self.feeds = infos(loaded.program, loaded.feeds)
        self.fetches = infos(loaded.program, loaded.fetches)
        self._names = [info.name for info in self.fetches]
        batches = None if calibration is None else (
            self._sample(value) for value in calibration)
        self.program = lowered(loaded, dtype, self._scope, batches, method)
        self.dtype = dtype_of(self.program)
        # Compiles, and packs weights: else the first call would.
        self._executor._warm_up(self.program, [i.name for i in self.feeds],
                                self._names, self._scope)

    def predict(self, *values: Any) -> Dict[str, Any]:
        """Computes the model; returns the fetches by name, in their order.

        Args:
          values: a dict by the names of feeds, or a value for each feed.

        Raises:
          KeyError: a name that is no feed.
          ValueError: a feed is missing, or has another shape.
          TypeError: a feed has another data type, or there are more or fewer
            values than feeds.
        """
        return dict(zip(self._names, self._run(self._feed(values))))

    def __call__(self, *values: Any) -> Any:
        """As predict; returns the value of a single fetch, or a list."""
        results = self._run(self._feed(values))
        return results[0] if len(results) == 1 else results

    def warm_up(self, *shapes: Mapping[str, Sequence[int]]) -> None:
        """Computes zeros, so that later calls find all prepared for their
        shapes.

        Args:
          shapes: of each call to prepare for: sizes by the name of the feed. A
            feed without any has its own shape, with 1 for what is not known.
            That of sequences is the shape of one sequence.

        Raises:
          KeyError, ValueError: as predict.
        """
        for call in shapes or ({},):
            self._check_names(call)
            self._run(_zeros(self.feeds, call))

    def __repr__(self) -> str:
        fetches = "; ".join(map(str, self.fetches))
        return f"<Predictor of {self._shown()} -> {fetches}>"

    def _run(self, feed: Dict[str, Any]) -> List[Any]:
        # Calls of other threads run meanwhile: the executor is thread safe.
        return self._executor.eval(self.program, feed, self._names,
                                   self._scope)

    def _sample(self, value: Any) -> Dict[str, Any]:
        """The feed of a value of the calibration."""
        return self._feed(value if isinstance(value, tuple) else (value,))

    def _feed(self, values: Tuple[Any, ...]) -> Dict[str, Any]:
        if len(values) == 1 and isinstance(values[0], Mapping):
            return self._check(values[0])
        if len(values) != len(self.feeds):
            raise error_of(TypeError, f"the model takes {len(self.feeds)} "
                           f"values, not {len(values)}: {self._shown()}")
        return {info.name: value for info, value in zip(self.feeds, values)}

    def _check(self, feed: Mapping[str, Any]) -> Dict[str, Any]:
        self._check_names(feed)
        missing = [str(info) for info in self.feeds if info.name not in feed]
        if missing:
            raise error_of(ValueError, f"not fed: {'; '.join(missing)}. The "
                           f"model takes {self._shown()}")
        # In one order, for which the program is compiled once.
        return {info.name: feed[info.name] for info in self.feeds}

    def _check_names(self, feed: Iterable[str]) -> None:
        names = [info.name for info in self.feeds]
        for name in feed:
            if name not in names:
                near = difflib.get_close_matches(str(name), names, 1)
                hint = f"; did you mean {near[0]}?" if near else "."
                raise error_of(NotFoundError, f"the model has no feed {name!r}"
                               f"{hint} It takes {self._shown()}")

    def _shown(self) -> str:
        return "; ".join(map(str, self.feeds)) or "nothing"


def _zeros(feeds: Sequence[TensorInfo],
           shapes: Mapping[str, Sequence[int]]) -> Dict[str, Any]:
    """Returns a value for each feed; those without a shape have the sizes that
    the shapes of others give to their letters, or 1."""
    known: Dict[Any, int] = {}
    for info in feeds:
        known.update(zip(info.shape, shapes.get(info.name, ())))
    values: Dict[str, Any] = {}
    for info in feeds:
        sizes = shapes[info.name] if info.name in shapes else [
            size if isinstance(size, int) else known.get(size, 1)
            for size in info.shape]
        value: Any = np.zeros(sizes, "float32")
        value = (value.tolist() if info.dtype == "bfloat16"
                 else value.astype(info.dtype))
        for _ in range(info.lod_level + info.is_list):
            value = [value]
        values[info.name] = value
    return values
