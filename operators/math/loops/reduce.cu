#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce.h"
#include "paddle/operators/math/loops/reduce_functors.h"
#include "paddle/operators/math/loops/reduce_tensor.cuh"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {

using framework::Tensor;

#define PADDLE_REDUCTION_(name, Reducer)                                  \
  template <class Device, class T>                                        \
  void name(const Device& device, const Tensor& x, AxisSet axes,          \
            Workspace workspace, Tensor* out) {                           \
    ReduceTensorOnCUDA<T>(device, x, axes, Reducer(), Itself(), Itself(), \
                          workspace, out);                                \
  }
PADDLE_REDUCTION_(ReduceSum, SumReducer)
PADDLE_REDUCTION_(ReduceMax, MaxReducer)
PADDLE_REDUCTION_(ReduceMin, MinReducer)
PADDLE_REDUCTION_(ReduceProd, ProductReducer)
PADDLE_REDUCTION_(ReduceAll, AllReducer)
PADDLE_REDUCTION_(ReduceAny, AnyReducer)
#undef PADDLE_REDUCTION_

template <class Device, class T>
void ReduceMean(const Device& device, const Tensor& x, AxisSet axes,
                Workspace workspace, Tensor* out) {
  using A = platform::Accumulator<T>;
  const DividedBy<A> finish{static_cast<A>(NumTerms(x.dims(), axes))};
  ReduceTensorOnCUDA<T>(device, x, axes, SumReducer(), Itself(), finish,
                        workspace, out);
}

PADDLE_INSTANTIATE(ReduceSum, platform::CUDADeviceContext, PADDLE_NUMBERS);
PADDLE_INSTANTIATE(ReduceMax, platform::CUDADeviceContext, PADDLE_NUMBERS);
PADDLE_INSTANTIATE(ReduceMin, platform::CUDADeviceContext, PADDLE_NUMBERS);
PADDLE_INSTANTIATE(ReduceProd, platform::CUDADeviceContext, PADDLE_NUMBERS);
PADDLE_INSTANTIATE(ReduceMean, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(ReduceAll, platform::CUDADeviceContext, bool);
PADDLE_INSTANTIATE(ReduceAny, platform::CUDADeviceContext, bool);

}  // namespace paddle::operators::kernels
