#include "paddle/framework/interchange/onnx/row_wise.h"

#include <set>
#include <string>

#include "absl/container/flat_hash_set.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

using framework::SymbolTable;
using framework::proto::OpDesc;
using framework::proto::VarDesc;

namespace {

class RowChecker {
 public:
  RowChecker(const SymbolTable& block, int64_t rows)
      : block_(block), symbols_{rows} {}

  void Check();

 private:
  const VarDesc& VarOf(const std::string& name) const {
    return block_.GetVar(name);
  }
  bool HasRows(const std::string& name) const {
    const VarDesc& var = VarOf(name);
    return var.dims_size() > 0 && symbols_.count(var.dims(0)) > 0;
  }
  // True if the rows are axis 0, and nothing else.
  bool OnlyRows(const std::string& name) const;
  bool ReadsRows(const OpDesc& op) const;
  // True if an operator relates rows to each other although shapes stay.
  bool Mixes(const OpDesc& op) const;
  void CheckOutputs(const OpDesc& op) const;

  const SymbolTable& block_;
  std::set<int64_t> symbols_;
  absl::flat_hash_set<std::string> read_;  // by operators, or as results
};

bool RowChecker::OnlyRows(const std::string& name) const {
  const VarDesc& var = VarOf(name);
  for (int axis = 1; axis < var.dims_size(); ++axis) {
    if (symbols_.count(var.dims(axis)) > 0) return false;
  }
  return HasRows(name);
}

bool RowChecker::ReadsRows(const OpDesc& op) const {
  for (const std::string& name : framework::InputNames(op)) {
    if (HasRows(name)) return true;
  }
  return false;
}

bool RowChecker::Mixes(const OpDesc& op) const {
  if (!framework::BlocksOf(op).empty()) return true;
  if (op.type() == "gather") return HasRows(framework::Input(op, "X"));
  if (op.type() == "layer_norm") {
    return framework::GetAttr<int64_t>(op, "begin_norm_axis") == 0;
  }
  if (op.type() != "softmax" && op.type() != "log_softmax") return false;
  const int rank = VarOf(framework::Input(op, "X")).dims_size();
  return framework::NormalizeAxis(framework::GetAttr<int64_t>(op, "axis"),
                                  rank) == 0;
}

void RowChecker::CheckOutputs(const OpDesc& op) const {
  for (const std::string& name : framework::OutputNames(op)) {
    PADDLE_ENFORCE(!read_.contains(name) || OnlyRows(name), Unimplemented,
                   "a step whose operator ", op.type(),
                   " may relate sequences to each other, by ", name);
  }
}

void RowChecker::Check() {
  const auto& desc = block_.desc();
  for (const std::string& name : desc.arguments()) {
    if (VarOf(name).lod_level() > 0) symbols_.insert(VarOf(name).dims(0));
  }
  for (const OpDesc& op : desc.ops()) {
    for (const std::string& name : framework::InputNames(op)) {
      read_.insert(name);
    }
  }
  read_.insert(desc.results().begin(), desc.results().end());
  for (const OpDesc& op : desc.ops()) {
    if (!ReadsRows(op)) continue;
    PADDLE_ENFORCE(!Mixes(op), Unimplemented, "a step whose operator ",
                   op.type(), " may relate sequences to each other");
    // One row for each sequence, of an argument with sequences.
    if (op.type() == "sequence_pool") {
      symbols_.insert(VarOf(framework::Output(op, "Out")).dims(0));
    }
    CheckOutputs(op);
  }
}

}  // namespace

void CheckRowWise(const SymbolTable& block, int64_t rows) {
  RowChecker(block, rows).Check();
}

}  // namespace paddle::onnx
