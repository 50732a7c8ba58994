"""The file format, as the installers read it."""

import base64
import csv
import hashlib
import os
import tempfile
import unittest
import zipfile

import archive

TAG = archive.Tag("cp311", "cp311", "manylinux_2_35_x86_64")
FILES = [archive.Entry("box/__init__.py", b"x = 1\n"),
         archive.Entry("box/core.so", b"\x7fELF" * 100, True)]


class ArchiveTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, place="."):
        folder = os.path.join(self.folder, place)
        os.makedirs(folder, exist_ok=True)
        return archive.write_wheel(folder, "a-box", "1.2.3", TAG, FILES,
                                   {"METADATA": b"Name: a-box\n"})

    def test_name_and_tag(self):
        path = self.write()
        self.assertEqual(os.path.basename(path),
                         "a_box-1.2.3-cp311-cp311-manylinux_2_35_x86_64.whl")
        with zipfile.ZipFile(path) as wheel:
            text = wheel.read("a_box-1.2.3.dist-info/WHEEL").decode()
        self.assertIn("\nTag: cp311-cp311-manylinux_2_35_x86_64\n", text)
        self.assertIn("\nRoot-Is-Purelib: false\n", text)

    def test_record_names_every_file_with_its_hash(self):
        with zipfile.ZipFile(self.write()) as wheel:
            text = wheel.read("a_box-1.2.3.dist-info/RECORD").decode()
            rows = {row[0]: row[1:] for row in csv.reader(text.splitlines())}
            self.assertEqual(set(rows), set(wheel.namelist()))
            self.assertEqual(rows.pop("a_box-1.2.3.dist-info/RECORD"),
                             ["", ""])
            for name, (digest, size) in rows.items():
                data = wheel.read(name)
                hashed = base64.urlsafe_b64encode(
                    hashlib.sha256(data).digest()).decode().rstrip("=")
                self.assertEqual(digest, "sha256=" + hashed)
                self.assertEqual(int(size), len(data))

    def test_modes(self):
        with zipfile.ZipFile(self.write()) as wheel:
            modes = {one.filename: one.external_attr >> 16 & 0o777
                     for one in wheel.infolist()}
        self.assertEqual(modes["box/core.so"], 0o755)
        self.assertEqual(modes["box/__init__.py"], 0o644)

    def test_scripts(self):
        self.assertEqual(
            archive.script("a-box", "1.2.3", "open", b"#!python\n"),
            archive.Entry("a_box-1.2.3.data/scripts/open", b"#!python\n",
                          True))

    def test_same_bytes_each_time(self):
        with open(self.write("one"), "rb") as one, \
                open(self.write("two"), "rb") as two:
            self.assertEqual(one.read(), two.read())

    def test_a_tree_is_read_in_order(self):
        for name in ("b.py", "a/c.so", "a/b.so.1"):
            path = os.path.join(self.folder, "tree", name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(name)
        entries = archive.read_tree(os.path.join(self.folder, "tree"))
        self.assertEqual(entries, [
            archive.Entry("a/b.so.1", b"a/b.so.1", True),
            archive.Entry("a/c.so", b"a/c.so", True),
            archive.Entry("b.py", b"b.py", False)])
