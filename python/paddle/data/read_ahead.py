"""Threads that read, or compute, before anybody asks."""

import itertools
import threading
from collections import deque
from typing import TYPE_CHECKING, Any, Callable, Deque, Iterable, Iterator

if TYPE_CHECKING:
    import queue  # Only who reads ahead needs it.

_PATIENCE = 1.0  # seconds to wait for the end of a thread


def check_positive(name: str, value: int) -> None:
    """ValueError, naming the argument, below 1; TypeError for no int."""
    if not hasattr(value, "__index__"):
        raise TypeError(f"{name} is an int, not {value!r}")
    if value < 1:
        raise ValueError(f"{name} is at least 1, not {value}")


def close(samples: Any) -> None:
    """Ends a pass, with its threads and files, if it knows how to."""
    getattr(samples, "close", lambda: None)()


def through(samples: Iterator[Any],
            arrange: Callable[[Iterator[Any]], Iterable[Any]]
            ) -> Iterator[Any]:
    """arrange(samples); `samples` ends when this does."""
    try:
        yield from arrange(samples)
    finally:
        close(samples)


def read_ahead(samples: Callable[[], Iterable[Any]],
               size: int) -> Iterator[Any]:
    """samples(), read by a thread; at most `size` of them wait. If the thread
    still reads when this ends, it stops behind the next sample."""
    import queue
    waiting: "queue.Queue[Any]" = queue.Queue(size)
    stop = threading.Event()
    thread = threading.Thread(
        target=_fill, args=(samples, waiting, stop), daemon=True)
    thread.start()
    try:
        while True:
            sample, error, more = waiting.get()
            if error is not None:
                raise error
            if not more:
                return
            yield sample
    finally:
        stop.set()
        # Whoever reads may hang, and Ctrl-C shall end the program.
        thread.join(_PATIENCE)


def _fill(read: Callable[[], Iterable[Any]], waiting: "queue.Queue[Any]",
          stop: threading.Event) -> None:
    import queue

    def put(item: Any) -> bool:
        while not stop.is_set():
            try:
                waiting.put(item, timeout=0.05)
                return True
            except queue.Full:
                continue
        return False

    try:
        samples = iter(read())
        try:
            for sample in samples:
                if not put((sample, None, True)):
                    return
        finally:
            close(samples)
        put((None, None, False))
    except BaseException as error:  # Raised again where the samples are read.
        put((None, error, False))


def map_in_threads(function: Callable[[Any], Any], samples: Iterable[Any],
                   threads: int, size: int, ordered: bool) -> Iterator[Any]:
    """function(sample) of all samples; at most `size` are under way.

    The samples themselves are read by the thread that asks.
    """
    # Not needed by those who only import paddle.
    from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
    source = iter(samples)
    pool = ThreadPoolExecutor(threads)
    pending: Deque[Any] = deque()
    try:
        for sample in itertools.islice(source, size):
            pending.append(pool.submit(function, sample))
        while pending:
            done = pending[0]
            if not ordered:
                done = wait(pending, return_when=FIRST_COMPLETED).done.pop()
            pending.remove(done)
            yield done.result()
            for sample in itertools.islice(source, 1):
                pending.append(pool.submit(function, sample))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        close(source)
