// Implements ExactlyTurnedOp of turned_op.h.
#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/passes/op_turn.h"
#include "paddle/framework/passes/turned_op.h"
#include "paddle/framework/registry/elementwise_rule.h"
#include "paddle/framework/registry/op_info_map.h"

namespace paddle::framework {

namespace {

bool TurnSlots(OpTurn* turn, std::initializer_list<absl::string_view> slots) {
  return std::all_of(slots.begin(), slots.end(), [&](absl::string_view slot) {
    return TurnSlot(turn, slot);
  });
}

// Filters of groups see few channels, or only one: there is other code for
// them, which has the channels first.
bool HasThinGroups(const OpTurn& turn) {
  constexpr int64_t kBlock = 16;
  const proto::VarDesc& filter = turn.table.GetVar(Input(turn.op, "Filter"));
  const int64_t groups = GetAttr<int64_t>(turn.op, "groups");
  return groups > 1 && (filter.dims(1) % kBlock != 0 ||
                        filter.dims(0) / groups % kBlock != 0);
}

bool TurnConv(OpTurn* turn, std::initializer_list<absl::string_view> slots) {
  const proto::VarDesc& input = turn->table.GetVar(Input(turn->op, "Input"));
  if (input.dtype() != proto::FLOAT32 || HasThinGroups(*turn) ||
      !TurnSlots(turn, slots)) {
    return false;
  }
  turn->op.set_type(absl::StrCat("conv2d_nhwc",
                                 absl::StripPrefix(turn->op.type(), "conv2d")));
  return true;
}

bool TurnFormat(OpTurn* turn, const char* attribute,
                std::initializer_list<absl::string_view> slots) {
  if (GetAttr<std::string>(turn->op, attribute) != "NCHW") return false;
  SetAttribute(&turn->op, attribute, std::string("NHWC"));
  return TurnSlots(turn, slots);
}

// Adds up images of one shape, in their order.
bool TurnSum(OpTurn* turn) { return TurnSlot(turn, "X"); }

bool SameDims(const proto::VarDesc& a, const proto::VarDesc& b) {
  return std::equal(a.dims().begin(), a.dims().end(), b.dims().begin(),
                    b.dims().end());
}

// Images of one shape, of which each output is computed element by element.
bool TurnElementwise(OpTurn* turn) {
  const proto::VarDesc* first = nullptr;
  const auto fits = [&](const std::string& name) {
    if (!IsImage(turn->table, name)) return false;
    const proto::VarDesc& var = turn->table.GetVar(name);
    if (first == nullptr) first = &var;
    return SameDims(*first, var);
  };
  for (const proto::Slot& slot : turn->op.outputs()) {
    for (const std::string& name : slot.arguments()) {
      if (name.empty()) continue;
      const bool has_rule =
          FindElementwiseRule(turn->op.type(), slot.name()) != nullptr;
      if (!has_rule || !fits(name)) return false;
    }
  }
  const proto::OpDesc before = turn->op;
  for (const proto::Slot& slot : before.inputs()) {
    const auto& names = slot.arguments();
    if (!std::all_of(names.begin(), names.end(), fits)) return false;
    if (!names.empty() && !TurnSlot(turn, slot.name())) return false;
  }
  return first != nullptr;
}

using TurnFunction = bool (*)(OpTurn* turn);

const absl::flat_hash_map<absl::string_view, TurnFunction>& Turns() {
  static const auto* turns =
      new absl::flat_hash_map<absl::string_view, TurnFunction>{
          {"conv2d", [](OpTurn* turn) { return TurnConv(turn, {"Input"}); }},
          {"conv2d_grad",
           [](OpTurn* turn) {
             return TurnConv(turn, {"Input", "Output@GRAD"});
           }},
          {"batch_norm",
           [](OpTurn* turn) { return TurnFormat(turn, "data_layout", {"X"}); }},
          {"batch_norm_grad",
           [](OpTurn* turn) {
             return TurnFormat(turn, "data_layout", {"X", "Y@GRAD"});
           }},
          {"pool2d",
           [](OpTurn* turn) { return TurnFormat(turn, "data_format", {"X"}); }},
          {"pool2d_grad",
           [](OpTurn* turn) {
             return TurnFormat(turn, "data_format", {"X", "Out@GRAD"});
           }},
          {"sum", TurnSum}};
  return *turns;
}

}  // namespace

absl::optional<proto::OpDesc> ExactlyTurnedOp(const proto::OpDesc& op,
                                              const SymbolTable& table,
                                              const LastOf& last_of) {
  if (ReadsAttributes(op)) return absl::nullopt;
  const auto found = Turns().find(op.type());
  OpTurn turn{op, table, last_of};
  const bool turned =
      found != Turns().end() ? found->second(&turn) : TurnElementwise(&turn);
  return turned ? absl::make_optional(std::move(turn.op)) : absl::nullopt;
}

}  // namespace paddle::framework
