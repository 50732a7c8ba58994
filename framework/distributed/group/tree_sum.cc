#include "paddle/framework/distributed/group/tree_sum.h"

#include <algorithm>
#include <cstring>

#include "paddle/framework/distributed/group/reduction_functions.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/transform.h"

namespace paddle::distributed {
namespace {

template <class T, class Function>
void Combine(const std::vector<Addition>& additions,
             absl::Span<void* const> parts, T* result, int64_t count,
             Function function) {
  // So few that all parts stay in the second-level cache between additions.
  constexpr int64_t kBlock = 4096;
  const platform::CPUDeviceContext device;
  for (int64_t begin = 0; begin < count; begin += kBlock) {
    const int64_t size = std::min(kBlock, count - begin);
    for (const Addition& addition : additions) {
      T* left = static_cast<T*>(parts[addition.left]) + begin;
      const auto* right = static_cast<const T*>(parts[addition.right]) + begin;
      const bool last = &addition == &additions.back();
      platform::Transform(device, size, left, right,
                          last ? result + begin : left, function);
    }
  }
}

}  // namespace

void CombineParts(const std::vector<Addition>& additions,
                  absl::Span<void* const> parts, void* result, int64_t count,
                  framework::DataType type, Reduction reduction) {
  if (additions.empty()) {
    if (result != parts[0] && count > 0) {
      std::memcpy(result, parts[0], count * framework::SizeOf(type));
    }
    return;
  }
  VisitNumbers(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    VisitReduction(reduction, [&](auto function) {
      Combine(additions, parts, static_cast<T*>(result), count, function);
    });
  });
}

}  // namespace paddle::distributed
