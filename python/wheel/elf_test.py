"""Symbols, and what a platform tag promises."""

import os
import subprocess
import tempfile
import unittest

import elf

SOURCE = """
inline int* Counter() { static int counter = 0; return &counter; }
struct Shape { virtual ~Shape() = default; };
int Elsewhere();
int Here() { Shape shape; return *Counter() + Elsewhere(); }
"""


class SymbolsTest(unittest.TestCase):
    def test_of_an_object_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.o")
            subprocess.run(["g++", "-O0", "-fPIC", "-c", "-xc++", "-", "-o",
                            path], input=SOURCE, text=True, check=True)
            found = elf.symbols([path])[path]
        self.assertIn("_Z4Herev", found.has)
        self.assertIn("_Z9Elsewherev", found.needs)
        self.assertNotIn("_Z9Elsewherev", found.has)
        self.assertEqual(found.single, {"_ZZ7CountervE7counter", "_ZTI5Shape"})

    def test_of_a_link(self):
        one = elf.Symbols({"a", "b"}, {"c"}, set())
        two = elf.Symbols({"c", "d"}, {"a"}, {"a"})
        self.assertEqual(elf.union([one, two]),
                         elf.Symbols({"b", "d"}, {"a", "c"}, {"a"}))


class TagTest(unittest.TestCase):
    def tag(self, *versions):
        return elf.manylinux("".join(
            f"0000 DF *UND* 0000 ({version}) f\n" for version in versions))

    def test_follows_the_newest_symbol(self):
        self.assertEqual(self.tag("GLIBC_2.34", "GLIBC_2.4"),
                         "manylinux_2_34_x86_64")
        self.assertEqual(self.tag("GLIBC_2.38", "GLIBCXX_3.4.29"),
                         "manylinux_2_38_x86_64")

    def test_libstdcxx_counts(self):
        self.assertEqual(self.tag("GLIBC_2.34", "GLIBCXX_3.4.30"),
                         "manylinux_2_35_x86_64")
        self.assertEqual(self.tag("GLIBC_2.34", "GLIBCXX_3.4"),
                         "manylinux_2_34_x86_64")

    def test_a_loader_that_knows_levels_is_needed(self):
        self.assertEqual(self.tag("GLIBC_2.17"), "manylinux_2_33_x86_64")

    def test_what_is_newer_than_the_table_is_refused(self):
        with self.assertRaisesRegex(ValueError, "GLIBCXX_3.4.99"):
            self.tag("GLIBCXX_3.4.99")

    def test_system_libraries(self):
        for name in ("libc.so.6", "libstdc++.so.6", "ld-linux-x86-64.so.2"):
            self.assertTrue(elf.SYSTEM.fullmatch(name), name)
        for name in ("libcurl.so.4", "libgomp.so.1", "libc.so.6.private"):
            self.assertFalse(elf.SYSTEM.fullmatch(name), name)
