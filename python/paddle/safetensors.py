"""Tensors in files of the safetensors format: save, load.

The format (Hugging Face, "safetensors"): eight bytes with the length of a
header, little endian; the header, a JSON object of name -> data type, shape and
place; the bytes of all tensors one behind the other, in row-major order. A file
that is read is checked first: nothing in it can lead outside its bytes.
"""

import json
import math
import os
from typing import Any, Dict, List, Mapping, Optional, Tuple

import numpy as np

from . import core
from .argument_errors import check_mapping
from .io.files import Path, open_regular, replacing

_TYPES = {
    "BOOL": "bool", "U8": "uint8", "I8": "int8", "I16": "<i2", "I32": "<i4",
    "I64": "<i8", "U16": "<u2", "U32": "<u4", "U64": "<u8", "F16": "<f2",
    "F32": "<f4", "F64": "<f8",
    "BF16": "<u2",  # The bits: NumPy has no such type.
}
_NAMES = {np.dtype(code): name for name, code in _TYPES.items()
          if name != "BF16"}
_LONGEST_HEADER = 100_000_000
_ALIGNMENT = 8


def save(path: Path, tensors: Mapping[str, Any],
         metadata: Optional[Mapping[str, str]] = None) -> None:
    """Writes tensors (arrays, LoDTensors, anything numpy.asarray takes).

    Sequences are not part of the format: a LoDTensor that has any is refused
    with ValueError. The file appears when it is whole. TypeError for a data
    type or metadata that the format does not have.

    Example:
      >>> import tempfile
      >>> path = tempfile.mkdtemp() + "/weights.safetensors"
      >>> pd.safetensors.save(path, {"w": np.ones((2, 3), "float32")})
    """
    check_mapping("save", "tensors", tensors, '{"w": array}')
    chunks: List[np.ndarray] = []
    header: Dict[str, Any] = {}
    place = 0
    if metadata is not None:
        header["__metadata__"] = _checked_metadata(metadata)
    for name, tensor in sorted(tensors.items()):
        kind, array = _encoded(name, tensor)
        header[name] = {"dtype": kind, "shape": list(array.shape),
                        "data_offsets": [place, place + array.nbytes]}
        place += array.nbytes
        chunks.append(array)
    text = json.dumps(header, ensure_ascii=False).encode()
    text += b" " * (-len(text) % _ALIGNMENT)
    _write(path, text, chunks)


def _encoded(name: str, tensor: Any) -> Tuple[str, np.ndarray]:
    if not isinstance(name, str) or name == "__metadata__":
        raise ValueError(f"no tensor can be called {name!r}")
    if isinstance(tensor, core.LoDTensor):
        if tensor.lengths:
            raise ValueError(f"tensor {name} has sequences, which the format "
                             "cannot hold; save its rows and lengths")
        if tensor.dtype == "bfloat16":  # Exact: the lower half is zeros.
            bits = np.asarray(tensor).view("uint32") >> 16
            return "BF16", bits.astype("<u2")
        if tensor.dtype != np.asarray(tensor).dtype.name:
            raise TypeError(f"tensor {name} is of {tensor.dtype}, which NumPy "
                            "does not have; cast it")
    array = np.asarray(tensor)
    kind = _NAMES.get(array.dtype.newbyteorder("<"))
    if kind is None:
        raise TypeError(f"tensor {name} is of {array.dtype}, which the format "
                        "does not have")
    # Unlike ascontiguousarray, this keeps rank 0.
    return kind, np.asarray(array, array.dtype.newbyteorder("<"), order="C")


def _checked_metadata(metadata: Mapping[str, str]) -> Dict[str, str]:
    check_mapping("save", "metadata", metadata, '{"format": "np"}')
    for key, value in metadata.items():
        if not isinstance(key, str) or not isinstance(value, str):
            raise TypeError("metadata is of strings, not "
                            f"{key!r}: {value!r}")
    return dict(metadata)


def _write(path: Path, header: bytes, chunks: List[np.ndarray]) -> None:
    with replacing(path) as file:
        file.write(len(header).to_bytes(8, "little"))
        file.write(header)
        for chunk in chunks:
            file.write(chunk.data if chunk.size else b"")


