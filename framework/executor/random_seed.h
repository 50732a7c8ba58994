// The key of random numbers: the seed, and the number of runs.
#pragma once

#include <cstdint>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/scope/scope.h"

namespace paddle::framework {

// The seed of programs without one. Initially a number that differs from
// process to process. Thread safe.
uint64_t DefaultSeed();
void SetDefaultSeed(uint64_t seed);
// Returns the seed of a run of `program`: its own, or the default.
uint64_t SeedOf(const Program& program);

// The variable, a std::atomic<uint64_t> in the root scope, that counts the runs
// (mode kRun) on a scope; random numbers are keyed by it. The first run makes
// it.
extern const char kStepVariable[];
// Return the counter, 0 if nothing has run, and set it. Wait for the lock of
// the root scope.
uint64_t StepOf(const Scope& scope);
void SetStep(Scope* scope, uint64_t step);

}  // namespace paddle::framework
