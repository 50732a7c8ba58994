#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/constant_shape.h"

namespace paddle::operators {
namespace {

void DescribeLinspace(framework::OpMaker* op) {
  op->AddOutput("Out", "The numbers, [num].");
  op->AddAttr<double>("start", "The first number.");
  op->AddAttr<double>("stop", "The last number.");
  op->AddAttr<int64_t>("num", "How many numbers; 1: only start.").AtLeast(0);
  op->AddDataTypeAttr("dtype", "The data type of Out: float32 or float64.");
  op->AddComment(
      "Out[i] = start + i * (stop - start) / (num - 1): numbers at even "
      "distances, both ends included. Errors: Unimplemented, when run, for "
      "another data type.");
}

void InferLinspace(framework::InferShapeContext* context) {
  context->SetOutput("Out", ConstantShape({context->Attr<int64_t>("num")}),
                     context->DataTypeAttr("dtype"));
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(linspace, framework::ShapeFunction(InferLinspace),
                             framework::MakerFunction(DescribeLinspace));
REGISTER_OP_FLOPS(linspace, framework::NoFlops());

}  // namespace paddle::operators
