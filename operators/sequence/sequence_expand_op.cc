#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/levels.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::InferShapeContext;

void DescribeSequenceExpand(framework::OpMaker* op) {
  op->AddInput(
      "X",
      "Items: the rows of [rows, ...], or their sequences if there are any (of "
      "one level); as many as Y has sequences at the level.");
  op->AddInput("Y",
               "Sequences, [rows, ...], the lengths of which say how often.")
      .ShapeOnly()
      .NoGradient();
  op->AddOutput("Out",
                "[rows, ...]: each item as often as the sequence of Y has "
                "entries. The copies are grouped as Y is, down to the level; "
                "those of sequences are sequences within.");
  op->AddAttr<int64_t>("ref_level", "The level of Y; -1 is the last one.")
      .SetDefault(-1)
      .AtLeast(-1);
  op->AddComment(
      "Of the rows a, b, c and the lengths 2, 0, 3: a, a, c, c, c. Of the "
      "sequences {a, b}, {c} and the lengths 1, 2: {a, b}, {c}, {c}. Errors: "
      "InvalidArgument for rows that form no sequences, and for an X of more "
      "than one level or of other than as many items; OutOfRange for a "
      "ref_level that Y does not have.");
}

int LevelOf(const InferShapeContext& context) {
  const int levels = LevelsOf(context, "Y");
  const int64_t level = context.Attr<int64_t>("ref_level");
  PADDLE_ENFORCE(level < levels, OutOfRange, "ref_level of sequence_expand is ",
                 level, ", but Y has ", levels, " levels");
  return level < 0 ? levels - 1 : static_cast<int>(level);
}

void CheckItems(const InferShapeContext& context, int64_t rows,
                const std::vector<int64_t>& repeats) {
  const bool sequences = context.LoDLevels("X") > 0;
  const int64_t items =
      sequences ? static_cast<int64_t>(context.Offsets("X", 0).size()) - 1
                : rows;
  const int64_t wanted = static_cast<int64_t>(repeats.size()) - 1;
  PADDLE_ENFORCE(items == wanted, InvalidArgument, "X of sequence_expand has ",
                 items, sequences ? " sequences" : " rows", ", but Y has ",
                 wanted, " sequences at the level");
}

// The sequences that the copies of X's sequences are.
std::vector<int64_t> OwnOffsets(const InferShapeContext& context,
                                const std::vector<int64_t>& repeats) {
  const auto from = context.Offsets("X", 0);
  std::vector<int64_t> offsets = {0};
  offsets.reserve(repeats.back() + 1);
  for (size_t i = 1; i < repeats.size(); ++i) {
    for (int64_t copy = repeats[i - 1]; copy < repeats[i]; ++copy) {
      offsets.push_back(
          framework::NumericSizes().Add(offsets.back(), from[i] - from[i - 1]));
    }
  }
  return offsets;
}

void InferSequenceExpand(InferShapeContext* context) {
  const int level = LevelOf(*context);
  const int x_levels = context->LoDLevels("X");
  framework::Dims dims = context->InputDims("X");
  PADDLE_ENFORCE(dims.rank() >= 1 && x_levels <= 1, InvalidArgument,
                 "X of sequence_expand, ", dims.ToString(), ", has ", x_levels,
                 " levels of sequences; it is rows, or sequences of one level");
  OffsetLevels offsets;
  if (context->is_running()) {
    offsets = FirstLevels(*context, "Y", level + 1);
    CheckItems(*context, dims[0], offsets.back());
    // Y's levels group the copies; where these are sequences, their own
    // offsets are one level more.
    if (x_levels > 0) offsets.push_back(OwnOffsets(*context, offsets.back()));
    dims[0] = offsets.back().back();
  } else {
    // Rows that are repeated by the last level are as many as the rows of Y:
    // the same symbol says so. Otherwise only a run knows how many there are.
    const bool to_rows = level + 1 == context->LoDLevels("Y");
    dims[0] = to_rows && x_levels == 0 ? context->InputDims("Y")[0]
                                       : context->sizes().Fresh();
  }
  context->SetOutput("Out", dims, context->InputType("X"));
  if (!context->is_running()) {
    return context->SetLoDLevels("Out", level + 1 + x_levels);
  }
  context->SetLoD("Out", std::move(offsets));
}

}  // namespace

REGISTER_OP(sequence_expand, framework::ShapeFunction(InferSequenceExpand),
            framework::MakerFunction(DescribeSequenceExpand),
            sequence_expand_grad, framework::GradOpSchema({}));
REGISTER_OP_FLOPS(sequence_expand, framework::NoFlops());

}  // namespace paddle::operators
