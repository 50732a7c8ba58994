#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::Dims;

class TopKOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    Dims dims = ctx->InputDims("X");
    const int64_t k = ctx->Attr<int64_t>("k");
    PADDLE_ENFORCE_GE(dims.rank(), 1, "X of top_k is a scalar");
    // Becomes k after the check, whose message shows the shape of X.
    int64_t& width = dims[dims.rank() - 1];
    PADDLE_ENFORCE(width < 0 || k <= width, InvalidArgument, "k of top_k is ",
                   k, ", but the last axis of X ", dims.ToString(),
                   " has only ", width, " elements");
    width = k;
    ctx->SetOutput("Out", dims, ctx->InputType("X"));
    ctx->SetOutput("Indices", dims, framework::DataType::kInt64);
    ctx->ShareLoD("X", "Out");
    ctx->ShareLoD("X", "Indices");
  }
};

class TopKOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Any numbers, [..., width].");
    AddOutput("Out", "The k largest of each row, largest first, [..., k].");
    AddOutput("Indices", "Where in the row they stand, int64, [..., k].")
        .NoGradient();
    AddAttr<int64_t>("k", "How many; at most width.").SetDefault(1).AtLeast(1);
    AddComment(
        "Out = the k largest elements of each row along the last axis. Of "
        "equal "
        "elements the one with the lower index comes first; NaN counts as "
        "larger than any number. Errors: InvalidArgument for a scalar, and a k "
        "above the width of X.");
  }
};

REGISTER_OP(top_k, TopKOp, TopKOpMaker, top_k_grad,
            framework::GradOpSchema({"Indices"}));
REGISTER_OP_FLOPS(top_k, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
