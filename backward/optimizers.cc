#include "paddle/backward/optimizers.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "paddle/platform/enforce.h"

namespace paddle::backward {

using framework::AttributeMap;
using layer::Variable;

namespace {

double Initial(double accumulator) {
  PADDLE_ENFORCE(
      std::isfinite(accumulator) && accumulator >= 0, InvalidArgument,
      "an accumulator begins with a number of at least 0, not ", accumulator);
  return accumulator;
}

AttributeMap AttrsOf(const AdamSettings& settings) {
  return {{"beta1", settings.beta1},
          {"beta2", settings.beta2},
          {"epsilon", settings.epsilon},
          {"lazy_mode", settings.lazy_mode}};
}

AttributeMap With(AttributeMap attrs, const std::string& name, double value) {
  attrs.emplace_back(name, value);
  return attrs;
}

AttributeMap AttrsOf(const ProximalSettings& settings) {
  return {{"l1", settings.l1},
          {"l2", settings.l2},
          {"lazy_mode", settings.lazy_mode}};
}

}  // namespace

AdagradOptimizer::AdagradOptimizer(LearningRate learning_rate,
                                   AdagradSettings settings,
                                   OptimizerOptions options)
    : OperatorOptimizer(
          "adagrad",
          {{"Moment", "moment", Initial(settings.initial_accumulator)}},
          {{"epsilon", settings.epsilon}}, std::move(learning_rate),
          std::move(options)) {}

DecayedAdagradOptimizer::DecayedAdagradOptimizer(
    LearningRate learning_rate, DecayedAdagradSettings settings,
    OptimizerOptions options)
    : OperatorOptimizer("decayed_adagrad", {{"Moment", "moment"}},
                        {{"decay", settings.decay},
                         {"epsilon", settings.epsilon},
                         {"lazy_mode", settings.lazy_mode}},
                        std::move(learning_rate), std::move(options)) {}

AdadeltaOptimizer::AdadeltaOptimizer(LearningRate learning_rate,
                                     AdadeltaSettings settings,
                                     OptimizerOptions options)
    : OperatorOptimizer("adadelta",
                        {{"AvgSquaredGrad", "avg_squared_grad"},
                         {"AvgSquaredUpdate", "avg_squared_update"}},
                        {{"rho", settings.rho},
                         {"epsilon", settings.epsilon},
                         {"lazy_mode", settings.lazy_mode}},
                        std::move(learning_rate), std::move(options)) {}

RMSPropOptimizer::RMSPropOptimizer(LearningRate learning_rate,
                                   RMSPropSettings settings,
                                   OptimizerOptions options)
    : OperatorOptimizer("rmsprop", States(settings.centered),
                        {{"decay", settings.rho},
                         {"epsilon", settings.epsilon},
                         {"momentum", settings.momentum},
                         {"lazy_mode", settings.lazy_mode}},
                        std::move(learning_rate), std::move(options)) {}

std::vector<OperatorOptimizer::State> RMSPropOptimizer::States(bool centered) {
  std::vector<State> states = {{"MeanSquare", "mean_square"},
                               {"Moment", "moment"}};
  if (centered) states.push_back({"MeanGrad", "mean_grad"});
  return states;
}

AdamaxOptimizer::AdamaxOptimizer(LearningRate learning_rate,
                                 AdamSettings settings,
                                 OptimizerOptions options)
    : OperatorOptimizer("adamax",
                        {{"Moment", "moment"},
                         {"InfNorm", "inf_norm"},
                         {"Beta1Pow", "beta1_pow", settings.beta1, true}},
                        AttrsOf(settings), std::move(learning_rate),
                        std::move(options)) {}

AdamWOptimizer::AdamWOptimizer(LearningRate learning_rate,
                               AdamWSettings settings, OptimizerOptions options)
    : OperatorOptimizer("adamw", AdamStates(settings.beta1, settings.beta2),
                        With(AttrsOf(settings), "coeff", settings.weight_decay),
                        std::move(learning_rate), std::move(options)),
      decays_(std::move(settings.decays)) {}

AttributeMap AdamWOptimizer::AttrsFor(const Variable& param) const {
  const auto& desc = param.desc();
  const bool refuses = desc.has_regularizer() &&
                       desc.regularizer().kind() == layer::Regularizer::NONE;
  AttributeMap attrs = OperatorOptimizer::AttrsFor(param);
  if (!refuses && (decays_ == nullptr || decays_(param))) return attrs;
  for (auto& [name, value] : attrs) {
    if (name == "coeff") value = 0.0;
  }
  return attrs;
}

LambOptimizer::LambOptimizer(LearningRate learning_rate, LambSettings settings,
                             OptimizerOptions options)
    : OperatorOptimizer("lamb", AdamStates(settings.beta1, settings.beta2),
                        {{"beta1", settings.beta1},
                         {"beta2", settings.beta2},
                         {"epsilon", settings.epsilon},
                         {"weight_decay", settings.weight_decay}},
                        std::move(learning_rate), std::move(options)) {}

NAdamOptimizer::NAdamOptimizer(LearningRate learning_rate,
                               NAdamSettings settings, OptimizerOptions options)
    : OperatorOptimizer(
          "nadam",
          {{"Moment1", "moment1"},
           {"Moment2", "moment2"},
           {"Step", "step", 0, true},
           {"MuProduct", "mu_product", 1, true}},
          With(AttrsOf(settings), "momentum_decay", settings.momentum_decay),
          std::move(learning_rate), std::move(options)) {}

RAdamOptimizer::RAdamOptimizer(LearningRate learning_rate,
                               AdamSettings settings, OptimizerOptions options)
    : OperatorOptimizer("radam",
                        {{"Moment1", "moment1"},
                         {"Moment2", "moment2"},
                         {"Step", "step", 0, true}},
                        AttrsOf(settings), std::move(learning_rate),
                        std::move(options)) {}

FtrlOptimizer::FtrlOptimizer(LearningRate learning_rate, FtrlSettings settings,
                             OptimizerOptions options)
    : OperatorOptimizer("ftrl",
                        {{"SquaredAccumulator", "squared",
                          Initial(settings.initial_accumulator)},
                         {"LinearAccumulator", "linear"}},
                        {{"l1", settings.l1},
                         {"l2", settings.l2},
                         {"lr_power", settings.lr_power},
                         {"lazy_mode", settings.lazy_mode}},
                        std::move(learning_rate), std::move(options)) {}

ProximalGDOptimizer::ProximalGDOptimizer(LearningRate learning_rate,
                                         ProximalSettings settings,
                                         OptimizerOptions options)
    : OperatorOptimizer("proximal_gd", {}, AttrsOf(settings),
                        std::move(learning_rate), std::move(options)) {}

ProximalAdagradOptimizer::ProximalAdagradOptimizer(LearningRate learning_rate,
                                                   ProximalSettings settings,
                                                   OptimizerOptions options)
    : OperatorOptimizer("proximal_adagrad", {{"Moment", "moment"}},
                        AttrsOf(settings), std::move(learning_rate),
                        std::move(options)) {}

}  // namespace paddle::backward
