#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce.h"
#include "paddle/operators/math/loops/reduce_functors.h"
#include "paddle/operators/math/loops/reduce_tensor.cuh"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

using framework::Tensor;

#define PADDLE_REDUCTION_(name, Reducer)                                  \
  template <typename T>                                                   \
  void name(const platform::DeviceContext& device, const Tensor& x,       \
            AxisSet axes, Workspace workspace, Tensor* out) {             \
    ReduceTensorOnCUDA<T>(device, x, axes, Reducer(), Itself(), Itself(), \
                          workspace, out);                                \
  }
PADDLE_REDUCTION_(ReduceSumOnCUDA, SumReducer)
PADDLE_REDUCTION_(ReduceMaxOnCUDA, MaxReducer)
PADDLE_REDUCTION_(ReduceMinOnCUDA, MinReducer)
PADDLE_REDUCTION_(ReduceProdOnCUDA, ProductReducer)
PADDLE_REDUCTION_(ReduceAllOnCUDA, AllReducer)
PADDLE_REDUCTION_(ReduceAnyOnCUDA, AnyReducer)
#undef PADDLE_REDUCTION_

template <typename T>
void ReduceMeanOnCUDA(const platform::DeviceContext& device, const Tensor& x,
                      AxisSet axes, Workspace workspace, Tensor* out) {
  using A = platform::Accumulator<T>;
  const DividedBy<A> finish{static_cast<A>(NumTerms(x.dims(), axes))};
  ReduceTensorOnCUDA<T>(device, x, axes, SumReducer(), Itself(), finish,
                        workspace, out);
}

#define PADDLE_INSTANTIATE_(name, T)                                   \
  template void name<T>(const platform::DeviceContext&, const Tensor&, \
                        AxisSet, Workspace, Tensor*);
#define PADDLE_INSTANTIATE_NUMBERS_(T)    \
  PADDLE_INSTANTIATE_(ReduceSumOnCUDA, T) \
  PADDLE_INSTANTIATE_(ReduceMaxOnCUDA, T) \
  PADDLE_INSTANTIATE_(ReduceMinOnCUDA, T) \
  PADDLE_INSTANTIATE_(ReduceProdOnCUDA, T)
PADDLE_INSTANTIATE_NUMBERS_(float)
PADDLE_INSTANTIATE_NUMBERS_(double)
PADDLE_INSTANTIATE_NUMBERS_(platform::float16)
PADDLE_INSTANTIATE_NUMBERS_(platform::bfloat16)
PADDLE_INSTANTIATE_NUMBERS_(int32_t)
PADDLE_INSTANTIATE_NUMBERS_(int64_t)
PADDLE_INSTANTIATE_(ReduceMeanOnCUDA, float)
PADDLE_INSTANTIATE_(ReduceMeanOnCUDA, double)
PADDLE_INSTANTIATE_(ReduceMeanOnCUDA, platform::float16)
PADDLE_INSTANTIATE_(ReduceMeanOnCUDA, platform::bfloat16)
PADDLE_INSTANTIATE_(ReduceAllOnCUDA, bool)
PADDLE_INSTANTIATE_(ReduceAnyOnCUDA, bool)

}  // namespace paddle::operators::kernels
