#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/elementwise_rule.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/operators/common/constant_value.h"
#include "paddle/operators/common/same_numbers.h"
#include "paddle/operators/common/same_op_gradient.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void DescribeScale(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of any shape, or SelectedRows if bias is 0.")
      .Kinds(framework::kTensorOrRows);
  op->AddOutput("Out", "What X is, of the same shape.")
      .Kinds(framework::kTensorOrRows);
  op->AddAttr<double>("scale", "What X is multiplied by.").SetDefault(1);
  op->AddAttr<double>("bias", "What is added then.").SetDefault(0);
  op->AddAttr<int64_t>("int_scale", ExactTwinOf("scale")).SetDefault(0);
  op->AddAttr<int64_t>("int_bias", ExactTwinOf("bias")).SetDefault(0);
  op->SetVersion(2);
  op->MayReuse("Out", "X");
  op->AddComment(
      "Out = scale * X + bias, element by element. Integers are computed "
      "exactly if scale and bias are whole, else in double and rounded towards "
      "zero; they are kept within their range. Errors: InvalidArgument for a "
      "bias of SelectedRows: it would fill all rows.");
}

void InferScale(framework::InferShapeContext* context) {
  if (!context->InputIsSelectedRows("X")) {
    context->ShareShape("X", "Out");
    return;
  }
  PADDLE_ENFORCE(NumberAttribute(*context, "bias").value() == 0,
                 InvalidArgument,
                 "scale adds no bias to SelectedRows: it would fill all rows");
  context->SetSelectedRows("Out", context->InputDims("X"),
                           context->InputType("X"));
}

// dX = scale * dOut
framework::AttributeMap ScaleAlone(const framework::proto::OpDesc& forward) {
  return {{"scale", framework::GetAttribute(forward, "scale")}};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(scale, framework::ShapeFunction(InferScale),
                             framework::MakerFunction(DescribeScale));
REGISTER_GRADIENT_MAKER(scale, SameOpGradient(ScaleAlone));
REGISTER_OP_UPGRADE(scale, 1, SameNumbers);
REGISTER_ELEMENTWISE(scale, {"Out",
                             {"X"},
                             /*broadcasts=*/false,
                             /*of_sums=*/true});
REGISTER_PRECISION(scale, kFollows);
REGISTER_OP_FLOPS(scale, framework::FlopsOfEach("Out", 2));

}  // namespace paddle::operators
