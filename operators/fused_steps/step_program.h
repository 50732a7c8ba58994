// Translates programs of fused_elementwise into tables for GPUs.
#pragma once

#include <vector>

#include "absl/types/optional.h"

#include "paddle/operators/elementwise/fused_program.h"
#include "paddle/operators/elementwise/tile_plan.h"
#include "paddle/operators/fused_steps/step_table.h"

namespace paddle::operators {

// A program as kernels on a GPU run it: what is the same for all data types.
struct StepProgram {
  std::vector<kernels::StepRow> rows;
  std::vector<double> words;  // attributes of all steps
  std::vector<TilePlan::View> views;
  int delayed = -1;  // a buffer; see StepTable
};

// Returns nothing for a program with a step that has no code, or with more of
// anything than a StepTable has room for.
absl::optional<StepProgram> TranslateSteps(const FusedProgram& program);

}  // namespace paddle::operators
