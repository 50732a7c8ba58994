"""The C interface by ctypes: its structs, and the prototypes of its functions.

The functions are read from the header, so that none is forgotten.
"""

import ctypes
import os
import re
from typing import Dict, List

FOLDER = os.path.join("framework", "c_api")
LIBRARY = os.path.join(FOLDER, "libpaddle_c.so.1")
HEADER = os.path.join(FOLDER, "paddle.h")
DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

_NUMBERS = {
    "int32_t": ctypes.c_int32,
    "int64_t": ctypes.c_int64,
    "size_t": ctypes.c_size_t,
    "PaddleStatus": ctypes.c_int32,
    "PaddleDataType": ctypes.c_int32,
}


class Function:
    """A function of the header: its name, its result, and its arguments."""

    def __init__(self, result: str, name: str, arguments: str) -> None:
        self.name = name
        self.result = result.strip()
        self.declaration = f"{self.result} {name}({arguments})"
        # A pointer to a function has a comma and a name of its own.
        arguments = re.sub(r"void \(\*(\w+)\)\([^)]*\)", r"deleter \1",
                           arguments)
        self.types: List[str] = []
        self.names: List[str] = []
        for argument in arguments.split(","):
            found = re.fullmatch(r"(.*?)(\w+)", " ".join(argument.split()))
            if found and found.group(1):
                self.types.append(found.group(1).strip())
                self.names.append(found.group(2))


def functions() -> Dict[str, Function]:
    """The declarations of the header, by name."""
    with open(HEADER, encoding="utf-8") as file:
        text = re.sub(r"//[^\n]*|#[^\n]*(\\\n[^\n]*)*", "", file.read())
    text = re.sub(r"typedef struct \w+ \{.*?\} \w+;", "", text, flags=re.S)
    found = re.findall(r"([\w ]+[ *]+)(paddle_\w+)\(((?:[^()]|\([^()]*\))*)\);",
                       text)
    return {name: Function(result, name, arguments)
            for result, name, arguments in found}


def c_type(text: str) -> type:
    if text == "deleter":
        return DELETER
    if text == "const char*":
        return ctypes.c_char_p
    if text.endswith("*"):
        return ctypes.c_void_p
    return _NUMBERS[text]


def load() -> ctypes.CDLL:
    """The library, its functions with their types."""
    library = ctypes.CDLL(os.path.abspath(LIBRARY))
    for function in functions().values():
        loaded = getattr(library, function.name)
        loaded.argtypes = [c_type(one) for one in function.types]
        loaded.restype = None if function.result == "void" else \
            c_type(function.result)
    return library


class Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("dtype", ctypes.c_int32),
                ("threads", ctypes.c_int32), ("passes", ctypes.c_int32),
                ("map", ctypes.c_int32), ("trainable", ctypes.c_int32),
                ("reserved", ctypes.c_int32)]
