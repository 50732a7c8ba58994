#include "paddle/memory/copy.h"

#include <cstring>

#include "paddle/memory/cuda_copy.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::memory {
namespace {

constexpr int64_t kGrain = int64_t{1} << 20;  // bytes one thread should copy

void CopyOnCPU(void* target, const void* source, size_t bytes) {
  platform::ParallelFor(static_cast<int64_t>(bytes), kGrain,
                        [&](int64_t begin, int64_t end) {
                          std::memcpy(static_cast<char*>(target) + begin,
                                      static_cast<const char*>(source) + begin,
                                      static_cast<size_t>(end - begin));
                        });
}

}  // namespace

void Copy(platform::Place to, void* target, platform::Place from,
          const void* source, size_t bytes) {
  CopyAsync(to, target, from, source, bytes);
  for (platform::Place place : {to, from}) {
    if (place.is_cuda()) platform::DeviceContextOf(place).Wait();
  }
}

void CopyAsync(platform::Place to, void* target, platform::Place from,
               const void* source, size_t bytes) {
  if (to.is_cuda() || from.is_cuda()) {
    internal::CopyOnCUDA(to, target, from, source, bytes);
  } else {
    CopyOnCPU(target, source, bytes);
  }
}

}  // namespace paddle::memory
