#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/levels.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void DescribeRowConv(framework::OpMaker* op) {
  op->AddInput("X", "Sequences of rows, [rows, n].");
  op->AddInput("Filter",
               "[future_context + 1, n]: a row for each row that is seen.");
  op->AddOutput("Out", "[rows, n], in the sequences of X.");
  op->AddComment(
      "Out[t] = sum over i of Filter[i] * X[t + i], element by element; what "
      "lies beyond the sequence of the last level counts as zeros. Source: the "
      "lookahead convolution of Deep Speech 2 "
      "(https://arxiv.org/abs/1512.02595, section 3.6). Errors: "
      "InvalidArgument for rows that form no sequences, and unless X and "
      "Filter are matrices of as many columns and one data type.");
}

void InferRowConv(framework::InferShapeContext* context) {
  LevelsOf(*context, "X");
  const framework::Dims x = context->InputDims("X");
  const framework::Dims filter = context->InputDims("Filter");
  PADDLE_ENFORCE(x.rank() == 2 && filter.rank() == 2 &&
                     framework::MayBeEqual(x[1], filter[1]),
                 InvalidArgument, "X ", x.ToString(), " and Filter ",
                 filter.ToString(),
                 " of row_conv are matrices of as many columns");
  PADDLE_ENFORCE(filter[0] != 0, InvalidArgument, "Filter ", filter.ToString(),
                 " of row_conv needs a row");
  PADDLE_ENFORCE_EQ(context->InputType("X"), context->InputType("Filter"),
                    "X and Filter of row_conv have one data type");
  context->ShareShape("X", "Out");
}

double RowConvFlops(const framework::FlopsContext& op) {
  return 2 * op.SizeOf("X") * op.DimsOf("Filter")[0];
}

}  // namespace

REGISTER_OP(row_conv, framework::ShapeFunction(InferRowConv),
            framework::MakerFunction(DescribeRowConv), row_conv_grad,
            framework::GradOpSchema({"X", "Filter"}));
REGISTER_OP_FLOPS(row_conv, RowConvFlops,
                  framework::GradFlops::kOfEachGradient);

}  // namespace paddle::operators
