#include "paddle/framework/passes/squeezes.h"

#include <utility>

#include "paddle/framework/registry/elementwise_rule.h"
#include "paddle/framework/registry/op_info_map.h"

namespace paddle::framework {

const char* WidenedSlot(const proto::OpDesc& op) {
  return op.type() == "batch_norm" ? "Y" : "Out";
}

bool Squeezes::IsSqueeze(int index) const {
  const proto::OpDesc& op = facts_.desc().ops(index);
  return op.type() == "squeeze" && narrow_.contains(Output(op, "Out"));
}

bool Squeezes::IsRead(const std::string& narrow) const {
  const std::vector<int>& readers = facts_.uses().uses(narrow).readers;
  return facts_.IsSeenOutside(narrow) ||
         std::any_of(readers.begin(), readers.end(), [this](int reader) {
           return changes_[reader] == Change::kNone;
         });
}

// A dense tensor without sequences.
bool Squeezes::IsKnown(const std::string& name) const {
  const proto::VarDesc* var = table_.FindVar(name);
  return var != nullptr && var->kind() == proto::DENSE_TENSOR &&
         var->lod_level() == 0;
}

bool Squeezes::IsView(int index, const char* type) const {
  const proto::OpDesc& op = facts_.desc().ops(index);
  return op.type() == type && facts_.IsPure(index) && !ReadsAttributes(op) &&
         IsKnown(Input(op, "X")) && IsKnown(Output(op, "Out"));
}

// Returns the axes of a squeeze or unsqueeze, sorted and counted from the
// front of the wide variable; none if they are those of size 1, whichever that
// are.
Squeezes::Numbers Squeezes::AxesOf(const proto::OpDesc& op,
                                   const std::string& wide) const {
  Numbers axes = GetAttr<Numbers>(op, "axes");
  const int64_t rank = table_.GetVar(wide).dims_size();
  for (int64_t& axis : axes) axis += axis < 0 ? rank : 0;
  std::sort(axes.begin(), axes.end());
  return axes;
}

const Squeezes::Narrow* Squeezes::FindNarrow(int op,
                                             const NameList& slots) const {
  const Narrow* first = nullptr;
  for (const std::string& slot : slots) {
    const auto found = narrow_.find(Input(facts_.desc().ops(op), slot));
    if (found == narrow_.end()) return nullptr;
    const Narrow& narrow = found->second;
    if (first != nullptr && narrow.axes != first->axes) return nullptr;
    if (!narrow.wide.empty() &&
        !facts_.KeepsValue(narrow.wide, narrow.op, op)) {
      return nullptr;
    }
    first = &narrow;
  }
  return first;
}

// True if all that read an unsqueeze may read the wide variable instead.
bool Squeezes::PutsBack(int index) const {
  const proto::OpDesc& op = facts_.desc().ops(index);
  const std::string out = Output(op, "Out");
  const Narrow* narrow = FindNarrow(index, {"X"});
  if (narrow == nullptr || narrow->axes != AxesOf(op, out) ||
      facts_.IsSeenOutside(out)) {
    return false;
  }
  const std::vector<int>& readers = facts_.uses().uses(out).readers;
  return readers.empty() || narrow->wide.empty() ||
         facts_.KeepsValue(narrow->wide, narrow->op, readers.back());
}

// An elementwise operator, whose operands have one shape, or a normalization
// of channels that only applies its statistics.
const Squeezes::Narrow* Squeezes::FindWidened(int index) const {
  const proto::OpDesc& op = facts_.desc().ops(index);
  if (op.role() != proto::FORWARD || ReadsAttributes(op)) return nullptr;
  if (op.type() == "batch_norm") {
    const bool fits = GetAttr<bool>(op, "is_test") &&
                      GetAttr<std::string>(op, "data_layout") == "NCHW" &&
                      facts_.IsPrivateOutput(Output(op, "Y"));
    const Narrow* narrow = fits ? FindNarrow(index, {"X"}) : nullptr;
    // The channels stay axis 1.
    return narrow != nullptr && narrow->axes[0] > 1 ? narrow : nullptr;
  }
  const ElementwiseRule* rule = FindElementwiseRule(op.type(), "Out");
  if (rule == nullptr || op.outputs_size() != 1 ||
      !facts_.IsPrivateOutput(Output(op, "Out"))) {
    return nullptr;
  }
  if (!rule->broadcasts) return FindNarrow(index, rule->inputs);
  // The second operand of arithmetic: one number, or as many axes.
  const proto::VarDesc& y = table_.GetVar(Input(op, "Y"));
  const int rank = table_.GetVar(Output(op, "Out")).dims_size();
  if (y.dims_size() == 0) return FindNarrow(index, {"X"});
  const bool fits = y.dims_size() == rank && GetAttr<int64_t>(op, "axis") <= 0;
  return fits ? FindNarrow(index, {"X", "Y"}) : nullptr;
}

Squeezes::Change Squeezes::Visit(int index) {
  const proto::OpDesc& op = facts_.desc().ops(index);
  if (IsView(index, "squeeze")) {
    const std::string wide = Input(op, "X");
    Numbers axes = AxesOf(op, wide);
    if (!axes.empty()) {
      narrow_[Output(op, "Out")] = {index, wide, std::move(axes)};
    }
    return Change::kNone;
  }
  if (IsView(index, "unsqueeze")) {
    return PutsBack(index) ? Change::kDrop : Change::kNone;
  }
  const Narrow* narrow = FindWidened(index);
  if (narrow == nullptr) return Change::kNone;
  Narrow made{index, "", narrow->axes};
  narrow_[Output(op, WidenedSlot(op))] = std::move(made);
  return Change::kWiden;
}

}  // namespace paddle::framework
