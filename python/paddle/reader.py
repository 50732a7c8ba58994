"""Readers: where samples come from, and how they are arranged.

A reader is a function without arguments that returns an iterator over samples;
each call begins a new pass over the data. A decorator takes readers and gives
a reader.
"""

import itertools
import queue
import random
import threading
from typing import Any, Callable, Iterable, Iterator, List, Optional

Reader = Callable[[], Iterable[Any]]


def map_readers(function: Callable[..., Any], *readers: Reader) -> Reader:
    """function(a, b, ...) of the samples of several readers, in step.

    A pass ends with the shortest reader.
    """
    def mapped() -> Iterator[Any]:
        return map(function, *[reader() for reader in readers])
    return mapped


def shuffle(reader: Reader, buffer_size: int,
            seed: Optional[int] = None) -> Reader:
    """The samples in a random order.

    Drawn from a buffer of `buffer_size` samples (at least 1, else ValueError);
    a buffer that holds all gives any order the same chance. Each pass has an
    order of its own; with a seed the passes of two runs agree.
    """
    _check_positive("buffer_size", buffer_size)
    generator = random.Random(seed)

    def shuffled() -> Iterator[Any]:
        buffer: List[Any] = []
        for sample in reader():
            if len(buffer) < buffer_size:
                buffer.append(sample)
                continue
            place = generator.randrange(buffer_size)
            buffer[place], sample = sample, buffer[place]
            yield sample
        generator.shuffle(buffer)
        yield from buffer
    return shuffled


def batch(reader: Reader, batch_size: int, drop_last: bool = False) -> Reader:
    """Lists of `batch_size` samples; the last one may be shorter.

    batch_size is at least 1, else ValueError. With drop_last a shorter list is
    left out.
    """
    _check_positive("batch_size", batch_size)

    def batched() -> Iterator[List[Any]]:
        samples = iter(reader())
        while True:
            chunk = list(itertools.islice(samples, batch_size))
            if not chunk or (drop_last and len(chunk) < batch_size):
                return
            yield chunk
    return batched


def buffered(reader: Reader, size: int) -> Reader:
    """The same samples, read ahead by a thread: at most `size` of them wait.

    size is at least 1, else ValueError. What the reader raises is raised here;
    a pass that is left early ends the thread.
    """
    _check_positive("size", size)

    def read_ahead() -> Iterator[Any]:
        samples: "queue.Queue[Any]" = queue.Queue(size)
        stop = threading.Event()
        thread = threading.Thread(
            target=_fill, args=(reader, samples, stop), daemon=True)
        thread.start()
        try:
            while True:
                sample, error, more = samples.get()
                if error is not None:
                    raise error
                if not more:
                    return
                yield sample
        finally:
            stop.set()
            thread.join()
    return read_ahead


def _fill(reader: Reader, samples: "queue.Queue[Any]",
          stop: threading.Event) -> None:
    def put(item: Any) -> bool:
        while not stop.is_set():
            try:
                samples.put(item, timeout=0.05)
                return True
            except queue.Full:
                continue
        return False

    try:
        for sample in reader():
            if not put((sample, None, True)):
                return
        put((None, None, False))
    except BaseException as error:  # Raised again where the samples are read.
        put((None, error, False))


def _check_positive(name: str, value: int) -> None:
    if value < 1:
        raise ValueError(f"{name} is at least 1, not {value}")
