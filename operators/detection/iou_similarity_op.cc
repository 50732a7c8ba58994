#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/detection/box_dims.h"

namespace paddle::operators {
namespace {

void DescribeIouSimilarity(framework::OpMaker* op) {
  op->AddInput("X", "Boxes, [N, 4]; they may be sequences.");
  op->AddInput("Y", "Boxes, [M, 4].");
  op->AddOutput("Out", "[N, M].");
  op->AddAttr<bool>("box_normalized",
                    "False: edges are numbers of pixels, and a box is x2 - x1 "
                    "+ 1 wide.")
      .SetDefault(true);
  op->AddComment(
      "Out[i, j] = the area that X[i] and Y[j] share, divided by the area that "
      "they cover: intersection over union. A box is x1, y1, x2, y2; one whose "
      "edges are in the wrong order covers nothing, and 0 / 0 is 0. Source: "
      "Jaccard, The distribution of the flora in the alpine zone (1912). "
      "Errors: InvalidArgument for inputs that are not [boxes, 4], or of "
      "different types.");
}

void InferIouSimilarity(framework::InferShapeContext* context) {
  const auto x = BoxDims(*context, "X", 2), y = BoxDims(*context, "Y", 2);
  CheckSameType(*context, "X", "Y");
  context->SetOutput("Out", {x[0], y[0]}, context->InputType("X"));
  context->ShareLoD("X", "Out");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(iou_similarity,
                             framework::ShapeFunction(InferIouSimilarity),
                             framework::MakerFunction(DescribeIouSimilarity));
REGISTER_OP_FLOPS(iou_similarity, framework::FlopsOfEach("Out", 14));

}  // namespace paddle::operators