def load(path: Path) -> Dict[str, np.ndarray]:
    """The tensors of a file, by name, as arrays over the file itself: nothing
    is read before it is used, and nothing can be written.

    bfloat16 becomes float32, and is copied. ValueError, naming the file and the
    tensor, for a file that is not whole or not of this format.

    Example:
      >>> import tempfile
      >>> path = tempfile.mkdtemp() + "/weights.safetensors"
      >>> pd.safetensors.save(path, {"w": np.ones((2, 3), "float32")})
      >>> pd.safetensors.load(path)["w"].shape
      (2, 3)
    """
    path = os.fspath(path)
    header, start, size = _read_header(path)
    header.pop("__metadata__", None)
    places = sorted(
        (_place(path, name, entry), name) for name, entry in header.items())
    end = 0
    for (begin, after), name in places:
        _check(begin == end, path, f"tensor {name} begins at byte {begin}, "
               f"not at {end}, where the one before it ends")
        end = after
    _check(end == size, path, f"the tensors have {end} bytes, the file {size}")
    data = (np.memmap(path, "uint8", "r", start, (size,)) if size
            else np.empty(0, "uint8"))
    return {name: _array(data[begin:after], header[name])
            for (begin, after), name in places}


def load_metadata(path: Path) -> Dict[str, str]:
    """Returns the metadata passed to `save`; {} if there were none.

    Example:
      >>> import tempfile
      >>> path = tempfile.mkdtemp() + "/weights.safetensors"
      >>> pd.safetensors.save(path, {"w": np.ones(2)}, metadata={"epoch": "3"})
      >>> pd.safetensors.load_metadata(path)
      {'epoch': '3'}
    """
    metadata = _read_header(os.fspath(path))[0].get("__metadata__", {})
    _check(isinstance(metadata, dict), os.fspath(path),
           "the metadata is no object")
    return metadata


def _check(holds: bool, path: str, message: str) -> None:
    if not holds:
        raise ValueError(f"{path} is no whole safetensors file: {message}")


def _read_header(path: str) -> Tuple[Dict[str, Any], int, int]:
    """The header, where the data begin, and how many bytes they have."""
    with open_regular(path) as file:
        total = os.fstat(file.fileno()).st_size
        length = int.from_bytes(file.read(8), "little")
        _check(8 <= total and 1 <= length <= min(total - 8, _LONGEST_HEADER),
               path,
               f"it has {total} bytes, and its header would have {length}")
        text = file.read(1)
        _check(text == b"{", path, "its header is no object")
        text += file.read(length - 1)
    try:
        header = json.loads(text, object_pairs_hook=_once)
    except ValueError as error:  # UnicodeDecodeError is one, too.
        _check(False, path, f"its header is no JSON ({error})")
    except RecursionError:
        _check(False, path, "its header is nested too deeply")
    _check(isinstance(header, dict), path, "its header is no object")
    return header, 8 + length, total - 8 - length


def _once(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    names = dict(pairs)
    if len(names) != len(pairs):
        raise ValueError("a name stands twice")
    return names


def _place(path: str, name: str, entry: Any) -> Tuple[int, int]:
    """Returns where the bytes of a tensor begin and end, after checking its
    entry."""
    _check(isinstance(entry, dict), path, f"tensor {name} has no description")
    kind, shape = entry.get("dtype"), entry.get("shape")
    place = entry.get("data_offsets")
    _check(kind in _TYPES if isinstance(kind, str) else False, path,
           f"tensor {name} has an unknown data type {kind!r}")
    _check(_are_sizes(shape) and _are_sizes(place) and len(place) == 2, path,
           f"tensor {name} has shape {shape!r} at {place!r}")
    expected = math.prod(shape) * np.dtype(_TYPES[kind]).itemsize
    _check(place[1] - place[0] == expected, path,
           f"tensor {name} of shape {shape} has {place[1] - place[0]} bytes, "
           f"not {expected}")
    return place[0], place[1]


def _are_sizes(value: Any) -> bool:
    return isinstance(value, list) and all(
        type(item) is int and item >= 0 for item in value)


def _array(data: np.ndarray, entry: Dict[str, Any]) -> np.ndarray:
    array = np.frombuffer(data, _TYPES[entry["dtype"]]).reshape(entry["shape"])
    if entry["dtype"] != "BF16":
        return array
    return (array.astype("uint32") << 16).view("float32")
