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

void DescribeBeamSearch(framework::OpMaker* op) {
  op->AddInput(
        "pre_ids",
        "The last word of each hypothesis, int64, [sources * beam_size, 1].")
      .NoGradient();
  op->AddInput("pre_scores",
               "The score of each hypothesis, [sources * beam_size, 1]; -inf "
               "for one that is absent.")
      .NoGradient();
  op->AddInput("scores",
               "Log probabilities of the words that may follow, [sources * "
               "beam_size, candidates], of the type of pre_scores.")
      .NoGradient();
  op->AddInput("ids",
               "Which words these are, int64, of the shape of scores; left "
               "out: the candidates are the words 0, 1, 2, ...")
      .AsOptional()
      .NoGradient();
  op->AddOutput("selected_ids", "Like pre_ids, one word later.");
  op->AddOutput("selected_scores", "Like pre_scores, one word later.");
  op->AddOutput("parent_idx",
                "The row of which each hypothesis is the continuation, int64, "
                "[sources * beam_size].");
  op->AddAttr<int64_t>("beam_size", "How many hypotheses a source has.")
      .AtLeast(1);
  op->AddAttr<int64_t>("end_id", "The word that finishes a hypothesis.");
  op->AddAttr<bool>("is_accumulated",
                    "Whether scores are those of whole hypotheses, pre_scores "
                    "being in them already.")
      .SetDefault(false);
  op->KernelTypeFrom("scores");
  op->AddComment(
      "One step of beam search. Rows [s K, (s + 1) K), K being beam_size, are "
      "the hypotheses of source s. Each row r with pre_scores[r] > -inf has "
      "candidates: if pre_ids[r] is end_id, only itself, with its score; "
      "otherwise word ids[r, c] with score pre_scores[r] + scores[r, c] for "
      "each c, unless that is -inf. The K best candidates of a source, best "
      "first, are its new rows; equal ones come in the order of (r, c). Are "
      "there fewer, the rows left over are absent: word end_id, score -inf, "
      "parent themselves. A NaN is an error. Errors: InvalidArgument for "
      "inputs that are not as many as rows, or of other types, and, when run, "
      "for a score that is NaN, naming its row.");
}

// Throws InvalidArgument, naming both shapes, unless an input is [rows, 1] or
// [rows] with this number of rows.
void CheckColumn(const InferShapeContext& context, const std::string& slot,
                 int64_t rows) {
  const Dims dims = context.InputDims(slot);
  const bool column = dims.rank() == 1 ||
                      (dims.rank() == 2 && framework::MayBeEqual(dims[1], 1));
  PADDLE_ENFORCE(
      column && framework::MayBeEqual(dims[0], rows), InvalidArgument, slot,
      " of ", context.op_type(), " has one element for each row of scores ",
      context.InputDims("scores").ToString(), ", not ", dims.ToString());
}

void CheckType(const InferShapeContext& context, const std::string& slot,
               DataType wanted) {
  const DataType type = context.InputType(slot);
  PADDLE_ENFORCE(type == wanted, InvalidArgument, slot, " of ",
                 context.op_type(), " is of ", DataTypeName(wanted), ", not ",
                 DataTypeName(type));
}

void CheckIds(const InferShapeContext& context) {
  CheckType(context, "ids", DataType::kInt64);
  const Dims ids = context.InputDims("ids");
  const Dims scores = context.InputDims("scores");
  PADDLE_ENFORCE(framework::MayBeEqual(ids, scores), InvalidArgument,
                 "ids of beam_search, ", ids.ToString(),
                 ", are not as many as scores, ", scores.ToString());
}

void InferBeamSearch(InferShapeContext* context) {
  const Dims scores = context->InputDims("scores");
  const int64_t width = context->Attr<int64_t>("beam_size");
  PADDLE_ENFORCE(
      scores.rank() == 2 && (scores[0] < 0 || scores[0] % width == 0),
      InvalidArgument, "scores of beam_search are [sources * ", width,
      ", candidates], not ", scores.ToString());
  CheckColumn(*context, "pre_ids", scores[0]);
  CheckColumn(*context, "pre_scores", scores[0]);
  CheckType(*context, "pre_ids", DataType::kInt64);
  CheckType(*context, "pre_scores", context->InputType("scores"));
  if (context->HasInput("ids")) CheckIds(*context);
  // As many rows as before: absent hypotheses make up the number.
  context->ShareShape("pre_ids", "selected_ids");
  context->ShareShape("pre_scores", "selected_scores");
  context->SetOutput("parent_idx", {context->InputDims("pre_ids")[0]},
                     DataType::kInt64);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(beam_search,
                             framework::ShapeFunction(InferBeamSearch),
                             framework::MakerFunction(DescribeBeamSearch));
REGISTER_OP_FLOPS(beam_search, framework::FlopsOfEach("scores", 1));

}  // namespace paddle::operators
