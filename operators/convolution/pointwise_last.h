// Convolution of 1 x 1 windows of images whose channels are last, for
// inference: a product of its pixels with the filter, with what follows, and
// with filters that were packed once.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/convolution/conv.h"
#include "paddle/operators/convolution/conv_last.h"

namespace paddle::operators::kernels {

// True if the functions below support a shape, and are faster than ConvLast on
// this processor. It does not depend on the batch.
bool HasPointwiseLast(const ConvShape& shape);

// Computes what ConvLast does, adds the residual, and finishes every element,
// the activation included. Requires HasPointwiseLast(shape). The bits depend
// neither on the number of threads nor on the batch.
void PointwiseLast(const ConvShape& shape,
                   const ConvLastOperands<float>& operands,
                   ConvFinish<float> finish, float* output);

// Writes the filter into `packed`, in the order of products, with a note before
// it, which is zeros if there is no room. Requires HasPointwiseLast(shape).
void PackPointwiseFilter(const ConvShape& shape, const float* filter,
                         framework::Tensor* packed);

}  // namespace paddle::operators::kernels
