"""The rules, on components made up for each test."""

import unittest

from catalog import Component
from check import check_component, check_ranges, check_uses, state
from compare import compare
from records import Release, summary

API = {"program.h": ["Program: int size() const", "class Program"],
       "verify.h": ["void Verify()"]}
ADDED = {"program.h": API["program.h"] + ["Program: int depth() const"],
         "verify.h": API["verify.h"]}
REMOVED = {"program.h": API["program.h"][1:], "verify.h": API["verify.h"]}


def component(version=(0, 1, 0), changelog=None, uses=None, name="ir"):
    text = ".".join(map(str, version))
    if changelog is None:
        changelog = f"# {name}\n\n## {text}\n\nWhat is new.\n"
    return Component(name, version, uses or {}, [], [], changelog)


def release(version=(0, 1, 0)):
    return Release(version, "2026-11-20", "release-2026-11-20", summary(API))


def problems(api, version=(0, 1, 0), released=(0, 1, 0), changelog=None,
             past=API):
    return "\n".join(check_component(component(version, changelog), api,
                                     released and release(released), past))


def part(old, new):
    """Compares a change with the old lines known and unknown."""
    return (compare(summary(old), new, old).part,
            compare(summary(old), new).part)


class InterfaceTest(unittest.TestCase):

    def test_nothing_changed(self):
        self.assertEqual(problems(API), "")

    def test_an_addition_below_1_0_is_a_patch(self):
        text = problems(ADDED)
        self.assertIn("ir: declarations were added since 0.1.0, and the "
                      "version is 0.1.0:\n"
                      "    program.h: + Program: int depth() const\n", text)
        self.assertIn("It must be 0.1.1 or above. Run\n"
                      "    ./tools/dev bump ir\n", text)
        self.assertEqual(problems(ADDED, (0, 1, 1)), "")
        self.assertEqual(problems(ADDED, (0, 2, 0)), "")

    def test_a_change_below_1_0_is_a_minor(self):
        text = problems(REMOVED, (0, 1, 1))
        self.assertIn("ir: declarations were removed or changed since 0.1.0, "
                      "and the version is 0.1.1:\n"
                      "    program.h: - Program: int size() const\n", text)
        self.assertIn("It must be 0.2.0 or above.", text)
        self.assertEqual(problems(REMOVED, (0, 2, 0)), "")

    def test_from_1_0_on(self):
        self.assertIn("must be 1.3.0", problems(ADDED, (1, 2, 9), (1, 2, 3)))
        self.assertEqual(problems(ADDED, (1, 3, 0), (1, 2, 3)), "")
        self.assertIn("must be 2.0.0", problems(REMOVED, (1, 9, 0), (1, 2, 3)))
        self.assertEqual(problems(REMOVED, (2, 0, 0), (1, 2, 3)), "")

    def test_a_new_or_lost_header(self):
        for past in (API, None):
            self.assertIn("new.h: + int x", problems(
                {**API, "new.h": ["int x"]}, past=past))
        self.assertIn("verify.h: - void Verify()",
                      problems({"program.h": API["program.h"]}))

    def test_long_lists_are_cut(self):
        api = {**API, "new.h": [f"int x{i:02}" for i in range(20)]}
        self.assertIn("int x07\n    and 12 more\n", problems(api))

    def test_before_the_first_release_all_is_free(self):
        self.assertEqual(problems(REMOVED, released=None), "")

    def test_versions_only_grow(self):
        self.assertIn("ir has version 0.0.9, but 0.1.0 was released on "
                      "2026-11-20", problems(API, (0, 0, 9)))

    def test_a_changelog_section_of_the_version(self):
        for changelog in ("# ir\n", "## 0.1.1\n\n", "## 0.1.0\n\nOld.\n"):
            self.assertIn('ir/CHANGELOG.md has no section "## 0.1.1"',
                          problems(API, (0, 1, 1), changelog=changelog))
        self.assertEqual(problems(
            API, (0, 1, 1), changelog="## 0.1.1 (unreleased)\n\nNew.\n"), "")

    def test_what_users_must_give_breaks_them(self):
        old = {"scale": ["requires input X", "version 1"]}
        for line, expected in (("requires attribute axis: int", "major"),
                               ("attribute axis: int = 0", "minor"),
                               ("input Bias optional", "minor")):
            new = {"scale": old["scale"] + [line]}
            self.assertEqual(part(old, new), (expected, expected), line)
        self.assertEqual(part(old, {**old, "new": ["requires input X"]}),
                         ("minor", "minor"))

    def test_a_pure_virtual_function_breaks_heirs(self):
        old = {"a.h": ["class A", "A: virtual void F() = 0"]}
        new = {"a.h": old["a.h"] + ["A: virtual void G() = 0"]}
        self.assertEqual(part(old, new), ("major", "major"))
        new = {"a.h": old["a.h"] + ["class B", "B: virtual void G() = 0"]}
        self.assertEqual(part(old, new), ("minor", "minor"))

    def test_state(self):
        self.assertEqual(state(API, None), "not released")
        self.assertEqual(state({}, None), "internal")
        self.assertEqual(state(API, release()), "as released")
        self.assertEqual(state(REMOVED, release()),
                         "changed in 1 of 2 (0 new, 1 gone)")


