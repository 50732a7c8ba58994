#include "paddle/backward/loss_scaling.h"

#include <limits>
#include <vector>

#include "paddle/framework/layers/logical.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/layers/promotion.h"
#include "paddle/framework/layers/switch_case.h"
#include "paddle/platform/enforce.h"

namespace paddle::backward {

using framework::Program;
using layer::DataType;
using layer::Variable;

LossScalingState MakeLossScaling(const LossScaling& settings,
                                 const std::shared_ptr<Program>& main,
                                 const std::shared_ptr<Program>& startup) {
  PADDLE_ENFORCE(settings.initial >= 1 &&
                     settings.initial <= std::numeric_limits<float>::max(),
                 InvalidArgument,
                 "a loss scale is at least 1 and a finite float32, not ",
                 settings.initial);
  const auto make = [&](const char* name, DataType type, double value) {
    return layer::global_variable({1}, type, value, main->UniqueName(name),
                                  main, startup);
  };
  LossScalingState state;
  state.scale = make("loss_scaling", DataType::kFloat32, settings.initial);
  if (!settings.dynamic) return state;
  state.good_steps = make("loss_scaling_good_steps", DataType::kInt64, 0);
  state.bad_steps = make("loss_scaling_bad_steps", DataType::kInt64, 0);
  return state;
}

Variable ScaleLoss(const Variable& loss, const Variable& scale) {
  const layer::BlockGuard block(loss.program(), loss.block());
  return layer::Op("elementwise_mul",
                   {{"X", loss}, {"Y", layer::CastTo(scale, loss.dtype())}});
}

namespace {

std::vector<Variable> GradientsOf(const ParamsAndGrads& pairs) {
  std::vector<Variable> gradients;
  for (const ParamAndGrad& pair : pairs) gradients.push_back(pair.grad);
  return gradients;
}

void UpdateScale(const Variable& found, const LossScaling& settings,
                 const LossScalingState& state) {
  layer::AppendOp(
      "update_loss_scaling",
      {{"FoundInfinite", found},
       {"PrevLossScaling", state.scale},
       {"InGoodSteps", state.good_steps},
       {"InBadSteps", state.bad_steps}},
      {{"incr_every_n_steps", settings.incr_every_n_steps},
       {"decr_every_n_nan_or_inf", settings.decr_every_n_nan_or_inf},
       {"incr_ratio", settings.incr_ratio},
       {"decr_ratio", settings.decr_ratio}});
}

}  // namespace

void UpdateUnlessInfinite(
    const ParamsAndGrads& scaled, const LossScaling& settings,
    const LossScalingState& state,
    const std::function<void(const ParamsAndGrads& unscaled)>& update) {
  const std::vector<Variable> gradients = GradientsOf(scaled);
  layer::OpOptions options;
  options.counts = {{"Out", static_cast<int>(gradients.size())}};
  const layer::Outputs checked = layer::AppendOp(
      "check_finite_and_unscale",
      {{"X", gradients},
       {"Scale", layer::CastTo(state.scale, gradients[0].dtype())}},
      {}, options);
  const std::vector<Variable> unscaled = checked.List("Out");
  const Variable found = checked["FoundInfinite"];
  layer::cond(layer::logical_not(found), [&] {
    ParamsAndGrads pairs;
    for (size_t i = 0; i < scaled.size(); ++i) {
      pairs.push_back({scaled[i].param, unscaled[i]});
    }
    update(pairs);
    return std::vector<Variable>();
  });
  if (settings.dynamic) UpdateScale(found, settings, state);
}

}  // namespace paddle::backward
