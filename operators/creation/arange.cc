#include "paddle/operators/creation/arange.h"

#include <algorithm>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/target_device.h"

namespace paddle::operators::kernels {

using framework::Tensor;

namespace {

// Computes out[i] = element(i). Each element depends on its index alone, so
// threads and vector lanes need no running sum.
template <class Device, typename Element>
void FillWith(const Device& device, const Element& element, Tensor* out) {
  if constexpr (platform::kIsCUDA<Device>) {
    FillElementsOnCUDA(device, element, out);
  } else {
    constexpr int64_t kGrain = 32768;
    auto* data = out->mutable_data<decltype(element(0))>();
    platform::ParallelFor(
        out->numel(), kGrain, [&](int64_t begin, int64_t end) {
          AssignRun(end - begin, data + begin,
                    [&](int64_t j) { return element(begin + j); });
        });
  }
}

}  // namespace

template <class Device, class T>
void FillArange(const Device& device, ArangeNumber<T> first,
                ArangeNumber<T> step, Tensor* out) {
  FillWith(device, StepElement<T>{first, step}, out);
}

template <class Device, class T>
void FillLinspace(const Device& device, double first, double last,
                  Tensor* out) {
  const int64_t end = out->numel() - 1;
  // A single element has no distance; any step does.
  const double step =
      (last - first) / static_cast<double>(std::max<int64_t>(end, 1));
  FillWith(device, BetweenElement<T>{first, last, step, end}, out);
}

PADDLE_INSTANTIATE(FillArange, PADDLE_TARGET_DEVICE, float, double, int32_t,
                   int64_t);
PADDLE_INSTANTIATE(FillLinspace, PADDLE_TARGET_DEVICE, float, double);

}  // namespace paddle::operators::kernels
