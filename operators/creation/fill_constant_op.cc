#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/constant_shape.h"
#include "paddle/operators/common/constant_value.h"
#include "paddle/operators/common/same_numbers.h"

namespace paddle::operators {
namespace {

class FillConstantOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddOutput("Out", "Tensor of the given shape and data type.");
    AddAttr<std::vector<int64_t>>("shape", "The shape of Out.")
        .LengthOfAxes()
        .AtLeast(0);
    AddDataTypeAttr("dtype", "The data type of Out.");
    AddAttr<double>("value",
                    "What every element is; the data type must be able to "
                    "hold it.")
        .SetDefault(0);
    AddAttr<int64_t>("int_value", ExactTwinOf("value")).SetDefault(0);
    SetVersion(2);
    AddComment(
        "Out = value in every element. Errors: InvalidArgument for a negative "
        "size, or for a value that the data type cannot hold.");
  }
};

class FillConstantOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    const framework::DataType dtype = context->DataTypeAttr("dtype");
    CheckHolds(dtype, NumberAttribute(*context, "value"));
    context->SetOutput(
        "Out", ConstantShape(context->Attr<std::vector<int64_t>>("shape")),
        dtype);
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(fill_constant, FillConstantOp,
                             FillConstantOpMaker);
REGISTER_OP_UPGRADE(fill_constant, 1, SameNumbers);
REGISTER_OP_FLOPS(fill_constant, framework::NoFlops());

}  // namespace paddle::operators
