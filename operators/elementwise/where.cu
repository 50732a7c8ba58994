#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/elementwise/where.h"
#include "paddle/operators/math/device/device_nest.cuh"
#include "paddle/operators/math/device/device_units.cuh"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_nest.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;
using platform::Accumulator;

template <typename Unit>
void Choose(const platform::CUDADeviceContext& device,
            const DeviceNest<4>& nest, const Tensor& condition, const Tensor& x,
            const Tensor& y, Tensor* out) {
  const bool* holds = condition.data<bool>();
  const Unit* a = static_cast<const Unit*>(x.raw_data());
  const Unit* b = static_cast<const Unit*>(y.raw_data());
  Unit* to = static_cast<Unit*>(out->raw_mutable_data());
  const DeviceNest<4> walks = nest;
  platform::ForEach(device, walks.total(), [=] PADDLE_DEVICE(int64_t i) {
    const DeviceOffsets<4> at = walks(i);
    to[at.of[3]] = holds[at.of[0]] ? a[at.of[1]] : b[at.of[2]];
  });
}

// The term of the gradient of one input: dout where the condition is `chosen`,
// otherwise 0.
template <typename T>
struct Flow {
  PADDLE_HOST_DEVICE Accumulator<T> operator()(
      const DeviceOffsets<3>& at) const {
    return holds[at.of[1]] == chosen ? platform::Widened(dout[at.of[0]])
                                     : Accumulator<T>(0);
  }
  const T* dout;
  const bool* holds;
  bool chosen;
};

}  // namespace

template <class Device>
void Where(const Device& device, const Tensor& condition, const Tensor& x,
           const Tensor& y, Tensor* out) {
  const Dims& space = out->dims();
  const DeviceNest<4> nest(LoopNest<4>(
      space, {BroadcastStrides(condition.dims(), space),
              BroadcastStrides(x.dims(), space),
              BroadcastStrides(y.dims(), space), RowMajorStrides(space)}));
  WithElementUnit(framework::SizeOf(x.dtype()), [&](auto of_size) {
    Choose<decltype(of_size)>(device, nest, condition, x, y, out);
  });
}

template <class Device, class T>
void WhereGrad(const Device& device, const Tensor& condition,
               const Tensor& dout, bool chosen, Workspace workspace,
               Tensor* dx) {
  const Dims& space = dout.dims();
  const LoopNest<3> nest(
      space, {RowMajorStrides(space), BroadcastStrides(condition.dims(), space),
              BroadcastStrides(dx->dims(), space)});
  ReduceNestOnCUDA<Accumulator<T>>(
      device, nest, SumReducer(),
      Flow<T>{dout.data<T>(), condition.data<bool>(), chosen}, workspace,
      dx->numel(), dx->mutable_data<T>());
}

PADDLE_INSTANTIATE(WhereGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE_ONE(Where<platform::CUDADeviceContext>);

}  // namespace paddle::operators::kernels
