#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/detection/roi_schema_base.h"

namespace paddle::operators {
namespace {

void DescribeRoiPool(framework::OpMaker* op) {
  DescribeRois(op);
  op->AddOutput("Out", "[R, C, pooled_height, pooled_width].");
  op->AddOutput("Argmax",
                "The position in X of each element of Out, counted in "
                "row-major order, int64, in the shape of Out; -1: none.")
      .NoGradient();
  op->AddComment(
      "Divides each box into pooled_height x pooled_width bins; Out = the "
      "largest "
      "element of each bin, 0 of a bin outside of the image. Edges are rounded "
      "to elements, both belong to the box; bins are rounded outwards. The "
      "gradient goes to the first of the largest elements; boxes have none. "
      "Source: Girshick 2015, Fast R-CNN, arXiv:1504.08083. Errors: "
      "InvalidArgument for boxes that are not [R, 4], boxes with neither "
      "BatchIndex nor a sequence for each image, and empty images; OutOfRange, "
      "when run, for a BatchIndex outside of [0, N), naming its position.");
}

void InferRoiPool(framework::InferShapeContext* context) {
  const framework::Dims out = PooledDims(context);
  context->SetOutput("Out", out, context->InputType("X"));
  context->SetOutput("Argmax", out, framework::DataType::kInt64);
  context->ShareLoD("ROIs", "Out");
  context->ShareLoD("ROIs", "Argmax");
}

}  // namespace

REGISTER_OP(roi_pool, framework::ShapeFunction(InferRoiPool),
            framework::MakerFunction(DescribeRoiPool), roi_pool_grad,
            framework::GradOpSchema({"Argmax"}));
REGISTER_OP_FLOPS(roi_pool, framework::NoFlops());

}  // namespace paddle::operators
