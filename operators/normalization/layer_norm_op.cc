#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/operators/normalization/row_norm_base.h"

namespace paddle::operators {
namespace {

class LayerNormOpMaker : public RowNormOpMaker {
 public:
  void Make() override {
    MakeRowNorm(1);
    AddInput("Bias", "A vector like Scale; left out: zeros.").AsOptional();
    AddOutput("Mean", "A vector with the mean of each row.").AsIntermediate();
    AddOutput("Variance", "A vector with the variance of each row.")
        .AsIntermediate();
    AddAttr<double>("epsilon", "Added to the variance.")
        .SetDefault(1e-5)
        .GreaterThan(0);
    AddComment(
        "Y = (X - mean) / sqrt(variance + epsilon) * Scale + Bias, row by row; "
        "the variance is divided by the number of elements. Of float16 and "
        "bfloat16, Scale and Bias may be float32, as the statistics are. "
        "Source: Ba, Kiros, Hinton, \"Layer Normalization\" (2016). Errors: "
        "OutOfRange for an axis that X does not have; InvalidArgument for a "
        "Scale or Bias that has not a number for each element of a row.");
  }
};

}  // namespace

REGISTER_OP(layer_norm, RowNormOp({"Scale", "Bias"}, {"Mean", "Variance"}),
            LayerNormOpMaker, layer_norm_grad,
            framework::GradOpSchema({"X", "Scale", "Mean", "Variance"},
                                    {{"X@GRAD", "Y@GRAD"}}));
REGISTER_PRECISION(layer_norm, kFollows, "X");
REGISTER_OP_FLOPS(layer_norm, framework::FlopsOfEach("X", 8));

}  // namespace paddle::operators
