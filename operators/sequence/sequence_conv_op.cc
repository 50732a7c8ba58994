#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/levels.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

constexpr int64_t kMaxContext = 1 << 20;

void DescribeSequenceConv(framework::OpMaker* op) {
  op->AddInput("X", "Sequences of rows, [rows, n].");
  op->AddInput("Filter",
               "[contextLength * n, m]: n rows for each row of the context.");
  op->AddOutput("Out", "[rows, m], in the sequences of X.");
  op->AddAttr<int64_t>("contextStart",
                       "Where the context of a row begins: 0 at the row, -1 "
                       "one row before it.")
      .SetDefault(0)
      .AtLeast(-kMaxContext)
      .AtMost(kMaxContext);
  op->AddAttr<int64_t>("contextLength", "How many rows the context has.")
      .AtLeast(1)
      .AtMost(kMaxContext);
  op->AddComment(
      "Out = context * Filter, row by row: each row of Out is the context of "
      "that row of X, its rows one behind the other, times Filter. What lies "
      "outside the sequence of the last level counts as zeros. Errors: "
      "InvalidArgument for rows that form no sequences, and for a Filter that "
      "does not fit context and width, or is of another data type.");
}

void InferSequenceConv(framework::InferShapeContext* context) {
  LevelsOf(*context, "X");
  const framework::Dims x = context->InputDims("X");
  const framework::Dims filter = context->InputDims("Filter");
  PADDLE_ENFORCE(x.rank() == 2 && filter.rank() == 2, InvalidArgument, "X ",
                 x.ToString(), " and Filter ", filter.ToString(),
                 " of sequence_conv are matrices");
  const int64_t length = context->Attr<int64_t>("contextLength");
  const int64_t seen = context->sizes().Mul(length, x[1]);
  PADDLE_ENFORCE(framework::MayBeEqual(filter[0], seen), InvalidArgument,
                 "Filter of sequence_conv is ", filter.ToString(),
                 ", but a context of ", length, " rows of X ", x.ToString(),
                 " has ", context->sizes().Text(seen), " elements");
  PADDLE_ENFORCE_EQ(context->InputType("X"), context->InputType("Filter"),
                    "X and Filter of sequence_conv have one data type");
  context->SetOutput("Out", {x[0], filter[1]}, context->InputType("X"));
  context->ShareLoD("X", "Out");
}

// Filter is [context * d, n]: a matrix product for each row.
double SequenceConvFlops(const framework::FlopsContext& op) {
  return 2.0 * op.DimsOf("X")[0] * framework::NumelFrom(op.DimsOf("Filter"), 0);
}

}  // namespace

REGISTER_OP(sequence_conv, framework::ShapeFunction(InferSequenceConv),
            framework::MakerFunction(DescribeSequenceConv), sequence_conv_grad,
            framework::GradOpSchema({"X", "Filter"}));
REGISTER_OP_FLOPS(sequence_conv, SequenceConvFlops,
                  framework::GradFlops::kOfEachGradient);

}  // namespace paddle::operators
