// The data type in which operators add up numbers of another.
#pragma once

#include "paddle/framework/types/data_type.h"

namespace paddle::operators {

// Returns float32 for 16-bit types, in which sums would lose most of their
// terms, and other types as they are: platform::Accumulator of data types.
inline framework::DataType SumType(framework::DataType type) {
  using framework::DataType;
  const bool half = type == DataType::kFloat16 || type == DataType::kBFloat16;
  return half ? DataType::kFloat32 : type;
}

}  // namespace paddle::operators
