// What the operators that draw random numbers for a batch share.
#pragma once

#include "paddle/operators/common/batch_size_like.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

class RandomBatchSizeLikeOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    const framework::DataType dtype = context->DataTypeAttr("dtype");
    PADDLE_ENFORCE(dtype == framework::DataType::kFloat32 ||
                       dtype == framework::DataType::kFloat64,
                   InvalidArgument, context->op_type(),
                   " draws numbers of float32 or float64, not ",
                   framework::DataTypeName(dtype));
    context->SetOutput("Out", BatchSizeLikeDims(context), dtype);
  }
};

class RandomBatchSizeLikeOpMaker : public BatchSizeLikeOpMaker {
 protected:
  void AddCommon() {
    BatchSizeLikeOpMaker::AddCommon();
    AddDataTypeAttr("dtype", "The data type of Out: float32 or float64.");
    AddAttr<int64_t>("seed", "Replaces the program's seed unless it is 0.")
        .SetDefault(0);
    IsRandom();
  }
};

}  // namespace paddle::operators
