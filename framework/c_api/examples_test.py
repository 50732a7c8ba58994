"""The examples in other languages train, save and predict as the one in C."""

import os
import shutil
import subprocess

import paddle_c
import unpacked

EXAMPLES = os.path.abspath(os.path.join(paddle_c.FOLDER, "examples"))


class ExamplesTest(unpacked.UnpackedTest):

    def needs(self, *programs: str) -> None:
        for program in programs:
            if shutil.which(program) is None:
                self.skipTest(f"{program} is not installed")

    def needs_header(self, *folders: str, name: str) -> str:
        for folder in folders:
            if os.path.exists(os.path.join(folder, name)):
                return folder
        self.skipTest(f"{name} is not installed")

    def copy(self, language: str, *names: str) -> None:
        for name in names:
            shutil.copy(os.path.join(EXAMPLES, language, name), self.folder)

    def check(self, *command: str) -> None:
        """The program fits the line; of a bad model it says what is wrong."""
        fitted = "fitted_" + os.path.basename(command[0])
        self.assertEqual(self.run_in(*command, "line", *self.names, fitted),
                         unpacked.EXPECTED)
        done = subprocess.run([*command, "nowhere", *self.names, fitted],
                              cwd=self.folder, env=self.environment, text=True,
                              capture_output=True)
        self.assertEqual(done.returncode, 1, done)
        self.assertIn("nowhere/program", done.stderr)

    def test_go(self):
        self.needs("go", "pkg-config")
        self.copy("go", "fit.go")
        self.run_in("go", "build", "-o", "fit_go", "fit.go")
        self.check("./fit_go")

    def test_rust(self):
        self.needs("rustc")
        self.copy("rust", "fit.rs")
        self.run_in("rustc", "-O", "-D", "warnings", "fit.rs", "-L",
                    self.library, "-o", "fit_rust")
        self.check("./fit_rust")

    def test_java(self):
        self.needs("javac", "java")
        home = os.path.dirname(os.path.dirname(
            os.path.realpath(shutil.which("javac"))))
        include = self.needs_header(os.path.join(home, "include"), name="jni.h")
        self.copy("java", "Fit.java", "Paddle.java", "paddle_jni.c")
        self.run_in("cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-shared",
                    "-fPIC", f"-I{include}", f"-I{include}/linux",
                    "paddle_jni.c", "-o", "libpaddle_jni.so", *self.flags())
        self.run_in("javac", "-Xlint:all", "-Werror", "-d", "classes",
                    "Fit.java", "Paddle.java")
        self.check("java", "-Djava.library.path=.", "-cp", "classes", "Fit")

    def test_node(self):
        self.needs("node")
        include = self.needs_header("/usr/include/node", "/usr/include/nodejs",
                                    name="node_api.h")
        self.copy("node", "fit.js", "paddle_node.c")
        self.run_in("cc", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
                    f"-I{include}", "paddle_node.c", "-o", "paddle.node",
                    *self.flags())
        self.check("node", "fit.js")
