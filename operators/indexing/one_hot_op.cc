#include "paddle/framework/registry/attr_inputs.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/indexing/index_type.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void DescribeOneHot(framework::OpMaker* op) {
  op->AddInput(
        "X",
        "Numbers in [0, depth), int32 or int64, of any shape; a last axis of "
        "size 1 behind others does not count, so that [N, 1] is [N].")
      .NoGradient();
  op->AddOutput("Out", "The shape of X, and then depth: 1 at place X, else 0.");
  op->AddAttr<int64_t>("depth", "How many numbers there are.").AtLeast(1);
  op->AddDataTypeAttr("dtype", "The data type of Out.");
  op->AddComment(
      "With X 2, 0 and depth 3: [[0, 0, 1], [1, 0, 0]]. Errors: OutOfRange, "
      "when run, for a number outside of [0, depth), naming its position; "
      "InvalidArgument for numbers that are not int32 or int64.");
  op->KernelTypeFrom("X");
}

void InferOneHot(framework::InferShapeContext* context) {
  CheckIndexType(*context, "X");
  const Dims x = context->InputDims("X");
  const bool column = x.rank() >= 2 && x[x.rank() - 1] == 1;
  Dims out = x.Slice(0, x.rank() - column);
  out.Append(context->Attr<int64_t>("depth"));
  context->SetOutput("Out", out, context->DataTypeAttr("dtype"));
  if (x.rank() > 0) context->ShareLoD("X", "Out");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(one_hot, framework::ShapeFunction(InferOneHot),
                             framework::MakerFunction(DescribeOneHot));
REGISTER_ATTR_INPUT(one_hot, depth, DepthTensor);
REGISTER_OP_FLOPS(one_hot, framework::NoFlops());

}  // namespace paddle::operators
