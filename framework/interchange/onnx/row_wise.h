// Says whether a block that runs on the rows of sequences treats each by
// itself, so that it computes the same among the rows of any others.
#pragma once

#include <cstdint>

#include "paddle/framework/ir/symbol_table.h"

namespace paddle::onnx {

// Throws Unimplemented, naming an operator, unless all that a step of sequences
// computes for a sequence depends on the rows of that sequence alone. The
// number of rows of the step is the symbol `rows`; arguments of the block that
// have sequences have rows of their own. Goes by shapes: what is computed from
// rows has as many, and no other axis of their number. Operators with blocks
// are not examined, and refused.
void CheckRowWise(const framework::SymbolTable& block, int64_t rows);

}  // namespace paddle::onnx
