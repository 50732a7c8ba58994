#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void DescribeCreateArray(framework::OpMaker* op) {
  op->AddOutput(
        "Out",
        "A tensor array without elements, which are to be of the given shape.")
      .Kinds({framework::proto::TENSOR_ARRAY});
  op->AddDataTypeAttr("dtype", "The data type of its elements.");
  op->AddAttr<std::vector<int64_t>>(
        "shape",
        "The shape of its elements; -1 for a size that is not known or differs "
        "among them. Left out: as the first element that is written. A loop "
        "that carries the array needs it.")
      .SetDefault({})
      .LengthOfAxes()
      .AtLeast(-1);
  op->AddComment(
      "Out = []. Errors: InvalidArgument for a shape of more axes than a "
      "tensor has.");
}

void InferCreateArray(framework::InferShapeContext* context) {
  Dims dims;
  if (!context->is_running()) {
    const auto& shape = context->Attr<std::vector<int64_t>>("shape");
    PADDLE_ENFORCE(shape.size() <= Dims::kMaxRank, InvalidArgument,
                   "create_array: a tensor has at most ", Dims::kMaxRank,
                   " axes, not ", shape.size());
    // A size of -1 gets a symbol of its own, which agrees with any number.
    for (const int64_t size : shape) {
      dims.Append(size >= 0 ? size : context->sizes().Fresh());
    }
  }
  context->SetTensorArray("Out", dims, context->DataTypeAttr("dtype"));
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(create_array,
                             framework::ShapeFunction(InferCreateArray),
                             framework::MakerFunction(DescribeCreateArray));
REGISTER_OP_FLOPS(create_array, framework::NoFlops());

}  // namespace paddle::operators
