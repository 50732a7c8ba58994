#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/normalization/channel_shape.h"

namespace paddle::operators {
namespace {

class BatchNormOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
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
};

class BatchNormOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "[N, C], [N, C, H, W] or any [N, C, ...].");
    AddInput("Scale", "[C].");
    AddInput("Bias", "[C].");
    AddInput("Mean", "The running mean, [C].").NoGradient();
    AddInput("Variance", "The running variance, [C].").NoGradient();
    AddOutput("Y", "The shape of X.");
    AddOutput("MeanOut", "The new running mean, [C]: Mean, updated in place.")
        .NoGradient();
    AddOutput("VarianceOut",
              "The new running variance, [C]: Variance, updated in place.")
        .NoGradient();
    AddOutput("SavedMean", "The mean that X was normalised by, [C].")
        .AsIntermediate();
    AddOutput("SavedVariance",
              "1 / sqrt(variance + epsilon), by which X was scaled, [C].")
        .AsIntermediate();
    AddAttr<bool>("is_test",
                  "Normalises by the running statistics, which stay as they "
                  "are, instead of those of the batch.")
        .SetDefault(false);
    AddAttr<double>("momentum",
                    "How much of the running statistics is kept at a step.")
        .SetDefault(0.9)
        .AtLeast(0)
        .AtMost(1);
    AddAttr<double>("epsilon", "Added to the variance.")
        .SetDefault(1e-5)
        .GreaterThan(0);
    AddAttr<std::string>("data_layout",
                         "NCHW: the channels are axis 1; NHWC: the last axis.")
        .SetDefault("NCHW")
        .OneOf({"NCHW", "NHWC"});
    KernelTypeFrom("X");
    Updates("MeanOut", "Mean");
    Updates("VarianceOut", "Variance");
    AddComment(
        "Y = (X - mean) / sqrt(variance + epsilon) * Scale + Bias, channel by "
        "channel. MeanOut = momentum * Mean + (1 - momentum) * mean, and "
        "VarianceOut likewise; the variance is divided by the number of "
        "elements. Of float16 and bfloat16, what there is a number of for each "
        "channel may be float32. Source: Ioffe, Szegedy, \"Batch "
        "Normalization\" (ICML 2015). Errors: InvalidArgument unless X has a "
        "batch and channels, and each vector a number for each channel; "
        "TypeMismatch for one of another data type.");
  }
};

}  // namespace

REGISTER_OP(batch_norm, BatchNormOp, BatchNormOpMaker, batch_norm_grad,
            framework::GradOpSchema({"X", "Scale", "SavedMean",
                                     "SavedVariance"}));
REGISTER_OP_FLOPS(batch_norm, framework::FlopsOfEach("X", 8));

}  // namespace paddle::operators
