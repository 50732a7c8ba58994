#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/normalization/channel_shape.h"

namespace paddle::operators {
namespace {

void InferLrn(framework::InferShapeContext* ctx) {
  const framework::Dims x = ImageDims(ctx);
  ctx->ShareShape("X", "Out");
  ctx->SetOutput("MidOut", x, StatisticsType(ctx->InputType("X")));
}

void DescribeLrn(framework::OpMaker* op) {
  op->AddInput("X", "[N, C, ...], of rank 2 or more.");
  op->AddOutput("Out", "The shape of X.");
  op->AddOutput("MidOut", "k + alpha * sum(X * X); the shape of X.")
      .AsIntermediate();
  op->AddAttr<int64_t>("n",
                       "How many channels are summed over: (n - 1) / 2 before "
                       "the channel itself (rounded down), the others behind.")
      .SetDefault(5)
      .AtLeast(1);
  op->AddAttr<double>("k", "What the sum is added to.")
      .SetDefault(2)
      .GreaterThan(0);
  op->AddAttr<double>("alpha", "The factor of the sum (not divided by n).")
      .SetDefault(1e-4)
      .AtLeast(0);
  op->AddAttr<double>("beta", "The exponent.").SetDefault(0.75);
  op->AddComment(
      "Out = X / (k + alpha * sum(X * X))^beta, the sum over the n channels "
      "around each channel, as far as there are such. Source: Krizhevsky, "
      "Sutskever, Hinton, \"ImageNet Classification with Deep Convolutional "
      "Neural Networks\" (NIPS 2012), section 3.3. Errors: InvalidArgument "
      "unless X has a batch and channels.");
}

double LrnFlops(const framework::FlopsContext& op) {
  return op.SizeOf("X") * (2.0 * op.Attr<int64_t>("n") + 3);
}

}  // namespace

REGISTER_OP(lrn, framework::ShapeFunction(InferLrn),
            framework::MakerFunction(DescribeLrn), lrn_grad,
            framework::GradOpSchema({"X", "MidOut"}));
REGISTER_OP_FLOPS(lrn, LrnFlops);

}  // namespace paddle::operators
