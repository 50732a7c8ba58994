#include "paddle/python/binding/tensor_handle.h"

#include "paddle/framework/scope/scope_locks.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/scope_wait.h"

namespace paddle::python {
namespace {

using framework::LoDTensor;
using framework::ScopeAccess;
using framework::ScopeLocks;

bool HoldsTensor(const framework::Variable& variable) {
  return variable.Is<LoDTensor>() && variable.Get<LoDTensor>().initialized();
}

}  // namespace

framework::Variable* TensorHandle::Find() const {
  framework::Variable* variable = scope_->FindLocalVar(name_);
  PADDLE_ENFORCE(variable != nullptr, NotFound, "variable ", name_,
                 " has been erased from its scope");
  return variable;
}

LoDTensor TensorHandle::Get() const { return ValueFor(ScopeAccess::kRead); }

LoDTensor TensorHandle::GetWritable() { return ValueFor(ScopeAccess::kWrite); }

LoDTensor TensorHandle::ValueFor(ScopeAccess access) const {
  if (!in_scope()) return value_;
  const ScopeLocks locks = Locked(ScopeLocks::One(*scope_, access));
  framework::Variable& variable = *Find();
  PADDLE_ENFORCE(HoldsTensor(variable), FailedPrecondition, "variable ", name_,
                 " is not initialised");
  // Derived variables are computed from it again (preparation.h).
  if (access == ScopeAccess::kWrite) variable.MarkChanged();
  return variable.Get<LoDTensor>();
}

bool TensorHandle::initialized() const {
  if (!in_scope()) return value_.initialized();
  const ScopeLocks locks = Locked(ScopeLocks::One(*scope_, ScopeAccess::kRead));
  return HoldsTensor(*Find());
}

void TensorHandle::Set(LoDTensor value) {
  if (!in_scope()) {
    value_ = std::move(value);
    return;
  }
  // Declared before the locks, so that the old value dies after they are
  // released: its owner may be a Python object.
  const ScopeLocks locks =
      Locked(ScopeLocks::One(*scope_, ScopeAccess::kWrite));
  std::swap(*Find()->GetMutable<LoDTensor>(), value);
}

}  // namespace paddle::python
