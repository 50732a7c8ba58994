// Random plans: nested blocks, lists that hold a variable twice, bodies that
// return what they were given, outer variables, or one value several times.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/tools/random_programs/plan.h"

namespace paddle::random_programs {

// The plan of a seed: the same one on every machine. Written out it has at most
// about a thousand operators.
Plan Generate(uint64_t seed);

// Makes a plan smaller for as long as `fails` says that the smaller one still
// shows what the first one does: statements become aliases of values that were
// there before.
template <typename Fails>
Plan Shrink(Plan plan, const Fails& fails);

// How many statements there are, aliases apart.
int NumStatements(const Body& body);

// Replaces statement number `index`, counted as NumStatements counts them;
// false if no earlier values of its kinds are to be had.
bool ReplaceStatement(Plan* plan, int index);

template <typename Fails>
Plan Shrink(Plan plan, const Fails& fails) {
  for (int i = NumStatements(plan.body) - 1; i >= 0; --i) {
    Plan smaller = plan;
    if (!ReplaceStatement(&smaller, i) || !fails(smaller)) continue;
    plan = smaller;
    i = std::min(i, NumStatements(plan.body));
  }
  return plan;
}

}  // namespace paddle::random_programs
