#include "paddle/backward/grad_path.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::backward {

using framework::Captures;
using framework::NameList;
using framework::OpInfo;
using framework::OpInfoMap;
using framework::SlotProto;
using framework::proto::OpDesc;
using framework::proto::VarDesc;

namespace {

// The names in their order, each at its first place alone.
NameList Once(const NameList& names) {
  NameList once;
  NameSet seen;
  for (const std::string& name : names) {
    if (seen.insert(name).second) once.push_back(name);
  }
  return once;
}

bool AnyOf(const NameList& names, const NameSet& set) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return set.contains(name);
  });
}

}  // namespace

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
      slots_(block_, &program.schemas()),
      flow_(Flow()),
      on_path_(block_.ops_size()) {
  // First what the sources reach, then which of that leads to the targets.
  SweepForward(sources);
  SweepBackward(targets);
  CheckUpdates();
}

int GradPath::NumUses(const std::string& var) const {
  if (!Carries(var)) return 0;
  int uses = 0;
  for (int i : flow_.readers(var)) {
    if (!on_path_[i]) continue;
    const NameList inputs = DifferentiableInputs(i);
    uses += std::count(inputs.begin(), inputs.end(), var);
  }
  return uses;
}

int GradPath::FirstReader(const std::string& var) const {
  return Carries(var) ? FirstOnPath(flow_.readers(var)) : -1;
}

int GradPath::LastUpdate(const std::string& var) const {
  const std::vector<int>& updaters = slots_.uses(var).updaters;
  return updaters.empty() ? -1 : updaters.back();
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

std::vector<Captures> GradPath::Flow() const {
  std::vector<Captures> ops(block_.ops_size());
  for (int i = first_op_; i < block_.ops_size(); ++i) {
    ops[i] = {Once(DifferentiableInputs(i)), Once(DifferentiableOutputs(i))};
  }
  return ops;
}

void GradPath::SweepForward(const NameList& sources) {
  reached_.insert(sources.begin(), sources.end());
  // Operators are in execution order, so one sweep finds all.
  for (int i = first_op_; i < num_ops(); ++i) {
    if (!AnyOf(flow_.reads(i), reached_)) continue;
    reached_.insert(flow_.writes(i).begin(), flow_.writes(i).end());
  }
}

void GradPath::SweepBackward(const NameList& targets) {
  for (const std::string& target : targets) {
    if (reached_.contains(target)) carried_.insert(target);
  }
  for (int i = num_ops() - 1; i >= first_op_; --i) {
    if (!AnyOf(flow_.writes(i), carried_)) continue;
    for (const std::string& name : flow_.reads(i)) {
      if (!reached_.contains(name)) continue;
      on_path_[i] = true;
      carried_.insert(name);
    }
  }
}

int GradPath::FirstOnPath(const std::vector<int>& ops) const {
  const auto first = std::find_if(ops.begin(), ops.end(),
                                  [this](int i) { return on_path_[i]; });
  return first == ops.end() ? -1 : *first;
}

bool GradPath::UsedAfter(const std::string& var, int update) const {
  const std::vector<int>& readers = flow_.readers(var);
  return std::find(targets_.begin(), targets_.end(), var) != targets_.end() ||
         std::any_of(readers.begin(), readers.end(),
                     [&](int i) { return i > update && on_path_[i]; });
}

void GradPath::CheckUpdates() const {
  for (int i = 0; i < num_ops(); ++i) {
    for (const std::string& var : slots_.writes(i)) {
      const std::vector<int>& updaters = slots_.uses(var).updaters;
      const bool updates =
          std::find(updaters.begin(), updaters.end(), i) != updaters.end();
      if (updates && Carries(var)) CheckUpdate(var, i);
    }
  }
}

void GradPath::CheckUpdate(const std::string& var, int update) const {
  const auto before = [&](const std::vector<int>& ops) {
    const int first = FirstOnPath(ops);
    return first >= 0 && first <= update;
  };
  const bool used_before =
      before(flow_.readers(var)) || before(flow_.writers(var));
  PADDLE_ENFORCE(!(used_before && UsedAfter(var, update)), Unimplemented,
                 "operator ", block_.ops(update).type(), " updates '", var,
                 "' in place between two of its uses; there is no gradient "
                 "through such an update: write to a new variable instead",
                 WrittenAt(block_.ops(update)));
}

std::string GradPath::ExplainNoGradient() const {
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
