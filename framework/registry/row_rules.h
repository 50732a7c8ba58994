// Says of operators that are not elementwise when they keep the rows of a batch
// apart.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/name_list.h"
#include "paddle/framework/ir/symbol_table.h"

namespace paddle::framework {

// Describes how an operator moves the rows along axis 0 of its inputs.
struct RowRule {
  enum class Kind {
    kRows,       // row i of each output is computed from row i
    kSequences,  // the rows of a sequence from those of the same sequence
    kPools,      // one row of the output from each sequence
    kSpreads,    // rows of a sequence from its row in the first slot
  };

  // The slots that have the rows; all others hold parameters.
  NameList slots;
  Kind kind = Kind::kRows;
  // True if the operator, as its attributes and shapes are, keeps rows apart.
  bool (*keeps)(const proto::OpDesc& op, const SymbolTable& table);
  // True if its attributes may say how many rows there are.
  bool counts_rows = false;
};

// Returns null for an operator type of which nothing is known. Valid for ever.
const RowRule* FindRowRule(absl::string_view type);
// Returns the types that have rules, sorted.
NameList RowRuleTypes();

}  // namespace paddle::framework
