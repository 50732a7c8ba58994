#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;

void DescribeShape(framework::OpMaker* op) {
  op->AddInput("Input", "Tensor of any shape, of which only that is read.")
      .NoGradient()
      .ShapeOnly();
  op->AddOutput("Out", "The sizes of its axes, int64, [rank].");
  op->AddComment(
      "Of a tensor [N, 3] in a batch of 8: 8, 3. Errors: none beside those of "
      "every operator.");
}

void InferShape(framework::InferShapeContext* context) {
  context->SetOutput("Out", Dims({context->InputDims("Input").rank()}),
                     DataType::kInt64);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(shape, framework::ShapeFunction(InferShape),
                             framework::MakerFunction(DescribeShape));
REGISTER_OP_FLOPS(shape, framework::NoFlops());

}  // namespace paddle::operators
