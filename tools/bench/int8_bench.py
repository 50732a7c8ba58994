"""Inference with 8-bit integers next to float32 and to ONNX Runtime's, which
is calibrated with the same images."""

import os
import tempfile
from typing import Any, Dict, Iterator, NamedTuple, Optional

import numpy as np

import image_bench
import image_nets
import paddle as pd
from image_bench import Run
from image_nets import Net

# The largest distance of a result from that of float32, as a share of the
# largest number: an error in a net is far beyond it.
_TOLERANCE = 0.25


class Times(NamedTuple):
    """Medians in milliseconds of "ours", of ours in "float32" and of the peer,
    if there is one, and how far integers are from ours in float32, as shares of
    the largest number."""
    milliseconds: Dict[str, float]
    errors: Dict[str, float]


def _ours(net: Net, threads: int, method: str) -> Run:
    pd.set_num_threads(threads)
    ours = image_bench.Ours(net, optimize=2)
    calibration = pd.quantization.calibrate(
        ours.main, [{"x": image_nets.images(net, 4)}], [ours.fetch],
        method=method, scope=ours.scope)
    ours.main = pd.quantization.quantize(ours.main, calibration, [ours.fetch])
    return ours.run


def _onnx_runtime(net: Net, threads: int) -> Optional[Run]:
    """None without ONNX Runtime or the package onnx."""
    try:
        import onnx
        from onnxruntime import quantization
        from onnxruntime.quantization import shape_inference
    except ImportError:
        return None

    class Images(quantization.CalibrationDataReader):
        def __init__(self) -> None:
            self.feeds: Iterator[Dict[str, np.ndarray]] = iter(
                [{"v0": image_nets.images(net, 4)}])

        def get_next(self) -> Any:
            return next(self.feeds, None)

    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name)
                 for name in ("plain.onnx", "folded.onnx", "int8.onnx")]
        with open(paths[0], "wb") as file:
            file.write(image_bench.onnx_model(net, onnx))
        shape_inference.quant_pre_process(paths[0], paths[1],
                                          skip_symbolic_shape=True)
        quantization.quantize_static(
            paths[1], paths[2], Images(),
            quant_format=quantization.QuantFormat.QDQ, per_channel=True,
            activation_type=quantization.QuantType.QUInt8,
            weight_type=quantization.QuantType.QInt8)
        return image_bench.onnx_session(paths[2], threads)


def times(name: str, batch: int, threads: int, method: str = "minmax",
          rounds: Optional[int] = None) -> Times:
    """RuntimeError if integers compute something else than float32."""
    net = image_nets.NETS[name]()
    x = image_nets.images(net, batch)
    runs = image_bench.given({
        "float32": image_bench.ours(net, threads),
        "ours": _ours(net, threads, method),
        "ONNX Runtime": _onnx_runtime(net, threads)})
    results = {each: run(x) for each, run in runs.items()}
    errors = {each: image_bench.largest_error(result, results["float32"])
              for each, result in results.items() if each != "float32"}
    return Times(
        image_bench.medians(runs, x, threads,
                            rounds or image_bench.rounds_of(batch),
                            _TOLERANCE), errors)
