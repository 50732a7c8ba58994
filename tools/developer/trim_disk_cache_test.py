import os
import shutil
import tempfile
import unittest
from unittest import mock

import trim_disk_cache


class TrimDiskCacheTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def add(self, name, size, read, written):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(b"a" * size)
        os.utime(path, (read, written))

    def trim(self, limit):
        return trim_disk_cache.trim(
            list(trim_disk_cache.entries(self.folder)), limit)

    def left(self):
        return sorted(name for _, _, names in os.walk(self.folder)
                      for name in names)

    def test_what_fits_stays(self):
        self.add("cas/1", 100, 1, 1)
        self.assertEqual(self.trim(100), 0)
        self.assertEqual(self.left(), ["1"])

    def test_the_longest_unused_go_first(self):
        self.add("cas/read_lately", 30, 9, 1)
        self.add("cas/old", 30, 2, 2)
        self.add("ac/written_lately", 30, 1, 8)
        self.add("ac/older", 30, 1, 1)
        self.assertEqual(self.trim(100), 60)
        self.assertEqual(self.left(), ["read_lately", "written_lately"])

    def test_half_of_the_room_is_left(self):
        self.add("cas/1", 1000, 1, 1)
        usage = shutil.disk_usage(self.folder)
        with mock.patch("shutil.disk_usage",
                        return_value=usage._replace(free=200)):
            self.assertEqual(trim_disk_cache.share_of_disk(
                self.folder, list(trim_disk_cache.entries(self.folder))), 600)

    def test_no_folder_is_an_empty_cache(self):
        found = list(trim_disk_cache.entries(os.path.join(self.folder, "none")))
        self.assertEqual(trim_disk_cache.trim(found, 1), 0)
        self.assertEqual(trim_disk_cache.share_of_disk("none", found), 0)


if __name__ == "__main__":
    unittest.main()
