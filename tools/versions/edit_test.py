"""Components through changes, bumps and releases."""

import edit
import records
from check import check_component, check_ranges
from made_up_tree import DATE, HEADER, TAG, MadeUpTree


class EditTest(MadeUpTree):

    def setUp(self):
        super().setUp()
        self.lines = None  # of the last release
        self.write("types/dims.h", "int x;\n")
        self.release("ir")
        self.assertEqual(self.problems(), "")

    def problems(self, known=True):
        tree = self.tree()
        past = self.lines if known else None
        return "\n".join(
            [line for name, component in tree.components.items()
             for line in check_component(component, tree.apis[name],
                                         tree.releases[name], past)] +
            list(check_ranges(tree.components)))

    def bump(self, name, part=None, known=True):
        tree = self.tree()
        return "\n".join(edit.bump(self.root, tree.components, name,
                                   tree.apis[name], part,
                                   self.lines if known else None))

    def release(self, name):
        tree = self.tree()
        done = edit.release(self.root, tree.components[name], tree.apis[name],
                            DATE, TAG, self.lines)
        self.lines = tree.apis[name]
        return done

    def test_a_release_is_recorded_with_its_day(self):
        self.assertIn("## 0.1.0 (2026-11-20)\n\nFirst.\n",
                      self.read("ir/CHANGELOG.md"))
        release = records.read(self.root, "ir")
        self.assertEqual(release[:3], ((0, 1, 0), DATE, TAG))
        self.assertEqual(release.sections, records.summary({"program.h": [
            "paddle: class Program", "paddle::Program: int size() const"]}))

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

    def test_without_the_lines_of_the_release_the_digest_fails(self):
        self.change("size() const", "size()")
        problems = self.problems(known=False)
        self.assertIn("program.h: other declarations of the same names",
                      problems)
        self.assertIn("It must be 0.1.1 or above", problems)
        self.assertIn("./tools/dev versions diff ir [--since ARCHIVE]",
                      problems)
        self.assertIn("ir: 0.1.0 -> 0.1.1", self.bump("ir", known=False))
        self.change_log("ir", "## 0.1.1 (unreleased)", "Size is not const.")
        self.assertEqual(self.problems(known=False), "")
        self.assertIn("It must be 0.2.0 or above", self.problems())

    def test_without_the_lines_a_lost_name_is_seen(self):
        self.change("size() const", "length() const")
        self.assertIn("program.h: - paddle::Program: size\n",
                      self.problems(known=False))
        self.assertIn("ir: 0.1.0 -> 0.2.0", self.bump("ir", known=False))

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
        self.assertEqual(self.due(), ["types", "operators/x"])
        self.release("types")
        self.bump("ir", "patch")
        self.assertEqual(self.due(), ["ir", "operators/x"])

    def due(self):
        tree = self.tree()
        return edit.unreleased(self.root, tree.components, tree.apis)

    def test_internal_components_are_not_recorded(self):
        self.schema = {}  # operators/x has headers, and no operators
        self.write("operators/x/loop.h", HEADER)
        self.assertEqual(self.due(), ["types"])
        with self.assertRaisesRegex(ValueError, "operators/x is internal"):
            self.release("operators/x")
