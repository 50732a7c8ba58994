#include "paddle/backward/clip.h"

#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "paddle/backward/param_devices.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/registry/gradient.h"
#include "paddle/platform/enforce.h"

namespace paddle::backward {

using layer::GradientClip;
using layer::Variable;

namespace {

GradientClip ClipOf(const ParamAndGrad& pair,
                    const absl::optional<GradientClip>& otherwise) {
  const auto& desc = pair.param.desc();
  // The parameter's own clip wins, even if it says not to clip.
  return desc.has_gradient_clip() ? desc.gradient_clip()
                                  : otherwise.value_or(GradientClip());
}

bool IsRows(const Variable& grad) {
  return grad.kind() == framework::proto::SELECTED_ROWS;
}

Variable SquaredNorm(const Variable& grad) {
  // Repeated rows have to be added before squaring.
  if (IsRows(grad)) {
    return layer::Op("selected_rows_squared_norm", {{"X", grad}});
  }
  return layer::reduce_sum(layer::square(grad));
}

// Computes max(1, sqrt(squared) / norm).
Variable Excess(const Variable& squared, double norm) {
  const Variable ratio =
      layer::scale(layer::Op("sqrt", {{"X", squared}}), 1 / norm);
  // Dividing by at least 1 leaves a gradient within its norm bit for bit
  // unchanged.
  return layer::clip(ratio, 1, std::numeric_limits<float>::max());
}

Variable Divide(const ParamAndGrad& pair, const Variable& divisor) {
  layer::OpOptions options;
  options.prefix = framework::GradName(pair.param.name());
  return layer::Op(
      IsRows(pair.grad) ? "selected_rows_divide" : "elementwise_div",
      {{"X", pair.grad}, {"Y", divisor}}, {}, options);
}

Variable ClipValues(const Variable& grad, double min, double max) {
  if (!IsRows(grad)) return layer::clip(grad, min, max);
  // Absent rows are zeros, which clipping must not change.
  PADDLE_ENFORCE(min <= 0 && max >= 0, InvalidArgument, "the gradient '",
                 grad.name(),
                 "' is SelectedRows, which are clipped only to bounds that "
                 "hold zero, not to [",
                 min, ", ", max, "]");
  return layer::Op("selected_rows_clip", {{"X", grad}},
                   {{"min", min}, {"max", max}});
}

// The gradients that are clipped together.
class Groups {
 public:
  void Add(const ParamAndGrad& pair, const GradientClip& clip) {
    auto [group, inserted] = groups_.try_emplace(clip.group());
    // The first parameter of a group sets its norm.
    if (inserted) group->second.norm = clip.norm();
    PADDLE_ENFORCE_EQ(group->second.norm, clip.norm(), "parameter '",
                      pair.param.name(), "' is in the clipping group '",
                      clip.group(), "', which has another norm");
    group->second.squares.push_back(SquaredNorm(pair.grad));
  }

  // Appends the computation of the group's norm when it is first needed.
  const Variable& ExcessOf(const std::string& name) {
    Group& group = groups_[name];
    if (!group.excess.is_valid()) {
      const Variable squared = group.squares.size() == 1
                                   ? group.squares[0]
                                   : layer::sums(group.squares);
      group.excess = Excess(squared, group.norm);
    }
    return group.excess;
  }

 private:
  struct Group {
    double norm = 0;
    std::vector<Variable> squares;
    Variable excess;
  };

  std::map<std::string, Group> groups_;
};

Variable Clipped(const ParamAndGrad& pair, const GradientClip& clip,
                 Groups* groups) {
  switch (clip.kind()) {
    case GradientClip::NONE:
      return pair.grad;
    case GradientClip::VALUE:
      return ClipValues(pair.grad, clip.min(), clip.max());
    case GradientClip::NORM:
      return Divide(pair, Excess(SquaredNorm(pair.grad), clip.norm()));
    case GradientClip::GLOBAL_NORM:
      return Divide(pair, groups->ExcessOf(clip.group()));
    default:
      PADDLE_THROW(InvalidArgument, "parameter '", pair.param.name(),
                   "' has a gradient clip of unknown kind ", clip.kind());
  }
}

// Returns the current block if it sees the gradient, such as one that updates
// in some runs only, else the gradient's own.
int BlockFor(const Variable& grad) {
  const framework::Program& program = *grad.program();
  const int current = layer::CurrentBlock(program);
  const bool sees = program.block(current).FindVar(grad.name()) != nullptr;
  return sees ? current : grad.block();
}

}  // namespace

ParamsAndGrads AppendGradientClip(
    const ParamsAndGrads& params_and_grads,
    const absl::optional<GradientClip>& otherwise) {
  if (params_and_grads.empty()) return {};
  const Variable& any = params_and_grads[0].grad;
  const layer::RoleGuard role(framework::proto::OPTIMIZE);
  const layer::BlockGuard block(any.program(), BlockFor(any));
  const ParamDevices devices(*any.program());
  // Two passes: the norm of a group needs all of its gradients.
  Groups groups;
  for (const ParamAndGrad& pair : params_and_grads) {
    const layer::DeviceGuard device(devices.Of(pair.param));
    const GradientClip clip = ClipOf(pair, otherwise);
    if (clip.kind() == GradientClip::GLOBAL_NORM) groups.Add(pair, clip);
  }
  ParamsAndGrads result;
  for (const ParamAndGrad& pair : params_and_grads) {
    const layer::DeviceGuard device(devices.Of(pair.param));
    const GradientClip clip = ClipOf(pair, otherwise);
    result.push_back({pair.param, Clipped(pair, clip, &groups)});
  }
  return result;
}

}  // namespace paddle::backward
