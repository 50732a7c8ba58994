"""Networks that compute with 8-bit integers.

    calibration = pd.quantization.calibrate(program, batches, [prediction])
    program = pd.quantization.quantize(program, calibration, [prediction])
    exe = pd.Executor(pd.CPUPlace(), optimize=2)
    exe.eval(program, feed=..., fetch_list=[prediction])

`calibrate` runs a trained program over some batches to see how large numbers
become, and `quantize` writes which of them may be rounded to integers. An
executor of level 2 then computes with integers where the processor has
instructions for that and it is faster, and with real numbers elsewhere; one of
level 1 computes real numbers with the same loss of precision. Parameters stay
as they are: the integers are derived from them. In a folder of
pd.io.save_inference_model are the integers, where they are faster.

`quantize_dynamic` needs no calibration: recurrent units round their states as
they run, by the largest number of each.
"""

import math
from typing import Any, Dict, Iterable, NamedTuple, Optional
from typing import Sequence, Tuple

import numpy as np

from . import core
from .passes import optimize

__all__ = ["METHODS", "Calibration", "calibrate", "quantize",
           "quantize_dynamic"]

METHODS = ("minmax", "percentile", "mse")
"""Ways to choose a range: the largest number; the largest but for some, which
are clipped; the one with which rounding makes the least squared error."""

_BINS = 2048


class Calibration(NamedTuple):
    """Says how the numbers of variables are rounded.

    Members:
      scales: for each variable the number that the integer 1 stands for.
      unsigned: whether no number of it is negative: it becomes uint8 then, and
        int8 otherwise.

    Example:
      >>> x = pd.layer.data("x", [None, 3, 8, 8])
      >>> y = pd.layer.conv2d(x, 8, 3)
      >>> pd.Executor(pd.CPUPlace()).run(pd.default_startup_program())
      []
      >>> ones = np.ones((1, 3, 8, 8), "float32")
      >>> calibration = pd.quantization.calibrate(
      ...     pd.default_main_program(), [{"x": ones * 255}], [y])
      >>> calibration.scales, calibration.unsigned
      ({'x': 1.0}, {'x': True})
    """
    scales: Dict[str, float]
    unsigned: Dict[str, bool]


