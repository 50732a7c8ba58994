#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/collective/collective_maker.h"

namespace paddle::operators {
namespace {

void DescribeAllreduceWait(framework::OpMaker* op) {
  op->AddInput("Buffer", "Of allreduce_start.").NoGradient();
  op->AddInput("Pending", "Of allreduce_start.")
      .NoGradient()
      .Kinds({framework::kRaw});
  AddExchanged(op, "As of allreduce_start.",
               "The mean of all members' X, weighted by their rows.");
  op->HasLastingEffect();
  op->AddComment(
      "Waits for what allreduce_start began and leaves in each X the sum of "
      "all members' weighted numbers, divided by the sum of their weights. "
      "Errors: Unavailable if a member is lost; FailedPrecondition if all "
      "weights are 0.");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(allreduce_wait,
                             framework::ShapeFunction(InferExchanged),
                             framework::MakerFunction(DescribeAllreduceWait));
REGISTER_OP_FLOPS(allreduce_wait, framework::NoFlops());

}  // namespace paddle::operators
