// Checks shapes of boxes.
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

// Returns the dims of an input of boxes. Throws InvalidArgument, naming the
// input and its shape, unless it has `rank` axes, of which the last is 4.
inline framework::Dims BoxDims(const framework::InferShapeContext& context,
                               absl::string_view slot, int rank) {
  const framework::Dims dims = context.InputDims(slot);
  PADDLE_ENFORCE(
      dims.rank() == rank && framework::MayBeEqual(dims[rank - 1], 4),
      InvalidArgument, slot, " of ", context.op_type(), " is ",
      rank == 2 ? "[boxes, 4]" : "[rows, boxes, 4]", ", not ", dims.ToString());
  return dims;
}

// Throws InvalidArgument unless the two inputs are of one data type.
inline void CheckSameType(const framework::InferShapeContext& context,
                          absl::string_view a, absl::string_view b) {
  const auto type = context.InputType(a), other = context.InputType(b);
  PADDLE_ENFORCE(type == other, InvalidArgument, a, " of ", context.op_type(),
                 " is ", framework::DataTypeName(type), ", ", b, " is ",
                 framework::DataTypeName(other));
}

}  // namespace paddle::operators
