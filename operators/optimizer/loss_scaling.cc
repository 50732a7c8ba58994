#include "paddle/operators/optimizer/loss_scaling.h"

#include <atomic>
#include <functional>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

template <class Device, class T>
void CheckScale(const Device&, const T* scale, bool* found) {
  *found = !(*scale > 0 && *scale <= std::numeric_limits<T>::max());
}

template <class Device, class T>
void UnscaleAndCheck(const Device&, int64_t size, const T* x, const T* scale,
                     T* out, bool* found) {
  constexpr int64_t kGrain = 16384;  // elements, as in the loop of optimizers
  std::atomic<bool> any{false};
  platform::ParallelFor(size, kGrain, [&](int64_t begin, int64_t end) {
    const T divisor = *scale;
    AssignRun(end - begin, out + begin, [from = x + begin, divisor](int64_t j) {
      return from[j] / divisor;
    });
    // 0 for a finite number, else NaN, which stays in the sum. Its own loop,
    // over what is in the cache: sums are kept side by side.
    const T sum =
        ReduceRun(end - begin, T(0), std::plus<T>(),
                  [of = out + begin](int64_t j) { return of[j] - of[j]; });
    if (sum != 0) any.store(true, std::memory_order_relaxed);
  });
  if (any) *found = true;
}

template <class Device, class T>
void UpdateLossScaling(const Device&, const LossScalingStep<T>& step) {
  step();
}

using platform::CPUDeviceContext;
PADDLE_INSTANTIATE(CheckScale, CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(UnscaleAndCheck, CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(UpdateLossScaling, CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
