// Divides an optimizer into parts that can run apart.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/ir/name_list.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/training_cut.h"

namespace paddle::framework {

// Operators of role optimize that read what one of them writes, or the same
// gradients: as a rule those of one parameter, with its clip and regularizer.
// Operators are those of the global block, by index.
struct UpdatePart {
  std::vector<int> ops;  // ascending
  NameList gradients;    // of the cut, in its order
  NameList state;        // persistables that they write, in order
  int64_t bytes = 0;     // of the state
  // The first operator that needs several of the gradients; -1: none does.
  int joint = -1;
};

// Returns the parts in the order of their first operators. Learning rates and
// other values that no operator of role optimize writes join nothing.
// Unimplemented, naming the variable, for state whose size is not known.
std::vector<UpdatePart> FindUpdateParts(const Program& program,
                                        const TrainingCut& cut);

}  // namespace paddle::framework
