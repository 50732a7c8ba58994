#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/normalization/row_norm_base.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

class FusedLayerNormOp final : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    const framework::Dims x = context->InputDims("X");
    const framework::Dims residual = context->InputDims("Residual");
    PADDLE_ENFORCE(
        framework::MayBeEqual(x, residual) &&
            context->InputType("X") == context->InputType("Residual"),
        InvalidArgument, "Residual of fused_layer_norm is ", x.ToString(),
        " of X's data type, not ", residual.ToString());
    norm_.InferShape(context);
    context->ShareShape("X", "Sum");
    context->SetOutput("Mask", x, framework::DataType::kUInt8);
  }

 private:
  const RowNormOp norm_{{"Scale", "Bias"}, {"Mean", "Variance"}};
};

class FusedLayerNormOpMaker : public RowNormOpMaker {
 public:
  void Make() override {
    MakeRowNorm(1);
    AddInput("Residual", "Added to X, of its shape.");
    AddInput("Bias", "A vector like Scale; left out: zeros.").AsOptional();
    AddOutput("Sum",
              "What is normalized: X, of which some is dropped, and "
              "Residual; the shape of X.")
        .AsOptional();
    AddOutput("Mask", "uint8, 1 where an element of X is kept; the shape of X.")
        .AsOptional();
    AddOutput("Mean", "The mean of each row of Sum, [rows].").AsIntermediate();
    AddOutput("Variance", "The variance of each row of Sum, [rows].")
        .AsIntermediate();
    AddAttr<double>("epsilon", "Added to the variance.")
        .SetDefault(1e-5)
        .GreaterThan(0);
    AddAttr<double>("dropout_prob", "The probability to drop an element of X.")
        .SetDefault(0)
        .AtLeast(0)
        .AtMost(1);
    AddAttr<bool>("is_test", "Nothing is dropped.").SetDefault(false);
    AddAttr<int64_t>("seed",
                     "The seed of the random numbers; 0: the program's.")
        .SetDefault(0);
    MayReuse("Sum", "X");
    IsRandom();
    AddComment(
        "Sum = dropout(X) + Residual and Y = layer_norm(Sum), row by row while "
        "it is in cache, with the bits of dropout, elementwise_add and "
        "layer_norm: passes write it in place of them, and their gradients "
        "read what it writes. Source: Ba, Kiros, Hinton, \"Layer "
        "Normalization\" (2016). Errors: OutOfRange for an axis that X does "
        "not have; InvalidArgument for a Residual that is not like X, and for "
        "a Scale or Bias that has not a number for each element of a row.");
  }
};

// A layer_norm, the addition, and what dropout takes.
double FusedLayerNormFlops(const framework::FlopsContext& op) {
  const bool drops = op.Attr<double>("dropout_prob") > 0;
  return (drops ? 11 : 9) * op.SizeOf("X");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(fused_layer_norm, FusedLayerNormOp,
                             FusedLayerNormOpMaker);
REGISTER_OP_FLOPS(fused_layer_norm, FusedLayerNormFlops);

}  // namespace paddle::operators
