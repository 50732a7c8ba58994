#include "paddle/backward/grad_path.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::backward {

using framework::NameList;
using framework::OpInfo;
using framework::OpInfoMap;
using framework::SlotProto;
using framework::proto::OpDesc;
using framework::proto::VarDesc;

bool CanHaveGradient(const VarDesc& var) {
  switch (var.dtype()) {
    case framework::proto::FLOAT16:
    case framework::proto::BFLOAT16:
    case framework::proto::FLOAT32:
    case framework::proto::FLOAT64:
      return true;
    default:
      return false;
  }
}

std::string WrittenAt(const OpDesc& op) {
  const std::string site = framework::CallSiteText(op);
  return site.empty() ? "" : absl::StrCat(" (", site, ")");
}

GradPath::GradPath(const framework::Program& program, int block,
                   const NameList& sources, const NameList& targets,
                   const NameSet& no_grad, int first_op)
    : table_(program.block(block)),
      block_(table_.desc()),
      no_grad_(no_grad),
      targets_(targets),
      first_op_(first_op),
      on_path_(block_.ops_size()) {
  // First what the sources reach, then which of that leads to the targets.
  SweepForward(sources);
  SweepBackward(targets);
  FindUpdates();
  CheckUpdates(targets);
}

int GradPath::NumUses(const std::string& var) const {
  auto use = uses_.find(var);
  return use == uses_.end() ? 0 : use->second.count;
}

int GradPath::FirstReader(const std::string& var) const {
  // Readers are found backwards, so the last in the list is the first operator.
  auto use = uses_.find(var);
  if (use == uses_.end() || use->second.readers.empty()) return -1;
  return use->second.readers.back();
}

int GradPath::LastUpdate(const std::string& var) const {
  auto found = updates_.find(var);
  return found == updates_.end() ? -1 : found->second.back();
}

bool GradPath::Blocks(const std::string& var) const {
  const VarDesc& desc = table_.GetVar(var);
  return desc.stop_gradient() || no_grad_.contains(var) ||
         !CanHaveGradient(desc);
}

bool GradPath::Differentiable(int op) const {
  // A gradient operator without gradient stays on the path, so that the missing
  // second gradient is an error instead of silently zero.
  const OpInfo* info = OpInfoMap::Instance().FindInfo(block_.ops(op).type());
  return info != nullptr &&
         (info->grad_maker != nullptr || !info->proto.gradient_of.empty());
}

bool GradPath::ReadsIntermediates(const OpDesc& op) const {
  const OpInfoMap& infos = OpInfoMap::Instance();
  const auto& proto = infos.Get(op.type()).proto;
  const OpInfo* forward = infos.FindInfo(proto.gradient_of);
  if (forward == nullptr) return false;
  for (const SlotProto& output : forward->proto.outputs) {
    if (!output.intermediate || output.no_gradient) continue;
    for (const std::string& name : framework::Inputs(op, output.name)) {
      const VarDesc& var = table_.GetVar(name);
      // Step scopes hold floating-point values of the loop's steps.
      const bool steps = var.kind() == framework::proto::STEP_SCOPES;
      if (steps || CanHaveGradient(var)) return true;
    }
  }
  return false;
}

bool GradPath::TakesGradient(const OpDesc& op, absl::string_view slot) const {
  const SlotProto* input =
      OpInfoMap::Instance().Get(op.type()).proto.FindInput(slot);
  if (input == nullptr || input->no_gradient) return false;
  // Intermediate results depend on every input of the forward operator.
  return !input->shape_only || ReadsIntermediates(op);
}

NameList GradPath::DifferentiableInputs(int op) const {
  NameList names;
  if (!Differentiable(op)) return names;
  for (const auto& slot : block_.ops(op).inputs()) {
    if (!TakesGradient(block_.ops(op), slot.name())) continue;
    for (const std::string& name : slot.arguments()) {
      if (!name.empty()) names.push_back(name);
    }
  }
  return names;
}

NameList GradPath::DifferentiableOutputs(int op) const {
  NameList names;
  if (!Differentiable(op)) return names;
  const auto& proto = OpInfoMap::Instance().Get(block_.ops(op).type()).proto;
  for (const auto& slot : block_.ops(op).outputs()) {
    const SlotProto* declared = proto.FindOutput(slot.name());
    if (declared == nullptr) continue;
    if (declared->no_gradient || declared->intermediate) continue;
    for (const std::string& name : slot.arguments()) {
      // Outputs at which gradients stop lead nowhere.
      if (!name.empty() && !Blocks(name)) names.push_back(name);
    }
  }
  return names;
}

