#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/detection/roi_schema_base.h"

namespace paddle::operators {
namespace {

void DescribeRoiAlignMax(framework::OpMaker* op) {
  DescribeRois(op);
  DescribeSamples(op);
  op->AddOutput("Out", "[R, C, pooled_height, pooled_width].");
  op->AddComment(
      "Divides each box into pooled_height x pooled_width bins; Out = the "
      "largest of all terms of the samples that roi_align computes the mean "
      "of: an element of X times its weight, as RoiAlign of ONNX has it in "
      "mode max. There is no gradient. Source: the operators of ONNX, "
      "RoiAlign. Errors: InvalidArgument for boxes that are not [R, 4], boxes "
      "with neither BatchIndex nor a sequence for each image, and empty "
      "images; OutOfRange, when run, for a BatchIndex outside of [0, N), "
      "naming its position.");
}

void InferRoiAlignMax(framework::InferShapeContext* context) {
  context->SetOutput("Out", PooledDims(context), context->InputType("X"));
  context->ShareLoD("ROIs", "Out");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(roi_align_max,
                             framework::ShapeFunction(InferRoiAlignMax),
                             framework::MakerFunction(DescribeRoiAlignMax));
REGISTER_OP_FLOPS(roi_align_max, framework::FlopsOfEach("Out", 32));

}  // namespace paddle::operators
