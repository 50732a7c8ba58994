// Fourier transforms whose length, or axis, is known only when the program
// runs: products with matrices that operators compute.
#pragma once

#include "paddle/framework/interchange/onnx/node.h"

namespace paddle::onnx {

// Write a node DFT or STFT. What its inputs say may be known or not. Throw
// InvalidArgument, when run, for a length below 1 or above 2048, an axis that
// is not there, and frames that do not fit the signal, naming the input.
void DFTAtRunTime(Node* node);
void STFTAtRunTime(Node* node);

}  // namespace paddle::onnx
