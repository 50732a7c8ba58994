#include "paddle/operators/kernels/reduce.h"

#include "paddle/operators/kernels/arithmetic.h"
#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/operators/kernels/reduce_tensor.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// dx = dout * factor, repeated over the axes.
template <typename T>
void Spread(const Tensor& dout, AxisSet axes, platform::Accumulator<T> factor,
            Tensor* dx) {
  SpreadAxes(
      dx->dims(), axes, [=](int64_t, T g) { return g * factor; },
      dx->mutable_data<T>(), dout.data<T>());
}

struct Itself {
  template <typename A>
  A operator()(A x) const {
    return x;
  }
};

struct AllReducer {
  bool operator()(bool a, bool b) const { return a & b; }
  template <typename T>
  static T Identity() {
    return true;
  }
};
struct AnyReducer {
  bool operator()(bool a, bool b) const { return a | b; }
  template <typename T>
  static T Identity() {
    return false;
  }
};

}  // namespace

template <typename T>
void ReduceSum(const platform::DeviceContext& device, const Tensor& x,
               AxisSet axes, Workspace workspace, Tensor* out) {
  EnforceOnCPU(device, "a reduction");
  ReduceTensor<T>(x, axes, SumReducer(), Itself(), NoFinish(), workspace, out);
}

template <typename T>
void ReduceMean(const platform::DeviceContext& device, const Tensor& x,
                AxisSet axes, Workspace workspace, Tensor* out) {
  EnforceOnCPU(device, "a reduction");
  using A = platform::Accumulator<T>;
  const A terms = static_cast<A>(NumTerms(x.dims(), axes));
  ReduceTensor<T>(
      x, axes, SumReducer(), Itself(), [=](A sum) { return sum / terms; },
      workspace, out);
}

template <typename T>
void ReduceMax(const platform::DeviceContext& device, const Tensor& x,
               AxisSet axes, Workspace workspace, Tensor* out) {
  EnforceOnCPU(device, "a reduction");
  ReduceTensor<T>(x, axes, MaxReducer(), Itself(), NoFinish(), workspace, out);
}

template <typename T>
void ReduceMin(const platform::DeviceContext& device, const Tensor& x,
               AxisSet axes, Workspace workspace, Tensor* out) {
  EnforceOnCPU(device, "a reduction");
  ReduceTensor<T>(x, axes, MinReducer(), Itself(), NoFinish(), workspace, out);
}

template <typename T>
void ReduceProd(const platform::DeviceContext& device, const Tensor& x,
                AxisSet axes, Workspace workspace, Tensor* out) {
  EnforceOnCPU(device, "a reduction");
  ReduceTensor<T>(x, axes, ProductReducer(), Itself(), NoFinish(), workspace,
                  out);
}

template <typename T>
void ReduceAll(const platform::DeviceContext& device, const Tensor& x,
               AxisSet axes, Workspace workspace, Tensor* out) {
  EnforceOnCPU(device, "a reduction");
  ReduceTensor<T>(x, axes, AllReducer(), Itself(), NoFinish(), workspace, out);
}

template <typename T>
void ReduceAny(const platform::DeviceContext& device, const Tensor& x,
               AxisSet axes, Workspace workspace, Tensor* out) {
  EnforceOnCPU(device, "a reduction");
  ReduceTensor<T>(x, axes, AnyReducer(), Itself(), NoFinish(), workspace, out);
}

template <typename T>
void ReduceSumGrad(const platform::DeviceContext& device, const Tensor& dout,
                   AxisSet axes, Tensor* dx) {
  EnforceOnCPU(device, "the gradient of a reduction");
  Spread<T>(dout, axes, 1, dx);
}

template <typename T>
void ReduceMeanGrad(const platform::DeviceContext& device, const Tensor& dout,
                    AxisSet axes, Tensor* dx) {
  EnforceOnCPU(device, "the gradient of a reduction");
  using A = platform::Accumulator<T>;
  const int64_t terms = NumTerms(dx->dims(), axes);
  Spread<T>(dout, axes, A(1) / static_cast<A>(terms), dx);
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

#define INSTANTIATE_FLOATING(T)                                    \
  INSTANTIATE_REDUCTION(ReduceMean, T)                             \
  template void ReduceSumGrad<T>(const platform::DeviceContext&,   \
                                 const Tensor&, AxisSet, Tensor*); \
  template void ReduceMeanGrad<T>(const platform::DeviceContext&,  \
                                  const Tensor&, AxisSet, Tensor*);
INSTANTIATE_FLOATING(float)
INSTANTIATE_FLOATING(double)
INSTANTIATE_FLOATING(platform::float16)
INSTANTIATE_FLOATING(platform::bfloat16)

}  // namespace paddle::operators::kernels
