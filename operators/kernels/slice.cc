#include "paddle/operators/kernels/slice.h"

#include <algorithm>
#include <cstring>

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/operators/kernels/loop_nest.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

constexpr int64_t kGrain = 32768;

int64_t FirstElement(const Dims& dims, absl::Span<const int64_t> begins) {
  const Strides strides = RowMajorStrides(dims);
  int64_t first = 0;
  for (int axis = 0; axis < dims.rank(); ++axis) {
    first += begins[axis] * strides[axis];
  }
  return first;
}

// body(in_whole, in_box, length, stride) for runs that cover the box: where
// they begin, and how far apart in the whole their elements are.
template <typename Body>
void ForEachRun(const Dims& whole, absl::Span<const int64_t> begins,
                const Dims& box, const Body& body) {
  const LoopNest<2> nest(box, {RowMajorStrides(whole), RowMajorStrides(box)});
  if (nest.total() == 0) return;
  const int64_t first = FirstElement(whole, begins);
  const int64_t stride = nest.inner_strides()[0];
  platform::ParallelFor(nest.total(), kGrain, [&](int64_t begin, int64_t end) {
    nest.ForEachRun(begin, end, [&](const auto& offsets, int64_t length) {
      body(first + offsets[0], offsets[1], length, stride);
    });
  });
}

// to[j * to_stride] = from[j * from_stride]
template <typename T>
void MoveRun(int64_t size, const T* from, int64_t from_stride, T* to,
             int64_t to_stride) {
  if (from_stride == 1 && to_stride == 1) {
    std::copy_n(from, size, to);
    return;
  }
  for (int64_t j = 0; j < size; ++j) to[j * to_stride] = from[j * from_stride];
}

}  // namespace

void CutBox(const platform::DeviceContext& device, const Tensor& x,
            absl::Span<const int64_t> begins, Tensor* out) {
  EnforceOnCPU(device, "slicing");
  framework::VisitDataType(x.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* from = x.data<T>();
    T* to = out->mutable_data<T>();
    ForEachRun(x.dims(), begins, out->dims(),
               [=](int64_t in_x, int64_t in_out, int64_t size, int64_t stride) {
                 MoveRun(size, from + in_x, stride, to + in_out, 1);
               });
  });
}

void PasteBox(const platform::DeviceContext& device, const Tensor& box,
              absl::Span<const int64_t> begins, Tensor* x) {
  EnforceOnCPU(device, "the gradient of slicing");
  std::memset(x->raw_mutable_data(), 0, x->bytes());
  framework::VisitDataType(box.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* from = box.data<T>();
    T* to = x->mutable_data<T>();
    ForEachRun(x->dims(), begins, box.dims(),
               [=](int64_t in_x, int64_t in_box, int64_t size, int64_t stride) {
                 MoveRun(size, from + in_box, 1, to + in_x, stride);
               });
  });
}

}  // namespace paddle::operators::kernels
