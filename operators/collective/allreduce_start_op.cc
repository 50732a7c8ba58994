#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/collective/bucket_type.h"
#include "paddle/operators/collective/collective_maker.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;

void DescribeAllreduceStart(framework::OpMaker* op) {
  op->AddInput("X",
               "Floating-point numbers of one data type and of known shapes, "
               "as a rule gradients; half floats may mix with float32.")
      .AsList()
      .NoGradient();
  op->AddInput(
        "Rows",
        "The member's X count as often as this, of any shape, has elements; "
        "left out: once.")
      .AsOptional()
      .NoGradient()
      .ShapeOnly();
  op->AddInput("Weight",
               "In place of Rows: one number, float32; 0: the member's X do "
               "not count.")
      .AsOptional()
      .NoGradient();
  AddGroup(op);
  op->AddOutput(
      "Buffer",
      "[numbers + 1]: all numbers of X, one behind the other, times the "
      "weight, then the weight; float64 if X is, otherwise float32.");
  op->AddOutput("Pending", "The exchange that goes on, without a shape.")
      .Kinds({framework::kRaw});
  op->AddAttr<double>("nominal_rows",
                      "The elements of Rows that make a weight of 1.")
      .SetDefault(1)
      .GreaterThan(0);
  op->AddComment(
      "Begins Buffer = sum of weight * X over all members, on a thread of its "
      "own; allreduce_wait divides them by the sum of the weights. Errors: "
      "InvalidArgument for sizes that are not known, and types that differ.");
}

void InferAllreduceStart(framework::InferShapeContext* context) {
  const int count = context->InputCount("X");
  PADDLE_ENFORCE(count > 0, InvalidArgument, "allreduce_start of nothing");
  const DataType type = BucketType(context->InputType("X", 0));
  int64_t numel = 1;
  for (int i = 0; i < count; ++i) {
    CheckFloating(*context, "X", i);
    PADDLE_ENFORCE(BucketType(context->InputType("X", i)) == type,
                   InvalidArgument, "X[", i, "] of allreduce_start is of ",
                   framework::DataTypeName(context->InputType("X", i)),
                   ", X[0] of ",
                   framework::DataTypeName(context->InputType("X", 0)));
    const Dims dims = context->InputDims("X", i);
    PADDLE_ENFORCE(
        dims.IsStatic(), InvalidArgument, "X[", i,
        "] of allreduce_start has a size that is not known: ", dims.ToString());
    numel += dims.Numel();
  }
  context->SetOutput("Buffer", Dims({numel}), type);
  context->SetRaw("Pending");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(allreduce_start,
                             framework::ShapeFunction(InferAllreduceStart),
                             framework::MakerFunction(DescribeAllreduceStart));
REGISTER_OP_FLOPS(allreduce_start, framework::NoFlops());

}  // namespace paddle::operators
