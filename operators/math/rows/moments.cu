#include "paddle/operators/math/device/device_nest.cuh"
#include "paddle/operators/math/device/device_scratch.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_nest.cuh"
#include "paddle/operators/math/rows/moments.cuh"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

template <typename T>
struct MomentTerm {
  using A = platform::Accumulator<T>;
  PADDLE_HOST_DEVICE A operator()(const DeviceOffsets<4>& at) const {
    // The pointers are the same for all threads, so the branches do not
    // diverge.
    A value = platform::Widened(moment.x[at.of[0]]);
    if (moment.centre != nullptr) value -= moment.centre[at.of[2]];
    if (moment.factor != nullptr) value *= moment.factor[at.of[2]];
    if (moment.weight != nullptr) {
      value *= platform::Widened(moment.weight[at.of[1]]);
    }
    return moment.squared ? value * value : value;
  }
  Moment<T> moment;
};

}  // namespace

template <typename T>
void SumMoments(const platform::CUDADeviceContext& device,
                const LoopNest<4>& nest, const Moment<T>& term, int64_t outputs,
                platform::Accumulator<T>* sums) {
  using A = platform::Accumulator<T>;
  DeviceWorkspace workspace(device);
  ReduceNestOnCUDA<A>(device, nest, SumReducer(), MomentTerm<T>{term},
                      workspace, outputs, sums);
}

PADDLE_INSTANTIATE_ONE(SumMoments<float>);
PADDLE_INSTANTIATE_ONE(SumMoments<double>);
PADDLE_INSTANTIATE_ONE(SumMoments<platform::float16>);
PADDLE_INSTANTIATE_ONE(SumMoments<platform::bfloat16>);

}  // namespace paddle::operators::kernels
