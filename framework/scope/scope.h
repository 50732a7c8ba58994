// Names and the variables they stand for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/scope/scope_lock.h"
#include "paddle/framework/scope/variable.h"

namespace paddle::framework {

// As the braces of a program: a name means the variable of the innermost scope
// that has it. A scope owns its variables and nothing else, and holds no
// computation. It keeps its parent alive. Its functions are not guarded: where
// several threads use a scope, who calls them holds its lock, for reading or
// for writing, as runs do (scope_locks.h).
class Scope {
 public:
  static std::shared_ptr<Scope> Create(
      const std::shared_ptr<Scope>& parent = nullptr);

  // The local variable `name`, made when it does not exist.
  Variable* Var(absl::string_view name);
  // A new local variable; AlreadyExists if this scope has the name.
  Variable* NewVar(absl::string_view name);
  // Climbs to the parents; null when absent.
  Variable* FindVar(absl::string_view name) const;
  // This scope only; null when absent.
  Variable* FindLocalVar(absl::string_view name) const;
  // Destroys a local variable; NotFound when absent.
  void Erase(absl::string_view name);

  const std::shared_ptr<Scope>& parent() const { return parent_; }
  // Returns the outermost of this scope and its parents, where what outlives
  // runs (parameters, the step) lives.
  Scope& root();
  const Scope& root() const;
  // Local names, sorted.
  std::vector<std::string> LocalNames() const;

  // A number no other scope of this process ever had, and a count of the
  // variables made and erased here: together they tell whether pointers that
  // were looked up earlier are still the right ones.
  uint64_t uid() const { return uid_; }
  uint64_t version() const { return version_; }

  // Of what stands here, names and values; the parents have their own.
  ScopeLock* lock() const { return &lock_; }

 private:
  explicit Scope(std::shared_ptr<Scope> parent);

  const std::shared_ptr<Scope> parent_;
  const uint64_t uid_;
  uint64_t version_ = 0;
  mutable ScopeLock lock_;
  absl::flat_hash_map<std::string, std::unique_ptr<Variable>> vars_;
};

}  // namespace paddle::framework
