// Binds the variables of a frame to a scope, under the scope's locks.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/scope/scope_locks.h"
#include "paddle/framework/scope/variable.h"

namespace paddle::framework {

// Remembers what it found: entering the same scope again looks no name up,
// unless variables were made or erased there. Used by one thread at a time.
class ScopeBinding {
 public:
  // `vars`, by slot, has the variables that the frame makes; the others are set
  // by Enter. The block and `vars` outlive this.
  ScopeBinding(const CompiledBlock& block, std::vector<Variable*>* vars)
      : block_(block), vars_(*vars), sources_(vars->size(), nullptr) {}

  // Takes the locks of the scope and its parents, shared, but exclusive of
  // those that the block writes to; finds the variables there, and makes those
  // that the block leaves there. On a GPU, values that are read move to it.
  // Returns whether variables may have changed. FailedPrecondition if this
  // thread holds one of the locks.
  bool Enter(Scope* scope);
  void Leave() { locks_.Unlock(); }

  // Gives the slots of Storage::kSnapshot copies of what the scope holds.
  void TakeSnapshots();
  // The counter of runs; null if the block names none.
  std::atomic<uint64_t>* counter() const { return counter_; }

 private:
  bool IsBound(const Scope& scope) const;
  // Returns false if variables have to be made or moved, for which the locks
  // must be `exclusive`.
  bool Bind(Scope* scope, bool exclusive);
  bool FindVariables(Scope* scope, bool exclusive);
  bool FindCounter(Scope* scope, bool exclusive);
  bool FindVariable(int slot, Scope* scope, bool exclusive);
  // Sets of which scopes the next run holds the locks exclusive.
  void SetAccess(const Scope& scope);
  bool Writes(const Scope& scope) const;
  // Null for a slot that is not read, and where there are no elements.
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
