#include "paddle/operators/elementwise/fused_program.h"

#include <string>
#include <utility>
#include <variant>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Attribute;
using framework::NameList;
using Integers = std::vector<int64_t>;

// The attributes of a step that are not what the operator has by default.
using Overrides = std::vector<std::pair<std::string, Attribute>>;

class Reader {
 public:
  Reader(AttributeLookup attribute, int inputs)
      : attribute_(attribute), inputs_(inputs) {}

  FusedProgram Read(int outputs) {
    const auto& types = Get<NameList>("types");
    for (size_t i = 0; i < types.size(); ++i) overrides_.emplace_back();
    ForEachFusedAttribute(
        attribute_, [this](const std::string& name, const Attribute& value) {
          AddOverride(name, value);
        });
    for (size_t i = 0; i < types.size(); ++i) AddStep(types[i]);
    PADDLE_ENFORCE(next_operand_ == Get<Integers>("operands").size(),
                   InvalidArgument, "fused_elementwise has ",
                   Get<Integers>("operands").size(),
                   " operands; its steps take ", next_operand_);
    ReadResults(outputs);
    return std::move(program_);
  }

 private:
  template <typename T>
  const T& Get(absl::string_view name) const {
    return std::get<T>(attribute_(name));
  }

  void AddOverride(const std::string& name, const Attribute& value);
  void AddStep(const std::string& type);
  int TakeOperand(int step);
  void ReadResults(int outputs);

  const AttributeLookup attribute_;
  const int inputs_;
  std::vector<Overrides> overrides_;  // by step
  size_t next_operand_ = 0;
  FusedProgram program_;
};

// The name is "<step>.<attribute>".
void Reader::AddOverride(const std::string& name, const Attribute& value) {
  const size_t dot = name.find('.');
  size_t step = 0;
  PADDLE_ENFORCE(dot != std::string::npos &&
                     absl::SimpleAtoi(name.substr(0, dot), &step) &&
                     step < overrides_.size(),
                 InvalidArgument, "fused_elementwise has no step for '", name,
                 "', which is to be <step>.<attribute>");
  overrides_[step].emplace_back(name.substr(dot + 1), value);
}

int Reader::TakeOperand(int step) {
  const auto& operands = Get<Integers>("operands");
  PADDLE_ENFORCE(next_operand_ < operands.size(), InvalidArgument,
                 "fused_elementwise has no operands for step ", step);
  const int64_t operand = operands[next_operand_++];
  // -step is the step before this one.
  PADDLE_ENFORCE(-step <= operand && operand < inputs_, InvalidArgument,
                 "operand ", operand, " of step ", step,
                 " of fused_elementwise is none of its ", inputs_,
                 " inputs and no earlier step");
  return static_cast<int>(operand);
}

void Reader::AddStep(const std::string& type) {
  const int index = static_cast<int>(program_.steps.size());
  const std::string& output = Get<NameList>("outputs")[index];
  FusedStep step;
  step.rule = framework::FindElementwiseRule(type, output);
  PADDLE_ENFORCE(
      step.rule != nullptr && step.rule->inputs.size() <= kMostOperands,
      InvalidArgument, "step ", index, " of fused_elementwise: operator '",
      type, "' is not elementwise in an output '", output, "'");
  step.desc = framework::MakeOp(type, {}, {{output, {"result"}}});
  for (const std::string& slot : step.rule->inputs) {
    step.operands.push_back(TakeOperand(index));
    framework::SetInput(&step.desc, slot, {slot});
  }
  const std::string where =
      absl::StrCat("step ", index, " of fused_elementwise");
  for (const auto& [name, value] : overrides_[index]) {
    SetFusedAttribute(where, name, value, &step.desc);
  }
  CompleteFusedAttributes(where, &step.desc);
  if (step.rule->broadcasts && framework::HasAttr(step.desc, "axis")) {
    step.axis = framework::GetAttr<int64_t>(step.desc, "axis");
  }
  program_.steps.push_back(std::move(step));
}

void Reader::ReadResults(int outputs) {
  const auto& results = Get<Integers>("results");
  PADDLE_ENFORCE(results.size() == outputs, InvalidArgument,
                 "fused_elementwise has ", outputs, " outputs and ",
                 results.size(), " results");
  std::vector<bool> used(program_.steps.size());
  for (int64_t step : results) {
    PADDLE_ENFORCE(0 <= step && step < used.size() && !used[step],
                   InvalidArgument, "result ", step,
                   " of fused_elementwise is no step, or stands twice");
    used[step] = true;
    program_.results.push_back(static_cast<int>(step));
  }
}

}  // namespace

FusedProgram ReadFusedProgram(AttributeLookup attribute, int inputs,
                              int outputs) {
  return Reader(attribute, inputs).Read(outputs);
}

}  // namespace paddle::operators
