#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/operators/normalization/row_norm_base.h"

namespace paddle::operators {
namespace {

class RmsNormOpMaker : public RowNormOpMaker {
 public:
  void Make() override {
    MakeRowNorm(-1);
    AddOutput("InvRms", "A vector with what each row was multiplied by.")
        .AsIntermediate();
    AddAttr<double>("epsilon", "Added to the mean of squares.")
        .SetDefault(1e-6)
        .GreaterThan(0);
    AddComment(
        "Y = X / sqrt(mean(X * X) + epsilon) * Scale, row by row. Of float16 "
        "and bfloat16, Scale may be float32, as InvRms is. Source: Zhang, "
        "Sennrich, \"Root Mean Square Layer Normalization\" (NeurIPS 2019). "
        "Errors: OutOfRange for an axis that X does not have; InvalidArgument "
        "for a Scale that has not a number for each element of a row.");
  }
};

}  // namespace

REGISTER_OP(rms_norm, RowNormOp({"Scale"}, {"InvRms"}), RmsNormOpMaker,
            rms_norm_grad,
            framework::GradOpSchema({"X", "Scale", "InvRms"},
                                    {{"X@GRAD", "Y@GRAD"}}));
REGISTER_PRECISION(rms_norm, kFollows, "X");
REGISTER_OP_FLOPS(rms_norm, framework::FlopsOfEach("X", 4));

}  // namespace paddle::operators
