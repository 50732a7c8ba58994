// The note of filters that are packed in an order of our own, in front of them:
// as packed_order.h has it for the orders of a library.
#pragma once

#include <cstdint>

#include "absl/functional/function_ref.h"

#include "paddle/framework/tensor/tensor.h"

namespace paddle::operators::kernels {

// An order, by its name, and the sizes of what is in it. It is no order of
// oneDNN, which would begin with the number of axes.
struct OwnOrder {
  int64_t no_axes = 0;
  char name[8] = {};
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t floats = 0;
};

// Writes order.floats floats.
using WriteOwn = absl::FunctionRef<void(float* to)>;

// Returns the floats of `packed`; null if it is in another order.
const float* FindOwn(const OwnOrder& order, const framework::Tensor& packed);

// Returns the floats of `packed`, if it is in this order; else, or if it is
// null, what `write` writes into memory of the calling thread
// (ScratchSlot::kShared). Nobody writes to what is returned.
float* OwnFloats(const OwnOrder& order, const framework::Tensor* packed,
                 WriteOwn write);

// Has `packed` filled, with a note before the floats; the note is zeros if
// there is not enough room.
void PackOwn(const OwnOrder& order, WriteOwn write, framework::Tensor* packed);

}  // namespace paddle::operators::kernels
