"""Two libraries out of objects, one of which stands alone."""

import os
import subprocess
import tempfile
import unittest

import elf
import native

SOURCES = {
    "core": "int helper(void);"
            "int paddle_init_core(void) { return helper(); }"
            "int asked(void) { return 40; }"
            "int unasked(void) { return 1; }",
    "helper": "int helper(void) { return 2; }",
    "kernel": "int asked(void);"
              "int kernel(void) { return asked() + LEVEL; }",
}


class SplitTest(unittest.TestCase):
    def test_what_the_rest_needs_is_no_kernel(self):
        objects = {
            "core": elf.Symbols({"shape"}, {"enforce"}, set()),
            "shape": elf.Symbols({"axes"}, {"shape"}, set()),
            "axes": elf.Symbols(set(), {"axes"}, set()),
            "kernel": elf.Symbols({"axes", "enforce"}, {"kernel"}, set()),
        }
        self.assertEqual(native.split(objects, ["shape", "axes", "kernel"]),
                         {"core", "shape", "axes"})

    def test_nothing_is_needed(self):
        objects = {"core": elf.Symbols({"libc"}, {"enforce"}, set()),
                   "kernel": elf.Symbols({"enforce"}, {"kernel"}, set())}
        self.assertEqual(native.split(objects, ["kernel"]), {"core"})


class LinkTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def compile(self, level):
        paths = {}
        for name, text in SOURCES.items():
            path = os.path.join(self.folder, f"{name}{level}.o")
            subprocess.run(["gcc", "-O2", "-fPIC", f"-DLEVEL={level}", "-c",
                            "-xc", "-", "-o", path], input=text, text=True,
                           check=True)
            paths[name] = path
        return native.Manifest([], paths, ["helper", "kernel"])

    def visible(self, path):
        lines = elf.output("nm", "-D", "--defined-only", path).splitlines()
        return {line.split()[-1] for line in lines}

    def test_each_level_has_its_kernels_and_all_have_one_core(self):
        linker = native.Linker(self.folder, self.folder, [])
        low, high = self.compile(2), self.compile(3)
        native.link_all(linker, low, {".": low, "hwcaps/high": high})
        core = os.path.join(self.folder, "libs", native.CORE)
        self.assertEqual(self.visible(core), {"paddle_init_core", "asked"})
        for place, back in ((".", "$ORIGIN"),
                            ("hwcaps/high", "$ORIGIN/../..")):
            path = os.path.join(self.folder, "libs", place, native.KERNELS)
            self.assertEqual(self.visible(path), set())
            self.assertEqual(elf.needed(path)[0], native.CORE)
            self.assertEqual(elf.rpath(path), back)

    def test_what_two_need_must_not_be_hidden(self):
        path = os.path.join(self.folder, "hidden.o")
        subprocess.run(["gcc", "-fPIC", "-fvisibility=hidden", "-c", "-xc",
                        "-", "-o", path], input="int shared(void){return 1;}",
                       text=True, check=True)
        linker = native.Linker(self.folder, self.folder, [])
        with self.assertRaisesRegex(RuntimeError, "hidden in x.so: shared"):
            linker.link(os.path.join(self.folder, "x.so"), [path], {"shared"},
                        "-Wl,--undefined=shared")
