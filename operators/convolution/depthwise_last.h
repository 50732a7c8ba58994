// Depthwise convolution of images whose channels are last, for inference: with
// what follows, and with filters that were turned once.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/convolution/conv.h"
#include "paddle/operators/convolution/conv_last.h"

namespace paddle::operators::kernels {

// True if the functions below support a shape, and are faster than ConvLast on
// this processor. It does not depend on the batch.
bool HasDepthwiseLast(const ConvShape& shape);

// Computes what ConvLast does, and finishes every element, the activation
// included. Requires HasDepthwiseLast(shape). The bits depend neither on the
// number of threads nor on the batch.
void DepthwiseLast(const ConvShape& shape,
                   const ConvLastOperands<float>& operands,
                   ConvFinish<float> finish, float* output);

// Writes the filter into `packed`, the taps of some channels side by side, with
// a note before it, which is zeros if there is no room. Requires
// HasDepthwiseLast(shape).
void PackDepthwiseFilter(const ConvShape& shape, const float* filter,
                         framework::Tensor* packed);

}  // namespace paddle::operators::kernels
