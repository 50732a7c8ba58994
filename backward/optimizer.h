// The optimizers, a row each: what its constructor takes, which operator it
// appends for a parameter (operators/optimizer says what that computes), and
// what it keeps from step to step. C++ has <name>Optimizer of it, Python
// pd.optimizer.<name>. Settings out of range are InvalidArgument.
#pragma once

#include <tuple>
#include <utility>

#include "paddle/backward/optimizer_adam.h"
#include "paddle/backward/optimizer_base.h"
#include "paddle/backward/optimizer_row.h"

namespace paddle::backward {

// Keeps no state.
struct SGDSettings {};
struct SGDRow {
  using Settings = SGDSettings;
  static constexpr OptimizerInfo kInfo = {"SGD", "sgd", absl::nullopt,
                                          "param -= rate * grad"};
  static constexpr std::tuple<> kArguments = {};
  static OptimizerStates States(const Settings&) { return {}; }
};
class SGDOptimizer : public OptimizerOf<SGDRow> {
 public:
  explicit SGDOptimizer(LearningRate learning_rate,
                        OptimizerOptions options = {})
      : OptimizerOf(std::move(learning_rate), {}, std::move(options)) {}
};

struct MomentumSettings {
  // The share of the velocity that stays from step to step; at least 0, as a
  // rule 0.9.
  double momentum = 0;
  bool use_nesterov = false;  // look ahead by one velocity
};
struct MomentumRow {
  using Settings = MomentumSettings;
  static constexpr OptimizerInfo kInfo = {
      "Momentum", "momentum", absl::nullopt,
      "velocity = momentum * velocity + grad; param -= rate * velocity, or "
      "rate * (grad + momentum * velocity) with use_nesterov.",
      "momentum=0.9"};
  static constexpr auto kArguments =
      std::make_tuple(RequiredSetting("momentum", &Settings::momentum, "mu"),
                      Setting("use_nesterov", &Settings::use_nesterov));
  static OptimizerStates States(const Settings&) {
    return {{"Velocity", "velocity"}};
  }
};
class MomentumOptimizer : public OptimizerOf<MomentumRow> {
 public:
  using OptimizerOf::OptimizerOf;
  MomentumOptimizer(LearningRate learning_rate, double momentum,
                    bool use_nesterov = false, OptimizerOptions options = {})
      : OptimizerOf(std::move(learning_rate), {momentum, use_nesterov},
                    std::move(options)) {}
};

struct AdagradSettings {
  // Added to the root, so that an element without gradients so far does not
  // divide by zero; at least 0.
  double epsilon = 1e-6;
  // The sum of squares that every element starts from: a larger one makes the
  // first steps shorter. At least 0.
  double initial_accumulator = 0;
};
struct AdagradRow {
  using Settings = AdagradSettings;
  static constexpr OptimizerInfo kInfo = {
      "Adagrad", "adagrad", absl::nullopt,
      "Duchi et al. 2011: moment += grad^2; param -= rate * grad / "
      "(sqrt(moment) + epsilon)."};
  static constexpr auto kArguments =
      std::make_tuple(Setting("epsilon", &Settings::epsilon),
                      Setting("initial_accumulator_value",
                              &Settings::initial_accumulator, nullptr));
  static OptimizerStates States(const Settings& settings) {
    return {
        {"Moment", "moment", InitialAccumulator(settings.initial_accumulator)}};
  }
};
using AdagradOptimizer = OptimizerOf<AdagradRow>;

struct DecayedAdagradSettings {
  double decay = 0.95;  // of the mean of squares; in [0, 1)
  double epsilon = 1e-6;
  // Leaves rows that a SelectedRows gradient does not have unchanged, state
  // included, in place of a gradient of zero.
  bool lazy_mode = false;
};
struct DecayedAdagradRow {
  using Settings = DecayedAdagradSettings;
  static constexpr OptimizerInfo kInfo = {
      "DecayedAdagrad", "decayed_adagrad", absl::nullopt,
      "Adagrad with moment = decay * moment + (1 - decay) * grad^2."};
  static constexpr auto kArguments =
      std::make_tuple(Setting("decay", &Settings::decay),
                      Setting("epsilon", &Settings::epsilon),
                      Setting("lazy_mode", &Settings::lazy_mode));
  static OptimizerStates States(const Settings&) {
    return {{"Moment", "moment"}};
  }
};
using DecayedAdagradOptimizer = OptimizerOf<DecayedAdagradRow>;

struct AdadeltaSettings {
  double rho = 0.95;  // of both running means; in [0, 1)
  // Also what the first step is made of: the mean of updates is 0 then.
  double epsilon = 1e-6;
  // As of DecayedAdagrad.
  bool lazy_mode = false;
};
struct AdadeltaRow {
  using Settings = AdadeltaSettings;
  static constexpr OptimizerInfo kInfo = {
      "Adadelta", "adadelta", 1.0,
      "Zeiler 2012: param -= rate * grad * sqrt((updates + epsilon) / (squares "
      "+ epsilon)), running means of squared gradients and updates. The paper "
      "has a rate of 1."};
  static constexpr auto kArguments = std::make_tuple(
      Setting("rho", &Settings::rho), Setting("epsilon", &Settings::epsilon),
      Setting("lazy_mode", &Settings::lazy_mode));
  static OptimizerStates States(const Settings&) {
    return {{"AvgSquaredGrad", "avg_squared_grad"},
            {"AvgSquaredUpdate", "avg_squared_update"}};
  }
};
using AdadeltaOptimizer = OptimizerOf<AdadeltaRow>;

struct RMSPropSettings {
  double rho = 0.95;  // of the mean of squares; in [0, 1)
  double epsilon = 1e-6;
  double momentum = 0;    // the share of the velocity that stays; at least 0
  bool centered = false;  // scale by the deviation from the mean
  bool lazy_mode = false;
};
struct RMSPropRow {
  using Settings = RMSPropSettings;
  static constexpr OptimizerInfo kInfo = {
      "RMSProp", "rmsprop", absl::nullopt,
      "Tieleman and Hinton 2012: squares = rho * squares + (1 - rho) * grad^2; "
      "velocity = momentum * velocity + grad / (sqrt(squares) + epsilon); "
      "param -= rate * velocity. centered (Graves 2013): the root is that of "
      "the variance."};
  static constexpr auto kArguments =
      std::make_tuple(Setting("rho", &Settings::rho, "decay"),
                      Setting("epsilon", &Settings::epsilon),
                      Setting("momentum", &Settings::momentum),
                      Setting("centered", &Settings::centered, nullptr),
                      Setting("lazy_mode", &Settings::lazy_mode));
  static OptimizerStates States(const Settings& settings) {
    OptimizerStates states = {{"MeanSquare", "mean_square"},
                              {"Moment", "moment"}};
    if (settings.centered) states.push_back({"MeanGrad", "mean_grad"});
    return states;
  }
};
using RMSPropOptimizer = OptimizerOf<RMSPropRow>;

struct FtrlSettings {
  // The strengths of the penalties l1 * |param| and l2 * param^2; at least 0.
  double l1 = 0;
  double l2 = 0;
  // The power of the sum of squares that the rate falls with; at most 0. -0.5
  // falls as Adagrad does, 0 not at all.
  double lr_power = -0.5;
  // The sum of squares at first; at least 0.
  double initial_accumulator = 0;
  bool lazy_mode = false;
};
struct FtrlRow {
  using Settings = FtrlSettings;
  static constexpr OptimizerInfo kInfo = {
      "Ftrl", "ftrl", absl::nullopt,
      "McMahan et al. 2013: follows the regularized leader; l1 makes "
      "parameters sparse. What the parameters were at first is forgotten."};
  static constexpr auto kArguments = std::make_tuple(
      Setting("l1", &Settings::l1), Setting("l2", &Settings::l2),
      Setting("lr_power", &Settings::lr_power),
      Setting("initial_accumulator_value", &Settings::initial_accumulator,
              nullptr),
      Setting("lazy_mode", &Settings::lazy_mode));
  static OptimizerStates States(const Settings& settings) {
    return {{"SquaredAccumulator", "squared",
             InitialAccumulator(settings.initial_accumulator)},
            {"LinearAccumulator", "linear"}};
  }
};
using FtrlOptimizer = OptimizerOf<FtrlRow>;

struct ProximalSettings {
  // The strengths of the penalties l1 * |param| and l2 / 2 * param^2; at least
  // 0. They are applied exactly after the step of the gradient (soft
  // thresholding, then shrinking), so that l1 makes elements exactly 0.
  double l1 = 0;
  double l2 = 0;
  bool lazy_mode = false;
};
struct ProximalGDRow {
  using Settings = ProximalSettings;
  static constexpr OptimizerInfo kInfo = {
      "ProximalGD", "proximal_gd", absl::nullopt,
      "Duchi and Singer 2009: q = param - rate * grad; param = sign(q) * "
      "max(|q| - rate * l1, 0) / (1 + rate * l2)."};
  static constexpr auto kArguments = std::make_tuple(
      Setting("l1", &Settings::l1), Setting("l2", &Settings::l2),
      Setting("lazy_mode", &Settings::lazy_mode));
  static OptimizerStates States(const Settings&) { return {}; }
};
using ProximalGDOptimizer = OptimizerOf<ProximalGDRow>;

struct ProximalAdagradRow : ProximalGDRow {
  static constexpr OptimizerInfo kInfo = {
      "ProximalAdagrad", "proximal_adagrad", absl::nullopt,
      "ProximalGD with grad / sqrt(moment), moment += grad^2, for grad."};
  static OptimizerStates States(const Settings&) {
    return {{"Moment", "moment"}};
  }
};
using ProximalAdagradOptimizer = OptimizerOf<ProximalAdagradRow>;

// All of them, in the order of the documentation.
using Optimizers =
    OptimizerClasses<SGDOptimizer, MomentumOptimizer, AdamOptimizer,
                     AdamWOptimizer, AdamaxOptimizer, NAdamOptimizer,
                     RAdamOptimizer, LambOptimizer, AdagradOptimizer,
                     DecayedAdagradOptimizer, AdadeltaOptimizer,
                     RMSPropOptimizer, FtrlOptimizer, ProximalGDOptimizer,
                     ProximalAdagradOptimizer>;

}  // namespace paddle::backward
