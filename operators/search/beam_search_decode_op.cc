#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;
using framework::InferShapeContext;

void DescribeBeamSearchDecode(framework::OpMaker* op) {
  op->AddInput("Ids",
               "The selected_ids of beam_search in all steps, int64, [steps, "
               "sources * beam_size] or [steps, sources * beam_size, 1].")
      .NoGradient();
  op->AddInput(
        "ParentIdx",
        "Its parent_idx, int64, shaped like Ids or without its last axis.")
      .NoGradient();
  op->AddInput("Scores",
               "The selected_scores of the last step, [sources * beam_size] or "
               "[sources * beam_size, 1].")
      .NoGradient();
  op->AddOutput(
      "SentenceIds",
      "The words of all sentences, int64, [words, 1]; sequences of two levels: "
      "the sentences of each source, the words of each sentence.");
  op->AddOutput("SentenceScores",
                "The score of each sentence, [sentences, 1]; sequences: those "
                "of each source.");
  op->AddAttr<int64_t>("beam_size", "How many hypotheses a source has.")
      .AtLeast(1);
  op->AddAttr<int64_t>("end_id", "The word that finishes a hypothesis.");
  op->KernelTypeFrom("Scores");
  op->HasValueDependentShape();
  op->AddComment(
      "The sentences that beam_search has found. Row r of the last step t ends "
      "with the word Ids[t, r]; the word before is that of row ParentIdx[t, r] "
      "in step t - 1, and so on. A sentence ends with its first end_id; "
      "without one it is unfinished, and still a sentence. Rows of score -inf "
      "have none. Each source's sentences are ordered by score, best first; "
      "equal ones by row. NaN is an error. Errors: OutOfRange, when run, for a "
      "parent outside of its source's rows, naming step and row; "
      "InvalidArgument for inputs of different steps, and a score that is "
      "NaN.");
}

int64_t RowsOf(const InferShapeContext& context) {
  const Dims dims = context.InputDims("Scores");
  const int64_t width = context.Attr<int64_t>("beam_size");
  const bool column = dims.rank() == 1 ||
                      (dims.rank() == 2 && framework::MayBeEqual(dims[1], 1));
  PADDLE_ENFORCE(column && (dims[0] < 0 || dims[0] % width == 0),
                 InvalidArgument,
                 "Scores of beam_search_decode are [sources * ", width,
                 "] or [sources * ", width, ", 1], not ", dims.ToString());
  return dims[0];
}

void CheckHistory(const InferShapeContext& context, const std::string& slot,
                  int64_t rows) {
  const Dims dims = context.InputDims(slot);
  // Columns of all steps are what stacking an array of selected_ids gives.
  const bool fits = dims.rank() == 2 ||
                    (dims.rank() == 3 && framework::MayBeEqual(dims[2], 1));
  PADDLE_ENFORCE(fits && framework::MayBeEqual(dims[1], rows), InvalidArgument,
                 slot, " of beam_search_decode is [steps, ",
                 "sources * beam_size], as many as Scores ",
                 context.InputDims("Scores").ToString(), ", not ",
                 dims.ToString());
  const DataType type = context.InputType(slot);
  PADDLE_ENFORCE(type == DataType::kInt64, InvalidArgument, slot,
                 " of beam_search_decode is of int64, not ",
                 DataTypeName(type));
}

// The kernel finds the number of rows.
void SetColumn(InferShapeContext* context, const std::string& slot,
               DataType type, int levels) {
  const bool running = context->is_running();
  const int64_t rows = running ? 0 : context->sizes().Fresh();
  context->SetOutput(slot, {rows, 1}, type);
  if (!running) context->SetLoDLevels(slot, levels);
}

void InferBeamSearchDecode(InferShapeContext* context) {
  const int64_t rows = RowsOf(*context);
  CheckHistory(*context, "Ids", rows);
  CheckHistory(*context, "ParentIdx", rows);
  const Dims ids = context->InputDims("Ids");
  const Dims parents = context->InputDims("ParentIdx");
  PADDLE_ENFORCE(framework::MayBeEqual(ids[0], parents[0]), InvalidArgument,
                 "Ids ", ids.ToString(), " and ParentIdx ", parents.ToString(),
                 " are not of as many steps");
  SetColumn(context, "SentenceIds", DataType::kInt64, 2);
  SetColumn(context, "SentenceScores", context->InputType("Scores"), 1);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(
    beam_search_decode, framework::ShapeFunction(InferBeamSearchDecode),
    framework::MakerFunction(DescribeBeamSearchDecode));
REGISTER_OP_FLOPS(beam_search_decode, framework::NoFlops());

}  // namespace paddle::operators
