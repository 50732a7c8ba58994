#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/levels.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;

void DescribeSequenceScatter(framework::OpMaker* op) {
  op->AddInput("X", "A row for each sequence of Ids, [sequences, columns].");
  op->AddInput("Ids",
               "Sequences of columns of X, int32 or int64, [n, 1] or [n], in "
               "[0, columns): negative ones are refused.")
      .NoGradient();
  op->AddInput("Updates",
               "What is added there, of X's data type and the shape of Ids.");
  op->AddOutput("Out", "The sum, the shape of X.");
  op->MayReuse("Out", "X");
  op->AddComment(
      "Out = X, and Out[i, Ids[r]] += Updates[r] for each row r of sequence i "
      "of the last level, in order. Errors: InvalidArgument for Ids that form "
      "no sequences or are not int32 or int64, Updates of another shape or "
      "data type, and an X that does not have a row for each sequence; "
      "OutOfRange, when run, for an id outside of its axis, naming id, "
      "position and bound.");
}

void CheckIds(const framework::InferShapeContext& context) {
  const DataType type = context.InputType("Ids");
  PADDLE_ENFORCE(type == DataType::kInt32 || type == DataType::kInt64,
                 InvalidArgument,
                 "Ids of sequence_scatter are int32 or int64, "
                 "not ",
                 framework::DataTypeName(type));
  const Dims ids = context.InputDims("Ids");
  const Dims updates = context.InputDims("Updates");
  const bool column = ids.rank() == 2 && (ids[1] == 1 || ids[1] < 0);
  PADDLE_ENFORCE(
      (ids.rank() == 1 || column) && framework::MayBeEqual(ids, updates),
      InvalidArgument,
      "Ids and Updates of sequence_scatter are [n, 1] or [n], not ",
      ids.ToString(), " and ", updates.ToString());
  PADDLE_ENFORCE_EQ(context.InputType("X"), context.InputType("Updates"),
                    "X and Updates of sequence_scatter are of one data type");
}

void InferSequenceScatter(framework::InferShapeContext* context) {
  CheckIds(*context);
  const Dims x = context->InputDims("X");
  const int64_t sequences = SequencesOf(context, "Ids");
  PADDLE_ENFORCE(
      x.rank() == 2 && (!context->is_running() || x[0] == sequences),
      InvalidArgument,
      "X of sequence_scatter is a row for each sequence of Ids, of which there "
      "are ",
      context->sizes().Text(sequences), ", not ", x.ToString());
  context->ShareShape("X", "Out");
}

}  // namespace

REGISTER_OP(sequence_scatter, framework::ShapeFunction(InferSequenceScatter),
            framework::MakerFunction(DescribeSequenceScatter),
            sequence_scatter_grad, framework::GradOpSchema({"Ids"}));
REGISTER_OP_FLOPS(sequence_scatter, framework::FlopsOfEach("Updates", 1));

}  // namespace paddle::operators
