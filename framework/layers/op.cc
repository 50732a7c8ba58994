#include "paddle/framework/layers/op.h"

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/layers/block_builder.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

using framework::NameList;
using framework::OpProto;
using framework::SlotProto;

namespace {

// Returns the program of all valid variables; null if there are none.
std::shared_ptr<Program> ProgramOf(const std::string& type,
                                   const std::vector<Variable>& variables) {
  std::shared_ptr<Program> program;
  std::string first;
  for (const Variable& variable : variables) {
    // Invalid variables stand for slots that are left out.
    if (!variable.is_valid()) continue;
    if (program == nullptr) {
      program = variable.program();
      first = variable.name();
    }
    PADDLE_ENFORCE(variable.program() == program, InvalidArgument, type,
                   ": variables '", first, "' and '", variable.name(),
                   "' belong to different programs");
  }
  return program;
}

std::shared_ptr<Program> ProgramOf(const std::string& type,
                                   const SlotList& inputs,
                                   const SlotList& outputs) {
  std::vector<Variable> all;
  for (const SlotList* slots : {&inputs, &outputs}) {
    for (const SlotVariables& slot : *slots) {
      all.insert(all.end(), slot.variables.begin(), slot.variables.end());
    }
  }
  auto program = ProgramOf(type, all);
  return program != nullptr ? program : DefaultMainProgram();
}

// The state of one call of AppendOp.
class OpCall {
 public:
  OpCall(const std::string& type, const SlotList& inputs,
         const AttributeMap& attrs, const OpOptions& options)
      : options_(options),
        program_(ProgramOf(type, inputs, options.outputs)),
        block_(CurrentBlock(*program_)),
        proto_(FindOpProto(program_->schemas(), type)),
        op_(framework::MakeOp(type, {}, {}, attrs)) {
    // Inputs are bound first: outputs may be updates of them.
    for (const SlotVariables& slot : inputs) BindInput(slot);
  }

  Outputs Append() {
    for (const SlotVariables& slot : options_.outputs) CheckDeclared(slot);
    NameList slots;
    for (const SlotProto& slot : proto_.outputs) {
      const NameList names = OutputNames(slot);
      if (names.empty()) continue;
      framework::SetOutput(&op_, slot.name, names);
      slots.push_back(slot.name);
    }
    const auto& added = layer::Append(program_.get(), block_, std::move(op_));
    Outputs outputs;
    for (const std::string& slot : slots) {
      outputs.Add(slot, Handles(framework::Outputs(added, slot)));
    }
    return outputs;
  }

 private:
  void BindInput(const SlotVariables& slot) {
    NameList names;
    for (const Variable& variable : slot.variables) {
      if (variable.is_valid()) CheckVisible(variable);
      names.push_back(variable.name());
    }
    // An invalid variable in a single slot leaves the slot out.
    const bool absent = names.size() == 1 && names[0].empty();
    if (!absent) framework::SetInput(&op_, slot.slot, names);
  }

  void CheckVisible(const Variable& variable) const {
    VisibleFrom(program_, block_, variable, op_.type());
  }

  // An output may be a variable that the operator is going to create.
  void CheckOutput(const Variable& variable) const {
    const bool is_new =
        variable.program() == program_ && variable.block() == block_ &&
        program_->block(block_).FindVar(variable.name(), /*recursive=*/false) ==
            nullptr;
    if (!is_new) CheckVisible(variable);
  }

  void CheckDeclared(const SlotVariables& slot) const {
    PADDLE_ENFORCE(proto_.FindOutput(slot.slot) != nullptr, InvalidArgument,
                   "operator ", op_.type(), " has no output ", slot.slot);
  }

  // Returns the variables given, updated in place, or new; none for an omitted
  // slot.
  NameList OutputNames(const SlotProto& slot) {
    for (const SlotVariables& given : options_.outputs) {
      if (given.slot != slot.name) continue;
      NameList names;
      for (const Variable& variable : given.variables) {
        CheckOutput(variable);
        names.push_back(variable.name());
      }
      return names;
    }
    // An update in place writes to the variable it reads.
    const std::string updated = proto_.UpdatedInput(slot.name);
    if (!updated.empty()) return framework::Inputs(op_, updated);
    NameList names(CountOf(slot));
    for (std::string& name : names) name = NewName();
    return names;
  }

