#include "paddle/operators/tensor/batch_size_like.h"

#include <vector>

#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::Dims;

Dims BatchSizeLikeDims(framework::InferShapeContext* context) {
  const Dims input = context->InputDims("Input");
  Dims out(context->Attr<std::vector<int64_t>>("shape"));
  const int from = framework::NormalizeAxis(
      context->Attr<int64_t>("input_dim_idx"), input.rank());
  const int to = framework::NormalizeAxis(
      context->Attr<int64_t>("output_dim_idx"), out.rank());
  for (int axis = 0; axis < out.rank(); ++axis) {
    PADDLE_ENFORCE(axis == to || out[axis] >= 0, InvalidArgument, "shape of ",
                   context->op_type(), " has the size ", out[axis], " at axis ",
                   axis);
  }
  out[to] = input[from];
  return out;
}

void BatchSizeLikeOpMaker::AddCommon() {
  AddInput(
      "Input",
      "The tensor of rank 1 or more whose size is taken; only that is read.")
      .NoGradient()
      .ShapeOnly();
  AddOutput("Out", "Of the given shape and data type.");
  AddAttr<std::vector<int64_t>>(
      "shape", "The shape of Out; the size at output_dim_idx does not matter.")
      .AtLeast(-1);
  AddAttr<int64_t>("input_dim_idx", "The axis of Input whose size is taken.")
      .SetDefault(0);
  AddAttr<int64_t>("output_dim_idx", "The axis of Out that gets it.")
      .SetDefault(0);
}

}  // namespace paddle::operators
