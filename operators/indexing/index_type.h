// What the schemas of operators with indices share.
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::operators {

// InvalidArgument, naming slot and type, unless the input is of int32 or int64.
void CheckIndexType(const framework::InferShapeContext& context,
                    absl::string_view slot);

// How many indices the input, [n] or [n, 1], holds. InvalidArgument, naming
// slot and type or shape, for another shape or a type that is no index.
int64_t IndexCount(const framework::InferShapeContext& context,
                   absl::string_view slot);

// The shape of what the rows of the index [..., k] name in x: that of the index
// without its last axis, and then that of x without its first k.
// InvalidArgument for a type that is no index, or a k that is not known or not
// in [1, rank of x].
framework::Dims SlicesDims(const framework::InferShapeContext& context,
                           absl::string_view x, absl::string_view index);

}  // namespace paddle::operators
