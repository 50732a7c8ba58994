"""The examples in other languages train, save and predict as the one in C."""

import os
import shutil
import subprocess

import paddle_c
import unpacked

EXAMPLES = os.path.abspath(os.path.join(paddle_c.FOLDER, "examples"))

# Programs that give nothing where something is expected, and what Go's prints.
GO = """
package main

import (
    "fmt"
    "os"
    "runtime"
)

func init() {
    if len(os.Args) != 3 {
        return
    }
    empty, err := NewTensor(nil, 0, 2)
    fmt.Println("empty:", err)
    values, err := empty.Values()
    fmt.Println("values:", len(values), err)
    _, err = NewTensor([]float32{}, 3)
    fmt.Println("missing:", err != nil)
    scalar, err := NewTensor([]float32{7})
    fmt.Println("scalar:", err)
    runtime.GC() // which finds handles among its pointers
    values, err = scalar.Values()
    fmt.Println("value:", values, err)
    model, err := Load(os.Args[1])
    fmt.Println("model:", err)
    _, err = model.Run(Feeds{}, os.Args[2], true)
    fmt.Println("no feeds:", err != nil)
    os.Exit(0)
}
"""
GO_PRINTS = """empty: <nil>
values: 0 <nil>
missing: true
scalar: <nil>
value: [7] <nil>
model: <nil>
no feeds: true
"""
JAVA = """
public final class Nothing {
  private static void fails(Runnable call) {
    try {
      call.run();
      System.out.println("nothing was thrown");
    } catch (NullPointerException error) {
      System.out.println("NullPointerException");
    }
  }

  public static void main(String[] arguments) {
    fails(() -> new Paddle.Tensor(null));
    fails(() -> new Paddle.Tensor(new float[1], (long[]) null));
    try (Paddle.Model model = new Paddle.Model(arguments[0])) {
      fails(() -> model.run(null, new Paddle.Tensor[0], arguments[1]));
      fails(() -> model.run(new String[0], null, arguments[1]));
      fails(() -> model.eval(
          new String[] {"x"}, new Paddle.Tensor[1], arguments[1]));
    }
  }
}
"""


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
        self.write("nothing.go", GO)
        self.run_in("go", "build", "-o", "nothing_go", "fit.go", "nothing.go")
        self.assertEqual(self.run_in("./nothing_go", "line", self.names[0]),
                         GO_PRINTS)

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
        self.write("Nothing.java", JAVA)
        self.run_in("javac", "-Xlint:all", "-Werror", "-d", "classes",
                    "Fit.java", "Nothing.java", "Paddle.java")
        java = ("java", "-Djava.library.path=.", "-cp", "classes")
        self.check(*java, "Fit")
        self.assertEqual(
            self.run_in(*java, "Nothing", "line", self.names[0]),
            "NullPointerException\n" * 5)

    def test_node(self):
        self.needs("node")
        include = self.needs_header("/usr/include/node", "/usr/include/nodejs",
                                    name="node_api.h")
        self.copy("node", "fit.js", "paddle_node.c")
        self.run_in("cc", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
                    f"-I{include}", "paddle_node.c", "-o", "paddle.node",
                    *self.flags())
        self.check("node", "fit.js")
