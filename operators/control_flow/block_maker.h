// The slots that operators with blocks have in common.
#pragma once

#include <string>

#include "paddle/framework/registry/op_maker.h"

namespace paddle::operators {

// Declares slots with these comments.
class BlockOpMaker : public framework::OpMaker {
 protected:
  // Declares Captures, what the blocks read from outside, which may be of any
  // kind.
  void AddCaptures(const std::string& comment);
  // Declares an output that the gradient reads: the steps of a block.
  void AddScopes(const std::string& slot, const std::string& comment);
};

}  // namespace paddle::operators
