#include "paddle/operators/math/loops/reduce.h"

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_functors.h"
#include "paddle/operators/math/loops/reduce_tensor.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {

using framework::Tensor;

template <class Device, class T>
void ReduceSum(const Device&, const Tensor& x, AxisSet axes,
               Workspace workspace, Tensor* out) {
  ReduceTensor<T>(x, axes, SumReducer(), Itself(), Itself(), workspace, out);
}

template <class Device, class T>
void ReduceMean(const Device&, const Tensor& x, AxisSet axes,
                Workspace workspace, Tensor* out) {
  using A = platform::Accumulator<T>;
  const A terms = static_cast<A>(NumTerms(x.dims(), axes));
  ReduceTensor<T>(x, axes, SumReducer(), Itself(), DividedBy<A>{terms},
                  workspace, out);
}

template <class Device, class T>
void ReduceMax(const Device&, const Tensor& x, AxisSet axes,
               Workspace workspace, Tensor* out) {
  ReduceTensor<T>(x, axes, MaxReducer(), Itself(), Itself(), workspace, out);
}

template <class Device, class T>
void ReduceMin(const Device&, const Tensor& x, AxisSet axes,
               Workspace workspace, Tensor* out) {
  ReduceTensor<T>(x, axes, MinReducer(), Itself(), Itself(), workspace, out);
}

template <class Device, class T>
void ReduceProd(const Device&, const Tensor& x, AxisSet axes,
                Workspace workspace, Tensor* out) {
  ReduceTensor<T>(x, axes, ProductReducer(), Itself(), Itself(), workspace,
                  out);
}

template <class Device, class T>
void ReduceAll(const Device&, const Tensor& x, AxisSet axes,
               Workspace workspace, Tensor* out) {
  ReduceTensor<T>(x, axes, AllReducer(), Itself(), Itself(), workspace, out);
}

template <class Device, class T>
void ReduceAny(const Device&, const Tensor& x, AxisSet axes,
               Workspace workspace, Tensor* out) {
  ReduceTensor<T>(x, axes, AnyReducer(), Itself(), Itself(), workspace, out);
}

PADDLE_INSTANTIATE(ReduceSum, platform::CPUDeviceContext, PADDLE_NUMBERS);
PADDLE_INSTANTIATE(ReduceMax, platform::CPUDeviceContext, PADDLE_NUMBERS);
PADDLE_INSTANTIATE(ReduceMin, platform::CPUDeviceContext, PADDLE_NUMBERS);
PADDLE_INSTANTIATE(ReduceProd, platform::CPUDeviceContext, PADDLE_NUMBERS);
PADDLE_INSTANTIATE(ReduceAll, platform::CPUDeviceContext, bool);
PADDLE_INSTANTIATE(ReduceAny, platform::CPUDeviceContext, bool);
PADDLE_INSTANTIATE(ReduceMean, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
