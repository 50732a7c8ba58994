#include "paddle/framework/executor/evaluator.h"
#include "paddle/framework/passes/optimize.h"
#include "paddle/tools/serve/serve_main.h"

namespace paddle::serve {

framework::ProgramFunction OptimizerOf(int level) {
  if (level == 0) return {};
  return framework::Optimizer(
      level == 1 ? framework::kExact : framework::kReassociates,
      framework::EvaluatorOn(platform::CPUPlace()));
}

}  // namespace paddle::serve
