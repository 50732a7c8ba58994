"""Writes the Python module paddle.version.

usage: write_module.py VERSION_JSON...: prints the module.
"""

import json
import sys
from typing import Dict


def module(versions: Dict[str, str]) -> str:
    lines = "".join(f'    "{name}": "{version}",\n'
                    for name, version in versions.items())
    return (
        '"""The versions of Paddle: of the package, and of what it is made of.'
        '\n\nWritten by the build from the version.bzl of each component.\n'
        '"""\n\nfrom typing import Dict\n\n'
        f'__version__: str = "{versions["python"]}"\n\n'
        '# Component, by its folder in the sources -> major.minor.patch.\n'
        f'components: Dict[str, str] = {{\n{lines}}}\n')


def main() -> None:
    versions = {}
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        versions[data["component"]] = data["version"]
    sys.stdout.write(module(versions))


if __name__ == "__main__":
    main()
