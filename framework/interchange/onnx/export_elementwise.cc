// Functions of elements.
#include <cmath>
#include <limits>
#include <string>

#include "paddle/framework/interchange/onnx/exported_op.h"
#include "paddle/framework/interchange/onnx/exporters.h"
#include "paddle/framework/interchange/onnx/onnx_type.h"

namespace paddle::onnx {
namespace {

using framework::DataType;
using framework::Dims;
using Ints = ExportedOp::Ints;

// Exports an operator of X and Out as one node without attributes.
#define PADDLE_ONNX_SAME(type, node)                 \
  PADDLE_ONNX_EXPORT(type, [](ExportedOp* op) {      \
    op->Node(node, {op->In("X")}, {op->Out("Out")}); \
  })

PADDLE_ONNX_SAME("abs", "Abs");
PADDLE_ONNX_SAME("acos", "Acos");
PADDLE_ONNX_SAME("acosh", "Acosh");
PADDLE_ONNX_SAME("asin", "Asin");
PADDLE_ONNX_SAME("asinh", "Asinh");
PADDLE_ONNX_SAME("assign", "Identity");
PADDLE_ONNX_SAME("atan", "Atan");
PADDLE_ONNX_SAME("atanh", "Atanh");
PADDLE_ONNX_SAME("ceil", "Ceil");
PADDLE_ONNX_SAME("cos", "Cos");
PADDLE_ONNX_SAME("cosh", "Cosh");
PADDLE_ONNX_SAME("erf", "Erf");
PADDLE_ONNX_SAME("exp", "Exp");
PADDLE_ONNX_SAME("floor", "Floor");
PADDLE_ONNX_SAME("isinf", "IsInf");
PADDLE_ONNX_SAME("isnan", "IsNaN");
PADDLE_ONNX_SAME("log", "Log");
PADDLE_ONNX_SAME("logical_not", "Not");
PADDLE_ONNX_SAME("reciprocal", "Reciprocal");
PADDLE_ONNX_SAME("round", "Round");
PADDLE_ONNX_SAME("sigmoid", "Sigmoid");
PADDLE_ONNX_SAME("sign", "Sign");
PADDLE_ONNX_SAME("sin", "Sin");
PADDLE_ONNX_SAME("sinh", "Sinh");
PADDLE_ONNX_SAME("softplus", "Softplus");
PADDLE_ONNX_SAME("softsign", "Softsign");
PADDLE_ONNX_SAME("sqrt", "Sqrt");
PADDLE_ONNX_SAME("tan", "Tan");
PADDLE_ONNX_SAME("tanh", "Tanh");

#undef PADDLE_ONNX_SAME

// Returns Y as it broadcasts from the last axis: `axis` says where in X its
// first one stands.
std::string Aligned(ExportedOp* op) {
  const std::string y = op->In("Y");
  const int64_t axis = op->Int("axis");
  const Dims of_x = op->DimsOf(op->In("X")), dims = op->DimsOf(y);
  const int64_t behind = of_x.rank() - axis - dims.rank();
  if (axis < 0 || behind <= 0) return y;
  Ints shape(dims.begin(), dims.end());
  int open = 0;
  for (int64_t& size : shape) {
    open += size < 0;
    if (size < 0) size = -1;
  }
  PADDLE_ONNX_CANNOT(open > 1, "Y of several sizes that are not known");
  shape.insert(shape.end(), behind, 1);
  return op->Reshaped(y, shape);
}

// Exports an operator of X and Y.
#define PADDLE_ONNX_BINARY(type, node)                            \
  PADDLE_ONNX_EXPORT(type, [](ExportedOp* op) {                   \
    op->Node(node, {op->In("X"), Aligned(op)}, {op->Out("Out")}); \
  })

PADDLE_ONNX_BINARY("elementwise_add", "Add");
PADDLE_ONNX_BINARY("elementwise_sub", "Sub");
PADDLE_ONNX_BINARY("elementwise_mul", "Mul");
PADDLE_ONNX_BINARY("elementwise_div", "Div");
PADDLE_ONNX_BINARY("elementwise_max", "Max");
PADDLE_ONNX_BINARY("elementwise_min", "Min");
PADDLE_ONNX_BINARY("elementwise_pow", "Pow");

#undef PADDLE_ONNX_BINARY

// Exports an operator of X and Y whose axes are aligned at the end.
#define PADDLE_ONNX_RELATION(type, node)                          \
  PADDLE_ONNX_EXPORT(type, [](ExportedOp* op) {                   \
    op->Node(node, {op->In("X"), op->In("Y")}, {op->Out("Out")}); \
  })

PADDLE_ONNX_RELATION("equal", "Equal");
PADDLE_ONNX_RELATION("less_than", "Less");
PADDLE_ONNX_RELATION("less_equal", "LessOrEqual");
PADDLE_ONNX_RELATION("greater_than", "Greater");
PADDLE_ONNX_RELATION("greater_equal", "GreaterOrEqual");
PADDLE_ONNX_RELATION("logical_and", "And");
PADDLE_ONNX_RELATION("logical_or", "Or");
PADDLE_ONNX_RELATION("logical_xor", "Xor");

#undef PADDLE_ONNX_RELATION

void NotEqual(ExportedOp* op) {
  const std::string same = op->Value("Equal", {op->In("X"), op->In("Y")});
  op->Node("Not", {same}, {op->Out("Out")});
}

void Where(ExportedOp* op) {
  op->Node("Where", {op->In("Condition"), op->In("X"), op->In("Y")},
           {op->Out("Out")});
}

// Adds integers one after the other: the node Sum has none.
void Sum(ExportedOp* op) {
  const ExportedOp::Names parts = op->Ins("X");
  if (framework::IsFloating(op->TypeOf(parts[0]))) {
    op->Node("Sum", parts, {op->Out("Out")});
    return;
  }
  if (parts.size() == 1) {
    op->Node("Identity", parts, {op->Out("Out")});
    return;
  }
  std::string sum = parts[0];
  for (size_t i = 1; i + 1 < parts.size(); ++i) {
    sum = op->Value("Add", {sum, parts[i]});
  }
  op->Node("Add", {sum, parts.back()}, {op->Out("Out")});
}

// The node Relu takes integers since version 14, but ONNX Runtime has none.
void Relu(ExportedOp* op) {
  const std::string x = op->In("X");
  const DataType type = op->TypeOf(x);
  if (framework::IsFloating(type)) {
    op->Node("Relu", {x}, {op->Out("Out")});
    return;
  }
  op->Node("Max", {x, op->Number(0, type)}, {op->Out("Out")});
}

void Cast(ExportedOp* op) {
  const DataType type = op->TypeOf(op->Out("Out"));
  proto::NodeProto* node = op->Node("Cast", {op->In("X")}, {op->Out("Out")});
  SetInt(node, "to", OnnxTypeOf(type));
  // Only types that come with the attribute know the difference.
  if (!op->Flag("saturate") && FirstOpsetOf(type) >= 19) {
    SetInt(node, "saturate", 0);
  }
}

void Square(ExportedOp* op) {
  op->Node("Mul", {op->In("X"), op->In("X")}, {op->Out("Out")});
}

void Rsqrt(ExportedOp* op) {
  op->Node("Reciprocal", {op->Value("Sqrt", {op->In("X")})}, {op->Out("Out")});
}

// True if a number of this type is `value`.
bool Holds(DataType type, double value) {
  if (framework::IsFloating(type)) return true;
  bool holds = false;
  framework::VisitDataType(type, [&](auto tag) {
    using Limits = std::numeric_limits<typename decltype(tag)::type>;
    // The largest int64 is none of float64; one more is.
    holds = value == std::trunc(value) &&
            value >= static_cast<double>(Limits::lowest()) &&
            value < static_cast<double>(Limits::max()) + 1;
  });
  return holds;
}

void Scale(ExportedOp* op) {
  const std::string x = op->In("X");
  const DataType type = op->TypeOf(x);
  PADDLE_ONNX_CANNOT(op->Int("int_scale") != 0 || op->Int("int_bias") != 0,
                     "factors beyond 2^53");
  const double scale = op->Real("scale"), bias = op->Real("bias");
  PADDLE_ONNX_CANNOT(!Holds(type, scale) || !Holds(type, bias), "scale ", scale,
                     " and bias ", bias, ", which are no whole numbers of ",
                     framework::DataTypeName(type));
  if (bias == 0) {
    op->Node("Mul", {x, op->Number(scale, type)}, {op->Out("Out")});
    return;
  }
  const std::string product =
      scale == 1 ? x : op->Value("Mul", {x, op->Number(scale, type)});
  op->Node("Add", {product, op->Number(bias, type)}, {op->Out("Out")});
}

void Clip(ExportedOp* op) {
  const DataType type = op->TypeOf(op->In("X"));
  PADDLE_ONNX_CANNOT(!framework::IsFloating(type), "integers");
  op->Node("Clip",
           {op->In("X"), op->Number(op->Real("min"), type),
            op->Number(op->Real("max"), type)},
           {op->Out("Out")});
}

void Relu6(ExportedOp* op) {
  const DataType type = op->TypeOf(op->In("X"));
  op->Node("Clip",
           {op->In("X"), op->Number(0, type),
            op->Number(op->Real("threshold"), type)},
           {op->Out("Out")});
}

// Writes a node with one attribute.
void WithNumber(ExportedOp* op, const char* node, const char* name,
                double value) {
  SetFloat(op->Node(node, {op->In("X")}, {op->Out("Out")}), name, value);
}

void LeakyRelu(ExportedOp* op) {
  WithNumber(op, "LeakyRelu", "alpha", op->Real("alpha"));
}

void Elu(ExportedOp* op) { WithNumber(op, "Elu", "alpha", op->Real("alpha")); }

void Selu(ExportedOp* op) {
  proto::NodeProto* node = op->Node("Selu", {op->In("X")}, {op->Out("Out")});
  SetFloat(node, "alpha", op->Real("alpha"));
  SetFloat(node, "gamma", op->Real("scale"));
}

void ThresholdedRelu(ExportedOp* op) {
  WithNumber(op, "ThresholdedRelu", "alpha", op->Real("threshold"));
}

void HardSigmoid(ExportedOp* op) {
  proto::NodeProto* node =
      op->Node("HardSigmoid", {op->In("X")}, {op->Out("Out")});
  SetFloat(node, "alpha", op->Real("slope"));
  SetFloat(node, "beta", op->Real("offset"));
}

void HardSwish(ExportedOp* op) {
  const bool standard = op->Real("threshold") == 6 && op->Real("scale") == 6 &&
                        op->Real("offset") == 3;
  PADDLE_ONNX_CANNOT(!standard || op->opset() < 14,
                     "other numbers than 6, 6 and 3, or opset 13");
  op->Node("HardSwish", {op->In("X")}, {op->Out("Out")});
}

// x times the sigmoid of beta x.
void Swish(ExportedOp* op) {
  const std::string x = op->In("X");
  const double beta = op->type() == "silu" ? 1 : op->Real("beta");
  const std::string scaled =
      beta == 1 ? x : op->Value("Mul", {x, op->Number(beta, op->TypeOf(x))});
  op->Node("Mul", {x, op->Value("Sigmoid", {scaled})}, {op->Out("Out")});
}

// x / 2 (1 + erf(x / sqrt(2))), which is a node since version 20.
void Gelu(ExportedOp* op) {
  const bool approximate = op->Flag("approximate");
  if (op->opset() >= 20) {
    SetText(op->Node("Gelu", {op->In("X")}, {op->Out("Out")}), "approximate",
            approximate ? "tanh" : "none");
    return;
  }
  const std::string x = op->In("X");
  const DataType type = op->TypeOf(x);
  std::string curve;
  if (approximate) {
    const std::string cube = op->Value("Mul", {x, op->Value("Mul", {x, x})});
    const std::string small =
        op->Value("Mul", {cube, op->Number(0.044715, type)});
    const std::string sum = op->Value("Add", {x, small});
    curve = op->Value(
        "Tanh",
        {op->Value("Mul", {sum, op->Number(0.7978845608028654, type)})});
  } else {
    curve = op->Value(
        "Erf", {op->Value("Mul", {x, op->Number(0.7071067811865476, type)})});
  }
  const std::string factor = op->Value("Add", {curve, op->Number(1, type)});
  const std::string half = op->Value("Mul", {x, op->Number(0.5, type)});
  op->Node("Mul", {half, factor}, {op->Out("Out")});
}

void Increment(ExportedOp* op) {
  PADDLE_ONNX_CANNOT(op->Int("int_step") != 0, "a step beyond 2^53");
  const std::string x = op->In("X");
  op->Node("Add", {x, op->Number(op->Real("step"), op->TypeOf(x))},
           {op->Out("Out")});
}

void Power(ExportedOp* op) {
  const std::string x = op->In("X");
  op->Node("Pow", {x, op->Number(op->Real("factor"), op->TypeOf(x))},
           {op->Out("Out")});
}

PADDLE_ONNX_EXPORT("not_equal", NotEqual);
PADDLE_ONNX_EXPORT("where", Where);
PADDLE_ONNX_EXPORT("sum", Sum);
PADDLE_ONNX_EXPORT("relu", Relu);
PADDLE_ONNX_EXPORT("cast", Cast);
PADDLE_ONNX_EXPORT("increment", Increment);
PADDLE_ONNX_EXPORT("square", Square);
PADDLE_ONNX_EXPORT("rsqrt", Rsqrt);
PADDLE_ONNX_EXPORT("scale", Scale);
PADDLE_ONNX_EXPORT("clip", Clip);
PADDLE_ONNX_EXPORT("relu6", Relu6);
PADDLE_ONNX_EXPORT("leaky_relu", LeakyRelu);
PADDLE_ONNX_EXPORT("elu", Elu);
PADDLE_ONNX_EXPORT("selu", Selu);
PADDLE_ONNX_EXPORT("thresholded_relu", ThresholdedRelu);
PADDLE_ONNX_EXPORT("hard_sigmoid", HardSigmoid);
PADDLE_ONNX_EXPORT("hard_swish", HardSwish);
PADDLE_ONNX_EXPORT("swish", Swish);
PADDLE_ONNX_EXPORT("silu", Swish);
PADDLE_ONNX_EXPORT("gelu", Gelu);
PADDLE_ONNX_EXPORT("pow", Power);

}  // namespace
}  // namespace paddle::onnx
