// Sizes that only the kernel knows.
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/types/symbolic_size.h"

namespace paddle::operators {

// Returns such a size for the shape function of the value-dependent operator
// `type`: a fresh symbol while the program is built, and 0 in a run, as the
// kernel allocates its output itself. The gradient's check of the forward
// shapes gets a size that matches any.
inline int64_t UnknownSize(framework::InferShapeContext* context,
                           absl::string_view type) {
  if (!context->is_running()) return context->sizes().Fresh();
  return context->op_type() == type ? 0 : framework::kBatchSize;
}

}  // namespace paddle::operators
