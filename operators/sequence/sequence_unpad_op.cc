#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/unknown_size.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void DescribeSequenceUnpad(framework::OpMaker* op) {
  op->AddInput("X", "[sequences, longest or more, ...].");
  op->AddInput("Length", "How long each sequence is, int64, [sequences].")
      .NoGradient();
  op->AddOutput("Out",
                "The first Length[i] rows of each X[i], [rows, ...]: "
                "sequences, within those of X if it has any.");
  op->HasValueDependentShape();
  op->AddComment(
      "The reverse of sequence_pad: of [[a, b], [0, 0], [c, 0]] and 2, 0, 1 "
      "the sequences {a, b}, {}, {c}. Errors: InvalidArgument unless there is "
      "a Length, int64, for each sequence; OutOfRange, when run, for one that "
      "X does not hold.");
}

void InferSequenceUnpad(framework::InferShapeContext* context) {
  const Dims x = context->InputDims("X");
  const Dims length = context->InputDims("Length");
  PADDLE_ENFORCE(x.rank() >= 2 && length.rank() == 1 &&
                     framework::MayBeEqual(x[0], length[0]),
                 InvalidArgument,
                 "sequence_unpad takes X [sequences, length, ...] and Length "
                 "[sequences], not ",
                 x.ToString(), " and ", length.ToString());
  const framework::DataType type = context->InputType("Length");
  PADDLE_ENFORCE(type == framework::DataType::kInt64, InvalidArgument,
                 "Length of sequence_unpad is int64, not ",
                 framework::DataTypeName(type));
  Dims out = {UnknownSize(context, "sequence_unpad")};
  for (int axis = 2; axis < x.rank(); ++axis) out.Append(x[axis]);
  context->SetOutput("Out", out, context->InputType("X"));
  // In a run the kernel sets the LoD of Out, together with its rows.
  if (context->is_running()) return;
  context->SetLoDLevels("Out", context->LoDLevels("X") + 1);
}

}  // namespace

REGISTER_OP(sequence_unpad, framework::ShapeFunction(InferSequenceUnpad),
            framework::MakerFunction(DescribeSequenceUnpad),
            sequence_unpad_grad, framework::GradOpSchema({"Length"}));
REGISTER_OP_FLOPS(sequence_unpad, framework::NoFlops());

}  // namespace paddle::operators
