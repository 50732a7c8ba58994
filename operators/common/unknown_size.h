// Sizes that a kernel finds out.
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/types/symbolic_size.h"

namespace paddle::operators {

// For the shape function of the operator `type` that has a value-dependent
// shape: a new symbol while the program is written; while it runs 0, and to the
// gradient's check of the forward shapes any number.
inline int64_t UnknownSize(framework::InferShapeContext* context,
                           absl::string_view type) {
  if (!context->is_running()) return context->sizes().Fresh();
  return context->op_type() == type ? 0 : framework::kBatchSize;
}

}  // namespace paddle::operators
