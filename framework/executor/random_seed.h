// Tells what random numbers are keyed by: the seed, and how many runs there
// were.
#pragma once

#include <cstdint>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/scope/scope.h"

namespace paddle::framework {

// The seed of programs that have none of their own. At first a number that
// differs from process to process.
uint64_t DefaultSeed();
void SetDefaultSeed(uint64_t seed);
// The seed a run of `program` uses: its own, or the default.
uint64_t SeedOf(const Program& program);

// The variable, of type std::atomic<uint64_t> and kept in the root scope, that
// counts the runs (mode kRun) of a scope: the step that random numbers are
// keyed by. The first run makes it.
extern const char kStepVariable[];
// Its value, 0 where nothing ran; and a new one. Wait for the lock of the root
// scope.
uint64_t StepOf(const Scope& scope);
void SetStep(Scope* scope, uint64_t step);

}  // namespace paddle::framework
