// Hyperbolic functions and their inverses, without overflow before that of the
// result and without cancellation.
#include <cmath>

#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"

namespace paddle::onnx {
namespace {

Variable Scale(Node* node, const Variable& x, double scale, double bias = 0) {
  return node->Op("scale", x, {{"scale", scale}, {"bias", bias}});
}

// Returns x where the condition holds, else the number: what is computed with
// it is finite there, and so are its gradients.
Variable Within(Node* node, const Variable& condition, const Variable& x,
                double otherwise) {
  return node->Op("where", {{"Condition", condition},
                            {"X", x},
                            {"Y", node->Number(otherwise, x.dtype())}});
}

Variable Choose(Node* node, const Variable& condition, const Variable& x,
                const Variable& y) {
  return node->Op("where", {{"Condition", condition}, {"X", x}, {"Y", y}});
}

Variable IsLess(Node* node, const Variable& x, double bound) {
  return node->Op2("less_than", x, node->Number(bound, x.dtype()));
}

// exp(x) / 2, which overflows only where the result does: exp(x) alone would
// before.
Variable HalfExp(Node* node, const Variable& x) {
  const Variable root = node->Op("exp", Scale(node, x, 0.5));
  return node->Op2("elementwise_mul", Scale(node, root, 0.5), root);
}

void Cosh(Node* node) {
  const Variable x = node->In(0);
  node->Out(0, node->Op2("elementwise_add", HalfExp(node, x),
                         HalfExp(node, Scale(node, x, -1))));
}

// Near 0, where exp(x) - exp(-x) cancels, (m + m / (m + 1)) / 2 of
// m = exp(x) - 1.
void Sinh(Node* node) {
  const Variable x = node->In(0);
  const Variable small = IsLess(node, node->Op("abs", x), 1);
  const Variable m = node->Op("expm1", Within(node, small, x, 0));
  const Variable quotient =
      node->Op2("elementwise_div", m, Scale(node, m, 1, 1));
  const Variable near =
      Scale(node, node->Op2("elementwise_add", m, quotient), 0.5);
  const Variable far = node->Op2("elementwise_sub", HalfExp(node, x),
                                 HalfExp(node, Scale(node, x, -1)));
  node->Out(0, Choose(node, small, near, far));
}

// Returns the number above which asinh(x) and acosh(x) are log(2 * x) in a data
// type; below it the square of x is finite.
double FarOut(DataType type) {
  if (type == DataType::kFloat64) return 1e8;
  return type == DataType::kFloat32 ? 1e4 : 128;
}

// Returns log(2 * x).
Variable LogOfTwice(Node* node, const Variable& x) {
  return Scale(node, node->Op("log", x), 1, std::log(2.0));
}

// asinh(a) = log1p(a + a^2 / (1 + sqrt(a^2 + 1))) of a = |x|, which cancels
// nowhere.
void Asinh(Node* node) {
  const Variable x = node->In(0);
  const Variable negative = IsLess(node, x, 0);
  const Variable a = Choose(node, negative, Scale(node, x, -1), x);
  const Variable far =
      node->Op2("greater_than", a, node->Number(FarOut(x.dtype()), x.dtype()));
  const Variable near = node->Op("logical_not", far);
  const Variable small = Within(node, near, a, 1);
  const Variable square = node->Op("square", small);
  const Variable root = node->Op("sqrt", Scale(node, square, 1, 1));
  const Variable rest =
      node->Op2("elementwise_div", square, Scale(node, root, 1, 1));
  const Variable result =
      Choose(node, far, LogOfTwice(node, Within(node, far, a, 1)),
             node->Op("log1p", node->Op2("elementwise_add", small, rest)));
  node->Out(0, Choose(node, negative, Scale(node, result, -1), result));
}

// acosh(1 + t) = log1p(t + sqrt(t) * sqrt(t + 2)), which is no number for
// negative t.
void Acosh(Node* node) {
  const Variable x = node->In(0);
  const Variable far =
      node->Op2("greater_than", x, node->Number(FarOut(x.dtype()), x.dtype()));
  const Variable near = node->Op("logical_not", far);
  const Variable t = Scale(node, Within(node, near, x, 2), 1, -1);
  const Variable roots = node->Op2("elementwise_mul", node->Op("sqrt", t),
                                   node->Op("sqrt", Scale(node, t, 1, 2)));
  node->Out(0,
            Choose(node, far, LogOfTwice(node, Within(node, far, x, 1)),
                   node->Op("log1p", node->Op2("elementwise_add", t, roots))));
}

void Atanh(Node* node) {
  const Variable x = node->In(0);
  const Variable difference = node->Op2("elementwise_sub", node->Op("log1p", x),
                                        node->Op("log1p", Scale(node, x, -1)));
  node->Out(0, Scale(node, difference, 0.5));
}

PADDLE_ONNX_IMPORT("Sinh", 9, Sinh);
PADDLE_ONNX_IMPORT("Cosh", 9, Cosh);
PADDLE_ONNX_IMPORT("Asinh", 9, Asinh);
PADDLE_ONNX_IMPORT("Acosh", 9, Acosh);
PADDLE_ONNX_IMPORT("Atanh", 9, Atanh);

}  // namespace
}  // namespace paddle::onnx
