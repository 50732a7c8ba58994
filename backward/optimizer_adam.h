// The rows of Adam and its relatives in the table of optimizers; see
// optimizer.h.
#pragma once

#include <functional>
#include <tuple>

#include "paddle/backward/optimizer_base.h"
#include "paddle/backward/optimizer_row.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::backward {

struct AdamSettings {
  // The decay rates, in [0, 1), of the running means of gradients and of their
  // squares.
  double beta1 = 0.9;
  double beta2 = 0.999;
  // Added to the root of the second moment, outside of it (Adamax: to
  // |grad|); at least 0.
  double epsilon = 1e-8;
  // Leaves rows that a SelectedRows gradient does not have unchanged, state
  // included, in place of a gradient of zero.
  bool lazy_mode = false;
};
// The settings and states that Adam and its relatives share.
struct AdamLikeRow {
  using Settings = AdamSettings;
  static constexpr auto kArguments = std::make_tuple(
      Setting("beta1", &Settings::beta1), Setting("beta2", &Settings::beta2),
      Setting("epsilon", &Settings::epsilon),
      Setting("lazy_mode", &Settings::lazy_mode));
  // Returns two moments and the powers of their decay rates, which free the
  // moments of their bias; a scalar of each for each parameter.
  static OptimizerStates MomentsAndPowers(double beta1, double beta2) {
    return {{"Moment1", "moment1"},
            {"Moment2", "moment2"},
            {"Beta1Pow", "beta1_pow", beta1, true},
            {"Beta2Pow", "beta2_pow", beta2, true}};
  }
};

struct AdamRow : AdamLikeRow {
  static constexpr OptimizerInfo kInfo = {
      "Adam", "adam", 0.001,
      "Kingma and Ba 2015, algorithm 1: param -= rate * m / (sqrt(v) + "
      "epsilon) with m and v freed of their bias. lazy_mode: rows without "
      "gradient of a sparse embedding stay as they are."};
  static OptimizerStates States(const Settings& settings) {
    return MomentsAndPowers(settings.beta1, settings.beta2);
  }
};
using AdamOptimizer = OptimizerOf<AdamRow>;

struct AdamaxRow : AdamLikeRow {
  static constexpr OptimizerInfo kInfo = {
      "Adamax", "adamax", 0.001,
      "Kingma and Ba 2015, section 7.1: param -= rate / (1 - beta1^t) * m / "
      "norm with norm = max(beta2 * norm, |grad| + epsilon)."};
  static OptimizerStates States(const Settings& settings) {
    return {{"Moment", "moment"},
            {"InfNorm", "inf_norm"},
            {"Beta1Pow", "beta1_pow", settings.beta1, true}};
  }
};
using AdamaxOptimizer = OptimizerOf<AdamaxRow>;

struct AdamWSettings : AdamSettings {
  // The part of the parameter, times the learning rate, that each step takes
  // away; at least 0.
  double weight_decay = 0.01;
  // Selects the parameters that decay; empty for all.
  std::function<bool(const layer::Variable& param)> decays;
};
struct AdamWRow : AdamLikeRow {
  using Settings = AdamWSettings;
  static constexpr OptimizerInfo kInfo = {
      "AdamW", "adamw", 0.001,
      "Loshchilov and Hutter 2019: param *= 1 - rate * weight_decay, then a "
      "step of Adam. decay_if(param) says which parameters decay, by default "
      "all but those whose own regularizer is pd.regularizer.NoRegularizer()."};
  static constexpr auto kArguments = std::tuple_cat(
      std::make_tuple(
          Setting("weight_decay", &Settings::weight_decay, "coeff")),
      AdamLikeRow::kArguments,
      std::make_tuple(Setting("decay_if", &Settings::decays, nullptr)));
  static OptimizerStates States(const Settings& settings) {
    return MomentsAndPowers(settings.beta1, settings.beta2);
  }
};
class AdamWOptimizer : public OptimizerOf<AdamWRow> {
 public:
  explicit AdamWOptimizer(LearningRate learning_rate = 0.001,
                          AdamWSettings settings = {},
                          OptimizerOptions options = {});

 protected:
  framework::AttributeMap AttrsFor(const layer::Variable& param) const override;

 private:
  const std::function<bool(const layer::Variable& param)> decays_;
};

struct NAdamSettings : AdamSettings {
  // The momentum warms up to beta1 the faster, the larger this is; at least 0.
  double momentum_decay = 0.004;
};
struct NAdamRow : AdamLikeRow {
  using Settings = NAdamSettings;
  static constexpr OptimizerInfo kInfo = {
      "NAdam", "nadam", 0.002,
      "Adam with Nesterov's look-ahead (Dozat 2016); the momentum beta1 * (1 - "
      "0.96^(t * momentum_decay) / 2) warms up."};
  static constexpr auto kArguments = std::tuple_cat(
      std::make_tuple(Setting("momentum_decay", &Settings::momentum_decay)),
      AdamLikeRow::kArguments);
  static OptimizerStates States(const Settings&) {
    return {{"Moment1", "moment1"},
            {"Moment2", "moment2"},
            {"Step", "step", 0, true},
            {"MuProduct", "mu_product", 1, true}};
  }
};
using NAdamOptimizer = OptimizerOf<NAdamRow>;

struct RAdamRow : AdamLikeRow {
  static constexpr OptimizerInfo kInfo = {
      "RAdam", "radam", 0.001,
      "Adam with a rectified variance (Liu et al. 2020): momentum alone as "
      "long as the variance of the rate is unknown."};
  static OptimizerStates States(const Settings&) {
    return {{"Moment1", "moment1"},
            {"Moment2", "moment2"},
            {"Step", "step", 0, true}};
  }
};
using RAdamOptimizer = OptimizerOf<RAdamRow>;

struct LambSettings {
  // The share of the parameter in the direction of the step; at least 0.
  double weight_decay = 0.01;
  // As of Adam.
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-6;
};
struct LambRow {
  using Settings = LambSettings;
  static constexpr OptimizerInfo kInfo = {
      "Lamb", "lamb", 0.001,
      "For large batches (You et al. 2020): the direction of Adam with weight "
      "decay, scaled for each parameter to rate * |param|."};
  static constexpr auto kArguments = std::make_tuple(
      Setting("weight_decay", &Settings::weight_decay),
      Setting("beta1", &Settings::beta1), Setting("beta2", &Settings::beta2),
      Setting("epsilon", &Settings::epsilon));
  static OptimizerStates States(const Settings& settings) {
    return AdamLikeRow::MomentsAndPowers(settings.beta1, settings.beta2);
  }
};
using LambOptimizer = OptimizerOf<LambRow>;

}  // namespace paddle::backward
