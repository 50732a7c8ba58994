"""A library with the types and functions of paddle.h, and with what debuggers
are told of them: libpaddle_c.so.1 itself is made without that.

Run it to record a release: it prints what abidw finds.
"""

import os
import re
import subprocess
import sys
import tempfile

import paddle_c

PLUGIN = os.path.join("framework", "plugin", "op_plugin.h")


def _write(path: str, text: str) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def build(folder: str, without: str = "", before: str = "",
          after: str = "") -> str:
    """Returns the path of the library, built in an empty folder.

    Args:
      without: a function that it shall not have.
      before, after: text of the header to replace, which has to be there.
    """
    headers = {}
    for path in (paddle_c.HEADER, PLUGIN):
        with open(path, encoding="utf-8") as file:
            headers[path] = file.read()
    header = headers[paddle_c.HEADER]
    assert before in header, before
    headers[paddle_c.HEADER] = header.replace(before, after, 1)
    for path, text in headers.items():
        _write(os.path.join(folder, "paddle", path), text)
    functions = [f"{function.declaration} {{ abort(); }}\n"
                 for name, function in paddle_c.functions().items()
                 if name != without]
    _write(os.path.join(folder, "abi.c"), "".join(
        ["#include <stdlib.h>\n", f'#include "paddle/{paddle_c.HEADER}"\n']
        + functions))
    subprocess.run(
        ["cc", "-std=c99", "-g", "-fPIC", "-shared", "-I.", "-o",
         "libpaddle_c.so.1", "-Wl,-soname,libpaddle_c.so.1", "abi.c"],
        cwd=folder, check=True)
    return os.path.join(folder, "libpaddle_c.so.1")


def described(library: str) -> str:
    """Returns what abidw says of a library, without paths of files."""
    text = subprocess.run(
        ["abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs",
         "--drop-undefined-syms", library], stdout=subprocess.PIPE, check=True,
        text=True).stdout
    return re.sub(r" path='[^']*'", "", text)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(described(build(folder)))


if __name__ == "__main__":
    main()
