"""Rows of inference: convolution nets, in several types, an encoder, and what
comes before the first result."""

import functools
import statistics

import encoder_bench
import image_bench
import image_nets
import int8_bench
import start_bench
from bare import bare_times
from rows import Benchmarks, Row, beside_best, row


def _label(name: str, batch: int, threads: int, dtype: str) -> str:
    return "inference/%s_batch%d_%d_threads%s" % (name, batch, threads, dtype)


def _inference(name: str, batch: int, threads: int) -> Row:
    """Beside the fastest of the peers that there are. `bare` are the net's
    convolutions as primitives of oneDNN, without anything between them."""
    times = image_bench.inference_times(name, batch, threads)
    bare = times.pop("bare")
    return dict(beside_best(_label(name, batch, threads, ""), "ms", times,
                            "ratio >= 1.1"), bare=bare)


def _half_inference(name: str, batch: int, threads: int) -> Row:
    """In bfloat16, of use where the processor multiplies bfloat16 itself.
    `float32` is ours."""
    times = image_bench.half_times(name, batch, threads)
    full = times.pop("float32")
    return dict(beside_best(_label(name, batch, threads, "_bfloat16"), "ms",
                            times, "ratio >= 1.2"), float32=full)


def _int8_inference(name: str, batch: int, threads: int) -> Row:
    """With 8-bit integers. `float32` is ours, `error` the distance from it, and
    `peer_error` that of the peer."""
    times, errors = int8_bench.times(name, batch, threads)
    full = times.pop("float32")
    made = beside_best(_label(name, batch, threads, "_int8"), "ms", times,
                       "ratio >= 1")
    made.update(float32=full, error=errors.pop("ours"))
    for error in errors.values():
        made["peer_error"] = error
    return made


def _encoder(threads: int) -> Row:
    return beside_best("inference/encoder4_256_128_rows_%d_threads" % threads,
                       "ms", encoder_bench.times(threads), "ratio >= 1")


def _compile() -> Row:
    return row("start/resnet50_compile_training", start_bench.compile_time(),
               "ms", limit="ours <= 60")


def _first_inference() -> Row:
    """A model was loaded, which compiles it and packs its filters: `start_file`
    has the time of that, too. `bare` is the ratio of the net's convolutions as
    primitives of oneDNN, which are made, and their filters reordered, in the
    first run."""
    times = start_bench.start_times()["ours"]
    layers = image_nets.layer_sizes(image_nets.resnet50(), 1)
    bare = [bare_times(layers, threads=1, rounds=9) for _ in range(5)]
    made = row("start/resnet50_first_inference", times.first, "ms",
               times.later, "a later one", "ratio >= 0.66")
    return dict(made, bare=statistics.median(
        each.later / each.start for each in bare))


def _from_file() -> Row:
    """From the file to the first result."""
    times = start_bench.start_times()
    totals = {name: taken.load + taken.first for name, taken in times.items()}
    made = beside_best("start/resnet50_from_file", "ms", totals, "ratio >= 1")
    return dict(made, load=times["ours"].load)


ROWS: Benchmarks = {
    "%s_b%d_t%d" % (net, batch, threads): functools.partial(
        _inference, net, batch, threads)
    for net in image_nets.NETS for batch in (1, 16) for threads in (1, 2)}
for _dtype, _row in (("bfloat16", _half_inference), ("int8", _int8_inference)):
    ROWS.update({
        "%s_b%d_t1_%s" % (net, batch, _dtype): functools.partial(
            _row, net, batch, 1)
        for net in image_nets.NETS for batch in (1, 16)})
ROWS.update({
    "encoder_b1_t1": functools.partial(_encoder, 1),
    "start_compile": _compile,
    "start_first": _first_inference,
    "start_file": _from_file,
})
