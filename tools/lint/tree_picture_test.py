"""The picture of the tree, and the tables that lead to files, are true."""

import os
import subprocess
import unittest

import tree_picture

README = """\
# A project

## The tree

Each folder:

```
memory/    allocations
framework/ programs
  types/   small values
```
"""

FILES = ["README.md", "memory/a.h", "memory/testing/b.h",
         "framework/types/a.h", "framework/types/deep/c.h", ".ci/run"]


class PictureTest(unittest.TestCase):

    def problems(self, readme=README, files=()):
        return list(tree_picture.problems(readme, FILES + list(files)))

    def test_a_true_picture(self):
        self.assertEqual(self.problems(), [])
        self.assertEqual(
            tree_picture.entries(README)[2],
            tree_picture.Entry("framework/types", "small values"))

    def test_a_folder_that_is_not_shown(self):
        self.assertEqual(self.problems(files=["framework/ir/a.h"]),
                         ["README.md: the tree does not show framework/ir"])

    def test_a_folder_that_does_not_exist(self):
        self.assertEqual(
            self.problems(README.replace("types/", "kinds/")),
            ["README.md: the tree shows framework/kinds, which does not exist",
             "README.md: the tree does not show framework/types"])

    def test_a_folder_shown_twice(self):
        line = "memory/    allocations\n"
        self.assertEqual(self.problems(README.replace(line, line * 2)),
                         ["README.md: the tree shows memory twice"])

    def test_a_line_without_words(self):
        with self.assertRaisesRegex(ValueError, "memory"):
            self.problems(README.replace("    allocations", ""))

    def test_no_picture(self):
        with self.assertRaisesRegex(ValueError, "The tree"):
            self.problems("# A project\n")


class GuideTest(unittest.TestCase):
    readme = """\
## I want to change ...

| ... | so I open |
|---|---|
| allocations | `a.h` (`Allocate`), then `../framework/types` |
| nothing at all | `gone.h` |
"""

    def test_paths_of_the_second_column(self):
        self.assertEqual(list(tree_picture.guide(self.readme)),
                         ["a.h", "../framework/types", "gone.h"])

    def test_a_path_that_leads_nowhere(self):
        self.assertEqual(
            list(tree_picture.dead_ends("memory", self.readme, FILES)),
            ["memory/README.md: gone.h does not exist"])


class RepositoryTest(unittest.TestCase):

    def setUp(self):
        self.root = os.path.dirname(os.path.realpath("WORKSPACE"))
        self.files = subprocess.run(
            ["git", "-C", self.root, "ls-files", "-z"], check=True, text=True,
            stdout=subprocess.PIPE).stdout.split("\0")
        self.assertIn("WORKSPACE", self.files)

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return file.read()

    def test_the_picture_is_true(self):
        self.assertEqual(list(tree_picture.problems(
            self.read("README.md"), self.files)), [])

    def test_the_tables_lead_to_files(self):
        for folder in ("framework", "operators"):
            readme = self.read(folder + "/README.md")
            self.assertGreater(len(list(tree_picture.guide(readme))), 10)
            self.assertEqual(list(tree_picture.dead_ends(
                folder, readme, self.files)), [])
