"""Separates the parts of a header that count from those that do not."""

import unittest

from cxx_api import declarations

HEADER = """
// A comment.
#pragma once
#include <string>
namespace paddle::ir {
/* Another
   one. */
class Program : public Base {
 public:
  explicit Program(int a, std::vector<int> b = {1, 2}) : a_{a}, b_(b) {}
  Program(const Program&) = delete;
  int size() const { return a_ ? 1 : 2; }
  bool operator==(const Program& other) const { return true; }
  virtual void Visit() = 0;
  static constexpr int kMost = 9;
 protected:
  void ForHeirs();
 private:
  int secret() const;
  int a_{0};
  std::vector<int> b_;
};
template <typename T, int N = 3>
T Twice(T x) {
  if (x) { return x; }
  return x + x;
}
enum class Kind : int { kA, kB = 5, kC };
struct Options { bool fast = true; };
class Later;
namespace internal { void Hidden(); }
namespace { void AlsoHidden(); }
static_assert(sizeof(int) == 4);
}  // namespace paddle::ir
#define PADDLE_X(a, b) a + \\
    b
#define PADDLE_PRIVATE_ 1
#define PADDLE_Y 7
"""

LINES = [
    "#define PADDLE_X(a, b)",
    "#define PADDLE_Y 7",
    "paddle::ir: Kind::kA = #0",
    "paddle::ir: Kind::kB = 5",
    "paddle::ir: Kind::kC = #2",
    "paddle::ir: class Program : public Base",
    "paddle::ir: enum class Kind : int",
    "paddle::ir: struct Options",
    "paddle::ir: template<typename T, int N = 3> T Twice(T x)",
    "paddle::ir::Options: bool fast = true",
    "paddle::ir::Program: Program(const Program&) = delete",
    "paddle::ir::Program: bool operator ==(const Program& other) const",
    "paddle::ir::Program: explicit Program(int a, std::vector<int> b = { 1, "
    "2 })",
    "paddle::ir::Program: int size() const",
    "paddle::ir::Program: static constexpr int kMost = 9",
    "paddle::ir::Program: virtual void Visit() = 0",
    "paddle::ir::Program: void ForHeirs()",
]


class CxxApiTest(unittest.TestCase):

    def test_lines(self):
        self.maxDiff = None
        self.assertEqual(declarations(HEADER), LINES)

    def assert_same(self, old, new):
        self.assertIn(old, HEADER)
        self.assertEqual(declarations(HEADER.replace(old, new)), LINES)

    def assert_differs(self, old, new):
        self.assertIn(old, HEADER)
        self.assertNotEqual(declarations(HEADER.replace(old, new)), LINES)

    def test_what_does_not_count(self):
        self.assert_same("// A comment.", "/* { */  // ( \" '")
        self.assert_same("  int size() const {", "  int\n  size(  )const{//x\n")
        self.assert_same("return a_ ? 1 : 2;", "for (;;) { return '}'; }")
        self.assert_same("return x + x;", 'return "}";')
        self.assert_same("a_{a}, b_(b) {}", "b_(b), a_(a) { Run({1}); }")
        self.assert_same("int secret() const;", "long other(int);")
        self.assert_same("#include <string>", "#include <vector>")
        self.assert_same("void Hidden();", "int Hidden(int x);")
        self.assert_same("class Later;", "struct Sooner; class Later;")
        self.assert_same("a + \\\n    b", "b + a")

    def test_what_counts(self):
        self.assert_differs("int size() const", "int size()")
        self.assert_differs("int a, ", "long a, ")
        self.assert_differs("{1, 2}", "{1, 3}")
        self.assert_differs("kMost = 9", "kMost = 8")
        self.assert_differs("kA, kB", "kA, kNew, kB")
        self.assert_differs("fast = true", "fast = false")
        self.assert_differs("public Base", "public Other")
        self.assert_differs("(a, b)", "(a)")
        self.assert_differs("PADDLE_Y 7", "PADDLE_Y 8")
        self.assert_differs("protected:", "private:")
        self.assert_differs("namespace paddle::ir", "namespace paddle::other")
        self.assert_differs("int N = 3", "int N")

    def test_literals_are_no_comments(self):
        self.assertEqual(declarations('const char* k = "// { \\" }";'),
                         ['const char* k = "// { \\" }"'])
        self.assertEqual(declarations('const char* k = R"x({)" /* )x";'),
                         ['const char* k = R"x({)" /* )x"'])
        self.assertEqual(declarations("constexpr int k = 1'000; int f();"),
                         ["constexpr int k = 1'000", "int f()"])

    def test_nested_classes_and_friends(self):
        self.assertEqual(declarations(
            "struct A { struct B { int x; }; enum C { kD };"
            " friend class E; friend bool operator<(A, A) { return 1; } };"),
            ["A: C::kD = #0", "A: enum C", "A: friend bool operator<(A, A)",
             "A: struct B", "A::B: int x", "struct A"])

    def test_c_interfaces_keep_their_layout(self):
        text = ('extern "C" {\nenum { kOne = 1 };\ntypedef struct A B;\n'
                "struct A {\n  int x;\n  int (*f)(int, void*);\n};\n}\n")
        self.assertEqual(declarations(text), [
            "(unnamed)::kOne = 1", "A: int x #0", "A: int(* f)(int, void*) #1",
            "enum", "struct A", "typedef struct A B"])
        self.assertNotEqual(declarations(text), declarations(text.replace(
            "  int x;\n", "").replace("};\n}", "  int x;\n};\n}")))

    def test_messages(self):
        self.assertEqual(declarations(
            'syntax = "proto3";\npackage p;\nenum E { A = 0; B = 1; }\n'
            "message M {\n  oneof v { int32 i = 1; }\n  repeated M m = 2;\n}"
            "\nmessage N { string s = 1; }\n"),
            ["E::A = 0", "E::B = 1", "M: oneof v", "M: repeated M m = 2",
             "M::v: int32 i = 1", "N: string s = 1", "enum E", "message M",
             "message N", "package p", 'syntax = "proto3"'])

    def test_nothing(self):
        self.assertEqual(declarations("// Nothing.\n"), [])
