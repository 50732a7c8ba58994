#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_nest.cuh"
#include "paddle/operators/shape/tile.h"

namespace paddle::operators::kernels {
namespace {

template <typename T>
struct Copies {
  const T* dout;
  PADDLE_HOST_DEVICE T operator()(const DeviceOffsets<2>& at) const {
    return dout[at.of[0]];
  }
};

}  // namespace

template <typename T>
void RepeatGradOnCUDA(const platform::DeviceContext& device,
                      const Repetition& how, const framework::Tensor& dout,
                      Workspace workspace, framework::Tensor* dx) {
  const LoopNest<2> nest(how.space, {how.large.strides, how.small.strides});
  ReduceNestOnCUDA<T>(device, nest, SumReducer(), Copies<T>{dout.data<T>()},
                      workspace, dx->numel(), dx->mutable_data<T>());
}

#define INSTANTIATE(T)                                   \
  template void RepeatGradOnCUDA<T>(                     \
      const platform::DeviceContext&, const Repetition&, \
      const framework::Tensor&, Workspace, framework::Tensor*);
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace paddle::operators::kernels
