#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/indexing/index_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void DescribeMultiplex(framework::OpMaker* op) {
  op->AddInput(
        "Ids",
        "Which of X row i comes from, int32 or int64, [rows] or [rows, 1].")
      .NoGradient();
  op->AddInput("X", "Tensors of one shape, [rows, ...], and data type.")
      .AsList();
  op->AddOutput("Out", "Row i of X[Ids[i]], [rows, ...].");
  op->AddComment(
      "Of the rows a, b and c, d, with Ids 1, 0: c, b. The gradient goes to "
      "the tensor that a row comes from. Errors: InvalidArgument for inputs of "
      "different shapes or data types, and for Ids that are not one for each "
      "row; OutOfRange, when run, for an id of no input, naming its position.");
  op->KernelTypeFrom("X");
}

void InferMultiplex(framework::InferShapeContext* context) {
  const int count = context->InputCount("X");
  PADDLE_ENFORCE_GE(count, 1, "multiplex needs an input to choose from");
  const Dims first = context->InputDims("X");
  for (int i = 1; i < count; ++i) {
    const Dims dims = context->InputDims("X", i);
    PADDLE_ENFORCE(framework::MayBeEqual(first, dims), InvalidArgument,
                   "multiplex takes tensors of one shape: input 0 is ",
                   first.ToString(), ", input ", i, " is ", dims.ToString());
    PADDLE_ENFORCE_EQ(context->InputType("X"), context->InputType("X", i),
                      "multiplex takes tensors of one data type");
  }
  const int64_t rows = IndexCount(*context, "Ids");
  PADDLE_ENFORCE(first.rank() > 0 && framework::MayBeEqual(first[0], rows),
                 InvalidArgument, "Ids of multiplex, ",
                 context->InputDims("Ids").ToString(),
                 ", are not one for each row of X ", first.ToString());
  context->ShareShape("X", "Out");
}

}  // namespace

REGISTER_OP(multiplex, framework::ShapeFunction(InferMultiplex),
            framework::MakerFunction(DescribeMultiplex), multiplex_grad,
            framework::GradOpSchema({"Ids"}));
REGISTER_OP_FLOPS(multiplex, framework::NoFlops());

}  // namespace paddle::operators
