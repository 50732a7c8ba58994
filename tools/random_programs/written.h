// A plan as a program, with what it is fed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/layers/layers.h"
#include "paddle/tools/random_programs/plan.h"

namespace paddle::random_programs {

using layer::Variable;
// Variables whose rows, concatenated, are one value.
using Parts = std::vector<Variable>;

struct Written {
  std::shared_ptr<framework::Program> main;
  framework::Feeds feeds;
  std::vector<Parts> inputs;  // of floating point, then the parameters
  std::vector<Parts> results;
  Variable loss;  // which all results flow into
};

// The numbers of the input, or of parameter, at a place: within [-1, 1], and
// the same always.
std::vector<double> NumbersOf(const std::string& name, int64_t count);

// Parameter `i`, [width, width] of float64, in the default main program.
Variable ParameterOf(int i);

// Returns what a value adds to the loss: the sum of v^2 / 2 + v.
Variable LossOf(const Variable& value);

// Feeds a variable of float64.
void Feed(const Variable& variable, std::vector<int64_t> shape,
          const std::vector<double>& numbers, framework::Feeds* feeds);

// The operators without a block, each of which does to variables what its
// statement says; kPool and kSumRows are not among them.
Variable Simple(const Statement& statement, const Parts& operands);

// Writes a plan with blocks: one part each.
Written WriteBlocks(const Plan& plan);
// Writes a plan without blocks: each row of everything is a variable,
// iterations and steps follow one another, and only branches that run are
// present.
Written WriteUnrolled(const Plan& plan);

}  // namespace paddle::random_programs
