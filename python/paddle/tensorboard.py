"""Event files, which TensorBoard shows.

A file is a row of records: the length (8 bytes, little endian), its masked
CRC-32C, the data, and its masked CRC-32C. The data is a protocol buffer
`Event`, of which the few fields that are used here are written by hand.
"""

import itertools
import os
import socket
import struct
import time
from typing import Any, BinaryIO, Optional, Union

import numpy as np

from . import core, event

_VERSION = b"brain.Event:2"
_STRING = 7  # the data type of a tensor of texts
_COUNT = itertools.count()


class Writer:
    """Writes an event file of its own to a folder, which is made.

        with pd.tensorboard.Writer("logs/run1") as writer:
            trainer.train(..., event_handler=writer.handle)

    What is written reaches the file at flush() and close(), and once
    `flush_seconds` have passed. step: of training; wall_time: seconds since
    1970, now without it. ValueError when it is closed.

    Example:
      >>> import tempfile
      >>> with pd.tensorboard.Writer(tempfile.mkdtemp()) as writer:
      ...     writer.add_scalar("loss", 0.5, step=1)
    """

    def __init__(self, logdir: Union[str, "os.PathLike[str]"],
                 flush_seconds: float = 10.0) -> None:
        os.makedirs(logdir, exist_ok=True)
        self.path = os.path.join(
            os.fspath(logdir),
            f"events.out.tfevents.{int(time.time()):010d}."
            f"{socket.gethostname()}.{os.getpid()}.{next(_COUNT)}")
        self._file: BinaryIO = open(self.path, "xb")
        self._flush_seconds = flush_seconds
        self._flushed = time.monotonic()
        self._record(_double(1, time.time()) + _bytes(3, _VERSION))
        self.flush()

    def add_scalar(self, tag: str, value: Any, step: int,
                   wall_time: Optional[float] = None) -> None:
        """A number of a curve: a loss, say. It is kept as float32."""
        with np.errstate(over="ignore"):
            number = np.float32(np.asarray(value).item())
        self._add(tag, _key(2, 5) + struct.pack("<f", number), step, wall_time)

    def add_histogram(self, tag: str, values: Any, step: int, bins: int = 30,
                      wall_time: Optional[float] = None) -> None:
        """Writes the distribution of values over `bins` intervals of equal
        width, ignoring those that are not finite."""
        if bins < 1:
            raise ValueError(f"bins is at least 1, not {bins}")
        values = np.asarray(values, np.float64).ravel()
        values = values[np.isfinite(values)]
        counts, edges = np.histogram(values, bins)
        ends = [values.min(), values.max()] if values.size else [0.0, 0.0]
        numbers = [*ends, values.size, values.sum(), (values ** 2).sum()]
        message = b"".join(_double(i, v) for i, v in enumerate(numbers, 1))
        message += _doubles(6, edges[1:]) + _doubles(7, counts)
        self._add(tag, _bytes(5, message), step, wall_time)

    def add_text(self, tag: str, text: str, step: int,
                 wall_time: Optional[float] = None) -> None:
        """A text, which TensorBoard shows as Markdown."""
        shape = _bytes(2, _number(1, 1))  # one dimension, of one text
        tensor = (_number(1, _STRING) + _bytes(2, shape)
                  + _bytes(8, text.encode()))
        plugin = _bytes(1, _bytes(1, b"text"))
        self._add(tag, _bytes(8, tensor) + _bytes(9, plugin), step, wall_time)

    def handle(self, happened: Any) -> None:
        """An event handler of pd.Trainer: writes the metrics of steps as
        "step/loss" and so on, those of evaluations as "eval/loss", and those
        of epochs as "epoch/loss"; only what is a number."""
        kinds = {event.EndStep: "step/", event.EndEvaluation: "",
                 event.EndEpoch: "epoch/"}
        if type(happened) not in kinds:
            return
        for name, value in happened.metrics.items():
            evaluated = name.startswith("eval_")
            if evaluated and isinstance(happened, event.EndEpoch):
                continue  # Written at the evaluation.
            tag = ("eval/" + name[len("eval_"):] if evaluated
                   else kinds[type(happened)] + name)
            if isinstance(value, float):
                self.add_scalar(tag, value, happened.step)

    def flush(self) -> None:
        """Hands all to the file."""
        self._file.flush()
        self._flushed = time.monotonic()

    def close(self) -> None:
        """Ends the file; again is harmless."""
        self._file.close()

    def __enter__(self) -> "Writer":
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    def _add(self, tag: str, content: bytes, step: int,
             wall_time: Optional[float]) -> None:
        value = _bytes(1, tag.encode()) + content
        moment = time.time() if wall_time is None else wall_time
        self._record(_double(1, moment) + _number(2, step)
                     + _bytes(5, _bytes(1, value)))
        if time.monotonic() - self._flushed >= self._flush_seconds:
            self.flush()

    def _record(self, data: bytes) -> None:
        length = struct.pack("<Q", len(data))
        self._file.write(length + _checksum(length) + data + _checksum(data))


def _checksum(data: bytes) -> bytes:
    """Masked: a checksum of data that has checksums in it is a poor one."""
    crc = core._crc32c(data)
    rotated = (crc >> 15 | crc << 17) + 0xa282ead8
    return struct.pack("<I", rotated & 0xffffffff)


def _varint(value: int) -> bytes:
    value &= 2**64 - 1  # Negative numbers take ten bytes.
    parts = []
    while value > 0x7f:
        parts.append(value & 0x7f | 0x80)
        value >>= 7
    return bytes([*parts, value])


def _key(field: int, wire_type: int) -> bytes:
    return _varint(field << 3 | wire_type)


def _number(field: int, value: int) -> bytes:
    return _key(field, 0) + _varint(value)


def _double(field: int, value: float) -> bytes:
    return _key(field, 1) + struct.pack("<d", value)


def _bytes(field: int, value: bytes) -> bytes:
    return _key(field, 2) + _varint(len(value)) + value


def _doubles(field: int, values: Any) -> bytes:
    return _bytes(field, np.asarray(values, "<f8").tobytes())
