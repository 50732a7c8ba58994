#include <cstdint>
#include <limits>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/random/integer_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void DescribeRandperm(framework::OpMaker* op) {
  op->AddOutput("Out", "The permutation, [n].");
  op->AddAttr<int64_t>("n", "The number of elements.").AtLeast(0);
  AddIntegerTypeAndSeed(op);
  op->AddComment(
      "Out = 0, 1, ..., n - 1 in a random order, each equally likely. It is "
      "drawn on the host, for a GPU too. Errors: InvalidArgument for an n "
      "that the data type does not hold, and another data type.");
}

void InferRandperm(framework::InferShapeContext* context) {
  const framework::DataType type = IntegerTypeAttr(*context);
  const int64_t n = context->Attr<int64_t>("n");
  PADDLE_ENFORCE(type == framework::DataType::kInt64 ||
                     n <= std::numeric_limits<int32_t>::max(),
                 InvalidArgument, "int32 does not hold n of randperm, ", n);
  context->SetOutput("Out", framework::Dims({n}), type);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(randperm, framework::ShapeFunction(InferRandperm),
                             framework::MakerFunction(DescribeRandperm));
REGISTER_OP_FLOPS(randperm, framework::NoFlops());

}  // namespace paddle::operators
