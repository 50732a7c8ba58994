// Gradients of several small batches, as if they were one large one.
#pragma once

#include <cstdint>
#include <functional>

#include "paddle/backward/param_and_grad.h"

namespace paddle::backward {

// Calls `update` to write what uses the gradients, which are in the global
// block of the default main program, the current one.
//
// With steps = 1, at once. Otherwise each gradient is added up over `steps`
// runs, in a persistable variable, and what `update` writes stands in a block
// that runs in the last of them, where it gets the means of the gradients: of a
// loss that is the mean over a batch, and batches of one size, the gradient of
// their union. Sums of SelectedRows are dense. The sums, and how many runs have
// been counted, are saved with the other persistables. InvalidArgument if
// steps is below 1.
void AccumulateGradients(
    const ParamsAndGrads& params_and_grads, int64_t steps,
    const std::function<void(const ParamsAndGrads& means)>& update);

}  // namespace paddle::backward
