#include "paddle/framework/ir/name_check.h"

#include <string>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/contains.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

void CheckInputs(const proto::OpDesc& op, const SymbolTable& table) {
  for (const proto::Slot& slot : op.inputs()) {
    for (const std::string& name : slot.arguments()) {
      try {
        if (!name.empty()) table.GetVar(name);
        // Names the slot and the operator, which the symbol table does not
        // know.
      } catch (const platform::Error& error) {
        PADDLE_THROW(NotFound, "input ", slot.name(), " of operator ",
                     op.type(), ": ", error.message());
      }
    }
  }
}

// True if argument `i` of an output slot is the variable that it updates in
// place.
bool IsUpdate(const proto::OpDesc& op, const OpProto& proto,
              const std::string& slot, int i) {
  const std::string input = proto.UpdatedInput(slot);
  if (input.empty()) return false;
  const NameList updated = Inputs(op, input);
  return i < updated.size() && updated[i] == Outputs(op, slot)[i];
}

// Returns why `op` may not write the variable `name`, or "".
std::string WhyNotWritten(const proto::OpDesc& op, const SymbolTable& table,
                          const std::string& name) {
  const proto::VarDesc* var = table.FindVar(name, /*recursive=*/false);
  if (var == nullptr) {
    const proto::VarDesc* outer = table.FindVar(name);
    // Writing an outer variable would change what other readers of it see;
    // control flow passes values out as results instead. A named block is run
    // on its own, as the global one is, and may write persistables as that may.
    const bool own = !table.desc().name().empty() && outer != nullptr &&
                     outer->persistable();
    if (outer != nullptr && !own) return "it is of an outer block";
  }
  if (var != nullptr && var->is_feed()) return "it is a feed";
  for (const std::string& argument : table.desc().arguments()) {
    if (argument == name) return "it is an argument of the block";
  }
  const proto::OpDesc* writer = table.WriterOf(name);
  if (writer != nullptr) {
    return absl::StrCat("operator ", writer->type(), " already writes it");
  }
  return Contains(InputNames(op), name) ? "it is also an input" : "";
}

void CheckOutput(const proto::OpDesc& op, const OpProto& proto,
                 const SymbolTable& table, const proto::Slot& slot, int i) {
  const std::string& name = slot.arguments(i);
  if (!IsUpdate(op, proto, slot.name(), i)) {
    const std::string why = WhyNotWritten(op, table, name);
    PADDLE_ENFORCE(why.empty(), InvalidArgument, "output ", slot.name(),
                   " of operator ", op.type(), " cannot be '", name, "': ", why,
                   ", and the operator does not declare that it updates this "
                   "variable in place");
    return;
  }
  // Updates of persistables are the exception, since their values outlive the
  // block.
  const bool outer = table.FindVar(name, /*recursive=*/false) == nullptr;
  PADDLE_ENFORCE(!outer || table.GetVar(name).persistable(), InvalidArgument,
                 "output ", slot.name(), " of operator ", op.type(),
                 " cannot update '", name,
                 "', a variable of an outer block that is not persistable: "
                 "take it in as an argument and hand it out as a result");
}

void CheckOutputs(const proto::OpDesc& op, const OpProto& proto,
                  const SymbolTable& table) {
  NameList seen;
  for (const proto::Slot& slot : op.outputs()) {
    for (int i = 0; i < slot.arguments_size(); ++i) {
      const std::string& name = slot.arguments(i);
      if (name.empty()) continue;
      // The order of two writes of one operator would be undefined.
      PADDLE_ENFORCE(!Contains(seen, name), InvalidArgument, "operator ",
                     op.type(), " writes '", name, "' twice");
      seen.push_back(name);
      CheckOutput(op, proto, table, slot, i);
    }
  }
}

}  // namespace

void CheckNames(const proto::OpDesc& op, const OpProto& proto,
                const SymbolTable& table) {
  CheckInputs(op, table);
  CheckOutputs(op, proto, table);
}

}  // namespace paddle::framework
