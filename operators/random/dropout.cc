#include "paddle/operators/random/dropout.h"

#include <algorithm>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/transform.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Elements per task. A piece may begin anywhere: a draw depends on its
// position.
constexpr int64_t kDropoutGrain = 4096;
// Draws made at a time, in an array on the stack: both outputs are computed
// from it in vectorised loops, without memory from the heap.
constexpr int64_t kDraws = 512;

using platform::Accumulator;

// A factor of 0 or 1 in place of the choice would make a NaN of an infinity
// that is dropped.
template <typename T>
T Scaled(bool kept, T x, Accumulator<T> scale) {
  return kept ? T(static_cast<Accumulator<T>>(x) * scale) : T(0);
}

}  // namespace

template <class Device, class T>
void Dropout(const Device&, const platform::RandomKey& key, double probability,
             const Tensor& x, Tensor* out, Tensor* mask) {
  const platform::RandomStream stream(key);
  const Accumulator<T> scale = DropoutScale<T>(probability);
  // Draws in float for any T: the mask does not depend on the data type.
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
                              return Scaled(u[j] >= threshold, in[j], scale);
                            });
                          }
                        });
}

template <class Device, class T>
void DropoutGrad(const Device& context, double probability, const Tensor& mask,
                 const Tensor& d_out, Tensor* d_x) {
  const Accumulator<T> scale = DropoutScale<T>(probability);
  platform::Transform(
      context, d_out.numel(), mask.data<uint8_t>(), d_out.data<T>(),
      d_x->mutable_data<T>(),
      [scale](uint8_t kept, T d) { return Scaled(kept != 0, d, scale); });
}

PADDLE_INSTANTIATE(Dropout, platform::CPUDeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(DropoutGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
