"""Rows of image_bench.py: inference of convolution nets."""

import functools
import os

import image_bench
import image_nets
from rows import Benchmarks, Row, beside_best, row

_BARE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bare_layers")


def _inference(name: str, batch: int, threads: int) -> Row:
    """Beside the fastest of the peers that there are. `bare` are the net's
    convolutions as primitives of oneDNN, without anything between them."""
    times = image_bench.inference_times(_BARE, name, batch, threads)
    bare = times.pop("bare")
    label = "inference/%s_batch%d_%d_threads" % (name, batch, threads)
    return dict(beside_best(label, "ms", times, "ratio >= 1.1"), bare=bare)


def _half_inference(name: str, batch: int, threads: int) -> Row:
    """In bfloat16, beside float32; of use where the processor multiplies
    bfloat16 itself."""
    half, full = image_bench.half_times(name, batch, threads)
    label = "inference/%s_batch%d_%d_threads_bfloat16" % (name, batch, threads)
    return row(label, half, "ms", full, "float32")


ROWS: Benchmarks = {
    "%s_b%d_t%d" % (net, batch, threads): functools.partial(
        _inference, net, batch, threads)
    for net in image_nets.NETS for batch in (1, 16) for threads in (1, 2)}
ROWS["resnet50_b16_t1_bfloat16"] = functools.partial(
    _half_inference, "resnet50", 16, 1)