void GradPath::SweepForward(const NameList& sources) {
  reached_.insert(sources.begin(), sources.end());
  // Operators are in execution order, so one sweep finds all.
  for (int i = first_op_; i < num_ops(); ++i) {
    const NameList inputs = DifferentiableInputs(i);
    const bool reached = std::any_of(
        inputs.begin(), inputs.end(),
        [this](const auto& name) { return reached_.contains(name); });
    if (!reached) continue;
    for (const std::string& name : DifferentiableOutputs(i)) {
      reached_.insert(name);
    }
  }
}

void GradPath::SweepBackward(const NameList& targets) {
  for (const std::string& target : targets) {
    if (reached_.contains(target)) uses_[target];
  }
  for (int i = num_ops() - 1; i >= first_op_; --i) {
    const NameList outputs = DifferentiableOutputs(i);
    on_path_[i] =
        std::any_of(outputs.begin(), outputs.end(),
                    [this](const auto& name) { return Carries(name); });
    if (!on_path_[i]) continue;
    bool wanted = false;
    for (const std::string& name : DifferentiableInputs(i)) {
      if (!reached_.contains(name)) continue;
      wanted = true;
      Use& use = uses_[name];
      ++use.count;
      // An operator may read a variable in several slots, but counts as one
      // reader.
      if (use.readers.empty() || use.readers.back() != i) {
        use.readers.push_back(i);
      }
    }
    on_path_[i] = wanted;
  }
}

void GradPath::FindUpdates() {
  for (int i = 0; i < num_ops(); ++i) {
    const OpDesc& op = block_.ops(i);
    const OpInfo* info = OpInfoMap::Instance().FindInfo(op.type());
    if (info == nullptr) continue;
    for (const auto& [output, input] : info->proto.updates) {
      const NameList before = framework::Inputs(op, input);
      const NameList after = framework::Outputs(op, output);
      for (size_t k = 0; k < std::min(before.size(), after.size()); ++k) {
        // Only a write to the same variable is an update in place.
        if (before[k] == after[k]) updates_[after[k]].push_back(i);
      }
    }
  }
}

void GradPath::CheckUpdates(const NameList& targets) const {
  for (const auto& [var, updates] : updates_) {
    if (!Carries(var)) continue;
    const bool is_target =
        std::find(targets.begin(), targets.end(), var) != targets.end();
    for (int update : updates) CheckUpdate(var, update, is_target);
  }
}

void GradPath::CheckUpdate(const std::string& var, int update,
                           bool is_target) const {
  // One gradient cannot represent the values before and after the update.
  const std::vector<int>& readers = uses_.find(var)->second.readers;
  const bool used_after =
      is_target || (!readers.empty() && readers.front() > update);
  bool used_before = !readers.empty() && readers.back() <= update;
  for (int i = 0; i <= update && !used_before; ++i) {
    const NameList outputs = DifferentiableOutputs(i);
    used_before = on_path_[i] && std::find(outputs.begin(), outputs.end(),
                                           var) != outputs.end();
  }
  PADDLE_ENFORCE(!(used_before && used_after), Unimplemented, "operator ",
                 block_.ops(update).type(), " updates '", var,
                 "' in place between two of its uses; there is no gradient "
                 "through such an update: write to a new variable instead",
                 WrittenAt(block_.ops(update)));
}

std::string GradPath::WhyNone() const {
  // A deep network would list hundreds of reasons.
  constexpr size_t kMostShown = 4;
  std::vector<std::string> reasons;
  NameSet asked(targets_.begin(), targets_.end());
  for (int i = num_ops() - 1; i >= 0 && reasons.size() < kMostShown; --i) {
    const OpDesc& op = block_.ops(i);
    for (const std::string& name : framework::OutputNames(op)) {
      // Operators without inputs, such as fill_constant, explain nothing.
      if (!asked.contains(name) || op.inputs().empty()) continue;
      if (!Differentiable(i)) {
        reasons.push_back(absl::StrCat("operator ", op.type(),
                                       ", which makes '", name,
                                       "', has no gradient"));
      } else if (Blocks(name)) {
        reasons.push_back(absl::StrCat("gradients stop at '", name, "'"));
      } else {
        const NameList inputs = DifferentiableInputs(i);
        asked.insert(inputs.begin(), inputs.end());
      }
      break;
    }
  }
  return reasons.empty() ? "it depends on none of them"
                         : absl::StrJoin(reasons, "; ");
}

}  // namespace paddle::backward
