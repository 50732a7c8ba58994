"""The command `paddle`, as `python -m paddle.cli` or as this file by its path.

By its path it gives the folder a name of its own: as paddle.cli, Python would
first load paddle, and so the engine.
"""

import sys
from typing import List


def _main_without_the_package(arguments: List[str]) -> int:
    import importlib.util
    import os

    folder = os.path.dirname(os.path.abspath(__file__))
    spec = importlib.util.spec_from_file_location(
        "paddle_cli", os.path.join(folder, "__init__.py"),
        submodule_search_locations=[folder])
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    status: int = module.main(arguments)
    return status


if __name__ == "__main__":
    if __package__:
        from . import main
    else:
        main = _main_without_the_package
    sys.exit(main(sys.argv[1:]))
