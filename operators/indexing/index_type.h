// Checks and shape inference for inputs that are indices.
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::operators {

// The documentation of what the checks of indices throw.
inline constexpr char kIndexErrors[] =
    "Errors: OutOfRange, when run, for an index outside of its axis, naming "
    "index, position and bound; InvalidArgument for an index that is not int32 "
    "or int64.";

// Throws InvalidArgument, naming slot and type, unless the input is of int32 or
// int64. Only types are checked; values are checked when the kernel runs.
void CheckIndexType(const framework::InferShapeContext& context,
                    absl::string_view slot);

// Returns the number of indices in the input, which must be of shape [n] or [n,
// 1]; it may be a symbol. Throws InvalidArgument, naming slot and type or
// shape, for other shapes and types.
int64_t IndexCount(const framework::InferShapeContext& context,
                   absl::string_view slot);

// Returns the shape of the slices of x that an index of shape [..., k] selects:
// index.shape[:-1] + x.shape[k:], as of gather_nd. Throws InvalidArgument if
// the type is no index type, or k is unknown or outside [1, rank of x].
framework::Dims SlicesDims(const framework::InferShapeContext& context,
                           absl::string_view x, absl::string_view index);

}  // namespace paddle::operators
