#include <vector>

#include "paddle/framework/registry/attr_inputs.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/operators/shape/kept_rows.h"
#include "paddle/operators/shape/reshaped_dims.h"

namespace paddle::operators {
namespace {

void DescribeReshape(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of any shape.");
  op->AddOutput("Out",
                "The elements of X, in the same order, in another shape.");
  op->AddAttr<std::vector<int64_t>>(
        "shape",
        "The shape of Out. 0 stands for the size of the same axis of X; -1, at "
        "most once, for what is left of the elements.")
      .LengthOfAxes()
      .AtLeast(-1);
  op->MayReuse("Out", "X");
  op->AddComment(
      "With X [N, 4, 6] the shape [0, -1] gives [N, 24]. Errors: "
      "InvalidArgument for a shape of another number of elements, with more "
      "than one -1, or with a 0 where X has no axis.");
}

void InferReshape(framework::InferShapeContext* context) {
  const framework::Dims x = context->InputDims("X");
  const framework::Dims out = ReshapedDims(
      x, context->Attr<std::vector<int64_t>>("shape"), &context->sizes());
  SetOutOfRows(context, out);
}

}  // namespace

REGISTER_OP(reshape, framework::ShapeFunction(InferReshape),
            framework::MakerFunction(DescribeReshape), reshape_grad,
            framework::GradOpSchema({}, {{"X@GRAD", "Out@GRAD"}}));
REGISTER_ATTR_INPUT(reshape, shape, ShapeTensor);
REGISTER_PRECISION(reshape, kFollows);
REGISTER_OP_FLOPS(reshape, framework::NoFlops());

}  // namespace paddle::operators
