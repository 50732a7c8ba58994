"""Tests for stand_in."""

import ctypes
import os
import subprocess
import tempfile
import unittest
from unittest import mock

import elf
import stand_in

_LIBRARY = """
int first(void) { return 1; }
int second(void) { return 2; }
int unused(void) { return 3; }
"""
_VERSIONS = """
X_1.0 { global: first; unused; };
X_1.1 { global: second; } X_1.0;
"""
_USER = """
int first(void);
int second(void);
int both(void) { return 10 * first() + second(); }
"""


class StandInTest(unittest.TestCase):

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self._folder = folder.name
        self.enterContext(mock.patch.dict(
            stand_in.UNUSED, {"libx.so.1": "X_", "liby.so.1": "Y_"}))
        self._build("libx.so.1", _LIBRARY, "-Wl,--version-script="
                    + self._write("x.lds", _VERSIONS))
        # As libraries are that must find all at once.
        self._user = self._build("libuser.so", _USER, "-Wl,-z,now",
                                 self._path("libx.so.1"),
                                 f"-Wl,-rpath,{self._path('other')}")
        os.mkdir(self._path("other"))

    def _path(self, name: str) -> str:
        return os.path.join(self._folder, name)

    def _write(self, name: str, text: str) -> str:
        with open(self._path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self._path(name)

    def _build(self, name: str, text: str, *options: str) -> str:
        source = self._write(name + ".c", text)
        subprocess.run(["gcc", "-shared", "-fPIC", source, "-o",
                        self._path(name), f"-Wl,-soname,{name}", *options],
                       check=True)
        return self._path(name)

    def test_wants_by_version(self) -> None:
        self.assertEqual(stand_in.wanted(self._user, "X_"),
                         {"X_1.0": ["first"], "X_1.1": ["second"]})
        self.assertEqual(stand_in.wanted(self._user, "Z_"), {})

    def test_library_loads_with_it(self) -> None:
        path = stand_in.make("libx.so.1", self._user, self._path("other"))
        self.assertEqual(elf.needed(path), [])
        self.assertLess(os.path.getsize(path), 20000)
        self.assertEqual(ctypes.CDLL(self._user).both(), 0)

    def test_library_that_is_not_wanted(self) -> None:
        with self.assertRaisesRegex(RuntimeError, "wants nothing of liby"):
            stand_in.make("liby.so.1", self._user, self._path("other"))


if __name__ == "__main__":
    unittest.main()
