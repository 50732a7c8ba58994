#include "paddle/operators/logical/relation.h"
#include "paddle/operators/math/device/device_nest.cuh"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

// All threads take the same branch; a kernel for each relation would be many.
template <typename A>
PADDLE_HOST_DEVICE bool Holds(Relation relation, A x, A y) {
  switch (relation) {
    case Relation::kLess:
      return x < y;
    case Relation::kLessEqual:
      return x <= y;
    case Relation::kGreater:
      return x > y;
    case Relation::kGreaterEqual:
      return x >= y;
    case Relation::kEqual:
      return x == y;
    case Relation::kNotEqual:
      return x != y;
    case Relation::kAnd:
      return x != A(0) && y != A(0);
    default:
      return x != A(0) || y != A(0);
  }
}

}  // namespace

template <typename T>
void RelateOnCUDA(const platform::DeviceContext& device, Relation relation,
                  const Tensor& x, const Tensor& y, Tensor* out) {
  const Dims& space = out->dims();
  const DeviceNest<3> nest(LoopNest<3>(
      space, {BroadcastStrides(x.dims(), space),
              BroadcastStrides(y.dims(), space), RowMajorStrides(space)}));
  const T* a = x.data<T>();
  const T* b = y.data<T>();
  bool* to = out->mutable_data<bool>();
  platform::ForEach(device, nest.total(), [=] PADDLE_DEVICE(int64_t i) {
    const DeviceOffsets<3> at = nest(i);
    to[at.of[2]] = Holds(relation, platform::Widened(a[at.of[0]]),
                         platform::Widened(b[at.of[1]]));
  });
}

void LogicalNotOnCUDA(const platform::DeviceContext& device, const Tensor& x,
                      Tensor* out) {
  const bool* from = x.data<bool>();
  bool* to = out->mutable_data<bool>();
  platform::ForEach(device, x.numel(),
                    [=] PADDLE_DEVICE(int64_t i) { to[i] = !from[i]; });
}

#define INSTANTIATE(T)                                                    \
  template void RelateOnCUDA<T>(const platform::DeviceContext&, Relation, \
                                const Tensor&, const Tensor&, Tensor*);
INSTANTIATE(bool)
INSTANTIATE(uint8_t)
INSTANTIATE(int8_t)
INSTANTIATE(int16_t)
INSTANTIATE(int32_t)
INSTANTIATE(int64_t)
INSTANTIATE(platform::float16)
INSTANTIATE(platform::bfloat16)
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace paddle::operators::kernels
