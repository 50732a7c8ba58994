// Products by primitives that oneDNN compiles for each shape. One of two
// sources defines it: gemm_plan_onednn, or gemm_plan_stub, which has none.
#pragma once

#include "paddle/operators/math/blas/gemm_serial.h"

namespace paddle::operators::kernels {

// Computes the product on the calling thread. Returns false, with nothing
// computed, unless alpha is 1, beta 0 or 1, and oneDNN has such code for this
// processor: for bfloat16 with instructions of its own. The first product of a
// shape takes about 0.3 ms more. The bits of a row of c do not depend on the
// number of rows; 16-bit products are added up in float and rounded once,
// unless c is float. Transposed operands of 16 bits may be copied first, to
// ScratchSlot::kPiece. T: bfloat16; C: T or float.
template <typename T, typename C>
bool RunPlan(const GemmArgs<T, C>& args);

}  // namespace paddle::operators::kernels
