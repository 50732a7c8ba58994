#include <cstdint>
#include <utility>
#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/collective/batch_part.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void DescribeMicroBatch(framework::OpMaker* op) {
  op->AddInput("X", "A batch of rows, [rows, ...], of any type.").NoGradient();
  op->AddOutput("Out", "Some of its rows, [fewer rows, ...].");
  op->AddAttr<int64_t>("index", "The number of the part, from 0.").AtLeast(0);
  op->AddAttr<int64_t>("count", "The number of parts.").AtLeast(1);
  op->AddComment(
      "Out = part `index` of `count` of a batch, which a pipeline "
      "(framework/passes/pipeline.h) computes one after the other: rows in "
      "their order, or, where they form sequences, sequences of the outermost "
      "level. Sizes differ by one at most, larger parts first. Errors: "
      "InvalidArgument for a scalar, an index that is no part, and fewer rows "
      "or sequences than parts.");
}

std::vector<absl::Span<const int64_t>> LevelsOf(
    const framework::InferShapeContext& context) {
  std::vector<absl::Span<const int64_t>> levels;
  for (int level = 0; level < context.LoDLevels("X"); ++level) {
    levels.push_back(context.Offsets("X", level));
  }
  return levels;
}

// Returns the number of rows of Out, and those of its sequences.
int64_t InferRows(framework::InferShapeContext* context,
                  std::vector<std::vector<int64_t>>* sequences) {
  const auto index = context->Attr<int64_t>("index");
  const auto count = context->Attr<int64_t>("count");
  const int levels = context->LoDLevels("X");
  const int64_t rows = context->InputDims("X")[0];
  const bool unknown = levels > 0 || rows < 0;
  if (unknown && !context->is_running()) return context->sizes().Fresh();
  if (levels == 0) {
    const PartRange part = PartOf(rows, index, count, "rows");
    return part.end - part.begin;
  }
  const auto offsets = LevelsOf(*context);
  SequencePart part =
      SequencesOf(offsets, PartOf(static_cast<int64_t>(offsets[0].size()) - 1,
                                  index, count, "sequences"));
  *sequences = std::move(part.offsets);
  return part.rows.end - part.rows.begin;
}

void InferMicroBatch(framework::InferShapeContext* context) {
  framework::Dims dims = context->InputDims("X");
  PADDLE_ENFORCE_GE(dims.rank(), 1, "X of micro_batch is a scalar");
  PADDLE_ENFORCE(
      context->Attr<int64_t>("index") < context->Attr<int64_t>("count"),
      InvalidArgument, "micro_batch has no part ",
      context->Attr<int64_t>("index"), " of ", context->Attr<int64_t>("count"));
  std::vector<std::vector<int64_t>> offsets;
  dims[0] = InferRows(context, &offsets);
  context->SetOutput("Out", dims, context->InputType("X"));
  if (!context->is_running()) {
    context->SetLoDLevels("Out", context->LoDLevels("X"));
  } else if (!offsets.empty()) {
    context->SetLoD("Out", std::move(offsets));
  }
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(micro_batch,
                             framework::ShapeFunction(InferMicroBatch),
                             framework::MakerFunction(DescribeMicroBatch));
REGISTER_OP_FLOPS(micro_batch, framework::NoFlops());

}  // namespace paddle::operators
