#include "paddle/memory/copy.h"

#include <cstring>

#include "paddle/platform/enforce.h"
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
  PADDLE_ENFORCE(to.is_cpu() && from.is_cpu(), Unavailable, "copying from ",
                 from.ToString(), " to ", to.ToString(),
                 " is not part of this build");
  CopyOnCPU(target, source, bytes);
}

}  // namespace paddle::memory
