// Adds the failing operator and its inputs to an error.
#pragma once

#include <vector>

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/runtime_shapes.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

// Rethrows the current platform::Error of an instruction, with its operator,
// the shapes of its inputs (`shapes` are those of the run, by slot) and its
// call site added. Call it inside a catch block.
[[noreturn]] void RethrowFromInstruction(platform::Error& error,
                                         const CompiledBlock& block,
                                         int instruction,
                                         const std::vector<SlotShape>& shapes);

}  // namespace paddle::framework
