#include "paddle/operators/kernels/dropout.h"

#include <algorithm>

#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/operators/kernels/vector_loops.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/transform.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

constexpr int64_t kDropoutGrain = 4096;
// Draws made at a time.
constexpr int64_t kDraws = 512;

template <typename T>
T ScaleOf(double probability) {
  return static_cast<T>(probability < 1 ? 1 / (1 - probability) : 0);
}

}  // namespace

template <typename T>
void Dropout(const platform::DeviceContext& context,
             const platform::RandomKey& key, double probability,
             const Tensor& x, Tensor* out, Tensor* mask) {
  EnforceOnCPU(context, "dropout");
  const platform::RandomStream stream(key);
  const T scale = ScaleOf<T>(probability);
  const float threshold = static_cast<float>(probability);
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  uint8_t* kept = mask->mutable_data<uint8_t>();
  platform::ParallelFor(x.numel(), kDropoutGrain,
                        [&](int64_t begin, int64_t end) {
                          float draws[kDraws];
                          for (; begin < end; begin += kDraws) {
                            const int64_t count = std::min(kDraws, end - begin);
                            stream.FillUniform(begin, count, draws);
                            const T* in = from + begin;
                            const float* u = draws;
                            AssignRun(count, kept + begin, [=](int64_t j) {
                              return static_cast<uint8_t>(u[j] >= threshold);
                            });
                            AssignRun(count, to + begin, [=](int64_t j) {
                              return u[j] >= threshold ? in[j] * scale : T(0);
                            });
                          }
                        });
}

template <typename T>
void DropoutGrad(const platform::DeviceContext& context, double probability,
                 const Tensor& mask, const Tensor& d_out, Tensor* d_x) {
  const T scale = ScaleOf<T>(probability);
  platform::Transform(
      context, d_out.numel(), mask.data<uint8_t>(), d_out.data<T>(),
      d_x->mutable_data<T>(),
      [scale](uint8_t kept, T d) { return kept != 0 ? d * scale : T(0); });
}

#define PADDLE_INSTANTIATE_(T)                                                \
  template void Dropout<T>(const platform::DeviceContext&,                    \
                           const platform::RandomKey&, double, const Tensor&, \
                           Tensor*, Tensor*);                                 \
  template void DropoutGrad<T>(const platform::DeviceContext&, double,        \
                               const Tensor&, const Tensor&, Tensor*);
PADDLE_INSTANTIATE_(float)
PADDLE_INSTANTIATE_(double)
#undef PADDLE_INSTANTIATE_

}  // namespace paddle::operators::kernels
