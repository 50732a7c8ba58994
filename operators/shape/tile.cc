#include "paddle/operators/shape/tile.h"

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_nest.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

using framework::Dims;
using framework::Tensor;

namespace {

// Appends an axis to the space; axes of size 1 would only count against the
// largest rank.
void AddAxis(int64_t size, int64_t small, int64_t large, Repetition* how) {
  if (size == 1) return;
  const int axis = how->space.rank();
  PADDLE_ENFORCE(axis < Dims::kMaxRank, Unimplemented,
                 "repeating along so many axes: with those that are repeated "
                 "counted twice they may be ",
                 Dims::kMaxRank);
  how->space.Append(size);
  how->small.strides[axis] = small;
  how->large.strides[axis] = large;
}

}  // namespace

Repetition BroadcastOf(const Dims& x, const Dims& out) {
  return {out, {0, BroadcastStrides(x, out)}, WalkOf(out)};
}

Repetition TilesOf(const Dims& x, absl::Span<const int64_t> times) {
  Dims out = x;
  for (int axis = 0; axis < x.rank(); ++axis) out[axis] *= times[axis];
  const Strides small = RowMajorStrides(x);
  const Strides large = RowMajorStrides(out);
  Repetition how;
  for (int axis = 0; axis < x.rank(); ++axis) {
    // Copies first: from one to the next is farther than between elements, so
    // the innermost walk stays contiguous.
    AddAxis(times[axis], 0, large[axis] * x[axis], &how);
    AddAxis(x[axis], small[axis], large[axis], &how);
  }
  return how;
}

template <class Device, class T>
void RepeatGrad(const Device&, const Repetition& how, const Tensor& dout,
                Workspace workspace, Tensor* dx) {
  const LoopNest<2> nest(how.space, {how.large.strides, how.small.strides});
  const T* from = dout.data<T>();
  const int64_t stride = nest.inner_strides()[0];
  ReduceNest(
      nest, SumReducer(),
      [=](const auto& offsets, const auto& visit) {
        const T* terms = from + offsets[0];
        // The contiguous case is a loop of its own, which the compiler
        // vectorizes.
        if (stride == 1) {
          visit([=](int64_t j) { return terms[j]; });
        } else {
          visit([=](int64_t j) { return terms[j * stride]; });
        }
      },
      workspace, dx->numel(), dx->mutable_data<T>());
}

PADDLE_INSTANTIATE(RepeatGrad, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
