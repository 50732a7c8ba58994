// Packs a tensor array into one tensor, the form in which it enters and leaves
// a run of a program (framework/executor).
#pragma once

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/tensor_array.h"

namespace paddle::framework {

// Returns an array as a tensor uint8 [bytes] on the CPU: numbers that say the
// data type and the shapes of the elements, and behind them the elements, which
// are copied once, wherever they are. Throws OutOfRange, naming it, for an
// element that is missing, and InvalidArgument for one with sequences.
LoDTensor PackArray(const TensorArray& array);

// Returns the array that PackArray has packed. Its elements are views of the
// memory of `packed`, or of a copy if that is not aligned. Nothing in the bytes
// is believed: throws InvalidArgument for a tensor that PackArray cannot have
// made.
TensorArray UnpackArray(const LoDTensor& packed);

}  // namespace paddle::framework
