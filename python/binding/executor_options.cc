#include "paddle/python/binding/executor_options.h"

#include "paddle/framework/executor/evaluator.h"
#include "paddle/framework/passes/optimize.h"
#include "paddle/platform/enforce.h"

namespace paddle::python {

framework::ExecutorOptions OptionsOf(const platform::Place& place,
                                     int optimize) {
  PADDLE_ENFORCE(optimize >= 0 && optimize <= 2, InvalidArgument,
                 "optimize is 0, 1 or 2, not ", optimize);
  framework::ExecutorOptions options;
  if (optimize == 0) return options;
  options.optimize =
      framework::Optimizer(static_cast<framework::PassLevel>(optimize),
                           framework::EvaluatorOn(place), place.kind());
  return options;
}

}  // namespace paddle::python
