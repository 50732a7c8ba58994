// Lists of tensors, which loops read and write one by one.
//
//   Variable array = array_write(x, zero);
//   array = array_write(y, one, array);    // a new array, cheaply
//   Variable both = array_to_tensor(array);
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/layers/variable.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::layer {

// Creates an empty array. `shape` is that of its elements, with -1 for a size
// that is unknown or differs among them; required if a loop carries the array.
Variable create_array(DataType dtype, const std::vector<int64_t>& shape = {});
// Returns the array (by default an empty one) with x as element i, one int64 or
// int32. `array` itself does not change.
Variable array_write(const Variable& x, const Variable& i,
                     const Variable& array = {});
// Returns element i; a run fails if it was never written.
Variable array_read(const Variable& array, const Variable& i);
// Returns the number of elements, int64 [1].
Variable array_length(const Variable& array);
// Joins all elements along a new axis or, with stack = false, along an existing
// one.
Variable array_to_tensor(const Variable& array, int64_t axis = 0,
                         bool stack = true);

}  // namespace paddle::layer
