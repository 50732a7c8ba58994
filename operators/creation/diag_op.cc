#include <cstdint>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/constant_shape.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void DescribeDiag(framework::OpMaker* op) {
  op->AddInput("X", "The elements of the diagonal, [n].");
  op->AddOutput("Out", "[n + |offset|, n + |offset|].");
  op->AddAttr<int64_t>("offset",
                       "Which diagonal: column - row of its elements; 0 is the "
                       "main one, above it numbers are positive.")
      .SetDefault(0)
      .AtLeast(-(int64_t{1} << 31))
      .AtMost(int64_t{1} << 31);
  op->AddComment(
      "Out[i, j] = X[min(i, j)] where j - i = offset, else 0: a square matrix "
      "with X on a diagonal. Errors: InvalidArgument for an X of another "
      "rank.");
}

void InferDiag(framework::InferShapeContext* context) {
  const Dims x = context->InputDims("X");
  PADDLE_ENFORCE(x.rank() == 1, InvalidArgument, "X of diag is [n], not ",
                 x.ToString());
  const int64_t offset = context->Attr<int64_t>("offset");
  const int64_t size =
      context->sizes().Add(x[0], offset < 0 ? -offset : offset);
  // Checks that the number of elements does not overflow.
  context->SetOutput(
      "Out", size < 0 ? Dims({size, size}) : ConstantShape({size, size}),
      context->InputType("X"));
}

}  // namespace

REGISTER_OP(diag, framework::ShapeFunction(InferDiag),
            framework::MakerFunction(DescribeDiag), diag_grad,
            framework::GradOpSchema({}));
REGISTER_OP_FLOPS(diag, framework::NoFlops());

}  // namespace paddle::operators
