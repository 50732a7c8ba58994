#include "paddle/operators/logical/relation.h"
#include "paddle/operators/math/device/device_nest.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

// True if x relation y. The relation is an argument of the kernel: all threads
// take the same branch, while a kernel for each relation and type would be more
// than sixty.
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
      // Widened bools are numbers here, as for every other type.
      return x != A(0) && y != A(0);
    default:
      return x != A(0) || y != A(0);
  }
}

template <typename T>
void RelateAll(const platform::CUDADeviceContext& device, Relation relation,
               const Tensor& x, const Tensor& y, Tensor* out) {
  // A nest also where the dims agree: it then has a single axis, and finding an
  // element needs no division.
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

}  // namespace

template <class Device, class T, Relation relation>
void Relate(const Device& device, const Tensor& x, const Tensor& y,
            Tensor* out) {
  // T is compiled once for all relations, though this function is instantiated
  // for each.
  RelateAll<T>(device, relation, x, y, out);
}

template <class Device>
void LogicalNot(const Device& device, const Tensor& x, Tensor* out) {
  const bool* from = x.data<bool>();
  bool* to = out->mutable_data<bool>();
  platform::ForEach(device, x.numel(),
                    [=] PADDLE_DEVICE(int64_t i) { to[i] = !from[i]; });
}

PADDLE_INSTANTIATE_RELATIONS(platform::CUDADeviceContext);

}  // namespace paddle::operators::kernels
