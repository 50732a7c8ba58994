#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/levels.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::InferShapeContext;

class SequenceSliceOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Sequences of rows, [rows, ...].");
    AddInput("Offset",
             "The row of each sequence of the last level that its slice begins "
             "with, int64, [sequences, 1] or [sequences].")
        .NoGradient();
    AddInput(
        "Length",
        "How many rows each slice has, 0 or more, int64, [sequences, 1] or "
        "[sequences].")
        .NoGradient();
    AddOutput("Out", "The slices, [rows, ...]: as many sequences as X has.");
    HasValueDependentShape();
    AddComment(
        "A part of each sequence: of {a, b, c}, {d, e}, the offsets 1, 0 and "
        "the lengths 2, 1: {b, c}, {d}. Errors: InvalidArgument for rows that "
        "form no sequences, and Offset or Length of another number or type; "
        "OutOfRange, when run, for a slice that is not within its sequence, "
        "naming the sequence.");
  }
};

class SequenceSliceOp : public framework::OpSchema {
 public:
  void InferShape(InferShapeContext* context) const override {
    const int levels = LevelsOf(*context, "X");
    CheckColumn(*context, "Offset", "sequences");
    CheckColumn(*context, "Length", "sequences");
    Dims dims = context->InputDims("X");
    dims[0] = RowsOf(context);
    context->SetOutput("Out", dims, context->InputType("X"));
    if (!context->is_running()) context->SetLoDLevels("Out", levels);
  }

 private:
  // The kernel finds them out, and the gradient's checks them: to it they are
  // any number.
  static int64_t RowsOf(InferShapeContext* context) {
    if (!context->is_running()) return context->sizes().Fresh();
    const bool forward = context->op_type() == "sequence_slice";
    return forward ? 0 : framework::kBatchSize;
  }
};

class SequenceSliceGradOp : public framework::GradOpSchema {
 public:
  SequenceSliceGradOp() : GradOpSchema({"Offset", "Length"}) {}
};

}  // namespace

REGISTER_OP(sequence_slice, SequenceSliceOp, SequenceSliceOpMaker,
            sequence_slice_grad, SequenceSliceGradOp);
REGISTER_OP_FLOPS(sequence_slice, framework::NoFlops());

}  // namespace paddle::operators
