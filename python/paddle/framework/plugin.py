"""Operators from shared libraries."""

import os
from typing import List, Union

from .. import core
from ..io.files import check_file


def load_op_library(path: Union[str, "os.PathLike[str]"]) -> List[str]:
    """Loads operators and passes from a shared library.

    Returns the types of the operators. Afterwards each is a function of
    pd.layer, with signature and documentation, and has shape inference,
    gradient and a place in saved programs like any other operator. A process
    that loads such a program loads the library first.
    pd.passes.list() has the passes; executors that are compiled later run them.

    The library is C or C++ and includes one header, see get_include. It is code
    that may do whatever the process may: load none that you do not trust. It is
    loaded once: the same file again changes nothing, also when it was compiled
    again meanwhile.

    Args:
      path: the library; without a slash, in the current folder.

    Raises:
      OSError: there is no such file, or it is no regular one.
      ValueError: it is no library of operators, declares one wrongly, or
        declares one that exists.
      RuntimeError: it is made for another version of the interface.

    After an error none of its operators exists.

    Example:
      >>> import os
      >>> if os.path.exists("./my_operators.so"):
      ...     print(pd.load_op_library("./my_operators.so"))
    """
    check_file(path)  # To open a pipe would wait for ever.
    return core._load_op_library(os.fspath(path))


def get_include() -> str:
    """The folder to compile a library of operators against.

    The library includes "paddle/framework/plugin/op_plugin.h", which documents
    the interface, and links nothing of Paddle:

        cc -O2 -shared -fPIC -I$(python3 -c \\
            "import paddle; print(paddle.get_include())") ops.c -o ops.so

    Example:
      >>> pd.get_include().endswith("include")
      True
    """
    package = os.path.dirname(os.path.abspath(core.__file__))
    return os.path.join(package, "include")
