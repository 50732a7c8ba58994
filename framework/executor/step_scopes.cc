#include "paddle/framework/executor/step_scopes.h"

#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::framework {

void StepScopes::Begin(std::shared_ptr<const NameList> names) {
  Clear();
  names_ = std::move(names);
}

void StepScopes::Clear() {
  values_.clear();
  size_ = 0;
}

VariableValue* StepScopes::Add() {
  // One vector for all steps: after the first run it has its full capacity.
  values_.resize(values_.size() + names_->size());
  ++size_;
  return values_.data() + values_.size() - names_->size();
}

VariableValue* StepScopes::Get(int64_t step) {
  PADDLE_ENFORCE(0 <= step && step < size_, OutOfRange, "step ", step,
                 " of a loop that made ", size_);
  return values_.data() + step * names_->size();
}

StepScopes* StepScopesOf(Variable* variable) {
  // Throws first: GetMutable would replace another value.
  variable->Get<StepScopes>();
  return variable->GetMutable<StepScopes>();
}

}  // namespace paddle::framework
