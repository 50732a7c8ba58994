"""Records of releases, as files."""

import tempfile
import unittest

import records
from catalog import read_text
from records import Release, summary

API = {"b.h": ["paddle: class A", "paddle::A: void F()", "#define X 1"],
       "a.h": [f"paddle: int x{i:02}" for i in range(20)],
       "scale": ["requires input X", "version 1"]}
RELEASE = Release((0, 1, 0), "2026-11-20", "release-2026-11-20", summary(API))

TEXT = f"""component a/b
version 0.1.0
date 2026-11-20
tag release-2026-11-20
fingerprint {records.fingerprint(RELEASE.sections)}

a.h 4d1a60115681 paddle: x00 x01 x02 x03 x04 x05 x06 x07 x08 x09 x10 x11 x12
  x13 x14 x15 x16 x17 x18 x19
b.h {records.digest(API["b.h"])} X paddle: A paddle::A: F
scale {records.digest(API["scale"])} X
"""


class RecordsTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name

    def test_text(self):
        self.assertEqual(records.text_of("a/b", RELEASE), TEXT)
        self.assertEqual(records.parse(TEXT, "x"), RELEASE)

    def test_what_is_written_is_read(self):
        self.assertIsNone(records.read(self.root, "a/b"))
        records.write(self.root, "a/b", RELEASE)
        self.assertEqual(records.read(self.root, "a/b"), RELEASE)
        self.assertEqual(read_text(f"{self.root}/tools/versions/releases/"
                                   f"a_b.txt"), TEXT)

    def test_changes_by_hand_are_noticed(self):
        for old, new in (("x07 ", ""), ("paddle::A: F", "paddle::A: G"),
                         (records.digest(API["scale"]), "0" * 12),
                         ("scale", "scales"), ("fingerprint ", "finger ")):
            self.assertIn(old, TEXT)
            with self.assertRaisesRegex(ValueError, "^here is not what was "
                                        "recorded: its fingerprint is "):
                records.parse(TEXT.replace(old, new), "here")

    def test_every_line_counts_in_the_fingerprint(self):
        changed = {**API, "scale": ["requires input X", "version 2"]}
        self.assertEqual(summary(changed)["scale"].names,
                         summary(API)["scale"].names)
        self.assertNotEqual(records.fingerprint(summary(changed)),
                            records.fingerprint(RELEASE.sections))
