#include "paddle/operators/reduction/squared_distance.h"

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_axes.h"
#include "paddle/operators/reduction/vector_norm.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

// The axes of a matrix that are reduced, as sets of bits.
constexpr int kOverRows = 0b01;
constexpr int kOverColumns = 0b10;

}  // namespace

template <class Device, class T>
void SquaredDistance(const Device& device, const Tensor& x, const Tensor& y,
                     Workspace workspace, Tensor* difference, Tensor* out) {
  using A = platform::Accumulator<T>;
  const T* data = x.data<T>();
  // One row of y is repeated over the rows of x without being copied.
  const AxisSet repeats = y.numel() == x.numel() ? 0 : kOverRows;
  SpreadAxes(
      difference->dims(), repeats,
      [=](int64_t i, T other) {
        return static_cast<A>(data[i]) - static_cast<A>(other);
      },
      difference->mutable_data<T>(), y.data<T>());
  SumOfPowers<Device, T>(device, *difference, 2, kOverColumns, workspace, out);
}

template <class Device, class T>
void SquaredDistanceGrad(const Device&, const Tensor& difference,
                         const Tensor& dout, Workspace workspace, Tensor* dx,
                         Tensor* dy) {
  using A = platform::Accumulator<T>;
  const Dims& space = difference.dims();
  const T* data = difference.data<T>();
  const T* g = dout.data<T>();
  const auto spread = [&](A factor, Tensor* to) {
    SpreadAxes(
        space, kOverColumns,
        [=](int64_t i, T flow) {
          return factor * static_cast<A>(flow) * static_cast<A>(data[i]);
        },
        to->mutable_data<T>(), g);
  };
  if (dx != nullptr) spread(2, dx);
  if (dy == nullptr) return;
  if (dy->numel() == difference.numel()) return spread(-2, dy);
  const int64_t width = space[1];
  const int64_t size = width + ReductionScratch(space, kOverRows);
  A* sums = static_cast<A*>(workspace(size * sizeof(A)));
  ReduceAxes(
      space, kOverRows, SumReducer(),
      [=](int64_t i) {
        return -2 * static_cast<A>(g[i / width]) * static_cast<A>(data[i]);
      },
      [=](size_t) { return sums + width; }, sums);
  AssignAll(width, dy->mutable_data<T>(), [=](int64_t j) { return sums[j]; });
}

PADDLE_INSTANTIATE(SquaredDistance, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(SquaredDistanceGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
