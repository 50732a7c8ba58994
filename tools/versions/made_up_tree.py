"""A tree of three components for tests: types, ir and operators."""

import os
import re
import shutil
import tempfile
import unittest

import interfaces
import records
from catalog import Component, parse_version, read_text
from tree import Tree

HEADER = """// A class.
namespace paddle {
class Program {
 public:
  int size() const;
};
}
"""
SCHEMA = {"scale": ["attribute bias: float = 0.0", "output Out",
                    "requires input X", "version 1"]}
DATE = "2026-11-20"
TAG = "release-2026-11-20"


class MadeUpTree(unittest.TestCase):

    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        self.write("tools/versions/components.bzl", "")
        self.make("types", {})
        self.make("ir", {"types": ">=0.1,<0.2"})
        self.make("operators/x", {})
        self.write("ir/program.h", HEADER)
        self.schema = SCHEMA

    def write(self, path, text):
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)

    def read(self, path):
        return read_text(os.path.join(self.root, path))

    def make(self, name, uses):
        lines = "".join(f'    "{used}": "{range_}",\n'
                        for used, range_ in uses.items())
        self.write(f"{name}/version.bzl",
                   f'VERSION = "0.1.0"\n\nUSES = {{\n{lines}}}\n')
        self.write(f"{name}/CHANGELOG.md",
                   f"# Changes of {name}\n\n## 0.1.0 (unreleased)\n\nFirst.\n")

    def component(self, name):
        text = self.read(f"{name}/version.bzl")
        version = re.search(r'VERSION = "(.*)"', text).group(1)
        headers = [each for each in os.listdir(os.path.join(self.root, name))
                   if each.endswith(".h")]
        return Component(name, parse_version(version),
                         dict(re.findall(r'"(\w+)": "(.*)"', text)), headers,
                         [], self.read(f"{name}/CHANGELOG.md"))

    def tree(self):
        components = {name: self.component(name)
                      for name in ("types", "ir", "operators/x")}
        apis = {name: interfaces.of_headers(self.root, component)
                for name, component in components.items()}
        apis["operators/x"] = self.schema
        return Tree(components, apis, {name: records.read(self.root, name)
                                       for name in components})

    def change(self, old, new):
        text = self.read("ir/program.h")
        self.assertIn(old, text)
        self.write("ir/program.h", text.replace(old, new))

    def change_log(self, name, heading, text):
        path = f"{name}/CHANGELOG.md"
        old = self.read(path)
        self.assertIn(heading, old)
        self.write(path, old.replace(heading, f"{heading}\n\n{text}"))
