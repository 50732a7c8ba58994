// Turns the slots of an operator for images with their channels last.
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/turned_op.h"

namespace paddle::framework {

// The operator, which is changed, and what it is judged by.
struct OpTurn {
  proto::OpDesc op;
  const SymbolTable& table;
  const LastOf& last_of;
};

// Replaces the images in a slot; false if one is not there, or is no image.
bool TurnSlot(OpTurn* turn, absl::string_view slot);

}  // namespace paddle::framework
