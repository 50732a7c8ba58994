// Accumulates the gradients of several small batches, as a substitute for one
// large batch.
#pragma once

#include <cstdint>
#include <functional>

#include "paddle/backward/param_and_grad.h"

namespace paddle::backward {

// Calls `update` to write the operators that use the gradients, which are in
// the global block, the current one, of the default main program.
//
// If steps is 1, calls it at once. Otherwise each gradient is summed over
// `steps` runs in a persistable variable, and `update` writes to a block that
// runs in the last of them and gets the means of the gradients. If the loss is
// the mean over a batch and all batches have the same size, a mean is the
// gradient of the batches taken together. Sums of SelectedRows are dense. The
// sums and the number of runs are saved with the other persistables. Throws
// InvalidArgument if steps is below 1.
void AccumulateGradients(
    const ParamsAndGrads& params_and_grads, int64_t steps,
    const std::function<void(const ParamsAndGrads& means)>& update);

}  // namespace paddle::backward
