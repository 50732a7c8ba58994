// Returns the shapes that messages describe.
#pragma once

#include "absl/types/span.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/types/dims.h"

namespace paddle::framework {

// Returns the dims of a variable, or of its default value; sizes of variables
// may be symbols. InvalidArgument above the highest rank.
template <class Message>
Dims DimsOf(const Message& described) {
  return Dims(
      absl::MakeConstSpan(described.dims().data(), described.dims_size()));
}

}  // namespace paddle::framework
