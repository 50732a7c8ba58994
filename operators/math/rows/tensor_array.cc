#include "paddle/operators/math/rows/tensor_array.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "paddle/framework/types/dims.h"
#include "paddle/memory/copy.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/math/rows/any_device.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/place.h"

namespace paddle::operators::kernels {

using framework::Dims;
using framework::LoDTensor;
using framework::Tensor;
using framework::TensorArray;

namespace {

LoDTensor Add(const platform::DeviceContext& device, const LoDTensor& x,
              const LoDTensor& y, memory::Allocator* allocator) {
  PADDLE_ENFORCE_EQ(x.dims(), y.dims(), "elements of arrays that are added");
  LoDTensor sum;
  sum.Allocate(x.dims(), x.dtype(), allocator);
  sum.set_lod(x.lod());
  const Tensor* const both[] = {&x, &y};
  Sum(device, both, &sum);
  return sum;
}

// Returns `dims` with a size of 1 inserted at `axis`.
Dims WithAxis(const Dims& dims, int axis) {
  Dims result = dims.Slice(0, axis);
  result.Append(1);
  for (int i = axis; i < dims.rank(); ++i) result.Append(dims[i]);
  return result;
}

Dims WithoutAxis(const Dims& dims, int axis) {
  Dims result = dims.Slice(0, axis);
  for (int i = axis + 1; i < dims.rank(); ++i) result.Append(dims[i]);
  return result;
}

void CheckFits(const Dims& first, const Dims& dims, int axis, bool stack,
               size_t index) {
  bool fits = first.rank() == dims.rank();
  for (int i = 0; fits && i < dims.rank(); ++i) {
    fits = first[i] == dims[i] || (i == axis && !stack);
  }
  PADDLE_ENFORCE(fits, InvalidArgument, "element 0 of a tensor array is ",
                 first.ToString(), ", element ", index, " is ", dims.ToString(),
                 ": they cannot be ", stack ? "stacked" : "joined",
                 " along axis ", axis);
}

}  // namespace

LoDTensor CopyOf(const platform::DeviceContext& device, const LoDTensor& x,
                 memory::Allocator* allocator) {
  LoDTensor copy;
  copy.Allocate(x.dims(), x.dtype(), allocator);
  copy.set_lod(x.lod());
  CopyElements(device, x, &copy);
  return copy;
}

TensorArray AddArrays(const platform::DeviceContext& device,
                      absl::Span<const TensorArray* const> arrays,
                      memory::Allocator* allocator) {
  TensorArray sum = *arrays[0];
  for (const TensorArray* array : arrays.subspan(1)) {
    for (int64_t i = 0; i < array->size(); ++i) {
      if (!array->Has(i)) continue;
      const LoDTensor& term = array->Get(i);
      sum.Set(i, sum.Has(i) ? Add(device, sum.Get(i), term, allocator) : term);
    }
    sum.Resize(array->size());
  }
  return sum;
}

void JoinArray(const platform::DeviceContext& device, const TensorArray& array,
               int64_t axis, bool stack, memory::Allocator* allocator,
               LoDTensor* out, LoDTensor* sizes) {
  PADDLE_ENFORCE(array.size() > 0, FailedPrecondition,
                 "a tensor array without elements becomes no tensor: nothing "
                 "says what its shape would be");
  const Dims first = array.Get(0).dims();
  const int at = framework::NormalizeAxis(axis, first.rank() + (stack ? 1 : 0));
  // Views: a stack is a concatenation of elements with one more axis.
  std::vector<Tensor> pieces;
  for (int64_t i = 0; i < array.size(); ++i) {
    const Tensor& element = array.Get(i);
    CheckFits(first, element.dims(), at, stack, pieces.size());
    pieces.push_back(stack ? element.Reshaped(WithAxis(element.dims(), at))
                           : element);
  }
  std::vector<const Tensor*> pointers;
  Dims dims = pieces[0].dims();
  dims[at] = 0;
  std::vector<int64_t> numbers;
  for (const Tensor& piece : pieces) {
    pointers.push_back(&piece);
    numbers.push_back(piece.dims()[at]);
    dims[at] += numbers.back();
  }
  sizes->Allocate({array.size()}, framework::DataType::kInt64, allocator);
  memory::CopyAsync(sizes->place(), sizes->raw_mutable_data(),
                    platform::CPUPlace(), numbers.data(), sizes->bytes());
  out->Allocate(dims, array.dtype(), allocator);
  out->set_lod(nullptr);
  Concat(device, pointers, at, out);
}

TensorArray SplitToArray(const platform::DeviceContext& device, const Tensor& x,
                         int64_t axis, bool stack,
                         absl::Span<const int64_t> sizes,
                         memory::Allocator* allocator) {
  const int at = framework::NormalizeAxis(axis, x.rank());
  // Each size is bounded first, so that their sum cannot overflow.
  const bool legal = std::all_of(sizes.begin(), sizes.end(), [&](int64_t n) {
    return stack ? n == 1 : n >= 0 && n <= x.dims()[at];
  });
  PADDLE_ENFORCE(legal && std::accumulate(sizes.begin(), sizes.end(),
                                          int64_t{0}) == x.dims()[at],
                 InvalidArgument, sizes.size(), " pieces do not make up axis ",
                 at, " of ", x.dims().ToString());
  std::vector<Tensor> pieces(sizes.size());
  std::vector<Tensor*> pointers;
  for (size_t i = 0; i < sizes.size(); ++i) {
    Dims dims = x.dims();
    dims[at] = sizes[i];
    pieces[i].Allocate(dims, x.dtype(), allocator);
    pointers.push_back(&pieces[i]);
  }
  Split(device, x, at, sizes, absl::MakeSpan(pointers));
  TensorArray array(x.dtype());
  for (size_t i = 0; i < pieces.size(); ++i) {
    Tensor& piece = pieces[i];
    array.Set(i, LoDTensor(stack ? piece.Reshaped(WithoutAxis(piece.dims(), at))
                                 : std::move(piece)));
  }
  return array;
}

}  // namespace paddle::operators::kernels
