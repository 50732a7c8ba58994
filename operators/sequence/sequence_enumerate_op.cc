#include <cstdint>
#include <limits>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/operators/common/levels.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;

void DescribeSequenceEnumerate(framework::OpMaker* op) {
  op->AddInput("X", "Sequences of int32 or int64, [rows, 1] or [rows].")
      .NoGradient();
  op->AddOutput("Out",
                "The window that begins with each row, [rows, win_size]; the "
                "sequences of X.");
  op->AddAttr<int64_t>("win_size", "The numbers of a window.").AtLeast(1);
  op->AddAttr<int64_t>("pad_value", "What is behind the end of a sequence.")
      .SetDefault(0);
  op->AddComment(
      "The n-grams of sequences of the last level: of {1, 2, 3}, {4} and "
      "windows of 2: {[1, 2], [2, 3], [3, 0]}, {[4, 0]}. Errors: "
      "InvalidArgument for rows that form no sequences, an X that is wider "
      "than 1 or not int32 or int64, and a pad_value that int32 does not "
      "hold.");
}

void CheckNumbers(const framework::InferShapeContext& context) {
  const Dims dims = context.InputDims("X");
  const bool column = dims.rank() == 2 && (dims[1] == 1 || dims[1] < 0);
  PADDLE_ENFORCE(dims.rank() == 1 || column, InvalidArgument,
                 "X of sequence_enumerate is [rows, 1] or [rows], not ",
                 dims.ToString());
  const DataType type = context.InputType("X");
  PADDLE_ENFORCE(type == DataType::kInt32 || type == DataType::kInt64,
                 InvalidArgument,
                 "X of sequence_enumerate is int32 or int64, not ",
                 framework::DataTypeName(type));
  const int64_t padding = context.Attr<int64_t>("pad_value");
  using Narrow = std::numeric_limits<int32_t>;
  PADDLE_ENFORCE(type == DataType::kInt64 ||
                     (padding >= Narrow::min() && padding <= Narrow::max()),
                 InvalidArgument, "pad_value of sequence_enumerate, ", padding,
                 ", is no int32, as X is");
}

void InferSequenceEnumerate(framework::InferShapeContext* context) {
  LevelsOf(*context, "X");
  CheckNumbers(*context);
  context->SetOutput(
      "Out",
      Dims({context->InputDims("X")[0], context->Attr<int64_t>("win_size")}),
      context->InputType("X"));
  context->ShareLoD("X", "Out");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(
    sequence_enumerate, framework::ShapeFunction(InferSequenceEnumerate),
    framework::MakerFunction(DescribeSequenceEnumerate));
REGISTER_OP_FLOPS(sequence_enumerate, framework::NoFlops());

}  // namespace paddle::operators
