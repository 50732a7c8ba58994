// Convolution of images whose channels are last by Winograd's algorithm, for
// inference: with what follows, and with filters that were transformed once.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/convolution/conv.h"
#include "paddle/operators/convolution/conv_last.h"

namespace paddle::operators::kernels {

// True if the functions below are faster than ConvLast for a shape. It does not
// depend on the batch. T: float, bfloat16, here and below.
template <typename T>
bool HasWinogradLast(const ConvShape& shape);

// Computes what ConvLast does, adds the residual, and finishes every element,
// the activation included. bfloat16 is computed in float and rounded before it
// is finished.
// Requires HasWinogradLast<T>(shape). The bits depend neither on the number of
// threads nor on the batch.
template <typename T>
void WinogradLast(const ConvShape& shape, const ConvLastOperands<T>& operands,
                  ConvFinish<T> finish, T* output);

// Writes the factors of the filter, floats, into `packed`, with a note before
// them, which is zeros if there is no room. Requires HasWinogradLast<T>(shape).
template <typename T>
void PackWinogradFilter(const ConvShape& shape, const T* filter,
                        framework::Tensor* packed);

}  // namespace paddle::operators::kernels
