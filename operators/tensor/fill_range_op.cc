#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/tensor/constant_shape.h"
#include "paddle/operators/tensor/constant_value.h"
#include "paddle/operators/tensor/range_size.h"

namespace paddle::operators {
namespace {

class FillRangeOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddOutput("Out", "The numbers, [n].");
    AddAttr<double>("start", "The first number.").SetDefault(0);
    AddAttr<double>("end", "What is not reached.");
    AddAttr<double>("step", "The distance, not 0.").SetDefault(1);
    AddDataTypeAttr("dtype",
                    "The data type of Out: float32, float64, int32 or int64, "
                    "which must be able to hold start and step.");
    AddComment(
        "start, start + step, ... as long as end is not reached. Errors: "
        "InvalidArgument for a step of 0, numbers that are not finite or that "
        "the data type cannot hold, and more elements than a tensor has.");
  }
};

class FillRangeOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    const double start = context->Attr<double>("start");
    const double step = context->Attr<double>("step");
    const framework::DataType dtype = context->DataTypeAttr("dtype");
    CheckHolds(dtype, start);
    CheckHolds(dtype, step);
    const int64_t size = RangeSize(start, context->Attr<double>("end"), step);
    context->SetOutput("Out", ConstantShape({size}), dtype);
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(fill_range, FillRangeOp, FillRangeOpMaker);

}  // namespace paddle::operators
