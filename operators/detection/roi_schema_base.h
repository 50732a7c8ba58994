// The schema halves of operators that pool regions of images.
#pragma once

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// Declares X, ROIs, BatchIndex, spatial_scale, pooled_height and pooled_width.
void DescribeRois(framework::OpMaker* op);
// Declares sampling_ratio and aligned.
void DescribeSamples(framework::OpMaker* op);

// Returns the dims of a tensor with a pooled image for each box. Throws
// InvalidArgument, naming the input, for boxes of another shape or type, and
// for boxes of which it is not known in which image they lie.
framework::Dims PooledDims(framework::InferShapeContext* context);

}  // namespace paddle::operators
