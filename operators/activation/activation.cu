#include "paddle/operators/activation/activation.h"
#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/math/loops/convert.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Accumulator;

// Work: what `scale` and `bias` are of.
template <typename Work>
struct ScaleFunctor {
  template <typename A>
  PADDLE_HOST_DEVICE A Value(A v) const {
    return Convert<A>(scale * static_cast<Work>(v) + bias);
  }
  Work scale;
  Work bias;
};

template <typename A>
struct ClipFunctor {
  PADDLE_HOST_DEVICE A Value(A v) const {
    const A raised = v < min ? min : v;
    return raised > max ? max : raised;
  }
  PADDLE_HOST_DEVICE A Grad(A g, A v) const {
    return v >= min && v <= max ? g : A(0);
  }
  A min;
  A max;
};

}  // namespace

template <typename T, typename Work>
void ScaleOnCUDA(const platform::DeviceContext& device, const Tensor& x,
                 Work scale, Work bias, Tensor* out) {
  ActivateOnCUDA<T>(device, ScaleFunctor<Work>{scale, bias}, x, out);
}

template <typename T>
void ScaleExactlyOnCUDA(const platform::DeviceContext& device, const Tensor& x,
                        const ExactScale& numbers, Tensor* out) {
  ActivateOnCUDA<T>(device, numbers, x, out);
}

template <typename T>
void ClipOnCUDA(const platform::DeviceContext& device, const Tensor& x,
                Accumulator<T> min, Accumulator<T> max, Tensor* out) {
  ActivateOnCUDA<T>(device, ClipFunctor<Accumulator<T>>{min, max}, x, out);
}

template <typename T>
void ClipGradOnCUDA(const platform::DeviceContext& device, const Tensor& x,
                    const Tensor& dout, Accumulator<T> min, Accumulator<T> max,
                    Tensor* dx) {
  ActivateGradOnCUDA<T>(device, ClipFunctor<Accumulator<T>>{min, max}, x, dout,
                        dx);
}

#define INSTANTIATE(T, Work)                                                  \
  template void ScaleOnCUDA<T>(const platform::DeviceContext&, const Tensor&, \
                               Work, Work, Tensor*);                          \
  template void ClipOnCUDA<T>(const platform::DeviceContext&, const Tensor&,  \
                              Accumulator<T>, Accumulator<T>, Tensor*);
#define INSTANTIATE_FLOATING(T)                                   \
  INSTANTIATE(T, Accumulator<T>)                                  \
  template void ClipGradOnCUDA<T>(const platform::DeviceContext&, \
                                  const Tensor&, const Tensor&,   \
                                  Accumulator<T>, Accumulator<T>, Tensor*);
#define INSTANTIATE_INTEGER(T)                                          \
  INSTANTIATE(T, double)                                                \
  template void ScaleExactlyOnCUDA<T>(const platform::DeviceContext&,   \
                                      const Tensor&, const ExactScale&, \
                                      Tensor*);
INSTANTIATE_INTEGER(int32_t)
INSTANTIATE_INTEGER(int64_t)
INSTANTIATE_FLOATING(platform::float16)
INSTANTIATE_FLOATING(platform::bfloat16)
INSTANTIATE_FLOATING(float)
INSTANTIATE_FLOATING(double)

}  // namespace paddle::operators::kernels
