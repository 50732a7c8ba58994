#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/levels.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void DescribeEditDistance(framework::OpMaker* op) {
  op->AddInput("Hyps", "Sequences of int64, [rows, 1] or [rows].");
  op->AddInput("Refs",
               "What they should be, int64, [rows, 1] or [rows]: as many "
               "sequences, of any lengths.");
  op->AddOutput("Out",
                "For each sequence of the last level its distance, float32, "
                "[sequences, 1].");
  op->AddOutput("SequenceNum", "How many there are, an int64 scalar.");
  op->AddAttr<bool>("normalized",
                    "Whether a distance is divided by the length of the "
                    "sequence of Refs, which then must not be empty.")
      .SetDefault(false);
  op->AddComment(
      "Levenshtein's distance: how many insertions, deletions and replacements "
      "of one element make the sequence of Hyps that of Refs. Of an empty "
      "sequence: the length of the other. Source: Levenshtein, Binary codes "
      "capable of correcting deletions, insertions, and reversals (1966). "
      "Errors: InvalidArgument for Hyps and Refs of different numbers of "
      "sequences, and, when run, for a normalized distance from an empty one, "
      "naming the sequence.");
  op->KernelTypeFrom("Hyps");
}

void InferEditDistance(framework::InferShapeContext* context) {
  CheckColumn(*context, "Hyps", "rows");
  CheckColumn(*context, "Refs", "rows");
  const int64_t hyps = SequencesOf(context, "Hyps");
  const int64_t refs = SequencesOf(context, "Refs");
  PADDLE_ENFORCE(!context->is_running() || hyps == refs, InvalidArgument,
                 "edit_distance compares sequence by sequence, but Hyps has ",
                 hyps, " and Refs has ", refs);
  context->SetOutput("Out", {hyps, 1}, framework::DataType::kFloat32);
  context->SetOutput("SequenceNum", framework::Dims(),
                     framework::DataType::kInt64);
  ShareFirstLevels(context, "Hyps", LevelsOf(*context, "Hyps") - 1, "Out");
}

double EditDistanceFlops(const framework::FlopsContext& op) {
  return 3 * op.SizeOf("Hyps") * op.SizeOf("Refs");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(edit_distance,
                             framework::ShapeFunction(InferEditDistance),
                             framework::MakerFunction(DescribeEditDistance));
REGISTER_OP_FLOPS(edit_distance, EditDistanceFlops);

}  // namespace paddle::operators
