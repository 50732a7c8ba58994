#include "paddle/framework/distributed/group/device_tree_sum.h"
#include "paddle/framework/distributed/group/reduction_functions.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/launch.cuh"

namespace paddle::distributed::internal {
namespace {

// result may be left or right.
template <class T, class Function>
void CombineTwo(const platform::DeviceContext& device, const void* left,
                const void* right, void* result, int64_t count,
                Function function) {
  const T* const a = static_cast<const T*>(left);
  const T* const b = static_cast<const T*>(right);
  T* const out = static_cast<T*>(result);
  platform::ForEach(device, count, [=] PADDLE_DEVICE(int64_t i) {
    out[i] = platform::Narrowed<T>(
        function(platform::Widened(a[i]), platform::Widened(b[i])));
  });
}

void CopyBytes(const platform::DeviceContext& device, const void* from,
               int64_t bytes, void* to) {
  const char* const source = static_cast<const char*>(from);
  char* const target = static_cast<char*>(to);
  platform::ForEach(device, bytes,
                    [=] PADDLE_DEVICE(int64_t i) { target[i] = source[i]; });
}

}  // namespace

void CombinePartsOnCUDA(const platform::DeviceContext& device,
                        const std::vector<Addition>& additions,
                        absl::Span<void* const> parts, void* result,
                        int64_t count, framework::DataType type,
                        Reduction reduction) {
  if (additions.empty()) {
    if (result == parts[0]) return;
    return CopyBytes(device, parts[0], count * framework::SizeOf(type), result);
  }
  VisitNumbers(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    VisitReduction(reduction, [&](auto function) {
      for (const Addition& each : additions) {
        const bool last = &each == &additions.back();
        void* const left = parts[each.left];
        CombineTwo<T>(device, left, parts[each.right], last ? result : left,
                      count, function);
      }
    });
  });
}

}  // namespace paddle::distributed::internal
