#include "paddle/backward/gradient_accumulation.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/backward/param_devices.h"
#include "paddle/backward/step_counter.h"
#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/logical.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/layers/switch_case.h"
#include "paddle/platform/enforce.h"

namespace paddle::backward {

using layer::DataType;
using layer::Variable;

namespace {

// Returns the sum of a gradient over the runs since `count` was 0.
Variable SumOf(const ParamAndGrad& pair, const Variable& count) {
  const Variable& param = pair.param;
  const std::string name = layer::DefaultMainProgram()->UniqueName(
      absl::StrCat(param.name(), "_gradient_sum"));
  const Variable sum =
      layer::global_variable(param.dims().ToVector(), param.dtype(), 0, name);
  // One operator resets and adds, so that the first run needs no special case.
  return layer::Op("accumulate_gradient",
                   {{"Sum", sum}, {"Grad", pair.grad}, {"Count", count}});
}

}  // namespace

void AccumulateGradients(
    const ParamsAndGrads& params_and_grads, int64_t steps,
    const std::function<void(const ParamsAndGrads& means)>& update) {
  PADDLE_ENFORCE_GE(steps, 1, "the number of runs to accumulate gradients of");
  if (steps == 1) return update(params_and_grads);
  const Variable count = CountSteps("accumulated_steps", steps);
  const ParamDevices devices(*layer::DefaultMainProgram());
  ParamsAndGrads sums;
  for (const ParamAndGrad& pair : params_and_grads) {
    const layer::DeviceGuard device(devices.Of(pair.param));
    sums.push_back({pair.param, SumOf(pair, count)});
  }
  // The update runs inside a block, so that nothing of it is computed in other
  // runs.
  layer::cond(layer::equal(count, steps - 1), [&] {
    ParamsAndGrads means;
    for (const auto& [param, sum] : sums) {
      // Scaling the sum once is cheaper than scaling each gradient.
      means.push_back({param, layer::scale(sum, 1.0 / steps)});
    }
    update(means);
    return std::vector<Variable>();
  });
}

}  // namespace paddle::backward
