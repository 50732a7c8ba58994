// A scope maps names to variables, as a block of a C++ program does.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/scope/scope_lock.h"
#include "paddle/framework/scope/variable.h"

namespace paddle::framework {

// Owns variables and looks up their names. A name means the variable of the
// innermost scope that has it. A scope does no computation and keeps its parent
// alive. Its functions are not synchronized: threads that share a scope must
// hold its lock for reading or for writing, as runs do (scope_locks.h).
class Scope {
 public:
  static std::shared_ptr<Scope> Create(
      const std::shared_ptr<Scope>& parent = nullptr);
  ~Scope();
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  // Returns the local variable `name`, creating it if it does not exist.
  Variable* Var(absl::string_view name);
  // Creates a local variable; throws AlreadyExists if this scope has the name.
  Variable* NewVar(absl::string_view name);
  // Returns the variable of this scope or the nearest parent that has it, or
  // null.
  Variable* FindVar(absl::string_view name) const;
  // Returns the variable of this scope only, or null.
  Variable* FindLocalVar(absl::string_view name) const;
  // Destroys a local variable; throws NotFound if there is none.
  void Erase(absl::string_view name);

  const std::shared_ptr<Scope>& parent() const { return parent_; }
  // Returns the outermost of this scope and its parents, which holds what
  // outlives runs (parameters, the step).
  Scope& root();
  const Scope& root() const;
  // Returns the names of the local variables, sorted.
  std::vector<std::string> LocalNames() const;

  // uid() is unique among all scopes this process ever had; version() counts
  // the variables created and erased here. Together they tell whether pointers
  // looked up earlier are still valid.
  uint64_t uid() const { return uid_; }
  uint64_t version() const { return version_; }
  // Returns a number that grows whenever a variable is created in or erased
  // from this scope or one of its parents.
  uint64_t ChainVersion() const;

  // Guards the names and values of this scope; each parent has a lock of its
  // own.
  ScopeLock* lock() const { return &lock_; }

 private:
  struct Variables;

  explicit Scope(std::shared_ptr<Scope> parent);

  const std::shared_ptr<Scope> parent_;
  const uint64_t uid_;
  uint64_t version_ = 0;
  mutable ScopeLock lock_;
  // Apart, since the map would cost half a second in each file that sees this.
  const std::unique_ptr<Variables> vars_;
};

}  // namespace paddle::framework
