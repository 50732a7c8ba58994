#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/detection/roi_schema_base.h"

namespace paddle::operators {
namespace {

void DescribeRoiAlign(framework::OpMaker* op) {
  DescribeRois(op);
  DescribeSamples(op);
  op->AddOutput("Out", "[R, C, pooled_height, pooled_width].");
  op->AddComment(
      "Divides each box into pooled_height x pooled_width bins; Out = the mean "
      "of evenly spaced samples of each bin, bilinear means of the four "
      "elements around them; 0 more than one element outside of the image. "
      "Boxes have no gradient. Source: He et al. 2017, Mask R-CNN, "
      "arXiv:1703.06870. Errors: InvalidArgument for boxes that are not [R, "
      "4], boxes with neither BatchIndex nor a sequence for each image, and "
      "empty images; OutOfRange, when run, for a BatchIndex outside of [0, N), "
      "naming its position.");
}

void InferRoiAlign(framework::InferShapeContext* context) {
  context->SetOutput("Out", PooledDims(context), context->InputType("X"));
  context->ShareLoD("ROIs", "Out");
}

}  // namespace

REGISTER_OP(roi_align, framework::ShapeFunction(InferRoiAlign),
            framework::MakerFunction(DescribeRoiAlign), roi_align_grad,
            framework::GradOpSchema({"ROIs", "BatchIndex"}));
REGISTER_OP_FLOPS(roi_align, framework::FlopsOfEach("Out", 32));

}  // namespace paddle::operators
