#include "paddle/framework/executor/scope_binding.h"

#include <string>

#include "paddle/framework/executor/placement.h"
#include "paddle/platform/device_context.h"

namespace paddle::framework {

namespace {

using Slot = CompiledBlock::Slot;
using Storage = CompiledBlock::Storage;

}  // namespace

bool ScopeBinding::Enter(Scope* scope) {
  if (scope_uid_ == scope->uid()) {
    locks_.Lock();
    if (IsBound(*scope)) return false;
    locks_.Unlock();
  }
  // If binding throws, the frame is bound to nothing.
  scope_uid_ = 0;
  // Tries with shared locks first, which do not stop other runs; making or
  // moving variables needs exclusive ones.
  if (!block_.writes_scope()) {
    locks_ = ScopeLocks::Chain(*scope, ScopeAccess::kRead, ScopeAccess::kRead);
    locks_.Lock();
    if (Bind(scope, /*exclusive=*/false)) return true;
    locks_.Unlock();
  }
  locks_ = ScopeLocks::Chain(*scope, ScopeAccess::kWrite, ScopeAccess::kWrite);
  locks_.Lock();
  Bind(scope, /*exclusive=*/true);
  // Not on a GPU: another run could move these values back in between.
  if (!block_.place().is_cuda()) locks_.Downgrade();
  return true;
}

void ScopeBinding::TakeSnapshots() {
  for (int slot : block_.external_slots()) {
    if (block_.slots()[slot].storage != Storage::kSnapshot) continue;
    if (sources_[slot] == nullptr) {
      vars_[slot]->Clear();
    } else {
      CopyValue(*sources_[slot], block_.place(), vars_[slot]);
    }
  }
}

bool ScopeBinding::IsBound(const Scope& scope) const {
  if (scope_version_ != scope.ChainVersion()) return false;
  return !NeedsMove();
}

bool ScopeBinding::Bind(Scope* scope, bool exclusive) {
  if (!FindVariables(scope, exclusive)) return false;
  if (!FindCounter(scope, exclusive)) return false;
  if (NeedsMove()) {
    if (!exclusive) return false;
    MoveExternal();
  }
  SetAccess(*scope);
  scope_uid_ = scope->uid();
  scope_version_ = scope->ChainVersion();
  return true;
}

bool ScopeBinding::FindVariables(Scope* scope, bool exclusive) {
  const int size = static_cast<int>(vars_.size());
  for (int i = 0; i < size; ++i) {
    const Slot& slot = block_.slots()[i];
    if (slot.storage == Storage::kSnapshot) {
      sources_[i] = scope->FindVar(slot.name);
    }
    if (!slot.in_frame && !FindVariable(i, scope, exclusive)) return false;
  }
  return true;
}

bool ScopeBinding::FindVariable(int index, Scope* scope, bool exclusive) {
  const Slot& slot = block_.slots()[index];
  const bool local = slot.storage == Storage::kOutput;
  vars_[index] = local ? nullptr : scope->FindVar(slot.name);
  const bool made = local || slot.first_writer >= 0;
  if (vars_[index] != nullptr || !made) return true;
  if (!exclusive) return false;
  // Persistables outlive the scope of a run, so they are made in the root.
  Scope* home = local || !slot.persistable ? scope : &scope->root();
  vars_[index] = home->Var(slot.name);
  return true;
}

bool ScopeBinding::FindCounter(Scope* scope, bool exclusive) {
  const std::string& name = block_.counter();
  if (name.empty()) return true;
  Scope& root = scope->root();
  if (root.FindLocalVar(name) == nullptr && !exclusive) return false;
  counter_ = root.Var(name)->GetMutable<std::atomic<uint64_t>>();
  return true;
}

void ScopeBinding::SetAccess(const Scope& scope) {
  int depth = locks_.size();
  for (const Scope* s = &scope; s != nullptr; s = s->parent().get()) {
    locks_.set_access(--depth,
                      Writes(*s) ? ScopeAccess::kWrite : ScopeAccess::kRead);
  }
}

bool ScopeBinding::Writes(const Scope& scope) const {
  for (size_t i = 0; i < vars_.size(); ++i) {
    const Slot& slot = block_.slots()[i];
    const bool written = slot.written || slot.storage == Storage::kOutput;
    if (!slot.in_frame && written &&
        scope.FindLocalVar(slot.name) == vars_[i]) {
      return true;
    }
  }
  return false;
}

const Tensor* ScopeBinding::ValueRead(int slot) const {
  const bool read = block_.slots()[slot].first_reader >= 0;
  return read && vars_[slot] != nullptr ? ValueOf(*vars_[slot]) : nullptr;
}

void ScopeBinding::MoveExternal() {
  for (int slot : block_.external_slots()) {
    if (ValueRead(slot) != nullptr) MoveTo(block_.place(), vars_[slot]);
  }
}

bool ScopeBinding::NeedsMove() const {
  // Checked in each run; without GPUs there is one kind of memory.
  static const bool has_gpus = platform::CUDADeviceCount() > 0;
  if (!has_gpus) return false;
  for (int slot : block_.external_slots()) {
    const Tensor* value = ValueRead(slot);
    if (value != nullptr && value->place() != block_.place()) return true;
  }
  return false;
}

}  // namespace paddle::framework
