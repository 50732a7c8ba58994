// Constants, copies and conversions.
#include <algorithm>

#include "paddle/framework/interchange/onnx/broadcast.h"
#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/run_time_inputs.h"
#include "paddle/framework/interchange/onnx/tensor_data.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

using framework::Tensor;

template <typename T, typename Values>
Tensor TensorOf(const Dims& dims, DataType dtype, const Values& values) {
  Tensor tensor(dims, dtype);
  std::copy(values.begin(), values.end(), tensor.mutable_data<T>());
  return tensor;
}

void Constant(Node* node) {
  if (node->HasAttr("value")) {
    return node->OutConstant(0, node->TensorAttr("value"));
  }
  if (node->HasAttr("value_float")) {
    const std::vector<float> value{
        static_cast<float>(node->FloatAttr("value_float", 0))};
    return node->OutConstant(0, TensorOf<float>({}, DataType::kFloat32, value));
  }
  if (node->HasAttr("value_int")) {
    const Ints value{node->IntAttr("value_int", 0)};
    return node->OutConstant(0, TensorOf<int64_t>({}, DataType::kInt64, value));
  }
  if (node->HasAttr("value_floats")) {
    const std::vector<float> values = node->FloatsAttr("value_floats");
    const Dims dims{static_cast<int64_t>(values.size())};
    return node->OutConstant(0,
                             TensorOf<float>(dims, DataType::kFloat32, values));
  }
  if (node->HasAttr("value_ints")) {
    const Ints values = node->IntsAttr("value_ints", {});
    const Dims dims{static_cast<int64_t>(values.size())};
    return node->OutConstant(0,
                             TensorOf<int64_t>(dims, DataType::kInt64, values));
  }
  PADDLE_THROW(Unimplemented,
               "a constant without a value that a tensor can hold");
}

void Identity(Node* node) { node->OutSame(0, 0); }

void CastTo(Node* node, DataType type) {
  const Variable x = node->In(0);
  if (x.dtype() == type) return node->OutSame(0, 0);
  layer::AttributeMap attrs = {{"out_dtype", std::string(DataTypeName(type))}};
  if (node->IntAttr("saturate", 1) == 0) attrs.emplace_back("saturate", false);
  const std::string rounding = node->TextAttr("round_mode", "up");
  if (rounding != "up") attrs.emplace_back("round_mode", rounding);
  node->Out(0, node->Op("cast", x, attrs));
}

void Cast(Node* node) { CastTo(node, TypeOf(node->RequiredInt("to"))); }
void CastLike(Node* node) { CastTo(node, node->In(1).dtype()); }

void BitCast(Node* node) {
  const DataType type = TypeOf(node->RequiredInt("to"));
  if (node->In(0).dtype() == type) return node->OutSame(0, 0);
  node->Out(0, node->Op("bitcast", node->In(0),
                        {{"out_dtype", std::string(DataTypeName(type))}}));
}

// Returns the number that the attribute "value" holds, as a constant of rank 0.
Tensor FillValue(Node* node) {
  if (node->HasAttr("value")) return node->TensorAttr("value").Reshaped({});
  return TensorOf<float>({}, DataType::kFloat32, std::vector<float>{0});
}

void ConstantOfShape(Node* node) {
  const Variable value = node->Constant(FillValue(node));
  node->Out(0, IsRunTime(node, 0)
                   ? BroadcastAtRunTime(node, value, RunTimeIntsIn(node, 0))
                   : BroadcastTo(node, value, ShapeIn(node, 0)));
}

void EyeLike(Node* node) {
  const Variable x = node->In(0);
  const Dims dims = x.dims();
  PADDLE_ONNX_REFUSE(!dims.IsStatic() || dims.rank() != 2, "a matrix like ",
                     x.ToString(), ", whose sizes must be known");
  const DataType type =
      node->HasAttr("dtype") ? TypeOf(node->IntAttr("dtype", 0)) : x.dtype();
  const int64_t k = node->IntAttr("k", 0);
  if (k != 0) {
    // The first diagonal of a wider matrix, of which a part is taken.
    const int64_t up = std::clamp<int64_t>(k, 0, dims[1]);
    const int64_t down = std::clamp<int64_t>(-k, 0, dims[0]);
    const Variable wide =
        node->Op("eye", layer::SlotList{},
                 {{"num_rows", dims[0] + up},
                  {"num_columns", dims[1] + down},
                  {"dtype", std::string(DataTypeName(type))}});
    return node->Out(0, Part(node, Part(node, wide, 0, up, up + dims[0]), 1,
                             down, down + dims[1]));
  }
  node->Out(0, node->Op("eye", layer::SlotList{},
                        {{"num_rows", dims[0]},
                         {"num_columns", dims[1]},
                         {"dtype", std::string(DataTypeName(type))}}));
}

