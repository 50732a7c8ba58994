#include <cstdint>

#include "paddle/operators/collective/scaling.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::internal {
namespace {

template <class From, class To, class Function>
void ScaleEach(const platform::DeviceContext& device, int64_t count,
               const From* from, To* to, Function function) {
  platform::ForEach(device, count, [=] PADDLE_DEVICE(int64_t i) {
    to[i] = platform::Narrowed<To>(function(platform::Widened(from[i])));
  });
}

}  // namespace

void ScaleOnCUDA(const platform::DeviceContext& device,
                 const Scaling& scaling) {
  VisitScaling(scaling, [&](auto* from, auto* to, auto function) {
    ScaleEach(device, scaling.count, from, to, function);
  });
}

}  // namespace paddle::operators::internal
