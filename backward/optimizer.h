// Optimizers: what makes a program train, as operators that are appended.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/types/optional.h"

#include "paddle/backward/append_backward.h"
#include "paddle/backward/param_and_grad.h"
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
                          const BackwardOptions& options = {});

  // AppendBackward.
  ParamsAndGrads Backward(const layer::Variable& loss,
                          const BackwardOptions& options = {}) const;
  // Clips, regularises, and appends the update of each parameter, operators of
  // role optimize. InvalidArgument if there is nothing to update, or a gradient
  // is not in the global block.
  void ApplyGradients(const ParamsAndGrads& params_and_grads,
                      const std::shared_ptr<layer::Program>& startup = {});

  // The learning rate as a variable of the program; made on first use, as
  // float64 if a parameter of the program is (or its updates were of float32's
  // accuracy), else as float32.
  layer::Variable LearningRateOf(
      const std::shared_ptr<layer::Program>& main,
      const std::shared_ptr<layer::Program>& startup);

 protected:
  // One update, while it is written.
  struct Update {
    ParamAndGrad pair;
    layer::Variable learning_rate;  // of this parameter, in its data type
    std::shared_ptr<layer::Program> startup;
  };
  virtual void AppendUpdate(const Update& update) = 0;

  // What the optimizer keeps for a parameter, in the parameter's data type:
  // "<parameter>_<name>_0". `shape`: null, the parameter's.
  layer::Variable Accumulator(const Update& update, const std::string& name,
                              double value = 0,
                              const std::vector<int64_t>* shape = nullptr);

 private:
  void CheckGradients(const ParamsAndGrads& params_and_grads) const;
  void AppendUpdates(const ParamsAndGrads& params_and_grads,
                     const std::shared_ptr<layer::Program>& main,
                     const std::shared_ptr<layer::Program>& startup);
  layer::Variable LearningRateFor(const layer::Variable& param,
                                  layer::Variable rate) const;

  const LearningRate learning_rate_;
  const OptimizerOptions options_;
  // By program and name.
  absl::flat_hash_map<std::pair<uint64_t, std::string>, layer::Variable> kept_;
};

// param -= rate * grad
class SGDOptimizer : public Optimizer {
 public:
  using Optimizer::Optimizer;

 protected:
  void AppendUpdate(const Update& update) override;
};

// velocity = momentum * velocity + grad; param -= rate * velocity, or, with
// Nesterov's look-ahead, rate * (grad + momentum * velocity).
class MomentumOptimizer : public Optimizer {
 public:
  MomentumOptimizer(LearningRate learning_rate, double momentum,
                    bool use_nesterov = false, OptimizerOptions options = {});

 protected:
  void AppendUpdate(const Update& update) override;

 private:
  const double momentum_;
  const bool use_nesterov_;
};

struct AdamSettings {
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  bool lazy_mode = false;  // SelectedRows: rows without gradient stay
};

// Kingma and Ba 2015.
class AdamOptimizer : public Optimizer {
 public:
  explicit AdamOptimizer(LearningRate learning_rate = 0.001,
                         AdamSettings settings = {},
                         OptimizerOptions options = {});

 protected:
  void AppendUpdate(const Update& update) override;

 private:
  const AdamSettings settings_;
};

}  // namespace paddle::backward
