#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_upgrade.h"
#include "paddle/operators/common/batch_size_like.h"
#include "paddle/operators/common/constant_value.h"

namespace paddle::operators {
namespace {

class FillConstantBatchSizeLikeOpMaker : public BatchSizeLikeOpMaker {
 public:
  void Make() override {
    AddCommon();
    AddDataTypeAttr("dtype", "The data type of Out.");
    AddAttr<double>(
        "value",
        "What every element is; the data type must be able to hold it.")
        .SetDefault(0);
    AddAttr<int64_t>("int_value", ExactTwinOf("value")).SetDefault(0);
    AddComment(
        "As fill_constant, for a batch: with Input [N, 5] and shape [-1, 3], "
        "Out is [N, 3]. Errors: InvalidArgument for a negative size, or for a "
        "value that the data type cannot hold. OutOfRange for an axis that "
        "does not exist.");
  }
};

void InferFillConstantBatchSizeLike(framework::InferShapeContext* context) {
  const framework::DataType dtype = context->DataTypeAttr("dtype");
  CheckHolds(dtype, NumberAttribute(*context, "value"));
  context->SetOutput("Out", BatchSizeLikeDims(context), dtype);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(
    fill_constant_batch_size_like,
    framework::ShapeFunction(InferFillConstantBatchSizeLike),
    FillConstantBatchSizeLikeOpMaker);
REGISTER_OP_UPGRADE(fill_constant_batch_size_like, 1, CountRows);
REGISTER_OP_FLOPS(fill_constant_batch_size_like, framework::NoFlops());

}  // namespace paddle::operators
