#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/normalization/channel_shape.h"

namespace paddle::operators {
namespace {

class LrnOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    const framework::Dims x = ImageDims(ctx);
    ctx->ShareShape("X", "Out");
    ctx->SetOutput("MidOut", x, StatisticsType(ctx->InputType("X")));
  }
};

class LrnOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "[N, C, ...], of rank 2 or more.");
    AddOutput("Out", "The shape of X.");
    AddOutput("MidOut", "k + alpha * sum(X * X); the shape of X.")
        .AsIntermediate();
    AddAttr<int64_t>("n",
                     "How many channels are summed over: (n - 1) / 2 before "
                     "the channel itself (rounded down), the others behind.")
        .SetDefault(5)
        .AtLeast(1);
    AddAttr<double>("k", "What the sum is added to.")
        .SetDefault(2)
        .GreaterThan(0);
    AddAttr<double>("alpha", "The factor of the sum (not divided by n).")
        .SetDefault(1e-4)
        .AtLeast(0);
    AddAttr<double>("beta", "The exponent.").SetDefault(0.75);
    AddComment(
        "Out = X / (k + alpha * sum(X * X))^beta, the sum over the n channels "
        "around each channel, as far as there are such. Source: Krizhevsky, "
        "Sutskever, Hinton, \"ImageNet Classification with Deep Convolutional "
        "Neural Networks\" (NIPS 2012), section 3.3. Errors: InvalidArgument "
        "unless X has a batch and channels.");
  }
};

double LrnFlops(const framework::FlopsContext& op) {
  return op.SizeOf("X") * (2.0 * op.Attr<int64_t>("n") + 3);
}

}  // namespace

REGISTER_OP(lrn, LrnOp, LrnOpMaker, lrn_grad,
            framework::GradOpSchema({"X", "MidOut"}));
REGISTER_OP_FLOPS(lrn, LrnFlops);

}  // namespace paddle::operators
