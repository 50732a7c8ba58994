// Convolution by 3 x 3 filters, tile by tile with a quarter of the
// multiplications (winograd_transforms.h), on the CPU.
#pragma once

#include "paddle/operators/convolution/conv.h"

namespace paddle::operators::kernels {

// True for flat 3 x 3 windows one pixel apart.
bool FitsWinograd(const ConvShape& shape);

// True if the functions below take a shape, and are faster than products of
// columns: flat 3 x 3 windows one pixel apart, over many channels.
bool HasWinogradCode(const ConvShape& shape);

// The functions of conv.h, for floats. Require HasWinogradCode(shape) and no
// size of 0. The error is about twice that of adding up all products in order.
// The bits do not depend on the number of threads. Memory for tiles that are
// computed together, 8 MB or less, and for 36 / 9 of the filter stays with the
// threads, and so do copies of images whose channels are not last.
void WinogradForward(const ConvShape& shape, const float* input,
                     const float* filter, float* output);
void WinogradBackwardInput(const ConvShape& shape, const float* filter,
                           const float* d_output, float* d_input);
void WinogradBackwardFilter(const ConvShape& shape, const float* input,
                            const float* d_output, float* d_filter);

}  // namespace paddle::operators::kernels
