#include "paddle/framework/registry/row_sums.h"

#include <map>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

// The map is of stable addresses.
struct Sums {
  std::shared_mutex mutex;  // libraries of operators are loaded at any time
  std::map<std::string, RowSum, std::less<>> of;
};

// Never destroyed, as the map of operators.
Sums& AllSums() {
  static Sums& sums = *new Sums;
  return sums;
}

}  // namespace

const RowSum* FindRowSum(absl::string_view type, absl::string_view output) {
  Sums& sums = AllSums();
  std::shared_lock lock(sums.mutex);
  const auto found = sums.of.find(type);
  const bool fits = found != sums.of.end() && found->second.output == output;
  return fits ? &found->second : nullptr;
}

namespace internal {

int RegisterRowSum(const char* type, RowSum sum) {
  Sums& sums = AllSums();
  std::unique_lock lock(sums.mutex);
  const bool is_new = sums.of.emplace(type, std::move(sum)).second;
  PADDLE_ENFORCE(is_new, AlreadyExists, "operator ", type,
                 " says twice which output is a sum over rows");
  return 0;
}

}  // namespace internal
}  // namespace paddle::framework
