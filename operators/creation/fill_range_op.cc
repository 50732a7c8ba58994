#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/constant_shape.h"
#include "paddle/operators/common/constant_value.h"
#include "paddle/operators/common/same_numbers.h"
#include "paddle/operators/creation/range_size.h"

namespace paddle::operators {
namespace {

using framework::Number;

void DescribeFillRange(framework::OpMaker* op) {
  op->AddOutput("Out", "The numbers, [n].");
  op->AddAttr<double>("start", "The first number.").SetDefault(0);
  op->AddAttr<double>("end", "What is not reached.");
  op->AddAttr<double>("step", "The distance, not 0.").SetDefault(1);
  op->AddAttr<int64_t>("int_start", ExactTwinOf("start")).SetDefault(0);
  op->AddAttr<int64_t>("int_end", ExactTwinOf("end")).SetDefault(0);
  op->AddAttr<int64_t>("int_step", ExactTwinOf("step")).SetDefault(0);
  op->SetVersion(2);
  op->AddDataTypeAttr("dtype",
                      "The data type of Out: float32, float64, int32 or int64, "
                      "which must be able to hold the numbers.");
  op->AddComment(
      "start, start + step, ... as long as end is not reached. Errors: "
      "InvalidArgument for a step of 0, numbers that are not finite or that "
      "the data type cannot hold, and more elements than a tensor has.");
}

void InferFillRange(framework::InferShapeContext* context) {
  const Number start = NumberAttribute(*context, "start");
  const Number end = NumberAttribute(*context, "end");
  const Number step = NumberAttribute(*context, "step");
  const framework::DataType dtype = context->DataTypeAttr("dtype");
  CheckHolds(dtype, start);
  CheckHolds(dtype, step);
  const int64_t size = RangeSize(start, end, step);
  if (size > 0 && framework::IsInteger(dtype)) {
    // Not beyond `end`; unsigned numbers get there without overflow.
    CheckHolds(dtype, static_cast<int64_t>(
                          static_cast<uint64_t>(*start.integer()) +
                          static_cast<uint64_t>(size - 1) *
                              static_cast<uint64_t>(*step.integer())));
  }
  context->SetOutput("Out", ConstantShape({size}), dtype);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(fill_range,
                             framework::ShapeFunction(InferFillRange),
                             framework::MakerFunction(DescribeFillRange));
REGISTER_OP_UPGRADE(fill_range, 1, SameNumbers);
REGISTER_OP_FLOPS(fill_range, framework::NoFlops());

}  // namespace paddle::operators
