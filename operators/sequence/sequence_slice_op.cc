#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/levels.h"
#include "paddle/operators/common/unknown_size.h"

namespace paddle::operators {
namespace {

class SequenceSliceOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Sequences of rows, [rows, ...].");
    AddInput("Offset",
             "The row of each sequence of the last level that its slice begins "
             "with, int64, [sequences, 1] or [sequences].")
        .NoGradient();
    AddInput("Length",
             "How many rows each slice has, 0 or more, int64, [sequences, 1] "
             "or [sequences].")
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
  void InferShape(framework::InferShapeContext* context) const override {
    const int levels = LevelsOf(*context, "X");
    CheckColumn(*context, "Offset", "sequences");
    CheckColumn(*context, "Length", "sequences");
    framework::Dims dims = context->InputDims("X");
    dims[0] = UnknownSize(context, "sequence_slice");
    context->SetOutput("Out", dims, context->InputType("X"));
    // In a run the kernel sets the LoD of Out, together with its rows.
    if (!context->is_running()) context->SetLoDLevels("Out", levels);
  }
};

}  // namespace

REGISTER_OP(sequence_slice, SequenceSliceOp, SequenceSliceOpMaker,
            sequence_slice_grad, framework::GradOpSchema({"Offset", "Length"}));
REGISTER_OP_FLOPS(sequence_slice, framework::NoFlops());

}  // namespace paddle::operators