class NamesTest(unittest.TestCase):
    """Covers releases whose lines are not known."""

    def test_a_changed_declaration_is_a_patch_at_least(self):
        changed = {**API, "verify.h": ["bool Verify()"]}
        self.assertEqual(part(API, changed), ("major", "minor"))
        text = problems(changed, past=None)
        self.assertIn("ir: declarations were changed or added since 0.1.0, and "
                      "the version is 0.1.0:\n"
                      "    verify.h: other declarations of the same names\n"
                      "  It must be 0.1.1 or above.", text)
        self.assertIn("removed or\n  changed it must be 0.2.0. To see the "
                      "lines, of release-2026-11-20\n  or that release's "
                      "archive:\n"
                      "    ./tools/dev versions diff ir [--since ARCHIVE]",
                      text)
        self.assertEqual(problems(changed, (0, 1, 1), past=None), "")
        self.assertIn("must be 1.3.0", problems(changed, (1, 2, 9), (1, 2, 3),
                                                past=None))

    def test_a_lost_name_is_a_minor(self):
        text = problems(REMOVED, (0, 1, 1), past=None)
        self.assertIn("ir: declarations were removed or changed since 0.1.0, "
                      "and the version is 0.1.1:\n"
                      "    program.h: - Program: size\n"
                      "  It must be 0.2.0 or above.", text)
        self.assertIn("  Only names were compared. To see the lines", text)
        self.assertEqual(problems(REMOVED, (0, 2, 0), past=None), "")
        self.assertIn("must be 2.0.0", problems(REMOVED, (1, 9, 0), (1, 2, 3),
                                                past=None))

    def test_new_names_are_shown_with_their_lines(self):
        self.assertIn("program.h: + Program: int depth() const\n",
                      problems(ADDED, past=None))
        self.assertEqual(part(API, ADDED), ("minor", "minor"))

    def test_a_lost_header_or_operator(self):
        self.assertIn("verify.h: - Verify\n", problems(
            {"program.h": API["program.h"]}, past=None))
        self.assertEqual(part({"nop": ["version 1"]}, {}), ("major", "major"))
        self.assertEqual(part({"empty.h": []}, {}), ("", ""))


class UsesTest(unittest.TestCase):

    def check(self, uses, version=(0, 1, 0)):
        components = {"ir": component(uses=uses),
                      "types": component(version, name="types")}
        return "\n".join(check_ranges(components))

    def test_ranges(self):
        self.assertEqual(self.check({"types": ">=0.1,<0.2"}), "")
        self.assertEqual(
            self.check({"types": ">=0.1,<0.2"}, (0, 2, 0)),
            'ir/version.bzl: types ">=0.1,<0.2" does not admit 0.2.0, the '
            'version that is here; ">=0.2,<0.3" does')
        self.assertIn('ir/version.bzl: types "0.1": \'0.1\' is no range',
                      self.check({"types": "0.1"}))
        self.assertIn('ir/version.bzl: type ">=0.1,<0.2": there is no such '
                      "component", self.check({"type": ">=0.1,<0.2"}))

    def test_uses_are_those_of_the_build(self):
        user = component(uses={"types": ">=0.1,<0.2", "memory": ">=0.1,<0.2"})
        components = {"types": component(), "platform": component((1, 2, 0))}
        self.assertEqual(
            list(check_uses(user, {"types", "platform"}, components)),
            ['ir/version.bzl: ir uses platform; add\n'
             '    "platform": ">=1.2,<2.0",',
             "ir/version.bzl: ir does not use memory; remove the line"])
        self.assertEqual(
            list(check_uses(user, {"types", "memory"}, components)), [])
