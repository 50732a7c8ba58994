// The data type in which the numbers of several tensors are added.
#pragma once

#include "paddle/framework/types/data_type.h"

namespace paddle::operators {

// Returns the type of the bucket for numbers of a floating-point type: half
// floats are added as float32.
inline framework::DataType BucketType(framework::DataType type) {
  using framework::DataType;
  return type == DataType::kFloat64 ? type : DataType::kFloat32;
}

}  // namespace paddle::operators
