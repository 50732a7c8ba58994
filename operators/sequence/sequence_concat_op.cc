#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/levels.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::InferShapeContext;

void DescribeSequenceConcat(framework::OpMaker* op) {
  op->AddInput("X",
               "Tensors [rows, ...] of equally many sequences and, but for the "
               "rows, of one shape. The levels above the last agree.")
      .AsList();
  op->AddOutput("Out",
                "[rows, ...]: sequence i is the sequences i of the inputs, one "
                "behind the other.");
  op->AddComment(
      "Of the sequences {a}, {b, c} and {d, e}, {}: {a, d, e}, {b, c}. To join "
      "the columns of rows use concat. Errors: InvalidArgument for no inputs, "
      "and for inputs whose rows form no sequences, or that differ in the "
      "number of sequences, in the levels above, in shape or data type.");
}

// Refuses an input that does not go with the first one.
void CheckInput(const InferShapeContext& context, int i) {
  PADDLE_ENFORCE_EQ(
      LevelsOf(context, "X", i), context.LoDLevels("X"), "input ", i,
      " of sequence_concat nests its sequences otherwise than input 0");
  const Dims dims = context.InputDims("X", i);
  Dims wanted = context.InputDims("X");
  if (dims.rank() > 0 && wanted.rank() > 0) wanted[0] = dims[0];
  PADDLE_ENFORCE(framework::MayBeEqual(wanted, dims), InvalidArgument,
                 "sequence_concat: input 0 has shape ",
                 context.InputDims("X").ToString(), ", input ", i, " has ",
                 dims.ToString());
  PADDLE_ENFORCE_EQ(context.InputType("X"), context.InputType("X", i),
                    "sequence_concat joins tensors of one data type");
}

// Returns the levels of Out: the outer ones, which the inputs have in common,
// and the sums of the last offsets. They are sums because sequence i of Out
// begins after the sequences before i of every input.
OffsetLevels Joined(const InferShapeContext& context, int levels) {
  OffsetLevels joined = FirstLevels(context, "X", levels);
  for (int i = 1; i < context.InputCount("X"); ++i) {
    OffsetLevels other = FirstLevels(context, "X", levels, i);
    for (int level = 0; level + 1 < levels; ++level) {
      PADDLE_ENFORCE(other[level] == joined[level], InvalidArgument, "input ",
                     i, " of sequence_concat has other sequences at level ",
                     level, " than input 0");
    }
    std::vector<int64_t>& sum = joined.back();
    PADDLE_ENFORCE_EQ(other.back().size() - 1, sum.size() - 1,
                      "sequences of input ", i,
                      " of sequence_concat and of input 0");
    for (size_t j = 0; j < sum.size(); ++j) sum[j] += other.back()[j];
  }
  return joined;
}

void InferSequenceConcat(InferShapeContext* context) {
  const int count = context->InputCount("X");
  PADDLE_ENFORCE_GE(count, 1, "sequence_concat needs an input");
  const int levels = LevelsOf(*context, "X");
  Dims out = context->InputDims("X");
  for (int i = 1; i < count; ++i) {
    CheckInput(*context, i);
    out[0] = context->sizes().Add(out[0], context->InputDims("X", i)[0]);
  }
  context->SetOutput("Out", out, context->InputType("X"));
  if (!context->is_running()) return context->SetLoDLevels("Out", levels);
  context->SetLoD("Out", Joined(*context, levels));
}

}  // namespace

REGISTER_OP(sequence_concat, framework::ShapeFunction(InferSequenceConcat),
            framework::MakerFunction(DescribeSequenceConcat),
            sequence_concat_grad, framework::GradOpSchema({}));
REGISTER_OP_FLOPS(sequence_concat, framework::NoFlops());

}  // namespace paddle::operators
