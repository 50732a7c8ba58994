#include "paddle/operators/control_flow/second_gradient.h"

#include "absl/strings/str_cat.h"

namespace paddle::operators {

using framework::GradName;
using framework::NameList;
using framework::proto::OpDesc;

NameList WithTangents::All() const { return Joined({values, Given(tangents)}); }

std::vector<bool> NotEmpty(const NameList& names) {
  std::vector<bool> flags;
  for (const std::string& name : names) flags.push_back(!name.empty());
  return flags;
}

NameList Given(const NameList& names) {
  NameList given;
  for (const std::string& name : names) {
    if (!name.empty()) given.push_back(name);
  }
  return given;
}

NameList Joined(const std::vector<NameList>& lists) {
  NameList joined;
  for (const NameList& list : lists) {
    joined.insert(joined.end(), list.begin(), list.end());
  }
  return joined;
}

SecondGradient::SecondGradient(const OpDesc& grad,
                               framework::GradContext* context)
    : grad_(grad), context_(framework::AsComposite(context)) {}

WithTangents SecondGradient::Slot(const std::string& slot) const {
  WithTangents all{framework::Inputs(grad_, slot),
                   context_->OutputGrads(GradName(slot))};
  // A slot without any gradient gives an empty list of tangents.
  all.tangents.resize(all.values.size());
  return all;
}

std::vector<std::pair<std::string, std::string>> SecondGradient::Captures()
    const {
  const NameList wanted = framework::Inputs(grad_, "Wanted");
  const NameList flowing = context_->OutputGrads("Captures@GRAD");
  std::vector<std::pair<std::string, std::string>> captures;
  for (size_t i = 0; i < flowing.size(); ++i) {
    if (!flowing[i].empty()) captures.emplace_back(wanted[i], flowing[i]);
  }
  return captures;
}

void SecondGradient::FillTangents(const NameList& wanted, WithTangents* slot) {
  for (size_t i = 0; i < slot->values.size(); ++i) {
    std::string& tangent = slot->tangents[i];
    // The block has no argument for it.
    if (wanted[i].empty()) tangent.clear();
    if (wanted[i].empty() || !tangent.empty()) continue;
    tangent = context_->NewName(absl::StrCat(slot->values[i], "@ZEROS"));
    ops_.push_back(framework::AsGradientOf(
        grad_, framework::MakeOp("fill_zeros_like", {{"X", {slot->values[i]}}},
                                 {{"Out", {tangent}}})));
  }
}

framework::TangentBlock SecondGradient::Tangents(
    int grad_block, const std::vector<bool>& arguments) const {
  return context_->AddTangents(context_->ForwardBlock(grad_block), arguments,
                               Captures());
}

NameList SecondGradient::TangentOutputs(const NameList& tangents) {
  const NameList outs = framework::Inputs(grad_, "Out");
  outputs_.clear();
  for (size_t i = 0; i < tangents.size(); ++i) {
    outputs_.push_back(tangents[i].empty() ? ""
                                           : context_->NewName(absl::StrCat(
                                                 outs[i], "@TANGENT")));
  }
  return Given(outputs_);
}

std::string SecondGradient::Unused(const std::string& what) const {
  return context_->NewName(absl::StrCat(grad_.type(), ".", what));
}

void SecondGradient::Finish(OpDesc op) {
  const NameList flowing = framework::Inputs(grad_, "Out@GRAD");
  NameList targets, target_grads;
  for (size_t i = 0; i < flowing.size(); ++i) {
    // Only outputs that have a tangent and receive a gradient matter.
    if (flowing[i].empty() || outputs_[i].empty()) continue;
    targets.push_back(outputs_[i]);
    target_grads.push_back(flowing[i]);
  }
  ops_.push_back(framework::AsGradientOf(grad_, std::move(op)));
  context_->DifferentiateThrough(std::move(ops_), targets, target_grads);
  for (size_t i = 0; i < flowing.size(); ++i) {
    if (flowing[i].empty() || outputs_[i].empty()) continue;
    // The gradient operator is linear in Out@GRAD, so the gradient of that
    // input is the tangent of the output itself.
    context_->AddInputGrad("Out@GRAD", static_cast<int>(i), outputs_[i]);
  }
}

}  // namespace paddle::operators
