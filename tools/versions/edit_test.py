"""A tree of two components, through changes, bumps and releases."""

import os
import re
import shutil
import tempfile
import unittest

import edit
import interfaces
from catalog import Component, parse_version, read_release, read_text
from check import check_component, check_ranges

HEADER = """// A class.
namespace paddle {
class Program {
 public:
  int size() const;
};
}
"""


class EditTest(unittest.TestCase):

    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        os.makedirs(os.path.join(self.root, "tools/versions/releases"))
        self.make("types", {})
        self.make("ir", {"types": ">=0.1,<0.2"})
        self.write("ir/program.h", HEADER)
        self.release("ir")
        self.assertEqual(self.problems(), "")

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

    def components(self):
        found = {}
        for name in ("types", "ir"):
            text = self.read(f"{name}/version.bzl")
            version = re.search(r'VERSION = "(.*)"', text).group(1)
            headers = [each for each in os.listdir(
                os.path.join(self.root, name)) if each.endswith(".h")]
            found[name] = Component(
                name, parse_version(version),
                dict(re.findall(r'"(\w+)": "(.*)"', text)), headers, [],
                self.read(f"{name}/CHANGELOG.md"))
        return found

    def api(self, name):
        return interfaces.of_headers(self.root, self.components()[name])

    def problems(self):
        components = self.components()
        return "\n".join(
            [line for name, component in components.items()
             for line in check_component(component, self.api(name),
                                         read_release(self.root, name))] +
            list(check_ranges(components)))

    def bump(self, name, part=None):
        return "\n".join(edit.bump(self.root, self.components(), name,
                                   self.api(name), part))

    def release(self, name):
        return edit.release(self.root, self.components()[name],
                            self.api(name), "2026-11-20")

    def change(self, old, new):
        text = self.read("ir/program.h")
        self.assertIn(old, text)
        self.write("ir/program.h", text.replace(old, new))

    def test_a_release_is_recorded_with_its_day(self):
        self.assertIn("## 0.1.0 (2026-11-20)\n\nFirst.\n",
                      self.read("ir/CHANGELOG.md"))
        release = read_release(self.root, "ir")
        self.assertEqual(release.version, (0, 1, 0))
        self.assertEqual(release.api, {"program.h": [
            "paddle: class Program", "paddle::Program: int size() const"]})

    def test_comments_are_free(self):
        self.change("// A class.", "// A class of programs.\n\n")
        self.change("int size() const;", "int size() const;  // in blocks")
        self.assertEqual(self.problems(), "")

    def test_a_change_without_bump_fails(self):
        self.change("size() const", "size()")
        self.assertIn("program.h: - paddle::Program: int size() const\n"
                      "    program.h: + paddle::Program: int size()\n",
                      self.problems())
        self.assertIn("./tools/dev bump ir\n", self.problems())

    def test_one_bump_a_release_is_enough(self):
        self.change("size() const", "size()")
        self.assertIn("ir: 0.1.0 -> 0.2.0", self.bump("ir"))
        self.assertIn('ir/CHANGELOG.md has no section "## 0.2.0"',
                      self.problems())
        self.change_log("ir", "## 0.2.0 (unreleased)", "Size is not const.")
        self.assertEqual(self.problems(), "")
        self.change("int size();", "int size(); int depth(); int width(int);")
        self.assertEqual(self.problems(), "")
        with self.assertRaisesRegex(ValueError, "ir has version 0.2.0 already"):
            self.bump("ir")
        self.release("ir")
        self.change("int width(int);", "")
        self.assertIn("must be 0.3.0", self.problems())

    def change_log(self, name, heading, text):
        path = f"{name}/CHANGELOG.md"
        old = self.read(path)
        self.assertIn(heading, old)
        self.write(path, old.replace(heading, f"{heading}\n\n{text}"))

    def test_a_patch_becomes_a_minor(self):
        self.change("size() const;", "size() const; int depth();")
        self.assertIn("ir: 0.1.0 -> 0.1.1", self.bump("ir"))
        self.change_log("ir", "## 0.1.1 (unreleased)", "Depth.")
        self.change("size() const", "size()")
        self.assertIn("ir: 0.1.1 -> 0.2.0", self.bump("ir"))
        self.assertIn("## 0.2.0 (unreleased)\n\nDepth.",
                      self.read("ir/CHANGELOG.md"))
        self.assertNotIn("0.1.1", self.read("ir/CHANGELOG.md"))
        self.assertEqual(self.problems(), "")

    def test_a_bump_widens_the_ranges_of_users(self):
        self.release("types")
        self.assertIn("ir/version.bzl: admits types 0.2.0",
                      self.bump("types", "major"))
        self.assertIn('"types": ">=0.1,<0.3",', self.read("ir/version.bzl"))
        self.change_log("types", "## 0.2.0 (unreleased)", "New.")
        self.assertEqual(self.problems(), "")

    def test_what_is_not_released_needs_no_bump(self):
        with self.assertRaisesRegex(ValueError, "types 0.1.0 is not released"):
            self.bump("types")

    def test_release_refuses(self):
        with self.assertRaisesRegex(
                ValueError, "ir 0.1.0 was released on 2026-11-20, and nothing "
                "has changed"):
            self.release("ir")
        self.change("size() const", "size()")
        with self.assertRaisesRegex(ValueError, "It must be 0.2.0 or above"):
            self.release("ir")
        self.bump("ir")
        with self.assertRaisesRegex(ValueError, 'has no section "## 0.2.0"'):
            self.release("ir")
        self.change_log("ir", "## 0.2.0 (unreleased)", "New.")
        self.assertEqual(self.release("ir"), "ir 0.2.0: recorded")

    def test_what_is_to_be_released(self):
        self.assertEqual(edit.unreleased(self.root, self.components()),
                         ["types"])
        self.release("types")
        self.bump("ir", "patch")
        self.assertEqual(edit.unreleased(self.root, self.components()), ["ir"])
