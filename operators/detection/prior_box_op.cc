#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/window_shape.h"
#include "paddle/operators/detection/prior_sizes.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::InferShapeContext;
using Sizes = std::vector<double>;

void DescribeSizes(framework::OpMaker* op) {
  op->AddAttr<Sizes>("min_sizes", "The sides of squares, in pixels.")
      .LengthAtLeast(1)
      .GreaterThan(0);
  op->AddAttr<Sizes>("max_sizes",
                     "None, or one for each of min_sizes: one more square, "
                     "whose side is the geometric mean of both.")
      .SetDefault({})
      .LengthOf("min_sizes")
      .OrNone()
      .GreaterThan(0);
  op->AddAttr<Sizes>("aspect_ratios",
                     "Width by height of more boxes, whose areas are those of "
                     "the squares of min_sizes. 1 is always there, first.")
      .SetDefault({1})
      .AnyLength()
      .GreaterThan(0);
  op->AddAttr<bool>("flip", "Each aspect ratio stands for its inverse, too.")
      .SetDefault(false);
  op->AddAttr<bool>("min_max_aspect_ratios_order",
                    "The square of max_sizes comes second, not last.")
      .SetDefault(false);
}

void DescribePlaces(framework::OpMaker* op) {
  op->AddAttr<Sizes>("variances", "The four numbers of Variances.")
      .SetDefault({.1, .1, .2, .2})
      .Length(4)
      .GreaterThan(0);
  op->AddAttr<bool>("clip", "Edges are clipped to [0, 1].").SetDefault(false);
  for (const char* name : {"step_w", "step_h"}) {
    op->AddAttr<double>(name,
                        "The distance of neighbouring centers, in pixels; 0: "
                        "the size of Image by that of Input.")
        .SetDefault(0)
        .AtLeast(0);
  }
  op->AddAttr<double>("offset", "The first center, in steps.").SetDefault(.5);
}

void DescribePriorBox(framework::OpMaker* op) {
  op->AddInput("Input",
               "A feature map, [N, C, H, W], of which only the shape is read.")
      .ShapeOnly();
  op->AddInput("Image",
               "The images that it is of, [N, C, H, W], only for their size.")
      .ShapeOnly();
  op->AddOutput("Boxes",
                "Boxes x1, y1, x2, y2, in parts of the image, [H, W, priors, "
                "4].");
  op->AddOutput("Variances", "`variances` for each box, in the same shape.");
  DescribeSizes(op);
  DescribePlaces(op);
  op->AddComment(
      "Boxes of several sizes and aspect ratios around the middle of each "
      "place of a feature map. priors = (number of aspect ratios) * (number of "
      "min_sizes) + (number of max_sizes). Source: Liu et al. 2016, SSD, "
      "arXiv:1512.02325. `flip` and `clip` are false unless they are given, "
      "as in the layer of the historical framework, whose operator had true. "
      "Errors: InvalidArgument for inputs that are not "
      "images, and another number of max_sizes than of min_sizes.");
}

int64_t PriorsOf(const InferShapeContext& context) {
  return static_cast<int64_t>(
      SizesOfPriors({context.Attr<Sizes>("min_sizes"),
                     context.Attr<Sizes>("max_sizes"),
                     context.Attr<Sizes>("aspect_ratios"),
                     context.Attr<bool>("flip"), false})
          .size());
}

void InferPriorBox(InferShapeContext* context) {
  const Dims input = ImageDims(*context, "Input", 2);
  ImageDims(*context, "Image", 2);
  const Dims out{input[2], input[3], PriorsOf(*context), 4};
  context->SetOutput("Boxes", out, context->InputType("Input"));
  context->SetOutput("Variances", out, context->InputType("Input"));
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(prior_box, framework::ShapeFunction(InferPriorBox),
                             framework::MakerFunction(DescribePriorBox));
REGISTER_OP_FLOPS(prior_box, framework::FlopsOfEach("Boxes", 4));

}  // namespace paddle::operators
