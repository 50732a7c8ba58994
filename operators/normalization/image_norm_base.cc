#include "paddle/operators/normalization/image_norm_base.h"

#include "paddle/operators/normalization/channel_shape.h"

namespace paddle::operators {

void ImageNormOp::InferShape(framework::InferShapeContext* context) const {
  const framework::Dims x = ImageDims(context);
  for (const char* slot : {"Scale", "Bias"}) {
    CheckChannelVector(context, slot, x[1]);
  }
  context->ShareShape("X", "Y");
  // These intermediate results are of the type that sums are made in.
  for (const char* slot : {"Mean", "Variance"}) {
    context->SetOutput(slot, {x[0], GroupsOf(context, x[1])},
                       StatisticsType(context->InputType("X")));
  }
}

void ImageNormOpMaker::MakeImageNorm(const std::string& statistics) {
  AddInput("X", "[N, C, ...], of rank 2 or more.");
  AddInput("Scale", "[C]; left out: ones.").AsOptional();
  AddInput("Bias", "[C]; left out: zeros.").AsOptional();
  AddOutput("Y", "The shape of X.");
  AddOutput("Mean", "What was subtracted, " + statistics + ".")
      .AsIntermediate();
  AddOutput("Variance",
            "Divided by the number of elements, " + statistics + ".")
      .AsIntermediate();
  AddAttr<double>("epsilon", "Added to the variance.")
      .SetDefault(1e-5)
      .GreaterThan(0);
  KernelTypeFrom("X");
  // The statistics of a row are known before its first element is written.
  MayReuse("Y", "X");
}

}  // namespace paddle::operators
