#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/levels.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void DescribeSequenceSoftmax(framework::OpMaker* op) {
  op->AddInput("X",
               "Scores, one for each row of sequences, [rows, 1] or [rows].");
  op->AddOutput(
      "Out",
      "Positive numbers that add up to 1 in each sequence; the shape of X.");
  op->MayReuse("Out", "X");
  op->AddComment(
      "Out = exp(X) / sum(exp(X)), the sum over a sequence of the last level, "
      "without overflow: the weights of attention. Errors: InvalidArgument for "
      "rows that form no sequences, and an X that is wider than 1.");
}

void InferSequenceSoftmax(framework::InferShapeContext* context) {
  LevelsOf(*context, "X");
  const framework::Dims dims = context->InputDims("X");
  const bool column = dims.rank() == 2 && (dims[1] == 1 || dims[1] < 0);
  PADDLE_ENFORCE(dims.rank() == 1 || column, InvalidArgument,
                 "X of sequence_softmax is [rows, 1] or [rows], not ",
                 dims.ToString());
  context->ShareShape("X", "Out");
}

}  // namespace

REGISTER_OP(sequence_softmax, framework::ShapeFunction(InferSequenceSoftmax),
            framework::MakerFunction(DescribeSequenceSoftmax),
            sequence_softmax_grad,
            framework::GradOpSchema({"Out"}, {{"X@GRAD", "Out@GRAD"}}));
REGISTER_OP_FLOPS(sequence_softmax, framework::FlopsOfEach("X", 5));

}  // namespace paddle::operators
