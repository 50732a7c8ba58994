#include "paddle/framework/registry/attr_inputs.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::Dims;

void InferTopK(framework::InferShapeContext* ctx) {
  Dims dims = ctx->InputDims("X");
  const int64_t k = ctx->Attr<int64_t>("k");
  PADDLE_ENFORCE_GE(dims.rank(), 1, "X of top_k is a scalar");
  // Becomes k after the check, whose message shows the shape of X.
  int64_t& width = dims[dims.rank() - 1];
  PADDLE_ENFORCE(width < 0 || k <= width, InvalidArgument, "k of top_k is ", k,
                 ", but the last axis of X ", dims.ToString(), " has only ",
                 width, " elements");
  width = k;
  ctx->SetOutput("Out", dims, ctx->InputType("X"));
  ctx->SetOutput("Indices", dims, framework::DataType::kInt64);
  ctx->ShareLoD("X", "Out");
  ctx->ShareLoD("X", "Indices");
}

void DescribeTopK(framework::OpMaker* op) {
  op->AddInput("X", "Any numbers, [..., width].");
  op->AddOutput("Out", "The k largest of each row, largest first, [..., k].");
  op->AddOutput("Indices", "Where in the row they stand, int64, [..., k].")
      .NoGradient();
  op->AddAttr<int64_t>("k", "How many; at most width.")
      .SetDefault(1)
      .AtLeast(1);
  op->AddComment(
      "Out = the k largest elements of each row along the last axis. Of equal "
      "elements the one with the lower index comes first; NaN counts as larger "
      "than any number. Errors: InvalidArgument for a scalar, and a k above "
      "the width of X.");
}

REGISTER_OP(top_k, framework::ShapeFunction(InferTopK),
            framework::MakerFunction(DescribeTopK), top_k_grad,
            framework::GradOpSchema({"Indices"}));
REGISTER_ATTR_INPUT(top_k, k, KTensor);
REGISTER_OP_FLOPS(top_k, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
