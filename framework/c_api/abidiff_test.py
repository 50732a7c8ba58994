"""The C interface beside that of the recorded release, by Debian's abidiff.

abi.xml is what abi_library.py printed for the release. package_test compares
what libpaddle_c.so.1 exports with the header, which is compared here.
"""

import os
import shutil
import subprocess
import tempfile
import unittest
from typing import Tuple

import abi_library
import paddle_c

RECORDED = os.path.join(paddle_c.FOLDER, "abi.xml")
REMOVED = "paddle_model_eval"
VERSION = "int32_t paddle_c_version(void);\n"
MEMBER = "  int64_t numel;\n"


@unittest.skipUnless(shutil.which("abidiff"), "abidiff is not installed: it "
                     "is in Debian's package abigail-tools")
class AbidiffTest(unittest.TestCase):

    def difference(self, **changes: str) -> Tuple[int, str]:
        """The status of abidiff, 0 without a difference, and its report."""
        with tempfile.TemporaryDirectory() as folder:
            library = abi_library.build(folder, **changes)
            done = subprocess.run(
                ["abidiff", "--no-added-syms", RECORDED, library], text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def test_programs_of_the_release_still_run(self):
        status, report = self.difference()
        self.assertEqual(status, 0, f"{report}\nIf a struct has grown at its "
                         "end, and PADDLE_C_MINOR with it, record the release "
                         "anew: see README.md")

    def test_a_removed_function_is_found(self):
        status, report = self.difference(without=REMOVED)
        self.assertNotEqual(status, 0)
        self.assertIn(f"[D] 'function PaddleStatus {REMOVED}(", report)

    def test_an_added_function_is_fine(self):
        status, report = self.difference(
            before=VERSION, after=VERSION + "void paddle_new(void) {}\n")
        self.assertEqual((status, report), (0, report))

    def test_a_changed_member_is_found(self):
        for after, found in (("  int32_t numel;\n", "int64_t numel"),
                             ("", "data member deletion"),
                             (MEMBER + "  int64_t more;\n", "int64_t more")):
            status, report = self.difference(before=MEMBER, after=after)
            self.assertNotEqual(status, 0, after)
            self.assertIn("struct PaddleTensorInfo", report)
            self.assertIn(found, report)


if __name__ == "__main__":
    unittest.main()
