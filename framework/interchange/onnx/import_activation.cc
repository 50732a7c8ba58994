// Functions of one number, element by element.
#include <cmath>
#include <limits>

#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// Imports a node as one operator without attributes.
#define PADDLE_ONNX_UNARY(op, since, type)       \
  PADDLE_ONNX_IMPORT(op, since, [](Node* node) { \
    node->Out(0, node->Op(type, node->In(0)));   \
  })

PADDLE_ONNX_UNARY("Abs", 6, "abs");
PADDLE_ONNX_UNARY("Acos", 7, "acos");
PADDLE_ONNX_UNARY("Acosh", 9, "acosh");
PADDLE_ONNX_UNARY("Asin", 7, "asin");
PADDLE_ONNX_UNARY("Asinh", 9, "asinh");
PADDLE_ONNX_UNARY("Atan", 7, "atan");
PADDLE_ONNX_UNARY("Atanh", 9, "atanh");
PADDLE_ONNX_UNARY("Ceil", 6, "ceil");
PADDLE_ONNX_UNARY("Cos", 7, "cos");
PADDLE_ONNX_UNARY("Cosh", 9, "cosh");
PADDLE_ONNX_UNARY("Erf", 9, "erf");
PADDLE_ONNX_UNARY("Exp", 6, "exp");
PADDLE_ONNX_UNARY("Floor", 6, "floor");
PADDLE_ONNX_UNARY("IsNaN", 9, "isnan");
PADDLE_ONNX_UNARY("Log", 6, "log");
PADDLE_ONNX_UNARY("Mish", 18, "mish");
PADDLE_ONNX_UNARY("Not", 1, "logical_not");
PADDLE_ONNX_UNARY("Reciprocal", 6, "reciprocal");
PADDLE_ONNX_UNARY("Relu", 6, "relu");
PADDLE_ONNX_UNARY("Round", 11, "round");
PADDLE_ONNX_UNARY("Sigmoid", 6, "sigmoid");
PADDLE_ONNX_UNARY("Sign", 9, "sign");
PADDLE_ONNX_UNARY("Sin", 7, "sin");
PADDLE_ONNX_UNARY("Sinh", 9, "sinh");
PADDLE_ONNX_UNARY("Softplus", 1, "softplus");
PADDLE_ONNX_UNARY("Softsign", 1, "softsign");
PADDLE_ONNX_UNARY("Sqrt", 6, "sqrt");
PADDLE_ONNX_UNARY("Tan", 7, "tan");
PADDLE_ONNX_UNARY("Tanh", 6, "tanh");

#undef PADDLE_ONNX_UNARY

Variable Scale(Node* node, const Variable& x, double scale, double bias = 0) {
  return node->Op("scale", x, {{"scale", scale}, {"bias", bias}});
}

void Neg(Node* node) { node->Out(0, Scale(node, node->In(0), -1)); }

void Elu(Node* node) {
  node->Out(0, node->Op("elu", node->In(0),
                        {{"alpha", node->FloatAttr("alpha", 1)}}));
}

void Selu(Node* node) {
  const double alpha = node->FloatAttr("alpha", 1.67326319217681884765625);
  const double gamma = node->FloatAttr("gamma", 1.05070102214813232421875);
  node->Out(
      0, node->Op("selu", node->In(0), {{"scale", gamma}, {"alpha", alpha}}));
}

// max(0, x) + min(0, alpha * (exp(x / alpha) - 1)).
void Celu(Node* node) {
  const double alpha = node->FloatAttr("alpha", 1);
  const Variable elu =
      node->Op("elu", Scale(node, node->In(0), 1 / alpha), {{"alpha", 1.0}});
  node->Out(0, Scale(node, elu, alpha));
}

void LeakyRelu(Node* node) {
  node->Out(0, node->Op("leaky_relu", node->In(0),
                        {{"alpha", node->FloatAttr("alpha", 0.01)}}));
}

void ThresholdedRelu(Node* node) {
  node->Out(0, node->Op("thresholded_relu", node->In(0),
                        {{"threshold", node->FloatAttr("alpha", 1)}}));
}

void HardSigmoid(Node* node) {
  node->Out(0, node->Op("hard_sigmoid", node->In(0),
                        {{"slope", node->FloatAttr("alpha", 0.2)},
                         {"offset", node->FloatAttr("beta", 0.5)}}));
}

void HardSwish(Node* node) {
  node->Out(0, node->Op("hard_swish", node->In(0)));
}

void Gelu(Node* node) {
  const bool approximate = node->TextAttr("approximate", "none") == "tanh";
  node->Out(0, node->Op("gelu", node->In(0), {{"approximate", approximate}}));
}

void Swish(Node* node) {
  node->Out(0, node->Op("swish", node->In(0),
                        {{"beta", node->FloatAttr("alpha", 1)}}));
}

void SwiGLU(Node* node) {
  const Variable gate =
      node->Op("swish", node->In(0), {{"beta", node->FloatAttr("alpha", 1)}});
  node->Out(0, node->Op2("elementwise_mul", gate, node->In(1)));
}

