#include "paddle/framework/registry/row_sums.h"

#include <utility>

#include "paddle/framework/registry/type_table.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

// Never destroyed, as the map of operators.
TypeTable<RowSum>& AllSums() {
  static auto& sums = *new TypeTable<RowSum>;
  return sums;
}

}  // namespace

const RowSum* FindRowSum(absl::string_view type, absl::string_view output) {
  const RowSum* sum = AllSums().Find(type);
  return sum != nullptr && sum->output == output ? sum : nullptr;
}

namespace internal {

int RegisterRowSum(const char* type, RowSum sum) {
  const bool is_new = AllSums().Insert(type, std::move(sum));
  PADDLE_ENFORCE(is_new, AlreadyExists, "operator ", type,
                 " says twice which output is a sum over rows");
  return 0;
}

}  // namespace internal
}  // namespace paddle::framework
