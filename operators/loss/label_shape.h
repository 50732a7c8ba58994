// Shapes of losses of classification. With 10 classes and a batch of 32:
//
//   scores [32, 10]   label [32, 1] or [32], soft [32, 10]   loss [32, 1]
//
// Of images, with the classes along axis 1:
//
//   scores [32, 10, H, W]   label [32, 1, H, W] or [32, H, W]
#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// Checks the input Label against the input `scores`, [..., classes], and
// returns the dims of the loss, [..., 1]. A soft label has the dims and type of
// the scores; any other is int64, [..., 1] or [...]. The classes are along
// `axis`; negative ones count from the end. Throws InvalidArgument, naming both
// shapes, if they do not fit, and OutOfRange for an axis that there is not.
framework::Dims LossDims(framework::InferShapeContext* context,
                         absl::string_view scores, bool soft, int64_t axis);
// Gives the output `loss` these dims, the type of the scores and their
// sequences, of which there are none if the classes are along axis 0.
void SetLoss(framework::InferShapeContext* context, absl::string_view scores,
             absl::string_view loss, const framework::Dims& dims, int64_t axis);

}  // namespace paddle::operators
