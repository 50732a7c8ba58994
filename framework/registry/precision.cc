#include "paddle/framework/registry/precision.h"

#include <utility>

#include "paddle/framework/registry/type_table.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

// Never destroyed, as the map of operators.
TypeTable<PrecisionRule>& AllRules() {
  static auto& rules = *new TypeTable<PrecisionRule>;
  return rules;
}

}  // namespace

const PrecisionRule& PrecisionRuleOf(absl::string_view type) {
  static const auto& none = *new PrecisionRule;
  const PrecisionRule* rule = AllRules().Find(type);
  return rule == nullptr ? none : *rule;
}

NameList PrecisionTypes() { return AllRules().Types(); }

namespace internal {

int RegisterPrecision(const char* type, PrecisionRule rule) {
  const bool is_new = AllRules().Insert(type, std::move(rule));
  PADDLE_ENFORCE(is_new, AlreadyExists, "operator ", type,
                 " says twice in which precision it computes");
  return 0;
}

}  // namespace internal
}  // namespace paddle::framework
