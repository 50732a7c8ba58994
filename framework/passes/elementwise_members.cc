#include "paddle/framework/passes/elementwise_members.h"

#include <algorithm>
#include <string>
#include <vector>

#include "paddle/framework/passes/number_attributes.h"
#include "paddle/framework/registry/elementwise_rule.h"

namespace paddle::framework {
namespace {

constexpr int64_t kTypicalSymbol = 16;

// True if each input of a rule is one variable.
bool HasInputs(const proto::OpDesc& op, const ElementwiseRule& rule) {
  return std::all_of(rule.inputs.begin(), rule.inputs.end(),
                     [&](const std::string& slot) {
                       const NameList names = Inputs(op, slot);
                       return names.size() == 1 && !names[0].empty();
                     });
}

// Operands that do not broadcast have the shape of the result.
bool HasOperands(const proto::OpDesc& op, bool broadcasts,
                 const proto::VarDesc& out, const SymbolTable& table) {
  for (const std::string& name : InputNames(op)) {
    const proto::VarDesc* in = table.FindVar(name);
    if (in == nullptr || in->kind() != proto::DENSE_TENSOR ||
        in->dtype() != out.dtype()) {
      return false;
    }
    if (!broadcasts && !SameDims(*in, out)) return false;
  }
  return true;
}

bool MaySum(const OpProto& proto) {
  const std::vector<ElementwiseRule>& forward =
      ElementwiseRules(proto.gradient_of);
  return !forward.empty() && forward[0].broadcasts;
}

// On GPUs programs of floating-point numbers are joined alone.
bool IsJoined(DataType dtype, const PassContext& context) {
  return context.place == platform::PlaceKind::kCUDA ? IsFloating(dtype)
                                                     : !IsStoredOnly(dtype);
}

bool HasSequences(const proto::OpDesc& op, const SymbolTable& table) {
  const NameList names = InputNames(op);
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    const proto::VarDesc* var = name.empty() ? nullptr : table.FindVar(name);
    return var != nullptr && var->lod_level() > 0;
  });
}

// A gradient has the sequences of its forward input, or none as that has none;
// a group does not know which of its operands that is.
bool FollowsRule(const proto::OpDesc& op, const OpProto& proto,
                 const std::string& slot, const proto::VarDesc& out,
                 const SymbolTable& table) {
  const ElementwiseRule* rule = FindElementwiseRule(op.type(), slot);
  const bool is_gradient = !proto.gradient_of.empty();
  return rule != nullptr && HasInputs(op, *rule) && !MaySum(proto) &&
         !(is_gradient && (out.lod_level() > 0 || HasSequences(op, table))) &&
         HasOperands(op, rule->broadcasts, out, table);
}

}  // namespace

bool SameDims(const proto::VarDesc& a, const proto::VarDesc& b) {
  return std::equal(a.dims().begin(), a.dims().end(), b.dims().begin(),
                    b.dims().end());
}

bool HasAtLeast(int64_t elements, const proto::VarDesc& var) {
  const int64_t most = std::max<int64_t>(elements, 1);  // no product overflows
  int64_t size = var.lod_level() > 0 ? std::min(most, kTypicalSymbol) : 1;
  for (int64_t dim : var.dims()) {
    size =
        std::min(most, size * std::min(most, dim < 0 ? kTypicalSymbol : dim));
  }
  return size >= elements;
}

bool IsElementwise(int index, const BlockFacts& facts, const SymbolTable& table,
                   const SchemaSource& schemas, const PassContext& context) {
  const proto::OpDesc& op = facts.desc().ops(index);
  if (ElementwiseRules(op.type()).empty() || !facts.IsPure(index)) return false;
  const OpProto& proto = FindOpProto(schemas, op.type());
  if (!HasNumbersAlone(op, proto)) return false;
  for (const proto::Slot& slot : op.outputs()) {
    for (const std::string& name : slot.arguments()) {
      if (name.empty()) continue;
      const proto::VarDesc& out = table.GetVar(name);
      if (!HasAtLeast(context.few_elements, out) ||
          !IsJoined(static_cast<DataType>(out.dtype()), context) ||
          !FollowsRule(op, proto, slot.name(), out, table)) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace paddle::framework
