// Binds the variables of a frame to a scope while holding the scope's locks.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/scope/scope_locks.h"
#include "paddle/framework/scope/variable.h"

namespace paddle::framework {

// Remembers its bindings: entering the same scope again looks no name up unless
// variables were added or erased there. Used by one thread at a time.
class ScopeBinding {
 public:
  // `vars`, by slot, contains the variables that the frame makes; Enter sets
  // the others. `block` and `vars` must outlive this.
  ScopeBinding(const CompiledBlock& block, std::vector<Variable*>* vars)
      : block_(block), vars_(*vars), sources_(vars->size(), nullptr) {}

  // Locks the scope and its ancestors, those that the block writes to
  // exclusively and the others shared; finds the variables there, and makes
  // those that the block leaves there. On a GPU, moves values that are read to
  // it. Returns true if variables may have changed. Throws FailedPrecondition
  // if this thread holds one of the locks.
  bool Enter(Scope* scope);
  void Leave() { locks_.Unlock(); }

  // Copies the scope's values to the slots of Storage::kSnapshot.
  void TakeSnapshots();
  // The counter of runs; null if the block names none.
  std::atomic<uint64_t>* counter() const { return counter_; }

 private:
  bool IsBound(const Scope& scope) const;
  // Returns false if variables have to be made or moved but the locks are not
  // `exclusive`.
  bool Bind(Scope* scope, bool exclusive);
  bool FindVariables(Scope* scope, bool exclusive);
  bool FindCounter(Scope* scope, bool exclusive);
  bool FindVariable(int slot, Scope* scope, bool exclusive);
  // Determines which locks the next run takes exclusively.
  void SetAccess(const Scope& scope);
  bool Writes(const Scope& scope) const;
  // Returns null for a slot that is not read, or without elements.
  const Tensor* ValueRead(int slot) const;
  void MoveExternal();
  bool NeedsMove() const;

  const CompiledBlock& block_;
  std::vector<Variable*>& vars_;
  std::vector<Variable*> sources_;  // of Storage::kSnapshot, by slot
  uint64_t scope_uid_ = 0;          // 0: none
  uint64_t scope_version_ = 0;
  ScopeLocks locks_;
  std::atomic<uint64_t>* counter_ = nullptr;
};

}  // namespace paddle::framework