// Outside of [-lambd, lambd] x moves towards 0 by bias; inside it becomes 0.
void Shrink(Node* node) {
  const Variable x = node->In(0);
  const double lambd = node->FloatAttr("lambd", 0.5);
  const double bias = node->FloatAttr("bias", 0);
  const Variable zero = node->Op("fill_zeros_like", x);
  const Variable low = node->Number(-lambd, x.dtype());
  const Variable high = node->Number(lambd, x.dtype());
  const auto choose = [&](const char* compare, const Variable& bound,
                          double shift, const Variable& otherwise) {
    return node->Op("where", {{"Condition", node->Op2(compare, x, bound)},
                              {"X", Scale(node, x, 1, shift)},
                              {"Y", otherwise}});
  };
  const Variable above = choose("greater_than", high, -bias, zero);
  node->Out(0, choose("less_than", low, bias, above));
}

// The slope broadcasts to x, from the last axis.
void PRelu(Node* node) {
  const Variable x = node->In(0), slope = node->In(1);
  const Variable zero = node->Number(0, x.dtype());
  const int64_t axis = node->opset() < 7 && slope.dims().rank() == 1 ? 1 : -1;
  const Variable below =
      node->Op2("elementwise_mul", x, slope, {{"axis", axis}});
  node->Out(0,
            node->Op("where", {{"Condition", node->Op2("less_than", x, zero)},
                               {"X", below},
                               {"Y", x}}));
}

// Bounds were attributes before version 11, and are inputs since, which may be
// known only when the program runs.
void Clip(Node* node) {
  Variable x = node->In(0);
  const auto bound = [&](const char* type, const char* attr, int input) {
    if (node->opset() >= 11 && node->HasInput(input)) {
      x = node->Op2(type, x, node->In(input));
    } else if (node->opset() < 11 && node->HasAttr(attr)) {
      x = node->Op2(type, x, node->Number(node->FloatAttr(attr, 0), x.dtype()));
    }
  };
  bound("elementwise_max", "min", 1);
  bound("elementwise_min", "max", 2);
  node->Out(0, x);
}

// Writes relu6 and clip where the bounds are known, as they mostly are.
void KnownClip(Node* node) {
  const Variable x = node->In(0);
  const bool inputs = node->opset() >= 11;
  const auto known = [&](int i, const char* attr) {
    return inputs ? node->ConstantIn(i) != nullptr : node->HasAttr(attr);
  };
  if (!framework::IsFloating(x.dtype()) || !known(1, "min") ||
      !known(2, "max")) {
    return Clip(node);
  }
  const double low = inputs ? node->NumberIn(1) : node->FloatAttr("min", 0);
  const double high = inputs ? node->NumberIn(2) : node->FloatAttr("max", 0);
  if (low == 0 && high == 6) {
    node->Out(0, node->Op("relu6", x, {{"threshold", high}}));
  } else if (low <= high && std::isfinite(low) && std::isfinite(high)) {
    node->Out(0, node->Op("clip", x, {{"min", low}, {"max", high}}));
  } else {
    Clip(node);  // All elements become the maximum.
  }
}

void IsInf(Node* node) {
  const Variable x = node->In(0);
  const double infinity = std::numeric_limits<double>::infinity();
  const bool up = node->IntAttr("detect_positive", 1) != 0;
  const bool down = node->IntAttr("detect_negative", 1) != 0;
  if (up && down) return node->Out(0, node->Op("isinf", x));
  // With neither, nothing is found: a number is not below the lowest.
  const double wanted = up ? infinity : -infinity;
  node->Out(0, node->Op2(up || down ? "equal" : "less_than", x,
                         node->Number(wanted, x.dtype())));
}

PADDLE_ONNX_IMPORT("Neg", 6, Neg);
PADDLE_ONNX_IMPORT("Elu", 6, Elu);
PADDLE_ONNX_IMPORT("Selu", 6, Selu);
PADDLE_ONNX_IMPORT("Celu", 12, Celu);
PADDLE_ONNX_IMPORT("LeakyRelu", 6, LeakyRelu);
PADDLE_ONNX_IMPORT("ThresholdedRelu", 10, ThresholdedRelu);
PADDLE_ONNX_IMPORT("HardSigmoid", 6, HardSigmoid);
PADDLE_ONNX_IMPORT("HardSwish", 14, HardSwish);
PADDLE_ONNX_IMPORT("Gelu", 20, Gelu);
PADDLE_ONNX_IMPORT("Swish", 24, Swish);
PADDLE_ONNX_IMPORT("SwiGLU", 27, SwiGLU);
PADDLE_ONNX_IMPORT("Shrink", 9, Shrink);
PADDLE_ONNX_IMPORT("PRelu", 6, PRelu);
PADDLE_ONNX_IMPORT("Clip", 6, KnownClip);
PADDLE_ONNX_IMPORT("IsInf", 10, IsInf);

}  // namespace
}  // namespace paddle::onnx
