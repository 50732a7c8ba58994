#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/normalization/channel_shape.h"

namespace paddle::operators {
namespace {

class RmsNormOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    InferRowNorm(ctx, {"Scale"}, {"InvRms"});
  }
};

class RmsNormOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Of rank 1 or more.");
    AddInput("Scale", "A vector, [elements of a row]; left out: ones.")
        .AsOptional();
    AddOutput("Y", "The shape of X.");
    AddOutput("InvRms", "A vector with what each row was multiplied by.")
        .AsIntermediate();
    AddAttr<int64_t>("begin_norm_axis",
                     "The elements of the axes from this one on form a row; "
                     "negative: from the end.")
        .SetDefault(-1);
    AddAttr<double>("epsilon", "Added to the mean of squares.")
        .SetDefault(1e-6)
        .GreaterThan(0);
    KernelTypeFrom("X");
    MayReuse("Y", "X");
    AddComment(
        "Y = X / sqrt(mean(X * X) + epsilon) * Scale, row by row. Of float16 "
        "and bfloat16, Scale may be float32, as InvRms is. Source: Zhang, "
        "Sennrich, \"Root Mean Square Layer Normalization\" (NeurIPS 2019). "
        "Errors: OutOfRange for an axis that X does not have; InvalidArgument "
        "for a Scale that has not a number for each element of a row.");
  }
};

class RmsNormGradOp : public framework::GradOpSchema {
 public:
  RmsNormGradOp() : GradOpSchema({"X", "Scale", "InvRms"}) {
    MayReuse("X@GRAD", "Y@GRAD");
  }
};

}  // namespace

REGISTER_OP(rms_norm, RmsNormOp, RmsNormOpMaker, rms_norm_grad, RmsNormGradOp);
REGISTER_OP_FLOPS(rms_norm, framework::FlopsOfEach("X", 4));

}  // namespace paddle::operators
