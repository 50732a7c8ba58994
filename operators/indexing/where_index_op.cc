#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/unknown_size.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void DescribeWhereIndex(framework::OpMaker* op) {
  op->AddInput("Condition", "Tensor of any shape and data type.").NoGradient();
  op->AddOutput("Out",
                "The indices of the elements that are true, or not 0, in "
                "row-major order, int64, [n, rank].");
  op->HasValueDependentShape();
  op->AddComment(
      "Of [[0, 2], [3, 0]]: [[0, 1], [1, 0]]. Errors: Unimplemented for a data "
      "type without kernel; no value is an error.");
}

void InferWhereIndex(framework::InferShapeContext* context) {
  const int64_t rank = context->InputDims("Condition").rank();
  context->SetOutput("Out", Dims({UnknownSize(context, "where_index"), rank}),
                     framework::DataType::kInt64);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(where_index,
                             framework::ShapeFunction(InferWhereIndex),
                             framework::MakerFunction(DescribeWhereIndex));
REGISTER_OP_FLOPS(where_index, framework::NoFlops());

}  // namespace paddle::operators
