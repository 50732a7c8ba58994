"""Versions, ranges and changelogs."""

import unittest

from catalog import (
    Component, admits, next_version, parse_version, range_of)


class VersionTest(unittest.TestCase):

    def test_text(self):
        self.assertEqual(parse_version("1.20.3"), (1, 20, 3))
        for text in ("1.2", "1.2.3.4", "1.2.x", "v1.2.3", ""):
            with self.assertRaisesRegex(ValueError, "major.minor.patch"):
                parse_version(text)

    def test_next(self):
        for version, part, following in (
                ((1, 2, 3), "major", (2, 0, 0)),
                ((1, 2, 3), "minor", (1, 3, 0)),
                ((1, 2, 3), "patch", (1, 2, 4)),
                ((0, 2, 3), "major", (0, 3, 0)),
                ((0, 2, 3), "minor", (0, 2, 4)),
                ((0, 2, 3), "patch", (0, 2, 4))):
            self.assertEqual(next_version(version, part), following)

    def test_ranges(self):
        for range_, version, inside in (
                (">=0.1,<0.2", (0, 1, 0), True),
                (">=0.1,<0.2", (0, 1, 9), True),
                (">=0.1,<0.2", (0, 2, 0), False),
                (">=0.1.2,<0.2", (0, 1, 1), False),
                (">=1,<2", (1, 9, 9), True),
                (">=1,<2", (2, 0, 0), False)):
            self.assertEqual(admits(range_, version), inside, range_)
        for range_ in ("", "0.1", ">=0.1", "<0.2,>=0.1", ">=0.1, <0.2"):
            with self.assertRaisesRegex(ValueError, "is no range"):
                admits(range_, (0, 1, 0))

    def test_range_of_a_version(self):
        self.assertEqual(range_of((0, 1, 0)), ">=0.1,<0.2")
        self.assertEqual(range_of((0, 1, 2)), ">=0.1.2,<0.2")
        self.assertEqual(range_of((3, 4, 0)), ">=3.4,<4.0")
        for version in ((0, 1, 0), (0, 1, 2), (3, 4, 0), (3, 4, 5)):
            self.assertTrue(admits(range_of(version), version))


class ChangelogTest(unittest.TestCase):

    def section(self, changelog, version=(0, 1, 0)):
        return Component("ir", version, {}, [], [], changelog).section()

    def test_section(self):
        text = "# Ir\n\n## 0.2.0 (unreleased)\n\nNew.\n\n## 0.1.0\n\nOld.\n"
        self.assertEqual(self.section(text), "Old.")
        self.assertEqual(self.section(text, (0, 2, 0)), "New.")
        self.assertIsNone(self.section(text, (0, 3, 0)))
        self.assertEqual(self.section("## 0.1.0\n\n## 0.0.9\nX\n"), "")
        self.assertIsNone(self.section("## 0.1.01\n\nNo.\n"))
