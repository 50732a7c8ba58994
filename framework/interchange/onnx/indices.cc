#include "paddle/framework/interchange/onnx/indices.h"

#include <algorithm>
#include <numeric>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

using framework::Tensor;

namespace {

template <typename T>
bool HasNegative(const Tensor& tensor) {
  const T* data = tensor.data<T>();
  return std::any_of(data, data + tensor.numel(), [](T i) { return i < 0; });
}

// True unless the indices are known to be none that count from the end.
bool MayBeNegative(const Tensor* constant) {
  if (constant == nullptr) return true;
  return constant->dtype() == DataType::kInt32
             ? HasNegative<int32_t>(*constant)
             : HasNegative<int64_t>(*constant);
}

// Returns the sizes of axes [begin, end) of `x`, as numbers of a data type: one
// number for one axis, else a vector. They are read when the program runs if
// they are not known before.
Variable SizesAlong(Node* node, const Variable& x, int begin, int end,
                    DataType type) {
  const Dims sizes = x.dims().Slice(begin, end);
  if (sizes.IsStatic()) {
    return sizes.rank() == 1
               ? node->Number(static_cast<double>(sizes[0]), type)
               : node->Cast(node->Constant(sizes.ToVector()), type);
  }
  const Variable part =
      node->Op("slice", {{"Input", node->Op("shape", {{"Input", x}})}},
               {{"axes", Ints{0}},
                {"starts", Ints{begin}},
                {"ends", Ints{end}},
                {"decrease_axis", end - begin == 1 ? Ints{0} : Ints{}}});
  return node->Cast(part, type);
}

}  // namespace

Ints AxesAttr(Node* node, const Variable& x) {
  const int rank = x.dims().rank();
  Ints axes(rank);
  std::iota(axes.begin(), axes.end(), 0);
  axes = node->IntsAttr("axes", axes);
  for (int64_t& axis : axes) axis = framework::NormalizeAxis(axis, rank);
  return axes;
}

Variable AddToNegative(Node* node, const Variable& index,
                       const Variable& size) {
  const Variable zero = node->Number(0, index.dtype());
  return node->Op("where", {{"Condition", node->Op2("less_than", index, zero)},
                            {"X", node->Op2("elementwise_add", index, size)},
                            {"Y", index}});
}

Variable FromTheFront(Node* node, int i, const Variable& x, int begin,
                      int end) {
  const Variable index = node->In(i);
  if (!MayBeNegative(node->ConstantIn(i))) return index;
  return AddToNegative(node, index,
                       SizesAlong(node, x, begin, end, index.dtype()));
}

Variable PlacesIn(Node* node, const Variable& x, int first) {
  const Dims dims = x.dims(), index = node->In(1).dims();
  PADDLE_ENFORCE(index.rank() > 0, InvalidArgument, "the indices are a scalar");
  const int64_t depth = index[index.rank() - 1];
  PADDLE_ENFORCE(depth >= 1 && first + depth <= dims.rank(), InvalidArgument,
                 "the indices have ", depth, " numbers for a place in ",
                 x.ToString());
  return FromTheFront(node, 1, x, first, first + static_cast<int>(depth));
}

}  // namespace paddle::onnx
