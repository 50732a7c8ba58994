// Stores values of a loop's steps for the gradient of the loop.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/scope/variable.h"

namespace paddle::framework {

// The value of a variable of kind STEP_SCOPES: for each step, the variables
// that the gradient block reads, and nothing else. Written and read by
// SubBlockRun. Not thread safe.
class StepScopes {
 public:
  // Drops all steps; later steps have variables of these names, sorted.
  void Begin(std::shared_ptr<const NameList> names);
  // Drops all steps.
  void Clear();

  // The steps since Begin.
  int64_t size() const { return size_; }
  const NameList& names() const { return *names_; }
  // Returns the values of a new step, empty and in the order of the names;
  // valid until the next call.
  VariableValue* Add();
  // Returns the values of a step. Throws OutOfRange if there is no such step.
  VariableValue* Get(int64_t step);

 private:
  std::shared_ptr<const NameList> names_ = std::make_shared<NameList>();
  int64_t size_ = 0;
  std::vector<VariableValue> values_;  // step by step
};

// Returns the steps that a variable holds. Throws FailedPrecondition, leaving
// the variable as it is, if it holds something else.
StepScopes* StepScopesOf(Variable* variable);

}  // namespace paddle::framework
