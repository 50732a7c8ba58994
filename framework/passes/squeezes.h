// Finds out which operators of a block could compute before a squeeze instead
// of behind it, and which of them put back what it has taken away.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/block_facts.h"

namespace paddle::framework {

// Returns the slot of the result of an operator that can compute on wide
// variables.
const char* WidenedSlot(const proto::OpDesc& op);

// One block. A variable is narrow if a squeeze has made it of a wide one, or
// could have, had what computes it read wide ones. Facts and table outlive it.
// Not thread safe.
class Squeezes {
 public:
  using Numbers = std::vector<int64_t>;
  // Says of an operator that it stays as it is, that it may compute the wide
  // variable of its result, or that its result is that wide variable.
  enum class Change : uint8_t { kNone, kWiden, kDrop };

  Squeezes(const BlockFacts& facts, const SymbolTable& table)
      : facts_(facts), table_(table) {
    for (int i = 0; i < facts.desc().ops_size(); ++i) {
      changes_.push_back(Visit(i));
    }
  }

  bool any() const {
    return std::any_of(changes_.begin(), changes_.end(),
                       [](Change change) { return change != Change::kNone; });
  }
  Change change(int op) const { return changes_[op]; }
  // True for a squeeze by axes that are known.
  bool IsSqueeze(int op) const;
  // The axes of the wide variable that the narrow one does not have, sorted.
  const Numbers& axes(const std::string& narrow) const {
    return narrow_.at(narrow).axes;
  }
  // True if anybody still reads a narrow variable. A squeeze for nobody would
  // be a second reader of what others could take over.
  bool IsRead(const std::string& narrow) const;

 private:
  struct Narrow {
    int op = -1;       // that computes it
    std::string wide;  // read by the squeeze; "" if that is still to be made
    Numbers axes;
  };

  Change Visit(int op);
  bool IsView(int op, const char* type) const;
  Numbers AxesOf(const proto::OpDesc& op, const std::string& wide) const;
  bool IsKnown(const std::string& name) const;
  // Returns null unless all that the slots hold is narrow in the same way, and
  // the wide values are there when the operator runs.
  const Narrow* FindNarrow(int op, const NameList& slots) const;
  bool PutsBack(int op) const;
  // Returns null unless the operator can compute on wide variables.
  const Narrow* FindWidened(int op) const;

  const BlockFacts& facts_;
  const SymbolTable& table_;
  std::vector<Change> changes_;
  absl::flat_hash_map<std::string, Narrow> narrow_;
};

}  // namespace paddle::framework
