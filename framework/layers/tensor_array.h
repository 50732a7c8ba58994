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

// An array without elements. `shape`: of its elements, -1 for a size that is
// not known or differs among them; needed if a loop carries the array.
Variable create_array(DataType dtype, const std::vector<int64_t>& shape = {});
// The array (without one: an empty one) with x as element i, one int64 or
// int32. `array` itself stays as it is.
Variable array_write(const Variable& x, const Variable& i,
                     const Variable& array = {});
// Element i; an error of the run if it was never written.
Variable array_read(const Variable& array, const Variable& i);
// int64 [1].
Variable array_length(const Variable& array);
// All elements along a new axis, or, with stack = false, one behind the other
// along one of theirs.
Variable array_to_tensor(const Variable& array, int64_t axis = 0,
                         bool stack = true);

}  // namespace paddle::layer
