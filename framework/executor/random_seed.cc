#include "paddle/framework/executor/random_seed.h"

#include <atomic>
#include <random>

#include "paddle/framework/scope/scope_locks.h"

namespace paddle::framework {

const char kStepVariable[] = "@STEP@";

namespace {

std::atomic<uint64_t>& SeedStorage() {
  static std::atomic<uint64_t> seed{[] {
    std::random_device device;
    return (static_cast<uint64_t>(device()) << 32) | device();
  }()};
  return seed;
}

}  // namespace

uint64_t DefaultSeed() { return SeedStorage(); }
void SetDefaultSeed(uint64_t seed) { SeedStorage() = seed; }

uint64_t StepOf(const Scope& scope) {
  const Scope& root = scope.root();
  ScopeLocks locks = ScopeLocks::One(root, ScopeAccess::kRead);
  locks.Lock();
  const Variable* step = root.FindLocalVar(kStepVariable);
  return step == nullptr ? 0 : step->Get<std::atomic<uint64_t>>().load();
}

void SetStep(Scope* scope, uint64_t step) {
  Scope& root = scope->root();
  ScopeLocks locks = ScopeLocks::One(root, ScopeAccess::kWrite);
  locks.Lock();
  *root.Var(kStepVariable)->GetMutable<std::atomic<uint64_t>>() = step;
}

uint64_t SeedOf(const Program& program) {
  const int64_t seed = program.desc().random_seed();
  return seed != 0 ? static_cast<uint64_t>(seed) : DefaultSeed();
}

}  // namespace paddle::framework
