#include "paddle/backward/optimizer_adam.h"

#include <utility>

namespace paddle::backward {

AdamWOptimizer::AdamWOptimizer(LearningRate learning_rate,
                               AdamWSettings settings, OptimizerOptions options)
    : OptimizerOf(std::move(learning_rate), settings, std::move(options)),
      decays_(std::move(settings.decays)) {}

framework::AttributeMap AdamWOptimizer::AttrsFor(
    const layer::Variable& param) const {
  const auto& desc = param.desc();
  const bool refuses = desc.has_regularizer() &&
                       desc.regularizer().kind() == layer::Regularizer::NONE;
  framework::AttributeMap attrs = OptimizerOf::AttrsFor(param);
  if (!refuses && (decays_ == nullptr || decays_(param))) return attrs;
  for (auto& [name, value] : attrs) {
    if (name == "coeff") value = 0.0;
  }
  return attrs;
}

}  // namespace paddle::backward
