#include "paddle/framework/interchange/onnx/run_time_inputs.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/size_array.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

bool IsRunTime(Node* node, int i) {
  return node->HasInput(i) && node->ConstantIn(i) == nullptr &&
         !node->SizesIn(i);
}

bool IsPartlyRunTime(Node* node, int i) {
  return node->HasInput(i) && node->ConstantIn(i) == nullptr;
}

RunTimeInts RunTimeIntsIn(Node* node, int i) {
  Variable values = node->In(i);
  const Dims dims = values.dims();
  PADDLE_ENFORCE(!framework::IsFloating(values.dtype()), TypeMismatch, "input ",
                 i, ", ", values.ToString(), ", is no integer");
  PADDLE_ENFORCE(dims.rank() <= 1, InvalidArgument, "input ", i, ", ",
                 values.ToString(), ", is no list of numbers");
  PADDLE_ONNX_REFUSE(!dims.IsStatic(), "input ", i, ", ", values.ToString(),
                     ", holds so many numbers as is known only when the "
                     "program runs");
  PADDLE_ONNX_REFUSE(dims.Numel() > SizeArray::kMostElements, "input ", i, ", ",
                     values.ToString(), ", of more numbers than ",
                     SizeArray::kMostElements);
  if (values.dtype() != DataType::kInt32) {
    values = node->Cast(values, DataType::kInt64);
  }
  return {values, dims.Numel()};
}

Variable VectorIn(Node* node, int i, int64_t count) {
  const Variable list = node->In(i);
  const Dims dims = list.dims();
  const bool known = dims.IsStatic();
  PADDLE_ENFORCE(!known || dims.Numel() == count, InvalidArgument,
                 InputText(*node, i), " has ", dims.Numel(), " numbers, not ",
                 count);
  return known && dims.rank() == 1 ? list : node->Reshape(list, {count});
}

Variable IntVectorIn(Node* node, int i, int64_t count) {
  const Variable list = VectorIn(node, i, count);
  PADDLE_ENFORCE(!framework::IsFloating(list.dtype()), TypeMismatch,
                 InputText(*node, i), " is no integer, but ",
                 framework::DataTypeName(list.dtype()));
  return node->Cast(list, DataType::kInt64);
}

Variable CheckedAtRunTime(Node* node, const Variable& x, int64_t least,
                          int64_t most, const std::string& message) {
  return node->Op("check_range", x,
                  {{"min", static_cast<double>(least)},
                   {"max", static_cast<double>(most)},
                   {"message", message}});
}

std::string InputText(const Node& node, int i) {
  const auto& names = node.proto().input();
  return absl::StrCat("input ", i, " ('", i < names.size() ? names[i] : "",
                      "')");
}

Variable Replaced(Node* node, const Variable& ints, int64_t from, int64_t to) {
  const Dims dims = ints.dims();
  const int64_t count = dims.Numel();
  const auto all = [&](int64_t value) {
    return Integers(node, dims, Ints(count, value), ints.dtype());
  };
  return Where(node, node->Op2("equal", ints, all(from)), all(to), ints);
}

Variable ReshapedAtRunTime(Node* node, const Variable& x,
                           const RunTimeInts& shape, bool zero_keeps) {
  // A 0 that keeps nothing is what is left of no elements.
  const Variable values = zero_keeps || shape.count == 0
                              ? shape.values
                              : Replaced(node, shape.values, 0, -1);
  Ints example(shape.count, 1);
  if (!example.empty()) example[0] = -1;
  return node->Op("reshape", {{"X", x}, {"ShapeTensor", values}},
                  {{"shape", example}});
}

Variable BroadcastAtRunTime(Node* node, const Variable& x,
                            const RunTimeInts& shape) {
  const int64_t given = x.dims().rank();
  const int64_t rank = std::max(given, shape.count);
  if (rank == 0) return node->Op("assign", x);
  // Returns sizes behind as many 1 as are missing.
  const auto whole = [&](const Variable& sizes, int64_t count) {
    if (count == rank) return sizes;
    const Variable ones =
        Integers(node, {rank - count}, Ints(rank - count, 1), DataType::kInt64);
    return count == 0 ? ones : Joined(node, {ones, sizes}, 0);
  };
  const auto wide = [&](const Variable& sizes) {
    return node->Cast(sizes, DataType::kInt64);
  };
  const Variable target = whole(wide(shape.values), shape.count);
  const Variable own = whole(
      given == 0 ? Variable() : wide(node->Op("shape", {{"Input", x}})), given);
  const Variable ones = Integers(node, {rank}, Ints(rank, 1));
  const Variable sizes =
      Where(node, node->Op2("equal", target, ones), own, target);
  Ints example(rank, -1);
  std::fill_n(example.begin(), rank - given, 1);
  return node->Op("broadcast_to", {{"X", x}, {"ShapeTensor", sizes}},
                  {{"shape", example}});
}

}  // namespace paddle::onnx
