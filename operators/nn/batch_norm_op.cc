#include <string>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;

class BatchNormOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    const Dims x = ctx->InputDims("X");
    PADDLE_ENFORCE(x.rank() >= 2, InvalidArgument,
                   "X of batch_norm needs a batch and channels, but is ",
                   x.ToString());
    const bool channels_last = ctx->Attr<std::string>("data_layout") == "NHWC";
    const int64_t channels = x[channels_last ? x.rank() - 1 : 1];
    const DataType type = ctx->InputType("X");
    for (const char* slot : {"Scale", "Bias", "Mean", "Variance"}) {
      const Dims dims = ctx->InputDims(slot);
      PADDLE_ENFORCE(framework::MayBeEqual(dims, {channels}), InvalidArgument,
                     slot, " of batch_norm has a number for each channel of X ",
                     x.ToString(), ", [", ctx->sizes().Text(channels),
                     "], but is ", dims.ToString());
      PADDLE_ENFORCE_EQ(ctx->InputType(slot), type, slot,
                        " of batch_norm must have the data type of X");
    }
    ctx->ShareShape("X", "Y");
    for (const char* slot :
         {"MeanOut", "VarianceOut", "SavedMean", "SavedVariance"}) {
      ctx->SetOutput(slot, ctx->InputDims("Scale"), type);
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
    Updates("MeanOut", "Mean");
    Updates("VarianceOut", "Variance");
    AddComment(
        "Y = (X - mean) / sqrt(variance + epsilon) * Scale + Bias, channel by "
        "channel. MeanOut = momentum * Mean + (1 - momentum) * mean, and "
        "VarianceOut likewise; the variance is divided by the number of "
        "elements. Source: Ioffe, Szegedy, \"Batch Normalization\" (ICML "
        "2015).");
  }
};

class BatchNormGradOp : public framework::GradOpSchema {
 public:
  BatchNormGradOp()
      : GradOpSchema({"X", "Scale", "SavedMean", "SavedVariance"}) {}
};

}  // namespace

REGISTER_OP(batch_norm, BatchNormOp, BatchNormOpMaker, batch_norm_grad,
            BatchNormGradOp);

}  // namespace paddle::operators
