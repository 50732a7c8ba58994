"""Values of feeds and fetches in NumPy's files.

Sequences are in two arrays: `x` has the rows of all, one below the other, and
`x.lengths` how many of them each sequence has.
"""

import contextlib
import errno
import os
import shutil
import tempfile
import urllib.parse
import zipfile
import zlib
from typing import IO, Any, Dict, Iterator, List, Mapping, Sequence

import numpy as np

from ..inference.model import TensorInfo
from ..io.files import check_file, replacing

LENGTHS = ".lengths"


def read(texts: Sequence[str]) -> Dict[str, Any]:
    """Returns the arrays of files: "name=file.npy", or "file.npz", whose arrays
    have names.

    OSError, ValueError for what is no such file; nothing in it is executed.
    """
    arrays: Dict[str, Any] = {}
    for text in texts:
        name, equal, path = text.partition("=")
        found = {name: _load(path)} if equal else _load(text)
        if not isinstance(found, dict):
            raise ValueError(f"{text} has one array: write NAME={text}")
        if equal and isinstance(found[name], dict):
            raise ValueError(f"{path} has several arrays: give it without "
                             f"{name}=")
        for key, array in found.items():
            if array.dtype.kind not in "biuf":
                raise ValueError(f"{path if equal else text}: {key} has "
                                 f"elements of {array.dtype}, not numbers")
        arrays.update(found)
    return arrays


def _load(path: str) -> Any:
    """An array, or those of an .npz by name."""
    check_file(path)
    try:
        loaded = np.load(path, allow_pickle=False)
        if isinstance(loaded, np.ndarray):
            return loaded
        with loaded:
            return {name: loaded[name] for name in loaded.files}
    except (ValueError, EOFError, KeyError, OverflowError, zlib.error,
            zipfile.BadZipFile) as error:
        raise ValueError(f"{path} is no .npy or .npz file of numbers: "
                         f"{error}") from None


def values(feeds: Sequence[TensorInfo],
           arrays: Mapping[str, Any]) -> Dict[str, Any]:
    """Returns the values of feeds: sequences are cut by their lengths. Arrays
    with names of no feed are passed on."""
    made = dict(arrays)
    for info in feeds:
        if info.name not in arrays:
            continue
        if info.lod_level > 1 or info.is_list:
            raise ValueError(f"{info} is not read from files")
        if info.lod_level == 0:
            continue
        name = info.name + LENGTHS
        if name not in arrays:
            raise ValueError(f"{info.name} has sequences: {name} is missing, "
                             "which has the number of rows of each")
        made[info.name] = _cut(info.name, arrays[info.name], made.pop(name))
    return made


def _cut(name: str, rows: Any, lengths: Any) -> List[Any]:
    if lengths.ndim != 1 or lengths.dtype.kind not in "iu" or (
            lengths < 0).any() or lengths.sum() != len(rows):
        raise ValueError(
            f"{name}{LENGTHS} has whole numbers whose sum is {len(rows)}, the "
            f"rows of {name}, not {lengths.dtype} {list(lengths.shape)} with "
            f"the sum {lengths.sum()}")
    return np.split(rows, np.cumsum(lengths)[:-1]) if len(lengths) else []


def batches(feeds: Sequence[TensorInfo], given: Mapping[str, Any],
            size: int) -> Iterator[Dict[str, Any]]:
    """Yields the values in parts of `size` samples."""
    counts = counts_of(feeds, given)
    for begin in range(0, max(counts.values(), default=1), size):
        yield {**given, **{name: given[name][begin:begin + size]
                           for name in counts}}


def shuffled(feeds: Sequence[TensorInfo], given: Mapping[str, Any],
             random: np.random.Generator) -> Dict[str, Any]:
    """Returns the values with their samples in another order."""
    counts = counts_of(feeds, given)
    order = random.permutation(max(counts.values(), default=1))
    return {**given, **{name: _taken(given[name], order) for name in counts}}


def counts_of(feeds: Sequence[TensorInfo],
              given: Mapping[str, Any]) -> Dict[str, int]:
    """Returns how many samples the values of feeds have, which are whole
    sequences, or rows of arrays whose first size is not fixed; other values
    belong to all samples. ValueError unless all have as many."""
    counts = {
        info.name: len(given[info.name]) for info in feeds
        if info.name in given and (
            info.lod_level > 0 or isinstance((*info.shape, 0)[0], str))}
    if len(set(counts.values())) > 1:
        raise ValueError("as many samples are needed of each feed, not " +
                         ", ".join(f"{count} of {name}"
                                   for name, count in counts.items()))
    return counts


def _taken(value: Any, order: Any) -> Any:
    return [value[i] for i in order] if isinstance(value, list) else (
        value[order])


def flat(fetched: Mapping[str, Any]) -> Dict[str, Any]:
    """Returns results as arrays, sequences as rows and lengths."""
    made: Dict[str, Any] = {}
    for name, value in fetched.items():
        if not isinstance(value, list):
            made[name] = value
            continue
        if value and isinstance(value[0], list):
            raise ValueError(f"{name} has sequences of sequences, which are "
                             "not written to files")
        made[name] = np.concatenate(value) if value else np.zeros(0)
        made[name + LENGTHS] = np.array([len(rows) for rows in value], "int64")
    return made


def write(path: str, arrays: Mapping[str, Any]) -> None:
    """Writes arrays to an .npz file, or a new folder with an .npy file each,
    complete or not at all. A slash in a name is %2F in that of the file."""
    if path.endswith(".npz"):
        with replacing(path) as file:
            _save(file, arrays)
        return
    with new_folder(path) as folder:
        for name, array in arrays.items():
            file_name = urllib.parse.quote(name, safe=" @:+,=()[]") + ".npy"
            np.save(os.path.join(folder, file_name), array)


def _save(file: IO[Any], arrays: Mapping[str, Any]) -> None:
    """Writes what np.savez does, whose own arguments no array can be named
    like."""
    with zipfile.ZipFile(file, "w") as archive:
        for name, array in arrays.items():
            with archive.open(name + ".npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, np.asanyarray(array),
                                          allow_pickle=False)


@contextlib.contextmanager
def new_folder(path: str) -> Iterator[str]:
    """A folder beside `path`, which gets that name when the block ends, and is
    gone if it fails. FileExistsError unless there is nothing, or an empty
    folder."""
    target = os.path.abspath(path)
    check_new(target)
    partial = tempfile.mkdtemp(prefix=os.path.basename(target) + ".",
                               dir=os.path.dirname(target))
    try:
        os.chmod(partial, 0o777 & ~_umask())
        yield partial
        os.rename(partial, target)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise


def check_new(path: str) -> None:
    """FileExistsError for a file, or a folder that is not empty;
    FileNotFoundError where it cannot be made."""
    parent = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(parent):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), parent)
    if os.path.lexists(path) and not (os.path.isdir(path)
                                      and not os.listdir(path)):
        raise FileExistsError(17, "is there already", path)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
