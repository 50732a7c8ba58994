#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/normalization/channel_shape.h"

namespace paddle::operators {
namespace {

class LayerNormOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    InferRowNorm(ctx, {"Scale", "Bias"}, {"Mean", "Variance"});
  }
};

class LayerNormOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Of rank 1 or more.");
    AddInput("Scale", "A vector, [elements of a row]; left out: ones.")
        .AsOptional();
    AddInput("Bias", "A vector like Scale; left out: zeros.").AsOptional();
    AddOutput("Y", "The shape of X.");
    AddOutput("Mean", "A vector with the mean of each row.").AsIntermediate();
    AddOutput("Variance", "A vector with the variance of each row.")
        .AsIntermediate();
    AddAttr<int64_t>("begin_norm_axis",
                     "The elements of the axes from this one on form a row; "
                     "negative: from the end.")
        .SetDefault(1);
    AddAttr<double>("epsilon", "Added to the variance.")
        .SetDefault(1e-5)
        .GreaterThan(0);
    KernelTypeFrom("X");
    MayReuse("Y", "X");
    AddComment(
        "Y = (X - mean) / sqrt(variance + epsilon) * Scale + Bias, row by row; "
        "the variance is divided by the number of elements. Of float16 and "
        "bfloat16, Scale and Bias may be float32, as the statistics are. "
        "Source: Ba, Kiros, Hinton, \"Layer Normalization\" (2016). Errors: "
        "OutOfRange for an axis that X does not have; InvalidArgument for a "
        "Scale or Bias that has not a number for each element of a row.");
  }
};

class LayerNormGradOp : public framework::GradOpSchema {
 public:
  LayerNormGradOp() : GradOpSchema({"X", "Scale", "Mean", "Variance"}) {
    MayReuse("X@GRAD", "Y@GRAD");
  }
};

}  // namespace

REGISTER_OP(layer_norm, LayerNormOp, LayerNormOpMaker, layer_norm_grad,
            LayerNormGradOp);
REGISTER_OP_FLOPS(layer_norm, framework::FlopsOfEach("X", 8));

}  // namespace paddle::operators
