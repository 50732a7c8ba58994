#include "paddle/operators/math/loops/reduce.h"

#include "paddle/operators/math/device/cpu_only.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_functors.h"
#include "paddle/operators/math/loops/reduce_tensor.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/on_cuda.h"

namespace paddle::operators::kernels {

using framework::Tensor;

template <typename T>
void ReduceSum(const platform::DeviceContext& device, const Tensor& x,
               AxisSet axes, Workspace workspace, Tensor* out) {
  PADDLE_ON_CUDA(device, ReduceSumOnCUDA<T>(device, x, axes, workspace, out));
  EnforceOnCPU(device, "a reduction");
  ReduceTensor<T>(x, axes, SumReducer(), Itself(), Itself(), workspace, out);
}

template <typename T>
void ReduceMean(const platform::DeviceContext& device, const Tensor& x,
                AxisSet axes, Workspace workspace, Tensor* out) {
  PADDLE_ON_CUDA(device, ReduceMeanOnCUDA<T>(device, x, axes, workspace, out));
  EnforceOnCPU(device, "a reduction");
  using A = platform::Accumulator<T>;
  const A terms = static_cast<A>(NumTerms(x.dims(), axes));
  ReduceTensor<T>(x, axes, SumReducer(), Itself(), DividedBy<A>{terms},
                  workspace, out);
}

template <typename T>
void ReduceMax(const platform::DeviceContext& device, const Tensor& x,
               AxisSet axes, Workspace workspace, Tensor* out) {
  PADDLE_ON_CUDA(device, ReduceMaxOnCUDA<T>(device, x, axes, workspace, out));
  EnforceOnCPU(device, "a reduction");
  ReduceTensor<T>(x, axes, MaxReducer(), Itself(), Itself(), workspace, out);
}

template <typename T>
void ReduceMin(const platform::DeviceContext& device, const Tensor& x,
               AxisSet axes, Workspace workspace, Tensor* out) {
  PADDLE_ON_CUDA(device, ReduceMinOnCUDA<T>(device, x, axes, workspace, out));
  EnforceOnCPU(device, "a reduction");
  ReduceTensor<T>(x, axes, MinReducer(), Itself(), Itself(), workspace, out);
}

template <typename T>
void ReduceProd(const platform::DeviceContext& device, const Tensor& x,
                AxisSet axes, Workspace workspace, Tensor* out) {
  PADDLE_ON_CUDA(device, ReduceProdOnCUDA<T>(device, x, axes, workspace, out));
  EnforceOnCPU(device, "a reduction");
  ReduceTensor<T>(x, axes, ProductReducer(), Itself(), Itself(), workspace,
                  out);
}

template <typename T>
void ReduceAll(const platform::DeviceContext& device, const Tensor& x,
               AxisSet axes, Workspace workspace, Tensor* out) {
  PADDLE_ON_CUDA(device, ReduceAllOnCUDA<T>(device, x, axes, workspace, out));
  EnforceOnCPU(device, "a reduction");
  ReduceTensor<T>(x, axes, AllReducer(), Itself(), Itself(), workspace, out);
}

template <typename T>
void ReduceAny(const platform::DeviceContext& device, const Tensor& x,
               AxisSet axes, Workspace workspace, Tensor* out) {
  PADDLE_ON_CUDA(device, ReduceAnyOnCUDA<T>(device, x, axes, workspace, out));
  EnforceOnCPU(device, "a reduction");
  ReduceTensor<T>(x, axes, AnyReducer(), Itself(), Itself(), workspace, out);
}

#define INSTANTIATE_REDUCTION(name, T)                                 \
  template void name<T>(const platform::DeviceContext&, const Tensor&, \
                        AxisSet, Workspace, Tensor*);
#define INSTANTIATE_FORWARD(T)        \
  INSTANTIATE_REDUCTION(ReduceSum, T) \
  INSTANTIATE_REDUCTION(ReduceMax, T) \
  INSTANTIATE_REDUCTION(ReduceMin, T) \
  INSTANTIATE_REDUCTION(ReduceProd, T)
INSTANTIATE_FORWARD(float)
INSTANTIATE_FORWARD(double)
INSTANTIATE_FORWARD(platform::float16)
INSTANTIATE_FORWARD(platform::bfloat16)
INSTANTIATE_FORWARD(int32_t)
INSTANTIATE_FORWARD(int64_t)
INSTANTIATE_REDUCTION(ReduceAll, bool)
INSTANTIATE_REDUCTION(ReduceAny, bool)

INSTANTIATE_REDUCTION(ReduceMean, float)
INSTANTIATE_REDUCTION(ReduceMean, double)
INSTANTIATE_REDUCTION(ReduceMean, platform::float16)
INSTANTIATE_REDUCTION(ReduceMean, platform::bfloat16)

}  // namespace paddle::operators::kernels
