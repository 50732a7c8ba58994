// Decides which operators of a program compute in 16 bits; lower_precision.h
// writes them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/ir/name_list.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/precision_options.h"

namespace paddle::framework {

// The variables of an operator that become 16 bits.
struct Lowering {
  // True if the inputs in a slot do.
  bool Converts(absl::string_view slot) const;

  NameList slots;  // inputs; empty: all
  absl::flat_hash_set<std::string> inputs;
  absl::flat_hash_set<std::string> outputs;
};

// Returns what becomes of each operator of the global block; nothing for one
// that stays as it is. Changes nothing. Throws the errors of LowerPrecision.
std::vector<std::optional<Lowering>> FindLowerings(
    const Program& program, const PrecisionOptions& options);

// Variables by the names of others that have the same value.
using TwinNames = absl::flat_hash_map<std::string, std::string>;

// Returns the variables that a forward cast gives one value in float32 and 16
// bits; {"", ""} for another operator.
std::pair<std::string, std::string> FloatAndHalf(const proto::OpDesc& op,
                                                 const SymbolTable& table,
                                                 proto::DataType half);

// Removes the variables that an operator writes: a value in 16 bits would be an
// old one.
void ForgetWritten(const proto::OpDesc& op, const SymbolTable& table,
                   TwinNames* half);

}  // namespace paddle::framework
