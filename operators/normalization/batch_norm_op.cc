#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/operators/normalization/channel_shape.h"

namespace paddle::operators {
namespace {

void InferBatchNorm(framework::InferShapeContext* ctx) {
  const framework::Dims x = ImageDims(ctx);
  const bool channels_last = ctx->Attr<std::string>("data_layout") == "NHWC";
  const int64_t channels = x[channels_last ? x.rank() - 1 : 1];
  for (const char* slot : {"Scale", "Bias", "Mean", "Variance"}) {
    CheckChannelVector(ctx, slot, channels);
  }
  ctx->ShareShape("X", "Y");
  ctx->ShareShape("Mean", "MeanOut");
  ctx->ShareShape("Variance", "VarianceOut");
  for (const char* slot : {"SavedMean", "SavedVariance"}) {
    ctx->SetOutput(slot, ctx->InputDims("Scale"),
                   StatisticsType(ctx->InputType("X")));
  }
}

void DescribeBatchNorm(framework::OpMaker* op) {
  op->AddInput("X", "[N, C], [N, C, H, W] or any [N, C, ...].");
  op->AddInput("Scale", "[C].");
  op->AddInput("Bias", "[C].");
  op->AddInput("Mean", "The running mean, [C].").NoGradient();
  op->AddInput("Variance", "The running variance, [C].").NoGradient();
  op->AddOutput("Y", "The shape of X.");
  op->AddOutput("MeanOut", "The new running mean, [C]: Mean, updated in place.")
      .NoGradient();
  op->AddOutput("VarianceOut",
                "The new running variance, [C]: Variance, updated in place.")
      .NoGradient();
  op->AddOutput("SavedMean", "The mean that X was normalised by, [C].")
      .AsIntermediate();
  op->AddOutput("SavedVariance",
                "1 / sqrt(variance + epsilon), by which X was scaled, [C].")
      .AsIntermediate();
  op->AddAttr<bool>("is_test",
                    "Normalises by the running statistics, which stay as they "
                    "are, instead of those of the batch.")
      .SetDefault(false);
  op->AddAttr<double>("momentum",
                      "How much of the running statistics is kept at a step.")
      .SetDefault(0.9)
      .AtLeast(0)
      .AtMost(1);
  op->AddAttr<double>("epsilon", "Added to the variance.")
      .SetDefault(1e-5)
      .GreaterThan(0);
  op->AddAttr<std::string>(
        "data_layout", "NCHW: the channels are axis 1; NHWC: the last axis.")
      .SetDefault("NCHW")
      .OneOf({"NCHW", "NHWC"});
  op->KernelTypeFrom("X");
  op->Updates("MeanOut", "Mean");
  op->Updates("VarianceOut", "Variance");
  op->AddComment(
      "Y = (X - mean) / sqrt(variance + epsilon) * Scale + Bias, channel by "
      "channel. MeanOut = momentum * Mean + (1 - momentum) * mean, and "
      "VarianceOut likewise; the variance is divided by the number of "
      "elements. Of float16 and bfloat16, what there is a number of for each "
      "channel may be float32. Source: Ioffe, Szegedy, \"Batch Normalization\" "
      "(ICML 2015). Errors: InvalidArgument unless X has a batch and channels, "
      "and each vector a number for each channel; TypeMismatch for one of "
      "another data type.");
}

}  // namespace

REGISTER_OP(batch_norm, framework::ShapeFunction(InferBatchNorm),
            framework::MakerFunction(DescribeBatchNorm), batch_norm_grad,
            framework::GradOpSchema({"X", "Scale", "SavedMean",
                                     "SavedVariance"}));
REGISTER_PRECISION(batch_norm, kFollows, "X");
REGISTER_OP_FLOPS(batch_norm, framework::FlopsOfEach("X", 8));

}  // namespace paddle::operators
