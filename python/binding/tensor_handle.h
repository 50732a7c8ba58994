// A tensor that Python holds: a value, or a variable's in a scope.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "paddle/framework/scope/scope.h"
#include "paddle/framework/scope/scope_locks.h"
#include "paddle/framework/tensor/lod_tensor.h"

namespace paddle::python {

// The `LoDTensor` of Python: a value, or the current value of a variable in a
// scope. While a run updates the variable, it waits without the GIL.
class TensorHandle {
 public:
  explicit TensorHandle(framework::LoDTensor value)
      : value_(std::move(value)) {}
  TensorHandle(std::shared_ptr<framework::Scope> scope, std::string name)
      : scope_(std::move(scope)), name_(std::move(name)) {}

  // Returns the value, sharing its memory. A variable's current value keeps
  // that memory: the variable gets new memory before a run updates it. Throws
  // FailedPrecondition if the variable holds no tensor (yet).
  framework::LoDTensor Get() const;
  // As above, for somebody who may write to the memory: counts as a change of
  // the variable, and waits for runs that read it, too.
  framework::LoDTensor GetWritable();
  // Replaces the value.
  void Set(framework::LoDTensor value);
  bool in_scope() const { return scope_ != nullptr; }
  bool initialized() const;

 private:
  // The caller must hold the scope's lock. Throws NotFound if the variable was
  // erased.
  framework::Variable* Find() const;
  framework::LoDTensor ValueFor(framework::ScopeAccess access) const;

  framework::LoDTensor value_;
  std::shared_ptr<framework::Scope> scope_;
  std::string name_;
};

}  // namespace paddle::python
