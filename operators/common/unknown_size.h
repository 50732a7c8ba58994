// Sizes of outputs that only the kernel knows, since they depend on values.
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/types/symbolic_size.h"

namespace paddle::operators {

// Returns the size that the shape function of the value-dependent operator
// `type` gives its output: a fresh symbol while the program is built, and 0 in
// a run, because the kernel allocates its output itself. When the gradient
// operator calls the shape function to check the forward shapes, the size is
// one that matches any.
inline int64_t UnknownSize(framework::InferShapeContext* context,
                           absl::string_view type) {
  if (!context->is_running()) return context->sizes().Fresh();
  return context->op_type() == type ? 0 : framework::kBatchSize;
}

}  // namespace paddle::operators
