#include "paddle/framework/registry/precision.h"

#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

struct Rules {
  std::shared_mutex mutex;  // libraries of operators are loaded at any time
  std::map<std::string, PrecisionRule, std::less<>> of;
};

// Never destroyed, as the map of operators.
Rules& AllRules() {
  static Rules& rules = *new Rules;
  return rules;
}

}  // namespace

const PrecisionRule& PrecisionRuleOf(absl::string_view type) {
  static const auto& none = *new PrecisionRule;
  Rules& rules = AllRules();
  std::shared_lock lock(rules.mutex);
  const auto found = rules.of.find(type);
  return found == rules.of.end() ? none : found->second;
}

NameList PrecisionTypes() {
  Rules& rules = AllRules();
  std::shared_lock lock(rules.mutex);
  NameList types;
  for (const auto& [type, rule] : rules.of) types.push_back(type);
  return types;
}

namespace internal {

int RegisterPrecision(const char* type, PrecisionRule rule) {
  Rules& rules = AllRules();
  std::unique_lock lock(rules.mutex);
  const bool is_new = rules.of.emplace(type, std::move(rule)).second;
  PADDLE_ENFORCE(is_new, AlreadyExists, "operator ", type,
                 " says twice in which precision it computes");
  return 0;
}

}  // namespace internal
}  // namespace paddle::framework
