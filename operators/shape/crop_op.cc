#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/shape/kept_rows.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using Numbers = std::vector<int64_t>;

void DescribeCrop(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of any shape.");
  op->AddInput("Y", "A tensor in whose shape Out is; only that is read.")
      .AsOptional()
      .NoGradient()
      .ShapeOnly();
  op->AddOutput("Out", "The part of X that begins at offsets, of its rank.");
  op->AddAttr<Numbers>("offsets", "Where the part begins, for each axis of X.")
      .LengthOfAxes()
      .AtLeast(0);
  op->AddAttr<Numbers>(
        "shape", "Without Y: the shape of Out; -1 takes all behind the offset.")
      .SetDefault({})
      .LengthOfAxes()
      .AtLeast(-1);
  op->AddComment(
      "With X [[a, b, c], [d, e, f]], offsets 0, 1 and shape 2, 2: [[b, c], "
      "[e, f]]. Errors: InvalidArgument for Y and shape at once, and for other "
      "than one offset for each axis; OutOfRange for a part that is not within "
      "X.");
}

void InferCrop(framework::InferShapeContext* context) {
  const Dims x = context->InputDims("X");
  const auto& offsets = context->Attr<Numbers>("offsets");
  const auto& shape = context->Attr<Numbers>("shape");
  const bool like_y = context->HasInput("Y");
  PADDLE_ENFORCE(!like_y || shape.empty(), InvalidArgument,
                 "crop takes its shape from Y or from shape, not both");
  Dims out = like_y ? context->InputDims("Y") : Dims(shape);
  PADDLE_ENFORCE(
      offsets.size() == static_cast<size_t>(x.rank()) && out.rank() == x.rank(),
      InvalidArgument, "crop of X ", x.ToString(), " to ", out.ToString(),
      " has ", offsets.size(), " offsets, and each axis needs one");
  for (int axis = 0; axis < x.rank(); ++axis) {
    if (!like_y && out[axis] < 0) {
      out[axis] = context->sizes().Sub(x[axis], offsets[axis]);
    }
    // Symbols cannot be compared; the run checks again, with numbers.
    const bool known = x[axis] >= 0 && out[axis] >= 0;
    PADDLE_ENFORCE(!known || out[axis] <= x[axis] - offsets[axis], OutOfRange,
                   "crop of X ", x.ToString(), " along axis ", axis, " wants ",
                   out[axis], " elements from ", offsets[axis], " on");
  }
  SetOutOfRows(context, out);
}

}  // namespace

REGISTER_OP(crop, framework::ShapeFunction(InferCrop),
            framework::MakerFunction(DescribeCrop), crop_grad,
            framework::GradOpSchema({}));
REGISTER_OP_FLOPS(crop, framework::NoFlops());

}  // namespace paddle::operators
