// The loops that activation.cc calls on GPUs, for its functors and types.
#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/exact_scale.h"
#include "paddle/operators/activation/scale_clip_functors.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

using platform::bfloat16;
using platform::float16;

PADDLE_INSTANTIATE(ActivateOnCUDA, ExactScale, int32_t, int64_t);
PADDLE_INSTANTIATE(ActivateOnCUDA, ScaleFunctor<float>, float16, bfloat16,
                   float);
PADDLE_INSTANTIATE(ActivateOnCUDA, ScaleFunctor<double>, int32_t, int64_t,
                   double);
PADDLE_INSTANTIATE(ActivateOnCUDA, ClipFunctor<float>, float16, bfloat16,
                   float);
PADDLE_INSTANTIATE(ActivateOnCUDA, ClipFunctor<double>, double);
PADDLE_INSTANTIATE(ActivateOnCUDA, ClipFunctor<int32_t>, int32_t);
PADDLE_INSTANTIATE(ActivateOnCUDA, ClipFunctor<int64_t>, int64_t);
PADDLE_INSTANTIATE(ActivateGradOnCUDA, ClipFunctor<float>, float16, bfloat16,
                   float);
PADDLE_INSTANTIATE(ActivateGradOnCUDA, ClipFunctor<double>, double);

}  // namespace paddle::operators::kernels
