#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/levels.h"

namespace paddle::operators {
namespace {

class SequenceReverseOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Sequences of rows, [rows, ...].");
    AddOutput("Out",
              "The rows of each sequence of the last level in reverse order; "
              "the shape and sequences of X.");
    AddComment(
        "Of the sequences {a, b, c}, {d}: {c, b, a}, {d}. Errors: "
        "InvalidArgument for rows that form no sequences.");
  }
};

class SequenceReverseOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    LevelsOf(*context, "X");
    context->ShareShape("X", "Out");
  }
};

}  // namespace

REGISTER_OP(sequence_reverse, SequenceReverseOp, SequenceReverseOpMaker,
            sequence_reverse_grad, framework::GradOpSchema({}));
REGISTER_OP_FLOPS(sequence_reverse, framework::NoFlops());

}  // namespace paddle::operators
