#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/normalization/channel_shape.h"

namespace paddle::operators {
namespace {

void InferNorm(framework::InferShapeContext* ctx) {
  framework::Dims norm = ctx->InputDims("X");
  norm[framework::NormalizeAxis(ctx->Attr<int64_t>("axis"), norm.rank())] = 1;
  ctx->ShareShape("X", "Out");
  ctx->SetOutput("Norm", norm, StatisticsType(ctx->InputType("X")));
}

void DescribeNorm(framework::OpMaker* op) {
  op->AddInput("X", "Of rank 1 or more.");
  op->AddOutput("Out", "The shape of X.");
  op->AddOutput("Norm", "What X was divided by; size 1 along the axis.")
      .AsIntermediate();
  op->AddAttr<int64_t>(
        "axis", "The axis along which vectors lie; negative: from the end.")
      .SetDefault(-1);
  op->AddAttr<double>("epsilon",
                      "Added to the sum of squares, so that the vector 0 stays "
                      "0, with a finite gradient.")
      .SetDefault(1e-10)
      .GreaterThan(0);
  op->MayReuse("Out", "X");
  op->AddComment(
      "Out = X / sqrt(sum(X * X) + epsilon), the sum along the axis: vectors "
      "of L2 norm 1. Errors: OutOfRange for an axis that X does not have.");
}

}  // namespace

REGISTER_OP(norm, framework::ShapeFunction(InferNorm),
            framework::MakerFunction(DescribeNorm), norm_grad,
            framework::GradOpSchema({"Out", "Norm"}, {{"X@GRAD", "Out@GRAD"}}));
REGISTER_OP_FLOPS(norm, framework::FlopsOfEach("X", 2));

}  // namespace paddle::operators
