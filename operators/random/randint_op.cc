#include <cstdint>
#include <limits>
#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/constant_shape.h"
#include "paddle/operators/random/integer_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void DescribeRandint(framework::OpMaker* op) {
  op->AddOutput("Out", "The random integers, of the given shape.");
  op->AddAttr<std::vector<int64_t>>("shape", "The shape of Out.")
      .LengthOfAxes()
      .AtLeast(0);
  op->AddAttr<int64_t>("low", "The least value.").SetDefault(0);
  op->AddAttr<int64_t>("high", "The bound, which no value reaches.");
  AddIntegerTypeAndSeed(op);
  op->AddComment(
      "Out = integers in [low, high), all equally likely. Errors: "
      "InvalidArgument for a negative size, a low that is not below high, "
      "bounds that the data type does not hold, and another data type.");
}

void InferRandint(framework::InferShapeContext* context) {
  const framework::DataType type = IntegerTypeAttr(*context);
  const int64_t low = context->Attr<int64_t>("low");
  const int64_t high = context->Attr<int64_t>("high");
  PADDLE_ENFORCE(low < high, InvalidArgument,
                 "randint needs a low that is below high; they are ", low,
                 " and ", high);
  using Narrow = std::numeric_limits<int32_t>;
  PADDLE_ENFORCE(type == framework::DataType::kInt64 ||
                     (low >= Narrow::min() && high - 1 <= Narrow::max()),
                 InvalidArgument, "int32 does not hold the bounds of randint, ",
                 low, " and ", high);
  context->SetOutput(
      "Out", ConstantShape(context->Attr<std::vector<int64_t>>("shape")), type);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(randint, framework::ShapeFunction(InferRandint),
                             framework::MakerFunction(DescribeRandint));
REGISTER_OP_FLOPS(randint, framework::NoFlops());

}  // namespace paddle::operators
