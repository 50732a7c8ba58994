#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/unknown_size.h"
#include "paddle/operators/detection/nms_dims.h"

namespace paddle::operators {
namespace {

void DescribeLimits(framework::OpMaker* op) {
  op->AddAttr<double>("score_threshold", "Boxes count whose score exceeds it.");
  op->AddAttr<int64_t>("nms_top_k",
                       "Of each class so many boxes are looked at, the best; "
                       "-1: all.")
      .SetDefault(-1)
      .AtLeast(-1);
  op->AddAttr<double>("nms_threshold",
                      "A box is dropped if its overlap with one that is kept "
                      "exceeds this.")
      .SetDefault(0.3);
  op->AddAttr<double>("nms_eta",
                      "While above 0.5, nms_threshold is multiplied by it for "
                      "each box that is kept.")
      .SetDefault(1)
      .GreaterThan(0)
      .AtMost(1);
  op->AddAttr<int64_t>("keep_top_k",
                       "Of each image so many boxes are kept; -1: all.")
      .SetDefault(-1)
      .AtLeast(-1);
}

void DescribeMulticlassNms(framework::OpMaker* op) {
  op->AddInput("BBoxes", "Boxes x1, y1, x2, y2, [N, M, 4].").NoGradient();
  op->AddInput("Scores", "Of each box for each class, [N, classes, M].")
      .NoGradient();
  op->AddOutput("Out",
                "Class, score, x1, y1, x2, y2 of each object, [objects, 6]: a "
                "sequence for each image, by class, best first.");
  op->AddAttr<int64_t>("background_label",
                       "The class that is no object; -1: there is none.")
      .SetDefault(0)
      .AtLeast(-1);
  DescribeLimits(op);
  op->AddAttr<bool>("normalized",
                    "False: edges are numbers of pixels, and a box is x2 - x1 "
                    "+ 1 wide.")
      .SetDefault(true);
  op->KernelTypeFrom("BBoxes");
  op->HasValueDependentShape();
  op->AddComment(
      "Non-maximum suppression: boxes of a class are looked at best first, and "
      "kept unless they overlap one that was kept by more than nms_threshold "
      "(intersection over union). Equal scores are in the order of the boxes; "
      "a score that is NaN never counts. An image without objects has an empty "
      "sequence. Source: Neubeck and Van Gool, Efficient non-maximum "
      "suppression (2006); nms_eta: Liu et al. 2016, SSD, arXiv:1512.02325. "
      "Errors: InvalidArgument for inputs of other shapes or of different "
      "types.");
}

void InferMulticlassNms(framework::InferShapeContext* context) {
  CheckScoredBoxes(*context, "BBoxes");
  context->SetOutput("Out", {UnknownSize(context, "multiclass_nms"), 6},
                     context->InputType("BBoxes"));
  if (!context->is_running()) context->SetLoDLevels("Out", 1);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(multiclass_nms,
                             framework::ShapeFunction(InferMulticlassNms),
                             framework::MakerFunction(DescribeMulticlassNms));
REGISTER_OP_FLOPS(multiclass_nms, framework::NoFlops());

}  // namespace paddle::operators
