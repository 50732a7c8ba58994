#include "paddle/framework/passes/unfailing_ops.h"

#include <algorithm>
#include <functional>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/registry/elementwise_rule.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using Sizes = std::function<int64_t(int64_t symbol)>;

// Types of which a kernel reports no error for any value of any data type.
bool NeverLooksAtValues(absl::string_view type) {
  static const auto& types = *new absl::flat_hash_set<absl::string_view>{
      "assign",
      "assign_value",
      "broadcast_to",
      "cast",
      "concat",
      "elementwise_add",
      "elementwise_max",
      "elementwise_min",
      "elementwise_mul",
      "elementwise_sub",
      "equal",
      "expand",
      "fill_constant",
      "fill_zeros_like",
      "flip",
      "greater_equal",
      "greater_than",
      "less_equal",
      "less_than",
      "log_softmax",
      "logical_and",
      "logical_not",
      "logical_or",
      "matmul",
      "mean",
      "mul",
      "not_equal",
      "reduce_max",
      "reduce_mean",
      "reduce_min",
      "reduce_prod",
      "reduce_sum",
      "reshape",
      "scale",
      "shape",
      "slice",
      "softmax",
      "split",
      "squared_l2_norm",
      "squeeze",
      "stack",
      "sum",
      "transpose",
      "unsqueeze",
  };
  return types.contains(type);
}

bool AreDense(const NameList& names, const SymbolTable& table) {
  return std::all_of(names.begin(), names.end(), [&](const auto& name) {
    const proto::VarDesc& var = table.GetVar(name);
    return var.kind() == proto::DENSE_TENSOR && var.lod_level() == 0;
  });
}

// True if no element fails: those that divide integers do, by zero.
bool AreReal(const NameList& names, const SymbolTable& table) {
  return std::all_of(names.begin(), names.end(), [&](const auto& name) {
    return IsFloating(DataTypeFromNumber(table.GetVar(name).dtype()));
  });
}

void Declare(const proto::VarDesc& from, const Sizes& sizes,
             SymbolTable* table) {
  proto::VarDesc* var = table->Var(from.name());
  var->set_kind(from.kind());
  var->set_dtype(from.dtype());
  for (int64_t size : from.dims()) {
    var->add_dims(size < 0 ? sizes(size) : size);
  }
}

bool Fits(const proto::OpDesc& op, const SymbolTable& table,
          const Sizes& sizes) {
  SymbolTable given;
  for (const std::string& name : InputNames(op)) {
    if (given.FindVar(name) == nullptr) {
      Declare(table.GetVar(name), sizes, &given);
    }
  }
  for (const std::string& name : OutputNames(op)) given.Var(name);
  try {
    table.program()->schemas().InferShape(op, &given);
    return true;
  } catch (const platform::Error&) {
    return false;
  }
}

// Sizes that have to be related are not, if they are these: odd numbers, no two
// of them equal, and without a common divisor of those of one symbol. No size
// is special.
bool FitsAllSizes(const proto::OpDesc& op, const SymbolTable& table) {
  const auto from = [](int64_t first) {
    return [first](int64_t symbol) { return first - 2 * symbol; };
  };
  return Fits(op, table, from(1009)) && Fits(op, table, from(1009 + 1024)) &&
         Fits(op, table, [](int64_t) { return 0; });
}

}  // namespace

bool MayNeverFail(const std::string& type) {
  return NeverLooksAtValues(type) || !ElementwiseRules(type).empty();
}

bool CannotFail(const proto::OpDesc& op, const SymbolTable& table) {
  const NameList inputs = InputNames(op);
  // Examples of attributes say nothing of what they are in a run.
  return !ReadsAttributes(op) && MayNeverFail(op.type()) &&
         AreDense(inputs, table) && FitsAllSizes(op, table) &&
         (NeverLooksAtValues(op.type()) || AreReal(inputs, table));
}

}  // namespace paddle::framework
