#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/constant_shape.h"

namespace paddle::operators {
namespace {

void DescribeEye(framework::OpMaker* op) {
  op->AddOutput("Out", "[num_rows, num_columns].");
  op->AddAttr<int64_t>("num_rows", "How many rows.").AtLeast(0);
  op->AddAttr<int64_t>("num_columns", "How many columns; -1: as many as rows.")
      .SetDefault(-1)
      .AtLeast(-1);
  op->AddDataTypeAttr("dtype", "The data type of Out.");
  op->AddComment(
      "Out[i, j] = 1 where i = j, else 0: the identity matrix. Errors: none "
      "beside those of every operator.");
}

void InferEye(framework::InferShapeContext* context) {
  const int64_t rows = context->Attr<int64_t>("num_rows");
  const int64_t columns = context->Attr<int64_t>("num_columns");
  context->SetOutput("Out",
                     // Checks that the number of elements does not overflow.
                     ConstantShape({rows, columns < 0 ? rows : columns}),
                     context->DataTypeAttr("dtype"));
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(eye, framework::ShapeFunction(InferEye),
                             framework::MakerFunction(DescribeEye));
REGISTER_OP_FLOPS(eye, framework::NoFlops());

}  // namespace paddle::operators
