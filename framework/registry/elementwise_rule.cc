#include "paddle/framework/registry/elementwise_rule.h"

#include <utility>

#include "paddle/framework/registry/type_table.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

using Rules = std::vector<ElementwiseRule>;
struct Update {};  // that it is one is all that there is to say

// Never destroyed, as the map of operators.
TypeTable<Rules>& AllRules() {
  static auto& rules = *new TypeTable<Rules>;
  return rules;
}
TypeTable<Update>& AllUpdates() {
  static auto& updates = *new TypeTable<Update>;
  return updates;
}

}  // namespace

const Rules& ElementwiseRules(absl::string_view type) {
  static const auto& none = *new Rules;
  const Rules* rules = AllRules().Find(type);
  return rules == nullptr ? none : *rules;
}

const ElementwiseRule* FindElementwiseRule(absl::string_view type,
                                           absl::string_view output) {
  for (const ElementwiseRule& rule : ElementwiseRules(type)) {
    if (rule.output == output) return &rule;
  }
  return nullptr;
}

NameList ElementwiseTypes() { return AllRules().Types(); }

bool UpdatesElements(absl::string_view type) {
  return AllUpdates().Find(type) != nullptr;
}

NameList ElementwiseUpdates() { return AllUpdates().Types(); }

namespace internal {

int RegisterElementwise(const char* type, Rules added) {
  const bool is_new = AllRules().Insert(type, std::move(added));
  PADDLE_ENFORCE(is_new, AlreadyExists, "operator ", type,
                 " says twice that it is elementwise");
  return 0;
}

int RegisterElementwiseUpdate(const char* type) {
  AllUpdates().Insert(type, {});
  return 0;
}

}  // namespace internal
}  // namespace paddle::framework
