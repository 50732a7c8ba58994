"""Each check finds what it is for, and leaves the like alone."""

import unittest

import lint


class CodeTest(unittest.TestCase):

    def problems(self, path, text):
        return list(lint.check_code(path, text))

    def test_throw_is_found_outside_enforce_only(self):
        bad = "void F() {\n  throw 1;\n}\n"
        self.assertRegex(self.problems("memory/a.cc", bad)[0],
                         r"^memory/a\.cc:2: throw only")
        self.assertEqual(self.problems("platform/enforce.h", bad), [])
        self.assertEqual(self.problems("memory/a.cc", "throw;"), [])
        passed_on = "throw py::error_already_set();"
        self.assertEqual(self.problems("python/a.cc", passed_on), [])

    def test_comments_and_strings_are_no_code(self):
        text = '// throw 1\n/* throw\n 2 */ f("throw 3");\nR"x(throw)x";\n'
        self.assertEqual(self.problems("memory/a.cc", text), [])

    def test_digit_separators_hide_nothing(self):
        text = "int a = 1'000;\nthrow 2;\nchar c = 'x';\n"
        self.assertEqual(len(self.problems("memory/a.cc", text)), 1)

    def test_cuda_conditionals_stay_low(self):
        bad = "#ifdef PADDLE_WITH_CUDA\n#endif\n"
        self.assertEqual(len(self.problems("operators/a.cc", bad)), 1)
        self.assertEqual(self.problems("platform/a.cc", bad), [])

    def test_eigen_stays_out_of_headers(self):
        bad = "#include <Eigen/Core>\n"
        self.assertEqual(len(self.problems("operators/a.h", bad)), 1)
        self.assertEqual(self.problems("operators/a.cc", bad), [])

    def test_abort_is_found_outside_tests(self):
        self.assertEqual(len(self.problems("a/b.cc", "assert(x);")), 1)
        self.assertEqual(self.problems("a/b_test.cc", "assert(x);"), [])
        self.assertEqual(self.problems("a/b.cc", "static_assert(x);"), [])

    def test_using_directive(self):
        self.assertEqual(
            len(self.problems("a/b.cc", "using namespace std;")), 1)


class IncludeTest(unittest.TestCase):

    def test_own_headers_carry_the_prefix(self):
        found = list(lint.check_includes("a/b.cc", '#include "b.h"\n'))
        self.assertRegex(found[0], r'^a/b\.cc:1: write "paddle/')
        self.assertEqual(list(lint.check_includes(
            "a/b.cc", '#include "paddle/a/b.h"\n')), [])

    def test_pragma_once(self):
        self.assertEqual(len(list(lint.check_includes("a/b.h", "int x;"))), 1)


class TemplateTest(unittest.TestCase):

    def test_a_template_is_what_is_made_from_it(self):
        self.assertEqual(
            len(list(lint.check_code("a/b.cc.in", "throw 1;"))), 1)
        self.assertEqual(
            list(lint.check_code("a/b_test.cc.in", "assert(x);")), [])
        self.assertEqual(
            len(list(lint.check_includes("a/b.h.in", "int x;"))), 1)
        self.assertTrue(lint.is_text("a/b.cu.in"))
        self.assertFalse(lint.is_text("a/b.pc.in"))


class LabelTest(unittest.TestCase):

    def test_abseil_has_its_own_labels(self):
        bad = 'deps = [\n    "@com_google_absl//:strings",\n]\n'
        found = list(lint.check_labels("a/BUILD", bad))
        self.assertEqual(len(found), 1)
        self.assertRegex(found[0], r"^a/BUILD:2: .*absl/strings")
        self.assertEqual(list(lint.check_labels(
            "a/BUILD", '"@com_google_absl//absl/strings"')), [])


class TextTest(unittest.TestCase):

    def test_unfinished_work_and_white_space(self):
        text = "a  \nTO" "DO: b\nc"
        found = list(lint.check_text("a/README.md", text))
        self.assertEqual([f.split(":")[1] for f in found], ["1", "2", "3"])


class ToolTest(unittest.TestCase):

    def test_output_and_absence_are_reported(self):
        self.assertEqual(
            list(lint.check_tool(["sh", "-c", "echo wrong; exit 1"], ["a"])),
            ["wrong"])
        self.assertRegex(list(lint.check_tool(["no-such-tool"], ["a"]))[0],
                         "tools/dev setup")
        self.assertEqual(list(lint.check_tool(["true"], ["a"])), [])
