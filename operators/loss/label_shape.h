// Shapes of losses of classification. With 10 classes and a batch of 32:
//
//   scores [32, 10]   label [32, 1] or [32], soft [32, 10]   loss [32, 1]
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// Checks the input Label against the input `scores`, [..., classes], and
// returns the dims of the loss, [..., 1]. A soft label has the dims and type of
// the scores; any other is int64, [..., 1] or [...]. Throws InvalidArgument,
// naming both shapes, if they do not fit.
framework::Dims LossDims(framework::InferShapeContext* context,
                         absl::string_view scores, bool soft);

}  // namespace paddle::operators
