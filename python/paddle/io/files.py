"""Files that are read and written by Python.

As in C++ (platform/file.h): what is no regular file, such as a pipe or a
device, is neither waited for nor replaced, and a file is written whole or not
at all.
"""

import contextlib
import errno
import os
import stat
from typing import IO, Any, BinaryIO, Iterator, Union

Path = Union[str, "os.PathLike[str]"]


def open_regular(path: Path) -> BinaryIO:
    """A regular file, open for reading; OSError for anything else.

    ValueError for a name with a zero byte.
    """
    # Without O_NONBLOCK, a pipe that nobody writes to would never open.
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        _check_regular(descriptor, path)
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def check_file(path: Path) -> None:
    """FileNotFoundError if there is no such file, OSError if it is no regular
    one, ValueError for a name with a zero byte."""
    _check_regular(os.fspath(path), path)


@contextlib.contextmanager
def replacing(path: Path, text: bool = False) -> Iterator[IO[Any]]:
    """A file to write to, which gets the name `path` when the block ends.

    It is on the disk then. Whatever fails, what stood there before stays, and
    nothing else is left. A link stays, and the file behind it is replaced.
    OSError, before anything is written, for what is no regular file.
    """
    target = _target(path)
    partial = f"{target}.{os.getpid()}.part"
    mode, encoding = ("w", "utf-8") if text else ("wb", None)
    try:
        with _open_partial(partial, mode, encoding, path) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.remove(partial)
        raise


def check_writable(path: Path) -> None:
    """Raises now what `replacing` would raise when it begins."""
    partial = f"{_target(path)}.{os.getpid()}.part"
    _open_partial(partial, "wb", None, path).close()
    os.remove(partial)


def to_disk(path: Path) -> None:
    """Waits until a file, or the names in a folder, survive a loss of power."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        with named(path):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def named(path: Path) -> Iterator[None]:
    """Adds the name to errors of the system about an open file, which have
    none."""
    try:
        yield
    except OSError as error:
        if error.errno is None or error.filename is not None:
            raise
        raise OSError(error.errno, error.strerror,
                      os.fspath(path)) from error


def _check_regular(file: Union[int, Path], path: Path) -> None:
    mode = os.stat(file).st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR),
                                os.fspath(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "not a regular file", os.fspath(path))


def _target(path: Path) -> str:
    target = os.path.realpath(path)
    with contextlib.suppress(FileNotFoundError):
        check_file(target)
    return target


def _open_partial(partial: str, mode: str, encoding: Union[str, None],
                  path: Path) -> IO[Any]:
    """Errors name the file as the user does."""
    try:
        return open(partial, mode, encoding=encoding)
    except OSError as error:
        raise OSError(error.errno, error.strerror,
                      os.fspath(path)) from None
