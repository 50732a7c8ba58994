// Arithmetic, comparison and logic, element by element.
#include <string>

#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/wide_integers.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// Before version 7 the second operand is broadcast only if the node says so, at
// an axis of the first.
int64_t BroadcastAxis(Node* node) {
  return node->opset() < 7 ? node->IntAttr("axis", -1) : -1;
}

// Writes an operator of two operands. Integers that have no kernels are
// computed as wider ones, which wrap around alike, or as int64.
Variable Compute(Node* node, const std::string& type, const Variable& x,
                 const Variable& y, int64_t axis = -1) {
  const layer::AttributeMap attrs = {{"axis", axis}};
  const DataType dtype = x.dtype();
  const bool by_order = type == "elementwise_max" || type == "elementwise_min";
  if (dtype == DataType::kUInt64 && by_order) {
    return InUnsignedOrder(node, node->Op2(type, InSignedOrder(node, x),
                                           InSignedOrder(node, y), attrs));
  }
  const DataType wide = ComputedAs(dtype, type);
  if (wide == dtype) return node->Op2(type, x, y, attrs);
  return node->Cast(
      node->Op2(type, node->Cast(x, wide), node->Cast(y, wide), attrs), dtype);
}

Variable Binary(Node* node, const char* type) {
  return Compute(node, type, node->In(0), node->In(1), BroadcastAxis(node));
}

void Add(Node* node) { node->Out(0, Binary(node, "elementwise_add")); }
void Sub(Node* node) { node->Out(0, Binary(node, "elementwise_sub")); }
void Mul(Node* node) { node->Out(0, Binary(node, "elementwise_mul")); }
void Div(Node* node) { node->Out(0, Binary(node, "elementwise_div")); }

// True for real numbers to the power of a constant that is one number, 2 or 3,
// as RMS norms and tanh's GELU have them: products are much faster. 16-bit
// types would be rounded in between.
bool IsProduct(Node* node, double* exponent) {
  const framework::Tensor* y = node->ConstantIn(1);
  const bool one = y != nullptr && y->dtype() == DataType::kFloat32 &&
                   y->numel() == 1 && !node->trains_weights();
  if (!one) return false;
  const Variable x = node->In(0);
  *exponent = *y->data<float>();
  return (*exponent == 2 || *exponent == 3) &&
         (x.dtype() == DataType::kFloat32 || x.dtype() == DataType::kFloat64) &&
         y->rank() <= x.dims().rank();
}

// The exponent may have another type than the base, whose type the result has.
void Pow(Node* node) {
  double exponent = 0;
  if (IsProduct(node, &exponent)) {
    const Variable squared = node->Op("square", node->In(0));
    return node->Out(
        0, exponent == 2 ? squared
                         : node->Op2("elementwise_mul", squared, node->In(0)));
  }
  const Variable x = node->In(0), y = node->In(1);
  const bool same = x.dtype() == y.dtype();
  // An integer to the power of a fraction is computed as a fraction.
  const DataType type = same                               ? x.dtype()
                        : framework::IsFloating(x.dtype()) ? x.dtype()
                        : framework::IsFloating(y.dtype()) ? y.dtype()
                                                           : x.dtype();
  const Variable power =
      node->Op2("elementwise_pow", node->Cast(x, type), node->Cast(y, type),
                {{"axis", BroadcastAxis(node)}});
  node->Out(0, node->Cast(power, x.dtype()));
}

// elementwise_mod has the sign of the divisor, and C's fmod, which `fmod` asks
// for, that of the dividend.
void Mod(Node* node) {
  const Variable x = node->In(0), y = node->In(1);
  // Numbers without a sign have one remainder.
  if (node->IntAttr("fmod", 0) == 0 || x.dtype() == DataType::kUInt64) {
    node->Out(0, Compute(node, "elementwise_mod", x, y));
    return;
  }
  node->Out(0, Compute(node, "elementwise_fmod", x, y));
}

// Writes an operator of two operands between all inputs, one after the other.
Variable Fold(Node* node, const char* type) {
  Variable result = node->In(0);
  for (int i = 1; i < node->num_inputs(); ++i) {
    result = Compute(node, type, result, node->In(i));
  }
  return result;
}

void Max(Node* node) { node->Out(0, Fold(node, "elementwise_max")); }
void Min(Node* node) { node->Out(0, Fold(node, "elementwise_min")); }
void Sum(Node* node) { node->Out(0, Fold(node, "elementwise_add")); }
void Mean(Node* node) {
  const double count = node->num_inputs();
  node->Out(0, node->Op("scale", Fold(node, "elementwise_add"),
                        {{"scale", 1 / count}}));
}

