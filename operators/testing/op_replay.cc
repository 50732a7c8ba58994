#include "paddle/operators/testing/op_replay.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/testing/guarded_memory.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::testing {

using framework::LoDTensor;
using framework::OpArguments;
using framework::Tensor;
using framework::Variable;

std::vector<const OpReplay::Instruction*> OpReplay::Repeatable() const {
  std::vector<const Instruction*> found;
  for (const Instruction& instruction : block_.instructions()) {
    if (instruction.arguments->proto().updates.empty()) {
      found.push_back(&instruction);
    }
  }
  return found;
}

void OpReplay::CheckReuse() {
  for (const Instruction* one : Repeatable()) {
    const OpArguments& arguments = *one->arguments;
    for (const auto& [output, input] : arguments.proto().reuses) {
      const framework::SlotRange from = arguments.InputRange(input);
      const framework::SlotRange to = arguments.OutputRange(output);
      if (from.count != 1 || to.count != 1) continue;
      LoDTensor* in = TensorOf(*one, from.begin);
      LoDTensor* out = TensorOf(*one, to.begin);
      const bool fits =
          in != nullptr && out != nullptr && in->bytes() == out->bytes();
      if (fits) Reuse(*one, in, out);
    }
  }
}

void OpReplay::Reuse(const Instruction& instruction, LoDTensor* in,
                     LoDTensor* out) {
  const std::map<int, Array> outputs = Outputs(instruction);
  const LoDTensor in_before = *in;
  const LoDTensor out_before = *out;
  Tensor shared = GuardedTensor(in->dims(), in->dtype(), 0);
  CopyTo(*in, &shared);
  in->Bind(shared.holder(), 0, in_before.dims(), in_before.dtype());
  out->Bind(shared.holder(), 0, out_before.dims(), out_before.dtype());
  Expect(instruction, outputs, "in reused memory");
  *in = in_before;
  *out = out_before;
}

void OpReplay::CheckShapeOnly() {
  for (const Instruction* one : Repeatable()) {
    const OpArguments& arguments = *one->arguments;
    const std::map<int, Array> outputs = Outputs(*one);
    for (const framework::SlotProto& slot : arguments.proto().inputs) {
      const framework::SlotRange range = arguments.InputRange(slot.name);
      for (int i = 0; slot.shape_only && i < range.count; ++i) {
        LoDTensor* in = TensorOf(*one, range.begin + i);
        if (in == nullptr) continue;
        const LoDTensor before = *in;
        *in =
            LoDTensor(GuardedTensor(in->dims(), in->dtype(), 0xFF), in->lod());
        Expect(*one, outputs,
               absl::StrCat("without the elements of ", slot.name));
        *in = before;
      }
    }
  }
}

std::map<int, Array> OpReplay::Outputs(const Instruction& instruction) const {
  std::map<int, Array> outputs;
  const std::vector<Variable*> variables = Variables(instruction);
  const int inputs = instruction.arguments->num_inputs();
  for (int i = inputs; i < static_cast<int>(variables.size()); ++i) {
    if (variables[i] != nullptr) outputs[i] = ToArray(*variables[i]);
  }
  return outputs;
}

void OpReplay::Expect(const Instruction& instruction,
                      const std::map<int, Array>& outputs,
                      const std::string& where) {
  std::vector<Variable*> variables = Variables(instruction);
  framework::RunState state;
  state.device = &platform::DeviceContextOf(block_.place());
  state.allocator = &memory::AllocatorOf(block_.place());
  state.seed = options_.seed;
  state.step = options_.step;
  const framework::proto::OpDesc& desc = instruction.arguments->desc();
  instruction.op->Compute(framework::KernelContext(
      variables.data(), &state, {static_cast<uint64_t>(desc.id())}));
  for (const auto& [argument, value] : outputs) {
    const std::string difference =
        Difference(value, ToArray(*variables[argument]), 0);
    if (difference.empty()) continue;
    problems_.push_back(absl::StrCat("operator ", desc.type(), " ", where, ": ",
                                     instruction.arguments->var(argument).name,
                                     " ", difference));
  }
}

LoDTensor* OpReplay::TensorOf(const Instruction& instruction,
                              int argument) const {
  Variable* variable = Variables(instruction)[argument];
  if (variable == nullptr || !variable->Is<LoDTensor>()) return nullptr;
  return variable->GetMutable<LoDTensor>();
}

std::vector<Variable*> OpReplay::Variables(
    const Instruction& instruction) const {
  std::vector<Variable*> variables;
  for (int slot : instruction.slots) {
    variables.push_back(slot < 0 ? nullptr
                                 : scope_->FindVar(block_.slots()[slot].name));
  }
  return variables;
}

}  // namespace paddle::operators::testing
