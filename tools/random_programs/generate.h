// Makes random plans: nested blocks, lists that hold a variable twice, bodies
// that return their arguments, outer variables, or one value several times.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/tools/random_programs/plan.h"

namespace paddle::random_programs {

// Returns the plan of a seed, the same on every machine. Written without blocks
// it has at most about a thousand operators.
Plan Generate(uint64_t seed);

// Makes a plan smaller as long as `fails` says that it still shows the failure:
// replaces statements by aliases of earlier values.
template <typename Fails>
Plan Shrink(Plan plan, const Fails& fails);

// Returns the number of statements, not counting aliases.
int NumStatements(const Body& body);

// Replaces the statement of number `index`, in the order of NumStatements;
// false if there are no earlier values of its kinds.
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