  int CountOf(const SlotProto& slot) const {
    for (const auto& [name, count] : options_.counts) {
      if (name != slot.name) continue;
      PADDLE_ENFORCE(count >= 0, InvalidArgument, "operator ", op_.type(),
                     " cannot make ", count, " variables of output ",
                     slot.name);
      return count;
    }
    PADDLE_ENFORCE(!slot.list || slot.optional, InvalidArgument, "operator ",
                   op_.type(), ": how many variables output ", slot.name,
                   " makes must be said");
    // The gradient reads intermediate outputs, so they exist even if they are
    // optional.
    return slot.optional && !slot.intermediate ? 0 : 1;
  }

  std::string NewName() {
    if (prefix_.empty()) {
      // The prefix is made at most once per call, so that its outputs are
      // numbered together.
      prefix_ = options_.prefix.empty() ? program_->UniqueName(op_.type())
                                        : options_.prefix;
    }
    return program_->UniqueName(absl::StrCat(prefix_, ".tmp"));
  }

  std::vector<Variable> Handles(const NameList& names) const {
    std::vector<Variable> handles;
    for (const std::string& name : names) {
      handles.push_back(FindVariable(program_, block_, name));
    }
    return handles;
  }

  const OpOptions& options_;
  const std::shared_ptr<Program> program_;
  const int block_;
  const OpProto& proto_;
  framework::proto::OpDesc op_;
  std::string prefix_;
};

}  // namespace

SlotVariables::SlotVariables(std::string slot, Variable variable)
    : slot(std::move(slot)), variables{std::move(variable)} {}

SlotVariables::SlotVariables(std::string slot, std::vector<Variable> variables)
    : slot(std::move(slot)), variables(std::move(variables)) {}

void Outputs::Add(std::string slot, std::vector<Variable> variables) {
  slots_.emplace_back(std::move(slot), std::move(variables));
}

const Variable& Outputs::operator[](absl::string_view slot) const {
  for (const auto& [name, variables] : slots_) {
    if (name != slot) continue;
    PADDLE_ENFORCE_EQ(variables.size(), 1u, "output ", slot,
                      " is a list of variables");
    return variables[0];
  }
  PADDLE_THROW(NotFound, "the operator made no output ", slot);
}

std::vector<Variable> Outputs::List(absl::string_view slot) const {
  for (const auto& [name, variables] : slots_) {
    if (name == slot) return variables;
  }
  return {};
}

const Variable& Outputs::First() const {
  PADDLE_ENFORCE(!slots_.empty(), NotFound, "the operator has no output");
  return (*this)[slots_[0].first];
}

Outputs AppendOp(const std::string& type, const SlotList& inputs,
                 const AttributeMap& attrs, const OpOptions& options) {
  return OpCall(type, inputs, attrs, options).Append();
}

std::vector<Variable> AppendConstruct(const std::string& construct,
                                      const std::string& type,
                                      const SlotList& inputs,
                                      const AttributeMap& attrs, size_t count) {
  OpOptions options;
  options.counts = {{"Out", static_cast<int>(count)}};
  options.prefix = LayerName(construct);
  return AppendOp(type, inputs, attrs, options).List("Out");
}

Variable Op(const std::string& type, const SlotList& inputs,
            const AttributeMap& attrs, const OpOptions& options) {
  return AppendOp(type, inputs, attrs, options).First();
}

std::string LayerName(const std::string& type, const std::string& name,
                      const std::vector<Variable>& inputs) {
  if (!name.empty()) return name;
  auto program = ProgramOf(type, inputs);
  if (program == nullptr) program = DefaultMainProgram();
  return program->UniqueName(type);
}

}  // namespace paddle::layer
