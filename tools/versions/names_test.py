"""The names in lines, each with its scope."""

import unittest

import cxx_api
import names

C_INTERFACE = """extern "C" {
typedef int32_t Status;
typedef Status (*Entry)(const void* api);
enum { kOne = 1 };
struct Api {
  int size;
  void (*run)(int, void*);
};
}
"""

HEADER = """
namespace paddle {
struct A {
  ~A();
  explicit A(int x);
  A& operator=(const A&) = delete;
  bool operator()(int x) const;
  operator float() const;
  const int& operator[](int at) const;
  std::function<void(int)> hook = nullptr;
  int sizes[3];
  std::array<int, 5> x{};
};
template <typename V> decltype(auto) Visit(V&& visitor);
template <> inline constexpr bool kIsHalf<A> = true;
template <> class Traits<A, int> : public Base {};
std::ostream& operator<<(std::ostream& out, A a);
bool operator<(A a, A b);
using B = std::vector<std::pair<A, int>>;
using A::A;
using A::operator!=;
[[noreturn]] void Stop();
extern const char kStep[];
void Each(absl::FunctionRef<void(int at)> f);
enum class Kind : int { kFirst, kLast = 5 };
enum Old { kNone };
}
#define PADDLE_X(a, b) a
#define PADDLE_Y 7
"""


class NamesTest(unittest.TestCase):

    def names(self, text, section="x.h"):
        return sorted(names.found(section, cxx_api.declarations(text)))

    def test_c_interfaces(self):
        self.assertEqual(self.names(C_INTERFACE), [
            "(unnamed)", "Api", "Api: run", "Api: size", "Entry", "Status",
            "kOne"])

    def test_headers(self):
        self.assertEqual(self.names(HEADER), [
            "PADDLE_X", "PADDLE_Y", "paddle: A", "paddle: B", "paddle: Each",
            "paddle: Kind", "paddle: Old", "paddle: Stop",
            "paddle: Traits<A,int>", "paddle: Visit", "paddle: kIsHalf<A>",
            "paddle: kStep", "paddle: operator!=", "paddle: operator<",
            "paddle: operator<<", "paddle::A: A", "paddle::A: hook",
            "paddle::A: operator()", "paddle::A: operator=",
            "paddle::A: operator[]", "paddle::A: operator_float",
            "paddle::A: sizes", "paddle::A: x", "paddle::A: ~A",
            "paddle::Kind: kFirst", "paddle::Kind: kLast",
            "paddle::Old: kNone"])

    def test_messages(self):
        self.assertEqual(self.names(
            'syntax = "proto3";\nenum E { A = 0; }\n'
            "message M {\n  oneof v { int32 i = 1; }\n  repeated M m = 2;\n}\n",
            "m.proto"), ["E", "E: A", "M", "M: m", "M: v", "M::v: i", "syntax"])

    def test_modules(self):
        self.assertEqual(names.found("io.py", [
            "class paddle.io.Model(Base)", "paddle.io.LIMIT",
            "paddle.io.Model.__init__ [size=3] at 1",
            "paddle.io.Model.name can be set", "paddle.io.save [**more]",
            "paddle.io.save is exported", "paddle.io.save(path)",
        ]), {"paddle.io: LIMIT", "paddle.io: Model", "paddle.io: save",
             "paddle.io.Model: __init__", "paddle.io.Model: name"})

    def test_operators(self):
        self.assertEqual(names.found("scale", [
            "Out is X, updated", "attribute rate: float = 0.5 >= 0",
            "has a gradient", "input Bias optional", "output X@GRAD",
            "requires attribute axis: int", "requires input X list",
            "version 2"]), {"Bias", "X", "X@GRAD", "axis", "rate"})
