#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void DescribeSequenceGroup(framework::OpMaker* op) {
  op->AddInput("X", "[rows, ...]; its sequences do not matter.");
  op->AddInput("Length", "How long each sequence is, int64, [sequences].")
      .NoGradient();
  op->AddOutput("Out", "The elements of X, in its shape, as sequences.");
  op->HasValueDependentShape();
  op->AddComment(
      "Groups the rows of X into sequences of lengths that are known only when "
      "the program runs: of rows a, b, c and 2, 0, 1 the sequences {a, b}, {}, "
      "{c}. lod_reset takes lengths that are known before, or those of another "
      "variable. Errors: InvalidArgument for a scalar X and a Length that is "
      "no vector of int64; when run, for lengths that do not add up to the "
      "rows of X, and OutOfRange for one that is negative or above them.");
}

void InferSequenceGroup(framework::InferShapeContext* context) {
  const Dims x = context->InputDims("X");
  const Dims length = context->InputDims("Length");
  PADDLE_ENFORCE(x.rank() >= 1 && length.rank() == 1, InvalidArgument,
                 "sequence_group takes X [rows, ...] and Length [sequences], "
                 "not ",
                 x.ToString(), " and ", length.ToString());
  const framework::DataType type = context->InputType("Length");
  PADDLE_ENFORCE(type == framework::DataType::kInt64, InvalidArgument,
                 "Length of sequence_group is int64, not ",
                 framework::DataTypeName(type));
  context->SetOutput("Out", x, context->InputType("X"));
  // In a run the kernel sets the LoD of Out.
  if (!context->is_running()) context->SetLoDLevels("Out", 1);
}

}  // namespace

REGISTER_OP(sequence_group, framework::ShapeFunction(InferSequenceGroup),
            framework::MakerFunction(DescribeSequenceGroup),
            sequence_group_grad, framework::GradOpSchema({}));
REGISTER_OP_FLOPS(sequence_group, framework::NoFlops());

}  // namespace paddle::operators
