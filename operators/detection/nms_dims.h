// Checks shapes of boxes with a score for each class.
#pragma once

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/operators/detection/box_dims.h"

namespace paddle::operators {

// Throws InvalidArgument unless `boxes` is [n, m, 4] and Scores [n, c, m], of
// one data type.
inline void CheckScoredBoxes(const framework::InferShapeContext& context,
                             absl::string_view boxes) {
  const framework::Dims box = BoxDims(context, boxes, 3);
  const framework::Dims scores = context.InputDims("Scores");
  CheckSameType(context, boxes, "Scores");
  PADDLE_ENFORCE(scores.rank() == 3 &&
                     framework::MayBeEqual(scores[0], box[0]) &&
                     framework::MayBeEqual(scores[2], box[1]),
                 InvalidArgument, "Scores of ", context.op_type(),
                 " is [images, classes, boxes] for ", boxes, " ",
                 box.ToString(), ", not ", scores.ToString());
}

}  // namespace paddle::operators
