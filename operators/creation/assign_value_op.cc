#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/constant_shape.h"
#include "paddle/operators/common/constant_value.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;

void DescribeAssignValue(framework::OpMaker* op) {
  op->AddOutput("Out", "Tensor of the given shape and data type.");
  op->AddAttr<std::vector<int64_t>>("shape", "The shape of Out.")
      .LengthOfAxes()
      .AtLeast(0);
  op->AddDataTypeAttr("dtype", "The data type of Out.");
  op->AddAttr<std::vector<double>>("values",
                                   "The elements, in row-major order; the data "
                                   "type must be able to hold them.")
      .SetDefault({})
      .AnyLength();
  op->AddAttr<std::vector<int64_t>>("int_values",
                                    "The elements instead of values, for "
                                    "integers that a double cannot hold.")
      .SetDefault({})
      .AnyLength();
  op->AddComment(
      "Out = the given elements. Errors: InvalidArgument for values and "
      "int_values at once, other than as many as elements, or that the data "
      "type cannot hold.");
}

template <typename T>
void CheckElements(const std::vector<T>& values, DataType dtype) {
  for (const T value : values) CheckHolds(dtype, value);
}

void InferAssignValue(framework::InferShapeContext* context) {
  const auto& values = context->Attr<std::vector<double>>("values");
  const auto& ints = context->Attr<std::vector<int64_t>>("int_values");
  const DataType dtype = context->DataTypeAttr("dtype");
  // Throws for a shape that no tensor has, before the elements are counted.
  const Dims dims = ConstantShape(context->Attr<std::vector<int64_t>>("shape"));
  PADDLE_ENFORCE(values.empty() || ints.empty(), InvalidArgument,
                 "assign_value takes values or int_values, not both");
  PADDLE_ENFORCE_EQ(dims.Numel(), values.size() + ints.size(),
                    "assign_value: a tensor of shape ", dims.ToString(),
                    " needs as many values as it has elements");
  CheckElements(values, dtype);
  CheckElements(ints, dtype);
  context->SetOutput("Out", dims, dtype);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(assign_value,
                             framework::ShapeFunction(InferAssignValue),
                             framework::MakerFunction(DescribeAssignValue));
REGISTER_OP_FLOPS(assign_value, framework::NoFlops());

}  // namespace paddle::operators