// Counts from 0 to a size that is known only when the program runs. False
// unless that is what the node asks for.
bool CountToSize(Node* node) {
  const auto start = node->SizesIn(0), end = node->SizesIn(1),
             step = node->SizesIn(2);
  const bool counts = start && end && step && start->elements.size() == 1 &&
                      end->elements.size() == 1 && step->elements.size() == 1 &&
                      start->elements[0] == Element(0) &&
                      end->elements[0].is_symbol() &&
                      step->elements[0] == Element(1);
  if (!counts) return false;
  const Variable ones =
      FilledAlong(node, *end->elements[0].size(), 0, 1, end->dtype, 1);
  node->Out(
      0, node->Op("cumsum", ones, {{"axis", int64_t{0}}, {"exclusive", true}}));
  return true;
}

void Range(Node* node) {
  if (CountToSize(node)) return;
  const Variable start = node->In(0), end = node->In(1), step = node->In(2);
  // Numbers of 16 bits have no kernel of their own.
  const DataType type = start.dtype();
  const bool half = type == DataType::kFloat16 || type == DataType::kBFloat16;
  const auto vector = [&](const Variable& x) {
    return node->Cast(node->Reshape(x, {1}), half ? DataType::kFloat32 : type);
  };
  const Variable range = node->Op(
      "range",
      {{"Start", vector(start)}, {"End", vector(end)}, {"Step", vector(step)}});
  node->Out(0, node->Cast(range, type));
}

// Drops elements with a probability, where the node is told to train: what is
// left is divided by the probability to stay.
void DropoutInTraining(Node* node) {
  const Variable x = node->In(0);
  const auto number = [&](int i) {
    return node->Cast(node->Reshape(node->In(i), {}), DataType::kFloat32);
  };
  const Variable ratio =
      node->HasInput(1)
          ? CheckedAtRunTime(node, number(1), 0, 1,
                             "the ratio, " + InputText(*node, 1) + ",")
          : node->Number(0.5, DataType::kFloat32);
  const Variable stays = ScaledBy(node, Mul(node, ratio, number(2)), -1, 1);
  const Variable zeros =
      node->Op("fill_zeros_like", node->Cast(x, DataType::kFloat32));
  const Variable mask =
      node->Cast(node->Op("bernoulli", Add(node, zeros, stays),
                          {{"seed", node->IntAttr("seed", 0)}}),
                 DataType::kBool);
  node->Out(0, Where(node, mask, Div(node, x, node->Cast(stays, x.dtype())),
                     node->Number(0, x.dtype())));
  node->Out(1, mask);
}

// Inference drops nothing.
void Dropout(Node* node) {
  const bool may_train = node->opset() >= 12 && node->HasInput(2) &&
                         (IsPartlyRunTime(node, 2) || node->IntIn(2) != 0);
  const bool none = node->opset() >= 12 && node->ConstantIn(1) != nullptr &&
                    node->NumberIn(1) == 0;
  if (may_train && !none) return DropoutInTraining(node);
  node->OutSame(0, 0);
  if (!node->HasOutput(1)) return;
  const Variable zeros = node->Op("fill_zeros_like", node->In(0));
  node->Out(1, node->Op2("equal", zeros, zeros));
}

PADDLE_ONNX_IMPORT("Constant", 1, Constant);
PADDLE_ONNX_IMPORT("Dropout", 7, Dropout);
PADDLE_ONNX_IMPORT("Identity", 1, Identity);
PADDLE_ONNX_IMPORT("BitCast", 26, BitCast);
PADDLE_ONNX_IMPORT("Cast", 6, Cast);
PADDLE_ONNX_IMPORT("CastLike", 15, CastLike);
PADDLE_ONNX_IMPORT("ConstantOfShape", 9, ConstantOfShape);
PADDLE_ONNX_IMPORT("EyeLike", 9, EyeLike);
PADDLE_ONNX_IMPORT("Range", 11, Range);

}  // namespace
}  // namespace paddle::onnx
