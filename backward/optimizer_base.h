// The base of optimizers, which append to a program the operators that train
// it; optimizer.h lists them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/backward/append_backward.h"
#include "paddle/backward/loss_scaling.h"
#include "paddle/backward/mixed_precision.h"
#include "paddle/backward/param_and_grad.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::backward {

// A number, kept in a persistable variable that can be changed between runs; or
// a variable of the program, such as a schedule computes.
class LearningRate {
 public:
  // InvalidArgument unless finite and >= 0: a step goes down the gradient.
  LearningRate(double value);             // NOLINT: implicit
  LearningRate(layer::Variable variable)  // NOLINT: implicit
      : variable_(std::move(variable)) {}

  double value() const { return value_; }
  const layer::Variable& variable() const { return variable_; }

 private:
  double value_ = 0;
  layer::Variable variable_;
};

struct OptimizerOptions {
  // For parameters without their own.
  absl::optional<layer::Regularizer> regularizer;
  absl::optional<layer::GradientClip> gradient_clip;
  absl::optional<MixedPrecision> mixed_precision = {};
};

// Base of all optimizers. What it keeps between steps (accumulators, the
// learning rate) are persistable variables of the main program, initialised by
// the startup program. One optimizer may serve several programs. Not thread
// safe.
class Optimizer {
 public:
  explicit Optimizer(LearningRate learning_rate, OptimizerOptions options = {});
  virtual ~Optimizer() = default;
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  // Backward, then ApplyGradients; returns the parameters with their gradients
  // as backward made them. Without `startup` the default startup program is
  // meant. After an error both programs are as they were.
  ParamsAndGrads Minimize(const layer::Variable& loss,
                          const std::shared_ptr<layer::Program>& startup = {},
                          const BackwardOptions& options = {},
                          int64_t accumulate_steps = 1);

  // AppendBackward, in mixed precision after the program has been lowered and
  // the loss scaled; gradients are then those of the scaled loss. After an
  // error both programs are as they were.
  ParamsAndGrads Backward(const layer::Variable& loss,
                          const BackwardOptions& options = {},
                          const std::shared_ptr<layer::Program>& startup = {});
  // Clips, regularises, and appends the update of each parameter, operators of
  // role optimize. With a scaled loss they are in a block that runs if all
  // gradients are finite: in another step nothing that it writes changes,
  // whereas a schedule counts it. With accumulate_steps k the parameters change
  // in every k-th run only, by the mean of the gradients of k runs, as by one
  // of a batch k times as large (see gradient_accumulation.h). InvalidArgument
  // if there is nothing to update, a gradient is not in the global block, or k
  // is below 1; FailedPrecondition if losses are scaled, and that of the
  // gradients was not.
  void ApplyGradients(const ParamsAndGrads& params_and_grads,
                      const std::shared_ptr<layer::Program>& startup = {},
                      int64_t accumulate_steps = 1);

  // The learning rate as a variable of the program; made on first use, as
  // float64 if a parameter of the program is (or its updates were of float32's
  // accuracy), else as float32.
  layer::Variable LearningRateOf(
      const std::shared_ptr<layer::Program>& main,
      const std::shared_ptr<layer::Program>& startup);

  // Concerns programs that are differentiated from now on.
  void SetMixedPrecision(MixedPrecision mixed_precision) {
    options_.mixed_precision = std::move(mixed_precision);
  }
  // Returns the scale of the losses of a program, float32 [1]; an invalid
  // handle if there is none.
  layer::Variable LossScaleOf(const framework::Program& main) const;

 protected:
  // One update, while it is written.
  struct Update {
    ParamAndGrad pair;
    layer::Variable learning_rate;  // of this parameter, in its data type
    std::shared_ptr<layer::Program> startup;
  };
  virtual void AppendUpdate(const Update& update) = 0;

  // Returns a variable that the optimizer keeps for a parameter, in its data
  // type: "<parameter>_<name>_0". A null `shape` is the parameter's.
  layer::Variable Accumulator(const Update& update, const std::string& name,
                              double value = 0,
                              const std::vector<int64_t>* shape = nullptr);

 private:
  void CheckGradients(const ParamsAndGrads& params_and_grads) const;
  const LossScaling* loss_scaling() const;
  const LossScalingState& TakeLossScaling(const framework::Program& main);
  // Calls `write`; after an error the programs, and what is kept, are as they
  // were.
  void WriteOrRestore(const std::shared_ptr<layer::Program>& main,
                      const std::shared_ptr<layer::Program>& startup,
                      const std::function<void()>& write);
  ParamsAndGrads BackwardInMixedPrecision(
      const layer::Variable& loss, const BackwardOptions& options,
      const std::shared_ptr<layer::Program>& startup);
  // Appends to the current block of `main`.
  void AppendUpdates(const ParamsAndGrads& params_and_grads,
                     const std::shared_ptr<layer::Program>& main,
                     const std::shared_ptr<layer::Program>& startup);
  layer::Variable LearningRateFor(const layer::Variable& param,
                                  layer::Variable rate) const;

  const LearningRate learning_rate_;
  OptimizerOptions options_;
  // Keyed by program and name.
  std::map<std::pair<uint64_t, std::string>, layer::Variable> kept_;
  std::map<uint64_t, LossScalingState> loss_scalings_;  // by program
};

}  // namespace paddle::backward
