#include "paddle/operators/kernels/activation.h"

#include <type_traits>

#include "paddle/operators/kernels/convert.h"
#include "paddle/operators/kernels/half_runs.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/on_cuda.h"

namespace paddle::operators::kernels {

using framework::Tensor;
using platform::Accumulator;

template <typename T>
void Scale(const platform::DeviceContext& device, const Tensor& x, double scale,
           double bias, Tensor* out) {
  using A = Accumulator<T>;
  using Work = std::conditional_t<std::is_integral_v<T>, double, A>;
  const Work factor = static_cast<Work>(scale);
  const Work offset = static_cast<Work>(bias);
  PADDLE_ON_CUDA(device, ScaleOnCUDA<T>(device, x, factor, offset, out));
  TransformWide(
      device, x.numel(),
      [=](A v) { return Convert<A>(factor * static_cast<Work>(v) + offset); },
      out->mutable_data<T>(), x.data<T>());
}

template <typename T>
void Clip(const platform::DeviceContext& device, const Tensor& x, double min,
          double max, Tensor* out) {
  using A = Accumulator<T>;
  const A low = Convert<A>(min);
  const A high = Convert<A>(max);
  PADDLE_ON_CUDA(device, ClipOnCUDA<T>(device, x, low, high, out));
  TransformWide(
      device, x.numel(),
      [=](A v) {
        const A raised = v < low ? low : v;
        return raised > high ? high : raised;
      },
      out->mutable_data<T>(), x.data<T>());
}

template <typename T>
void ClipGrad(const platform::DeviceContext& device, const Tensor& x,
              const Tensor& dout, double min, double max, Tensor* dx) {
  using A = Accumulator<T>;
  const A low = static_cast<A>(min);
  const A high = static_cast<A>(max);
  PADDLE_ON_CUDA(device, ClipGradOnCUDA<T>(device, x, dout, low, high, dx));
  TransformWide(
      device, x.numel(),
      [=](A v, A g) { return ((v >= low) & (v <= high)) ? g : A(0); },
      dx->mutable_data<T>(), x.data<T>(), dout.data<T>());
}

#define INSTANTIATE(T)                                                         \
  template void Scale<T>(const platform::DeviceContext&, const Tensor&,        \
                         double, double, Tensor*);                             \
  template void Clip<T>(const platform::DeviceContext&, const Tensor&, double, \
                        double, Tensor*);
#define INSTANTIATE_FLOATING(T)                                            \
  INSTANTIATE(T)                                                           \
  template void ClipGrad<T>(const platform::DeviceContext&, const Tensor&, \
                            const Tensor&, double, double, Tensor*);
INSTANTIATE(int32_t)
INSTANTIATE(int64_t)
INSTANTIATE_FLOATING(platform::float16)
INSTANTIATE_FLOATING(platform::bfloat16)
INSTANTIATE_FLOATING(float)
INSTANTIATE_FLOATING(double)

}  // namespace paddle::operators::kernels
