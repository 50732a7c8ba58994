#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_nest.cuh"
#include "paddle/operators/shape/tile.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

// Reads the term of the sum at an offset of the nest.
template <typename T>
struct Copies {
  const T* dout;
  PADDLE_HOST_DEVICE T operator()(const DeviceOffsets<2>& at) const {
    return dout[at.of[0]];
  }
};

}  // namespace

template <class Device, class T>
void RepeatGrad(const Device& device, const Repetition& how,
                const framework::Tensor& dout, Workspace workspace,
                framework::Tensor* dx) {
  const LoopNest<2> nest(how.space, {how.large.strides, how.small.strides});
  ReduceNestOnCUDA<T>(device, nest, SumReducer(), Copies<T>{dout.data<T>()},
                      workspace, dx->numel(), dx->mutable_data<T>());
}

PADDLE_INSTANTIATE(RepeatGrad, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
