// The note of filters that are packed in an order of our own, in front of them:
// as packed_order.h has it for the orders of a library.
#pragma once

#include <cstdint>

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

// Returns the floats of a tensor that are in this order; null if it has others
// or none.
const float* FindOwn(const OwnOrder& order, const framework::Tensor& packed);

// Clears the tensor, notes the order, and returns the place for the floats;
// null, having cleared it, if there is not enough room.
float* NoteOwn(const OwnOrder& order, framework::Tensor* packed);

}  // namespace paddle::operators::kernels
