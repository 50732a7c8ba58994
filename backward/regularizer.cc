#include "paddle/backward/regularizer.h"

#include "paddle/backward/param_devices.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/registry/gradient.h"
#include "paddle/platform/enforce.h"

namespace paddle::backward {

using layer::Regularizer;
using layer::Variable;

namespace {

Variable Regularized(const ParamAndGrad& pair, const Regularizer& regularizer) {
  // Written next to the gradient, which may be in a sub-block (gradient
  // accumulation).
  const layer::BlockGuard block(pair.grad.program(), pair.grad.block());
  Variable direction = pair.param;
  switch (regularizer.kind()) {
    case Regularizer::NONE:
      return pair.grad;
    case Regularizer::L1:
      direction = layer::Op("sign", {{"X", pair.param}});
      break;
    case Regularizer::L2:
      break;
    default:
      PADDLE_THROW(InvalidArgument, "parameter '", pair.param.name(),
                   "' has a regularizer of unknown kind ", regularizer.kind());
  }
  // The sum is a new variable, since the gradient has one writer.
  const Variable decay = layer::scale(direction, regularizer.coefficient());
  layer::OpOptions options;
  options.prefix = framework::GradName(pair.param.name());
  return layer::Op("sum", {{"X", {pair.grad, decay}}}, {}, options);
}

}  // namespace

ParamsAndGrads AppendRegularization(
    const ParamsAndGrads& params_and_grads,
    const absl::optional<Regularizer>& otherwise) {
  const layer::RoleGuard role(framework::proto::OPTIMIZE);
  if (params_and_grads.empty()) return {};
  const ParamDevices devices(*params_and_grads[0].param.program());
  ParamsAndGrads result;
  for (const ParamAndGrad& pair : params_and_grads) {
    const layer::DeviceGuard device(devices.Of(pair.param));
    const auto& desc = pair.param.desc();
    const Regularizer regularizer = desc.has_regularizer()
                                        ? desc.regularizer()
                                        : otherwise.value_or(Regularizer());
    result.push_back({pair.param, Regularized(pair, regularizer)});
  }
  return result;
}

}  // namespace paddle::backward
