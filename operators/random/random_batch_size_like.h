// Base classes of the schemas of operators that draw a random tensor with as
// many rows as a batch.
#pragma once

#include "paddle/operators/common/batch_size_like.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

// Gives Out the attribute "shape" with the batch size of Input in it. Throws
// InvalidArgument unless dtype is float32 or float64. Also throws as
// BatchSizeLikeDims does, for axes that do not exist.
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

// Declares the slots of batch-size-like operators, dtype and seed; a derived
// maker adds the distribution.
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
