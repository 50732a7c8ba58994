#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;

void DescribeSequenceMask(framework::OpMaker* op) {
  op->AddInput("X", "Lengths, int32 or int64, of any shape.");
  op->AddInput("Y",
               "What is to be masked, [sequences, length, ...]: the mask is as "
               "wide as its axis 1.")
      .AsOptional()
      .ShapeOnly();
  op->AddOutput("Out",
                "The shape of X, and then the width: 1 in the first X places, "
                "0 in the others.");
  op->AddAttr<int64_t>("maxlen", "Without Y: the width of the mask.")
      .SetDefault(-1)
      .AtLeast(-1);
  op->AddDataTypeAttr("out_dtype", "The data type of Out.");
  op->AddComment(
      "Of 2, 0, 3 and the width 3: [[1, 1, 0], [0, 0, 0], [1, 1, 1]]. Errors: "
      "InvalidArgument for lengths that are not int32 or int64, and unless one "
      "of Y and maxlen says the width; a length above it fills its row.");
  op->KernelTypeFrom("X");
}

int64_t WidthOf(const framework::InferShapeContext& context) {
  const int64_t width = context.Attr<int64_t>("maxlen");
  PADDLE_ENFORCE(
      context.HasInput("Y") != (width >= 0), InvalidArgument,
      "sequence_mask takes its width from Y or from maxlen: one of them");
  if (width >= 0) return width;
  const framework::Dims y = context.InputDims("Y");
  PADDLE_ENFORCE(y.rank() >= 2, InvalidArgument,
                 "Y of sequence_mask is [sequences, length, ...], not ",
                 y.ToString());
  return y[1];
}

void InferSequenceMask(framework::InferShapeContext* context) {
  const DataType type = context->InputType("X");
  PADDLE_ENFORCE(type == DataType::kInt32 || type == DataType::kInt64,
                 InvalidArgument, "X of sequence_mask is int32 or int64, not ",
                 framework::DataTypeName(type));
  framework::Dims out = context->InputDims("X");
  out.Append(WidthOf(*context));
  context->SetOutput("Out", out, context->DataTypeAttr("out_dtype"));
  context->ShareLoD("X", "Out");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(sequence_mask,
                             framework::ShapeFunction(InferSequenceMask),
                             framework::MakerFunction(DescribeSequenceMask));
REGISTER_OP_FLOPS(sequence_mask, framework::NoFlops());

}  // namespace paddle::operators
