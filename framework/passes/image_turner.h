// Walks through the blocks of a program and gives images another order, with
// their channels last, as passes want it.
#pragma once

#include <functional>
#include <memory>

#include "absl/types/optional.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/turned_op.h"

namespace paddle::framework {

// Says what TurnImages turns.
struct ImageTurns {
  // Returns the operator for images with their channels last (turned_op.h).
  std::function<absl::optional<proto::OpDesc>(
      const proto::OpDesc& op, const SymbolTable& table, const LastOf& last_of)>
      turned;
  // True for an operator that is worth a transpose of the images it reads. Null
  // if none is; otherwise those of others are transposed, too, if one of them
  // was made with the channels last.
  std::function<bool(const proto::OpDesc& op)> is_worth;
};

// Returns a copy of the program whose operators read and write images that were
// made with their channels last so, with a transpose behind them that gives a
// result its old order, under its old name, where somebody reads it. Null if
// nothing is to be turned.
std::shared_ptr<Program> TurnImages(const Program& program,
                                    const ImageTurns& turns);

}  // namespace paddle::framework
