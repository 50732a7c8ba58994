"""Images of 28 x 28 pixels in ten classes, in the IDX format of MNIST.

The default folder is where Debian's package dataset-fashion-mnist puts
Fashion-MNIST: 60 000 images to train with, 10 000 to test. The files may be
compressed with gzip.
"""

import os
import struct
import zlib
from typing import BinaryIO, Iterator, NamedTuple, Tuple

import numpy as np

from ..io.files import open_regular
from ..reader import Reader

DIRECTORY = "/usr/share/datasets/fashion-mnist"
CLASSES = 10

_IMAGE_MAGIC = 2051
_LABEL_MAGIC = 2049
_CHUNK = 1 << 20


class Arrays(NamedTuple):
    """Images and their labels.

    Example:
      >>> pd.dataset.mnist.Arrays._fields
      ('images', 'labels')
    """
    images: np.ndarray  # uint8 [n, rows, columns], 0 is background
    labels: np.ndarray  # int64 [n], in [0, 10)


def train(directory: str = DIRECTORY) -> Reader:
    """A reader of training samples; see `test`.

    Example:
      >>> image, label = next(pd.dataset.mnist.train()())
      >>> image.shape, image.dtype.name
      ((784,), 'float32')
    """
    return _reader("train", directory)


def test(directory: str = DIRECTORY) -> Reader:
    """A reader of (image, label): float32 [784] in [-1, 1], and an int.

    The files are read when a pass begins. FileNotFoundError, or OSError naming
    the file and what is wrong with it.

    Example:
      >>> image, label = next(pd.dataset.mnist.test()())
      >>> image.shape, 0 <= label < 10
      ((784,), True)
    """
    return _reader("t10k", directory)


def train_arrays(directory: str = DIRECTORY) -> Arrays:
    """All training images and labels; see `test_arrays`.

    Example:
      >>> pd.dataset.mnist.train_arrays().images.shape
      (60000, 28, 28)
    """
    return _load("train", directory)


def test_arrays(directory: str = DIRECTORY) -> Arrays:
    """All test images, uint8 [n, 28, 28], and labels, int64 [n].

    FileNotFoundError, or OSError naming the file and what is wrong with it.

    Example:
      >>> images, labels = pd.dataset.mnist.test_arrays()
      >>> images.shape, labels.shape
      ((10000, 28, 28), (10000,))
    """
    return _load("t10k", directory)


def normalize(images: np.ndarray) -> np.ndarray:
    """Pixels in [0, 255] as float32 in [-1, 1]; the shape stays.

    Example:
      >>> pd.dataset.mnist.normalize(np.array([0, 255], "uint8")).tolist()
      [-1.0, 1.0]
    """
    return images.astype(np.float32) / np.float32(127.5) - np.float32(1)


def read_images(path: str) -> np.ndarray:
    """The images of an IDX file, uint8 [n, rows, columns].

    Example:
      >>> path = pd.dataset.mnist.file_of(
      ...     pd.dataset.mnist.DIRECTORY + "/t10k-images-idx3-ubyte")
      >>> pd.dataset.mnist.read_images(path).shape
      (10000, 28, 28)
    """
    (count, rows, columns), pixels = _read_idx(path, _IMAGE_MAGIC, 3)
    return pixels.reshape(count, rows, columns)


def read_labels(path: str) -> np.ndarray:
    """The labels of an IDX file, int64 [n]; OSError for one above 9.

    Example:
      >>> path = pd.dataset.mnist.file_of(
      ...     pd.dataset.mnist.DIRECTORY + "/t10k-labels-idx1-ubyte")
      >>> pd.dataset.mnist.read_labels(path).shape
      (10000,)
    """
    _, labels = _read_idx(path, _LABEL_MAGIC, 1)
    bad = np.flatnonzero(labels >= CLASSES)
    if bad.size:
        raise OSError(f"{path}: label {labels[bad[0]]} of item {bad[0]} is not "
                      f"in [0, {CLASSES})")
    return labels.astype(np.int64)


def _reader(split: str, directory: str) -> Reader:
    def read() -> Iterator[Tuple[np.ndarray, int]]:
        images, labels = _load(split, directory)
        for image, label in zip(images, labels):
            yield normalize(image.reshape(-1)), int(label)
    return read


def _load(split: str, directory: str) -> Arrays:
    images_path = file_of(f"{split}-images-idx3-ubyte", directory)
    labels_path = file_of(f"{split}-labels-idx1-ubyte", directory)
    images, labels = read_images(images_path), read_labels(labels_path)
    if len(images) != len(labels):
        raise OSError(f"{images_path} holds {len(images)} images, but "
                      f"{labels_path} holds {len(labels)} labels")
    return Arrays(images, labels)


def file_of(name: str, directory: str = DIRECTORY) -> str:
    """The path of an IDX file such as "t10k-labels-idx1-ubyte", plain or
    compressed; FileNotFoundError if there is neither.

    Example:
      >>> path = pd.dataset.mnist.file_of(
      ...     pd.dataset.mnist.DIRECTORY + "/t10k-labels-idx1-ubyte")
      >>> "t10k-labels" in path
      True
    """
    for suffix in ("", ".gz"):
        path = os.path.join(directory, name + suffix)
        if os.path.exists(path):
            return path
    raise FileNotFoundError(
        f"no {name} or {name}.gz in {directory}; install the Debian package "
        "dataset-fashion-mnist, or name another directory")


def _read_idx(path: str, magic: int,
              rank: int) -> Tuple[Tuple[int, ...], np.ndarray]:
    """Sizes and bytes of a file that is exactly as long as it says."""
    with open_regular(path) as whole, _unzipped(whole) as file:
        header = _read(path, file, 4 * (rank + 1))
        if len(header) < 4 * (rank + 1):
            raise OSError(f"{path}: truncated in its header")
        found, *sizes = struct.unpack(f">{rank + 1}I", header)
        if found != magic:
            raise OSError(f"{path}: begins with {found}, not with {magic}: no "
                          f"IDX file of {'images' if rank > 1 else 'labels'}")
        wanted = 1
        for size in sizes:
            wanted *= size
        data = _read(path, file, wanted + 1)
    if len(data) < wanted:
        raise OSError(f"{path}: truncated: {len(data)} of {wanted} bytes of "
                      f"data for the sizes {sizes}")
    if len(data) > wanted:
        raise OSError(f"{path}: more than the {wanted} bytes of data for the "
                      f"sizes {sizes}")
    return tuple(sizes), np.frombuffer(data, np.uint8)


def _unzipped(file: BinaryIO) -> BinaryIO:
    """The file itself, or what gzip made it of."""
    compressed = file.read(2) == b"\x1f\x8b"
    file.seek(0)
    if not compressed:
        return file
    import gzip  # Needed by few programs, so not loaded with the package.
    return gzip.GzipFile(fileobj=file)  # type: ignore[return-value]


def _read(path: str, file: BinaryIO, size: int) -> bytes:
    """Up to `size` bytes; takes no memory for sizes the file does not have."""
    data = bytearray()
    try:
        while len(data) < size:
            chunk = file.read(min(_CHUNK, size - len(data)))
            if not chunk:
                break
            data += chunk
    except (EOFError, zlib.error) as error:
        raise OSError(f"{path}: damaged: {error}") from error
    except OSError as error:
        raise OSError(f"{path}: {error}") from error
    return bytes(data)
