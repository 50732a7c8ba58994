#include "paddle/framework/registry/elementwise_rule.h"

#include <map>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

struct Rules {
  std::shared_mutex mutex;  // libraries of operators are loaded at any time
  std::map<std::string, std::vector<ElementwiseRule>, std::less<>> of;
  std::set<std::string, std::less<>> updates;
};

// Never destroyed, as the map of operators.
Rules& AllRules() {
  static Rules& rules = *new Rules;
  return rules;
}

}  // namespace

const std::vector<ElementwiseRule>& ElementwiseRules(absl::string_view type) {
  static const auto& none = *new std::vector<ElementwiseRule>;
  Rules& rules = AllRules();
  std::shared_lock lock(rules.mutex);
  const auto found = rules.of.find(type);
  return found == rules.of.end() ? none : found->second;
}

const ElementwiseRule* FindElementwiseRule(absl::string_view type,
                                           absl::string_view output) {
  for (const ElementwiseRule& rule : ElementwiseRules(type)) {
    if (rule.output == output) return &rule;
  }
  return nullptr;
}

NameList ElementwiseTypes() {
  Rules& rules = AllRules();
  std::shared_lock lock(rules.mutex);
  NameList types;
  for (const auto& [type, of_type] : rules.of) types.push_back(type);
  return types;
}

bool UpdatesElements(absl::string_view type) {
  Rules& rules = AllRules();
  std::shared_lock lock(rules.mutex);
  return rules.updates.find(type) != rules.updates.end();
}

NameList ElementwiseUpdates() {
  Rules& rules = AllRules();
  std::shared_lock lock(rules.mutex);
  return {rules.updates.begin(), rules.updates.end()};
}

namespace internal {

int RegisterElementwise(const char* type, std::vector<ElementwiseRule> added) {
  Rules& rules = AllRules();
  std::unique_lock lock(rules.mutex);
  const bool is_new = rules.of.emplace(type, std::move(added)).second;
  PADDLE_ENFORCE(is_new, AlreadyExists, "operator ", type,
                 " says twice that it is elementwise");
  return 0;
}

int RegisterElementwiseUpdate(const char* type) {
  Rules& rules = AllRules();
  std::unique_lock lock(rules.mutex);
  rules.updates.insert(type);
  return 0;
}

}  // namespace internal
}  // namespace paddle::framework
