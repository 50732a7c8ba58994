#include "paddle/operators/optimizer/accumulate.h"
#include "paddle/operators/optimizer/optimizer_loop.cuh"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

// Neither rule has states besides the tensor it updates: one array each.
PADDLE_INSTANTIATE_ONE(UpdateParamOnCUDA<AccumulateRule<float>, float, 1>);
PADDLE_INSTANTIATE_ONE(UpdateParamOnCUDA<AccumulateRule<double>, double, 1>);
PADDLE_INSTANTIATE_ONE(UpdateParamOnCUDA<AverageRule<float>, float, 1>);
PADDLE_INSTANTIATE_ONE(UpdateParamOnCUDA<AverageRule<double>, double, 1>);

}  // namespace paddle::operators::kernels
