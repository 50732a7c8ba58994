// Labels the instructions of a block for profiles.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/op_profile.h"
#include "paddle/framework/executor/runtime_shapes.h"

namespace paddle::framework {

// Belongs to a frame. Keeps the label for the last shapes of each instruction,
// so that a step like the one before needs no lookup.
class OpLabels {
 public:
  explicit OpLabels(const CompiledBlock& block) : block_(block) {}

  // Returns the label of an instruction; `shapes` are by slot, after it has
  // run.
  platform::EventLabel Of(int instruction,
                          const std::vector<SlotShape>& shapes);

 private:
  struct Known {
    uint64_t session = 0;
    uint64_t shapes = 0;
    platform::EventLabel label = 0;
  };

  ProfiledOp Describe(const CompiledBlock::Instruction& instruction,
                      const std::vector<SlotShape>& shapes) const;

  const CompiledBlock& block_;
  std::vector<Known> known_;  // by instruction, while there is a profile
};

}  // namespace paddle::framework