class _Histogram:
    """Counts of the sizes of numbers, in bins that grow with the largest."""

    def __init__(self) -> None:
        self.counts = np.zeros(_BINS)
        self.width = 0.0  # of a bin; 0: all numbers were 0
        self.most = 0.0
        self.negative = False

    def add(self, values: np.ndarray) -> None:
        sizes = np.abs(values.astype(np.float64).ravel())
        self.negative = self.negative or bool((values < 0).any())
        self.most = max(self.most, float(sizes.max()))
        if self.width == 0 and self.most > 0:
            self.width = self.most / _BINS
        while self.width > 0 and self.most > self.width * _BINS:
            pairs = self.counts.reshape(-1, 2).sum(1)
            self.counts = np.concatenate([pairs, np.zeros(_BINS // 2)])
            self.width *= 2
        bins = sizes / self.width if self.width > 0 else sizes
        self.counts += np.bincount(
            np.minimum(bins, _BINS - 1).astype(np.int64), minlength=_BINS)

    @property
    def levels(self) -> int:
        return 127 if self.negative else 255

    def percentile(self, percent: float) -> float:
        """The size that this share of the numbers does not exceed."""
        below = np.cumsum(self.counts)
        last = int(np.searchsorted(below, below[-1] * percent / 100))
        return min(self.most, (last + 1) * self.width)

    def least_error(self) -> float:
        """The size to clip at for the least sum of squared errors."""
        if self.most == 0:
            return 0.0
        centers = (np.arange(_BINS) + 0.5) * self.width
        best = (math.inf, self.most)
        for part in np.linspace(0.05, 1, 96):
            step = part * self.most / self.levels
            rounded = np.minimum(np.rint(centers / step), self.levels) * step
            error = float((self.counts * (centers - rounded) ** 2).sum())
            # The larger range, of equal errors.
            best = min(best, (error, self.most * part),
                       key=lambda pair: (pair[0], -pair[1]))
        return best[1]

    def scale(self, method: str, percentile: float) -> float:
        most = {"minmax": lambda: self.most,
                "percentile": lambda: self.percentile(percentile),
                "mse": self.least_error}[method]()
        # The smallest steps whose products are normal numbers.
        return max(most / self.levels, 1e-12)


def _folded(program: core.Program, fetch_list: Sequence[Any]) -> core.Program:
    """For inference, with batch normalization in the filters."""
    return optimize(program.clone(for_test=True), only=["fold_batch_norm"],
                    targets=fetch_list)


def _check(method: str, percentile: float) -> None:
    if method not in METHODS:
        raise ValueError(f"method of calibrate is one of {', '.join(METHODS)}, "
                         f"not {method!r}")
    if not 0 < percentile <= 100:
        raise ValueError("percentile of calibrate is above 0 and at most 100, "
                         f"not {percentile}")


def _checked(name: str, values: Any) -> np.ndarray:
    array = np.asarray(values)
    if not np.isfinite(array).all():
        raise ValueError(f"variable '{name}' is NaN or infinite for calibration"
                         " data: its numbers have no range")
    return array


def calibrate(program: core.Program, batches: Iterable[Dict[str, Any]],
              fetch_list: Sequence[Any], method: str = "minmax",
              percentile: float = 99.99,
              scope: Optional[core.Scope] = None) -> Calibration:
    """Runs a trained program over batches to see how large numbers become.

    Args:
      program: a network, with its training or without; it stays as it is.
      batches: feeds of the run, as of Executor.eval: shapes are those of the
        program. Some hundred rows of training data are usually enough.
      fetch_list: variables or names that will be fetched of the network.
      method: one of METHODS, for the ranges of numbers that operators compute.
        Filters have a range for each of their outputs, up to the largest.
      percentile: of the method "percentile": the share of numbers, in percent,
        that is not clipped.
      scope: has the parameters; without it the global one.

    Raises:
      ValueError: there are no batches, or numbers that are rounded are NaN or
        infinite or none at all; or the program has nothing to quantize; or a
        method or percentile that is none.

    Source: Wu et al., "Integer Quantization for Deep Learning Inference:
    Principles and Empirical Evaluation" (2020), section 3.

    Example:
      >>> x = pd.layer.data("x", [None, 3, 8, 8])
      >>> y = pd.layer.conv2d(pd.layer.conv2d(x, 8, 3, act="relu"), 8, 3)
      >>> pd.Executor(pd.CPUPlace()).run(pd.default_startup_program())
      []
      >>> batches = [{"x": np.ones((2, 3, 8, 8), "float32")}] * 3
      >>> calibration = pd.quantization.calibrate(
      ...     pd.default_main_program(), batches, [y], method="mse")
      >>> list(calibration.scales)
      ['x', 'conv2d_0.tmp_2']
    """
    _check(method, percentile)
    folded = _folded(program, fetch_list)
    names = core._quantizable(folded)
    histograms = {name: _Histogram() for name in names}
    executor = core.Executor(core.CPUPlace())
    for feed in batches:
        values = executor.eval(folded, feed=feed, fetch_list=names, scope=scope)
        for name, value in zip(names, values):
            array = _checked(name, value)
            if array.size > 0:
                histograms[name].add(array)
    for name, histogram in histograms.items():
        if not histogram.counts.any():
            raise ValueError(f"calibrate has seen no number of '{name}': the "
                             "batches are none, or have no rows")
    return Calibration(
        {name: histogram.scale(method, percentile)
         for name, histogram in histograms.items()},
        {name: not histogram.negative
         for name, histogram in histograms.items()})


def quantize(program: core.Program, calibration: Calibration,
             fetch_list: Sequence[Any]) -> core.Program:
    """The network for inference, with numbers that may be rounded to integers.

    Between a variable of the calibration and the operators that read it stand
    quantize_linear and dequantize_linear, likewise for filters; batch
    normalization is in the filters. `Executor(optimize=2)` and
    `pd.optimize(level=2)` fold them into operators that compute with integers.

    Args:
      program: what was calibrated; it stays as it is.
      calibration: of calibrate.
      fetch_list: as of calibrate.

    Raises:
      KeyError: a variable was not calibrated.
      ValueError: the program has nothing to quantize, or a scale is no finite
        number above 0.

    Example:
      >>> x = pd.layer.data("x", [None, 3, 8, 8])
      >>> y = pd.layer.conv2d(x, 8, 3, bias_attr=False)
      >>> small = pd.quantization.quantize(
      ...     pd.default_main_program(),
      ...     pd.quantization.Calibration({"x": 0.01}, {"x": True}), [y])
      >>> [op.type for op in small.global_block().ops]
      ['quantize_linear', 'dequantize_linear', 'quantize_linear',\
 'dequantize_linear', 'conv2d']
    """
    numbers: Dict[str, Tuple[float, bool]] = {
        name: (scale, calibration.unsigned[name])
        for name, scale in calibration.scales.items()}
    return core._quantize(_folded(program, fetch_list), numbers)


def quantize_dynamic(program: core.Program) -> core.Program:
    """The network for inference, whose LSTMs multiply states by integers.

    The operator lstm rounds each column of its weight and, at each step, the
    hidden state of each sequence to 8-bit integers, in steps of the largest
    number by 127, and multiplies them; gates and cells stay float32. It does so
    for 128 elements of a state or more, sequences of 32 steps or more, and
    where the processor has such products; everywhere else float32 is not
    slower, and it computes that. Parameters stay as they are.

    Args:
      program: a network, with its training or without; it stays as it is.

    Raises:
      ValueError: the program has no LSTM.

    Source: Krishnamoorthi, "Quantizing deep convolutional networks for
    efficient inference: A whitepaper" (2018), section 3.1.

    Example:
      >>> x = pd.layer.data("x", [None, 512], lod_level=1)
      >>> hidden, cell = pd.layer.dynamic_lstm(x, 512)
      >>> small = pd.quantization.quantize_dynamic(
      ...     pd.default_main_program())
      >>> small.global_block().ops[0].attrs["dynamic_int8"]
      True
    """
    return core._quantize_dynamic(program.clone(for_test=True))
