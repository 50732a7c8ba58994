// What a loop's steps computed, for the gradient of the loop.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/scope/variable.h"

namespace paddle::framework {

// The value of a variable of kind STEP_SCOPES. Of each step it holds the
// variables that the gradient block reads, and nothing else. Filled and read by
// BlockRun. Not thread safe.
class StepScopes {
 public:
  // Forgets all steps; steps added later have variables of these names, sorted.
  void Begin(std::shared_ptr<const NameList> names);
  // Forgets all steps but keeps the room for them.
  void Clear();

  // The steps since Begin.
  int64_t size() const { return size_; }
  const NameList& names() const { return *names_; }
  // The values of a new step, empty, by name; valid until the next one.
  VariableValue* Add();
  // OutOfRange for a step that there is not.
  VariableValue* Get(int64_t step);

 private:
  std::shared_ptr<const NameList> names_ = std::make_shared<NameList>();
  int64_t size_ = 0;
  std::vector<VariableValue> values_;  // step by step
};

// The steps that a variable holds; FailedPrecondition if it holds something
// else, which stays.
StepScopes* StepScopesOf(Variable* variable);

}  // namespace paddle::framework
