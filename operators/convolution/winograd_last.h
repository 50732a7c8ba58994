// Convolution of images whose channels are last by Winograd's algorithm, for
// inference: with what follows, and with filters that were transformed once.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/convolution/conv.h"
#include "paddle/operators/convolution/conv_last.h"

namespace paddle::operators::kernels {

// True if the functions below are faster than ConvLast for a shape. It does not
// depend on the batch.
bool HasWinogradLast(const ConvShape& shape);

// Computes what ConvLast does, and finishes every element, the activation
// included. Requires HasWinogradLast(shape). The bits depend neither on the
// number of threads nor on the batch.
void WinogradLast(const ConvShape& shape,
                  const ConvLastOperands<float>& operands,
                  ConvFinish<float> finish, float* output);

// Writes the factors of the filter into `packed`, with a note before them;
// zeros if there is no room. Requires HasWinogradLast(shape).
void PackWinogradFilter(const ConvShape& shape, const float* filter,
                        framework::Tensor* packed);

}  // namespace paddle::operators::kernels
