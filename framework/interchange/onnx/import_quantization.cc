// Integers of 2 to 16 bits, and small floats, in place of real numbers.
#include <limits>
#include <string>

#include "paddle/framework/interchange/onnx/convolution.h"
#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/tensor_data.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/small_numbers_convert.h"

namespace paddle::onnx {
namespace {

bool IsByte(DataType type) {
  return type == DataType::kInt8 || type == DataType::kUInt8;
}

// Rounds real numbers, half to even, and keeps them in the range of `type`.
Variable Saturated(Node* node, const Variable& x, DataType type) {
  double low = 0, high = 0;
  framework::VisitAnyDataType(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (platform::kIsSmallInteger<T>) {
      low = static_cast<double>(platform::LowestOf<T>());
      high = static_cast<double>(platform::HighestOf<T>());
    } else if constexpr (!platform::kIsSmall<T>) {
      using Limits = std::numeric_limits<T>;
      low = static_cast<double>(Limits::lowest());
      high = static_cast<double>(Limits::max());
    }
  });
  const Variable kept =
      node->Op("clip", node->Op("round", x), {{"min", low}, {"max", high}});
  return node->Cast(kept, type);
}

// True for floating types that take the place of integers.
bool IsSmallFloat(DataType type) {
  return framework::IsStoredOnly(type) &&
         framework::VisitAnyDataType(type, [](auto tag) {
           using T = typename decltype(tag)::type;
           return platform::kIsSmall<T> && !platform::kIsSmallInteger<T>;
         });
}

// Returns steps or zeros as they are broadcast to X: one number, one for each
// index of an axis, or one for each block of them.
Variable SpreadIn(Node* node, const Variable& given, const Variable& to) {
  const Dims dims = given.dims();
  if (dims.rank() == 0) return given;
  const int64_t block = node->IntAttr("block_size", 0);
  PADDLE_ENFORCE(block >= 0, InvalidArgument, "blocks of ", block);
  const bool is_one_number = dims.rank() == 1 && dims[0] == 1;
  if (is_one_number && block == 0) return node->Reshape(given, {});
  const Dims x = to.dims();
  const int axis = framework::NormalizeAxis(node->IntAttr("axis", 1), x.rank());
  if (block > 0) {
    PADDLE_ENFORCE(given.dims().rank() == x.rank(), InvalidArgument,
                   "blocks of ", block, " elements of a tensor of rank ",
                   x.rank(), " have steps ", given.ToString());
    const Variable each = RepeatedEach(node, given, axis, block);
    const int64_t size = KnownSize(to, axis);
    if (each.dims()[axis] == size) return each;
    return Part(node, each, axis, 0, size);
  }
  if (given.dims().rank() != 1) return given;
  Ints shape(x.rank(), 1);
  shape[axis] = -1;
  return node->Reshape(given, shape);
}

// True if our operators have what the node asks for.
bool IsPlain(Node* node, const Variable& scale, DataType type,
             DataType integer) {
  return IsByte(integer) && type == DataType::kFloat32 &&
         scale.dtype() == type && scale.dims().rank() < 2 &&
         node->IntAttr("block_size", 0) == 0;
}

DataType QuantizedType(Node* node) {
  if (node->HasInput(2)) return node->In(2).dtype();
  const int64_t given = node->IntAttr("output_dtype", 0);
  return given == 0 ? DataType::kUInt8 : TypeOf(given);
}

void QuantizeLinear(Node* node) {
  const Variable x = node->In(0), scale = node->In(1);
  const DataType type = QuantizedType(node);
  if (IsPlain(node, scale, x.dtype(), type) && x.dims().rank() > 0) {
    return node->Out(
        0, node->Op(
               "quantize_linear",
               {{"X", x}, {"Scale", scale}, {"ZeroPoint", node->OptionalIn(2)}},
               {{"axis", node->IntAttr("axis", 1)},
                {"out_dtype", std::string(DataTypeName(type))}}));
  }
  const int64_t precision = node->IntAttr("precision", 0);
  const DataType real = precision == 0 ? scale.dtype() : TypeOf(precision);
  const Variable steps = SpreadIn(node, node->Cast(scale, real), x);
  const Variable quotient = Div(node, node->Cast(x, real), steps);
  const bool rounds = !IsSmallFloat(type);
  Variable sum = node->Cast(rounds ? node->Op("round", quotient) : quotient,
                            DataType::kFloat32);
  if (node->HasInput(2)) {
    sum = Add(node, sum,
              SpreadIn(node, node->Cast(node->In(2), DataType::kFloat32), x));
  }
  if (rounds) return node->Out(0, Saturated(node, sum, type));
  node->Out(0, node->Op("cast", sum,
                        {{"out_dtype", std::string(DataTypeName(type))},
                         {"saturate", node->IntAttr("saturate", 1) != 0}}));
}

void DequantizeLinear(Node* node) {
  const Variable x = node->In(0), scale = node->In(1);
  const int64_t given = node->IntAttr("output_dtype", 0);
  const DataType type = given == 0 ? scale.dtype() : TypeOf(given);
  if (IsPlain(node, scale, scale.dtype(), x.dtype()) && x.dims().rank() > 0) {
    const Variable out = node->Op(
        "dequantize_linear",
        {{"X", x}, {"Scale", scale}, {"ZeroPoint", node->OptionalIn(2)}},
        {{"axis", node->IntAttr("axis", 1)}});
    return node->Out(0, node->Cast(out, type));
  }
  Variable real = node->Cast(x, DataType::kFloat32);
  if (node->HasInput(2)) {
    real = Sub(node, real,
               SpreadIn(node, node->Cast(node->In(2), DataType::kFloat32), x));
  }
  const Variable steps =
      SpreadIn(node, node->Cast(scale, DataType::kFloat32), x);
  node->Out(0, node->Cast(Mul(node, real, steps), type));
}

// The range of X and 0 becomes that of uint8. Zeros alone have a step of 1, as
// in ONNX Runtime.
void DynamicQuantizeLinear(Node* node) {
  const Variable x = node->In(0);
  const layer::AttributeMap all = {{"reduce_all", true}, {"keep_dim", false}};
  const Variable zero = node->Number(0, x.dtype());
  const Variable high =
      node->Op2("elementwise_max", node->Op("reduce_max", x, all), zero);
  const Variable low =
      node->Op2("elementwise_min", node->Op("reduce_min", x, all), zero);
  const Variable range = Sub(node, high, low);
  const Variable scale =
      Where(node, node->Op2("equal", range, zero), node->Number(1, x.dtype()),
            Div(node, range, node->Number(255, x.dtype())));
  const Variable offset =
      node->Cast(Saturated(node, ScaledBy(node, Div(node, low, scale), -1),
                           DataType::kUInt8),
                 x.dtype());
  const Variable sum =
      Add(node, node->Op("round", Div(node, x, scale)), offset);
  node->Out(0, Saturated(node, sum, DataType::kUInt8));
  node->Out(1, scale);
  node->Out(2, node->Cast(offset, DataType::kUInt8));
}

// Returns integers without their zero, in float64, which holds all sums of
// products of bytes. A zero for each row has an axis less than X.
Variable Centered(Node* node, int input, int zero, bool of_rows) {
  const Variable x = node->Cast(node->In(input), DataType::kFloat64);
  if (!node->HasInput(zero)) return x;
  Variable offset = node->Cast(node->In(zero), DataType::kFloat64);
  if (of_rows && offset.dims().rank() == 1 && offset.dims()[0] != 1) {
    offset = Unsqueezed(node, offset, {1});
  }
  return Sub(node, x, offset);
}

void MatMulInteger(Node* node) {
  const Variable out =
      MatMul(node, Centered(node, 0, 2, true), Centered(node, 1, 3, false));
  node->Out(0, node->Cast(out, DataType::kInt32));
}

// Returns sums of products as integers of the output's steps.
Variable Requantized(Node* node, const Variable& sums, const Variable& steps,
                     int step, int zero) {
  const Variable own = node->Cast(node->In(step), DataType::kFloat64);
  const Variable real = Mul(node, sums, Div(node, steps, own));
  const Variable offset = node->Cast(node->In(zero), DataType::kFloat64);
  return Saturated(node, Add(node, real, offset), node->In(zero).dtype());
}

Variable StepsIn(Node* node, int input) {
  return node->Cast(node->In(input), DataType::kFloat64);
}

void QLinearMatMul(Node* node) {
  const Variable sums =
      MatMul(node, Centered(node, 0, 2, true), Centered(node, 3, 5, false));
  Variable rows = StepsIn(node, 1);
  if (rows.dims().rank() == 1 && rows.dims()[0] != 1) {
    rows = Unsqueezed(node, rows, {1});
  }
  const Variable steps = Mul(node, rows, StepsIn(node, 4));
  node->Out(0, Requantized(node, sums, steps, 6, 7));
}

// Filters may have a zero, or steps, for each of them.
Variable PerFilter(Node* node, const Variable& x, int rank, int axis) {
  if (x.dims().rank() != 1) return x;
  Ints shape(rank, 1);
  shape[axis] = -1;
  return node->Reshape(x, shape);
}

Variable CenteredFilters(Node* node, int input, int zero) {
  const Variable filters = node->Cast(node->In(input), DataType::kFloat64);
  if (!node->HasInput(zero)) return filters;
  const Variable offset = node->Cast(node->In(zero), DataType::kFloat64);
  return Sub(node, filters, PerFilter(node, offset, filters.dims().rank(), 0));
}

void ConvInteger(Node* node) {
  const Variable out = Convolution(node, Centered(node, 0, 2, false),
                                   CenteredFilters(node, 1, 3));
  node->Out(0, node->Cast(out, DataType::kInt32));
}

void QLinearConv(Node* node) {
  Variable sums = Convolution(node, Centered(node, 0, 2, false),
                              CenteredFilters(node, 3, 5));
  if (node->HasInput(8)) {
    sums = node->Op2("elementwise_add", sums,
                     node->Cast(node->In(8), DataType::kFloat64),
                     {{"axis", int64_t{1}}});
  }
  const Variable filters =
      PerFilter(node, StepsIn(node, 4), sums.dims().rank(), 1);
  const Variable steps = Mul(node, filters, StepsIn(node, 1));
  node->Out(0, Requantized(node, sums, steps, 6, 7));
}

PADDLE_ONNX_IMPORT("QuantizeLinear", 10, QuantizeLinear);
PADDLE_ONNX_IMPORT("DequantizeLinear", 10, DequantizeLinear);
PADDLE_ONNX_IMPORT("DynamicQuantizeLinear", 11, DynamicQuantizeLinear);
PADDLE_ONNX_IMPORT("MatMulInteger", 10, MatMulInteger);
PADDLE_ONNX_IMPORT("QLinearMatMul", 10, QLinearMatMul);
PADDLE_ONNX_IMPORT("ConvInteger", 10, ConvInteger);
PADDLE_ONNX_IMPORT("QLinearConv", 10, QLinearConv);

}  // namespace
}  // namespace paddle::onnx