// Those of 8 and 16 bits have kernels of their own.
Variable Bits(Node* node, const char* type) {
  const Variable x = node->In(0), y = node->In(1);
  if (!framework::IsStoredOnly(x.dtype())) return node->Op2(type, x, y);
  const DataType wide = ComputedAs(x.dtype(), type);
  return node->Cast(node->Op2(type, node->Cast(x, wide), node->Cast(y, wide)),
                    x.dtype());
}

void BitwiseNot(Node* node) {
  const Variable x = node->In(0);
  const bool stored = framework::IsStoredOnly(x.dtype());
  const DataType wide =
      stored ? ComputedAs(x.dtype(), "bitwise_not") : x.dtype();
  node->Out(
      0, node->Cast(node->Op("bitwise_not", node->Cast(x, wide)), x.dtype()));
}

// Imports a node of two operands of bits.
#define PADDLE_ONNX_BITS(op, since, type) \
  PADDLE_ONNX_IMPORT(op, since,           \
                     [](Node* node) { node->Out(0, Bits(node, type)); })

PADDLE_ONNX_BITS("BitwiseAnd", 18, "bitwise_and");
PADDLE_ONNX_BITS("BitwiseOr", 18, "bitwise_or");
PADDLE_ONNX_BITS("BitwiseXor", 18, "bitwise_xor");

#undef PADDLE_ONNX_BITS

void BitShift(Node* node) {
  const std::string direction = node->TextAttr("direction", "");
  PADDLE_ENFORCE(direction == "LEFT" || direction == "RIGHT", InvalidArgument,
                 "direction '", direction, "', which is LEFT or RIGHT");
  const char* type =
      direction == "LEFT" ? "bitwise_left_shift" : "bitwise_right_shift";
  node->Out(0, Bits(node, type));
}

void Compare(Node* node, const char* type) {
  PADDLE_ONNX_REFUSE(node->opset() < 7 && node->IntAttr("broadcast", 0) != 0,
                     "a comparison that broadcasts as before version 7");
  node->Out(0, node->Op2(type, InSignedOrder(node, node->In(0)),
                         InSignedOrder(node, node->In(1))));
}

void Equal(Node* node) { Compare(node, "equal"); }
void Less(Node* node) { Compare(node, "less_than"); }
void LessOrEqual(Node* node) { Compare(node, "less_equal"); }
void Greater(Node* node) { Compare(node, "greater_than"); }
void GreaterOrEqual(Node* node) { Compare(node, "greater_equal"); }
void And(Node* node) { Compare(node, "logical_and"); }
void Or(Node* node) { Compare(node, "logical_or"); }
void Xor(Node* node) { Compare(node, "logical_xor"); }

void Where(Node* node) {
  node->Out(0, node->Op("where", {{"Condition", node->In(0)},
                                  {"X", node->In(1)},
                                  {"Y", node->In(2)}}));
}

PADDLE_ONNX_IMPORT("Add", 1, Add);
PADDLE_ONNX_IMPORT("Sub", 1, Sub);
PADDLE_ONNX_IMPORT("Mul", 1, Mul);
PADDLE_ONNX_IMPORT("Div", 1, Div);
PADDLE_ONNX_IMPORT("Pow", 1, Pow);
PADDLE_ONNX_IMPORT("Mod", 10, Mod);
PADDLE_ONNX_IMPORT("BitShift", 11, BitShift);
PADDLE_ONNX_IMPORT("BitwiseNot", 18, BitwiseNot);
PADDLE_ONNX_IMPORT("Max", 6, Max);
PADDLE_ONNX_IMPORT("Min", 6, Min);
PADDLE_ONNX_IMPORT("Sum", 6, Sum);
PADDLE_ONNX_IMPORT("Mean", 6, Mean);
PADDLE_ONNX_IMPORT("Equal", 1, Equal);
PADDLE_ONNX_IMPORT("Less", 1, Less);
PADDLE_ONNX_IMPORT("LessOrEqual", 12, LessOrEqual);
PADDLE_ONNX_IMPORT("Greater", 1, Greater);
PADDLE_ONNX_IMPORT("GreaterOrEqual", 12, GreaterOrEqual);
PADDLE_ONNX_IMPORT("And", 1, And);
PADDLE_ONNX_IMPORT("Or", 1, Or);
PADDLE_ONNX_IMPORT("Xor", 1, Xor);
PADDLE_ONNX_IMPORT("Where", 9, Where);

}  // namespace
}  // namespace paddle::onnx
