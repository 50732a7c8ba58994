#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/constant_value.h"
#include "paddle/operators/common/same_numbers.h"
#include "paddle/operators/common/same_op_gradient.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

class ScaleOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Tensor of any shape, or SelectedRows if bias is 0.")
        .Kinds(framework::kTensorOrRows);
    AddOutput("Out", "What X is, of the same shape.")
        .Kinds(framework::kTensorOrRows);
    AddAttr<double>("scale", "What X is multiplied by.").SetDefault(1);
    AddAttr<double>("bias", "What is added then.").SetDefault(0);
    AddAttr<int64_t>("int_scale", ExactTwinOf("scale")).SetDefault(0);
    AddAttr<int64_t>("int_bias", ExactTwinOf("bias")).SetDefault(0);
    SetVersion(2);
    MayReuse("Out", "X");
    AddComment(
        "Out = scale * X + bias, element by element. Integers are computed "
        "exactly if scale and bias are whole, else in double and rounded "
        "towards zero; they are kept within their range. Errors: "
        "InvalidArgument for a bias of SelectedRows: it would fill all rows.");
  }
};

class ScaleOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    if (!context->InputIsSelectedRows("X")) {
      context->ShareShape("X", "Out");
      return;
    }
    PADDLE_ENFORCE(
        NumberAttribute(*context, "bias").value() == 0, InvalidArgument,
        "scale adds no bias to SelectedRows: it would fill all rows");
    context->SetSelectedRows("Out", context->InputDims("X"),
                             context->InputType("X"));
  }
};

// dX = scale * dOut
framework::AttributeMap ScaleAlone(const framework::proto::OpDesc& forward) {
  return {{"scale", framework::GetAttribute(forward, "scale")}};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(scale, ScaleOp, ScaleOpMaker);
REGISTER_GRADIENT_MAKER(scale, SameOpGradient(ScaleAlone));
REGISTER_OP_UPGRADE(scale, 1, SameNumbers);
REGISTER_OP_FLOPS(scale, framework::FlopsOfEach("Out", 2));

}  // namespace paddle::operators
