#include "paddle/framework/registry/row_rules.h"

#include <algorithm>
#include <map>

#include "paddle/framework/ir/op_desc.h"

namespace paddle::framework {
namespace {

using proto::OpDesc;
using proto::VarDesc;
using Kind = RowRule::Kind;
using Numbers = std::vector<int64_t>;

const VarDesc& VarOf(const OpDesc& op, const char* slot,
                     const SymbolTable& table) {
  return table.GetVar(Inputs(op, slot).at(0));
}

int RankOf(const OpDesc& op, const char* slot, const SymbolTable& table) {
  return VarOf(op, slot, table).dims_size();
}

// An axis counted from the front or, if negative, from the end.
bool IsFirst(int64_t axis, int rank) { return axis == 0 || axis + rank <= 0; }

bool Always(const OpDesc&, const SymbolTable&) { return true; }

// The operator works along one axis of X.
bool AlongAxis(const OpDesc& op, const SymbolTable& table) {
  return !IsFirst(GetAttr<int64_t>(op, "axis"), RankOf(op, "X", table));
}

// The operator works along the last axis of X.
bool AlongLast(const OpDesc& op, const SymbolTable& table) {
  return RankOf(op, "X", table) > 1;
}

// The operator works along the axes of X that an attribute lists.
bool AlongAxes(const OpDesc& op, const char* attribute, const char* slot,
               const SymbolTable& table) {
  const auto axes = GetAttr<Numbers>(op, attribute);
  const int rank = RankOf(op, slot, table);
  return std::none_of(axes.begin(), axes.end(),
                      [rank](int64_t axis) { return IsFirst(axis, rank); });
}

bool Reduces(const OpDesc& op, const SymbolTable& table) {
  return !GetAttr<bool>(op, "reduce_all") &&
         !GetAttr<Numbers>(op, "dim").empty() &&
         AlongAxes(op, "dim", "X", table);
}

bool Slices(const OpDesc& op, const SymbolTable& table) {
  const auto dropped = GetAttr<Numbers>(op, "decrease_axis");
  return AlongAxes(op, "axes", "Input", table) &&
         std::find(dropped.begin(), dropped.end(), 0) == dropped.end();
}

// An axis of the result of stack, which has one more than X.
bool Stacks(const OpDesc& op, const SymbolTable& table) {
  return !IsFirst(GetAttr<int64_t>(op, "axis"), RankOf(op, "X", table) + 1);
}

bool Transposes(const OpDesc& op, const SymbolTable&) {
  const auto axes = GetAttr<Numbers>(op, "axis");
  return !axes.empty() && axes[0] == 0;
}

// Elements keep their order, so rows do if there are as many.
bool KeepsSize(const OpDesc& op, const SymbolTable& table) {
  const VarDesc& x = VarOf(op, "X", table);
  const VarDesc& out = table.GetVar(Output(op, "Out"));
  return x.dims_size() > 0 && out.dims_size() > 0 && x.dims(0) == out.dims(0);
}

bool Pads(const OpDesc& op, const SymbolTable&) {
  const auto paddings = GetAttr<Numbers>(op, "paddings");
  return paddings.size() >= 2 && paddings[0] == 0 && paddings[1] == 0;
}

bool Repeats(const OpDesc& op, const SymbolTable&) {
  const auto times = GetAttr<Numbers>(op, "expand_times");
  return !times.empty() && times[0] == 1;
}

bool InTestMode(const OpDesc& op, const SymbolTable&) {
  return GetAttr<bool>(op, "is_test");
}

// In integers or not: that is for the longest sequence of a batch to say.
bool ComputesInFloats(const OpDesc& op, const SymbolTable&) {
  return !HasAttr(op, "dynamic_int8") || !GetAttr<bool>(op, "dynamic_int8");
}

bool NormalizesRows(const OpDesc& op, const SymbolTable&) {
  return GetAttr<int64_t>(op, "begin_norm_axis") >= 1;
}

bool IsRank2(const OpDesc& op, const SymbolTable& table) {
  return RankOf(op, "X", table) == 2;
}

// Rows of X by a matrix.
bool MultipliesRows(const OpDesc& op, const SymbolTable& table) {
  const int rank = RankOf(op, "X", table);
  return RankOf(op, "Y", table) == 2 &&
         (rank > 2 || (rank == 2 && !GetAttr<bool>(op, "transpose_X")));
}

bool LooksUpRows(const OpDesc& op, const SymbolTable& table) {
  return RankOf(op, "Ids", table) > 0;
}

RowRule Rows(NameList slots, decltype(RowRule::keeps) keeps = Always) {
  return {std::move(slots), Kind::kRows, keeps};
}

// Rows of X in their order, whose number an attribute may give.
RowRule Counted() { return {{"X"}, Kind::kRows, KeepsSize, true}; }

RowRule Sequences(NameList slots, decltype(RowRule::keeps) keeps = Always) {
  return {std::move(slots), Kind::kSequences, keeps};
}

const std::map<std::string, RowRule, std::less<>>& Rules() {
  static const auto* rules = new std::map<std::string, RowRule, std::less<>>{
      {"argmax", Rows({"X"}, AlongAxis)},
      {"argmin", Rows({"X"}, AlongAxis)},
      {"argsort", Rows({"X"}, AlongAxis)},
      {"assign", Rows({"X"})},
      {"batch_norm", Rows({"X"}, InTestMode)},
      {"cast", Rows({"X"})},
      {"concat", Rows({"X"}, AlongAxis)},
      {"conv2d", Rows({"Input"})},
      {"conv2d_transpose", Rows({"Input"})},
      {"conv3d", Rows({"Input"})},
      {"cos_sim", Rows({"X", "Y"})},
      {"cumsum", Rows({"X"}, AlongAxis)},
      {"depthwise_conv2d", Rows({"Input"})},
      {"dropout", Rows({"X"}, InTestMode)},
      {"expand", Rows({"X"}, Repeats)},
      {"fused_conv2d", Rows({"Input", "Residual"})},
      {"fused_elementwise", Rows({"X"})},
      {"group_norm", Rows({"X"})},
      {"gru", Sequences({"Input"})},
      {"instance_norm", Rows({"X"})},
      {"layer_norm", Rows({"X"}, NormalizesRows)},
      {"log_softmax", Rows({"X"}, AlongAxis)},
      {"logical_not", Rows({"X"})},
      {"lookup_table", Rows({"Ids"}, LooksUpRows)},
      {"lrn", Rows({"X"})},
      {"lstm", Sequences({"Input"}, ComputesInFloats)},
      {"matmul", Rows({"X"}, MultipliesRows)},
      {"mul", Rows({"X"})},
      {"one_hot", Rows({"X"})},
      {"pad", Rows({"X"}, Pads)},
      {"pool2d", Rows({"X"})},
      {"pool3d", Rows({"X"})},
      {"reduce_max", Rows({"X"}, Reduces)},
      {"reduce_mean", Rows({"X"}, Reduces)},
      {"reduce_min", Rows({"X"}, Reduces)},
      {"reduce_prod", Rows({"X"}, Reduces)},
      {"reduce_sum", Rows({"X"}, Reduces)},
      {"reshape", Counted()},
      {"rms_norm", Rows({"X"}, NormalizesRows)},
      {"row_conv", Sequences({"X"})},
      {"sequence_conv", Sequences({"X"})},
      {"sequence_expand", {{"X", "Y"}, Kind::kSpreads, IsRank2}},
      {"sequence_pool", {{"X"}, Kind::kPools, Always}},
      {"sequence_reverse", Sequences({"X"})},
      {"sequence_softmax", Sequences({"X"})},
      {"slice", Rows({"Input"}, Slices)},
      {"softmax", Rows({"X"}, AlongAxis)},
      {"split", Rows({"X"}, AlongAxis)},
      {"squeeze", Counted()},
      {"stack", Rows({"X"}, Stacks)},
      {"sum", Rows({"X"})},
      {"top_k", Rows({"X"}, AlongLast)},
      {"transpose", Rows({"X"}, Transposes)},
      {"unsqueeze", Counted()},
  };
  return *rules;
}

}  // namespace

const RowRule* FindRowRule(absl::string_view type) {
  const auto found = Rules().find(type);
  return found == Rules().end() ? nullptr : &found->second;
}

NameList RowRuleTypes() {
  NameList types;
  for (const auto& rule : Rules()) types.push_back(rule.first);
  return types;
}

}  // namespace paddle::framework
