#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/operators/common/levels.h"
#include "paddle/operators/common/unknown_size.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;

void DescribeSequenceErase(framework::OpMaker* op) {
  op->AddInput("X", "Sequences of int32 or int64, [rows, 1] or [rows].")
      .NoGradient();
  op->AddOutput("Out",
                "The numbers that are left, [n, 1] or [n]: as many sequences "
                "as X has, some of which may be empty.");
  op->AddAttr<std::vector<int64_t>>("tokens", "The numbers to remove.")
      .AnyLength();
  op->HasValueDependentShape();
  op->AddComment(
      "Removes numbers from sequences: of {2, 5, 2}, {5} and the token 5: {2, "
      "2}, {}. Errors: InvalidArgument for rows that form no sequences, and an "
      "X that is wider than 1 or not int32 or int64.");
}

void InferSequenceErase(framework::InferShapeContext* context) {
  const int levels = LevelsOf(*context, "X");
  framework::Dims dims = context->InputDims("X");
  const bool column = dims.rank() == 2 && (dims[1] == 1 || dims[1] < 0);
  PADDLE_ENFORCE(dims.rank() == 1 || column, InvalidArgument,
                 "X of sequence_erase is [rows, 1] or [rows], not ",
                 dims.ToString());
  const DataType type = context->InputType("X");
  PADDLE_ENFORCE(type == DataType::kInt32 || type == DataType::kInt64,
                 InvalidArgument, "X of sequence_erase is int32 or int64, not ",
                 framework::DataTypeName(type));
  dims[0] = UnknownSize(context, "sequence_erase");
  context->SetOutput("Out", dims, type);
  // In a run the kernel sets the LoD of Out, together with its rows.
  if (!context->is_running()) context->SetLoDLevels("Out", levels);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(sequence_erase,
                             framework::ShapeFunction(InferSequenceErase),
                             framework::MakerFunction(DescribeSequenceErase));
REGISTER_OP_FLOPS(sequence_erase, framework::NoFlops());

}  // namespace paddle::operators
