#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/window_shape.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using Numbers = std::vector<double>;

void DescribeAnchorGenerator(framework::OpMaker* op) {
  op->AddInput("Input",
               "A feature map, [N, C, H, W], of which only the shape is read.")
      .ShapeOnly();
  op->AddOutput("Anchors",
                "Boxes x1, y1, x2, y2, in pixels, [H, W, anchors, 4].");
  op->AddOutput("Variances", "`variances` for each box, in the same shape.");
  op->AddAttr<Numbers>("anchor_sizes",
                       "The square roots of the areas of anchors, in pixels.")
      .LengthAtLeast(1)
      .GreaterThan(0);
  op->AddAttr<Numbers>("aspect_ratios", "Height by width of anchors.")
      .LengthAtLeast(1)
      .GreaterThan(0);
  op->AddAttr<Numbers>("variances", "The four numbers of Variances.")
      .SetDefault({.1, .1, .2, .2})
      .Length(4)
      .GreaterThan(0);
  op->AddAttr<Numbers>("stride",
                       "The distances of neighbouring centers along x and y.")
      .Length(2)
      .GreaterThan(0);
  op->AddAttr<double>("offset", "The first center, in parts of stride - 1.")
      .SetDefault(.5);
  op->AddComment(
      "Anchors of region proposals around each place of a feature map: each "
      "aspect ratio with each size, sizes innermost. A box of area stride[0] * "
      "stride[1] and the aspect ratio, whose sides are rounded to pixels, is "
      "scaled to the size; its edges are the centers of its outermost pixels. "
      "Source: Ren et al. 2015, Faster R-CNN, arXiv:1506.01497. Errors: "
      "InvalidArgument for an input that is no image.");
}

void InferAnchorGenerator(framework::InferShapeContext* context) {
  const Dims input = ImageDims(*context, "Input", 2);
  const auto anchors = context->Attr<Numbers>("anchor_sizes").size() *
                       context->Attr<Numbers>("aspect_ratios").size();
  const Dims out{input[2], input[3], static_cast<int64_t>(anchors), 4};
  context->SetOutput("Anchors", out, context->InputType("Input"));
  context->SetOutput("Variances", out, context->InputType("Input"));
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(anchor_generator,
                             framework::ShapeFunction(InferAnchorGenerator),
                             framework::MakerFunction(DescribeAnchorGenerator));
REGISTER_OP_FLOPS(anchor_generator, framework::FlopsOfEach("Anchors", 4));

}  // namespace paddle::operators
