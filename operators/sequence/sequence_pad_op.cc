#include <algorithm>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/levels.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::InferShapeContext;

void DescribeSequencePad(framework::OpMaker* op) {
  op->AddInput("X", "Sequences of rows, [rows, ...].");
  op->AddInput("PadValue",
               "What stands behind the sequences: one element, or a row of X.")
      .NoGradient();
  op->AddOutput("Out",
                "[sequences of the last level, length, ...]; its sequences are "
                "the levels above.");
  op->AddOutput("Length", "How long each sequence is, int64, [sequences].")
      .NoGradient();
  op->AddAttr<int64_t>("padded_length",
                       "The length in Out; -1 is that of the longest sequence.")
      .SetDefault(-1)
      .AtLeast(-1);
  op->AddComment(
      "Of the sequences {a, b}, {}, {c} and the value 0: [[a, b], [0, 0], [c, "
      "0]] and 2, 0, 1. Errors: InvalidArgument for rows that form no "
      "sequences, for a PadValue that is neither one element nor a row, and, "
      "when run, for a sequence that is longer than padded_length.");
}

void CheckValue(const InferShapeContext& context, const Dims& row) {
  const Dims value = context.InputDims("PadValue");
  const bool one = value.IsStatic() && value.Numel() == 1;
  PADDLE_ENFORCE(one || framework::MayBeEqual(value, row), InvalidArgument,
                 "PadValue of sequence_pad is ", value.ToString(),
                 ", not one element or a row ", row.ToString(), " of X");
  PADDLE_ENFORCE_EQ(context.InputType("PadValue"), context.InputType("X"),
                    "PadValue and X of sequence_pad have one data type");
}

int64_t LengthOf(InferShapeContext* context, int level) {
  const int64_t wanted = context->Attr<int64_t>("padded_length");
  // While a program is written lengths are unknown, and so is the longest.
  if (!context->is_running()) {
    return wanted >= 0 ? wanted : context->sizes().Fresh();
  }
  const auto offsets = context->Offsets("X", level);
  int64_t longest = 0;
  for (size_t i = 1; i < offsets.size(); ++i) {
    longest = std::max(longest, offsets[i] - offsets[i - 1]);
  }
  PADDLE_ENFORCE(wanted < 0 || longest <= wanted, InvalidArgument,
                 "padded_length of sequence_pad is ", wanted,
                 ", but the longest sequence of X has ", longest, " rows");
  return wanted >= 0 ? wanted : longest;
}

void InferSequencePad(InferShapeContext* context) {
  const int levels = LevelsOf(*context, "X");
  const Dims x = context->InputDims("X");
  CheckValue(*context, x.Slice(1, x.rank()));
  const int64_t sequences = SequencesOf(context, "X");
  Dims out = {sequences, LengthOf(context, levels - 1)};
  for (int axis = 1; axis < x.rank(); ++axis) out.Append(x[axis]);
  context->SetOutput("Out", out, context->InputType("X"));
  context->SetOutput("Length", {sequences}, framework::DataType::kInt64);
  ShareFirstLevels(context, "X", levels - 1, "Out");
}

}  // namespace

REGISTER_OP(sequence_pad, framework::ShapeFunction(InferSequencePad),
            framework::MakerFunction(DescribeSequencePad), sequence_pad_grad,
            framework::GradOpSchema({}));
REGISTER_OP_FLOPS(sequence_pad, framework::NoFlops());

}  // namespace paddle::operators
