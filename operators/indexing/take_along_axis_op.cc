#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/indexing/index_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void DescribeTakeAlongAxis(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of rank 1 or more.");
  op->AddInput(
        "Index",
        "Places along the axis, int32 or int64: the shape of X but for the "
        "size of that axis. They lie in [0, size): negative ones are refused.")
      .NoGradient();
  op->AddOutput("Out", "The elements there, the shape of Index.");
  op->AddAttr<int64_t>("axis", "The axis; a negative one counts from the end.")
      .SetDefault(-1);
  op->AddComment(
      std::string(
          "NumPy's take_along_axis: Out[i, j] = X[i, Index[i, j]] for axis 1. "
          "The gradient of an element is the sum of those of its copies. ") +
      kIndexErrors +
      " InvalidArgument for an Index of another shape than X beside the axis.");
}

void InferTakeAlongAxis(framework::InferShapeContext* context) {
  CheckIndexType(*context, "Index");
  const Dims x = context->InputDims("X");
  const Dims index = context->InputDims("Index");
  const int axis =
      framework::NormalizeAxis(context->Attr<int64_t>("axis"), x.rank());
  Dims expected = x;
  // An index of another rank is left as it is, and refused below.
  if (index.rank() == x.rank()) expected[axis] = index[axis];
  PADDLE_ENFORCE(framework::MayBeEqual(expected, index), InvalidArgument,
                 "Index of take_along_axis, ", index.ToString(),
                 ", is not of the shape of X ", x.ToString(), " but for axis ",
                 axis);
  context->SetOutput("Out", index, context->InputType("X"));
  if (axis != 0) context->ShareLoD("X", "Out");
}

}  // namespace

REGISTER_OP(take_along_axis, framework::ShapeFunction(InferTakeAlongAxis),
            framework::MakerFunction(DescribeTakeAlongAxis),
            take_along_axis_grad, framework::GradOpSchema({"Index"}));
REGISTER_OP_FLOPS(take_along_axis, framework::NoFlops());

}  // namespace paddle::operators
