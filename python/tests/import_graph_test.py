"""Modules of the package depend on each other one way.

No circle may be left when all imports count: those that run when a module is
loaded, those that type checkers alone read, and those in functions. A function
may import only what `import paddle` does not load: that, not a circle, is a
reason to wait.
"""

import os
import re
import shutil
import tempfile
import unittest

import import_graph
from import_graph import CALLED, CHECKING, LOADING

import paddle as pd

PACKAGE = os.path.dirname(os.path.abspath(pd.__file__))
PARTS = "python/tests/parts_graph"

# They load what is asked for by name; see their tables.
BY_STRING = {"paddle", "paddle._former_names", "paddle.cli"}


def imports_of(modules):
    """The imports of a package of these modules: name -> text."""
    with tempfile.TemporaryDirectory() as root:
        for name, text in modules.items():
            path = os.path.join(root, *name.split(".")) + ".py"
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return import_graph.find_imports(
            import_graph.find_modules(os.path.join(root, "p")))


def circle_of(modules):
    """The modules of a circle, in alphabetical order."""
    graph = import_graph.graph_of(imports_of(modules))
    return sorted(set(import_graph.circle_in(graph)))


class PackageTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.modules = import_graph.find_modules(PACKAGE)
        cls.imports = import_graph.find_imports(cls.modules)

    def test_no_circles(self):
        self.assertGreater(len(self.modules), 70)
        self.assertIn("paddle.core", self.modules)
        graph = import_graph.graph_of(self.imports)
        self.assertEqual(import_graph.circle_in(graph), [])

    def test_one_more_import_would_make_a_circle(self):
        with tempfile.TemporaryDirectory() as root:
            copy = os.path.join(root, "paddle")
            shutil.copytree(PACKAGE, copy,
                            ignore=shutil.ignore_patterns("*.pyi", "include"))
            with open(os.path.join(copy, "data", "samples.py"), "a") as file:
                file.write("\n\ndef late():\n    from ..reader import batch\n")
            graph = import_graph.graph_of(import_graph.find_imports(
                import_graph.find_modules(copy)))
        self.assertEqual(set(import_graph.circle_in(graph)),
                         {"paddle.data.samples", "paddle.reader"})

    def test_what_functions_import_is_not_loaded_with_the_package(self):
        loaded = import_graph.reached(
            import_graph.graph_of([each for each in self.imports
                                   if each.when == LOADING]), "paddle")
        self.assertIn("paddle.layer.nn", loaded)
        self.assertEqual([each for each in self.imports if each.when == CALLED
                          and each.module in loaded], [])

    def test_imports_by_string_are_those_of_the_tables(self):
        found = {name for name, path in self.modules.items()
                 if path.endswith(".py") and
                 import_graph.strings_imported(path)}
        self.assertEqual(found, BY_STRING)
        self.assertEqual({f"paddle.{name}" for name in pd._LAZY.values()},
                         {each.module for each in self.imports if
                          each.importer == "paddle" and each.when == CHECKING})

    def test_the_parts_in_bazel_are_those_of_the_imports(self):
        with open(PARTS, encoding="utf-8") as file:
            in_bazel = set(re.findall(
                r'"//python/paddle:(\w+)" -> "//python/paddle:(\w+)"',
                file.read()))
        parts = {(part_of(each.importer), part_of(each.module))
                 for each in self.imports}
        self.assertEqual(
            {(a, b) for a, b in in_bazel if a != "paddle"},
            {(a, b) for a, b in parts if a != b and "paddle" not in (a, b)
             and b != "core"})


def part_of(module):
    """The library of python/paddle/BUILD that a module is in."""
    return module.split(".")[min(1, module.count("."))]


class GraphTest(unittest.TestCase):

    def test_imports_are_told_apart(self):
        imports = imports_of({
            "p.__init__": "from . import a",
            "p.a": "import os\nfrom typing import TYPE_CHECKING\n"
                   "if TYPE_CHECKING:\n    from .b import B\n"
                   "class A:\n    from p.b import B\n"
                   "def f():\n    import p.b",
            "p.b": "B = 1"})
        self.assertEqual(
            sorted((each.importer, each.line, each.module, each.when)
                   for each in imports),
            [("p", 1, "p.a", LOADING), ("p.a", 4, "p.b", CHECKING),
             ("p.a", 6, "p.b", LOADING), ("p.a", 8, "p.b", CALLED)])

    def test_circles_of_every_kind(self):
        for text in ("from . import b", "from .b import B", "import p.b",
                     "if TYPE_CHECKING:\n    from .b import B",
                     "def f():\n    from .b import B",
                     "try:\n    from p import b\nfinally:\n    pass"):
            with self.subTest(text):
                self.assertEqual(
                    circle_of({"p.__init__": "", "p.a": text,
                               "p.b": "from .a import A"}), ["p.a", "p.b"])
                self.assertEqual(
                    circle_of({"p.__init__": "from . import a, b", "p.a": text,
                               "p.b": ""}), [])

    def test_circles_through_a_package(self):
        # Loading p.q.c loads p.q first, which loads p.a.
        self.assertEqual(
            circle_of({"p.__init__": "", "p.a": "from .q.c import C",
                       "p.q.__init__": "from ..a import A", "p.q.c": ""}),
            ["p.a", "p.q"])
        # A name of the package that is no module is there at its end only.
        self.assertEqual(
            circle_of({"p.__init__": "from .a import A\nB = 1",
                       "p.a": "from . import B"}), ["p", "p.a"])

    def test_files_that_are_missing(self):
        with self.assertRaisesRegex(ImportError, "line 2: no file is for p.c"):
            imports_of({"p.__init__": "", "p.a": "\nfrom .c import C"})
