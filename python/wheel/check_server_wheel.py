"""Checks the wheel of servers as shipped, beside the other one.

usage: check_server_wheel.py [--python FILE] WHEEL SERVER_WHEEL

Installs both into a new virtual environment, as check_wheel.py does. Ends with
"N passed, N failed".
"""

import argparse
import os
import sys
import tempfile
import unittest

import check_wheel
import elf
import make_server_wheel
import metadata

MAXIMUM_BYTES = 20e6

shipped: check_wheel.Shipped
server_wheel = ""


class ServerWheelTest(unittest.TestCase):
    def run_tables(self, *options: str) -> str:
        """Returns the line that each trainer prints of the same job."""
        lines = {line[line.index("] ") + 2:] for line in elf.output(
            shipped.command, "run", "--nproc", "2", *options,
            shipped.put("tables")).splitlines()}
        self.assertEqual(len(lines), 1, lines)
        return lines.pop()

    def test_size(self):
        self.assertLessEqual(os.path.getsize(server_wheel), MAXIMUM_BYTES)

    def test_tables_train(self):
        kept = os.path.join(shipped.folder, "kept")
        line = self.run_tables("--servers", "2", "--server-dir", kept)
        self.assertRegex(line, "2 20 [0-9a-f]{8}")
        found = {name for _, folders, _ in os.walk(kept) for name in folders
                 if name.startswith("table-")}
        self.assertEqual(len(found), 1, found)
        self.assertEqual(self.run_tables("--servers", "1")[2:], line[2:])

    def test_all_that_is_needed_is_here_or_everywhere(self):
        folder = os.path.join(shipped.site, make_server_wheel.FOLDER)
        names = os.listdir(folder)
        for _, library in make_server_wheel.LIBRARIES:
            self.assertIn(library, names)
        for name in names:
            self.assertIn("paddle", name)
            for needed in elf.needed(os.path.join(folder, name)):
                self.assertTrue(
                    needed in names or elf.SYSTEM.fullmatch(needed),
                    f"{name} needs {needed}")


class UninstallTest(unittest.TestCase):
    def test_each_leaves_nothing(self):  # The last one.
        shipped.pip("uninstall", "--quiet", "--yes", metadata.SERVER_NAME)
        folder = os.path.join(shipped.site, make_server_wheel.FOLDER)
        self.assertFalse(os.path.exists(folder))
        shipped.run("import paddle")
        shipped.pip("uninstall", "--quiet", "--yes", metadata.NAME)
        self.assertEqual(shipped.files(), shipped.before)


def main() -> int:
    global shipped, server_wheel
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default="/usr/bin/python3")
    parser.add_argument("wheel")
    parser.add_argument("server_wheel")
    arguments = parser.parse_args()
    server_wheel = os.path.abspath(arguments.server_wheel)
    with tempfile.TemporaryDirectory() as folder:
        shipped = check_wheel.Shipped(os.path.abspath(arguments.wheel),
                                      arguments.python, folder)
        shipped.pip("install", "--quiet", "--no-index", server_wheel)
        return check_wheel.run_tests(sys.modules[__name__])


if __name__ == "__main__":
    sys.exit(main())
