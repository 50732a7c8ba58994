#!python
"""The command `paddle` of the wheel; installers complete the first line.

It is no entry point of the metadata, since that would import the package, and
so load the engine, before it does anything.
"""

import importlib.util
import os
import runpy
import sys

if __name__ == "__main__":
    package = importlib.util.find_spec("paddle")
    if package is None or package.origin is None:
        sys.exit("paddle: the package is not installed for " + sys.executable)
    runpy.run_path(os.path.join(os.path.dirname(package.origin), "cli",
                                "__main__.py"), run_name="__main__")
