"""The command, in a tree with a git repository, archives and folders."""

import contextlib
import io
import os
import shutil
import subprocess
import tarfile
import unittest.mock

import records
import versions
from made_up_tree import DATE, HEADER, TAG, MadeUpTree

EXACT = ("    program.h: - paddle::Program: int size() const\n"
         "    program.h: + paddle::Program: int size()\n")


class CommandTest(MadeUpTree):
    """ir and operators/x are released and tagged; then size() changes."""

    def setUp(self):
        super().setUp()
        self.patch(unittest.mock.patch.dict(os.environ, {
            "BUILD_WORKSPACE_DIRECTORY": self.root, "INVOKED_FROM": self.root,
            "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b",
            "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@b"}))
        self.patch(unittest.mock.patch.object(versions, "_today", lambda: DATE))
        self.git("init", "--quiet")
        self.told = self.run_command("release", "ir", "operators/x")
        self.commit()
        self.git("tag", TAG)
        self.change("size() const", "size()")

    def patch(self, patch):
        patch.start()
        self.addCleanup(patch.stop)

    def git(self, *arguments):
        subprocess.run(["git", "-C", self.root, *arguments], check=True,
                       stdout=subprocess.DEVNULL)

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message=Change")

    def run_command(self, *arguments, status=0):
        out, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out):
            with contextlib.redirect_stderr(errors):
                found = versions.main(list(arguments), self.tree)
        self.assertEqual(found, status, errors.getvalue())
        return errors.getvalue() if status else out.getvalue()

    def archive(self, name):
        """Makes an archive of the released sources, without git."""
        folder = os.path.join(self.root, self.folder("released"))
        with tarfile.open(os.path.join(self.root, name), "w:gz") as tar:
            tar.add(folder, "paddle-1")
        return name

    def folder(self, name):
        path = os.path.join(self.root, name)
        if not os.path.exists(path):
            shutil.copytree(self.root, path, ignore=lambda *_: [".git", name])
            with open(os.path.join(path, "ir/program.h"), "w") as file:
                file.write(HEADER)
        return name

    def lose_tag(self):
        self.git("tag", "--delete", TAG)

    def test_release_tells_how_to_tag(self):
        self.assertIn("ir 0.1.0: recorded\noperators/x 0.1.0: recorded\n",
                      self.told)
        self.assertRegex(self.told, rf"git tag --annotate {TAG} ")
        self.assertEqual(records.read(self.root, "ir")[1:3], (DATE, TAG))

    def test_a_taken_tag_is_not_proposed_again(self):
        self.run_command("bump", "ir")
        self.change_log("ir", "## 0.2.0 (unreleased)", "Size.")
        self.run_command("release", "ir")
        self.assertEqual(records.read(self.root, "ir").tag, TAG + ".2")

    def test_differences_from_tag_commit_archive_and_folder(self):
        self.git("branch", "old", TAG)
        for since in ([], ["--since", "old"],
                      ["--since", self.archive("paddle.tar.gz")],
                      ["--since", self.folder("released")]):
            name = since[1] if since else TAG
            self.assertEqual(self.run_command("diff", "ir", *since),
                             f"ir 0.1.0 ({name}) -> 0.1.0:\n{EXACT}")

    def test_all_that_was_released(self):
        text = self.run_command("diff")
        self.assertIn(EXACT, text)
        self.assertIn(f"operators/x 0.1.0 ({TAG}) -> 0.1.0: no change\n",
                      text)
        self.assertNotIn("types", text)

    def test_operators_are_named_and_shown_from_what_offer_printed(self):
        lines = self.run_command("offer", "ir", "operators/x")
        self.schema = {"scale": self.schema["scale"][:-1] + ["version 2"]}
        text = self.run_command("diff", "operators/x")
        self.assertIn(f"    scale: changed; {TAG} tells its names, not its "
                      f"lines\n", text)
        self.assertIn("./tools/dev versions offer operators/x > FILE\n", text)
        self.write("released.api", lines)
        self.assertEqual(
            self.run_command("diff", "operators/x", "--since", "released.api"),
            "operators/x 0.1.0 (released.api) -> 0.1.0:\n"
            "    scale: - version 1\n    scale: + version 2\n")

    def test_bump_uses_the_lines(self):
        self.assertIn("ir: 0.1.0 -> 0.2.0", self.run_command("bump", "ir"))

    def test_bump_without_the_tag_compares_names(self):
        self.lose_tag()
        archive = self.archive("paddle.tar.gz")
        self.assertIn("ir: 0.1.0 -> 0.1.1", self.run_command("bump", "ir"))
        self.assertIn("ir: 0.1.1 -> 0.2.0",
                      self.run_command("bump", "ir", "--since", archive))

    def test_release_refuses_by_the_lines(self):
        self.write("ir/version.bzl", 'VERSION = "0.1.1"\n')
        self.write("ir/CHANGELOG.md", "# Changes\n\n## 0.1.1\n\nSize.\n")
        self.assertIn("program.h: - paddle::Program: int size() const\n",
                      self.run_command("release", "ir", status=2))
        self.lose_tag()
        self.assertIn("ir 0.1.1: recorded", self.run_command("release", "ir"))

    def test_records_are_written_again_from_the_sources(self):
        path = records.path_of("ir")
        recorded, operators = self.read(path), records.path_of("operators/x")
        kept = self.read(operators)
        self.write(path, recorded.replace("Program: size", "Program: length"))
        self.assertIn("is not what was recorded", self.run_error("diff", "ir"))
        os.remove(os.path.join(self.root, path))
        text = self.run_command("release", "--again", "--since", TAG)
        self.assertIn("ir 0.1.0: recorded again\n", text)
        self.assertIn("operators/x 0.1.0: recorded again; 1 of 1 parts, whose "
                      "lines are not there, as before", text)
        self.assertEqual((self.read(path), self.read(operators)),
                         (recorded, kept))

    def run_error(self, *arguments):
        return self.run_command(*arguments, status=2)

    def test_unknown_components(self):
        for verb in ("diff", "offer", "bump", "release"):
            self.assertEqual(
                self.run_error(verb, "irr"),
                "no component irr; there are: types, ir, operators/x\n")
        self.assertEqual(self.run_error("diff", "types"),
                         "types was never released\n")

    def test_missing_tags(self):
        self.assertIn("nosuch is no file, no folder and, for git, no tag or "
                      "commit",
                      self.run_error("diff", "ir", "--since", "nosuch"))
        self.lose_tag()
        text = self.run_error("diff", "ir")
        self.assertIn(f"git has no tag {TAG} here", text)
        self.assertIn("--since SOURCE", text)

    def test_what_is_no_release(self):
        self.archive("whole.tar.gz")
        with open(os.path.join(self.root, "whole.tar.gz"), "rb") as file:
            with open(os.path.join(self.root, "cut.tar.gz"), "wb") as cut:
                cut.write(file.read()[:300])
        self.write("notes.txt", "Notes.\n")
        self.write("empty/notes.txt", "Notes.\n")
        with tarfile.open(os.path.join(self.root, "empty.tar"), "w") as tar:
            tar.add(os.path.join(self.root, "empty"), "empty")
        for since, message in (
                ("cut.tar.gz", "the archive cut.tar.gz cannot be read"),
                ("notes.txt", "notes.txt is neither a tar archive nor what "
                              "`versions offer` printed"),
                ("empty", "the folder empty holds no sources of Paddle"),
                ("empty.tar", "the archive empty.tar holds no sources of "
                              "Paddle")):
            self.assertIn(message,
                          self.run_error("diff", "ir", "--since", since))

    def test_an_archive_without_the_component(self):
        folder = self.folder("released")
        os.remove(os.path.join(self.root, folder, records.path_of("ir")))
        archive = self.archive("paddle.tar.gz")
        self.assertEqual(self.run_error("diff", "ir", "--since", archive),
                         "paddle.tar.gz has no release of ir\n")
        self.assertNotIn("ir", self.run_command("diff", "--since", archive))

    def test_sources_that_are_not_those_of_the_release(self):
        self.commit()
        self.assertEqual(
            self.run_error("diff", "ir", "--since", "HEAD"),
            f"program.h of HEAD is not what ir 0.1.0 offered: give the sources "
            f"that were released ({TAG})\n")

    def test_older_releases_are_shown_and_not_bumped_from(self):
        old = TAG
        self.run_command("bump", "ir")
        self.change_log("ir", "## 0.2.0 (unreleased)", "Size.")
        self.run_command("release", "ir")
        self.assertEqual(self.run_command("diff", "ir", "--since", old),
                         f"ir 0.1.0 ({old}) -> 0.2.0:\n{EXACT}")
        self.change("size()", "size(int)")
        self.assertIn(f"{old} is not the last release of ir, 0.2.0 of ",
                      self.run_error("bump", "ir", "--since", old))
