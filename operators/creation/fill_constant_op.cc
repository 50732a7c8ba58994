#include <vector>

#include "paddle/framework/registry/attr_inputs.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/constant_shape.h"
#include "paddle/operators/common/constant_value.h"
#include "paddle/operators/common/same_numbers.h"

namespace paddle::operators {
namespace {

void DescribeFillConstant(framework::OpMaker* op) {
  op->AddOutput("Out", "Tensor of the given shape and data type.");
  op->AddAttr<std::vector<int64_t>>("shape", "The shape of Out.")
      .LengthOfAxes()
      .AtLeast(0);
  op->AddDataTypeAttr("dtype", "The data type of Out.");
  op->AddAttr<double>(
        "value",
        "What every element is; the data type must be able to hold it.")
      .SetDefault(0);
  op->AddAttr<int64_t>("int_value", ExactTwinOf("value")).SetDefault(0);
  op->SetVersion(2);
  op->AddComment(
      "Out = value in every element. Errors: InvalidArgument for a negative "
      "size, or for a value that the data type cannot hold.");
}

void InferFillConstant(framework::InferShapeContext* context) {
  const framework::DataType dtype = context->DataTypeAttr("dtype");
  CheckHolds(dtype, NumberAttribute(*context, "value"));
  context->SetOutput(
      "Out", ConstantShape(context->Attr<std::vector<int64_t>>("shape")),
      dtype);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(fill_constant,
                             framework::ShapeFunction(InferFillConstant),
                             framework::MakerFunction(DescribeFillConstant));
REGISTER_ATTR_INPUT(fill_constant, shape, ShapeTensor);
REGISTER_OP_UPGRADE(fill_constant, 1, SameNumbers);
REGISTER_OP_FLOPS(fill_constant, framework::NoFlops());

}  // namespace paddle::operators
