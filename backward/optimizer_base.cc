#include "paddle/backward/optimizer_base.h"

#include <cmath>

#include "absl/strings/str_cat.h"

#include "paddle/backward/clip.h"
#include "paddle/backward/gradient_accumulation.h"
#include "paddle/backward/param_devices.h"
#include "paddle/backward/regularizer.h"
#include "paddle/backward/transaction.h"
#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/enforce.h"

namespace paddle::backward {

using layer::Program;
using layer::Variable;

namespace {

std::shared_ptr<Program> OrDefault(const std::shared_ptr<Program>& startup) {
  return startup != nullptr ? startup : layer::DefaultStartupProgram();
}

layer::DataType LearningRateType(const Program& main) {
  for (const auto& var : main.global_block().desc().vars()) {
    if (var.is_parameter() && var.dtype() == framework::proto::FLOAT64) {
      return layer::DataType::kFloat64;
    }
  }
  return layer::DataType::kFloat32;
}

// Names what a variable is computed from where that variable is meant.
void Rename(const Copies& copies, BackwardOptions* options) {
  for (std::string& name : options->checkpoints) {
    const auto found = copies.find(name);
    if (found != copies.end()) name = found->second;
  }
  std::vector<std::string>* stops = &options->no_grad_set;
  for (size_t i = stops->size(); i-- > 0;) {
    const auto found = copies.find((*stops)[i]);
    if (found != copies.end()) stops->push_back(found->second);
  }
}

}  // namespace

LearningRate::LearningRate(double value) : value_(value) {
  PADDLE_ENFORCE(std::isfinite(value) && value >= 0, InvalidArgument,
                 "a learning rate is finite and at least 0, not ", value);
}

Optimizer::Optimizer(LearningRate learning_rate, OptimizerOptions options)
    : learning_rate_(std::move(learning_rate)), options_(std::move(options)) {}

void Optimizer::WriteOrRestore(const std::shared_ptr<Program>& main,
                               const std::shared_ptr<Program>& startup,
                               const std::function<void()>& write) {
  const auto kept = kept_;
  const auto loss_scalings = loss_scalings_;
  Transaction main_transaction(main);
  Transaction startup_transaction(startup);
  try {
    write();
  } catch (...) {
    kept_ = kept;
    loss_scalings_ = loss_scalings;
    throw;
  }
  main_transaction.Commit();
  startup_transaction.Commit();
}

ParamsAndGrads Optimizer::Minimize(const Variable& loss,
                                   const std::shared_ptr<Program>& startup,
                                   const BackwardOptions& options,
                                   int64_t accumulate_steps) {
  ParamsAndGrads result;
  WriteOrRestore(loss.program(), OrDefault(startup), [&] {
    result = Backward(loss, options, startup);
    ApplyGradients(result, startup, accumulate_steps);
  });
  return result;
}

ParamsAndGrads Optimizer::Backward(const Variable& loss,
                                   const BackwardOptions& options,
                                   const std::shared_ptr<Program>& startup) {
  if (!options_.mixed_precision.has_value()) {
    return AppendBackward(loss, options);
  }
  ParamsAndGrads result;
  WriteOrRestore(loss.program(), OrDefault(startup), [&] {
    result = BackwardInMixedPrecision(loss, options, OrDefault(startup));
  });
  return result;
}

ParamsAndGrads Optimizer::BackwardInMixedPrecision(
    const Variable& loss, const BackwardOptions& options,
    const std::shared_ptr<Program>& startup) {
  const std::shared_ptr<Program> main = loss.program();
  BackwardOptions renamed = options;
  if (options_.mixed_precision->lower != nullptr) {
    Rename(options_.mixed_precision->lower(main.get()), &renamed);
  }
  if (loss_scaling() == nullptr) return AppendBackward(loss, renamed);
  LossScalingState& state = loss_scalings_[main->uid()];
  if (!state.scale.is_valid()) {
    state = MakeLossScaling(*loss_scaling(), main, startup);
  }
  return AppendBackward(ScaleLoss(loss, state.scale), renamed);
}

const LossScaling* Optimizer::loss_scaling() const {
  if (!options_.mixed_precision.has_value()) return nullptr;
  const auto& scaling = options_.mixed_precision->loss_scaling;
  return scaling.has_value() ? &*scaling : nullptr;
}

// Two updates of one scale would count the steps of each other, and the second
// divide by what the first has changed.
const LossScalingState& Optimizer::TakeLossScaling(const Program& main) {
  LossScalingState& state = loss_scalings_.at(main.uid());
  PADDLE_ENFORCE(!state.updated || !loss_scaling()->dynamic, Unimplemented,
                 "gradients of this optimizer have been applied in the program "
                 "before, and a dynamic loss scale is updated once a run: add "
                 "up the losses, or give each an optimizer of its own");
  state.updated = true;
  return state;
}

Variable Optimizer::LossScaleOf(const Program& main) const {
  const auto found = loss_scalings_.find(main.uid());
  return found == loss_scalings_.end() ? Variable() : found->second.scale;
}

void Optimizer::ApplyGradients(const ParamsAndGrads& params_and_grads,
                               const std::shared_ptr<Program>& given_startup,
                               int64_t accumulate_steps) {
  CheckGradients(params_and_grads);
  const std::shared_ptr<Program> main = params_and_grads[0].grad.program();
  const std::shared_ptr<Program> startup = OrDefault(given_startup);
  PADDLE_ENFORCE(
      loss_scaling() == nullptr || LossScaleOf(*main).is_valid(),
      FailedPrecondition,
      "the loss of these gradients was not scaled: they do not come from "
      "backward() of this optimizer");
  WriteOrRestore(main, startup, [&] {
    const layer::RoleGuard role(framework::proto::OPTIMIZE);
    const layer::ProgramGuard programs(main, startup);
    const layer::BlockGuard block(main, 0);
    const auto update = [&](const ParamsAndGrads& gradients) {
      AppendUpdates(gradients, main, startup);
    };
    AccumulateGradients(params_and_grads, accumulate_steps,
                        [&](const ParamsAndGrads& means) {
                          if (loss_scaling() == nullptr) return update(means);
                          UpdateUnlessInfinite(means, *loss_scaling(),
                                               TakeLossScaling(*main), update);
                        });
  });
}

void Optimizer::AppendUpdates(const ParamsAndGrads& params_and_grads,
                              const std::shared_ptr<Program>& main,
                              const std::shared_ptr<Program>& startup) {
  const ParamsAndGrads ready = AppendRegularization(
      AppendGradientClip(params_and_grads, options_.gradient_clip),
      options_.regularizer);
  const Variable rate = LearningRateOf(main, startup);
  const ParamDevices devices(*main);
  for (const ParamAndGrad& pair : ready) {
    const layer::DeviceGuard device(devices.Of(pair.param));
    AppendUpdate({pair, LearningRateFor(pair.param, rate), startup});
  }
}

void Optimizer::CheckGradients(const ParamsAndGrads& params_and_grads) const {
  PADDLE_ENFORCE(!params_and_grads.empty(), InvalidArgument,
                 "there is no gradient to apply");
  const auto& program = params_and_grads[0].grad.program();
  for (const auto& [param, grad] : params_and_grads) {
    PADDLE_ENFORCE(param.program() == program && grad.program() == program,
                   InvalidArgument, "parameter '", param.name(),
                   "' and its gradient are not of the program of the others");
    PADDLE_ENFORCE(grad.block() == 0, InvalidArgument, "the gradient '",
                   grad.name(), "' is not in the global block");
    PADDLE_ENFORCE(param.persistable(), InvalidArgument, "variable '",
                   param.name(),
                   "' does not outlive a run: it cannot be "
                   "trained");
    PADDLE_ENFORCE(grad.dims() == param.dims(), InvalidArgument, "gradient ",
                   grad.ToString(), " differs in shape from its parameter ",
                   param.ToString());
  }
}

Variable Optimizer::LearningRateOf(const std::shared_ptr<Program>& main,
                                   const std::shared_ptr<Program>& startup) {
  const Variable& given = learning_rate_.variable();
  if (given.is_valid()) {
    PADDLE_ENFORCE(given.program() == main, InvalidArgument,
                   "the learning rate '", given.name(),
                   "' belongs to another program");
    return given;
  }
  Variable& kept = kept_[{main->uid(), ""}];
  if (!kept.is_valid()) {
    kept = layer::global_variable(
        {1}, LearningRateType(*main), learning_rate_.value(),
        main->UniqueName("learning_rate"), main, OrDefault(startup));
  }
  return kept;
}

Variable Optimizer::LearningRateFor(const Variable& param,
                                    Variable rate) const {
  if (rate.dtype() != param.dtype()) rate = layer::cast(rate, param.dtype());
  const double factor = param.desc().learning_rate();
  return factor == 0 || factor == 1 ? rate : layer::scale(rate, factor);
}

Variable Optimizer::Accumulator(const Update& update, const std::string& name,
                                double value,
                                const std::vector<int64_t>* shape) {
  const Variable& param = update.pair.param;
  const std::string prefix = absl::StrCat(param.name(), "_", name);
  Variable& kept = kept_[{param.program()->uid(), prefix}];
  if (!kept.is_valid()) {
    kept = layer::global_variable(
        shape != nullptr ? *shape : param.dims().ToVector(), param.dtype(),
        value, param.program()->UniqueName(prefix), param.program(),
        update.startup);
  }
  return kept;
}

}  // namespace paddle::backward
