#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/levels.h"

namespace paddle::operators {
namespace {

void DescribeSequenceReverse(framework::OpMaker* op) {
  op->AddInput("X", "Sequences of rows, [rows, ...].");
  op->AddOutput("Out",
                "The rows of each sequence of the last level in reverse order; "
                "the shape and sequences of X.");
  op->AddComment(
      "Of the sequences {a, b, c}, {d}: {c, b, a}, {d}. Errors: "
      "InvalidArgument for rows that form no sequences.");
}

void InferSequenceReverse(framework::InferShapeContext* context) {
  LevelsOf(*context, "X");
  context->ShareShape("X", "Out");
}

}  // namespace

REGISTER_OP(sequence_reverse, framework::ShapeFunction(InferSequenceReverse),
            framework::MakerFunction(DescribeSequenceReverse),
            sequence_reverse_grad, framework::GradOpSchema({}));
REGISTER_OP_FLOPS(sequence_reverse, framework::NoFlops());

}  // namespace paddle::operators
