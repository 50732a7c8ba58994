#include <cstdint>

#include "paddle/framework/ir/var_kinds.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void DescribeRenumberRows(framework::OpMaker* op) {
  op->AddInput("X", "SelectedRows [rows, ...]: some of the rows of pull_rows.")
      .NoGradient()
      .Kinds({framework::kSelectedRows});
  op->AddInput("RowIds", "int64 [rows]: the number that each row gets.")
      .NoGradient();
  op->AddOutput("Out", "SelectedRows [height, ...].")
      .Kinds({framework::kSelectedRows});
  op->AddAttr<int64_t>("height", "The rows that there are.").AtLeast(0);
  op->AddComment(
      "Out = X, row i of which is called RowIds[i]: turns the gradient of what "
      "pull_rows has fetched into that of the table. Errors: OutOfRange, "
      "naming the row, for one that X or the table does not have.");
}

void InferRenumberRows(framework::InferShapeContext* context) {
  PADDLE_ENFORCE(context->InputType("RowIds") == framework::DataType::kInt64 &&
                     context->InputDims("RowIds").rank() == 1,
                 InvalidArgument,
                 "RowIds of renumber_rows is an int64 [rows], not ",
                 context->InputDims("RowIds").ToString());
  framework::Dims dims = context->InputDims("X");
  PADDLE_ENFORCE_GE(dims.rank(), 1, "X of renumber_rows is a scalar");
  dims[0] = context->Attr<int64_t>("height");
  context->SetSelectedRows("Out", dims, context->InputType("X"));
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(renumber_rows,
                             framework::ShapeFunction(InferRenumberRows),
                             framework::MakerFunction(DescribeRenumberRows));
REGISTER_OP_FLOPS(renumber_rows, framework::NoFlops());

}  // namespace paddle::operators
