#include <cstring>

#include "paddle/operators/indexing/one_hot.h"
#include "paddle/operators/math/device/device_units.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

template <typename Unit>
void Mark(const platform::CUDADeviceContext& device, Indices ids,
          const void* one, int64_t depth, void* out) {
  // Kernels capture by value, so the element travels as an argument.
  Unit mark;
  std::memcpy(&mark, one, sizeof(mark));
  const int64_t* id = ids.data();
  Unit* to = static_cast<Unit*>(out);
  platform::ForEach(device, ids.size(), [=] PADDLE_DEVICE(int64_t i) {
    to[i * depth + id[i]] = mark;
  });
}

}  // namespace

void MarkOnCUDA(const platform::CUDADeviceContext& device, Indices ids,
                const void* one, size_t element_size, int64_t depth,
                void* out) {
  WithElementUnit(element_size, [&](auto of_size) {
    Mark<decltype(of_size)>(device, ids, one, depth, out);
  });
}

}  // namespace paddle::operators::kernels
