#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/levels.h"
#include "paddle/operators/common/unknown_size.h"

namespace paddle::operators {
namespace {

void DescribeSequenceSlice(framework::OpMaker* op) {
  op->AddInput("X", "Sequences of rows, [rows, ...].");
  op->AddInput("Offset",
               "The row of each sequence of the last level that its slice "
               "begins with, int64, [sequences, 1] or [sequences].")
      .NoGradient();
  op->AddInput("Length",
               "How many rows each slice has, 0 or more, int64, [sequences, 1] "
               "or [sequences].")
      .NoGradient();
  op->AddOutput("Out", "The slices, [rows, ...]: as many sequences as X has.");
  op->HasValueDependentShape();
  op->AddComment(
      "A part of each sequence: of {a, b, c}, {d, e}, the offsets 1, 0 and the "
      "lengths 2, 1: {b, c}, {d}. Errors: InvalidArgument for rows that form "
      "no sequences, and Offset or Length of another number or type; "
      "OutOfRange, when run, for a slice that is not within its sequence, "
      "naming the sequence.");
}

void InferSequenceSlice(framework::InferShapeContext* context) {
  const int levels = LevelsOf(*context, "X");
  CheckColumn(*context, "Offset", "sequences");
  CheckColumn(*context, "Length", "sequences");
  framework::Dims dims = context->InputDims("X");
  dims[0] = UnknownSize(context, "sequence_slice");
  context->SetOutput("Out", dims, context->InputType("X"));
  // In a run the kernel sets the LoD of Out, together with its rows.
  if (!context->is_running()) context->SetLoDLevels("Out", levels);
}

}  // namespace

REGISTER_OP(sequence_slice, framework::ShapeFunction(InferSequenceSlice),
            framework::MakerFunction(DescribeSequenceSlice),
            sequence_slice_grad, framework::GradOpSchema({"Offset", "Length"}));
REGISTER_OP_FLOPS(sequence_slice, framework::NoFlops());

}  // namespace paddle::operators
